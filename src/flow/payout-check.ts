// Status checks of payouts: ask the network, fail payouts that were never sent, and fail those that no second
// person approved in time.

import type { Connection, PayoutAnswer } from '../connector/connector.ts'
import { outcomeOf } from '../domain/answer.ts'
import { checkIdleMs, nextCheckMs } from '../domain/check-pace.ts'
import { assert } from '../domain/fault.ts'
import { isOnlyFromCopy, type Payout, type PayoutOutcome } from '../domain/payout.ts'
import { applyApprovalExpiry, approvalMs } from '../domain/payout-approval.ts'
import { isUnconfirmed } from '../domain/payout-manual.ts'
import { isRefund } from '../domain/refund.ts'
import { isUnsentReason } from '../domain/refund-waiting.ts'
import { findAccount } from '../store/account.ts'
import { findPayout } from '../store/payout.ts'
import type { Appliance } from './appliance.ts'
import { ageMsOf, callNetwork, failedCheckWaitMs } from './network-call.ts'
import { orderOf } from './payout.ts'
import { applyPayoutChange, recordPayout } from './payout-change.ts'
import { nextWaitCheckAt, settleWaitingRefund } from './refund-waiting.ts'
import { isBeingSent } from './sending.ts'

/** A completed payout is checked daily for a week: networks may return its money days later. */
const watchEveryMs = 86_400_000
const completedWatchMs = 7 * watchEveryMs

/**
 * Checks a payout whose check is due. Depending on its state, it asks the network, fails a payout that was
 * never sent, or ends a payout or refund that waited too long for a person.
 * @returns when to check again; undefined when there is nothing left to check
 */
export async function settlePayout(appliance: Appliance, id: string): Promise<number | undefined> {
  const payout = await findPayout(appliance.store.read, id)
  if (!payout || isFinallyAnswered(appliance, payout)) return undefined
  if (payout.state === 'planned') return failUnsent(appliance, id)
  if (payout.state !== 'waiting') return (await checkStatus(appliance, payout)).nextAt
  // A refund that does not wait for approval waits for its customer.
  if (isRefund(payout) && payout.approval !== 'waiting') return settleWaitingRefund(appliance, payout)
  return expireApproval(appliance, payout)
}

/** Returns whether checks have ended. A failed payout is still checked, because it may be paid after all. */
const isFinallyAnswered = (appliance: Appliance, payout: Payout): boolean =>
  payout.status === 'reversed' ||
  (payout.status === 'failed' && !isUnconfirmed(payout) && nextFailedCheckMs(appliance, payout) === undefined)

/** Returns the wait before a failed payout's next check, milliseconds; undefined if there is none. */
function nextFailedCheckMs(appliance: Appliance, payout: Payout): number | undefined {
  const connection = appliance.connections.find(payout.connection)
  const isSent =
    !isUnsentReason(payout.failureReason) && payout.approval !== 'declined' && payout.approval !== 'expired'
  return connection && isSent ? failedCheckWaitMs(connection.facts, ageMsOf(appliance, payout)) : undefined
}

/**
 * Fails a payout that waited too long for a second person.
 * @returns when to check again; undefined once its time is over
 */
async function expireApproval(appliance: Appliance, { id, createdAt }: Payout): Promise<number | undefined> {
  const { store, world } = appliance
  const checkAt = nextWaitCheckAt(appliance, createdAt + approvalMs)
  if (checkAt !== undefined) return checkAt
  return store.write(async tx => {
    const payout = await findPayout(tx, id)
    const account = payout && (await findAccount(tx, payout.accountId))
    assert(payout && account, 'a payout has its account')
    const now = world.clock.now()
    if (payout.state === 'waiting')
      await applyPayoutChange(tx, appliance, account, payout, applyApprovalExpiry(payout, now), now)
    return undefined
  })
}

const noAnswer = { kind: 'unknown' } as const

/** Asks the network about a payout, and records nothing. @returns `unknown` if it cannot be asked */
export async function askPayoutStatus(
  appliance: Appliance,
  connection: Connection | undefined,
  payout: Payout,
): Promise<PayoutAnswer> {
  if (!connection) return noAnswer
  if (connection.reach === 'local') return connection.checkPayout(payout.networkReference)
  const call = { order: orderOf(payout), memo: payout.memo ?? {}, ageMs: ageMsOf(appliance, payout) }
  const answer = await callNetwork(appliance, connection, async signal =>
    call.order.origin
      ? connection.checkRefund?.({ ...call, signal })
      : connection.checkPayout?.({ ...call, signal }),
  )
  return answer ?? noAnswer
}

/**
 * Asks the network about a payout and records its answer.
 * @returns `isUnanswered`: whether the network gave no clear answer; `nextAt`: when to check again,
 * milliseconds since 1970, or undefined when checks are over
 */
async function checkStatus(
  appliance: Appliance,
  payout: Payout,
): Promise<{ isUnanswered: boolean; nextAt: number | undefined }> {
  const { store, world } = appliance
  const connection = appliance.connections.find(payout.connection)
  const asking = {
    ageMs: ageMsOf(appliance, payout),
    arrivesMs: connection?.facts.times.arrivesMs ?? 0,
    isBeingSent: await isBeingSent(appliance, payout.networkReference),
    isKnown: payout.yesCount > 0,
  }
  const answer = await askPayoutStatus(appliance, connection, payout)
  const now = world.clock.now()
  if (answer.isUnasked) return { isUnanswered: true, nextAt: answer.nextCheckAt ?? now + watchEveryMs }
  const networkOutcome = outcomeOf(answer, asking)
  // A payout of a restored copy may have been sent with another reference, so a "no" proves nothing.
  const outcome = networkOutcome.kind === 'failed' && isOnlyFromCopy(payout) ? noAnswer : networkOutcome
  const recorded = await store.write(tx => recordPayout(tx, appliance, payout, outcome, now))
  const waitMs = nextWaitMs(appliance, { asked: payout, connection, recorded, outcome }, now)
  return {
    isUnanswered: outcome.kind === 'unknown',
    nextAt: waitMs === undefined ? undefined : now + waitMs,
  }
}

/** A payout as it was when the network was asked, and as it is recorded after the answer. */
interface CheckedPayout {
  readonly asked: Payout
  readonly connection: Connection | undefined
  readonly recorded: Payout
  readonly outcome: PayoutOutcome
}

/** Returns the wait before the next check of a payout, milliseconds; undefined when checks are over. */
function nextWaitMs(
  appliance: Appliance,
  { asked, connection, recorded, outcome }: CheckedPayout,
  now: number,
): number | undefined {
  const { status, completedAt } = recorded
  if (status === 'pending' || isUnconfirmed(recorded))
    return connection ? nextCheckMs(connection.facts.checks, now - asked.createdAt) : checkIdleMs
  if (status === 'failed') {
    const wasNeverSent = 'unsent' in outcome && outcome.unsent
    return wasNeverSent ? undefined : nextFailedCheckMs(appliance, asked)
  }
  const isRecent = now - (completedAt ?? now) < completedWatchMs
  const isWatched = status === 'completed' && (outcome.kind === 'unknown' || isRecent)
  return isWatched ? watchEveryMs : undefined
}

const notSent = { kind: 'failed', reason: 'not_sent', unsent: true } as const

/**
 * Ends a payout that is still planned when its check is due, because Kaunta died before sending it. A payout
 * fails for good; a refund may wait for its customer again.
 * @returns the current time, to check again, for a refund that waits again; otherwise undefined
 */
const failUnsent = (appliance: Appliance, id: string): Promise<number | undefined> =>
  appliance.store.write(async tx => {
    const payout = await findPayout(tx, id)
    if (payout?.state !== 'planned') return undefined
    const now = appliance.world.clock.now()
    const { status } = await recordPayout(tx, appliance, payout, notSent, now)
    return status === 'pending' ? now : undefined
  })

/**
 * Checks the status of a payout after a callback, which itself decides nothing, or on demand. For a payout
 * that has ended, it repeats the check until the network answers, because the daily checks may be over; a
 * pending payout is checked by its own job.
 * @param subject the payout's id, and optionally a colon and a suffix that only distinguishes jobs
 * @returns when to check again, milliseconds since 1970; undefined when this job is done
 */
export async function recheckPayout(appliance: Appliance, subject: string): Promise<number | undefined> {
  const [payoutId = subject] = subject.split(':')
  const payout = await findPayout(appliance.store.read, payoutId)
  if (!payout || payout.state === 'waiting' || payout.state === 'planned' || payout.status === 'reversed')
    return undefined
  const { isUnanswered, nextAt } = await checkStatus(appliance, payout)
  const isRepeated = payout.status !== 'pending' && isUnanswered
  return isRepeated ? (nextAt ?? appliance.world.clock.now() + watchEveryMs) : undefined
}
