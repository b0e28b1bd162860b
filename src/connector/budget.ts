// Limits how often a network is called. Orders come before status checks, so that a till never waits because
// old payments are being checked.

export interface Limit {
  readonly perMinute: number
  readonly atOnce: number // requests at a time; with `perMinute` the most in any minute
  readonly keptForOrders: number // status checks leave this many requests to orders
}

export interface Budget {
  /** Returns whether a request may be sent now; if so, counts the request. */
  take(purpose: 'order' | 'check'): boolean
  /** Allows no request for `ms`, because the network asked for that: other servers may use the same key. */
  stop(ms: number): void
  /** Returns how long until a status check may be sent; 0 for now. */
  checkWaitMs(): number
}

/** Returns how long to wait before a status check that exceeds the budget is tried again, at least 1 s. */
export const retryWaitMs = (budget: Pick<Budget, 'checkWaitMs'>): number =>
  Math.max(1_000, budget.checkWaitMs())

/**
 * Returns a budget of requests to a network: `atOnce` requests may be sent together, and `perMinute` new ones
 * become available each minute. A status check must leave `keptForOrders` requests to orders.
 * @param elapsed milliseconds of a monotonic clock
 */
export function newBudget(elapsed: () => number, { perMinute, atOnce, keptForOrders }: Limit): Budget {
  let available = atOnce // requests; may have a fraction
  let countedAt = elapsed()
  let stoppedUntil = Number.NEGATIVE_INFINITY
  /** Adds the requests that became available since the last call. @returns the time now */
  const refill = () => {
    const now = elapsed()
    available = Math.min(atOnce, available + ((now - countedAt) * perMinute) / 60_000)
    countedAt = now
    return now
  }
  return {
    take(purpose) {
      const needed = purpose === 'check' ? 1 + keptForOrders : 1
      if (refill() < stoppedUntil || available < needed) return false
      available--
      return true
    },
    stop(ms) {
      stoppedUntil = Math.max(stoppedUntil, elapsed() + ms)
    },
    checkWaitMs() {
      const now = refill()
      const missing = Math.max(0, 1 + keptForOrders - available)
      return Math.ceil(Math.max(stoppedUntil - now, (missing * 60_000) / perMinute))
    },
  }
}
