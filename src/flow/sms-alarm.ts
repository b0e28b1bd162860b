// Alarms about a till number: money of a sale was reversed, or money left the till number without a message.
// An alarm changes no sale, because the goods have left the shop and only a person knows what happened.

import { requestedByServer } from '../domain/actor.ts'
import { assert } from '../domain/fault.ts'
import { amountIn, idsIn, uniqueIdsOf } from '../domain/sms.ts'
import type { TillNumber } from '../domain/till-number.ts'
import { findAccount } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { hasOwnerNotice, listOwnerNotices } from '../store/owner-notice.ts'
import { findPayment, findPaymentByReceipt } from '../store/payment.ts'
import { findSmsByUniqueId, updateSms } from '../store/sms.ts'
import { listReversals } from '../store/sms-reversal.ts'
import type { Appliance } from './appliance.ts'
import { recordOwnerNotice } from './owner-notice.ts'
import { reportReversedSale } from './reversal.ts'

/**
 * Raises the alarm about the sales that were paid with a transaction that a reversal message names. A waiting
 * message about such a transaction can no longer complete a sale. If no transaction paid a sale, raises the
 * alarm about an unknown reversal.
 * @param text of the reversal message
 */
export async function reportReversal(
  tx: Tx,
  appliance: Appliance,
  { accountId, connection }: TillNumber,
  text: string,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  assert(account, 'a till number has its account')
  let isOfPaidSale = false
  for (const receipt of idsIn(text)) {
    const id = await findPaymentByReceipt(tx, accountId, receipt)
    const payment = id === undefined ? undefined : await findPayment(tx, id)
    if (payment?.status === 'completed') {
      isOfPaidSale = true
      await reportReversedSale(tx, appliance, account, payment)
    }
    for (const uniqueId of uniqueIdsOf(receipt, appliance.world.clock.now())) {
      const sms = await findSmsByUniqueId(tx, { accountId, uniqueId })
      if (sms?.endedAt === null) await updateSms(tx, { ...sms, state: 'rejected', reason: 'sms_reversal' })
    }
  }
  // Raise this alarm once until an owner has seen it, so that forged messages do not bury other alarms. The
  // list of messages shows every one of them.
  if (isOfPaidSale || (await hasOwnerNotice(tx, accountId, 'sms.reversal_unknown'))) return
  const entry = { account, by: requestedByServer, kind: 'sms.reversal_unknown', subject: connection } as const
  await recordOwnerNotice(tx, appliance, { ...entry, detail: { amount: amountIn(text) } })
}

/** Reversals count for this long, even once they are settled, because a payment's message may arrive late. */
const lateMaxMs = 3 * 86_400_000

/** Returns whether a recent reversal message names a transaction, whose own message arrives only now. */
export async function hasReversal(
  tx: Tx,
  { seal, world }: Appliance,
  { accountId }: TillNumber,
  transactionId: string | null,
): Promise<boolean> {
  if (transactionId === null) return false
  const sealedTexts = await listReversals(tx, { accountId, since: world.clock.now() - lateMaxMs })
  const texts = sealedTexts.map(sealedText => seal.open(sealedText))
  return texts.some(text => idsIn(text).includes(transactionId))
}

/**
 * Raises the alarm about money that left the till number without a message. Withdrawals are common, so the
 * alarm is not repeated until an owner has seen it.
 * @param drop the missing amount, whole shillings; 0 raises no alarm
 */
export async function reportBalanceDrop(
  tx: Tx,
  appliance: Appliance,
  { accountId, connection }: TillNumber,
  drop: number,
): Promise<void> {
  const notices = await listOwnerNotices(tx, accountId)
  if (drop === 0 || notices.some(({ kind }) => kind === 'sms.balance_dropped')) return
  const account = await findAccount(tx, accountId)
  assert(account, 'a till number has its account')
  const entry = { account, by: requestedByServer, kind: 'sms.balance_dropped', subject: connection } as const
  await recordOwnerNotice(tx, appliance, { ...entry, detail: { amount: drop } })
}
