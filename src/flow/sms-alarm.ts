// What an owner must hear about a till number: a reversal of money that paid a sale, and money that left the account
// unseen. Neither changes a sale: goods have left, and only a person knows what happened.
import type { Appliance } from '../appliance.ts'
import { requestedByServer } from '../domain/actor.ts'
import { assert } from '../domain/fault.ts'
import { idsIn } from '../domain/sms.ts'
import { type TillNumber, tillNumberConnector } from '../domain/till-number.ts'
import { findAccount } from '../store/account.ts'
import { listOwnerNotices } from '../store/owner-notice.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import type { Tx } from '../store/statement.ts'
import { recordOwnerNotice } from './owner-notice.ts'

/** Flags the sales whose transactions a reversal names. @param text of the message */
export async function reportReversal(
  tx: Tx,
  appliance: Appliance,
  { accountId }: TillNumber,
  text: string,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  assert(account, 'a till number has its account')
  for (const receipt of idsIn(text)) {
    const id = await findPaymentByReceipt(tx, accountId, receipt)
    const payment = id === undefined ? undefined : await findPayment(tx, id)
    if (payment?.connector !== tillNumberConnector) continue
    const detail = { amount: payment.amount }
    const entry = {
      account,
      by: requestedByServer,
      kind: 'sms.reversed',
      subject: payment.id,
      detail,
    } as const
    await recordOwnerNotice(tx, appliance, entry)
    tx.after(() =>
      appliance.world.log('error', 'a payment SMS says that a paid sale was reversed', {
        payment: payment.id,
      }),
    )
  }
}

/** Once until an owner has seen it: withdrawals are usual. @param drop whole shillings */
export async function reportBalanceDrop(
  tx: Tx,
  appliance: Appliance,
  { accountId, connection }: TillNumber,
  drop: number,
): Promise<void> {
  const known = await listOwnerNotices(tx, accountId)
  if (drop === 0 || known.some(({ kind }) => kind === 'sms.balance_dropped')) return
  const account = await findAccount(tx, accountId)
  assert(account, 'a till number has its account')
  const entry = { account, by: requestedByServer, kind: 'sms.balance_dropped', subject: connection } as const
  await recordOwnerNotice(tx, appliance, { ...entry, detail: { amount: drop } })
}
