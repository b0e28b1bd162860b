// Counts tries by key (an address and a route) in memory. It uses a clock that only goes forward:
// better-auth's own counters use the wall clock, and setting that back a day would lock an address out for a
// day. A restart forgets the counts; nothing on the network can cause one.

/** At most `max` tries until `window` seconds have passed since the last one that was let through. */
export interface ThrottleRule {
  readonly window: number
  readonly max: number
}

export interface Throttle {
  /** Counts a try. @returns undefined, or in how many seconds the next try is allowed */
  take(key: string, rule: ThrottleRule): number | undefined
  /** Takes the last try back: it was right, so no guess. */
  giveBack(key: string): void
}

/** Keys stored at once; the one unused for longest makes room. */
const keysMax = 10_000

/** @param elapsed milliseconds that only go forward */
export function newThrottle(elapsed: () => number): Throttle {
  const tries = new Map<string, { count: number; last: number }>()
  return {
    take(key, { window, max }) {
      const at = elapsed()
      const before = tries.get(key)
      const free = before === undefined ? at : before.last + window * 1_000
      const count = before === undefined || free <= at ? 0 : before.count
      if (count >= max) return Math.ceil((free - at) / 1_000)
      tries.delete(key)
      const oldest = tries.size < keysMax ? undefined : tries.keys().next().value
      if (oldest !== undefined) tries.delete(oldest)
      tries.set(key, { count: count + 1, last: at })
    },
    giveBack(key) {
      const before = tries.get(key)
      if (before !== undefined && before.count > 0) before.count -= 1
    },
  }
}
