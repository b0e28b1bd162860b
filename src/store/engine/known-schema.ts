// The schemas that Kaunta makes. A foreign database may have its own views, triggers and tables, and the
// first query would run them. So its schema is read and compared before any other query.
import { Database } from 'bun:sqlite'
import { migrations } from '../../../migrations/list.ts'
import { FolderError } from '../folder/folder.ts'
import { guardRecords } from './chain.ts'
import { migrate } from './migration.ts'

type Statements = ReadonlyMap<string, string>

const schemaText = 'select type, name, tbl_name, sql from sqlite_schema'

/** Returns the statements that made a database's tables, indexes and triggers, by kind and name. */
const statementsOf = (db: Database): Map<string, string> =>
  new Map(
    db
      .query(schemaText)
      .values()
      .map(([type, name, table, sql]) => [`${type} ${name}`, `${table}: ${sql}`]),
  )

const schemaOfVersion = new Map<number, Statements>()

/** Returns the schema of kaunta.db after the first `count` migrations. It is cached. */
function schemaAfter(count: number): Statements {
  const cached = schemaOfVersion.get(count)
  if (cached) return cached
  const db = new Database(':memory:')
  migrate(db, migrations.slice(0, count), 0)
  guardRecords(db)
  const statements = statementsOf(db)
  db.close()
  schemaOfVersion.set(count, statements)
  return statements
}

/** Tables that SQLite itself adds, to count rows for its query planner. */
const allowed = new Set([
  'table sqlite_stat1 sqlite_stat1: CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'table sqlite_stat4 sqlite_stat4: CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
])

/** Lists what was added to, changed in or is missing from a schema, as sentences. */
function differences(statements: Statements, expected: Statements): string[] {
  const foreign = [...statements].flatMap(([name, text]) => {
    if (expected.get(name) === text || allowed.has(`${name} ${text}`)) return []
    return [expected.has(name) ? `the ${name} was changed` : `the ${name} is not Kaunta’s`]
  })
  const missing = [...expected.keys()]
    .filter(name => !statements.has(name))
    .map(name => `the ${name} is missing`)
  return [...foreign, ...missing]
}

/** Lists how the schema of kaunta.db differs from the closest one that any version of Kaunta makes. */
export function moneySchemaProblems(db: Database): string[] {
  const statements = statementsOf(db)
  let fewestProblems: string[] | undefined
  for (let count = migrations.length; count > 0; count--) {
    const problems = differences(statements, schemaAfter(count))
    if (problems.length === 0) return []
    if (!fewestProblems || problems.length < fewestProblems.length) fewestProblems = problems
  }
  return fewestProblems ?? []
}

/**
 * Lists what is foreign in kaunta.db of a folder in use. Missing triggers do not count: a start creates
 * them.
 */
export const foreignInMoney = (db: Database): string[] =>
  moneySchemaProblems(db).filter(problem => !/^the trigger .* is missing$/.test(problem))

/** Returns whether a newer Kaunta made kaunta.db, so that its schema is unknown here. */
function isNewer(db: Database): boolean {
  const name = 'table migration'
  if (statementsOf(db).get(name) !== schemaAfter(migrations.length).get(name)) return false
  return Number(db.query('select max(number) from migration').values()[0]?.[0]) > migrations.length
}

/** Returns whether no migration has run on kaunta.db: its first start has not begun, or was cut off. */
function isUnmigrated(db: Database): boolean {
  const statements = statementsOf(db)
  if (statements.size === 0) return true
  const name = 'table migration'
  const hasOnlyMigrations = statements.size === 1 && statements.get(name) === schemaAfter(1).get(name)
  return hasOnlyMigrations && db.query('select 1 from migration').values().length === 0
}

/**
 * Checks kaunta.db before a start runs anything in it. @throws FolderError if Kaunta did not make all of it
 */
export function assertOwnMoney(db: Database): void {
  if (isUnmigrated(db)) return
  const [problem] = foreignInMoney(db)
  if (problem !== undefined && !isNewer(db)) throw foreignError('kaunta.db', problem)
}

/**
 * Checks staff.db before a start runs anything in it.
 * @throws FolderError if Kaunta did not make all of it
 */
export function assertOwnStaff(db: Database): void {
  const [problem] = staffSchemaProblems(db)
  if (problem !== undefined) throw foreignError('staff.db', problem)
}

/** Returns the error of a start on a database that has something foreign in it. */
const foreignError = (name: string, problem: string) =>
  new FolderError(
    `${name} is not as Kaunta makes it (${problem}), and what others put there could change money: keep a copy of the folder, find out who did it, and restore a back-up`,
  )

/** Matches a column that better-auth makes, such as `"email" text not null unique`. */
const column =
  '"\\w+" (?:text|integer|date)(?: not null)?(?: primary key| unique)?(?: references "user" \\("id"\\) on delete cascade)?'
const staffTable = new RegExp(
  `^CREATE TABLE "(?:user|session|account|verification|jwks|twoFactor)" \\(${column}(?:, ${column})*\\)$`,
)
const staffIndex = /^CREATE (?:UNIQUE )?INDEX "\w+" on "\w+" \("\w+"\)$/
const staffAuto = /^sqlite_autoindex_\w+$/

/**
 * Returns whether a row of staff.db's schema is as better-auth makes it: a plain table with a known name, or
 * an index.
 * @param sql null for an index that SQLite adds itself
 */
function isStaffObject(type: unknown, name: unknown, sql: unknown): boolean {
  if (type === 'table') return staffTable.test(String(sql))
  if (type !== 'index') return false
  return sql === null ? staffAuto.test(String(name)) : staffIndex.test(String(sql))
}

/** Lists what is in the schema of staff.db and not of better-auth, as sentences. */
export const staffSchemaProblems = (db: Database): string[] =>
  db
    .query(schemaText)
    .values()
    .filter(([type, name, , sql]) => !isStaffObject(type, name, sql))
    .map(([type, name]) => `the ${type} ${name} is not Kaunta’s`)
