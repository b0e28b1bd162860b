// When to check the status of an order next: every few seconds while a screen waits for it, and more and more
// slowly after two minutes. An order that no screen waits for is checked slowly from the start.

/** How often a network may be asked. Milliseconds. */
export interface CheckPace {
  readonly firstMs: number // the wait before the first check of an order that no screen waits for
  readonly mostMs: number // the longest wait between two checks
  /** After this long without a clear answer the status is checked only once a day. */
  readonly deadlineMs: number
  readonly areShared?: boolean // one call answers the checks of many orders
}

/** The longest wait between two status checks. */
export const checkIdleMs = 86_400_000
/** The wait between two checks while a till, a payment page or a stream shows the payment. */
export const watchedCheckMs = 3_000
/** How long the status is checked that often. */
const watchedMs = 120_000
/** The share of a network's limit that checks of watched payments may use; the rest is for orders. */
const checksShare = 0.75

/**
 * Returns the wait in milliseconds before the next status check: half of the order's age, within the bounds
 * of the network. After the deadline, once a day.
 * @param ageMs negative if the age is unknown because the clock was set back
 */
export function nextCheckMs({ firstMs, mostMs, deadlineMs }: CheckPace, ageMs: number): number {
  if (ageMs < 0) return mostMs
  if (ageMs >= deadlineMs) return checkIdleMs
  return Math.min(mostMs, Math.max(firstMs, Math.floor(ageMs / 2)))
}

/**
 * Returns the wait in milliseconds before the next status check of a payment that a screen shows. The checks
 * of all such payments together stay within the network's limit.
 * @param ageMs the age of the order; negative if unknown
 * @param watched how many payments of this connection screens show, including this payment
 */
export function nextWatchedCheckMs(
  { checks, rate }: { readonly checks: CheckPace; readonly rate: { readonly perMinute: number } },
  ageMs: number,
  watched: number,
): number {
  const callsPerRound = checks.areShared ? 1 : watched
  const checksPerMinute = rate.perMinute * checksShare
  const paceMs = Math.max(watchedCheckMs, Math.ceil((callsPerRound * 60_000) / checksPerMinute))
  if (ageMs >= 0 && ageMs < watchedMs) return paceMs
  return Math.max(paceMs, nextCheckMs({ ...checks, firstMs: paceMs }, ageMs - watchedMs))
}
