// Writing a decided change of a payout: state, money and events, in the transaction that decided it.
import type { Appliance } from '../appliance.ts'
import type { PayoutResult } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import { isStale } from '../domain/answer.ts'
import { assert } from '../domain/fault.ts'
import { nextPayout, type Payout, type PayoutChange } from '../domain/payout.ts'
import { findAccount } from '../store/account.ts'
import { lockPayout, updatePayout } from '../store/payout.ts'
import { insertPostings } from '../store/posting.ts'
import type { Tx } from '../store/statement.ts'
import { payoutEventBody } from '../wire/webhook.ts'
import { recordAudit } from './audit-log.ts'
import { createEvent } from './event.ts'

/** Writes a decided change: the row, the money, the events. */
export async function applyPayout(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  change: PayoutChange,
  now: number,
): Promise<void> {
  const { payout, events, postings } = change
  await updatePayout(tx, payout)
  if (postings.length > 0)
    await insertPostings(tx, { accountId: account.id, subject: payout.id, postings }, now, () =>
      appliance.world.ids.uuid(now),
    )
  for (const type of events)
    await createEvent(tx, appliance, account, payout, { type, now }, happening =>
      payoutEventBody(happening, payout),
    )
}

/**
 * Records what a network answered about a payout, on the row as it is locked now.
 * @param then as it was when the network was asked: a no from before its last yes is ignored
 */
export async function recordPayout(
  tx: Tx,
  appliance: Appliance,
  then: Payout,
  outcome: PayoutResult,
  now: number,
): Promise<Payout> {
  const payout = await lockPayout(tx, then.id)
  const account = payout && (await findAccount(tx, payout.accountId))
  assert(payout && account, 'a payout has its account')
  // Another network has it now: nothing was sent over the one that was asked.
  if (payout.networkReference !== then.networkReference) return payout
  if (isStale(outcome, payout, then.yesCount)) return payout
  const decided = nextPayout(payout, outcome, now)
  const change = outcome.memo
    ? { ...decided, payout: { ...decided.payout, memo: { ...payout.memo, ...outcome.memo } } }
    : decided
  if (change.payout !== payout) await applyPayout(tx, appliance, account, change, now)
  if (payout.status === 'failed' && change.payout.status === 'completed')
    await reportPaidLate(tx, appliance, account, payout)
  return change.payout
}

/** The merchant has the money back and the recipient has it too: a person has to know. */
async function reportPaidLate(tx: Tx, appliance: Appliance, account: Account, payout: Payout): Promise<void> {
  const { id, amount, connection } = payout
  const detail = { amount }
  await recordAudit(tx, appliance, {
    account,
    by: requestedByServer,
    kind: 'payout.paid_late',
    subject: id,
    detail,
  })
  tx.after(() =>
    appliance.world.log('error', 'a payout that had failed was paid', { payout: id, connection }),
  )
}
