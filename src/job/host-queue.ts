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

export interface HostQueues extends Pick<HostPlaces, 'claim' | 'end' | 'takePlace'> {
  /** Counts a job as claimed, or rejects it: then it must be held. @returns whether the job was counted */
  enter(queue: string): boolean
  /** Whether the queue may have held jobs: it rejected some, or had some at the start. */
  mayHold(queue: string): boolean
  /** Claims the jobs that this queue has held the longest, in place of an ended job. */
  claimNextHeld(tx: Tx, queue: string): Promise<readonly Job[]>
  /** Claims as many held jobs of this queue as may run. */
  claimHeld(queue: string): Promise<readonly Job[]>
  /**
   * A few queues that may have held jobs but run none, so that no ending job claims them. The longest waiting
   * come first.
   */
  idle(): readonly string[]
  /** How many jobs of silent hosts are claimed. */
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
  /** Queues that reject every job that becomes due, because their held jobs come first. */
  const rejectingQueues = new Set<string>()
  const claimOldest = newHeldClaims(() => clock.now())

  /** Remembers that a queue has held jobs, and makes it reject due jobs, so that held ones come first. */
  function rejectDue(queue: string): void {
    hints.add(queue)
    rejectingQueues.add(queue)
  }
  /** Claims held jobs for the free places of a host. When none remains, the queue accepts due jobs again. */
  async function claimHeld(queue: string): Promise<readonly Job[]> {
    const free = places.free(queue)
    if (free <= 0) return []
    hints.moveBack(queue)
    const lastHint = hints.last(queue)
    let claimed: readonly Job[] = []
    try {
      await store.write(async tx => {
        claimed = await claimOldest(tx, queue, free)
      })
    } catch (error) {
      lose(claimed)
      throw error
    }
    // The queue has no more held jobs, unless one was rejected during the write.
    if (claimed.length < free && hints.last(queue) === lastHint) {
      hints.forget(queue)
      rejectingQueues.delete(queue)
    }
    return claimed
  }

  const idle = () => hints.queues().filter(queue => isIdle(places, queue))
  /** Whether a silent host leaves its place to an idle queue, whose jobs the next round begins. */
  const yieldsPlace = (queue: string) => places.isSilent(queue) && idle().next().value !== undefined

  return {
    ...places,
    enter(queue) {
      const mustHold = places.free(queue) <= 0 || rejectingQueues.has(queue)
      if (mustHold) rejectDue(queue)
      else places.claim(queue)
      return !mustHold
    },
    mayHold: queue => hints.last(queue) !== undefined,
    claimNextHeld: async (tx, queue) =>
      yieldsPlace(queue) ? [] : claimOldest(tx, queue, places.replacements(queue)),
    claimHeld,
    idle: () => [...idle().take(idleMax)],
    async load() {
      for (const queue of await listHeldQueues(store.read)) rejectDue(queue)
    },
  }
}

/** Remembers the queues that may have held jobs. A hint is a numbered note that a queue got a held job. */
function newHints() {
  /** The number of each queue's last hint. */
  const numbers = new Map<string, number>()
  let count = 0
  return {
    /** Numbers never repeat, so that a changed number shows a newer hint. */
    add: (queue: string) => numbers.set(queue, ++count),
    /** The number of the last hint; undefined if the queue has no held jobs. */
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

/** Whether a queue has no running job but a free place. */
const isIdle = ({ hasClaims, free }: Pick<HostPlaces, 'hasClaims' | 'free'>, queue: string) =>
  !hasClaims(queue) && free(queue) > 0

/**
 * Returns a function that claims the jobs that a queue has held the longest. Their ids are read ahead,
 * because one search per job costs more than all the rest.
 */
function newHeldClaims(now: () => number) {
  /** Ids that were read ahead, by queue. */
  const idsAhead = new Map<string, readonly string[]>()
  /** Jobs claimed in this turn of the event loop. With SQLite that is this transaction. */
  const claimedIds = new Set<string>()
  function rememberClaimed(id: string): void {
    if (claimedIds.size === 0) setImmediate(() => claimedIds.clear())
    claimedIds.add(id)
  }
  /**
   * Claims the first job that is still held and that nothing else in this transaction has claimed.
   * @returns the job, and the ids after it; undefined if no job could be claimed
   */
  async function claimFirst(tx: Tx, ids: readonly string[]) {
    for (const [index, id] of ids.entries()) {
      const job = claimedIds.has(id) ? undefined : await claimHeldJob(tx, id, now())
      if (!job) continue
      rememberClaimed(id)
      return { job, idsLeft: ids.slice(index + 1) }
    }
    return undefined
  }
  /** Claims the job that was held the longest; undefined if none is held. */
  async function claimOne(tx: Tx, queue: string): Promise<Job | undefined> {
    let claimed = await claimFirst(tx, idsAhead.get(queue) ?? [])
    claimed ??= await claimFirst(tx, await listHeldJobs(tx, queue, heldIdsMax))
    // Wait for the commit, because a claim that is rolled back leaves the jobs held.
    tx.afterCommit(() => {
      if (claimed && claimed.idsLeft.length > 0) idsAhead.set(queue, claimed.idsLeft)
      else idsAhead.delete(queue)
    })
    return claimed?.job
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
  rejectedJobs: readonly Job[],
  claimMax: number,
): Promise<void> =>
  store.write(async tx => {
    const now = clock.now()
    for (const job of rejectedJobs)
      await moveJob(tx, job, { state: 'held', dueAt: now, tries: 0, lastError: null })
    // If over half of a full claim was rejected, the next due jobs probably belong to the last queue.
    const busyQueue = rejectedJobs.length > claimMax / 2 ? rejectedJobs.at(-1)?.queue : undefined
    if (busyQueue) await holdDueJobs(tx, busyQueue, now, heldAtOnceMax)
  })
