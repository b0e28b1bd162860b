// One body of a group. It runs from start to end inside the open transaction, in its own savepoint
// unless it may run again. Queries return at once, so all of it is microtasks (decision 16).
import { drainMicrotasks } from 'bun:jsc'
import type { Database } from 'bun:sqlite'
import { fault } from '../../domain/fault.ts'
import type { JobPriority } from '../../domain/job.ts'
import { type DeferredSum, type StatementUse, type Tx, writeSums } from './statement.ts'
import { isUnconfirmed, UnfinishedWrite, writeErrorOf } from './write-error.ts'

/**
 * A background priority lets the writes of requests go first. `repeatable` means that the body changes only
 * rows, so it may run twice if the first run is rolled back: such bodies need no savepoint. On PostgreSQL any
 * body runs again after a deadlock: whatever else it changes must wait for its commit (`Tx.afterCommit`),
 * or be the same the second time.
 */
export type WriteKind = JobPriority | 'repeatable'

/**
 * What a body reads before anything else. A group may read it for many bodies at once, because no other body
 * of the group changes these rows unless it reads the same first.
 */
export interface FirstRead {
  /** The statement, as the body runs it. */
  readonly text: string
  readonly values: readonly string[]
  /**
   * Returns one statement for many bodies on PostgreSQL: each value is a list with one item per body, and
   * each row begins with the position of its body in these lists, from 1.
   */
  many(lists: readonly string[]): readonly [text: string, values: readonly unknown[]]
}

/** A write that waits for its group. */
export interface WriteBody {
  readonly run: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  /** Whether it changes only rows, so that it can run again after a rollback. */
  readonly isRepeatable: boolean
  readonly first?: FirstRead | undefined
  /** Called after the commit. */
  readonly after: (() => void)[]
  /** Answers the caller. Set when the body has run, called once the group has ended. */
  end: () => void
}

/**
 * Creates a write that has not run yet.
 * @param body what to run, and what answers the caller with its value or its error
 * @param first the read that the body runs first, so that a group may run it for many bodies at once
 */
export const newBody = <T>(
  body: {
    readonly run: (tx: Tx) => Promise<T>
    readonly resolve: (value: T) => void
    readonly reject: (error: unknown) => void
  },
  kind?: WriteKind,
  first?: FirstRead,
): WriteBody => ({
  ...body,
  isRepeatable: kind === 'repeatable',
  first,
  resolve: body.resolve as (value: unknown) => void,
  after: [],
  end() {},
})

/** The writing handle, with a transaction open. */
export interface GroupHandle {
  readonly raw: Database
  readonly rows: (text: string, values?: unknown[], use?: StatementUse) => unknown[][]
  /** Receives the table of each change before it runs. */
  readonly onChange: (table: string) => void
  /** Sums of the bodies so far that are not written yet. */
  readonly deferredSums: Map<string, DeferredSum>
  /** Calls what waits for the commit; its errors do not fail the body. */
  readonly callListener: (listener: () => void) => void
}

/** Created once: creating an error records its stack, which every successful body would pay for. */
const transactionOver = new UnfinishedWrite('this transaction is over')

/** The state of a body while it runs. */
export interface BodyProgress {
  /** Why no further query of this body runs; undefined while they may. */
  failure: unknown
  result: { readonly value: unknown } | undefined
  /** Whether it has run a statement that may change rows. */
  hasChanged: boolean
}

/**
 * Returns the transaction for a body: unusable after its first failed statement and after the body has ended.
 */
const transactionOf = (
  { raw, rows, onChange }: GroupHandle,
  after: WriteBody['after'],
  progress: BodyProgress,
  deferredSums: Tx['deferredSums'],
): Tx => ({
  writes: true,
  deferredSums,
  afterCommit: call => {
    after.push(call)
  },
  rows: async (text, values, use, change) => {
    if (progress.failure) throw progress.failure
    if (!raw.inTransaction) {
      progress.failure = fault('write_abandoned')
      throw progress.failure
    }
    if (change) {
      progress.hasChanged = true
      onChange(change.table)
    }
    try {
      return rows(text, values, use)
    } catch (error) {
      progress.failure = writeErrorOf(error)
      throw progress.failure
    }
  },
})

/**
 * Runs a body to its end, and sets the result or the failure in `progress`. Queries return at once, so the
 * body awaits nothing but microtasks, and it has ended once these are drained.
 */
function runToItsEnd(body: WriteBody, tx: Tx, progress: BodyProgress): void {
  void (async () => body.run(tx))().then(
    value => {
      progress.result = { value }
    },
    error => {
      progress.failure ??= error
    },
  )
  drainMicrotasks()
}

/** Ends a body, so that no further query of it runs. @returns why it failed; undefined if it has a result */
export function endBody(progress: BodyProgress): unknown {
  let error = progress.failure
  if (!progress.result) error ??= new UnfinishedWrite('a write body awaited something else than a query')
  progress.failure ??= transactionOver
  return error
}

export interface BodyOptions {
  /** On SQLite a savepoint copies each page that it could undo, which costs a payment a tenth. */
  readonly hasSavepoint: boolean
}

/**
 * Runs a body, and sets its `end`, which answers the caller once the group has ended. The changes of a failed
 * body are undone with its savepoint.
 * @returns whether the group can go on: false if the body failed after a change and has no savepoint, so that
 * only a rollback of the whole group undoes it
 * @throws when the transaction has ended or the disk failed, so that no body of the group is saved
 */
export function runBody(body: WriteBody, handle: GroupHandle, { hasSavepoint }: BodyOptions): boolean {
  const progress: BodyProgress = { failure: undefined, result: undefined, hasChanged: false }
  body.after.length = 0 // an earlier run may have filled it
  // A savepoint that is rolled back would leave its sums behind.
  const deferredSums = hasSavepoint || !body.isRepeatable ? undefined : handle.deferredSums
  const tx = transactionOf(handle, body.after, progress, deferredSums)
  if (hasSavepoint) handle.rows('savepoint body')
  runToItsEnd(body, tx, progress)
  const error = endBody(progress)
  if (!handle.raw.inTransaction) throw error ?? new UnfinishedWrite('the transaction ended inside a body')
  if (isUnconfirmed(error)) throw error
  if (error) {
    body.end = () => body.reject(error)
    if (!hasSavepoint) return !progress.hasChanged
    handle.rows('rollback to body')
    handle.rows('release body')
    return true
  }
  if (hasSavepoint) handle.rows('release body')
  body.end = () => {
    body.resolve(progress.result?.value)
    for (const call of body.after) queueMicrotask(() => handle.callListener(call))
  }
  return true
}

/** Writes the sums that the bodies so far deferred. @throws when that fails: the whole group fails then */
export function writeDeferredSums(handle: GroupHandle): void {
  if (handle.deferredSums.size === 0) return
  const sums = new Map(handle.deferredSums)
  handle.deferredSums.clear()
  const run = (tx: Tx) => writeSums(tx, sums)
  const reject = (error: unknown) => {
    throw error
  }
  const body = newBody({ run, resolve() {}, reject })
  runBody(body, handle, { hasSavepoint: false })
  body.end() // throws the error of a failed write
}
