// Limits how often a network is called. Orders come before status checks, so that a till never waits because
// old payments are being checked.

export interface Limit {
  readonly perMinute: number
  readonly atOnce: number // requests at a time; with `perMinute` the most in any minute
  readonly keptForOrders: number // status checks leave this many requests to orders
}

export interface Budget {
  /** Whether the request may be sent now; if so, it counts. */
  take(purpose: 'order' | 'check'): boolean
  /** Stops requests for a while because the network asked for it: other servers may use the same key. */
  stop(ms: number): void
  /** How long until a check may be sent. */
  checkWaitMs(): number
}

/**
 * Counts requests against a network's limit: `atOnce` may be sent together, and `perMinute` come back.
 * @param elapsed milliseconds of a monotonic clock
 */
export function newBudget(elapsed: () => number, { perMinute, atOnce, keptForOrders }: Limit): Budget {
  let available = atOnce // requests, and the part of one that has come back
  let countedAt = elapsed()
  let stoppedUntil = Number.NEGATIVE_INFINITY
  /** Adds the requests that have come back since the last call. @returns the time now */
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
