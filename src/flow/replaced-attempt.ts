// Replaces the open attempt of a checkout when its customer starts a new one. Asks the network about the old
// attempt one last time, because the customer may have paid it already.

import type { Attempt } from '../domain/attempt.ts'
import { fault } from '../domain/fault.ts'
import { findAttempt, listOpenAttempts, updateAttempt } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'
import { askLastTime } from './attempt-check.ts'
import { planCancels } from './cancel-plan.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/** The customer may ask for another prompt after this long without an answer. */
export const retryAfterMs = 30_000

/** Returns whether the customer can still approve an attempt. An expired one waits only for the network. */
export const isWaiting = ({ state, expiresAt }: Attempt, now: number): boolean =>
  state === 'sent' && (expiresAt === null || now < expiresAt)

/**
 * Returns whether a new attempt may replace this one: it has expired or, if the customer asked for another
 * prompt (`replacesWaiting`), has waited for `retryAfterMs`.
 */
const isReplaceable = (attempt: Attempt, replacesWaiting: boolean, now: number): boolean =>
  attempt.state === 'sent' &&
  (!isWaiting(attempt, now) || (replacesWaiting && now >= attempt.createdAt + retryAfterMs))

/**
 * Asks the networks one last time about the open attempts of a payment, if a new attempt may replace all of
 * them. The answers are recorded, even one that comes too late for this request.
 * @param replacesWaiting whether the customer asked for another prompt
 * @returns whether one of the attempts is paid, even with a different amount
 * @throws Fault `attempt_outcome_unknown` when a network does not answer within `networkWaitMs`, or cannot be
 * asked now
 */
export async function checkReplaced(
  appliance: Appliance,
  paymentId: string,
  replacesWaiting: boolean,
): Promise<boolean> {
  const { read } = appliance.store
  const now = appliance.world.clock.now()
  const openAttempts = await listOpenAttempts(read, paymentId)
  if (!openAttempts.every(attempt => isReplaceable(attempt, replacesWaiting, now))) return false
  const lastChecks = Promise.all(openAttempts.map(({ id }) => askLastTime(appliance, id)))
  // For each attempt, whether the network could be asked; undefined when an answer takes too long.
  const askedAttempts = await withTimeout(appliance, networkWaitMs, lastChecks)
  const attempts = await Promise.all(openAttempts.map(({ id }) => findAttempt(read, id)))
  if (attempts.some(attempt => attempt?.state === 'succeeded')) return true
  if (!askedAttempts?.every(isAsked => isAsked)) throw fault('attempt_outcome_unknown')
  return false
}

/**
 * Cancels the open attempts that a new one replaces. Money that still arrives for them is booked.
 * @param replacesWaiting whether the customer asked for another prompt
 * @throws Fault `attempt_in_progress` or `attempt_outcome_unknown` for an attempt that may not be replaced
 */
export async function cancelReplaced(
  tx: Tx,
  appliance: Appliance,
  paymentId: string,
  replacesWaiting: boolean,
  now: number,
): Promise<void> {
  const openAttempts = await listOpenAttempts(tx, paymentId)
  for (const attempt of openAttempts) {
    if (!isReplaceable(attempt, replacesWaiting, now))
      throw fault(attempt.state === 'sent' ? 'attempt_in_progress' : 'attempt_outcome_unknown')
    await updateAttempt(tx, { ...attempt, state: 'cancelled', endedAt: now })
  }
  await planCancels(tx, appliance, openAttempts, now)
}
