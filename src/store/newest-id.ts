// The newest stored id of each kind: each begins with the time when it was made, which is certainly past.
import { newestAuditEntryId } from './audit-log.ts'
import { newestCashId } from './cash.ts'
import { newestEventIds } from './event.ts'
import { newestPayment } from './payment.ts'
import { newestPayoutId } from './payout.ts'
import { newestSessionId } from './session.ts'
import type { Read } from './statement.ts'

export async function newestIds(read: Read): Promise<string[]> {
  const newest = await Promise.all([
    newestPayment(read).then(payment => payment?.id),
    newestPayoutId(read),
    newestSessionId(read),
    newestAuditEntryId(read),
    newestCashId(read),
    newestEventIds(read),
  ])
  return newest.flat().filter(id => id !== undefined && id !== null && id !== '') as string[]
}
