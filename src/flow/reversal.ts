// Money of a paid sale that its customer took back at the network, as a wallet allows for some hours. Nothing
// is booked and the sale stays paid, because the goods have left and only a person knows what happened. So it
// raises an alarm.

import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import type { Payment } from '../domain/payment.ts'
import { listAuditEntriesOn } from '../store/audit-log.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { listNetworkRefundsOf } from '../store/reconciliation-day.ts'
import type { Appliance } from './appliance.ts'
import { recordOwnerNotice } from './owner-notice.ts'

/** The source of the report: the network, or an SMS of a till number. */
const reversalKinds = ['payment.reversed', 'sms.reversed'] as const

/** Raises the alarm about a sale once, because networks and messages repeat themselves. */
export async function reportReversedSale(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
  kind: (typeof reversalKinds)[number],
): Promise<void> {
  const { id, amount } = payment
  if ((await isReversedSale(tx, payment)) || (await isRefundedByNetwork(tx, payment))) return
  const entry = { account, by: requestedByServer, kind, subject: id, detail: { amount } } as const
  await recordOwnerNotice(tx, appliance, entry)
  // The payment is unchanged; its page shows the alarm.
  appliance.notifier.publishPayment(tx, payment)
  tx.afterCommit(() => appliance.world.log('error', 'a paid sale was reversed', { payment: id, said: kind }))
}

/** Returns whether the customer of a sale took the money back. */
export async function isReversedSale(read: Read, { accountId, id }: Payment): Promise<boolean> {
  const entries = await listAuditEntriesOn(read, accountId, id)
  return entries.some(entry => reversalKinds.some(kind => kind === entry.kind))
}

/** Returns whether we refunded the whole payment through its network, which may report a reversal. */
async function isRefundedByNetwork(read: Read, { id, amount }: Payment): Promise<boolean> {
  const refunds = await listNetworkRefundsOf(read, id)
  const ofSale = refunds.filter(({ unmatchedId }) => unmatchedId === null)
  return ofSale.reduce((sum, refund) => sum + refund.amount, 0) >= amount
}
