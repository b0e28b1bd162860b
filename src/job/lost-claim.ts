// Jobs that may be claimed and do not run: the write that claimed them failed, and perhaps is there all the same, since a
// database that is taken over does not say. They are given back, or each would wait for the end of its lease.
import type { Appliance } from '../appliance.ts'
import type { Job } from '../domain/job.ts'
import { moveJob } from '../store/job.ts'
import type { JobRuns } from './run.ts'

export interface LostClaims {
  /** These were claimed, and will not run. */
  add(jobs: readonly Job[]): void
  /** Makes them due again where the claim is there. Call it before each claim. */
  giveBack(): Promise<void>
}

export function newLostClaims(
  { store, world: { clock } }: Appliance,
  { has }: Pick<JobRuns, 'has'>,
): LostClaims {
  const lost: Job[] = []
  return {
    add: jobs => void lost.push(...jobs),
    async giveBack() {
      // A write that was run again may have claimed a job once more, in the same millisecond.
      const found = lost.splice(0).filter(job => !has(job))
      if (found.length === 0) return
      const dueAt = clock.now()
      try {
        await store.write(async tx => {
          for (const job of found)
            await moveJob(tx, job, {
              state: 'waiting',
              dueAt,
              tries: job.tries - 1,
              lastError: job.lastError,
            })
        })
      } catch (error) {
        lost.push(...found)
        throw error
      }
    },
  }
}
