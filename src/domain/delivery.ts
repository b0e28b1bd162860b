// A delivery: one event on its way to one address, tried up to five times.
//
//   pending ──► success                 failed ──► retrying ──► success | failed
//      └──────► failed                     after the fifth try: abandoned

export type DeliveryStatus = 'pending' | 'retrying' | 'success' | 'failed' | 'abandoned'

export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly accountId: string
  /** The payment or payout: its deliveries go in order. */
  readonly subject: string
  readonly url: string
  readonly host: string
  readonly status: DeliveryStatus
  /** Tries that counted. */
  readonly tries: number
  readonly nextAt: number | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly createdAt: number
  readonly endedAt: number | null
}

/** One HTTP try: the receiver's status, or why there was none. */
export interface DispatchResult {
  readonly status: number | null
  readonly error: string | null
}

const minutes = 60_000
/** Wait after the first, second, third and fourth failed try (specification, Delivery and retry). */
const waits: readonly number[] = [3 * minutes, 6 * minutes, 12 * minutes, 24 * minutes]
/** At most five tries (specification, Limits). */
export const triesMax = waits.length + 1

const isDelivered = (status: number | null) => status !== null && status >= 200 && status < 300

/** The delivery after one try. */
export function nextDelivery(delivery: Delivery, result: DispatchResult, now: number): Delivery {
  const tries = delivery.tries + 1
  const told = { ...delivery, tries, lastStatus: result.status, lastError: result.error }
  if (isDelivered(result.status)) return { ...told, status: 'success', nextAt: null, lastError: null, endedAt: now }
  const wait = waits[tries - 1]
  if (wait === undefined) return { ...told, status: 'abandoned', nextAt: null, endedAt: now }
  return { ...told, status: 'failed', nextAt: now + wait }
}

/** The delivery as a try begins: a first try stays `pending`, a later one is `retrying`. */
export const beginTry = (delivery: Delivery): Delivery =>
  delivery.status === 'failed' ? { ...delivery, status: 'retrying' } : delivery
