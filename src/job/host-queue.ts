// The queues of receivers' hosts. Few jobs of one host are claimed at once (host-place.ts); those beyond them are held
// in the database until one of these is over.
import type { Appliance } from '../appliance.ts'
import type { Job } from '../domain/job.ts'
import { claimHeldJob, holdDueJobs, listHeldJobs, listHeldQueues } from '../store/host-queue.ts'
import { moveJob } from '../store/job.ts'
import type { Tx } from '../store/statement.ts'
import { type HostPlaces, newHostPlaces } from './host-place.ts'

/** Held jobs whose ids are read at once. */
const heldIdsMax = 100
/** When a queue rejects most of a claim, this many more of its due jobs are held at once. */
const heldAtOnceMax = 250

export interface HostQueues extends Pick<HostPlaces, 'claim' | 'end' | 'wait'> {
  /**
   * Counts a job that was due as claimed. @returns false when too many are, or others are held: the queue rejects the job,
   * which has to be held
   */
  enter(queue: string): boolean
  /** Whether the queue rejected jobs, so that some may be held for it. */
  mayHold(queue: string): boolean
  /** Claims those that are held for this queue the longest, instead of a job that is over. */
  claimNextHeld(tx: Tx, queue: string): Promise<readonly Job[]>
  /** Claims as many as have a place. */
  claimHeld(queue: string): Promise<readonly Job[]>
  /** The queues in which nothing runs, so that no ending job would claim what may be held for them. */
  idle(): readonly string[]
  /** Finds the queues with held jobs, at the start. */
  load(): Promise<void>
}

/** @param lose gives back what was claimed in a write that failed */
export function newHostQueues(
  { store, world: { clock } }: Pick<Appliance, 'store' | 'world'>,
  lose: (jobs: readonly Job[]) => void,
): HostQueues {
  const places = newHostPlaces(clock)
  /** How often each queue rejected a job, for as long as jobs may be held for it. */
  const rejections = new Map<string, number>()
  const claimOf = newHeldClaims(() => clock.now())

  async function claimHeld(queue: string): Promise<readonly Job[]> {
    const free = places.free(queue)
    if (free <= 0) return []
    const before = rejections.get(queue)
    let claimed: readonly Job[] = []
    try {
      await store.write(async tx => {
        claimed = await claimOf(tx, queue, free)
      })
    } catch (error) {
      lose(claimed)
      throw error
    }
    if (claimed.length < free && rejections.get(queue) === before) rejections.delete(queue)
    return claimed
  }

  return {
    claim: places.claim,
    end: places.end,
    wait: places.wait,
    enter(queue) {
      const mustWait = places.free(queue) <= 0 || (rejections.has(queue) && places.isUsed(queue))
      if (mustWait) rejections.set(queue, (rejections.get(queue) ?? 0) + 1)
      else places.claim(queue)
      return !mustWait
    },
    mayHold: queue => rejections.has(queue),
    claimNextHeld: (tx, queue) => claimOf(tx, queue, places.wanted(queue)),
    claimHeld,
    idle: () => [...rejections.keys()].filter(queue => !places.isUsed(queue)),
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
  async function claimOne(tx: Tx, queue: string): Promise<Job | undefined> {
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
  return async (tx: Tx, queue: string, count: number): Promise<readonly Job[]> => {
    const claimed: Job[] = []
    while (claimed.length < count) {
      const next = await claimOne(tx, queue)
      if (!next) break
      claimed.push(next)
    }
    return claimed
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
