// Group commit on one SQLite handle: all bodies that wait run in one BEGIN IMMEDIATE … COMMIT, each in its
// own savepoint unless all before it may run again; callers resume after the commit. One fsync serves all of them.
import type { Database } from 'bun:sqlite'
import type { Fault } from '../domain/fault.ts'
import { type ChainHead, newRecordChain } from './chain.ts'
import { type GroupHandle, runBody, type WriteBody } from './group-body.ts'
import { newGroupStart } from './group-start.ts'
import { statementCache } from './prepared.ts'
import { newReadTurn } from './read-turn.ts'
import type { Tx } from './statement.ts'
import { isUnconfirmed, writeErrorOf } from './write-error.ts'
import { newWriteQueue, type WriteQueue } from './write-queue.ts'

/**
 * `later` lets the writes of requests go first. `repeatable` says that the body changes nothing but rows, so it may
 * run twice, of which the first is rolled back: such bodies need no savepoint.
 */
export type WriteKind = 'later' | 'repeatable'

/** Receives the tables that a commit changed. */
export type OnChanges = (tables: ReadonlySet<string>) => void

/** The table that a statement changes, if any. */
const changedBy = (text: string): string | undefined =>
  /^(?:insert into|update|delete from) "?(\w+)/i.exec(text)?.[1]

/** What is committed stays so, whatever a listener does. */
function listenerCalls() {
  let report = (error: unknown) =>
    queueMicrotask(() => {
      throw error
    })
  return {
    call(listener: () => void): void {
      try {
        listener()
      } catch (error) {
        report(error)
      }
    },
    onError(hear: (error: unknown) => void): void {
      report = hear
    },
  }
}

/** Publishes each commit's tables; what was rolled back within it counts as changed. */
function changeNotifier(call: (listener: () => void) => void) {
  const listeners = new Set<OnChanges>()
  let touched = new Set<string>()
  return {
    begin() {
      touched = new Set()
    },
    onStatement(text: string) {
      const table = listeners.size > 0 ? changedBy(text) : undefined
      if (table) touched.add(table)
    },
    publish() {
      const tables = touched
      for (const listener of listeners) call(() => listener(tables))
    },
    subscribe(listener: OnChanges): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Runs the first bodies of the queue as one transaction, which `link` ends. @throws when none of `group` can be
 * saved
 */
function runGroup(queue: WriteQueue, group: WriteBody[], handle: GroupHandle, link: () => void): void {
  handle.rows('begin immediate', [], true)
  queue.begin()
  let isBare = true
  for (let body = queue.next(); body; body = queue.next()) {
    group.push(body)
    isBare &&= body.isRepeatable
    if (runBody(body, handle, !isBare)) continue
    // The one that failed cannot be undone alone, and all of them may run again.
    handle.rows('rollback', [], true)
    handle.rows('begin immediate', [], true)
    isBare = false
    for (const one of group) runBody(one, handle, true)
  }
  link()
  handle.rows('commit', [], true)
}

/**
 * The writer over `raw`. `broken` is called once when the disk failed: every later write is refused as
 * `outcome_unknown`, and the process must stop.
 */
export function groupWriter(raw: Database, broken: (cause: unknown) => void, head?: ChainHead) {
  const { rows, finalize } = statementCache(raw)
  const turn = newReadTurn(raw, rows)
  const listeners = listenerCalls()
  const changes = changeNotifier(listeners.call)
  const chain = newRecordChain(rows, head)
  const onStatement = (text: string) => {
    changes.onStatement(text)
    chain.onStatement(text)
  }
  const handle: GroupHandle = { raw, rows, onStatement, callListener: listeners.call }
  const queue = newWriteQueue()
  const idle: (() => void)[] = []
  const start = newGroupStart(head !== undefined, queue.size, drain)
  let failed: Fault | undefined

  function drain(): void {
    const group: WriteBody[] = []
    const begunAt = performance.now()
    changes.begin()
    chain.begin()
    try {
      turn.end()
      runGroup(queue, group, handle, chain.link)
      chain.committed()
      changes.publish()
    } catch (cause) {
      if (raw.inTransaction) rows('rollback', [], true)
      const error = writeErrorOf(cause)
      for (const body of group) body.end = () => body.reject(error)
      if (isUnconfirmed(error)) failed = error
      if (failed || group.length === 0) for (const body of queue.empty()) body.reject(error)
      if (failed) broken(cause)
    }
    for (const body of group) body.end()
    start.ended(performance.now() - begunAt)
    if (!queue.isEmpty()) start.plan()
    else for (const call of idle.splice(0)) call()
  }

  return {
    finalize,
    turn,
    write<T>(run: (tx: Tx) => Promise<T>, kind?: WriteKind): Promise<T> {
      if (failed) return Promise.reject(failed)
      return new Promise<T>((resolve, reject) => {
        const answer = { resolve: resolve as (value: unknown) => void, reject, end: () => {} }
        queue.add({ run, isRepeatable: kind === 'repeatable', after: [], ...answer }, kind === 'later')
        start.plan()
      })
    },
    /** Subscribes to commits; answers the way to stop. */
    changes: changes.subscribe,
    /** Who hears of a listener that threw; without one it ends the process. */
    onListenerError: listeners.onError,
    /** Resolves when nothing is queued or running. */
    quiet: () => (start.isPlanned() ? new Promise<void>(resolve => idle.push(resolve)) : Promise.resolve()),
  }
}
