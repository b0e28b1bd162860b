// How often pushes may be sent. Anyone with a checkout link can make phones ring, so the pushes that the
// public asks for are few; a program with a key answers for its own, and only keeps the gap.
import type { Attempt, AttemptState } from './attempt.ts'
import { type Fault, fault } from './fault.ts'

/** Between two pushes of one payment, also when the first was cancelled: about what retyping a number takes. */
const gapMs = 10_000
export const pushWindowMs = 3_600_000
/** By one link in an hour: a customer who tries every number of the family. */
const linkPushesMax = 12
/** To one number in an hour (a phone that a family or a market row shares), by all links of this server; pushes that were paid do not count. */
export const phonePushesMax = 20

export type PushFact = Pick<Attempt, 'method' | 'state' | 'createdAt' | 'expiresAt'>

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1_000))
/** A push later than now was stamped by a clock that was wrong. */
const isBetween = (time: number, start: number, now: number) => start < time && time <= now
/** The network has answered: it rings no more. */
const isAnswered = (state: AttemptState) => state === 'failed' || state === 'succeeded'

/** @throws Fault `rate_limit_exceeded` when the payment's last push is too new. @param attempts of the payment */
export function assertPushGap(attempts: readonly PushFact[], now: number): void {
  const last = attempts
    .filter(({ method, state, createdAt }) => method === 'push' && !isAnswered(state) && createdAt <= now)
    .reduce((newest, { createdAt }) => Math.max(newest, createdAt), Number.NEGATIVE_INFINITY)
  if (isBetween(last, now - gapMs, now))
    throw fault('push_too_soon', { seconds: secondsOf(last + gapMs - now) })
}

const usedUp = (
  times: readonly number[],
  max: number,
  now: number,
  refuse: (seconds: number) => Fault,
): void => {
  const counted = times.filter(time => isBetween(time, now - pushWindowMs, now)).toSorted((a, b) => b - a)
  const oldest = counted[max - 1]
  if (oldest !== undefined) throw refuse(secondsOf(oldest + pushWindowMs - now))
}

/** @throws Fault `rate_limit_exceeded` when a link has asked for its pushes. @param attempts of its payment */
export const assertLinkPushes = (attempts: readonly PushFact[], now: number): void =>
  usedUp(
    attempts
      .filter(({ method, expiresAt }) => method === 'push' && expiresAt !== null)
      .map(one => one.createdAt),
    linkPushesMax,
    now,
    seconds => fault('link_pushes_used_up', { seconds }),
  )

/** @throws Fault `rate_limit_exceeded`. @param times of the unpaid pushes of checkout links to one number */
export const assertPhonePushes = (times: readonly number[], now: number): void =>
  usedUp(times, phonePushesMax, now, seconds => fault('phone_pushes_used_up', { seconds }))
