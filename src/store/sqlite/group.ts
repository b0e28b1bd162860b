// Group commit on one SQLite handle: all waiting bodies run in one BEGIN IMMEDIATE … COMMIT, each in its own
// savepoint unless it and all before it may run again. Callers resume after the commit, so one fsync serves
// all of them.
import type { Database } from 'bun:sqlite'
import type { Fault } from '../../domain/fault.ts'
import { type ChainHead, newRecordChain } from '../engine/chain.ts'
import { changeNotifier, listenerCalls } from '../engine/commit-listener.ts'
import {
  type GroupHandle,
  newBody,
  runBody,
  type WriteBody,
  type WriteKind,
  writeDeferredSums,
} from '../engine/group-body.ts'
import type { Tx } from '../engine/statement.ts'
import { isUnconfirmed, writeErrorOf } from '../engine/write-error.ts'
import { newWriteQueue, type WriteQueue } from '../engine/write-queue.ts'
import { type BeforeCheckpoint, newCheckpoint } from './checkpoint.ts'
import { newGroupStart } from './group-start.ts'
import { statementCache } from './prepared.ts'
import { newReadTurn } from './read-turn.ts'

/** Options of a writer on a disk; a writer in memory has none. */
interface DiskOptions {
  /** Keeps the last link of the record chain outside the database. */
  readonly head?: ChainHead
  /** Checkpoint after this many pages. */
  readonly pages?: number | undefined
  readonly beforeCheckpoint?: BeforeCheckpoint | undefined
}

/**
 * Runs bodies of the queue as one transaction. Bodies run without a savepoint until the first that may not
 * run twice. If a body without a savepoint fails after a change, the transaction is rolled back, and all
 * bodies so far run again with a savepoint each.
 * @param group an empty list, which receives each body before it runs
 * @param link adds the group's link to the record chain
 * @throws when no body of `group` can be saved
 */
function runGroup(queue: WriteQueue, group: WriteBody[], handle: GroupHandle, link: () => void): void {
  const beginTransaction = () => {
    handle.rows('begin immediate')
    handle.deferredSums.clear()
  }
  beginTransaction()
  queue.begin()
  let hasSavepoint = false
  for (let body = queue.next(); body; body = queue.next()) {
    group.push(body)
    hasSavepoint ||= !body.isRepeatable
    if (hasSavepoint) writeDeferredSums(handle)
    const canGoOn = runBody(body, handle, { hasSavepoint })
    if (canGoOn) continue
    // The failed body had no savepoint, so all bodies so far may run again.
    handle.rows('rollback')
    beginTransaction()
    hasSavepoint = true
    for (const member of group) runBody(member, handle, { hasSavepoint })
  }
  writeDeferredSums(handle)
  link()
  handle.rows('commit')
}

/**
 * Rolls back a group that could not be saved, and sets the `end` of its bodies to reject their callers.
 * @returns the fault with which all later writes are refused if the disk failed; otherwise undefined
 */
function failGroup(
  cause: unknown,
  group: readonly WriteBody[],
  queue: WriteQueue,
  { raw, rows }: GroupHandle,
): Fault | undefined {
  if (raw.inTransaction) rows('rollback')
  const error = writeErrorOf(cause)
  for (const body of group) body.end = () => body.reject(error)
  const diskFault = isUnconfirmed(error) ? error : undefined
  const hasBegun = group.length > 0
  // Where not even a transaction can begin, the waiting writes would meet the same error.
  const waiting = diskFault || !hasBegun ? queue.takeAll() : []
  for (const body of waiting) body.reject(error)
  return diskFault
}

const newHandle = (parts: Omit<GroupHandle, 'deferredSums'>): GroupHandle => ({
  ...parts,
  deferredSums: new Map(),
})

/** Runs no checkpoint, for a store in memory. */
const withoutCheckpoint = (next: () => void) => next()

interface ChangeListener {
  onChange(table: string): void
}
/** Returns a function that passes each changed table to both listeners. */
const passToBoth = (first: ChangeListener, second: ChangeListener) => (table: string) => {
  first.onChange(table)
  second.onChange(table)
}

/**
 * Returns the writer over `raw`, which saves the writes of many callers in one transaction.
 * @param onBroken called once when the disk failed: every later write is refused as `outcome_unknown`, and
 * the process must stop
 */
export function groupWriter(
  raw: Database,
  onBroken: (cause: unknown) => void,
  { head, pages, beforeCheckpoint }: DiskOptions = {},
) {
  const { rows, finalize } = statementCache(raw)
  const turn = newReadTurn(raw, rows)
  const { call: callListener, onError: onListenerError } = listenerCalls()
  const changes = changeNotifier(callListener)
  const chain = newRecordChain(rows, head)
  const handle = newHandle({ raw, rows, onChange: passToBoth(changes, chain), callListener })
  const queue = newWriteQueue()
  const checkpoint = head ? newCheckpoint(rows, turn.end, pages, beforeCheckpoint) : withoutCheckpoint
  const idleListeners: (() => void)[] = []
  const start = newGroupStart(head && queue.requests, runNext)
  let failed: Fault | undefined

  /** Runs the next group, answers its callers, and plans another group when more writes wait. */
  function runNext(): void {
    const group: WriteBody[] = []
    changes.begin()
    chain.begin()
    try {
      turn.end()
      runGroup(queue, group, handle, chain.link)
      chain.committed()
      changes.publish()
    } catch (cause) {
      failed = failGroup(cause, group, queue, handle)
      if (failed) onBroken(cause)
    }
    for (const body of group) body.end()
    const goOn = () => {
      start.ended()
      if (queue.isEmpty()) for (const call of idleListeners.splice(0)) call()
      else start.plan()
    }
    if (failed) goOn()
    else checkpoint(goOn)
  }

  return {
    finalize,
    turn,
    write<T>(run: (tx: Tx) => Promise<T>, kind?: WriteKind): Promise<T> {
      if (failed) return Promise.reject(failed)
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      queue.add(newBody({ run, resolve, reject }, kind), kind)
      start.plan()
      return promise
    },
    /** Subscribes to commits; returns a function that ends the subscription. */
    changes: changes.subscribe,
    /** Sets who receives the error of a listener; if unset, it ends the process. */
    onListenerError,
    /** Resolves when nothing is queued or running. */
    quiet: () =>
      start.isPlanned() ? new Promise<void>(resolve => idleListeners.push(resolve)) : Promise.resolve(),
  }
}
