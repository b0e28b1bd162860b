// Runs suites on PostgreSQL: a cluster of its own in a temporary folder, a database for each shop of a test, all gone
// at the end. Without PostgreSQL on this computer it says so and does nothing.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../src/store/postgres.ts'
import { newCluster, programFolder } from './postgres/cluster.ts'

const suites = ['test/store/postgres', 'test/store/login.test.ts', 'test/endpoint', 'test/story']
/** Of copies and files of a data folder, and of reads that wait for nothing: a database has none of them. */
const ofSqlite = [
  'test/endpoint/backup-night.test.ts',
  'test/endpoint/payment-read.test.ts',
  'test/endpoint/support.test.ts',
]

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
  const after = (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  }
  await (await openPostgres({ url: url.href, isAlone: true }, 0, () => {}, after)).close()
}

async function dropUsed(server: string): Promise<void> {
  const sql = new Bun.SQL({ url: server, max: 1 })
  const used = await sql
    .unsafe("select datname from pg_database where datname like 'kaunta\\_test\\_%'")
    .values()
  for (const [name] of used) await sql.unsafe(`drop database ${name} with (force)`)
  await sql.close()
}

/** The test files that are named, or all of the suites. */
function filesOf(named: readonly string[]): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync()].sort()
  const wanted = named.length > 0 ? named : suites
  return all.filter(file => wanted.some(name => file.startsWith(name)) && !ofSqlite.includes(file))
}

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
  await makeTemplate(server)
  for (const file of filesOf(process.argv.slice(2))) {
    const child = Bun.spawn([process.execPath, 'test', '--timeout', '600000', file], {
      env: { ...process.env, KAUNTA_TEST_DATABASE_URL: server },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if ((await child.exited) !== 0) failed = [...failed, file]
    await dropUsed(server)
  }
} finally {
  await removeCluster()
}
process.stdout.write(
  failed.length > 0 ? `failed on PostgreSQL: ${failed.join(', ')}\n` : 'all passed on PostgreSQL\n',
)
process.exit(failed.length > 0 ? 1 : 0)
