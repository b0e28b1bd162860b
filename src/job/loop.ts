// The job loop: claims due jobs, runs them, and sleeps until the next one. Jobs run in parallel, each once at
// a time; deliveries also share the places of their receiver's host (host-queue.ts).

import { ignoreUnwritable } from '../domain/fault.ts'
import { type JobPriority, roundEveryMs } from '../domain/job.ts'
import type { Appliance } from '../flow/appliance.ts'
import { takeBackupForLog } from '../flow/backup.ts'
import { storeFailedLogins } from '../flow/failed-login.ts'
import { FolderError } from '../store/folder/folder.ts'
import { newClaim } from './claim.ts'
import { type Background, newExecutor } from './execute.ts'
import { newHostQueues } from './host-queue.ts'
import { newRounds } from './round.ts'
import { newJobRuns } from './run.ts'
import { newJobRunner } from './runner.ts'
import { prepareQueue } from './start-up.ts'

const retryRoundMs = 1_000
/** A round starts jobs without waiting for them, so it ends within seconds even on the slowest disk. */
const stuckMs = 120_000

/** Runs the jobs of this server. */
export interface Loop {
  /**
   * Renews leases, recovers the jobs of dead nodes, and claims and starts a few due jobs. Returns when to
   * call it again: now, if more jobs are due. A call that claimed all of them could last for ever.
   */
  runDue(): Promise<number | undefined>
  /** Resolves when no started job is running. */
  settled(): Promise<void>
  /** Runs automatically from now on. */
  start(): Promise<void>
  /** Whether it runs and its last round succeeded. */
  healthy(): boolean
  /** Whether the current round has lasted so long that it will not end. */
  stuck(): boolean
  /** Starts no more jobs and waits for running ones. */
  stop(): Promise<void>
}

/**
 * Returns the job loop, not yet running. Each round renews leases, and claims and starts due jobs.
 * @param onBroken is called when the store's files are no longer its own: the process must stop
 */
export function newJobLoop(served: Appliance, onBroken: (cause: unknown) => void): Loop {
  const background = inBackground(served)
  const appliance = background.money
  const { store, world } = appliance
  const { clock, log } = world
  const runs = newJobRuns(appliance)
  const rounds = newRounds(clock, runs.isInTime, runRound)
  const { wake } = rounds
  const queues = newHostQueues(background.delivery, runs.lose)
  const isStopped = () => rounds.state() === 'stopped'
  const runner = newJobRunner(appliance, runs, queues, () => wake(clock.now()))
  const mayBegin = () => !isStopped() && runner.mayBegin()
  const executor = newExecutor(background, { runs, queues, wake, isStopped, mayBegin })
  const claim = newClaim(background, runs, queues, executor.begin)
  let hasLastRoundSucceeded = true
  const prepare = newPreparation(appliance)

  async function runDue(): Promise<number | undefined> {
    await runs.keepLeases()
    if (!(await runner.prepare())) return undefined
    await executor.beginIdle()
    return claim()
  }

  async function runRound(): Promise<number> {
    try {
      store.check()
      await prepare()
      const next = await runDue()
      await storeKeyUses(appliance)
      hasLastRoundSucceeded = true
      return Math.min(next ?? Number.POSITIVE_INFINITY, clock.now() + roundEveryMs)
    } catch (error) {
      hasLastRoundSucceeded = false
      if (error instanceof FolderError) onBroken(error)
      log('error', 'the job loop could not run', { error: String(error) })
      return clock.now() + retryRoundMs
    }
  }

  return {
    runDue,
    settled: runs.settled,
    async start() {
      rounds.open()
      // On a full disk, or without its database, the first rounds try again; the server answers already.
      await prepare().catch(ignoreUnwritable)
      appliance.notifier.onJob(wake)
      rounds.run()
    },
    healthy: () => rounds.state() === 'running' && hasLastRoundSucceeded,
    stuck: () => rounds.busyMs() > stuckMs,
    async stop() {
      await rounds.stop()
      await runs.settled()
      await storeKeyUses(appliance, { isLast: true })
      await storeFailedLogins(appliance)
    },
  }
}

/**
 * Returns the appliance for the jobs of each priority. Its writes have that priority, so the writes of
 * requests go first.
 */
const inBackground = (appliance: Appliance): Background => {
  const { store } = appliance
  const applianceAtPriority = (priority: JobPriority, read = store.read): Appliance => ({
    ...appliance,
    get publicUrl() {
      return appliance.publicUrl
    },
    store: { ...store, read, write: body => store.write(body, priority) },
  })
  // Jobs that are claimed together run in order. Upkeep does not, because it reads much and no other job
  // waits for it.
  const inOrder = store.readInOrder
  return {
    money: applianceAtPriority('money', inOrder),
    expiry: applianceAtPriority('expiry', inOrder),
    delivery: applianceAtPriority('delivery', inOrder),
    upkeep: applianceAtPriority('upkeep'),
  }
}

/** Returns a function that prepares the queue at its first call, and again until that has succeeded once. */
function newPreparation(appliance: Appliance): () => Promise<void> {
  let isPrepared = false
  return async () => {
    if (isPrepared) return
    await prepareQueue(appliance)
    appliance.store.backups?.log?.onCopyNeeded(() => void requestBackup(appliance))
    isPrepared = true
  }
}

/**
 * Brings the back-up forward that the change log needs. A failure is only logged: the next change requests it
 * again.
 */
const requestBackup = (appliance: Appliance) =>
  takeBackupForLog(appliance).catch(error =>
    appliance.world.log('error', 'a back-up failed', { error: String(error) }),
  )

/**
 * Stores when API keys were last used. A failure is only logged and never stops the loop, because the next
 * round tries again.
 */
const storeKeyUses = ({ keyUses, store, world }: Appliance, options = { isLast: false }) =>
  keyUses
    .save(store, options)
    .catch(error =>
      world.log('warn', 'the last uses of API keys could not be stored', { error: String(error) }),
    )
