// A PostgreSQL server on loopback, with all its files in one folder: for tests, proofs and measures. It can
// be stopped, killed, frozen and copied to a standby.
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/kit/binary.ts'

/**
 * Returns the folder of PostgreSQL's server programs, which Debian and others do not put on PATH; the newest
 * version first. Undefined if only its clients are installed.
 */
export function programFolder(debian = '/usr/lib/postgresql'): string | undefined {
  const folders = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map(version => join(debian, version, 'bin'))
    : []
  const initdb = Bun.which('initdb')
  if (initdb) folders.push(join(realpathSync(initdb), '..'))
  return folders.find(folder => existsSync(join(folder, 'initdb')))
}

const isRoot = process.getuid?.() === 0
/** The command line that runs a program as the user postgres, because PostgreSQL refuses to run as root. */
const asServer = (words: readonly string[]) =>
  isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...words] : [...words]

/** Runs a program and returns its output. Throws with its errors when it fails. */
async function run(...words: string[]): Promise<string> {
  const child = Bun.spawn(asServer(words), { cwd: tmpdir(), stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')}: ${errors}${output}`)
  return output
}

/** Makes a file or folder the property of the server's user. */
function giveToServer(path: string): void {
  if (!isRoot) return
  const [user, group] = ['-u', '-g'].map(flag => Number(Bun.spawnSync(['id', flag, 'postgres']).stdout))
  chownSync(path, user ?? 0, group ?? 0)
}

export type Settings = Readonly<Record<string, string | number>>

export interface Cluster {
  readonly port: number
  readonly folder: string // its log, sockets and data are below
  url(database?: string): string
  /** Runs one statement as its owner. */
  sql(text: string, database?: string): Promise<unknown[][]>
  start(more?: Settings): Promise<void>
  /** @param mode `immediate` resembles a power cut */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** SIGKILL to the server and all its processes. */
  kill(): void
  /** SIGSTOP to all its processes; `thaw` sends SIGCONT. */
  freeze(): void
  thaw(): void
  promote(): Promise<void>
  /** Copies it to a standby that follows it, and starts that one. */
  newStandby(folder: string, name: string): Promise<Cluster>
}

const user = 'kaunta'

/** Returns the process ids of the server and its children. */
function processesOf(data: string): number[] {
  const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(main)])
  return [main, ...stdout.toString().trim().split(/\s+/).filter(Boolean).map(Number)]
}

/** Sends a signal to all processes of a server. */
function signalAll(data: string, signal: NodeJS.Signals): void {
  for (const pid of processesOf(data))
    try {
      process.kill(pid, signal)
    } catch {} // it has ended since it was listed
}

/** The server whose data is in `folder`, started or not. */
function clusterIn(programs: string, folder: string, port: number, settings: Settings): Cluster {
  const data = join(folder, 'data')
  const control = (...words: string[]) => run(join(programs, 'pg_ctl'), '-D', data, ...words)
  const url = (database = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${database}`
  return {
    port,
    folder,
    url,
    async sql(text, database) {
      const socket = settings.ssl === 'on' && { path: join(folder, `.s.PGSQL.${port}`) }
      const sql = new Bun.SQL({ url: url(database), max: 1, ...socket })
      try {
        return await sql.unsafe(text).values()
      } finally {
        await sql.close()
      }
    },
    async start(more = {}) {
      const own = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder }
      const words = Object.entries({ ...own, ...settings, ...more }).map(
        ([name, value]) => `-c ${name}='${value}'`,
      )
      await control('-o', words.join(' '), '-l', join(folder, 'log'), '-w', 'start')
    },
    async stop(mode = 'fast') {
      await control('-m', mode, '-w', 'stop')
    },
    kill: () => signalAll(data, 'SIGKILL'),
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    async promote() {
      await control('-w', 'promote')
    },
    async newStandby(place, name) {
      mkdirSync(place, { recursive: true })
      giveToServer(place)
      const standby = clusterIn(programs, place, freePort(), settings)
      const from = `host=127.0.0.1 port=${port} user=${user} application_name=${name}`
      await run(
        join(programs, 'pg_basebackup'),
        '-d',
        from,
        '-D',
        join(place, 'data'),
        '-R',
        '-c',
        'fast',
        '--no-sync',
      )
      await standby.start()
      return standby
    },
  }
}

/** The server's certificate, as PEM. */
export interface ServerCertificate {
  readonly certificate: string
  readonly key: string
}

/**
 * Lets a server accept only connections over TLS with a password from now on; its owner uses the socket.
 * Returns the settings for this.
 */
function secure(data: string, { certificate, key }: ServerCertificate): Settings {
  const rules = 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n'
  const texts = { 'server.crt': certificate, 'server.key': key, 'pg_hba.conf': rules }
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(data, name), text, { mode: 0o600 })
    giveToServer(join(data, name))
  }
  return { ssl: 'on', password_encryption: 'scram-sha-256' }
}

/** Creates a server in a folder and starts it. With `secured` it accepts only TLS and passwords. */
export async function newCluster(
  programs: string,
  folder: string,
  settings: Settings = {},
  secured?: ServerCertificate,
): Promise<Cluster> {
  mkdirSync(folder, { recursive: true })
  giveToServer(folder)
  const data = join(folder, 'data')
  const words = ['-D', data, '-A', 'trust', '-U', user, '--no-sync', '-E', 'UTF8', '--locale=C']
  await run(join(programs, 'initdb'), ...words)
  const tlsSettings = secured ? secure(data, secured) : {}
  const cluster = clusterIn(programs, folder, freePort(), { ...settings, ...tlsSettings })
  await cluster.start()
  return cluster
}
