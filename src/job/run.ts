// What is under way here. A job runs once at a time, its lease is renewed for as long as it takes, and when
// the clock is set, leases and waiting jobs move with it (docs/decisions/0015).
import type { Appliance } from '../appliance.ts'
import { isLogged, type Job, leaseMs } from '../domain/job.ts'
import { expirySecondsMax } from '../domain/payment.ts'
import { sessionSeconds } from '../domain/session.ts'
import { moveJobsBack, moveJobsOn, renewJob } from '../store/job.ts'
import type { Tx } from '../store/statement.ts'
import { newClockOffset } from './clock-offset.ts'

/**
 * A lease that has less left is renewed. The loop looks every minute at least; deliveries end within half of
 * one and need it never.
 */
const renewBelowMs = 80_000
/**
 * A job that does not end is told of when its lease was renewed so often, some eight minutes, and then more
 * and more rarely.
 */
const renewalsTold = 8

/** A job under way. */
export interface Run {
  readonly job: Job
  /** When its lease ends, or that of `next`. */
  lease: number
  /**
   * It was made due again meanwhile and is claimed for one more run, which begins when this one has ended.
   */
  next?: Job
}

export interface Runs {
  count(): number
  begin(job: Job, carryOut: (run: Run) => Promise<void>): void
  end(job: Job): void
  /** A job that is under way already is not begun beside itself, but after. @returns whether it is */
  waitsForItself(job: Job): boolean
  /** Whether the clock was not set since the leases were looked at. */
  isInTime(): boolean
  /** Looks at the clock and at the leases; to be called before each claim. */
  keepLeases(): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

export function newRuns({ store, world: { clock, log } }: Appliance): Runs {
  const drift = newClockOffset(clock)
  /** By the job's id. */
  const running = new Map<string, Run & { done: Promise<void>; renewals: number }>()

  /** Takes new leases, and does in the same transaction what goes with them. */
  async function renew(some: readonly Run[], also: (tx: Tx) => Promise<unknown>): Promise<void> {
    const before = some.map(run => ({ run, lease: run.lease }))
    const fresh = clock.now() + leaseMs
    try {
      await store.write(async tx => {
        // A run may be booked in the same commit: that has to find the lease as it is by then.
        for (const run of some) if (await renewJob(tx, run.job, run.lease, fresh)) run.lease = fresh
        await also(tx)
      })
    } catch (error) {
      for (const { run, lease } of before) if (run.lease === fresh) run.lease = lease
      throw error
    }
  }

  async function renewOld(): Promise<void> {
    const now = clock.now()
    const old = [...running.values().filter(({ lease }) => lease - now < renewBelowMs)]
    if (old.length === 0) return
    await renew(old, async () => {})
    for (const run of old)
      if (++run.renewals >= renewalsTold && isLogged(run.renewals))
        log('warn', 'a job does not end', {
          job: run.job.kind,
          subject: run.job.subject,
          renewals: run.renewals,
        })
  }

  /**
   * What waits keeps its distance: all of it when the clock was set back, or else what ends a customer's
   * time.
   */
  async function followClock(ms: number): Promise<void> {
    const now = clock.now()
    await renew([...running.values()], async tx => {
      if (ms < 0) return moveJobsBack(tx, -ms, now)
      await moveJobsOn(tx, 'payment.expire', ms, now, expirySecondsMax * 1_000)
      await moveJobsOn(tx, 'session.expire', ms, now, sessionSeconds.most * 1_000)
    })
    drift.follow(ms)
    log('info', 'the clock was set, and the jobs followed', { ms })
  }

  return {
    count: () => running.size,
    begin(job, carryOut) {
      const run = { job, lease: job.dueAt, renewals: 0, done: Promise.resolve() }
      running.set(job.id, run)
      run.done = carryOut(run)
    },
    end: ({ id }) => running.delete(id),
    waitsForItself(job) {
      const run = running.get(job.id)
      if (run) Object.assign(run, { next: job, lease: job.dueAt })
      return run !== undefined
    },
    isInTime: () => drift.moved() === 0,
    async keepLeases() {
      const moved = drift.moved()
      if (moved !== 0) await followClock(moved)
      await renewOld()
    },
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
