// The newest stored id of each kind: each begins with the time when it was made, which is certainly past.
import { newestAuditEntryId } from './audit-log.ts'
import { newestCashId } from './cash.ts'
import { newestEventIds } from './event.ts'
import { newestPayment } from './payment.ts'
import { newestPayoutId } from './payout.ts'
import { newestSessionId } from './session.ts'
import type { Read } from './statement.ts'

export async function newestIds(read: Read): Promise<string[]> {
  const newest = [
    (await newestPayment(read))?.id,
    await newestPayoutId(read),
    await newestSessionId(read),
    await newestAuditEntryId(read),
    await newestCashId(read),
    ...(await newestEventIds(read)),
  ]
  return newest.filter(id => id !== undefined && id !== null && id !== '') as string[]
}
