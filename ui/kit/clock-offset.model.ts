// How far this device's clock is from the server's, from the Date header of every response. A tablet's
// clock is often wrong, and a countdown that trusts it would end minutes early or late. Each answer gives
// bounds; together they close in.

/** The server's time minus this device's lies between these, in milliseconds. */
export interface OffsetBounds {
  readonly min: number
  readonly max: number
}

/**
 * How far the Date header can lie behind the server's clock: it names a whole second, and servers renew it
 * about once a second.
 */
const dateSlackMs = 2_000

/**
 * Narrows the bounds by one more response: `date` is its Date header; `sent` and `received` are this device's
 * clock, all in milliseconds. If the bounds contradict, a clock was set, and only the newest count.
 */
export function narrowOffset(
  known: OffsetBounds | undefined,
  response: { date: number; sent: number; received: number },
): OffsetBounds {
  const newest = { min: response.date - response.received, max: response.date + dateSlackMs - response.sent }
  if (!known) return newest
  const narrowed = { min: Math.max(known.min, newest.min), max: Math.min(known.max, newest.max) }
  return narrowed.min <= narrowed.max ? narrowed : newest
}

/** Returns the milliseconds to add to this device's clock; 0 while the clocks may agree. */
export function clockOffset(bounds: OffsetBounds | undefined): number {
  if (!bounds || (bounds.min <= 0 && bounds.max >= 0)) return 0
  return Math.round((bounds.min + bounds.max) / 2)
}
