// How a decided change of a payment is written: state, money, events and jobs in the transaction that decided it.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import { isFinal, type Payment, type PaymentChange } from '../domain/payment.ts'
import { dropJob } from '../store/job.ts'
import { updatePayment } from '../store/payment.ts'
import { post } from '../store/posting.ts'
import type { Tx } from '../store/statement.ts'
import { paymentEventBody } from '../wire/webhook.ts'
import { announce } from './event.ts'

/** Writes a decided change: the row, the money, the events, and nothing left to do for a payment that ended. */
export async function applyChange(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  before: Payment,
  { payment, events, postings }: PaymentChange,
  now: number,
): Promise<void> {
  if (payment !== before) {
    await updatePayment(tx, before, payment, account.timeZone)
    tx.after(() => appliance.watch.tell(payment))
  }
  if (postings.length > 0)
    await post(tx, { accountId: account.id, subject: payment.id, postings }, now, () => appliance.world.ids.uuid(now))
  for (const type of events)
    await announce(tx, appliance, account, payment, { type, now }, happening => paymentEventBody(happening, payment))
  if (isFinal(payment.status)) await dropJob(tx, 'payment.expire', payment.id)
}
