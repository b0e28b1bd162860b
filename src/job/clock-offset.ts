// How far the wall clock was set, measured against the monotonic clock. The job loop reads it before it
// claims, and moves its jobs.
import type { Clock } from '../world.ts'

/** Smaller corrections are not worth moving jobs. */
const minOffsetMs = 2_000

export interface ClockOffset {
  /** How far the wall clock was set forward since the last `follow`; below zero: back. */
  moved(): number
  /** Reports that the jobs were moved by `ms`, so that `moved` no longer includes these milliseconds. */
  follow(ms: number): void
}

/** Returns a measure of how far the wall clock is set from now on, compared with the monotonic clock. */
export function newClockOffset({ now, elapsed }: Pick<Clock, 'now' | 'elapsed'>): ClockOffset {
  let offset = now() - elapsed()
  return {
    moved() {
      const ms = now() - elapsed() - offset
      return Math.abs(ms) < minOffsetMs ? 0 : Math.round(ms)
    },
    follow(ms) {
      offset += ms
    },
  }
}
