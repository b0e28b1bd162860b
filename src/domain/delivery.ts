// A delivery: one event on its way to one address, tried up to five times.
//
//   pending ──► success                 failed ──► retrying ──► success | failed
//      └──────► failed                     after the fifth try: abandoned
//
// A try that could not leave the server does not count: the delivery stays `pending` or `failed` and is tried
// again soon. An address that answers 410 Gone to the last try of a delivery is paused: further deliveries to
// it wait, uncounted, until a person resumes it.
import type { EventType } from './event.ts'

export const deliveryStatuses = ['pending', 'retrying', 'success', 'failed', 'abandoned'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly type: EventType
  readonly accountId: string
  readonly subject: string // the payment or payout; its deliveries are sent in order
  readonly url: string
  readonly host: string
  readonly status: DeliveryStatus
  readonly tries: number // tries that count toward the limit
  readonly stalls: number // consecutive tries that did not count
  readonly nextAt: number | null // null when it has ended, or while its address is paused
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: number
  readonly endedAt: number | null
}

/** Returns the queue of a delivery's job: one for each account and host. */
export const deliveryQueue = ({ accountId, host }: Pick<Delivery, 'accountId' | 'host'>): string =>
  `${accountId} ${host}`
/** Returns the account of a queue; empty for a queue of an earlier version, whose name was the host alone. */
export const accountOfQueue = (queue: string): string => queue.slice(0, Math.max(0, queue.indexOf(' ')))

/** One HTTP try: the receiver's status, or the error. */
export interface DispatchResult {
  readonly status: number | null
  readonly error: string | null
  /** Whether this server caused the failure (no network, or an unreliable clock), not the receiver. */
  readonly isOurs?: boolean
  readonly retryAfter?: string | undefined // the Retry-After header of the response
}

const minuteMs = 60_000
/** Wait after the first, second, third and fourth failed try (specification, Delivery and retry). */
const waitsMs: readonly number[] = [3 * minuteMs, 6 * minuteMs, 12 * minuteMs, 24 * minuteMs]
/** At most five tries (specification, Limits). */
export const deliveryTriesMax = waitsMs.length + 1

/** Whether this status means that the receiver took the event: 200 to 299. */
export const isDelivered = (status: number | null) => status !== null && status >= 200 && status < 300

/** The longest wait after a try that did not count. */
export const stallMaxMs = 5 * minuteMs
/** Returns the wait after a try that did not count: one minute longer each time, at most `stallMaxMs`. */
const stallMs = (stalls: number) => Math.min(stalls * minuteMs, stallMaxMs)
/** A receiver's Retry-After may lengthen a wait up to this. */
const retryAfterMaxMs = 86_400_000
/** The status with which a receiver answers that an address is gone for good. */
const httpGone = 410

/** Returns the delivery after one try: delivered, to be tried again at `nextAt`, or abandoned. */
export function nextDelivery(delivery: Delivery, result: DispatchResult, now: number): Delivery {
  const answered = { ...delivery, lastStatus: result.status, lastError: result.error }
  const tries = delivery.tries + 1
  if (isDelivered(result.status))
    return { ...answered, status: 'success', tries, stalls: 0, nextAt: null, lastError: null, endedAt: now }
  if (result.isOurs) {
    const stalls = delivery.stalls + 1
    return { ...answered, status: statusBetweenTries(delivery), stalls, nextAt: now + stallMs(stalls) }
  }
  const waitMs = waitsMs[tries - 1]
  const isLastTry = waitMs === undefined
  if (isLastTry) return { ...answered, status: 'abandoned', tries, stalls: 0, nextAt: null, endedAt: now }
  const nextAt = Math.max(now + waitMs, retryAt(result.retryAfter, now))
  return { ...answered, status: 'failed', tries, stalls: 0, nextAt }
}

/** Returns the delivery when a try begins: a first try stays `pending`, a later one is `retrying`. */
export const beginTry = (delivery: Delivery): Delivery =>
  delivery.status === 'failed' ? { ...delivery, status: 'retrying' } : delivery

/** Returns the status of a delivery that waits for its next try. */
const statusBetweenTries = ({ tries }: Delivery): DeliveryStatus => (tries === 0 ? 'pending' : 'failed')

/** Whether a delivery has ended, so that no further try is due. */
export const isDeliveryFinal = ({ status }: Pick<Delivery, 'status'>): boolean =>
  status === 'success' || status === 'abandoned'

/** Whether to pause the address, because it answered the last try with 410 Gone. */
export const isAddressGone = ({ status, lastStatus }: Delivery): boolean =>
  status === 'abandoned' && lastStatus === httpGone

/** Returns the delivery while its address is paused: no try is due. */
export const pauseDelivery = (delivery: Delivery): Delivery => ({
  ...delivery,
  status: statusBetweenTries(delivery),
  nextAt: null,
  lastError: 'not sent: this address answered 410 Gone and is paused until a person resumes it',
})

/**
 * Returns the time from which a receiver allows the next try, at most a day from now; 0 for any time.
 * @param retryAfter its Retry-After header, which has seconds or a date (RFC 9110, 10.2.3)
 */
function retryAt(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const isSeconds = /^\d+$/.test(retryAfter)
  const time = isSeconds ? now + Number(retryAfter) * 1_000 : readHttpDate(retryAfter)
  return Math.min(time, now + retryAfterMaxMs)
}

/** A weekday and a date: the three forms of an HTTP date (RFC 9110, 5.6.7), of which one ends without GMT. */
const httpDate = /^[A-Z][a-z]{2,8},? [\w :-]+$/

/** Reads an HTTP date, which is in UTC, to milliseconds since 1970; 0 for any other text. */
function readHttpDate(text: string): number {
  if (!httpDate.test(text)) return 0
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`) || 0
}
