// Records how a job ended: it is done, due again, tried again after an error, or parked.

import { isParked, isTryLogged, type Job, jobRetryMs } from '../domain/job.ts'
import type { Appliance } from '../flow/appliance.ts'
import type { Tx } from '../store/engine/statement.ts'
import { finishJob, moveJob } from '../store/job-claim.ts'
import type { JobRun } from './run.ts'

/** When a job is due again (never when undefined), or its error. */
export type JobResult = { readonly next: number | undefined } | { readonly error: Error }

/**
 * Records the result of a run in the caller's transaction. A failed job is tried again later, and parked
 * after too many tries.
 * @param wake is called after the commit with the time when the job is due again
 */
export async function recordJobResult(
  { world }: Appliance,
  tx: Tx,
  run: JobRun,
  result: JobResult,
  wake: (dueAt: number) => void,
): Promise<void> {
  const job: Job = { ...run.job, dueAt: run.lease } // the due time of a claimed job is the end of its lease
  if ('error' in result) {
    const { message: lastError } = result.error
    const shouldPark = isParked(job)
    const dueAt = world.clock.now() + jobRetryMs(job.tries)
    await moveJob(tx, job, { state: shouldPark ? 'parked' : 'waiting', dueAt, tries: job.tries, lastError })
    const facts = { job: job.kind, subject: job.subject, tries: job.tries, error: lastError }
    tx.afterCommit(() => {
      if (shouldPark) world.log('error', 'a job was parked', facts)
      else if (isTryLogged(job.tries)) world.log('warn', 'a job failed and is tried again', facts)
      if (!shouldPark) wake(dueAt)
    })
  } else if (result.next === undefined) await finishJob(tx, job)
  else {
    const dueAt = result.next
    await moveJob(tx, job, { state: 'waiting', dueAt, tries: 0, lastError: null })
    tx.afterCommit(() => wake(dueAt))
  }
}
