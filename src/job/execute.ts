// Runs claimed jobs. In one transaction a run records its result and claims the next held jobs of its host
// queue, so a delivery costs one commit.

import { isDatabaseAway } from '../domain/fault.ts'
import { type Job, type JobPriority, jobPriorities, jobPriority } from '../domain/job.ts'
import type { Appliance } from '../flow/appliance.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Log } from '../world.ts'
import { type JobHandle, runJob } from './handler.ts'
import { type HostQueues, idleMax } from './host-queue.ts'
import { type JobResult, recordJobResult } from './result.ts'
import type { JobRun, JobRuns } from './run.ts'

/** The most running jobs of each priority. Most of them wait for a network or a receiver. */
const runningMax = {
  money: 400,
  expiry: 160,
  // Deliveries to silent hosts have a separate limit (host-place.ts).
  delivery: 1_000,
  upkeep: 40,
} as const
/**
 * Returns how many more jobs of each priority may begin. Deliveries to silent hosts have a separate limit.
 */
export function roomLeft(
  { count }: Pick<JobRuns, 'count'>,
  { silent }: Pick<HostQueues, 'silent'>,
): Record<JobPriority, number> {
  const roomBelow = (limit: number, running: number) => Math.max(0, limit - running)
  return {
    money: roomBelow(runningMax.money, count('money')),
    expiry: roomBelow(runningMax.expiry, count('expiry')),
    delivery: roomBelow(runningMax.delivery, count('delivery') - silent()),
    upkeep: roomBelow(runningMax.upkeep, count('upkeep')),
  }
}
/**
 * Claims again only when this much room is free: a claim for each single job would cost more than the job.
 */
const roomAtOnce = 4

/** The appliance for the work of each priority. Its writes let the writes of requests go first. */
export type Background = Readonly<Record<JobPriority, Appliance>>

interface Parts {
  readonly runs: JobRuns
  readonly queues: HostQueues
  readonly wake: (dueAt: number) => void
  readonly isStopped: () => boolean
  /** Whether jobs may begin: the loop is not stopped, and this node runs the jobs. */
  readonly mayBegin: () => boolean
}

/**
 * Returns callbacks for the begin and the end of each run. They call `claimMore` once a priority that had no
 * room left has room for `roomAtOnce` jobs again.
 */
function newRoomWatch(runs: JobRuns, queues: HostQueues, claimMore: () => void) {
  /** Priorities that have had no room since their last claim. */
  const fullPriorities = new Set<JobPriority>()
  return {
    begun() {
      const room = roomLeft(runs, queues)
      for (const priority of jobPriorities) if (room[priority] === 0) fullPriorities.add(priority)
    },
    ended() {
      if (fullPriorities.size === 0) return
      const room = roomLeft(runs, queues)
      const hasRoomAgain = [...fullPriorities].some(priority => room[priority] >= roomAtOnce)
      if (!hasRoomAgain) return
      fullPriorities.clear()
      claimMore()
    },
  }
}

/** Runs claimed jobs. */
export interface Executor {
  /** Starts a claimed job. @returns false when its host queue rejects it */
  begin(job: Job): boolean
  /** Claims and starts jobs that are held for hosts without running jobs. */
  beginIdle(): Promise<void>
}

/**
 * Starts the held jobs of idle queues.
 * @param idle at most `idleMax` queues
 * @param again is called when more queues may be idle
 */
async function beginAll(
  idle: readonly string[],
  begin: (queue: string) => Promise<void>,
  again: () => void,
): Promise<void> {
  await Promise.all(idle.map(begin))
  if (idle.length === idleMax) again()
}

const logUnrecorded = (log: Log, { kind, subject }: Job, error: unknown) =>
  log('error', 'the result of a job could not be recorded', { job: kind, subject, error: String(error) })

/** Returns an executor, which starts claimed jobs, and held jobs after them. No job runs yet. */
export function newExecutor(background: Background, parts: Parts): Executor {
  const { runs, queues, wake, mayBegin } = parts
  const { clock, log } = background.money.world
  const room = newRoomWatch(runs, queues, () => wake(clock.now()))

  /** Runs a job in the background. */
  function launch(job: Job): void {
    runs.begin(job, run =>
      execute(background[jobPriority(job)], parts, run, nextHeld => handOver(run, nextHeld))
        .catch(error => logUnrecorded(log, job, error))
        .finally(room.ended),
    )
    room.begun()
  }

  /** Starts a held job. If the job already runs, makes it run again afterwards. @returns whether it starts */
  function launchHeld(job: Job): boolean {
    if (runs.repeatIfRunning(job)) return false
    if (job.queue !== null) queues.claim(job.queue)
    launch(job)
    return true
  }
  const beginHeld = async (queue: string) => {
    for (const job of await queues.claimHeld(queue)) launchHeld(job)
  }

  /**
   * Ends a run, and starts what follows it: the job again, if it became due during the run, and `nextHeld`,
   * the held jobs that the run has claimed. If nothing follows, starts other jobs that are held for the host.
   */
  async function handOver({ job, lease, next }: JobRun, nextHeld: readonly Job[]): Promise<void> {
    runs.end(job)
    // The due time of a claimed job is the end of its lease.
    const followingJobs = next ? [{ ...next, dueAt: lease }, ...nextHeld] : nextHeld
    if (!mayBegin()) {
      runs.lose(followingJobs)
      if (job.queue !== null) queues.end(job.queue)
      return wake(clock.now()) // the next round makes them due again
    }
    const launchedJobs = followingJobs.filter(launchHeld)
    if (job.queue === null) return
    queues.end(job.queue)
    if (queues.idle().length > 0) wake(clock.now())
    if (launchedJobs.length > 0 || !queues.mayHold(job.queue)) return
    await beginHeld(job.queue).catch(error => {
      wake(clock.now()) // a round starts the jobs that are held for idle hosts, and is repeated on failure
      throw error
    })
  }

  return {
    begin(job) {
      if (runs.repeatIfRunning(job)) return true
      if (job.queue !== null && !queues.enter(job.queue)) return false
      launch(job)
      return true
    },
    beginIdle: () => beginAll(queues.idle(), beginHeld, () => wake(clock.now())),
  }
}

/**
 * Does the work of a job, and never rejects.
 * @param handle lets the job's handler record the result in its own write
 * @returns when the job is due next (`next` is undefined if never), or the error of the job
 */
const resultOf = (appliance: Appliance, job: Job, handle: JobHandle): Promise<JobResult> =>
  runJob(appliance, job, handle).then(
    next => ({ next }),
    error => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  )

/**
 * Runs one job: does its work, records the result, and hands over to the next held jobs of its queue. A job
 * with a queue starts once its host has a free place, and gives the place up when the host has answered. When
 * the server stops, the job stays claimed, and the next start runs it before all waiting jobs. A node that
 * may no longer run jobs gives the job back.
 */
async function execute(
  appliance: Appliance,
  { runs, queues, wake, isStopped, mayBegin }: Parts,
  run: JobRun,
  handOver: (nextHeld: readonly Job[]) => Promise<void>,
): Promise<void> {
  const { job } = run
  const { clock } = appliance.world
  let isRecorded = false
  let nextHeld: readonly Job[] = []
  /** Gives up the held jobs that this run has claimed, so that the loop makes them due again. */
  const dropHeld = () => {
    if (nextHeld.length === 0) return
    runs.lose(nextHeld)
    nextHeld = []
    wake(clock.now())
  }
  /** Records the result in this transaction, and claims the next held jobs of the queue. */
  const record = async (tx: Tx, result: JobResult) => {
    isRecorded = true
    dropHeld() // an earlier try of this write may have claimed them, and been rolled back
    if (run.next) return // the job runs again at once, and records the result of that run
    await recordJobResult(appliance, tx, run, result, wake)
    const shouldClaim = job.queue !== null && queues.mayHold(job.queue) && mayBegin()
    nextHeld = shouldClaim ? await queues.claimNextHeld(tx, job.queue) : []
  }
  const releasePlace = job.queue === null ? () => {} : await queues.takePlace(job.queue)
  if (!mayBegin()) {
    releasePlace()
    runs.lose([{ ...job, dueAt: run.lease }])
    return handOver([])
  }
  const recordNext = (tx: Tx, next: number | undefined) => record(tx, { next })
  const result = await resultOf(appliance, job, { hostAnswered: releasePlace, record: recordNext })
  releasePlace() // has no effect if the job has released its place
  const needsRecord = 'error' in result || !isRecorded
  try {
    if (needsRecord)
      await retryWhileDatabaseAway(appliance, isStopped, () =>
        appliance.store.write(tx => record(tx, result)),
      )
  } catch (error) {
    dropHeld()
    throw error
  } finally {
    await handOver(nextHeld)
  }
}

/** The pause before the next try when the database cannot be reached, milliseconds. */
const awayPauseMs = 500

/**
 * Repeats the write of a job's result while the database cannot be reached, because a job without a result
 * would wait for the end of its lease. Repeating is safe: if the first write was committed after all, or
 * another node has taken the job, the write finds that the job is no longer ours, and changes nothing.
 */
async function retryWhileDatabaseAway(
  { world: { clock } }: Appliance,
  isStopped: () => boolean,
  write: () => Promise<void>,
): Promise<void> {
  for (;;)
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseAway(error) || isStopped()) throw error
      await new Promise<void>(resolve => clock.after(awayPauseMs, resolve))
    }
}
