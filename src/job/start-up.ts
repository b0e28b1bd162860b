// Prepares the queue at a start: jobs of the last process are due again, due times follow a clock that was
// set back meanwhile, and the jobs that always exist are there.
import type { Appliance } from '../flow/appliance.ts'
import { pruneIntervalMs } from '../flow/idempotency.ts'
import { addJob, findJob, putJob, recoverJobs } from '../store/job.ts'
import { makeFarJobsDue, moveJobsBack } from '../store/job-clock.ts'

/** The first ledger check waits until the start is over. */
const checkAfterMs = 60_000
/** A back-up or reconciliation that the last night missed waits until the sales of meanwhile are settled. */
const nightlyAfterMs = 300_000

export async function prepareQueue({ store, world: { clock } }: Appliance): Promise<void> {
  // What other nodes do already goes on as it is.
  const isFirst = !store.nodes?.hasOthers()
  const put = isFirst ? putJob : addJob
  const now = clock.now()
  // This job is due every ten minutes, so its due time shows where the clock was when the server ran last.
  const lastDueAt = (await findJob(store.read, 'idempotency.prune', 'all'))?.dueAt ?? now
  const backMs = lastDueAt - pruneIntervalMs - now
  await store.write(async tx => {
    await recoverJobs(tx, now)
    if (backMs > 0 && isFirst) await moveJobsBack(tx, backMs, now)
    await makeFarJobsDue(tx, now)
    await put(tx, 'idempotency.prune', 'all', now)
    await put(tx, 'event.prune', 'all', now + checkAfterMs)
    await put(tx, 'ledger.check', 'all', now + checkAfterMs)
    await put(tx, 'reconciliation.run', 'all', now + nightlyAfterMs)
    if (store.backups) await put(tx, 'backup.take', 'all', now + nightlyAfterMs)
  })
}
