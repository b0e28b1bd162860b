// How often and how late pushes may be sent. Anyone with a checkout link can make phones ring, so the public
// may request only a few. A program with a key must leave the same gap, and has a limit for each phone that
// it rarely reaches.
import type { Attempt, AttemptState, CollectOrder } from './attempt.ts'
import { type Fault, fault } from './fault.ts'
import { timeOfReference } from './id.ts'

/** The minimum between two pushes of one payment, cancelled or not: about the time to retype a number. */
const gapMinMs = 10_000
export const pushWindowMs = 3_600_000
/** The pushes of one link in an hour: enough for a customer who tries every number of the family. */
const linkPushesMax = 12
/**
 * The pushes to one number in an hour by all links of this server, because a family or a row of market stalls
 * may share a phone. Paid pushes do not count.
 */
export const phonePushesMax = 20

/** The greatest age of an order whose interrupted push is still sent. Later, its customer may have gone. */
export const pushAgeMaxMs = 120_000

/** How far in the future the time of an order may be after a small correction of the clock. */
const clockSlackMs = 300_000

/**
 * Returns the age of an order in milliseconds: the larger of `ageMs`, by running time, which stops while our
 * server is off, and its age by the wall clock, which may have been set back. If the wall clock shows a time
 * before the order, the age is infinite, because a clock may be years behind after a power cut.
 */
export function ageByBothClocks(
  { order, ageMs }: { readonly order: Pick<CollectOrder, 'networkReference'>; readonly ageMs: number },
  now: number,
): number {
  const wallAgeMs = now - timeOfReference(order.networkReference)
  return wallAgeMs < -clockSlackMs ? Number.POSITIVE_INFINITY : Math.max(ageMs, wallAgeMs)
}

export type PushFact = Pick<Attempt, 'method' | 'phone' | 'state' | 'createdAt' | 'expiresAt' | 'ranAt'>

/** Returns a wait in whole seconds: rounded up, at least one. */
const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))
/** Whether the network has answered a push, so that the phone shows no prompt any more. */
const isAnswered = (state: AttemptState) => state === 'failed' || state === 'succeeded'

/**
 * Checks the gap since the last pushes of a payment, because a customer could approve two prompts on one
 * phone. The gap is shorter for a push to another number.
 * @param attempts all attempts of the payment
 * @param push `ranMs` is the running time now; `promptMs`, how long a prompt may ring
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
    const endsAt = push.ranAt + gapMs
    // A power cut loses some running time, so a push may seem to be later than now.
    return Math.min(gapMs, endsAt - ranMs)
  })
  const waitMs = Math.max(0, ...waits)
  if (waitMs > 0) throw fault('push_too_soon', { seconds: secondsOf(waitMs) })
}

/**
 * Throws if `max` pushes were sent within the last hour.
 * @param times when pushes were sent, in any order
 * @param faultOf builds the fault to throw, from the seconds until the next push is allowed
 */
const assertBelowLimit = (
  times: readonly number[],
  max: number,
  now: number,
  faultOf: (seconds: number) => Fault,
): void => {
  // A push in the future was recorded while the clock was wrong, so it does not count.
  const isInWindow = (time: number) => time > now - pushWindowMs && time <= now
  const newestFirst = times.filter(isInWindow).toSorted((a, b) => b - a)
  // Another push is allowed once this one leaves the window.
  const oldestInLimit = newestFirst[max - 1]
  if (oldestInLimit !== undefined) throw faultOf(secondsOf(oldestInLimit + pushWindowMs - now))
}

/**
 * Checks that a checkout link may send another push. Only pushes from a link have an `expiresAt`.
 * @param attempts all attempts of the link's payment
 * @throws Fault `link_pushes_used_up`
 */
export function assertLinkPushes(attempts: readonly PushFact[], now: number): void {
  const linkPushes = attempts.filter(({ method, expiresAt }) => method === 'push' && expiresAt !== null)
  const times = linkPushes.map(({ createdAt }) => createdAt)
  assertBelowLimit(times, linkPushesMax, now, seconds => fault('link_pushes_used_up', { seconds }))
}

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
