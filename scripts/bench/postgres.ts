// Measures how many payments a second 1, 2 and 4 nodes create on one PostgreSQL. Each round runs every number
// of nodes, in rotating order.
//
//   bun scripts/bench/postgres.ts [--nodes 1,2,4] [--rounds 3] [--seconds 8] [--connections 64]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Initial, initBinary } from '../../test/kit/binary.ts'
import { type Cluster, newCluster, programFolder } from '../postgres/cluster.ts'
import { runCreates } from './load.ts'
import { machine, median } from './machine.ts'
import { type Started, serve } from './server.ts'
import { table } from './table.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    markdown: { type: 'boolean', default: false },
  },
})
const kaunta = join(import.meta.dir, '../../dist/kaunta')
const connections = Number(values.connections)
const seconds = Number(values.seconds)
/** For each node: a new process compiles its hot code during some ten thousand creates. */
const warmUpSeconds = 5
const rate = { KAUNTA_RATE_LIMIT: '1000000' }

interface Setting {
  readonly root: string
  readonly cluster: Cluster
  readonly env: Record<string, string>
  readonly made: Initial
}

/** Starts a PostgreSQL server in `root` and sets up a shop in its database. */
async function newSetting(root: string): Promise<Setting> {
  const programs = programFolder()
  if (!programs) throw new Error('PostgreSQL is not on this computer (Debian: apt-get install postgresql)')
  chmodSync(root, 0o711)
  const cluster = await newCluster(programs, join(root, 'server'), {
    max_connections: 200,
    shared_buffers: '256MB',
  })
  await cluster.sql('create database kaunta')
  const env = {
    KAUNTA_DATABASE_URL: cluster.url('kaunta'),
    KAUNTA_SECRET_KEY_FILE: join(root, 'secret.key'),
    KAUNTA_MDNS: 'off',
    KAUNTA_HTTPS_PORT: '0',
    ...rate,
  }
  const made = await initBinary(join(root, 'init'), env)
  return { root, cluster, env, made }
}

/** Creates payments on all servers at once. Returns the sum of their rates, and the worst p99. */
async function load(servers: readonly Started[], key: string, forSeconds: number) {
  const all = await Promise.all(
    servers.map(({ port, pid }) =>
      runCreates({
        port,
        pid,
        key,
        path: '/v1/payments',
        references: '',
        keys: 'scattered',
        seconds: forSeconds,
        connections: Math.round(connections / servers.length),
      }),
    ),
  )
  return {
    perSecond: all.reduce((sum, node) => sum + node.perSecond, 0),
    p50Ms: median(all.map(node => node.p50Ms)),
    p99Ms: Math.max(...all.map(node => node.p99Ms)),
    cpuUs: median(all.map(node => node.cpuUs)),
  }
}

/** Starts `nodes` nodes, warms them up and measures their creates. */
async function measure({ root, env, made }: Setting, nodes: number) {
  const key = made.sandbox_api_key
  const servers: Started[] = []
  for (let number = 1; number <= nodes; number++)
    servers.push(await serve(kaunta, join(root, `node-${number}`), env))
  await load(servers, key, warmUpSeconds * nodes)
  const measured = await load(servers, key, seconds)
  for (const server of servers) await server.stop()
  return measured
}

/** Measures every number of nodes in each round and returns the table of medians. */
async function compareNodes(setting: Setting): Promise<string> {
  const numbers = values.nodes.split(',').map(Number)
  const measured = new Map<number, Awaited<ReturnType<typeof measure>>[]>()
  for (let round = 0; round < Number(values.rounds); round++)
    for (let place = 0; place < numbers.length; place++) {
      const nodes = numbers[(place + round) % numbers.length] ?? 1
      measured.set(nodes, [...(measured.get(nodes) ?? []), await measure(setting, nodes)])
    }
  const rows = numbers.map(nodes => {
    const medianOf = (field: 'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuUs') =>
      median((measured.get(nodes) ?? []).map(run => run[field]))
    const waits = [medianOf('p50Ms').toFixed(1), medianOf('p99Ms').toFixed(1)]
    return [`${nodes} nodes`, medianOf('perSecond').toFixed(0), ...waits, medianOf('cpuUs').toFixed(0)]
  })
  return table([['', 'creates/s', 'p50 ms', 'p99 ms', 'CPU µs each'], ...rows], values.markdown)
}

const root = mkdtempSync('/var/tmp/kaunta-bench-')
const setting = await newSetting(root)
try {
  process.stdout.write(`${await compareNodes(setting)}\n${machine(root)}\n`)
} finally {
  await setting.cluster.stop('immediate')
  rmSync(root, { recursive: true, force: true })
}
