// The job loop: runs what is due, books the result, and sleeps until the next due time or until new work cuts
// the sleep short. Deliveries run side by side with a limit per host (a lane), so that a slow receiver delays
// nobody else. A job runs once at a time here.
import type { Appliance } from '../appliance.ts'
import { isLogged, isParked, type Job, jobRetryMs } from '../domain/job.ts'
import { pruneEveryMs } from '../flow/idempotency.ts'
import { FolderError } from '../store/folder.ts'
import {
  claimHeldJob,
  claimJobs,
  findJob,
  finishJob,
  holdDueJobs,
  listHeldJobs,
  listHeldQueues,
  moveJob,
  moveJobsBack,
  nearJobs,
  nextJobAt,
  putJob,
  recoverJobs,
  releaseJobs,
} from '../store/job.ts'
import type { Tx } from '../store/statement.ts'
import { runJob } from './handler.ts'
import { newRuns, type Run } from './run.ts'

const claimMost = 100
/** Jobs under way at once; deliveries mostly wait for their receivers. */
const runningMost = 400
const lanesMost = 4
const heldKnownMost = 100
/**
 * When most of what was claimed has to be held, more of the same lane is likely next in the queue: this many
 * are looked at.
 */
const heldAtOnceMost = 2_000
const checkMs = 60_000
/** The first audit waits until the start is over. */
const auditAfterMs = 60_000
/** A back-up that the last night missed waits until what was sold meanwhile is settled. */
const backupAfterMs = 300_000

export interface Loop {
  /** Claims and starts what is due now. Answers when the next job is due; the started ones go on. */
  runDue(): Promise<number | undefined>
  /** Resolves when nothing that was started is still running. */
  settled(): Promise<void>
  /** Runs by itself from now on. */
  start(): Promise<void>
  /** Whether it runs and its last round went well. */
  healthy(): boolean
  /** Starts nothing more and waits for what is under way. */
  stop(): Promise<void>
}

type Result = { readonly next: number | undefined } | { readonly error: Error }

/** @param broken hears when the store's files are no longer its own: the process must stop */
export function newJobLoop(appliance: Appliance, broken: (cause: unknown) => void): Loop {
  const { store, world } = appliance
  const { clock, log } = world
  const runs = newRuns(appliance)
  const lanes = new Map<string, number>()
  let state: 'idle' | 'running' | 'stopped' = 'idle'
  let well = true
  let cancelSleep = () => {}
  /** By the clock that nobody can set. */
  let sleepsUntil = Number.POSITIVE_INFINITY
  let round: Promise<void> | undefined
  /** The earliest time somebody asked for while a round was under way. */
  let asked = Number.POSITIVE_INFINITY
  /**
   * The first of the jobs that are held for a lane: looking for them one by one costs more than all the rest
   * of a transaction.
   */
  const heldNext = new Map<string, string[]>()
  /** How often each lane turned a job away, for as long as it may have held ones. */
  const turnedAway = new Map<string, number>()

  async function book({ job: { dueAt: _, ...claimed }, lease }: Run, result: Result, tx: Tx): Promise<void> {
    const job: Job = { ...claimed, dueAt: lease }
    if ('error' in result) {
      const parked = isParked(job)
      const dueAt = clock.now() + jobRetryMs(job.tries)
      const { message: lastError } = result.error
      await moveJob(tx, job, { state: parked ? 'parked' : 'waiting', dueAt, tries: job.tries, lastError })
      const facts = { job: job.kind, subject: job.subject, tries: job.tries, error: lastError }
      if (parked) log('error', 'a job was parked', facts)
      else if (isLogged(job.tries)) log('warn', 'a job failed and is tried again', facts)
      if (!parked) tx.after(() => wake(dueAt))
    } else if (result.next === undefined) await finishJob(tx, job)
    else {
      const dueAt = result.next
      await moveJob(tx, job, { state: 'waiting', dueAt, tries: 0, lastError: null })
      tx.after(() => wake(dueAt))
    }
  }

  /** The job that is held for this lane the longest. */
  async function claimHeir(tx: Tx, lane: string): Promise<Job | undefined> {
    const known = heldNext.get(lane) ?? []
    if (known.length === 0) known.push(...(await listHeldJobs(tx, lane, heldKnownMost)))
    let heir: Job | undefined
    while (!heir) {
      const id = known.shift()
      if (id === undefined) break
      heir = await claimHeldJob(tx, id, clock.now())
    }
    if (known.length > 0) heldNext.set(lane, known)
    else heldNext.delete(lane)
    return heir
  }

  async function carryOut(run: Run): Promise<void> {
    const { job } = run
    let isBooked = false
    let heir: Job | undefined
    /** Its place in the lane goes to the job that is held for it the longest, in the same transaction. */
    const end = async (tx: Tx, result: Result) => {
      isBooked = true
      if (run.next) return
      await book(run, result, tx)
      const isWanted = job.queue !== null && turnedAway.has(job.queue) && state !== 'stopped'
      heir = isWanted ? await claimHeir(tx, job.queue) : undefined
    }
    const result: Result = await runJob(appliance, job, (tx, next) => end(tx, { next })).then(
      next => ({ next }),
      error => ({ error: error instanceof Error ? error : new Error(String(error)) }),
    )
    try {
      if ('error' in result || !isBooked) {
        heir = undefined
        await store.write(tx => end(tx, result))
      }
    } catch (error) {
      heir = undefined
      throw error
    } finally {
      await handOver(run, heir)
    }
  }

  /** Its place goes to its own next run, to the heir, or back to the lane. */
  async function handOver({ job, lease, next }: Run, heir: Job | undefined): Promise<void> {
    runs.end(job)
    if (next && state !== 'stopped') launch({ ...next, dueAt: lease })
    const isTaken = heir !== undefined && !runs.waitsForItself(heir)
    if (heir && isTaken) launch(heir)
    if (job.queue === null) return
    if (isTaken && next) lanes.set(job.queue, (lanes.get(job.queue) ?? 0) + 1)
    else if (!isTaken && !next) await leave(job.queue)
  }

  async function leave(lane: string): Promise<void> {
    const left = (lanes.get(lane) ?? 1) - 1
    if (left > 0) lanes.set(lane, left)
    else lanes.delete(lane)
    if (turnedAway.has(lane)) await release(lane)
  }

  /** Lets held jobs go into the free places of their lane. */
  async function release(lane: string): Promise<void> {
    const places = lanesMost - (lanes.get(lane) ?? 0)
    const times = turnedAway.get(lane)
    const released = await store.write(tx => releaseJobs(tx, lane, places, clock.now()))
    if (released < places && turnedAway.get(lane) === times) turnedAway.delete(lane)
    if (released > 0) wake(clock.now())
  }

  function begin(job: Job): Job | undefined {
    if (runs.waitsForItself(job)) return undefined
    if (job.queue !== null) {
      const busy = lanes.get(job.queue) ?? 0
      if (busy >= lanesMost) {
        turnedAway.set(job.queue, (turnedAway.get(job.queue) ?? 0) + 1)
        return job
      }
      lanes.set(job.queue, busy + 1)
    }
    launch(job)
    return undefined
  }

  function launch(job: Job): void {
    runs.begin(job, run =>
      carryOut(run)
        .catch(error =>
          log('error', 'a job could not be booked', {
            job: job.kind,
            subject: job.subject,
            error: String(error),
          }),
        )
        .finally(() => {
          if (runs.count() === runningMost - 1) wake(clock.now())
        }),
    )
  }

  async function runDue(): Promise<number | undefined> {
    await runs.keepLeases()
    for (const lane of [...turnedAway.keys()]) if (!lanes.has(lane)) await release(lane)
    while (runs.count() < runningMost) {
      const jobs = await store.write(tx => claimJobs(tx, clock.now(), claimMost))
      const full = jobs.flatMap(job => begin(job) ?? [])
      if (full.length > 0)
        await store.write(async tx => {
          const now = clock.now()
          for (const job of full)
            await moveJob(tx, job, { state: 'held', dueAt: now, tries: 0, lastError: null })
          const lane = full.length > claimMost / 2 ? full.at(-1)?.queue : undefined
          if (lane) await holdDueJobs(tx, lane, now, heldAtOnceMost)
        })
      if (jobs.length < claimMost) break
    }
    return runs.count() < runningMost ? nextJobAt(store.read) : undefined
  }

  function wake(dueAt: number): void {
    if (round) asked = Math.min(asked, dueAt)
    sleep(runs.isInTime() ? dueAt - clock.now() : 0)
  }

  /** Sleeps for so long at the most. */
  function sleep(ms: number): void {
    const waitMs = Math.max(0, ms)
    const wakesAt = clock.elapsed() + waitMs
    if (round || state !== 'running' || wakesAt >= sleepsUntil) return
    sleepsUntil = wakesAt
    cancelSleep()
    cancelSleep = clock.after(waitMs, turn)
  }

  async function oneRound(): Promise<number> {
    try {
      store.check()
      const next = await runDue()
      await keepUses()
      well = true
      return Math.min(next ?? Number.POSITIVE_INFINITY, clock.now() + checkMs)
    } catch (error) {
      well = false
      if (error instanceof FolderError) broken(error)
      log('error', 'the job loop could not run', { error: String(error) })
      return clock.now() + 1_000
    }
  }

  /** No job waits for this, and none stops because of it: what could not be written is tried again. */
  const keepUses = (isLast = false) =>
    appliance.keyUses
      .keep(store, isLast)
      .catch(error => log('warn', 'the last uses of API keys could not be kept', { error: String(error) }))

  function turn(): void {
    if (state !== 'running' || round) return
    round = oneRound().then(next => {
      round = undefined
      sleepsUntil = Number.POSITIVE_INFINITY
      sleep(Math.min(next, asked) - clock.now())
      asked = Number.POSITIVE_INFINITY
    })
  }

  return {
    runDue,
    settled: runs.settled,
    async start() {
      state = 'running'
      const now = clock.now()
      for (const lane of await listHeldQueues(store.read)) turnedAway.set(lane, 1)
      // What is due every ten minutes shows where the clock was when the box ran last.
      const shown = (await findJob(store.read, 'idempotency.prune', 'all'))?.dueAt ?? now
      const backMs = shown - pruneEveryMs - now
      await store.write(async tx => {
        await recoverJobs(tx, now)
        if (backMs > 0) await moveJobsBack(tx, backMs, now)
        await nearJobs(tx, now)
        await putJob(tx, 'idempotency.prune', 'all', now)
        await putJob(tx, 'event.prune', 'all', now + auditAfterMs)
        await putJob(tx, 'ledger.check', 'all', now + auditAfterMs)
        if (store.backups) await putJob(tx, 'backup.take', 'all', now + backupAfterMs)
      })
      appliance.notifier.onJob(wake)
      turn()
    },
    healthy: () => state === 'running' && well,
    async stop() {
      state = 'stopped'
      cancelSleep()
      await round
      await runs.settled()
      await keepUses(true)
    },
  }
}
