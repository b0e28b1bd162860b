// The whole check of a PostgreSQL database, for `kaunta doctor`. It only reads, even while nodes serve it.
import { migrations, staffMigrations } from '../../../migrations/list.ts'
import { errorText } from '../../domain/error-text.ts'
import type { DatabaseFact } from '../../domain/health-database.ts'
import { wrongBooks } from '../backup/copy-check.ts'
import type { Read } from '../engine/statement.ts'
import type { Finding } from '../folder/folder-check.ts'
import { foundProblems, shownProblems } from '../record-problem.ts'
import { awayReason } from './error.ts'
import { staffSchema } from './migration.ts'
import { moveMark } from './postgres.ts'
import { testDiskFull } from './room.ts'
import { openSession, type Session } from './session.ts'

/** Oldest version supported: PostgreSQL 15. */
const minVersion = 150_000
/** How many answers of the server are timed. */
const answerCount = 5

export interface CheckedDatabase {
  readonly fact: DatabaseFact
  readonly findings: readonly Finding[]
  /** Undefined if the tables cannot be read. */
  readonly read: Read | undefined
}

/** Returns the result for a database that cannot be reached or read. */
const databaseAway = (error: unknown): CheckedDatabase => ({
  fact: {
    kind: 'away',
    reason: awayReason(error),
    why: errorText(error),
  },
  findings: [],
  read: undefined,
})

/**
 * Checks a database, and calls `work` with the result, even if the database cannot be reached. The connection
 * stays open until `work` has ended.
 * @param elapsed returns the milliseconds of a clock that only goes forward
 */
export async function withCheckedDatabase<T>(
  url: string,
  elapsed: () => number,
  work: (checked: CheckedDatabase) => Promise<T>,
): Promise<T> {
  let session: Session
  try {
    session = await openSession(url)
  } catch (error) {
    return work(databaseAway(error))
  }
  try {
    return await work(await checkDatabase(session, elapsed).catch(databaseAway))
  } finally {
    session.end()
  }
}

/** Checks a database over an open session. A database that cannot be used has no findings and no `read`. */
async function checkDatabase(session: Session, elapsed: () => number): Promise<CheckedDatabase> {
  const fact = await factOf(session, elapsed)
  // A user who does not own the tables may not be allowed to read them either.
  const mayRead = fact.protectedObject === undefined && fact.newerTables === undefined
  const canRead = mayRead && (await versionOf(session, 'public')) !== 0
  if (!canRead) return { fact, findings: [], read: undefined }
  const read: Read = { rows: (text, values) => session.rows(text, values) }
  return { fact, findings: await moneyFindings(session, read), read }
}

/** Returns the version of the tables in a schema; 0 if there are none. */
async function versionOf(session: Session, schema: string): Promise<number> {
  const [exists] = await session.rows('select to_regclass($1) is not null', [`${schema}.migration`])
  if (exists?.[0] !== true) return 0
  const [row] = await session.rows(`select coalesce(max(number), 0) from ${schema}.migration`)
  return Number(row?.[0])
}

const serverFacts = `select current_setting('server_version_num')::int, current_setting('server_version'),
  current_setting('server_encoding'),
  pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on', current_setting('fsync'),
  (select reset_val from pg_settings where name = 'synchronous_commit')`

/** Lists the tables that the user does not own, and where the user may not create any, as phrases. */
const rights = `select 'the table ' || n.nspname || '.' || c.relname from pg_class c join pg_namespace n
    on n.oid = c.relnamespace
    where n.nspname in ('public', '${staffSchema}') and c.relkind = 'r' and not pg_has_role(c.relowner, 'usage')
  union all select 'the database' where not has_database_privilege(current_database(), 'create')
  union all select 'the schema public' where not has_schema_privilege('public', 'create')`

/** Reads the facts about a database and its server that the health checks show. */
async function factOf(session: Session, elapsed: () => number) {
  const [facts] = await session.rows(serverFacts)
  const [versionNumber, version, encoding, isReadOnly, fsync, synchronousCommit] = facts ?? []
  // Where the user lacks a right, further reads could fail.
  const [lackingRight] = await session.rows(rights)
  const versionsAhead = lackingRight ? 0 : await countVersionsAhead(session)
  return {
    kind: 'reached',
    version: String(version),
    ms: await answerTime(session, elapsed),
    isOld: Number(versionNumber) < minVersion,
    encoding: String(encoding),
    protectedObject: lackingRight === undefined ? undefined : String(lackingRight[0]),
    isReadOnly: isReadOnly === true,
    isFull: isReadOnly !== true && (await testDiskFull(session)),
    isFsyncOn: fsync === 'on',
    isSynchronousCommitOn: !['off', 'local'].includes(String(synchronousCommit)),
    moveReason: lackingRight ? undefined : await moveMark(session),
    newerTables: versionsAhead > 0 ? migrations.length + versionsAhead : undefined,
  } as const satisfies DatabaseFact
}

/** Returns how many versions the tables are ahead of this Kaunta; 0 or less if they are not. */
const countVersionsAhead = async (session: Session): Promise<number> =>
  Math.max(
    (await versionOf(session, 'public')) - migrations.length,
    (await versionOf(session, staffSchema)) - staffMigrations.length,
  )

/** Returns the median of `answerCount` answer times of the server, in milliseconds. */
async function answerTime(session: Session, elapsed: () => number): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < answerCount; count++) {
    const began = elapsed()
    await session.rows('select 1')
    times.push(elapsed() - began)
  }
  return times.sort((a, b) => a - b)[Math.floor(answerCount / 2)] ?? 0
}

/**
 * Checks the ledger and the record chain in one snapshot, without a time limit. On PostgreSQL no files exist
 * to compare the chain with (`head`, `carried`).
 */
export async function moneyFindings(session: Session, read: Read): Promise<Finding[]> {
  await session.rows('begin transaction isolation level repeatable read read only')
  await session.rows('set local statement_timeout = 0')
  await session.rows('set local idle_in_transaction_session_timeout = 0')
  const wrongBalances = await session.rows(wrongBooks)
  const isLedgerRight = wrongBalances.length === 0
  const recordProblems = await foundProblems(read, {
    head: undefined,
    carried: undefined,
    rest: async () => {},
  })
  const problems = await shownProblems(read, recordProblems)
  await session.rows('commit')
  return [
    { name: 'ledger', problems: isLedgerRight ? [] : ['balances are not the sums of their postings'] },
    { name: 'records', problems },
  ]
}
