// Counts tries at a key (an address and a route) in memory. It runs on a clock that only goes forward:
// better-auth's own counters use the wall clock, and one that is set back a day would lock the address out
// for that day. A restart forgets; nobody on the network can cause one.

/** At most `max` tries until `window` seconds have passed since the last one that was let through. */
interface Rule {
  readonly window: number
  readonly max: number
}

export interface Throttle {
  /** Takes one try. Refused, it answers in how many seconds to come back. */
  take(key: string, rule: Rule): number | undefined
  /** Takes the last try back: it was no guess. */
  giveBack(key: string): void
}

/** Keys remembered at once; the one longest unused makes room. */
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
