// How far this device's clock is from the server's, from the Date header of every response. A tablet's
// clock is often wrong, and a countdown that trusts it would end minutes early or late. Each answer gives
// bounds; together they close in.

/** The server's time minus this device's, in milliseconds, lies between these. */
export interface OffsetBounds {
  readonly min: number
  readonly max: number
}

/** The header names a whole second, and servers renew it about once a second. */
const dateSlackMs = 2_000

/**
 * Narrows the bounds by one more response. Bounds that contradict mean that a clock was set: the newest
 * are believed.
 * @param date the Date header, `sent` and `received` this device's clock, all in milliseconds
 */
export function narrowOffset(
  known: OffsetBounds | undefined,
  seen: { date: number; sent: number; received: number },
): OffsetBounds {
  const heard = { min: seen.date - seen.received, max: seen.date + dateSlackMs - seen.sent }
  if (!known) return heard
  const both = { min: Math.max(known.min, heard.min), max: Math.min(known.max, heard.max) }
  return both.min <= both.max ? both : heard
}

/** Milliseconds to add to this device's clock. A difference that may be none counts as none. */
export const clockOffset = (skew: OffsetBounds | undefined): number =>
  !skew || (skew.min <= 0 && skew.max >= 0) ? 0 : Math.round((skew.min + skew.max) / 2)
