// How often and how late pushes may be sent. Anyone with a checkout link can make phones ring, so the public
// may request only a few. A program with a key must leave the same gap, and has a limit for each phone that
// it rarely reaches.
import type { Attempt, AttemptState, CollectOrder } from './attempt.ts'
import { type Fault, fault } from './fault.ts'
import { timeOfReference } from './id.ts'

/**
 * The minimum between two pushes of one payment, even after a cancelled push: about the time to retype a
 * number.
 */
const gapMinMs = 10_000
export const pushWindowMs = 3_600_000
/** The pushes of one link in an hour: enough for a customer who tries every number of the family. */
const linkPushesMax = 12
/**
 * The pushes to one number in an hour by all links of this server, because a family or a row of market stalls
 * may share a phone. Paid pushes do not count.
 */
export const phonePushesMax = 20

/**
 * How long after its order an interrupted push may still be sent, milliseconds; later, its customer may have
 * gone.
 */
export const pushAgeMaxMs = 120_000

/** An order may seem to be this much younger than now by a small correction of the clock. */
const clockSlackMs = 300_000

/**
 * Returns the age of an order in milliseconds, the larger of two: running time stops while our server is off,
 * and the wall clock may have been set back. If the wall clock shows a time before the order, the age is
 * unknown and infinite: after a power cut such a clock may be years behind.
 * @param ageMs in running time
 */
export function ageByBothClocks(
  { order, ageMs }: { readonly order: Pick<CollectOrder, 'networkReference'>; readonly ageMs: number },
  now: number,
): number {
  const wallAgeMs = now - timeOfReference(order.networkReference)
  return wallAgeMs < -clockSlackMs ? Number.POSITIVE_INFINITY : Math.max(ageMs, wallAgeMs)
}

export type PushFact = Pick<Attempt, 'method' | 'phone' | 'state' | 'createdAt' | 'expiresAt' | 'ranAt'>

/** Returns the whole seconds to wait: rounded up, at least one. */
const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))
/** Whether the network has answered, so that the phone has stopped ringing. */
const isAnswered = (state: AttemptState) => state === 'failed' || state === 'succeeded'

/**
 * Asserts the gap between two pushes, because the customer could approve both of two prompts on one phone.
 * Another number may be pushed sooner.
 * @param attempts all attempts of the payment
 * @param ranMs running time now
 * @param promptMs how long a prompt may ring
 * @throws Fault `rate_limit_exceeded` while the last push to this phone may still ring, or any push is too
 * recent
 */
export function assertPushGap(
  attempts: readonly PushFact[],
  { phone, ranMs, promptMs }: { readonly phone: string; readonly ranMs: number; readonly promptMs: number },
): void {
  const pushes = attempts.filter(({ method, state }) => method === 'push' && !isAnswered(state))
  const waits = pushes.map(push => {
    const gapMs = push.phone === phone ? Math.max(gapMinMs, promptMs) : gapMinMs
    // A power cut loses some running time, so a push may seem to be later than now.
    return Math.min(gapMs, push.ranAt + gapMs - ranMs)
  })
  const waitMs = Math.max(0, ...waits)
  if (waitMs > 0) throw fault('push_too_soon', { seconds: secondsOf(waitMs) })
}

/**
 * Throws if `max` pushes were sent within the last hour.
 * @param times when pushes were sent, in any order
 * @param refuse makes the fault, with the seconds until the next push is allowed
 */
const assertBelowLimit = (
  times: readonly number[],
  max: number,
  now: number,
  refuse: (seconds: number) => Fault,
): void => {
  // A push in the future was recorded while the clock was wrong, so it does not count.
  const isInWindow = (time: number) => time > now - pushWindowMs && time <= now
  const newestFirst = times.filter(isInWindow).toSorted((a, b) => b - a)
  // Another push is allowed once this one leaves the window.
  const oldestInLimit = newestFirst[max - 1]
  if (oldestInLimit !== undefined) throw refuse(secondsOf(oldestInLimit + pushWindowMs - now))
}

/**
 * Checks that a checkout link has pushes left.
 * @param attempts all attempts of its payment
 * @throws Fault `link_pushes_used_up`
 */
export const assertLinkPushes = (attempts: readonly PushFact[], now: number): void =>
  assertBelowLimit(
    attempts
      .filter(({ method, expiresAt }) => method === 'push' && expiresAt !== null)
      .map(attempt => attempt.createdAt),
    linkPushesMax,
    now,
    seconds => fault('link_pushes_used_up', { seconds }),
  )

/**
 * Checks that a number may get another push from any source.
 * @param times when unpaid pushes were sent to the number, from all sources
 * @param max how many are allowed in an hour
 * @throws Fault `phone_bound_reached`
 */
export const assertPushesTo = (times: readonly number[], max: number, now: number): void =>
  assertBelowLimit(times, max, now, seconds => fault('phone_bound_reached', { max, seconds }))

/**
 * Checks that a number may get another push from a checkout link.
 * @param times when unpaid pushes were sent to the number from checkout links
 * @throws Fault `phone_pushes_used_up`
 */
export const assertPhonePushes = (times: readonly number[], now: number): void =>
  assertBelowLimit(times, phonePushesMax, now, seconds => fault('phone_pushes_used_up', { seconds }))
