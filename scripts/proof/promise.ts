// The promises of the proof: the test files that try each, and the changes after which continuous integration
// tries it completely. A file belongs to the first promise with the beginning of its path.

/** A promise and the files that try it. */
export interface Promised {
  readonly promise: string
  readonly files: readonly string[] // beginnings of paths
  /** Whether the files run on a PostgreSQL server of the proof; they run on SQLite under other promises. */
  readonly onPostgres?: true
  /** Paths whose change needs the complete proof; without them only `bun run proof` runs it. */
  readonly touchedBy?: RegExp
}

const money = /^(src\/(domain|flow|store|job|connector)|migrations|test\/chaos)\//
const contract = /^(src\/(wire|http)\/|docs\/openapi|test\/clients\/)/

export const promises: readonly Promised[] = [
  {
    promise: 'Money is right on market days and in months with faults',
    files: ['test/chaos/m'],
    touchedBy: money,
  },
  {
    promise: 'A power cut or a failing disk loses nothing that was acknowledged',
    files: ['test/chaos/power'],
    touchedBy: money,
  },
  {
    promise: 'kill -9 loses nothing and sends nothing twice',
    files: ['test/chaos/', 'test/binary/kill', 'test/binary/webhook-run'],
    touchedBy: money,
  },
  {
    promise: 'Nodes on PostgreSQL survive each other, their database and a move',
    files: ['test/binary/postgres', 'test/store/postgres-crash'],
  },
  {
    promise: 'The executable is operated, backed up, restored and upgraded safely',
    files: ['test/binary/'],
  },
  {
    promise: 'A cashier’s day adds up in every report, to the shilling',
    files: ['test/browser/cashier-day'],
    touchedBy: /^(src\/(domain|flow|store)|ui|migrations|test\/browser|test\/kit\/cashier-day)\//,
  },
  {
    promise: 'Every page works and looks right',
    files: ['test/browser/'],
    touchedBy: /^(ui|test\/browser)\//,
  },
  { promise: 'Published and generated clients work', files: ['test/clients/'], touchedBy: contract },
  { promise: 'Every route answers as it is documented', files: ['test/endpoint/'] },
  { promise: 'Networks are understood, whatever they answer', files: ['test/conformance/', 'test/net/'] },
  { promise: 'Payments, sessions and payouts end right on simulated time', files: ['test/story/'] },
  {
    promise: 'The data of every schema is opened and brought up to date',
    files: ['test/golden/'],
    touchedBy: /^(migrations|test\/golden)\//,
  },
  { promise: 'The store keeps, finds and migrates its rows', files: ['test/store/'] },
  { promise: 'Decisions follow their tables', files: ['test/unit/'] },
  { promise: 'All of this holds on PostgreSQL', files: ['test/'], onPostgres: true },
]

/** Returns the promise that a test file tries on SQLite; undefined for a file of none. */
export function promiseOf(file: string): Promised | undefined {
  return promises.find(({ files, onPostgres }) => !onPostgres && files.some(name => file.startsWith(name)))
}

/** Returns the promises whose complete proof a change of these files needs. */
export function promisesTouchedBy(changed: readonly string[]): Promised[] {
  return promises.filter(({ touchedBy }) => touchedBy && changed.some(path => touchedBy.test(path)))
}
