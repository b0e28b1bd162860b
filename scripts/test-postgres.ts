// Runs suites on PostgreSQL: a cluster of its own in a temporary folder, a database for each shop of a test, all gone
// at the end. Without PostgreSQL on this computer it says so and does nothing.
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../src/store/postgres.ts'

/** Where Debian and others put the server's programs, which are on no path. */
function programFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  try {
    const newest = readdirSync(debian).sort((a, b) => Number(b) - Number(a))[0]
    if (newest) return join(debian, newest, 'bin')
  } catch {} // not Debian
  const found = Bun.which('pg_ctl')
  return found ? join(found, '..') : undefined
}

const suites = ['test/store/postgres', 'test/store/login.test.ts', 'test/endpoint', 'test/story']
/** Of copies and files of a data folder, and of reads that wait for nothing: a database has none of them. */
const ofSqlite = [
  'test/endpoint/backup-night.test.ts',
  'test/endpoint/payment-read.test.ts',
  'test/endpoint/support.test.ts',
]

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const asServer = (words: readonly string[]) =>
  isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...words] : [...words]

function run(words: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(asServer(words), { cwd: tmpdir() })
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
  return stdout.toString()
}

/** What a cluster needs whose rows nobody misses. */
const settings = {
  listen_addresses: '127.0.0.1',
  max_connections: 400,
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
}

function startCluster(programs: string, folder: string): string {
  const data = join(folder, 'data')
  if (isRoot) {
    const [user, group] = ['-u', '-g'].map(flag => Number(Bun.spawnSync(['id', flag, 'postgres']).stdout))
    chownSync(folder, user ?? 0, group ?? 0)
  }
  run([
    join(programs, 'initdb'),
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'kaunta',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
  ])
  const port = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const free = port.port
  port.stop(true)
  const options = Object.entries({ ...settings, port: free, unix_socket_directories: folder })
  const words = options.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  run([join(programs, 'pg_ctl'), '-D', data, '-o', words, '-l', join(folder, 'log'), '-w', 'start'])
  return `postgres://kaunta@127.0.0.1:${free}/postgres`
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
  await (await openPostgres(url.href, 0, () => {}, after)).close()
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
const removeCluster = () => {
  Bun.spawnSync(asServer([join(programs, 'pg_ctl'), '-D', join(folder, 'data'), '-m', 'immediate', 'stop']))
  rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    removeCluster()
    process.exit(130)
  })
let failed: string[] = []
try {
  const server = startCluster(programs, folder)
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
  removeCluster()
}
process.stdout.write(
  failed.length > 0 ? `failed on PostgreSQL: ${failed.join(', ')}\n` : 'all passed on PostgreSQL\n',
)
process.exit(failed.length > 0 ? 1 : 0)
