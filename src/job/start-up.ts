// Prepares the queue at a start: makes jobs of the last process due again, moves due times after a clock that
// was set back, creates the jobs that always exist, and fills in totals that an older version did not keep.
import type { Appliance } from '../flow/appliance.ts'
import { pruneIntervalMs } from '../flow/idempotency.ts'
import { fillSaleTotals } from '../flow/sale-total.ts'
import { addJob, findJob, putJob, recoverParkedJobs } from '../store/job.ts'
import { recoverJobs } from '../store/job-claim.ts'
import { makeFarJobsDue, moveJobsBack } from '../store/job-clock.ts'

/** The first ledger check waits until the start is over. */
const checkAfterMs = 60_000
/** A missed nightly back-up or reconciliation waits until the first sales are settled. */
const nightlyAfterMs = 300_000

/**
 * Prepares the job queue at a start: makes claimed and parked jobs due again, moves due times if the clock
 * was set back, and creates the jobs that always exist.
 */
export async function prepareQueue(appliance: Appliance): Promise<void> {
  const { store, world } = appliance
  const { clock } = world
  // Other nodes already run the jobs that always exist: leave their due times.
  const isFirst = !store.nodes?.hasOthers()
  const put = isFirst ? putJob : addJob
  await fillSaleTotals(appliance, { mayMark: isFirst })
  const now = clock.now()
  // This job is due every ten minutes, so its due time shows the clock of the last run.
  const lastDueAt = (await findJob(store.read, 'idempotency.prune', 'all'))?.dueAt ?? now
  const backMs = lastDueAt - pruneIntervalMs - now
  await store.write(async tx => {
    // With several nodes, a claimed job waits until its node is known to be gone (runner.ts).
    if (!store.nodes || store.nodes.isAlone) await recoverJobs(tx, now)
    await recoverParkedJobs(tx, now)
    if (backMs > 0 && isFirst) await moveJobsBack(tx, backMs, now)
    await makeFarJobsDue(tx, now)
    await put(tx, 'idempotency.prune', 'all', now)
    await put(tx, 'event.prune', 'all', now + checkAfterMs)
    await put(tx, 'ledger.check', 'all', now + checkAfterMs)
    await put(tx, 'reconciliation.run', 'all', now + nightlyAfterMs)
    if (store.backups) await put(tx, 'backup.take', 'all', now + nightlyAfterMs)
  })
}
