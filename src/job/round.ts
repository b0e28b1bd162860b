// Runs the rounds of the job loop, and sleeps between them until the next job is due. New work shortens the
// sleep.
import type { Clock } from '../world.ts'

/** The rounds of the job loop, one at a time. */
export interface Rounds {
  readonly state: () => 'idle' | 'running' | 'stopped'
  /** How long the current round has run; 0 between rounds. */
  readonly busyMs: () => number
  /** Allows rounds to run. */
  open(): void
  /** Runs a round now, unless one runs already. */
  run(): void
  /** Reports that a job is due at this time. */
  wake(dueAt: number): void
  /** Runs no more rounds, and waits for the current one. */
  stop(): Promise<void>
}

/**
 * Returns the rounds of the job loop. None runs before `open`; between rounds, the loop sleeps.
 * @param isInTime whether the clock was not set since the last round; if it was, waking means now
 * @param runRound runs one round and returns when the next one is due; it never rejects
 */
export function newRounds(clock: Clock, isInTime: () => boolean, runRound: () => Promise<number>): Rounds {
  let state: ReturnType<Rounds['state']> = 'idle'
  let cancelSleep = () => {}
  /** Measured with the monotonic clock. */
  let sleepsUntil = Number.POSITIVE_INFINITY
  let round: Promise<void> | undefined
  let roundBeganAt = 0
  /** The earliest due time that arrived during a round. */
  let wokenFor = Number.POSITIVE_INFINITY

  /** Sleeps until the next round, unless an earlier one is planned already. */
  function sleep(ms: number): void {
    const waitMs = Math.max(0, ms)
    const wakesAt = clock.elapsed() + waitMs
    if (round || state !== 'running' || wakesAt >= sleepsUntil) return
    sleepsUntil = wakesAt
    cancelSleep()
    cancelSleep = clock.after(waitMs, run)
  }

  function run(): void {
    if (state !== 'running' || round) return
    roundBeganAt = clock.elapsed()
    round = runRound().then(next => {
      round = undefined
      sleepsUntil = Number.POSITIVE_INFINITY
      sleep(Math.min(next, wokenFor) - clock.now())
      wokenFor = Number.POSITIVE_INFINITY
    })
  }

  return {
    state: () => state,
    busyMs: () => (round ? clock.elapsed() - roundBeganAt : 0),
    open() {
      state = 'running'
    },
    run,
    wake(dueAt) {
      if (round) wokenFor = Math.min(wokenFor, dueAt)
      sleep(isInTime() ? dueAt - clock.now() : 0)
    },
    async stop() {
      state = 'stopped'
      cancelSleep()
      await round
    },
  }
}
