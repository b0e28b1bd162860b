// The queues of receivers' hosts. Deliveries to one host share a few places, so a slow receiver delays no
// other. Jobs beyond them are held in the database until a place is free.
import type { Appliance } from '../appliance.ts'
import type { Job } from '../domain/job.ts'
import { claimHeldJob, holdDueJobs, listHeldJobs, listHeldQueues, releaseJobs } from '../store/host-queue.ts'
import { moveJob } from '../store/job.ts'
import type { Tx } from '../store/statement.ts'

/** Deliveries to one host under way at once. */
const placesMax = 4
/** Held jobs whose ids are read at once. */
const heldIdsMax = 100
/** When a queue rejects most of a claim, this many more of its due jobs are held at once. */
const heldAtOnceMax = 250

export interface HostQueues {
  /** Takes a place. @returns false when all are taken: the queue rejects the job, which has to be held */
  enter(queue: string): boolean
  /** Takes a place even when all are taken. */
  enterAnyway(queue: string): void
  /** Gives a place back, to held jobs if there are any. */
  leave(queue: string): Promise<void>
  /** Whether the queue rejected jobs, so that some may be held for it. */
  mayHold(queue: string): boolean
  /** Claims the job that is held for this queue the longest. */
  claimNextHeld(tx: Tx, queue: string): Promise<Job | undefined>
  /** Releases held jobs of the queues in which nothing runs: there no ending job would. */
  releaseIdle(): Promise<void>
  /** Finds the queues with held jobs, at the start. */
  load(): Promise<void>
}

export function newHostQueues(
  { store, world: { clock } }: Appliance,
  wake: (dueAt: number) => void,
): HostQueues {
  /** Places taken. */
  const taken = new Map<string, number>()
  /** How often each queue rejected a job, for as long as jobs may be held for it. */
  const rejections = new Map<string, number>()
  const claimNextHeld = newHeldClaims(() => clock.now())

  /** Releases as many held jobs as there are free places. */
  async function release(queue: string): Promise<void> {
    const free = placesMax - (taken.get(queue) ?? 0)
    const before = rejections.get(queue)
    const released = await store.write(tx => releaseJobs(tx, queue, free, clock.now()))
    if (released < free && rejections.get(queue) === before) rejections.delete(queue)
    if (released > 0) wake(clock.now())
  }
  const enterAnyway = (queue: string) => taken.set(queue, (taken.get(queue) ?? 0) + 1)

  return {
    enter(queue) {
      const isFull = (taken.get(queue) ?? 0) >= placesMax
      if (isFull) rejections.set(queue, (rejections.get(queue) ?? 0) + 1)
      else enterAnyway(queue)
      return !isFull
    },
    enterAnyway,
    async leave(queue) {
      const left = (taken.get(queue) ?? 1) - 1
      if (left > 0) taken.set(queue, left)
      else taken.delete(queue)
      if (!rejections.has(queue)) return
      try {
        await release(queue)
      } catch (error) {
        wake(clock.now()) // a round releases what is held for idle queues, and is tried again
        throw error
      }
    },
    mayHold: queue => rejections.has(queue),
    claimNextHeld,
    async releaseIdle() {
      for (const queue of [...rejections.keys()]) if (!taken.has(queue)) await release(queue)
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
