// Group commit on one SQLite handle: every body waiting when the writer turns round runs in one BEGIN
// IMMEDIATE … COMMIT, each in its own savepoint; callers resume after the commit. One fsync serves all that
// came together.

import { drainMicrotasks } from 'bun:jsc'
import type { Database, Statement } from 'bun:sqlite'
import { Fault, fault } from '../domain/fault.ts'
import type { Tx } from './statement.ts'

const groupMax = 256

type Body = {
  readonly run: (tx: Tx) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly after: (() => void)[]
  end: () => void
}

/** A body awaited something that is not a query of its own transaction: a bug of ours. */
export class UnfinishedWrite extends Error {
  override name = 'Stuck'
}

/** Made once: an error takes its stack, and every body that ended well would pay for one. */
const isOver = new UnfinishedWrite('this transaction is over')

const sqliteCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : error instanceof Error && error.cause
      ? sqliteCode(error.cause)
      : ''

/** What the caller hears when a group could not be kept. */
function notSaved(cause: unknown): unknown {
  const code = sqliteCode(cause)
  if (code.startsWith('SQLITE_FULL')) return fault('disk_full')
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return fault('write_unconfirmed')
  return cause
}

const isUnknown = (error: unknown) => error instanceof Fault && error.kind === 'outcome_unknown'

/** Statements by text, prepared once on one handle; texts that are not kept are finalized at once. */
export function keptRows(raw: Database) {
  const kept = new Map<string, Statement>()
  return {
    rows(text: string, values: unknown[], keep: boolean): unknown[][] {
      const statement = kept.get(text) ?? raw.prepare(text)
      if (keep) kept.set(text, statement)
      try {
        return statement.values(...(values as never[])) as unknown[][]
      } finally {
        if (!keep) statement.finalize()
      }
    },
    finalize() {
      for (const statement of kept.values()) statement.finalize()
      kept.clear()
    },
  }
}

/** The table that a statement changes, if any. */
const changedBy = (text: string): string | undefined =>
  /^(?:insert into|update|delete from) "?(\w+)/i.exec(text)?.[1]

/** Hears which tables a commit changed. */
export type OnChanges = (tables: ReadonlySet<string>) => void

/**
 * The writer over `raw`. `broken` hears once of a disk that failed: from then on nothing can be trusted,
 * every write is refused as
 * `outcome_unknown`, and the box must stop.
 */
export function groupWriter(raw: Database, broken: (cause: unknown) => void) {
  const { rows, finalize } = keptRows(raw)
  const run = (text: string) => rows(text, [], true)
  const queue: Body[] = []
  const listeners = new Set<OnChanges>()
  let touched = new Set<string>()
  let planned = false
  let failed: Fault | undefined
  const idle: (() => void)[] = []

  const plan = () => {
    planned = true
    setImmediate(drain)
  }

  function runBody(body: Body): void {
    let over: unknown
    let done: { readonly value: unknown } | undefined
    const tx: Tx = {
      writes: true,
      locks: false,
      after: call => {
        body.after.push(call)
      },
      rows: async (text, values, keep) => {
        if (over) throw over
        if (!raw.inTransaction) {
          over = fault('write_abandoned')
          throw over
        }
        const table = listeners.size > 0 ? changedBy(text) : undefined
        if (table) touched.add(table)
        try {
          return rows(text, values, keep)
        } catch (error) {
          over = notSaved(error)
          throw over
        }
      },
    }
    run('savepoint body')
    void (async () => body.run(tx))().then(
      value => {
        done = { value }
      },
      error => {
        over ??= error
      },
    )
    drainMicrotasks()
    const error =
      over ?? (done ? undefined : new UnfinishedWrite('a write body awaited something else than a query'))
    over ??= isOver
    if (!raw.inTransaction || isUnknown(error))
      throw error ?? new UnfinishedWrite('the transaction ended inside a body')
    if (error) {
      run('rollback to body')
      run('release body')
      body.end = () => body.reject(error)
    } else {
      run('release body')
      body.end = () => {
        body.resolve(done?.value)
        for (const call of body.after) queueMicrotask(call)
      }
    }
  }

  function drain(): void {
    const group: Body[] = []
    touched = new Set()
    try {
      run('begin immediate')
      while (group.length < groupMax) {
        const body = queue.shift()
        if (!body) break
        group.push(body)
        runBody(body)
      }
      run('commit')
      for (const hear of listeners) hear(touched)
    } catch (cause) {
      if (raw.inTransaction) run('rollback')
      const error = notSaved(cause)
      for (const body of group) body.end = () => body.reject(error)
      if (error instanceof Fault && isUnknown(error)) failed = error
      if (failed || group.length === 0) for (const body of queue.splice(0)) body.reject(error)
      if (failed) broken(cause)
    }
    for (const body of group) body.end()
    planned = false
    if (queue.length > 0) plan()
    else for (const call of idle.splice(0)) call()
  }

  return {
    finalize,
    /** Runs a statement outside any body: only to read, and only while no transaction is open. */
    rows,
    write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
      if (failed) return Promise.reject(failed)
      return new Promise<T>((resolve, reject) => {
        queue.push({
          run: body,
          resolve: resolve as (value: unknown) => void,
          reject,
          after: [],
          end: () => {},
        })
        if (!planned) plan()
      })
    },
    /**
     * Tells of each commit from now on; answers the way to stop. What was rolled back within it counts as
     * changed.
     */
    changes(hear: OnChanges): () => void {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    /** Resolves when nothing is queued or running. */
    quiet: () => (planned ? new Promise<void>(resolve => idle.push(resolve)) : Promise.resolve()),
  }
}
