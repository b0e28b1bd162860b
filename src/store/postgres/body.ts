// One body of a group on PostgreSQL; group-body.ts is its counterpart on SQLite. Changes without an answer
// are sent without waiting, so a body waits for the server only when it reads. Their failures show before the
// body ends.
import { type BodyOptions, type BodyProgress, endOf, newBody, type WriteBody } from '../engine/group-body.ts'
import { type DeferredSum, type Tx, writeSums } from '../engine/statement.ts'
import { writeErrorOf } from '../engine/write-error.ts'
import type { RowBatch } from './batch.ts'
import { isConflict, isConnectionLost, isFollowing } from './error.ts'
import { type FirstAnswers, takeFirstAnswer } from './first.ts'
import type { Session } from './session.ts'

/** The writing connection, with a transaction open. */
export interface OpenGroup {
  readonly session: Session
  readonly node: number
  /** Receives the table of each change before it is sent. */
  readonly onChange: (table: string) => void
  readonly callListener: (listener: () => void) => void
  /** Changes that were sent and not awaited; each promise resolves, even if the change failed. */
  readonly sent: Promise<void>[]
  /** Rows of bodies without a savepoint, added before any other statement is sent. */
  readonly batch: RowBatch
  /** Answers to what those bodies read first. */
  first: FirstAnswers
  /** Sums of those bodies that are not written yet. */
  readonly deferredSums: Map<string, DeferredSum>
  /** Notes to the other nodes from each successful body. */
  readonly notes: Map<WriteBody, string[]>
  /** Whether a statement failed since the transaction began. */
  hasFailed: boolean
  /** The failure of a statement that conflicted with another transaction: the whole group runs again. */
  conflict: unknown
  /** Whether the connection was lost before a statement was answered. */
  isCut: boolean
  /** Whether every change surely reached the server, so that it knows if one failed. */
  areSurelySent: boolean
}

/** How far a body has run. */
interface Progress extends BodyProgress {
  /** Number of queries that the body awaits. */
  awaited: number
  /** Called when the body awaits nothing that could continue. */
  stuck: () => void
}

/** Returns the progress of a body that has not begun. */
const newProgress = (): Progress => ({
  failure: undefined,
  done: undefined,
  hasChanged: false,
  awaited: 0,
  stuck() {},
})

/** Reports a body as stuck if it awaits neither a query nor a microtask. */
function checkWhetherStuck(progress: Progress): void {
  setImmediate(() => {
    if (progress.awaited === 0) progress.stuck()
  })
}

/** Records that a statement failed or was not answered. A conflict with another node is a failure, too. */
export function noteFailure(
  group: Pick<OpenGroup, 'hasFailed' | 'conflict' | 'isCut'>,
  error: unknown,
): void {
  if (isConflict(error)) group.conflict ??= error
  if (isConnectionLost(error)) group.isCut = true
  else group.hasFailed = true
}

/** Sends a change without waiting. @param failed receives its error */
export function sendChange(
  group: Pick<OpenGroup, 'session' | 'sent' | 'areSurelySent'>,
  text: string,
  values: readonly unknown[],
  failed: (error: unknown) => void,
): void {
  group.areSurelySent &&= group.session.hasRun(text)
  group.sent.push(group.session.rows(text, values).then(() => {}, failed))
}

/**
 * Returns the transaction for a body. Once a query has failed, every later one throws the same error.
 * @param isBare whether the body has no savepoint, so that its sums and rows may wait for those of others
 */
const transactionOf = (group: OpenGroup, body: WriteBody, progress: Progress, isBare: boolean): Tx => ({
  writes: true,
  deferredSums: isBare && body.isRepeatable ? group.deferredSums : undefined,
  node: group.node,
  afterCommit: call => {
    body.after.push(call)
  },
  notify(note) {
    group.notes.get(body)?.push(note)
  },
  rows: async (text, values = [], _use, change) => {
    if (progress.failure) throw progress.failure
    progress.hasChanged ||= change !== undefined
    const readAhead = isBare ? takeFirstAnswer(group.first, text, values) : undefined
    if (readAhead) return readAhead
    if (change) group.onChange(change.table)
    if (isBare && change && group.batch.add(change, values)) return []
    group.batch.flush()
    const onFailure = (error: unknown) => {
      noteFailure(group, error)
      // The error that made later statements fail explains more than theirs.
      if (!progress.failure || isFollowing(progress.failure)) progress.failure = error
    }
    if (change && !change.returnsRows) {
      sendChange(group, text, values, onFailure)
      return []
    }
    progress.awaited++
    try {
      return await group.session.rows(text, values)
    } catch (error) {
      onFailure(error)
      throw progress.failure
    } finally {
      if (--progress.awaited === 0) checkWhetherStuck(progress)
    }
  },
})

/** Waits for all changes that were sent. @returns whether all of them surely succeeded */
export async function sentChanges(group: OpenGroup): Promise<boolean> {
  await Promise.all(group.sent.splice(0))
  return !group.hasFailed && !group.isCut
}

/** Runs a body until it has ended, or awaits nothing that could continue. Its end is in `progress`. */
const runToItsEnd = (body: WriteBody, tx: Tx, progress: Progress) =>
  new Promise<void>(resolve => {
    progress.stuck = resolve
    void (async () => body.run(tx))().then(
      value => {
        progress.done = { value }
        resolve()
      },
      error => {
        progress.failure ??= error
        resolve()
      },
    )
    checkWhetherStuck(progress)
  })

/** Releases the savepoint of a body, and does not wait. If that fails, the commit of the group fails, too. */
const releaseSavepoint = ({ session }: OpenGroup) =>
  void session.rows('release savepoint body').catch(() => {})

/**
 * Runs a body, and sets its `end`, which answers the caller once the group has ended. The changes of a failed
 * body are undone with its savepoint.
 * @returns whether the group can go on: false if the body failed after a change and has no savepoint, so that
 * only a rollback of the whole group undoes it
 * @throws when the connection is lost or another transaction conflicted, and the whole group fails
 */
export async function runPostgresBody(
  body: WriteBody,
  group: OpenGroup,
  { hasSavepoint }: BodyOptions,
): Promise<boolean> {
  const progress = newProgress()
  body.after.length = 0 // an earlier run may have filled it
  group.notes.set(body, [])
  const savepoint = hasSavepoint ? group.session.rows('savepoint body') : undefined
  savepoint?.catch(() => {}) // awaited below
  await runToItsEnd(body, transactionOf(group, body, progress, !hasSavepoint), progress)
  if (hasSavepoint) await sentChanges(group)
  const error = endOf(progress)
  await savepoint
  if (isConnectionLost(error)) throw error
  if (group.conflict) throw group.conflict
  if (error) {
    group.notes.delete(body)
    body.end = () => body.reject(writeErrorOf(error))
    if (!hasSavepoint) return !progress.hasChanged
    await group.session.rows('rollback to savepoint body')
    group.hasFailed = false
    releaseSavepoint(group)
    return true
  }
  body.end = () => {
    body.resolve(progress.done?.value)
    for (const call of body.after) queueMicrotask(() => group.callListener(call))
  }
  if (hasSavepoint) releaseSavepoint(group)
  return true
}

/** Sends the sums of the bodies without a savepoint, and does not wait for the answers. */
export async function writeDeferredSums(group: OpenGroup): Promise<void> {
  if (group.deferredSums.size === 0) return
  const sums = new Map(group.deferredSums)
  group.deferredSums.clear()
  const run = (tx: Tx) => writeSums(tx, sums)
  const isWhole = await runPostgresBody(newBody({ run, resolve() {}, reject() {} }), group, {
    hasSavepoint: false,
  })
  group.hasFailed ||= !isWhole
}
