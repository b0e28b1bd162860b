// Alarms about a till number: a reversal of money that paid a sale, and money that left the account unseen.
// Neither changes a sale, because the goods have left and only a person knows what happened.

import { requestedByServer } from '../domain/actor.ts'
import { assert } from '../domain/fault.ts'
import { amountIn, idsIn, uniqueIdsOf } from '../domain/sms.ts'
import type { TillNumber } from '../domain/till-number.ts'
import { findAccount } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { hasOwnerNotice, listOwnerNotices } from '../store/owner-notice.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import { findSmsByUniqueId, listOpenReversals, updateSms } from '../store/sms.ts'
import type { Appliance } from './appliance.ts'
import { recordOwnerNotice } from './owner-notice.ts'
import { reportReversedSale } from './reversal.ts'

/**
 * Flags the sales whose transactions a reversal names. A waiting message about them must not complete a sale
 * any more. A reversal of an unknown transaction is an alarm of its own.
 * @param text of the message
 */
export async function reportReversal(
  tx: Tx,
  appliance: Appliance,
  { accountId, connection }: TillNumber,
  text: string,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  assert(account, 'a till number has its account')
  let isKnown = false
  for (const receipt of idsIn(text)) {
    const id = await findPaymentByReceipt(tx, accountId, receipt)
    const payment = id === undefined ? undefined : await findPayment(tx, id)
    if (payment?.status === 'completed') {
      isKnown = true
      await reportReversedSale(tx, appliance, account, payment, 'sms.reversed')
    }
    for (const uniqueId of uniqueIdsOf(receipt, appliance.world.clock.now())) {
      const waiting = await findSmsByUniqueId(tx, { accountId, uniqueId })
      if (waiting?.endedAt === null)
        await updateSms(tx, { ...waiting, state: 'rejected', reason: 'sms_reversal' })
    }
  }
  // Once until an owner has seen it: forged ones must not hide other alarms. The list of messages has all.
  if (isKnown || (await hasOwnerNotice(tx, accountId, 'sms.reversal_unknown'))) return
  const entry = { account, by: requestedByServer, kind: 'sms.reversal_unknown', subject: connection } as const
  await recordOwnerNotice(tx, appliance, { ...entry, detail: { amount: amountIn(text) } })
}

/** Whether a waiting reversal names this transaction, whose message came later. */
export async function isReversed(
  tx: Tx,
  { seal }: Appliance,
  { accountId }: TillNumber,
  transactionId: string | null,
): Promise<boolean> {
  if (transactionId === null) return false
  const texts = (await listOpenReversals(tx, accountId)).map(text => seal.open(text))
  return texts.some(text => idsIn(text).includes(transactionId))
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
