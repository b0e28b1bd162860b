// The rate limit: a fixed window of 60 s per credential, from its first request. Counted in memory, by a
// clock that only goes forward.
import { fault } from '../../domain/fault.ts'

const windowMs = 60_000
const bucketsMost = 50_000

export interface LimitState {
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the window ends, 1 to 60. */
  readonly reset: number
  /** This request is one too many. */
  readonly isOver: boolean
}

export interface Limiter {
  /**
   * Counts one request; undefined when the limit is off. @throws Fault `rate_limit_exceeded` after `tell`
   * heard the state
   */
  take(bucket: string, limit: number, tell: (state: LimitState) => void): void
  /** Counts nothing, but refuses where the next request would be one too many. @throws as `take` */
  peek(bucket: string, limit: number, tell: (state: LimitState) => void): void
}

const secondsLeft = (ms: number) => Math.min(60, Math.max(1, Math.ceil(ms / 1_000)))
const tooMany = (limit: number, reset: number) => fault('too_many_requests', { limit, seconds: reset })

/** @param elapsed milliseconds of a clock that only goes forward */
export function newLimiter(elapsed: () => number): Limiter {
  const buckets = new Map<string, { used: number; ends: number }>()
  return {
    take(bucket, limit, tell) {
      if (limit === 0) return
      const now = elapsed()
      let window = buckets.get(bucket)
      if (!window || window.ends <= now) {
        if (buckets.size >= bucketsMost)
          for (const [name, old] of buckets) if (old.ends <= now) buckets.delete(name)
        window = { used: 0, ends: now + windowMs }
        buckets.set(bucket, window)
      }
      window.used++
      const reset = secondsLeft(window.ends - now)
      const isOver = window.used > limit
      tell({ limit, remaining: Math.max(0, limit - window.used), reset, isOver })
      if (isOver) throw tooMany(limit, reset)
    },
    peek(bucket, limit, tell) {
      const window = buckets.get(bucket)
      const now = elapsed()
      if (!window || window.ends <= now || window.used < limit) return
      const reset = secondsLeft(window.ends - now)
      tell({ limit, remaining: 0, reset, isOver: true })
      throw tooMany(limit, reset)
    },
  }
}
