// Decides whether this node runs the jobs. Among several nodes on one database one node does; when that node
// is gone, another takes over within seconds.
import type { Appliance } from '../flow/appliance.ts'
import { recoverJobsOfGone, recoverOwnJobs } from '../store/job-claim.ts'
import type { HostQueues } from './host-queue.ts'
import type { JobRuns } from './run.ts'

/** Whether this node runs the jobs. */
export interface JobRunner {
  /** Whether jobs may begin here. Without the database none may, not even claimed ones. */
  mayBegin(): boolean
  /** Recovers jobs before a round claims some. @returns whether this node may claim */
  prepare(): Promise<boolean>
}

/**
 * Returns what decides whether this node runs the jobs; a single node always does.
 * @param wake starts a round
 */
export function newJobRunner(
  appliance: Appliance,
  runs: Pick<JobRuns, 'isIdle'>,
  queues: Pick<HostQueues, 'load'>,
  wake: () => void,
): JobRunner {
  const { store, world } = appliance
  const { nodes } = store
  /** Jobs may be held for hosts that this process does not know of. */
  let mustLoad = true
  /** The living nodes, as long as the jobs of dead nodes still have to be recovered. */
  let livingNodes: readonly number[] | undefined
  /** Some jobs may be claimed by this node and not run here. */
  let mayHaveClaims = false
  nodes?.onRunsJobs(() => {
    livingNodes = undefined // another node may have started and claimed jobs since
    mustLoad = true
    wake()
  })
  nodes?.onGone(others => {
    livingNodes = others
    wake()
  })
  const mayBegin = () => nodes?.runsJobs() ?? true
  /** Makes the jobs of dead nodes due again, unless that was done since the last node died. */
  async function recoverJobsOfGoneNodes(): Promise<void> {
    const alive = livingNodes
    if (!alive) return
    await store.write(tx => recoverJobsOfGone(tx, world.clock.now(), alive))
    if (livingNodes === alive) livingNodes = undefined // unless one more node has gone during the write
    mustLoad = true
  }

  /** Finds the queues with held jobs, unless this process knows them already. A failure is tried again. */
  async function loadHeld(): Promise<void> {
    if (!mustLoad) return
    mustLoad = false
    await queues.load().catch(error => {
      mustLoad = true
      throw error
    })
  }

  return {
    mayBegin,
    async prepare() {
      if (!mayBegin()) {
        if (mayHaveClaims && runs.isIdle()) {
          await giveBackClaims(appliance)
          mayHaveClaims = false
        }
        return false
      }
      mayHaveClaims = true
      await recoverJobsOfGoneNodes()
      await loadHeld()
      return true
    },
  }
}

/** Makes the jobs that this node has claimed due again, for the node that runs the jobs now. */
const giveBackClaims = ({ store, notifier, world: { clock } }: Appliance): Promise<void> =>
  store.write(async tx => {
    const now = clock.now()
    await recoverOwnJobs(tx, now)
    notifier.publishJob(tx, now)
  })
