// Money of a paid sale that its customer took back at the network, as a wallet allows for some hours. Nothing
// is booked and the sale stays paid, because the goods have left and only a person knows what happened. So it
// raises an alarm.

import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import type { Payment } from '../domain/payment.ts'
import { listAuditEntriesOn } from '../store/audit-log.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'
import { recordOwnerNotice } from './owner-notice.ts'

/** The source of the report: the network, or an SMS of a till number. */
const kinds = ['payment.reversed', 'sms.reversed'] as const

/**
 * Flags a paid sale on the home page and in its timeline once, because networks and messages repeat
 * themselves.
 */
export async function reportReversedSale(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
  kind: (typeof kinds)[number],
): Promise<void> {
  const { id, amount } = payment
  const known = await listAuditEntriesOn(tx, account.id, id)
  if (known.some(entry => kinds.some(one => one === entry.kind))) return
  const entry = { account, by: requestedByServer, kind, subject: id, detail: { amount } } as const
  await recordOwnerNotice(tx, appliance, entry)
  // The payment is unchanged; its page shows the alarm.
  appliance.notifier.publishPayment(tx, payment)
  tx.after(() => appliance.world.log('error', 'a paid sale was reversed', { payment: id, said: kind }))
}
