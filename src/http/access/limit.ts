// The rate limit: a fixed window of 60 s per credential that starts with its first request. Requests are
// counted in memory with a monotonic clock.
import { fault } from '../../domain/fault.ts'
import type { NodeChannel } from '../../store/engine/node-channel.ts'
import { sha256 } from '../../store/hash.ts'
import type { Clock } from '../../world.ts'
import { newNodeCounts } from './node-limit.ts'

/** The limit of tills and people, who click faster than programs should. */
export const staffLimit = 1_200
const windowMs = 60_000
/** How many hex digits of a hash nodes exchange as the name of a bucket. */
const keyLength = 22
/** Keeps the windows within a few megabytes; beyond it the least recently used one is dropped. */
const bucketsMax = 50_000

/** The state of a rate limit after a request, which the headers of its answer show. */
export interface LimitState {
  readonly limit: number
  readonly remaining: number
  readonly reset: number // whole seconds until the window ends, 1 to 60
  readonly isOver: boolean // whether this request is over the limit
}

/** Counts requests in buckets. Each bucket has its own window. */
export interface Limiter {
  /**
   * Counts a request in a bucket. A limit of 0 is off: then nothing is counted, and `report` is not called.
   * @param report receives the state of the window, also before the fault is thrown
   * @throws Fault `rate_limit_exceeded` when the request is over the limit
   */
  take(bucket: string, limit: number, report: (state: LimitState) => void): void
  /** Whether the next request in a bucket would be over the limit. A limit of 0 is off. */
  isFull(bucket: string, limit: number): boolean
}

/** Converts milliseconds to whole seconds, rounded up, at least 1 and at most 60. */
const secondsLeft = (ms: number) => Math.min(60, Math.max(1, Math.ceil(ms / 1_000)))

interface Window {
  used: number // requests
  ends: number // milliseconds of the monotonic clock
}

/**
 * Returns a limiter that counts in memory. If the database has other nodes, all nodes count together.
 * @param elapsed milliseconds of a monotonic clock
 * @param nodes the channel to the other nodes, whose requests also count
 */
export function newLimiter(
  elapsed: () => number,
  nodes?: { readonly channel: NodeChannel; readonly after: Clock['after'] },
): Limiter {
  /** Windows in the order of use: the least recently used one comes first. */
  const buckets = new Map<string, Window>()
  /**
   * Returns the current window of a bucket, or a new one that ends after `ms`. Moves the bucket to the end of
   * the map, and drops the least recently used bucket when the map is full.
   */
  const windowOf = (bucket: string, now: number, ms: number = windowMs): Window => {
    const stored = buckets.get(bucket)
    const window = stored && stored.ends > now ? stored : { used: 0, ends: now + ms }
    if (stored) buckets.delete(bucket)
    const [oldest] = buckets.keys()
    if (oldest !== undefined && buckets.size >= bucketsMax) buckets.delete(oldest)
    buckets.set(bucket, window)
    return window
  }
  const otherNodes =
    nodes &&
    newNodeCounts(nodes.channel, nodes.after, (bucket, requests, msLeft) => {
      windowOf(bucket, elapsed(), msLeft).used += requests
    })
  /** Other nodes get a hash of a bucket's name, because the name contains addresses and ids. */
  const keyOf = nodes ? (bucket: string) => sha256(bucket).slice(0, keyLength) : (bucket: string) => bucket
  /** Counts a request, and returns its window. */
  const count = (bucket: string, now: number) => {
    const window = windowOf(bucket, now)
    window.used++
    otherNodes?.add(bucket, window.ends - now)
    return window
  }
  return {
    take(bucket, limit, report) {
      if (limit === 0) return
      const now = elapsed()
      const window = count(keyOf(bucket), now)
      const reset = secondsLeft(window.ends - now)
      const isOver = window.used > limit
      report({ limit, remaining: Math.max(0, limit - window.used), reset, isOver })
      if (isOver) throw fault('too_many_requests', { limit, seconds: reset })
    },
    isFull(bucket, limit) {
      const window = buckets.get(keyOf(bucket))
      return limit > 0 && window !== undefined && window.used >= limit && window.ends > elapsed()
    },
  }
}
