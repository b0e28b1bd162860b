// When the status of an order is asked for next. While a screen waits for it, every few seconds; after two minutes
// ever more slowly. An order that is not watched is asked about slowly from the start.

/** How a network is to be asked. Milliseconds. */
export interface CheckPace {
  /** First wait before the status of an order that is not watched, and the longest between two checks. */
  readonly firstMs: number
  readonly mostMs: number
  /** After this long without a clear answer the status is checked only once a day. */
  readonly deadlineMs: number
  /** One call answers the checks of many orders. */
  readonly areShared?: boolean
}

/** The longest wait between two status checks. */
export const checkIdleMs = 86_400_000
/** Between two checks while a till, a payment page or a stream shows the payment. */
export const watchedCheckMs = 3_000
/** For so long its status is asked for at that pace. */
const watchedMs = 120_000
/** The part of a network's limit that checks of watched payments may use; the rest is for orders. */
const checksShare = 0.75

/**
 * How long to wait before the next status check of an order that is not watched: half of its age, within the
 * bounds. An order from the future, before the clock was set back, has no known age.
 */
export function nextCheckMs({ firstMs, mostMs, deadlineMs }: CheckPace, ageMs: number): number {
  if (ageMs < 0) return mostMs
  if (ageMs >= deadlineMs) return checkIdleMs
  return Math.min(mostMs, Math.max(firstMs, Math.floor(ageMs / 2)))
}

/**
 * The same of an order whose payment is watched.
 * @param watched how many payments of this connection are watched, this one included: together they keep its limit
 */
export function nextWatchedCheckMs(
  { checks, rate }: { readonly checks: CheckPace; readonly rate: { readonly perMinute: number } },
  ageMs: number,
  watched: number,
): number {
  const calls = checks.areShared ? 1 : watched
  const paceMs = Math.max(watchedCheckMs, Math.ceil((calls * 60_000) / (rate.perMinute * checksShare)))
  if (ageMs >= 0 && ageMs < watchedMs) return paceMs
  return Math.max(paceMs, nextCheckMs({ ...checks, firstMs: paceMs }, ageMs - watchedMs))
}
