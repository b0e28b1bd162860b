// The running jobs of this process. Each runs once at a time, and its lease is renewed until it ends. When
// the clock is set, leases and waiting jobs move with it (docs/decisions/0015).

import { isTryLogged, type Job, type JobPriority, jobPriority, leaseMs } from '../domain/job.ts'
import { expirySecondsMax } from '../domain/payment-limit.ts'
import { sessionSeconds } from '../domain/session.ts'
import type { Appliance } from '../flow/appliance.ts'
import type { Tx } from '../store/engine/statement.ts'
import { renewJob } from '../store/job-claim.ts'
import { moveJobsBack, moveJobsForward } from '../store/job-clock.ts'
import { newClockOffset } from './clock-offset.ts'
import { newLostClaims } from './lost-claim.ts'

/** The loop checks leases at least every minute. Deliveries end within half a minute and need no renewal. */
const renewBelowMs = 80_000
/** A job that does not end is logged after some eight minutes, and then less and less often. */
const renewalsLogged = 8

/** One run of a job. */
export interface JobRun {
  readonly job: Job // its due time is the end of its first lease
  /** When the lease of the job, or of `next`, ends. */
  lease: number
  /** The job became due again during its run; its next run begins when this one has ended. */
  next?: Job
}

/** The jobs that run in this process. */
export interface JobRuns {
  count(priority: JobPriority): number
  begin(job: Job, execute: (run: JobRun) => Promise<void>): void
  end(job: Job): void
  /**
   * If the job is running, makes it run again after its current run, never in parallel.
   * @returns whether it is running
   */
  repeatIfRunning(job: Job): boolean
  /** Notes claimed jobs that will not run; `keepLeases` makes them due again. */
  lose(jobs: readonly Job[]): void
  /** Whether no job runs. */
  isIdle(): boolean
  /** Whether the clock was not set since `keepLeases`. */
  isInTime(): boolean
  /** Follows the clock, renews leases and gives back lost jobs. Call it before each claim. */
  keepLeases(): Promise<void>
  /** Resolves when nothing runs. */
  settled(): Promise<void>
}

interface Running extends JobRun {
  done: Promise<void>
  renewals: number
}

/** Returns the record of the jobs that run in this process, none at first. */
export function newJobRuns(appliance: Appliance): JobRuns {
  const offset = newClockOffset(appliance.world.clock)
  /** The runs by the id of their job. */
  const runsById = new Map<string, Running>()
  const counts: Record<JobPriority, number> = { money: 0, expiry: 0, delivery: 0, upkeep: 0 }
  const lostClaims = newLostClaims(appliance, ({ id, dueAt: lease }) => runsById.get(id)?.lease === lease)
  return {
    count: priority => counts[priority],
    begin(job, execute) {
      const run = { job, lease: job.dueAt, renewals: 0, done: Promise.resolve() }
      runsById.set(job.id, run)
      counts[jobPriority(job)]++
      run.done = execute(run)
    },
    end(job) {
      if (runsById.delete(job.id)) counts[jobPriority(job)]--
    },
    repeatIfRunning(job) {
      const run = runsById.get(job.id)
      if (!run) return false
      run.next = job
      run.lease = job.dueAt
      return true
    },
    lose: lostClaims.add,
    isIdle: () => runsById.size === 0,
    isInTime: () => offset.moved() === 0,
    async keepLeases() {
      const movedMs = offset.moved()
      if (movedMs !== 0) {
        await followClock(appliance, [...runsById.values()], movedMs)
        offset.follow(movedMs)
      }
      await renewOldLeases(appliance, [...runsById.values()])
      await lostClaims.giveBack()
    },
    async settled() {
      while (runsById.size > 0) await Promise.all([...runsById.values()].map(({ done }) => done))
    },
  }
}

/**
 * Renews the leases of these runs in the database and in memory.
 * @param moreWork runs in the same transaction; a failure undoes the renewals, too
 */
async function renewLeases(
  { store, world }: Appliance,
  runs: readonly JobRun[],
  moreWork: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  /** The leases before this renewal. */
  const previousLeases = new Map<JobRun, number>()
  const renewedUntil = world.clock.now() + leaseMs
  const undoLeases = () => {
    for (const [run, lease] of previousLeases) if (run.lease === renewedUntil) run.lease = lease
    previousLeases.clear()
  }
  try {
    await store.write(async tx => {
      undoLeases() // the write may have run already, and been rolled back
      // A run may record its result in the same commit, and must find the current lease.
      for (const run of runs) {
        if (!(await renewJob(tx, run.job, run.lease, renewedUntil))) continue
        previousLeases.set(run, run.lease)
        run.lease = renewedUntil
      }
      await moreWork(tx)
    })
  } catch (error) {
    undoLeases()
    throw error
  }
}

/** Renews the leases that end soon, and logs jobs that do not end. */
async function renewOldLeases(appliance: Appliance, runs: readonly Running[]): Promise<void> {
  const now = appliance.world.clock.now()
  const endingRuns = runs.filter(({ lease }) => lease - now < renewBelowMs)
  if (endingRuns.length === 0) return
  await renewLeases(appliance, endingRuns, async () => {})
  for (const run of endingRuns) {
    run.renewals++
    if (run.renewals < renewalsLogged || !isTryLogged(run.renewals)) continue
    const { kind, subject } = run.job
    appliance.world.log('warn', 'a job does not end', { job: kind, subject, renewals: run.renewals })
  }
}

/**
 * Moves leases and due times after the wall clock was set. The leases of running jobs are renewed. If the
 * clock was set back, all waiting jobs move back with it. If it was set forward, only the jobs that expire a
 * payment or a session move, so that a customer keeps their time to pay.
 * @param ms how far the clock was set forward; negative: back
 */
async function followClock(appliance: Appliance, runs: readonly JobRun[], ms: number): Promise<void> {
  const now = appliance.world.clock.now()
  // With other nodes, only this node's clock was wrong, and the due times belong to all nodes: leave them.
  if (appliance.store.nodes?.hasOthers()) return renewLeases(appliance, runs, async () => {})
  await renewLeases(appliance, runs, async tx => {
    if (ms < 0) return moveJobsBack(tx, -ms, now)
    await moveJobsForward(tx, 'payment.expire', ms, now, expirySecondsMax * 1_000)
    await moveJobsForward(tx, 'session.expire', ms, now, sessionSeconds.max * 1_000)
  })
  appliance.world.log('info', 'the clock was set, and the jobs followed', { ms })
}
