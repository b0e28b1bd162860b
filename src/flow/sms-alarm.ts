// Alarms about a till number: a reversal of money that paid a sale, and money that left the till number
// without a message. Neither changes a sale, because the goods have left the shop and only a person knows
// what happened.

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
 * Raises the alarm about the sales whose transactions a reversal names. A waiting message about such a
 * transaction can no longer complete a sale. A reversal of an unknown transaction raises its own alarm.
 * @param text the message
 */
export async function reportReversal(
  tx: Tx,
  appliance: Appliance,
  { accountId, connection }: TillNumber,
  text: string,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  assert(account, 'a till number has its account')
  let hasPaidSale = false // whether the reversal names a transaction that paid a sale
  for (const receipt of idsIn(text)) {
    const id = await findPaymentByReceipt(tx, accountId, receipt)
    const payment = id === undefined ? undefined : await findPayment(tx, id)
    if (payment?.status === 'completed') {
      hasPaidSale = true
      await reportReversedSale(tx, appliance, account, payment)
    }
    for (const uniqueId of uniqueIdsOf(receipt, appliance.world.clock.now())) {
      const waiting = await findSmsByUniqueId(tx, { accountId, uniqueId })
      if (waiting?.endedAt === null)
        await updateSms(tx, { ...waiting, state: 'rejected', reason: 'sms_reversal' })
    }
  }
  // Raise this alarm once until an owner has seen it: forged messages must not bury other alarms. The list of
  // messages shows each of them.
  if (hasPaidSale || (await hasOwnerNotice(tx, accountId, 'sms.reversal_unknown'))) return
  const entry = { account, by: requestedByServer, kind: 'sms.reversal_unknown', subject: connection } as const
  await recordOwnerNotice(tx, appliance, { ...entry, detail: { amount: amountIn(text) } })
}

/** Reversals count this long, even once they are settled, because a message may arrive this late. */
const lateMaxMs = 3 * 86_400_000

/** Returns whether a stored reversal names this transaction, whose message arrived after the reversal. */
export async function isReversed(
  tx: Tx,
  { seal, world }: Appliance,
  { accountId }: TillNumber,
  transactionId: string | null,
): Promise<boolean> {
  if (transactionId === null) return false
  const sealed = await listReversals(tx, { accountId, since: world.clock.now() - lateMaxMs })
  const texts = sealed.map(text => seal.open(text))
  return texts.some(text => idsIn(text).includes(transactionId))
}

/**
 * Raises the alarm about money that left the till number without a message, once until an owner has seen it,
 * because withdrawals are common.
 * @param drop whole shillings; 0 raises nothing
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
