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

/** Returns whether an attempt needs no more status checks: it is paid, or failed and is no longer checked. */
const isFinallyAnswered = (appliance: Appliance, attempt: Attempt): boolean =>
  attempt.state === 'succeeded' ||
  (attempt.state === 'failed' &&
    nextFailedCheckAt(appliance, attempt, appliance.world.clock.now()) === undefined)

/** Returns when to check a failed attempt again; undefined after its last check or without its connection. */
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
 * Asks the network about an attempt one last time before a decision, and records the answer.
 * @returns false when the network was not asked, because its rate limit allows no request now
 */
export async function askLastTime(appliance: Appliance, attemptId: string): Promise<boolean> {
  return !(await settle(appliance, attemptId)).isUnasked
}

/** Does the work of `settleAttempt`. `isUnasked`: the network's rate limit allowed no request. */
async function settle(
  appliance: Appliance,
  attemptId: string,
  recordJob?: RecordJob,
): Promise<{ readonly nextAt: number | undefined; readonly isUnasked: boolean }> {
  const attempt = await findAttempt(appliance.store.read, attemptId)
  if (!attempt || isFinallyAnswered(appliance, attempt)) return { nextAt: undefined, isUnasked: false }
  const check = await checkStatus(appliance, attempt)
  const nextAt = await appliance.store.write(async tx => {
    const nextCheckAt = await recordCheck(tx, appliance, attempt, check)
    await recordJob?.(tx, nextCheckAt)
    return nextCheckAt
  })
  if (check.outcome.kind === 'unknown' && check.outcome.unpayable) await replaceLostOrder(appliance, attempt)
  return { nextAt, isUnasked: check.answer.isUnasked === true }
}

/**
 * Asks the networks about all open attempts of a payment, and records each answer that changes its attempt.
 * @returns a function that counts the checks without a change, in a transaction that the caller begins later
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

/** Asks the network about an attempt, and records nothing. @returns `unknown` if it cannot be asked */
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

/** Asks the network about an attempt, and decides what its answer means. It records nothing. */
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
 * "yes", and after a "no" that is final. If the connection was removed, it tries again every `checkIdleMs`,
 * because the owner may connect the network again.
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
    // An order that was certainly never sent cannot be paid later.
    const isFinal = 'unsent' in outcome && outcome.unsent
    return isFinal ? undefined : nextFailedCheckAt(appliance, attempt, now)
  }
  if (!connection) return now + checkIdleMs
  const dueAt = outcome.nextCheckAt ?? now + checkWaitMs(appliance, connection, attempt, now)
  return Math.min(dueAt, now + checkIdleMs)
}

/**
 * Returns the wait before the next check of an open order, milliseconds. It is shorter while a page or a
 * program waits for the payment.
 */
function checkWaitMs(appliance: Appliance, { id, facts, reach }: Connection, attempt: Attempt, now: number) {
  const ageMs = now - attempt.createdAt
  if (reach === 'local' || !isWatched(appliance, attempt.paymentId)) return nextCheckMs(facts.checks, ageMs)
  // All watched payments of a connection share its network's rate limit.
  const watchedCount = Math.max(1, countWatched(appliance, id))
  return nextWatchedCheckMs(facts, ageMs, watchedCount)
}

/** Returns whether a local connection (no `plannedOrder`) still waits for the customer: nothing changes. */
const isUnchanged = ({ state, plannedOrder }: Attempt, { outcome }: StatusCheck) =>
  outcome.kind === 'pending' && state === 'sent' && plannedOrder === null

/**
 * Counts a status check, and records what its answer changes.
 * @returns when to check again, milliseconds since 1970; undefined when checks are over
 */
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
  // If the receipt has already paid for another payment, the attempt stays unknown and is checked again.
  const recorded = await findAttempt(tx, attempt.id)
  return recorded?.state === 'unknown' ? now + checkIdleMs : undefined
}

/**
 * Checks the status of an attempt after a callback, because a callback itself decides nothing. It also checks
 * a failed attempt, whose network may have the money after all, and a paid one, whose customer may have taken
 * the money back. It repeats the check until the network answers, because the attempt's regular checks may be
 * over, or may use an answer from before the callback.
 * @param subject the attempt's id, and optionally a colon and a suffix that only distinguishes jobs
 * @param recordJob records when this job is due again, in the transaction that records the answer
 * @returns when to check again, milliseconds since 1970; undefined when the network has answered
 */
export async function recheckAttempt(
  appliance: Appliance,
  subject: string,
  recordJob: RecordJob,
): Promise<number | undefined> {
  const [attemptId = subject] = subject.split(':')
  const attempt = await findAttempt(appliance.store.read, attemptId)
  const isPaid = attempt?.state === 'succeeded'
  // Without a network (no `plannedOrder`), nothing changes after the payment.
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

/** Returns whether the network has answered. For a paid attempt, only "completed" or "failed" counts. */
function isAnswered({ answer, outcome }: StatusCheck, { isPaid }: { readonly isPaid: boolean }): boolean {
  if (answer.isUnasked) return false
  if (isPaid) return outcome.kind === 'completed' || outcome.kind === 'failed'
  return answer.kind !== 'unknown' && outcome.kind !== 'unknown'
}
