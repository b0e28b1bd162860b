// One body of a group on PostgreSQL; group-body.ts is its counterpart on SQLite. Changes without an answer
// are sent without waiting, so a body waits for the server only when it reads. Their failures show before the
// body ends.
import {
  type BodyOptions,
  type BodyProgress,
  endBody,
  newBody,
  type WriteBody,
} from '../engine/group-body.ts'
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
  /** Rows that were read ahead for bodies without a savepoint. */
  first: FirstAnswers
  /** Sums of bodies without a savepoint that are not written yet. */
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
  /** Called when the body awaits neither a query nor a microtask, so that it can never continue. */
  stuck: () => void
}

/** Returns the progress of a body that has not begun. */
const newProgress = (): Progress => ({
  failure: undefined,
  result: undefined,
  hasChanged: false,
  awaited: 0,
  stuck() {},
})

/** Calls `stuck` after this turn of the event loop if the body awaits no query: its microtasks have run. */
function checkWhetherStuck(progress: Progress): void {
  setImmediate(() => {
    if (progress.awaited === 0) progress.stuck()
  })
}

/** Records in the group that a statement failed, or that the connection was lost before its answer. */
export function noteFailure(
  group: Pick<OpenGroup, 'hasFailed' | 'conflict' | 'isCut'>,
  error: unknown,
): void {
  if (isConflict(error)) group.conflict ??= error
  if (isConnectionLost(error)) group.isCut = true
  else group.hasFailed = true
}

/** Sends a change without waiting for the answer. @param onFailure receives its error */
export function sendChange(
  group: Pick<OpenGroup, 'session' | 'sent' | 'areSurelySent'>,
  text: string,
  values: readonly unknown[],
  onFailure: (error: unknown) => void,
): void {
  group.areSurelySent &&= group.session.hasRun(text)
  group.sent.push(group.session.rows(text, values).then(() => {}, onFailure))
}

/**
 * Returns the transaction for a body. Once a query has failed, every later query throws the same error.
 * @param hasSavepoint if false, the body's sums and rows may wait and be sent with those of other bodies
 */
const transactionOf = (group: OpenGroup, body: WriteBody, progress: Progress, hasSavepoint: boolean): Tx => ({
  writes: true,
  deferredSums: !hasSavepoint && body.isRepeatable ? group.deferredSums : undefined,
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
    const readAhead = hasSavepoint ? undefined : takeFirstAnswer(group.first, text, values)
    if (readAhead) return readAhead
    if (change) group.onChange(change.table)
    const isBatched = !hasSavepoint && change !== undefined && group.batch.add(change, values)
    if (isBatched) return []
    group.batch.flush()
    const onFailure = (error: unknown) => {
      noteFailure(group, error)
      // An error that made later statements fail explains more than the errors of those statements.
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

/** Waits for the answers to all changes that were sent. @returns whether all changes surely succeeded */
export async function sentChanges(group: OpenGroup): Promise<boolean> {
  await Promise.all(group.sent.splice(0))
  return !group.hasFailed && !group.isCut
}

/** Runs a body until it has ended or is stuck, and sets its result or failure in `progress`. */
const runToItsEnd = (body: WriteBody, tx: Tx, progress: Progress) =>
  new Promise<void>(resolve => {
    progress.stuck = resolve
    void (async () => body.run(tx))().then(
      value => {
        progress.result = { value }
        resolve()
      },
      error => {
        progress.failure ??= error
        resolve()
      },
    )
    checkWhetherStuck(progress)
  })

/** Releases the savepoint of a body without waiting. If that fails, the commit of the group fails, too. */
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
  await runToItsEnd(body, transactionOf(group, body, progress, hasSavepoint), progress)
  if (hasSavepoint) await sentChanges(group)
  const error = endBody(progress)
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
    body.resolve(progress.result?.value)
    for (const call of body.after) queueMicrotask(() => group.callListener(call))
  }
  if (hasSavepoint) releaseSavepoint(group)
  return true
}

/** Sends the sums of the bodies without a savepoint, without waiting for the answers. */
export async function writeDeferredSums(group: OpenGroup): Promise<void> {
  if (group.deferredSums.size === 0) return
  const sums = new Map(group.deferredSums)
  group.deferredSums.clear()
  const run = (tx: Tx) => writeSums(tx, sums)
  const body = newBody({ run, resolve() {}, reject() {} })
  const canGoOn = await runPostgresBody(body, group, { hasSavepoint: false })
  group.hasFailed ||= !canGoOn
}
