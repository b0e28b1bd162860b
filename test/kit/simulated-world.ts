// The parts of a simulated world: time that a test moves, and chance from a seed. One seed always gives the
// same run.

export interface Timeline {
  /** Returns milliseconds since 1970. */
  now(): number
  /**
   * Calls back once, `ms` from now; equal ones in the order of their creation. Returns a function that
   * cancels it.
   */
  after(ms: number, call: () => void): () => void
  /**
   * Goes to the next timer due by `until` and calls it; if there is none, goes to `until`.
   * @returns whether it called one
   */
  next(until: number): boolean
  /** Returns the time until which nothing happens: that of the next timer, or the target time of `next`. */
  quietUntil(): number
}

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** Returns a clock that only the test moves. @param start milliseconds since 1970 */
export function newTimeline(start: number): Timeline {
  let now = start
  let goal = start
  /** The next one is last. */
  const timers: Timer[] = []
  return {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + Math.max(0, ms), call }
      timers.splice(timers.findLastIndex(other => other.at > timer.at) + 1, 0, timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index >= 0) timers.splice(index, 1)
      }
    },
    next(until) {
      goal = until
      const timer = timers.at(-1)
      if (!timer || timer.at > until) {
        now = Math.max(now, until)
        return false
      }
      timers.pop()
      now = timer.at
      timer.call()
      return true
    },
    quietUntil: () => Math.min(goal, timers.at(-1)?.at ?? goal),
  }
}

export interface Chance {
  /** Returns a number from 0 up to, not including, 1. */
  roll(): number
  happens(probability: number): boolean
  /** Returns a whole number, both ends included. */
  between(least: number, most: number): number
  pick<T>(first: T, ...others: readonly T[]): T
  bytes(length: number): Uint8Array
}

/** Returns a random generator by Mulberry32: 32 bits of state, plenty for a market day. */
export function newChance(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1)
  const word = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const roll = () => word() / 2 ** 32
  const between = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1))
  return {
    roll,
    happens: probability => roll() < probability,
    between,
    pick: (first, ...others) => others[between(-1, others.length - 1)] ?? first,
    bytes: length => Uint8Array.from({ length }, () => word() >>> 24),
  }
}

/** A length of time in the words of a story. */
export interface Span {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  readonly ms?: number
}

/** Returns a span in milliseconds. */
export const msOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }: Span): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000 + ms
