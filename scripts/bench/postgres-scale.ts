// Whether a shop with a million payments on PostgreSQL is served as fast as one with ten thousand: seeded
// folders are moved to a separate server with `kaunta move`, and get the requests of scale.ts.
//
//   bun scripts/bench/postgres-scale.ts [--small 10000] [--large 1000000] [--rounds 3]
//
// Ten million are seeded and moved in this way, too: 23 GB of folder and 25 GB of database.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markFolder } from '../../src/store/folder/folder-mark.ts'
import { newCluster, programFolder } from '../postgres/cluster.ts'
import type { Folder } from './folder.ts'
import { compareScale } from './scale.ts'
import { serve } from './server.ts'

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    markdown: { type: 'boolean', default: false },
  },
})
const kaunta = join(import.meta.dir, '../../dist/kaunta')
const programs = programFolder()
if (!programs) throw new Error('PostgreSQL is not on this computer (Debian: apt-get install postgresql)')
const root = mkdtempSync('/var/tmp/kaunta-scale-')
chmodSync(root, 0o711)
const settings = { max_connections: 100, shared_buffers: '1GB', max_wal_size: '4GB' }
const cluster = await newCluster(programs, join(root, 'server'), settings)

/**
 * Moves a seeded folder to a new database and starts a node on it. The mark in the folder is removed, so that
 * the next run can move it again.
 */
async function begin({ data, payments }: Folder) {
  const database = `of_${payments}`
  await cluster.sql(`create database ${database}`)
  const began = performance.now()
  await Bun.$`${kaunta} move --from ${data} --to ${cluster.url(database)}`.quiet()
  markFolder(data, undefined)
  const seconds = Math.round((performance.now() - began) / 1_000)
  process.stderr.write(`${payments} payments were moved in ${seconds} s\n`)
  return serve(kaunta, join(root, `${database}-node`), {
    KAUNTA_DATABASE_URL: cluster.url(database),
    KAUNTA_SECRET_KEY_FILE: join(data, 'secret.key'),
    KAUNTA_MDNS: 'off',
    KAUNTA_HTTPS_PORT: '0',
  })
}

try {
  const sizes = { small: Number(values.small), large: Number(values.large) }
  const isMet = await compareScale({ rounds: Number(values.rounds), markdown: values.markdown, sizes, begin })
  process.exitCode = isMet ? 0 : 1
} finally {
  await cluster.stop('immediate')
  rmSync(root, { recursive: true, force: true })
}
