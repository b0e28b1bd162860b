// A PostgreSQL server for one test file, whose faults the test causes: started before its tests and removed
// after them. Without PostgreSQL on this computer such tests are skipped, but in continuous integration they
// fail.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Cluster,
  newCluster,
  programFolder,
  type ServerCertificate,
  type Settings,
} from '../../scripts/postgres/cluster.ts'
import { makeTemplate } from '../../scripts/postgres/suite.ts'
import { assert } from '../../src/domain/fault.ts'
import { type Initial, initBinary } from './binary.ts'
import { needed } from './needed.ts'
import { isProof } from './proof.ts'
import { testServer } from './store-database.ts'

export const hasPostgres = needed(
  programFolder() !== undefined,
  'The server of PostgreSQL is missing: apt-get install postgresql',
)

/** For the tests that `test` leaves to the suite on PostgreSQL and to the proof. */
export const hasPostgresSuite = hasPostgres && (isProof || testServer !== undefined)

export interface ClusterPlace {
  readonly root: string
  readonly cluster: Cluster
  /** Returns a file name below the place. */
  path(name: string): string
  /** Creates a database with a shop in it, and the settings of nodes on it. */
  newShop(): Promise<{
    readonly env: Record<string, string>
    readonly made: Initial
    readonly database: string
  }>
  remove(): Promise<void>
}

/** Returns the path of one of the server's own programs. */
export const programPath = (name: string) => join(programFolder() ?? '', name)

/** Runs one of them; a warning is a failure, too. */
async function runQuietly(...words: string[]): Promise<void> {
  const child = Bun.spawn(words, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  assert((await child.exited) === 0 && said.join('') === '', `${words.join(' ')}: ${said.join('')}`)
}

/** Makes the back-up of docs/postgres.md. */
export const dumpDatabase = (url: string, file: string): Promise<void> =>
  runQuietly(programPath('pg_dump'), '--format=custom', `--file=${file}`, url)

/** Restores a dump into an empty database. */
export const restoreDump = (file: string, url: string): Promise<void> =>
  runQuietly(programPath('pg_restore'), `--dbname=${url}`, file)

interface ClusterOptions {
  readonly disk?: string // where its data is stored; by default a new folder
  /** If set, it accepts only connections with TLS and a password. */
  readonly secured?: ServerCertificate
}

export async function openCluster(
  settings: Settings = {},
  { disk, secured }: ClusterOptions = {},
): Promise<ClusterPlace> {
  const programs = programFolder()
  assert(programs, 'PostgreSQL is on this computer')
  const root = mkdtempSync('/var/tmp/kaunta-cluster-')
  chmodSync(root, 0o711) // the server's own user goes through it
  const cluster = await newCluster(programs, disk ?? join(root, 'server'), settings, secured)
  let shops = 0
  const path = (name: string) => join(root, name)
  return {
    root,
    cluster,
    path,
    async newShop() {
      const database = `shop_${shops++}`
      await cluster.sql(`create database ${database}`)
      const env = {
        KAUNTA_DATABASE_URL: cluster.url(database),
        KAUNTA_SECRET_KEY_FILE: path(`${database}.key`),
        KAUNTA_RATE_LIMIT: '0',
      }
      return { env, made: await initBinary(path(`${database}-init`), env), database }
    },
    async remove() {
      await cluster.stop('immediate').catch(() => {}) // a test may have killed it
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/**
 * Opens the server for tests of the store itself: that of the suite on PostgreSQL, else one for this test
 * file.
 */
export async function openStoreServer(): Promise<{ readonly url: string; close(): Promise<void> }> {
  if (testServer) return { url: testServer, async close() {} }
  const { cluster, remove } = await openCluster({ fsync: 'off' })
  const url = cluster.url()
  await makeTemplate(url)
  return { url, close: remove }
}
