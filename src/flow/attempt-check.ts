// Status checks of attempts: ask the network until the outcome is known, and keep checking failed attempts
// for a while.

import type { CollectAnswer, CollectResult, Connection, Step } from '../connector/connector.ts'
import { outcomeOf } from '../domain/answer.ts'
import { type Attempt, isSettled } from '../domain/attempt.ts'
import { checkIdleMs, nextCheckMs, nextWatchedCheckMs } from '../domain/check-pace.ts'
import { findAttempt, listOpenAttempts } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { countStatusCheck } from '../store/status-check.ts'
import type { Appliance } from './appliance.ts'
import { recordOutcome } from './attempt.ts'
import type { RecordJob } from './delivery.ts'
import { replaceLostOrder } from './lost-order.ts'
import { ageMsOf, askingOf, callAbout, failedCheckWaitMs, isStep } from './network-call.ts'
import { finishOrder } from './unfinished-order.ts'
import { countWatched, isWatched } from './watch.ts'

/** A network's answer to one status check, and what follows from it. */
interface StatusCheck {
  readonly answer: CollectAnswer
  readonly outcome: CollectResult // the outcome that the answer means
  readonly now: number
  /** When to check again; undefined after a "yes", and after a "no" that is no longer checked. */
  readonly nextAt: number | undefined
}

/** Returns whether the network need not be asked again: the attempt is paid, or its "no" is old enough. */
const isFinallyAnswered = (appliance: Appliance, attempt: Attempt): boolean =>
  attempt.state === 'succeeded' ||
  (attempt.state === 'failed' &&
    nextFailedCheckAt(appliance, attempt, appliance.world.clock.now()) === undefined)

/** Returns when to check a failed attempt again; undefined when its "no" is final. */
function nextFailedCheckAt(appliance: Appliance, attempt: Attempt, now: number): number | undefined {
  const connection = appliance.connections.find(attempt.connection)
  const waitMs = connection && failedCheckWaitMs(connection.facts, ageMsOf(appliance, attempt))
  return waitMs === undefined ? undefined : now + waitMs
}

/**
 * Asks the network once what became of an attempt and records the answer. If the network does not know the
 * order, another order replaces it.
 * @param recordJob records the result of the check job in the same transaction
 * @returns when to check again; undefined when there is nothing left to check
 */
export async function settleAttempt(
  appliance: Appliance,
  attemptId: string,
  recordJob?: RecordJob,
): Promise<number | undefined> {
  return (await settle(appliance, attemptId, recordJob)).nextAt
}

/**
 * Asks the network a last time what became of an attempt, and records the answer, as `settleAttempt` does.
 * @returns whether the network was asked: its connection may have no request left for a check now
 */
export async function askLastTime(appliance: Appliance, attemptId: string): Promise<boolean> {
  return !(await settle(appliance, attemptId)).isUnasked
}

/** Does the work of `settleAttempt`. @returns also whether no request was sent to the network */
async function settle(
  appliance: Appliance,
  attemptId: string,
  recordJob?: RecordJob,
): Promise<{ readonly nextAt: number | undefined; readonly isUnasked: boolean }> {
  const attempt = await findAttempt(appliance.store.read, attemptId)
  if (!attempt || isFinallyAnswered(appliance, attempt)) return { nextAt: undefined, isUnasked: false }
  const check = await checkStatus(appliance, attempt)
  const nextAt = await appliance.store.write(async tx => {
    const nextAt = await recordCheck(tx, appliance, attempt, check)
    await recordJob?.(tx, nextAt)
    return nextAt
  })
  if (check.outcome.kind === 'unknown' && check.outcome.unpayable) await replaceLostOrder(appliance, attempt)
  return { nextAt, isUnasked: check.answer.isUnasked === true }
}

/**
 * Asks the networks about all open attempts of a payment and records the answers that change something.
 * @returns a function that counts the other answers, in the caller's transaction
 */
export async function checkOpenAttempts(
  appliance: Appliance,
  paymentId: string,
): Promise<(tx: Tx) => Promise<void>> {
  const { store } = appliance
  const unchanged: { attempt: Attempt; check: StatusCheck }[] = []
  for (const { id } of await listOpenAttempts(store.read, paymentId)) {
    const attempt = await findAttempt(store.read, id)
    if (!attempt || isSettled(attempt.state)) continue
    const check = await checkStatus(appliance, attempt)
    if (isUnchanged(attempt, check)) unchanged.push({ attempt, check })
    else await store.write(tx => recordCheck(tx, appliance, attempt, check))
  }
  return async tx => {
    for (const { attempt, check } of unchanged) await recordCheck(tx, appliance, attempt, check)
  }
}

const noAnswer = { kind: 'unknown' } as const

/** Asks the network without recording anything; `unknown` if the connection is gone or cannot check. */
export async function askStatus(
  appliance: Appliance,
  connection: Connection | undefined,
  attempt: Attempt,
): Promise<CollectAnswer | Step> {
  if (!connection) return noAnswer
  if (connection.reach === 'local') return connection.check(attempt.networkReference)
  if (!connection.check || !attempt.plannedOrder) return noAnswer
  return callAbout(appliance, connection, attempt, async call => connection.check?.(call))
}

/** Asks the network about an attempt, and decides what follows. It records nothing. */
async function checkStatus(appliance: Appliance, attempt: Attempt): Promise<StatusCheck> {
  const connection = appliance.connections.find(attempt.connection)
  const asking = await askingOf(appliance, connection, attempt)
  const result = await askStatus(appliance, connection, attempt)
  const answer = isStep(result) ? await finishOrder(appliance, attempt) : result
  const now = appliance.world.clock.now()
  const outcome = outcomeOf(answer, asking)
  return { answer, outcome, now, nextAt: nextCheckAt(appliance, connection, attempt, outcome, now) }
}

/**
 * Returns when to check the attempt again after this outcome, milliseconds since 1970; undefined after a
 * "yes", and after a "no" that is final. A removed connection is tried again each `checkIdleMs`, in case it
 * returns.
 */
function nextCheckAt(
  appliance: Appliance,
  connection: Connection | undefined,
  attempt: Attempt,
  outcome: CollectResult,
  now: number,
): number | undefined {
  if (outcome.kind === 'completed') return undefined
  const staysFailed = outcome.kind === 'failed' || (attempt.state === 'failed' && outcome.kind === 'unknown')
  if (staysFailed) {
    // What was certainly never sent cannot be paid later.
    const isFinal = 'unsent' in outcome && outcome.unsent
    return isFinal ? undefined : nextFailedCheckAt(appliance, attempt, now)
  }
  if (!connection) return now + checkIdleMs
  const dueAt = outcome.nextCheckAt ?? now + checkWaitMs(appliance, connection, attempt, now)
  return Math.min(dueAt, now + checkIdleMs)
}

/**
 * Returns how long to wait before the next check of an open order, milliseconds; less while a screen waits
 * for it.
 */
function checkWaitMs(appliance: Appliance, { id, facts, reach }: Connection, attempt: Attempt, now: number) {
  const ageMs = now - attempt.createdAt
  if (reach === 'local' || !isWatched(appliance, attempt.paymentId)) return nextCheckMs(facts.checks, ageMs)
  const watchedCount = Math.max(1, countWatched(appliance, id)) // they share the network's rate of checks
  return nextWatchedCheckMs(facts, ageMs, watchedCount)
}

/** Returns whether a local connection's attempt still waits for the customer, so nothing changes. */
const isUnchanged = ({ state, plannedOrder }: Attempt, { outcome }: StatusCheck) =>
  outcome.kind === 'pending' && state === 'sent' && plannedOrder === null

/** Counts the answer of a status check and records what it changes. @returns when to check again */
async function recordCheck(
  tx: Tx,
  appliance: Appliance,
  attempt: Attempt,
  check: StatusCheck,
): Promise<number | undefined> {
  const { answer, outcome, now } = check
  if (answer.isUnasked) return check.nextAt
  if (!isUnchanged(attempt, check)) await recordOutcome(tx, appliance, attempt, outcome, now)
  await countStatusCheck(tx, { attemptId: attempt.id, answer: answer.kind, now })
  if (outcome.kind !== 'completed' || attempt.plannedOrder === null) return check.nextAt
  // If the receipt has already paid for another payment, this attempt stays unknown and is asked about again.
  const recorded = await findAttempt(tx, attempt.id)
  return recorded?.state === 'unknown' ? now + checkIdleMs : undefined
}

/**
 * Checks the status after a callback, which itself decides nothing. A failed attempt is checked too, because
 * its network may have the money after all, and a paid one, because its customer may have taken the money
 * back. The check is repeated until the network answers: no other job checks a failed attempt forever, and an
 * answer from before the callback may soon fail an open one.
 * @param subject the attempt's id; what follows a colon only distinguishes jobs
 * @param recordJob records when this job is due again, in the transaction that records the answer
 * @returns when to check again, milliseconds since 1970; undefined when the network has answered
 */
export async function recheckAttempt(
  appliance: Appliance,
  subject: string,
  recordJob: RecordJob,
): Promise<number | undefined> {
  const attempt = await findAttempt(appliance.store.read, subject.split(':')[0] ?? subject)
  const isPaid = attempt?.state === 'succeeded'
  // Without a network, nothing changes after the payment.
  if (!attempt || (isPaid && attempt.plannedOrder === null)) return undefined
  const check = await checkStatus(appliance, attempt)
  const { now } = check
  const retryAt = isPaid ? nextFailedCheckAt(appliance, attempt, now) : (check.nextAt ?? now + checkIdleMs)
  const nextAt = isAnswered(check, { isPaid }) ? undefined : retryAt
  await appliance.store.write(async tx => {
    await recordCheck(tx, appliance, attempt, check)
    await recordJob(tx, nextAt)
  })
  return nextAt
}

/** Returns whether the network has answered. About a paid attempt only a decision counts, else any answer. */
function isAnswered({ answer, outcome }: StatusCheck, { isPaid }: { readonly isPaid: boolean }): boolean {
  if (answer.isUnasked) return false
  if (isPaid) return outcome.kind === 'completed' || outcome.kind === 'failed'
  return answer.kind !== 'unknown' && outcome.kind !== 'unknown'
}
