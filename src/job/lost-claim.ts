// Jobs that may be claimed but do not run. The write that claimed them failed, or was committed without an
// answer, because the database failed over. They are made due again; otherwise each would wait for the end of
// its lease.

import type { Job } from '../domain/job.ts'
import type { Appliance } from '../flow/appliance.ts'
import { moveJob } from '../store/job-claim.ts'

/**
 * Returns a collection of lost claims: jobs that may be claimed in the database but do not run here.
 * @param isRunning whether a claimed job runs, or will run after its current run
 */
export function newLostClaims(
  { store, notifier, world: { clock } }: Appliance,
  isRunning: (claimed: Job) => boolean,
): {
  add(jobs: readonly Job[]): void
  /** Makes them due again if the claim was committed. */
  giveBack(): Promise<void>
} {
  const lost: Job[] = []
  return {
    add: jobs => void lost.push(...jobs),
    async giveBack() {
      // A repeated write may have claimed a job once more, in the same millisecond.
      const jobs = lost.splice(0).filter(job => !isRunning(job))
      if (jobs.length === 0) return
      const dueAt = clock.now()
      try {
        await store.write(async tx => {
          for (const job of jobs)
            await moveJob(tx, job, {
              state: 'waiting',
              dueAt,
              tries: job.tries - 1,
              lastError: job.lastError,
            })
          notifier.publishJob(tx, dueAt)
        })
      } catch (error) {
        lost.push(...jobs)
        throw error
      }
    },
  }
}
