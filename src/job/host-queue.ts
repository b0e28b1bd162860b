// The queues of receivers' hosts. Few jobs of one host are claimed at a time (host-place.ts); others are held
// in the database until one of these ends.

import type { Job } from '../domain/job.ts'
import type { Appliance } from '../flow/appliance.ts'
import { holdDueJobs, listHeldJobs, listHeldQueues } from '../store/engine/host-queue.ts'
import type { Tx } from '../store/engine/statement.ts'
import { claimHeldJob, moveJob } from '../store/job-claim.ts'
import { type HostPlaces, newHostPlaces } from './host-place.ts'

/** The number of held ids per read. */
const heldIdsMax = 100
/** When a queue rejects most of a claim, this many more of its due jobs are held together. */
const heldAtOnceMax = 250
/** The number of idle queues that begin together. */
export const idleMax = 50

export interface HostQueues extends Pick<HostPlaces, 'claim' | 'end' | 'wait'> {
  /** @returns false when the queue rejects the job, which must be held */
  enter(queue: string): boolean
  /** Whether jobs may be held for it: the queue rejected some, or had some at the start. */
  mayHold(queue: string): boolean
  /** Claims the jobs that this queue has held the longest, in place of an ended job. */
  claimNextHeld(tx: Tx, queue: string): Promise<readonly Job[]>
  /** Claims as many held jobs as there are places. */
  claimHeld(queue: string): Promise<readonly Job[]>
  /**
   * Queues without running jobs, so that no ending job claims their held jobs: a few that may begin now, the
   * longest waiting first.
   */
  idle(): readonly string[]
  /** Jobs of silent hosts that are under way. */
  silent(): number
  /** Finds the queues with held jobs at the start. */
  load(): Promise<void>
}

/**
 * Returns the queues of all hosts. A queue holds back jobs of a host whose places are taken.
 * @param lose gives back jobs that were claimed in a failed write
 */
export function newHostQueues(
  { store, world: { clock } }: Pick<Appliance, 'store' | 'world'>,
  lose: (jobs: readonly Job[]) => void,
): HostQueues {
  const places = newHostPlaces(clock)
  const hints = newHints()
  /** The queues that rejected a job, or had held jobs at the start: those go before all that become due. */
  const rejecting = new Set<string>()
  const claimOldest = newHeldClaims(() => clock.now())

  async function claimHeld(queue: string): Promise<readonly Job[]> {
    const free = places.free(queue)
    if (free <= 0) return []
    hints.moveBack(queue)
    const before = hints.last(queue)
    let claimed: readonly Job[] = []
    try {
      await store.write(async tx => {
        claimed = await claimOldest(tx, queue, free)
      })
    } catch (error) {
      lose(claimed)
      throw error
    }
    if (claimed.length < free && hints.last(queue) === before) {
      hints.forget(queue)
      rejecting.delete(queue)
    }
    return claimed
  }

  const idle = () => hints.queues().filter(queue => isIdle(places, queue))
  /** A silent host gives its place up to other hosts that wait for one. */
  const yieldsPlace = (queue: string) => places.isSilent(queue) && idle().next().value !== undefined

  return {
    ...places,
    enter(queue) {
      const mustWait = places.free(queue) <= 0 || rejecting.has(queue)
      if (mustWait) {
        hints.add(queue)
        rejecting.add(queue)
      } else places.claim(queue)
      return !mustWait
    },
    mayHold: queue => hints.last(queue) !== undefined,
    claimNextHeld: async (tx, queue) =>
      yieldsPlace(queue) ? [] : claimOldest(tx, queue, places.wanted(queue)),
    claimHeld,
    idle: () => [...idle().take(idleMax)],
    async load() {
      for (const queue of await listHeldQueues(store.read)) {
        hints.add(queue)
        rejecting.add(queue)
      }
    },
  }
}

/** Returns the queues that may have held jobs; a hint is the last moment when one got some. */
function newHints() {
  /** The number of each queue's last hint. */
  const numbers = new Map<string, number>()
  let count = 0
  return {
    /** Numbers never repeat, so that a reader cannot mistake a newer hint for the one that it knew. */
    add: (queue: string) => numbers.set(queue, ++count),
    /** The number of the last hint; undefined once the queue is removed. */
    last: (queue: string) => numbers.get(queue),
    forget: (queue: string) => numbers.delete(queue),
    queues: () => numbers.keys(),
    /** Moves the queue behind the others. */
    moveBack(queue: string) {
      const number = numbers.get(queue)
      if (number === undefined) return
      numbers.delete(queue)
      numbers.set(queue, number)
    },
  }
}

/** Returns whether a queue has no running job and a free place. */
const isIdle = ({ isUsed, free }: Pick<HostPlaces, 'isUsed' | 'free'>, queue: string) =>
  !isUsed(queue) && free(queue) > 0

/**
 * Returns a function that claims the jobs that a queue has held the longest. Their ids are read ahead,
 * because one search per job costs more than all the rest.
 */
function newHeldClaims(now: () => number) {
  const ids = new Map<string, readonly string[]>()
  /** Jobs claimed in this turn of the event loop. With SQLite that is this transaction. */
  const taken = new Set<string>()
  function take(id: string): void {
    if (taken.size === 0) setImmediate(() => taken.clear())
    taken.add(id)
  }
  /** Skips jobs that another body of this transaction has claimed. */
  async function claimFirst(tx: Tx, known: readonly string[]) {
    for (const [index, id] of known.entries()) {
      const next = taken.has(id) ? undefined : await claimHeldJob(tx, id, now())
      if (!next) continue
      take(id)
      return { next, left: known.slice(index + 1) }
    }
    return undefined
  }
  /** @returns the job that was held the longest */
  async function claimOne(tx: Tx, queue: string): Promise<Job | undefined> {
    const claimed =
      (await claimFirst(tx, ids.get(queue) ?? [])) ??
      (await claimFirst(tx, await listHeldJobs(tx, queue, heldIdsMax)))
    // A claim that is rolled back removes no ids.
    tx.afterCommit(() => {
      if (claimed && claimed.left.length > 0) ids.set(queue, claimed.left)
      else ids.delete(queue)
    })
    return claimed?.next
  }
  return async (tx: Tx, queue: string, count: number): Promise<readonly Job[]> => {
    const jobs: Job[] = []
    while (jobs.length < count) {
      const next = await claimOne(tx, queue)
      if (!next) break
      jobs.push(next)
    }
    return jobs
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
