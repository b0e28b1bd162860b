// The test files that also run on PostgreSQL, and their server: a cluster in a temporary folder with a
// database for each shop of a test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { after } from '../../test/kit/wait.ts'
import { type FileRun, runTestFile } from '../proof/file.ts'
import { newCluster } from './cluster.ts'

/**
 * Typical stories. Those of long times and of network answers try the same statements thousands of times; the
 * proof runs them.
 */
const stories = [
  'cancel-order',
  'idempotency',
  'job-lost-claim',
  'payment',
  'push-again',
  'session',
  'till',
  'unknown',
  'webhook-race',
  'watched-payment',
]
/** The suites for each change: the store, several nodes, stories, races, lists and search. */
const core = [
  'test/store/postgres',
  'test/store/login.test.ts',
  'test/store/word-search.test.ts',
  'test/binary/postgres',
  ...stories.map(name => `test/story/${name}.test.ts`),
  ...['join-race', 'session-race', 'idempotent-create', 'list-total', 'search', 'overview'].map(
    name => `test/endpoint/${name}.test.ts`,
  ),
]
const whole = [...core, 'test/story', 'test/endpoint', 'test/chaos']

/** Suites of the folders above that do not run here, and why. */
const leftOut: Readonly<Record<string, string>> = {
  'test/endpoint/backup-night.test.ts': 'copies of a data folder',
  'test/endpoint/delivery-stop.test.ts':
    'two job loops in one process; on a database one node runs the jobs: test/binary/postgres-nodes.test.ts',
  'test/endpoint/doctor.test.ts':
    'checks of a data folder; of a database: test/binary/postgres-doctor.test.ts',
  'test/endpoint/payment-read.test.ts': 'reads that wait for nothing: a server is waited for',
  'test/endpoint/restore-drill.test.ts': 'copies of a data folder',
  'test/endpoint/support.test.ts': 'describes the tables of a data folder',
  'test/chaos/kill9.test.ts':
    'a data folder after kill -9; of nodes: test/binary/postgres-nodes-killed.proof.ts',
  'test/chaos/power-cut.test.ts':
    'a data folder after a power cut; of a server: test/store/postgres-crash.test.ts',
  'test/chaos/powerloss.test.ts': 'a data folder on a disk that loses writes',
}

/** Returns the test files whose paths begin with one of `suites` and that run on PostgreSQL. */
function filesOf(suites: readonly string[]): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync()].sort()
  return all.filter(file => suites.some(name => file.startsWith(name)) && !(file in leftOut))
}

/** Returns the test files for each change. */
export const coreFiles = () => filesOf(core)
/** Returns all test files that run on PostgreSQL. */
export const wholeFiles = () => filesOf(whole)
/**
 * Returns the files whose paths begin with one of these names, and files of other folders that are named by
 * their whole path.
 */
export function filesNamed(names: readonly string[]): string[] {
  const chosen = filesOf(names)
  return [...chosen, ...names.filter(name => name.endsWith('.ts') && !chosen.includes(name))]
}

/** These databases need no durability. */
const settings = {
  max_connections: 400,
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
}

export interface TestServer {
  /** Runs a test file on this server and drops the databases that it made. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<FileRun>
  close(): Promise<void>
}

/** Starts a PostgreSQL server for the tests. `programs` is the folder of PostgreSQL's own programs. */
export async function openTestServer(programs: string): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-postgres-'))
  const cluster = await newCluster(programs, folder, settings)
  const close = async () => {
    await cluster.stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void close().finally(() => process.exit(130)))
  const server = cluster.url()
  await makeTemplate(server)
  return {
    async run(file, env = {}) {
      const ended = await runTestFile(file, { ...env, KAUNTA_TEST_DATABASE_URL: server })
      await dropDatabases(server, ended.pid)
      return ended
    },
    close,
  }
}

/** Creates the template database, which has all tables and no rows. */
export async function makeTemplate(server: string): Promise<void> {
  const sql = new Bun.SQL({ url: server, max: 1 })
  await sql.unsafe('create database kaunta_template')
  await sql.close()
  const url = new URL(server)
  url.pathname = 'kaunta_template'
  await (await openPostgres({ url: url.href, isAlone: true }, 0, () => {}, after)).close()
}

/** Drops the databases that the tests of a process created. */
async function dropDatabases(server: string, pid: number): Promise<void> {
  const sql = new Bun.SQL({ url: server, max: 1 })
  const used = await sql
    .unsafe(`select datname from pg_database where datname like 'kaunta\\_test\\_${pid}\\_%'`)
    .values()
  for (const [name] of used) await sql.unsafe(`drop database ${name} with (force)`)
  await sql.close()
}
