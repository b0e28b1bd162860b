// Runs suites on PostgreSQL: a cluster of its own in a temporary folder, a database for each shop of a test, all gone
// at the end; `--parallel=2` runs two files at once. Without PostgreSQL on this computer it says so and does nothing.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../src/store/postgres.ts'
import { after } from '../test/kit/wait.ts'
import { newCluster, programFolder } from './postgres/cluster.ts'

const suites = [
  ...['test/store/postgres', 'test/store/login.test.ts', 'test/store/word-search.test.ts'],
  ...['test/binary/postgres.test.ts', 'test/binary/postgres-nodes.test.ts', 'test/binary/postgres-start'],
  ...['test/binary/postgres-balancer.test.ts', 'test/endpoint', 'test/story', 'test/chaos'],
]
/** Suites of the folders above that do not run here, and why. */
const leftOut: Readonly<Record<string, string>> = {
  'test/endpoint/backup-night.test.ts': 'copies of a data folder',
  'test/endpoint/doctor.test.ts':
    'checks of a data folder; of a database: test/binary/postgres-doctor.test.ts',
  'test/endpoint/payment-read.test.ts': 'reads that wait for nothing: a server is waited for',
  'test/endpoint/restore-drill.test.ts': 'copies of a data folder',
  'test/endpoint/support.test.ts': 'describes the tables of a data folder',
  'test/chaos/kill9.test.ts': 'a data folder after kill -9; of nodes: test/binary/postgres-proof.test.ts',
  'test/chaos/power-cut.test.ts':
    'a data folder after a power cut; of a server: test/store/postgres-crash.test.ts',
  'test/chaos/powerloss.test.ts': 'a data folder on a disk that loses writes',
}

/** What a cluster needs whose rows nobody misses. */
const settings = {
  max_connections: 400,
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
}

async function makeTemplate(server: string): Promise<void> {
  const sql = new Bun.SQL({ url: server, max: 1 })
  await sql.unsafe('create database kaunta_template')
  await sql.close()
  const url = new URL(server)
  url.pathname = 'kaunta_template'
  await (await openPostgres({ url: url.href, isAlone: true }, 0, () => {}, after)).close()
}

/** Drops what the tests of a process made. */
async function dropUsed(server: string, process: number): Promise<void> {
  const sql = new Bun.SQL({ url: server, max: 1 })
  const used = await sql
    .unsafe(`select datname from pg_database where datname like 'kaunta\\_test\\_${process}\\_%'`)
    .values()
  for (const [name] of used) await sql.unsafe(`drop database ${name} with (force)`)
  await sql.close()
}

/** The test files that are named, or all of the suites; and any other file by its whole name. */
function filesOf(named: readonly string[]): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync()].sort()
  const wanted = named.length > 0 ? named : suites
  const chosen = all.filter(file => wanted.some(name => file.startsWith(name)) && !(file in leftOut))
  return [...chosen, ...named.filter(name => name.endsWith('.ts') && !all.includes(name))]
}

/** Runs one test file in a process of its own, and shows what it wrote when it has ended. */
async function passes(file: string, server: string): Promise<boolean> {
  const started = performance.now()
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '600000', `./${file}`], {
    env: { ...process.env, KAUNTA_TEST_DATABASE_URL: server },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const isGood = (await child.exited) === 0
  const took = ((performance.now() - started) / 1_000).toFixed(1)
  process.stdout.write(
    `${output.join('')}${isGood ? 'passed' : 'FAILED'} on PostgreSQL: ${file}, ${took} s\n`,
  )
  await dropUsed(server, child.pid)
  return isGood
}

const options = process.argv.slice(2)
const named = options.filter(option => !option.startsWith('--'))
/** Test files at once, on the one server. */
const workers = Number(options.find(option => option.startsWith('--parallel='))?.split('=')[1] ?? 1)
const programs = programFolder()
if (!programs) {
  process.stdout.write(
    'PostgreSQL is not on this computer (Debian: apt-get install postgresql): nothing was run\n',
  )
  process.exit(process.env.CI ? 1 : 0)
}
const folder = mkdtempSync(join(tmpdir(), 'kaunta-postgres-'))
const cluster = await newCluster(programs, folder, settings)
const removeCluster = async () => {
  await cluster.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void removeCluster().finally(() => process.exit(130)))
let failed: string[] = []
try {
  const server = cluster.url()
  if (named.length === 0)
    for (const [file, why] of Object.entries(leftOut)) process.stdout.write(`left out: ${file}: ${why}\n`)
  await makeTemplate(server)
  const files = filesOf(named).values()
  const worker = async () => {
    for (const file of files) if (!(await passes(file, server))) failed = [...failed, file]
  }
  await Promise.all(Array.from({ length: workers }, worker))
} finally {
  await removeCluster()
}
process.stdout.write(
  failed.length > 0 ? `failed on PostgreSQL: ${failed.join(', ')}\n` : 'all passed on PostgreSQL\n',
)
process.exit(failed.length > 0 ? 1 : 0)
