// Group commit on PostgreSQL: all waiting bodies run in one transaction on one connection, and groups of all
// nodes take turns (decision 35).
import { assert } from '../../domain/fault.ts'
import { changeNotifier, listenerCalls } from '../engine/commit-listener.ts'
import { type FirstRead, newBody, type WriteBody, type WriteKind } from '../engine/group-body.ts'
import type { OpenNodeChannel } from '../engine/node-channel.ts'
import type { Tx } from '../engine/statement.ts'
import { newTableNews } from '../engine/table-news.ts'
import { newWriteQueue } from '../engine/write-queue.ts'
import { runPostgresBody, sentChanges, writeDeferredSums } from './body.ts'
import { isConflict, isRolledBack, runsMax } from './error.ts'
import { readFirst } from './first.ts'
import { newPostgresRun, type PostgresRun } from './run.ts'
import type { Session } from './session.ts'
import { newWriterConnection, type WriterParts } from './writer.ts'

/** A group that takes longer has its connection cut. */
const groupMaxMs = 20_000
/**
 * Pause before a group runs again, so that the conflicting transaction can finish. It grows with each run.
 */
const conflictPauseMs = 5

/** Waits for a commit that must end with a rollback. @throws when the rows were saved, or may have been */
async function assertRolledBack(committed: Promise<void>): Promise<void> {
  const error = await committed.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert(error, 'a group was committed without all of its rows')
  if (!isRolledBack(error)) throw error
}

/** What became of the bodies that ran without savepoints. */
type RunResult = 'committed' | 'sent' | 'rolled back'

/**
 * Runs bodies without savepoints one after another, and sends their changes without waiting for answers.
 * @returns whether the transaction can be committed: false once a body failed after a change
 */
async function sendWithoutSavepoints(
  group: PostgresRun['group'],
  bodies: readonly WriteBody[],
): Promise<boolean> {
  group.first = await readFirst(group.session, bodies)
  let canKeep = true
  for (const body of bodies) {
    canKeep = await runPostgresBody(body, group, { hasSavepoint: false })
    if (!canKeep) break
  }
  if (canKeep) await writeDeferredSums(group)
  else group.batch.drop()
  group.first.clear()
  group.deferredSums.clear()
  group.batch.flush()
  return canKeep
}

/**
 * Runs bodies without savepoints, and commits them if no other body follows.
 * @param options `isLast`: no other body follows, so the commit can be sent together with the changes
 * @returns `committed`; `sent` when the transaction is still open; `rolled back` when a body failed after a
 * change: nothing of the group is saved, and a new transaction has begun
 * @throws when another transaction conflicted
 */
async function runWithoutSavepoints(
  run: PostgresRun,
  bodies: readonly WriteBody[],
  { isLast }: { readonly isLast: boolean },
): Promise<RunResult> {
  const { group } = run
  const canKeep = await sendWithoutSavepoints(group, bodies)
  const committed = canKeep && isLast && run.canCommit() ? run.commit() : undefined
  committed?.catch(() => {}) // awaited below
  const isSent = await sentChanges(group)
  // Even if the answers for some rows were lost with the connection, the commit knows whether the rows were
  // saved.
  if (committed && !group.hasFailed) {
    await committed
    return 'committed'
  }
  if (canKeep && isSent) return 'sent'
  if (committed) await assertRolledBack(committed)
  if (group.conflict) throw group.conflict
  if (!committed) await group.session.rows('rollback')
  await run.begin()
  return 'rolled back'
}

/** Runs bodies as one transaction and commits the transaction. @throws when no body can be saved */
async function runBodies(run: PostgresRun, bodies: readonly WriteBody[]): Promise<void> {
  // No caller has been answered yet, so the bodies may run in any order.
  const repeatable = bodies.filter(body => body.isRepeatable)
  const others = bodies.filter(body => !body.isRepeatable)
  const isLast = others.length === 0
  const result = repeatable.length === 0 ? 'sent' : await runWithoutSavepoints(run, repeatable, { isLast })
  if (result === 'committed') return
  // After a rollback all bodies run again, because the failed body could not be undone alone.
  const remaining = result === 'rolled back' ? [...repeatable, ...others] : others
  for (const body of remaining) await runPostgresBody(body, run.group, { hasSavepoint: true })
  await run.link()
  await run.commit()
}

/** Returns the parts that all groups of a writer share. */
function groupParts(
  parts: WriterParts,
  channel: Pick<OpenNodeChannel, 'node' | 'send'>,
  commit: ReturnType<typeof newWriterConnection>['commit'],
) {
  const listeners = listenerCalls()
  return {
    node: parts.node,
    refresh: parts.refresh,
    after: parts.after,
    sender: channel.node,
    listeners,
    commit,
    changes: changeNotifier(listeners.call, { isShared: true }),
    news: newTableNews(channel.send, parts.after),
    queue: newWriteQueue(),
  }
}

type GroupParts = ReturnType<typeof groupParts>

/**
 * Runs the waiting bodies as one group, once it is this node's turn to write.
 * @param bodies empty at the first run, and receives the bodies of the group; after a conflict, the bodies to
 * run again
 * @throws when no body can be saved
 */
async function runGroup(session: Session, bodies: WriteBody[], parts: GroupParts): Promise<void> {
  const { queue } = parts
  const run = newPostgresRun(session, parts)
  await run.begin()
  if (bodies.length === 0) {
    queue.begin()
    for (let body = queue.next(); body; body = queue.next()) bodies.push(body)
  }
  await runBodies(run, bodies)
}

/**
 * Runs a group once, and sets the `end` of its bodies.
 * @param isLast whether this is the last run, after which the callers are answered even if it conflicted
 * @returns `conflict` when the group must run again: another transaction conflicted, and nothing was saved
 */
async function runOnce(
  connection: ReturnType<typeof newWriterConnection>,
  bodies: WriteBody[],
  parts: GroupParts,
  isLast: boolean,
): Promise<'ended' | 'conflict'> {
  let session: Session | undefined
  let cancel = () => {}
  try {
    session = await connection.open()
    cancel = parts.after(groupMaxMs, connection.drop)
    await connection.limited(runGroup(session, bodies, parts))
    parts.changes.publish()
  } catch (cause) {
    const error = await connection.endFailed(cause)
    if (!isLast && isConflict(cause)) return 'conflict'
    for (const body of bodies) body.end = () => body.reject(error)
    // If an idle connection was lost unnoticed, the waiting writes stay: the next group opens another one.
    const isUnavailable = !session || (bodies.length === 0 && (connection.isOpen() || connection.isSilent()))
    const waiting = isUnavailable ? parts.queue.takeAll() : []
    for (const body of waiting) body.reject(error)
  } finally {
    cancel()
  }
  return 'ended'
}

/** Returns the writer of a store, which saves the writes of many callers in one transaction. */
export function postgresWriter(parts: WriterParts, channel: Pick<OpenNodeChannel, 'node' | 'send'>) {
  const connection = newWriterConnection(parts)
  const group = groupParts(parts, channel, connection.commit)
  const { listeners, changes, queue } = group
  /** Called once when no write waits or runs. */
  const idleListeners: (() => void)[] = []
  let isRunning = false

  /** Runs the next group until it is saved or has failed, and answers its callers. */
  async function runNext(): Promise<void> {
    const bodies: WriteBody[] = []
    changes.begin()
    for (let run = 1; ; run++) {
      const isLast = run === runsMax
      if ((await runOnce(connection, bodies, group, isLast)) === 'ended') break
      await new Promise<void>(resolve => parts.after(conflictPauseMs * run, resolve))
    }
    for (const body of bodies) body.end()
  }

  /** Runs groups until no write waits. */
  async function drain(): Promise<void> {
    while (!queue.isEmpty()) await runNext()
    isRunning = false
    for (const call of idleListeners.splice(0)) call()
  }

  /** Begins to run groups at the end of this turn of the event loop, unless they are running. */
  function plan(): void {
    if (isRunning) return
    isRunning = true
    setImmediate(() => void drain())
  }

  return {
    write<T>(run: (tx: Tx) => Promise<T>, kind?: WriteKind, first?: FirstRead): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      queue.add(newBody({ run, resolve, reject }, kind, first), kind)
      plan()
      return promise
    },
    changes: changes.subscribe,
    publishChanges: changes.publishTables,
    onListenerError: listeners.onError,
    /** Resolves when nothing is queued or running. */
    quiet: () => (isRunning ? new Promise<void>(resolve => idleListeners.push(resolve)) : Promise.resolve()),
    /** Closes the connection; nothing may be running. */
    close: connection.drop,
  }
}
