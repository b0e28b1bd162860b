// The store of a test: a database of SQLite in memory, or, with KAUNTA_TEST_DATABASE_URL (as `bun run
// test:postgres` sets it), a database on that server. Tests query both in SQLite's SQL: the tables of a query
// that have changed are first copied from PostgreSQL into one in memory.
import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { migrations } from '../../migrations/list.ts'
import { assert } from '../../src/domain/fault.ts'
import { migrate } from '../../src/store/engine/migration.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openStaffPool } from '../../src/store/postgres/staff.ts'
import { openMemory, openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'

/** A server whose user may create databases; undefined when tests run on SQLite. */
export const testServer = process.env.KAUNTA_TEST_DATABASE_URL
/** Created by scripts/test-postgres.ts: all tables, no rows. */
const template = 'kaunta_template'

export interface StoreDatabase {
  /** Opens the database; a second opening is a restart. */
  open(now: number): Promise<Store>
  /** Returns rows of the tables, by SQL. */
  query<Row>(sql: string, ...values: SQLQueryBindings[]): Row[]
  /** Changes rows. */
  run(sql: string, ...values: SQLQueryBindings[]): void
  /** Drops the triggers that refuse changes of records, as anyone with a database tool can. */
  dropTriggers(): void
  /** Returns whether an uncommitted write is running; unknown on another server. */
  inTransaction(): boolean
  close(): void
}

/** Keeps statements: `raw.query` keeps only 20. */
function questionsOf(raw: Database): StoreDatabase['query'] {
  const questions = new Map<string, Statement>()
  return <Row>(sql: string, ...values: SQLQueryBindings[]) => {
    const question = questions.get(sql) ?? raw.prepare(sql)
    questions.set(sql, question)
    return question.all(...values) as Row[]
  }
}

let migrated: Uint8Array | undefined

/**
 * Creates a database with all tables and no rows by a copy: that takes a tenth of the time of the migrations.
 */
function newTables(): Database {
  if (!migrated) {
    const raw = new Database(':memory:')
    migrate(raw, migrations, 0)
    migrated = raw.serialize()
    raw.close()
  }
  return Database.deserialize(migrated, { strict: true })
}

function databaseInMemory(): StoreDatabase {
  const raw = newTables()
  raw.run('pragma foreign_keys = on')
  const query = questionsOf(raw)
  return {
    open: async now => openMemory(raw, now),
    query,
    run: (sql, ...values) => void raw.run(sql, values),
    dropTriggers() {
      for (const { name } of query<{ name: string }>("select name from sqlite_master where type = 'trigger'"))
        raw.run(`drop trigger ${name}`)
    },
    inTransaction: () => raw.inTransaction,
    close: () => raw.close(),
  }
}

/** Answers are no larger. */
const answerBytes = 64 * 1024 * 1024
let asker: { readonly worker: Worker; readonly bytes: SharedArrayBuffer } | undefined

/** Queries a server synchronously; an empty text closes the connection. */
function ask(url: string, text: string, values: readonly unknown[] = []): unknown[][] {
  asker ??= {
    worker: new Worker(new URL('./postgres-worker.ts', import.meta.url)),
    bytes: new SharedArrayBuffer(answerBytes),
  }
  asker.worker.unref()
  const signal = new SharedArrayBuffer(8)
  const state = new Int32Array(signal)
  asker.worker.postMessage({ url, text, values, bytes: asker.bytes, signal })
  Atomics.wait(state, 0, 0)
  const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(asker.bytes).slice(0, state[1])))
  assert(answer.rows, `${text}: ${answer.error}`)
  return answer.rows
}

let made = 0

/** Makes a database with empty tables. @returns its address */
export function newPostgresDatabase(server: string): string {
  const name = `kaunta_test_${process.pid}_${made++}`
  ask(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Tables about the database itself. */
const ofDatabase = ['migration', 'home', 'last_writer']
const tablesOf = (url: string) =>
  ask(url, "select table_name from information_schema.tables where table_schema = 'public'")
    .map(([name]) => String(name))
    .filter(name => !ofDatabase.includes(name))

/** Copies every row of some tables. */
function copyRows(url: string, tables: Iterable<string>, copy: Database): void {
  const all = Iterator.from(tables).map(
    name => `select '${name}', coalesce(json_agg(t), '[]')::text from "${name}" t`,
  )
  copy.run('begin')
  for (const [table, json] of ask(url, [...all].join(' union all '))) {
    copy.run(`delete from "${table}"`)
    for (const row of JSON.parse(String(json)) as Record<string, SQLQueryBindings>[]) {
      // Only PostgreSQL stores which node has claimed a job.
      const names = Object.keys(row).filter(name => name !== 'node')
      copy.run(
        `insert into "${table}" (${names.join()}) values (${names.map(() => '?').join()})`,
        names.map(name => row[name] ?? null),
      )
    }
  }
  copy.run('commit')
}

/** Returns a function that lists the tables that a query names, or all tables if it names none. */
function newNaming(tables: readonly string[]): (sql: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return sql => {
    const words = new Set(sql.match(/\w+/g))
    const named = known.get(sql) ?? new Set(tables.filter(table => words.has(table)))
    known.set(sql, named)
    return named.size > 0 ? named : new Set(tables)
  }
}

const reads = /^\s*(select|with|pragma)\b/i
/** Numbers the placeholders of a query: tests use `?` for a value. */
const numbered = (sql: string) => {
  let number = 0
  return sql.replace(/\?/g, () => `$${++number}`)
}

const recordTriggers =
  "select tgname, tgrelid::regclass::text from pg_trigger where tgfoid = 'refuse_change'::regproc"

const realAfter = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/**
 * Opens the store of a server on real files, or on a database when tests run on PostgreSQL, and its logins.
 * @param on a database of another node of the test; by default a new one
 */
export async function openFolderStore(
  [folder, now, broken, plan]: Parameters<typeof openSqlite>,
  on?: string,
) {
  if (!testServer)
    return { store: openSqlite(folder, now, broken, plan), staff: join(folder, 'staff.db'), url: undefined }
  const url = on ?? newPostgresDatabase(testServer)
  const store = await openPostgres({ url, isAlone: false }, now, broken, realAfter)
  // One connection answers in order, as a file does.
  return { store, staff: await openStaffPool(url, realAfter, 1), url }
}

/** Creates the place of logins for a test without a store. */
export async function newLoginPlace() {
  return testServer ? openStaffPool(newPostgresDatabase(testServer), realAfter) : ':memory:'
}

/** Returns the store of a database on a server, opened once for all restarts. */
function databaseOn(server: string): StoreDatabase {
  const url = newPostgresDatabase(server)
  const copy = new Database(':memory:', { strict: true })
  migrate(copy, migrations, 0)
  const askCopy = questionsOf(copy)
  const tables = tablesOf(url)
  const namedIn = newNaming(tables)
  /** Tables whose rows changed since they were copied. */
  let changed = new Set(tables)
  let store: Promise<Store> | undefined
  let isClosed = false
  async function open(now: number): Promise<Store> {
    const opened = await openPostgres(
      { url, isAlone: true },
      now,
      cause => assert(false, String(cause)),
      realAfter,
    )
    opened.changes(tables => {
      changed = changed.union(tables).difference(new Set(ofDatabase)).add('chain_link')
    })
    return opened
  }
  const run = (sql: string, ...values: SQLQueryBindings[]) => {
    ask(url, numbered(sql), values)
    changed = new Set(tables)
  }
  return {
    open(now) {
      store ??= open(now)
      return store
    },
    query<Row>(sql: string, ...values: SQLQueryBindings[]): Row[] {
      if (!reads.test(sql)) {
        run(sql, ...values)
        return []
      }
      const asked = changed.intersection(namedIn(sql))
      if (asked.size > 0) copyRows(url, asked, copy)
      changed = changed.difference(asked)
      return askCopy<Row>(sql, ...values)
    },
    run,
    dropTriggers() {
      for (const [name, table] of ask(url, recordTriggers)) ask(url, `drop trigger ${name} on ${table}`)
    },
    inTransaction: () => false,
    close() {
      if (isClosed) return
      isClosed = true
      ask(url, '')
      void store?.then(open => open.close())
      copy.close()
    },
  }
}

/** Creates an empty database for one shop. */
export const newStoreDatabase = (): StoreDatabase =>
  testServer ? databaseOn(testServer) : databaseInMemory()
