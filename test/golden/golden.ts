// The golden data of each released schema: NNNN.tar.gz with a data folder, NNNN-MMMM.sql.gz with a dump of a
// PostgreSQL database, each with a .json of its expected content. NNNN is the number of the last migration of
// payments, MMMM of the last one of people and logins.
import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { migrations, staffMigrations } from '../../migrations/list.ts'
import { programFolder } from '../../scripts/postgres/cluster.ts'
import { assert } from '../../src/domain/fault.ts'

const numberOf = (version: number) => String(version).padStart(4, '0')
const inGolden = (name: string) => join(import.meta.dir, name)
export const archiveOf = (version: number) => inGolden(`${numberOf(version)}.tar.gz`)
export const factsOf = (version: number) => inGolden(`${numberOf(version)}.json`)

export interface GoldenFacts {
  readonly migrations: string // the sum of the migrations that made its tables
  readonly rows: Readonly<Record<string, number>> // rows by table and state
}

function sumOf(...texts: readonly string[]): string {
  const hash = new Bun.CryptoHasher('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('hex')
}

/** Returns the sum of the first migrations. */
export const migrationsSum = (version: number): string =>
  sumOf(...migrations.slice(0, version).flatMap(({ text, postgres = '' }) => [text, postgres]))

/** How many migrations of payments, and of people and logins, made the tables of a database. */
export type Versions = readonly [payments: number, staff: number]

export const newestVersions: Versions = [migrations.length, staffMigrations.length]
const dumpName = (versions: Versions) => versions.map(numberOf).join('-')
export const dumpOf = (versions: Versions) => inGolden(`${dumpName(versions)}.sql.gz`)
export const dumpFactsOf = (versions: Versions) => inGolden(`${dumpName(versions)}.json`)

/** Returns the versions of all dumps, the oldest first. */
export const dumpedVersions = (): Versions[] =>
  readdirSync(import.meta.dir)
    .map(name => /^(\d{4})-(\d{4})\.sql\.gz$/.exec(name))
    .filter(match => match !== null)
    .map(([, payments, staff]) => [Number(payments), Number(staff)] as const)
    .sort((a, b) => a[0] + a[1] - b[0] - b[1])

export interface DumpFacts extends GoldenFacts {
  readonly secret_key: string // in base64, as the file of it has bytes
  readonly api_key: string // of the sandbox account
}

export const dumpSum = ([payments, staff]: Versions): string =>
  sumOf(migrationsSum(payments), ...staffMigrations.slice(0, staff).map(({ text }) => text))

export const readDump = (versions: Versions): string => gunzipSync(readFileSync(dumpOf(versions))).toString()

/** Dumps a database as SQL that any client runs: without commands of psql or of newer servers. */
export function dumpText(url: string, ...options: readonly string[]): string {
  const programs = programFolder()
  assert(programs, 'PostgreSQL is on this computer')
  const { exitCode, stdout, stderr } = Bun.spawnSync([
    join(programs, 'pg_dump'),
    '--no-owner',
    ...options,
    url,
  ])
  assert(exitCode === 0, stderr.toString())
  return stdout.toString().replace(/^(\\(un)?restrict|SET transaction_timeout) .*\n/gm, '')
}

const counted: Readonly<Record<string, string>> = {
  payment: "'payment ' || status",
  payout: "'payout ' || status",
  session: "'session ' || status",
  delivery: "'delivery ' || status",
  event: "'event ' || type",
  shift: "'shift ' || case when closed_at is null then 'open' else 'closed' end",
  member: "'member ' || role",
  till: "'till'",
  api_key: "'api_key'",
  posting: "'posting'",
}

type Ask = (sql: string) => unknown[][] | Promise<unknown[][]>

/** Rows by table and state, as today's tables name them. */
export async function countRows(ask: Ask): Promise<Record<string, number>> {
  const rows: unknown[][] = []
  for (const [table, kind] of Object.entries(counted))
    rows.push(...(await ask(`select ${kind}, count(*) from ${table} group by 1 order by 1`)))
  return Object.fromEntries(rows.map(([kind, count]) => [String(kind), Number(count)]))
}

/** As above, of a data folder. */
export async function countFolder(folder: string): Promise<Record<string, number>> {
  using db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  return await countRows(sql => db.query(sql).values())
}
