// Claims due jobs and starts them, a few of each priority at a time.
import { type Job, type JobPriority, jobPriorities, jobPriority } from '../domain/job.ts'
import { nextJobAt } from '../store/job.ts'
import { claimJobs } from '../store/job-claim.ts'
import { type Background, roomLeft } from './execute.ts'
import { type HostQueues, holdRejected } from './host-queue.ts'
import type { JobRuns } from './run.ts'

/**
 * Few jobs start at a time, because their reads delay requests. Most claimed deliveries are then held for
 * their host.
 */
const claimMax = { money: 8, expiry: 4, delivery: 50, upkeep: 1 } as const

/** Returns how many jobs of each priority to claim for this much room. */
const claimCounts = (room: Record<JobPriority, number>): Record<JobPriority, number> => ({
  money: Math.min(room.money, claimMax.money),
  expiry: Math.min(room.expiry, claimMax.expiry),
  delivery: Math.min(room.delivery, claimMax.delivery),
  upkeep: Math.min(room.upkeep, claimMax.upkeep),
})

/**
 * Returns a function that claims and starts a few due jobs of each priority with room. It returns when to
 * claim again: now, if more jobs are due.
 * @param begin starts a job; returns false when the job's host queue rejects it
 */
export function newClaim(
  { money: { store, world }, delivery }: Background,
  runs: Pick<JobRuns, 'count' | 'lose'>,
  queues: Pick<HostQueues, 'silent'>,
  begin: (job: Job) => boolean,
): () => Promise<number | undefined> {
  /**
   * Waits for a write. If the write fails, reports the claimed jobs as lost, so that they become due again.
   * @param claimed returns these jobs; called after the failure, because the write itself may claim them
   */
  async function loseOnFailure(write: Promise<void>, claimed: () => readonly Job[]): Promise<void> {
    try {
      await write
    } catch (error) {
      runs.lose(claimed())
      throw error
    }
  }

  /**
   * Claims a few jobs and starts them, or holds those that a host queue rejects.
   * @returns whether more may be due
   */
  async function claimFew(): Promise<boolean> {
    const max = claimCounts(roomLeft(runs, queues))
    let jobs: readonly Job[] = []
    const claiming = store.write(async tx => {
      jobs = await claimJobs(tx, world.clock.now(), max)
    })
    await loseOnFailure(claiming, () => jobs)
    const rejectedJobs = jobs.filter(job => !begin(job))
    if (rejectedJobs.length > 0)
      await loseOnFailure(holdRejected(delivery, rejectedJobs, claimMax.delivery), () => rejectedJobs)
    const countOf = (priority: JobPriority) => jobs.filter(job => jobPriority(job) === priority).length
    // A priority of which the maximum was claimed may have more due jobs.
    return jobPriorities.some(priority => max[priority] > 0 && countOf(priority) >= max[priority])
  }

  return async () => {
    if (await claimFew()) return world.clock.now()
    const room = roomLeft(runs, queues)
    // A priority without room is claimed again when its runs end (execute.ts).
    const withRoom = jobPriorities.filter(priority => room[priority] > 0)
    return nextJobAt(store.read, withRoom, store.nodes?.number)
  }
}
