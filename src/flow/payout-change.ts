// Writes a payout's change in the transaction that decided it: state, money and events.

import type { PayoutResult } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import { isStale } from '../domain/answer.ts'
import { assert } from '../domain/fault.ts'
import type { Payout, PayoutChange } from '../domain/payout.ts'
import { applyNetworkOutcome, isUnconfirmed } from '../domain/payout-manual.ts'
import { isRefund, refundChange } from '../domain/refund.ts'
import { returnToWaiting } from '../domain/refund-waiting.ts'
import { findAccount } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayout, updatePayout } from '../store/payout.ts'
import { insertPostings } from '../store/posting.ts'
import { payoutEventBody } from '../wire/webhook.ts'
import type { Appliance } from './appliance.ts'
import { createEvent } from './event.ts'
import { recordOwnerNotice } from './owner-notice.ts'
import { applyRefund } from './refund-change.ts'

/**
 * Writes a changed payout, or a refund, which is stored as a payout: its row, postings and events.
 * @param before the payout as it was when the change was decided, in this transaction
 */
export async function applyPayoutChange(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  before: Payout,
  change: PayoutChange,
  now: number,
): Promise<void> {
  if (isRefund(before)) return applyRefund(tx, appliance, account, before, refundChange(before, change), now)
  const { payout, events, postings } = change
  await updatePayout(tx, payout)
  if (postings.length > 0)
    await insertPostings(tx, { accountId: account.id, subject: payout.id, postings }, now)
  for (const type of events)
    await createEvent(tx, appliance, account, payout, { type, now }, header =>
      payoutEventBody(header, payout),
    )
}

/**
 * Records a network's answer about a payout. If the answer corrects an earlier outcome, the owners get a
 * notice.
 * @param asked the payout as it was when the network was asked: a "no" from before the network's last "yes"
 * is ignored
 */
export async function recordPayout(
  tx: Tx,
  appliance: Appliance,
  asked: Payout,
  outcome: PayoutResult,
  now: number,
): Promise<Payout> {
  const payout = await findPayout(tx, asked.id)
  const account = payout && (await findAccount(tx, payout.accountId))
  assert(payout && account, 'a payout has its account')
  // Nothing was sent over the network that answered, and the payout now has an order over another network.
  if (payout.networkReference !== asked.networkReference) return payout
  if (isStale(outcome, payout, asked.yesCount)) return payout
  const waitingRefund = isRefund(payout) ? returnToWaiting(payout, outcome) : undefined
  if (waitingRefund) {
    const change = { payout: waitingRefund, events: [], postings: [] }
    await applyPayoutChange(tx, appliance, account, payout, change, now)
    return waitingRefund
  }
  const decided = applyNetworkOutcome(payout, outcome, now)
  const change = outcome.memo
    ? { ...decided, payout: { ...decided.payout, memo: { ...payout.memo, ...outcome.memo } } }
    : decided
  if (change.payout !== payout) await applyPayoutChange(tx, appliance, account, payout, change, now)
  if (payout.status === 'failed' && change.payout.status === 'completed')
    await reportCorrection(tx, appliance, account, payout, 'paid_late')
  const { manualOutcome } = change.payout
  if (manualOutcome?.result === 'sent' && manualOutcome.network === 'differs' && isUnconfirmed(payout))
    await reportCorrection(tx, appliance, account, payout, 'not_sent_late')
  return change.payout
}

/** What the log reports about each correction. */
const corrections = {
  /** Both the merchant and the recipient now have the money. */
  paid_late: { payout: 'a payout that had failed was paid', refund: 'a refund that had failed was paid' },
  /** An owner had marked it as sent. */
  not_sent_late: {
    payout: 'a payout that was marked as sent was not sent',
    refund: 'a refund that was marked as sent was not sent',
  },
} as const

/** Gives the owners notice that a network corrected the outcome of a payout or refund. */
async function reportCorrection(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payout: Payout,
  correction: keyof typeof corrections,
): Promise<void> {
  const { id, amount, connection } = payout
  const name = isRefund(payout) ? 'refund' : 'payout'
  const kind = `${name}.${correction}` as const
  const saleId = isRefund(payout) ? (payout.paymentId ?? payout.cashSaleId) : null
  const detail = { amount, ...(saleId === null ? {} : { refund: id }) }
  const entry = { account, by: requestedByServer, kind, subject: saleId ?? id, detail }
  await recordOwnerNotice(tx, appliance, entry)
  const { log } = appliance.world
  tx.afterCommit(() => log('error', corrections[correction][name], { [name]: id, connection }))
}
