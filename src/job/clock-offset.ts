// How far the wall clock was set, told by the one that nobody can set. The job loop asks before it claims,
// and lets its jobs follow.
import type { Clock } from '../world.ts'

/** Corrections that add up to less are not worth a move. */
const leastMs = 2_000

export interface ClockOffset {
  /**
   * Milliseconds that the wall clock was set forward (or, below zero, back) and that nobody followed yet; 0
   * when there are few.
   */
  moved(): number
  /** So many were followed. */
  follow(ms: number): void
}

export function newClockOffset({ now, elapsed }: Pick<Clock, 'now' | 'elapsed'>): ClockOffset {
  let offset = now() - elapsed()
  return {
    moved() {
      const ms = now() - elapsed() - offset
      return Math.abs(ms) < leastMs ? 0 : Math.round(ms)
    },
    follow(ms) {
      offset += ms
    },
  }
}
