// The tables on PostgreSQL, from the same migrations as on SQLite. What those and the statements use of
// SQLite is defined here: `unlikely`, `->>` on JSON in a text column, `collate nocase`, and the rowid that
// numbers audit entries.

import type { Migration } from '../engine/migration.ts'
import { exitStatuses, FolderError } from '../folder/folder.ts'
import { locks } from './lock.ts'
import { allowLongWork, endLongWork, type Session } from './session.ts'

/** What PostgreSQL gets for each word in braces. */
const columnTypes = {
  int: 'bigint',
  text: 'text collate "C"',
  strict: '',
  clustered: '',
  rowid: 'rowid bigint not null unique,',
  number: ', number',
} as const

/** Returns the text of a migration with the words in braces replaced for PostgreSQL. */
const inPostgres = (text: string) =>
  text.replace(
    /\{(int|text|strict|clustered|rowid|number)\}/g,
    (_, word: keyof typeof columnTypes) => columnTypes[word],
  )

const compatibilitySql = `
create function unlikely(boolean) returns boolean language sql immutable as 'select $1';
create function json_field(text, text) returns text language sql immutable strict as 'select $1::json ->> $2';
create operator ->> (leftarg = text, rightarg = text, function = json_field);
create collation nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception 'rows of % are never changed or removed', tg_table_name; end $$;
create function count_row() returns trigger language plpgsql as
  $$ begin select coalesce(max(rowid), 0) + 1 into new.rowid from audit_entry; return new; end $$;
`

const guards = [
  'create trigger count_row before insert on audit_entry for each row execute function count_row()',
  ...['posting', 'audit_entry', 'chain_link'].map(
    table =>
      `create trigger refuse_change before update or delete or truncate on ${table} execute function refuse_change()`,
  ),
]

/**
 * What nodes know about each other: their numbers, which are alive (each holds an advisory lock with its
 * number), which node has claimed a job, and which one wrote last.
 */
const nodeSql = `
create sequence node_number as integer;
create table last_writer (node bigint not null);
insert into last_writer values (0);
alter table job add column node bigint;
create function living_nodes() returns bigint[] language sql stable as
  $$ select array(select objid::bigint from pg_locks where locktype = 'advisory' and granted and objsubid = 2
    and classid::bigint = ${locks.nodes} and database = (select oid from pg_database where datname = current_database())) $$;
`

/** The schema of the tables of people and logins. */
export const staffSchema = 'staff'

/** Returns the version of the tables of the current schema; undefined if it has no table `migration`. */
async function versionOf(session: Session): Promise<number | undefined> {
  const [exists] = await session.rows("select to_regclass('migration') is not null")
  if (exists?.[0] !== true) return undefined
  const [row] = await session.rows('select coalesce(max(number), 0) from migration')
  return Number(row?.[0])
}

/** Runs `work` in a transaction, which is rolled back if it throws. */
async function inTransaction(session: Session, work: () => Promise<void>): Promise<void> {
  await session.rows('begin')
  try {
    await work()
    await session.commit()
  } catch (error) {
    await session.rows('rollback').catch(() => {}) // the error of `work` is more useful
    throw error
  }
}

/** Tables with a version of their own. */
interface Tables {
  readonly migrations: readonly Migration[]
  /** Makes what the migrations need. Runs once, before the first of them. */
  readonly setUp: string
  /** Statements that run once, after the first migration. */
  readonly afterFirst: readonly string[]
}

/**
 * Runs the migrations that the tables lack, each in its own transaction.
 * @throws FolderError when the tables are newer than the list
 */
async function runMissing(
  session: Session,
  { migrations, setUp, afterFirst }: Tables,
  now: number,
): Promise<void> {
  const version = await versionOf(session)
  if ((version ?? 0) > migrations.length)
    throw new FolderError(
      `this database was written by a newer Kaunta (version ${version} of the tables, this one knows ${migrations.length}): run the newer Kaunta`,
      exitStatuses.newer,
    )
  if (version === undefined)
    await inTransaction(session, async () => {
      await session.rows(setUp)
      await session.rows(
        inPostgres(
          'create table migration (number {int} primary key, name {text} not null, applied_at {int} not null)',
        ),
      )
    })
  for (const [index, { name, text, postgres }] of migrations.entries()) {
    const number = index + 1
    if (number <= (version ?? 0)) continue
    await inTransaction(session, async () => {
      // A new index on millions of payments takes minutes.
      await session.rows('set local statement_timeout = 0')
      await session.rows(inPostgres(postgres ?? text))
      if (number === 1) for (const statement of afterFirst) await session.rows(statement)
      await session.rows('insert into migration values ($1, $2, $3)', [number, name, now])
    })
  }
}

/**
 * Runs `work` while this session holds the lock of migrations. Other nodes that start at the same time wait
 * for the lock without a time limit: a migration of millions of payments takes minutes.
 */
async function whileLocked(session: Session, work: () => Promise<void>): Promise<void> {
  const lock = [locks.space, locks.migration]
  await allowLongWork(session)
  await session.rows('set lock_timeout = 0')
  await session.rows('select pg_advisory_lock($1, $2)', lock)
  await session.rows('reset lock_timeout')
  await endLongWork(session)
  await work()
  await session.rows('select pg_advisory_unlock($1, $2)', lock)
}

/** Adds the tables and functions of nodes (`nodeSql`), unless the database has them. */
async function addNodeSql(session: Session): Promise<void> {
  const [exists] = await session.rows("select to_regclass('last_writer') is not null")
  if (exists?.[0] === true) return
  await inTransaction(session, async () => {
    await session.rows(nodeSql)
  })
}

/**
 * Brings the tables of payments to the newest version.
 * @param now time to record for applied migrations, in milliseconds
 * @throws FolderError when the tables are newer than the list
 */
export const migratePostgres = (
  session: Session,
  migrations: readonly Migration[],
  now: number,
): Promise<void> =>
  whileLocked(session, async () => {
    await runMissing(session, { migrations, setUp: compatibilitySql, afterFirst: guards }, now)
    await addNodeSql(session)
  })

/**
 * Brings the tables of people and logins to the newest version. They have their own schema, because the
 * tables of payments use some of the same names.
 * @throws FolderError when the tables are newer than the list
 */
export const migrateStaff = (
  session: Session,
  migrations: readonly Migration[],
  now: number,
): Promise<void> =>
  whileLocked(session, async () => {
    await session.rows(`set search_path to ${staffSchema}`)
    await runMissing(session, { migrations, setUp: `create schema ${staffSchema}`, afterFirst: [] }, now)
    await session.rows('reset search_path')
  })
