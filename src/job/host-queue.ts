// The queues of receivers' hosts. Few jobs of one host are claimed at once (host-place.ts); those beyond them are held
// in the database until one of these is over.
import type { Appliance } from '../appliance.ts'
import type { Job } from '../domain/job.ts'
import { claimHeldJob, holdDueJobs, listHeldJobs, listHeldQueues, releaseJobs } from '../store/host-queue.ts'
import { moveJob } from '../store/job.ts'
import type { Tx } from '../store/statement.ts'
import { newHostPlaces } from './host-place.ts'

/** Held jobs whose ids are read at once. */
const heldIdsMax = 100
/** When a queue rejects most of a claim, this many more of its due jobs are held at once. */
const heldAtOnceMax = 250

export interface HostQueues {
  /** Counts a claimed job. @returns false when too many are claimed: the queue rejects the job, which has to be held */
  enter(queue: string): boolean
  /** A job is over, and so many of the same queue begin instead of it. Without any, held jobs are released. */
  handOver(queue: string, begun: number): Promise<void>
  /** Resolves when the receiver may be asked; answers the way to let the next one ask, which may be called again. */
  waitForPlace(queue: string): Promise<() => void>
  /** Whether the queue rejected jobs, so that some may be held for it. */
  mayHold(queue: string): boolean
  /** Claims those that are held for this queue the longest, instead of a job that is over. */
  claimNextHeld(tx: Tx, queue: string): Promise<readonly Job[]>
  /** Releases held jobs of the queues in which nothing runs: there no ending job would. */
  releaseIdle(): Promise<void>
  /** Finds the queues with held jobs, at the start. */
  load(): Promise<void>
}

export function newHostQueues(
  { store, world: { clock } }: Appliance,
  wake: (dueAt: number) => void,
): HostQueues {
  const places = newHostPlaces(clock)
  /** How often each queue rejected a job, for as long as jobs may be held for it. */
  const rejections = new Map<string, number>()
  const claimHeld = newHeldClaims(() => clock.now())

  /** Releases as many held jobs as may be claimed. */
  async function release(queue: string): Promise<void> {
    const free = places.free(queue)
    if (free <= 0) return
    const before = rejections.get(queue)
    const released = await store.write(tx => releaseJobs(tx, queue, free, clock.now()))
    if (released < free && rejections.get(queue) === before) rejections.delete(queue)
    if (released > 0) wake(clock.now())
  }

  async function leave(queue: string): Promise<void> {
    places.end(queue)
    if (!rejections.has(queue)) return
    try {
      await release(queue)
    } catch (error) {
      wake(clock.now()) // a round releases what is held for idle queues, and is tried again
      throw error
    }
  }

  return {
    enter(queue) {
      const isFull = places.free(queue) <= 0
      if (isFull) rejections.set(queue, (rejections.get(queue) ?? 0) + 1)
      else places.claim(queue)
      return !isFull
    },
    async handOver(queue, begun) {
      if (begun === 0) await leave(queue)
      else places.claim(queue, begun - 1)
    },
    waitForPlace: places.wait,
    mayHold: queue => rejections.has(queue),
    async claimNextHeld(tx, queue) {
      // One more than is over, until there are as many as may be.
      const wanted = 1 + Math.sign(places.free(queue))
      const claimed: Job[] = []
      while (claimed.length < wanted) {
        const job = await claimHeld(tx, queue)
        if (!job) break
        claimed.push(job)
      }
      return claimed
    },
    async releaseIdle() {
      for (const queue of [...rejections.keys()]) if (!places.isUsed(queue)) await release(queue)
    },
    async load() {
      for (const queue of await listHeldQueues(store.read)) rejections.set(queue, 1)
    },
  }
}

/** Claims held jobs; their ids are read ahead, because one search per job costs more than all the rest. */
function newHeldClaims(now: () => number) {
  const ids = new Map<string, readonly string[]>()
  /** Those that another one in this transaction has claimed are passed over. */
  async function claimFirst(tx: Tx, known: readonly string[]) {
    for (const [place, id] of known.entries()) {
      const next = await claimHeldJob(tx, id, now())
      if (next) return { next, left: known.slice(place + 1) }
    }
    return undefined
  }
  return async (tx: Tx, queue: string): Promise<Job | undefined> => {
    const claimed =
      (await claimFirst(tx, ids.get(queue) ?? [])) ??
      (await claimFirst(tx, await listHeldJobs(tx, queue, heldIdsMax)))
    // A claim that is rolled back takes none away.
    tx.after(() => {
      if (claimed && claimed.left.length > 0) ids.set(queue, claimed.left)
      else ids.delete(queue)
    })
    return claimed?.next
  }
}

/** Holds the rejected jobs of a claim of at most `claimMax` until a place in their queue is free. */
export const holdRejected = (
  { store, world: { clock } }: Appliance,
  rejected: readonly Job[],
  claimMax: number,
): Promise<void> =>
  store.write(async tx => {
    const now = clock.now()
    for (const job of rejected)
      await moveJob(tx, job, { state: 'held', dueAt: now, tries: 0, lastError: null })
    // More jobs of the same queue are likely next.
    const queue = rejected.length > claimMax / 2 ? rejected.at(-1)?.queue : undefined
    if (queue) await holdDueJobs(tx, queue, now, heldAtOnceMax)
  })
