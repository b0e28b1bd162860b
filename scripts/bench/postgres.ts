// How many payments a second 1, 2 and 4 nodes create on one PostgreSQL, compared with one bare program and
// with as many of them as nodes, which write the same rows (postgres-bare.ts). In each round all of them run,
// in rotating order, so that a round's ratio is valid on other machines.
//
//   bun scripts/bench/postgres.ts [--nodes 1,2,4] [--rounds 3] [--seconds 8] [--connections 64]
//
// With --death how long creates take while one of two nodes is killed and comes back (node-death.ts).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Initial, initBinary } from '../../test/kit/binary.ts'
import { type Cluster, newCluster, programFolder } from '../postgres/cluster.ts'
import { runCreates } from './load.ts'
import { machine, median } from './machine.ts'
import { measureDeath } from './node-death.ts'
import { type Started, serve, start } from './server.ts'
import { table } from './table.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '64' },
    markdown: { type: 'boolean', default: false },
    death: { type: 'boolean', default: false },
  },
})
const kaunta = join(import.meta.dir, '../../dist/kaunta')
const connections = Number(values.connections)
const seconds = Number(values.seconds)
/** For each node: a new process compiles its hot code during some ten thousand creates. */
const warmUpSeconds = 5
const rate = { KAUNTA_RATE_LIMIT: '1000000' }

interface Scene {
  readonly root: string
  readonly cluster: Cluster
  readonly env: Record<string, string>
  readonly made: Initial
}

async function setScene(root: string): Promise<Scene> {
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
  await cluster.sql('create database bare template kaunta')
  return { root, cluster, env, made }
}

/** A run on servers that share the connections. @returns payments a second, and the worst p99 */
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
    perSecond: all.reduce((sum, one) => sum + one.perSecond, 0),
    p50Ms: median(all.map(one => one.p50Ms)),
    p99Ms: Math.max(...all.map(one => one.p99Ms)),
    cpuUs: median(all.map(one => one.cpuUs)),
  }
}

/** The measured nodes of Kaunta, or bare programs. */
interface Contender {
  readonly isBare: boolean
  readonly programs: number
}

async function measure({ root, cluster, env, made }: Scene, { isBare, programs }: Contender) {
  const key = made.sandbox_api_key
  const bare = join(import.meta.dir, 'postgres-bare.ts')
  const wordsOf = (place: number) => (port: number) => [
    ...[process.execPath, bare, cluster.url('bare'), String(port), key, made.sandbox_account.id],
    ...[String(place), String(programs)],
  ]
  const servers: Started[] = []
  for (let place = 0; place < programs; place++)
    servers.push(await (isBare ? start(wordsOf(place)) : serve(kaunta, join(root, `node-${place + 1}`), env)))
  await load(servers, key, warmUpSeconds * programs)
  const measured = await load(servers, key, seconds)
  for (const server of servers) await server.stop()
  return measured
}

const nameOf = ({ isBare, programs }: Contender): string => {
  if (isBare) return programs === 1 ? 'a bare program' : `${programs} bare programs`
  return programs === 1 ? '1 node' : `${programs} nodes`
}

/** Measures creates a second. */
async function compareNodes(scene: Scene): Promise<string> {
  const numbers = values.nodes.split(',').map(Number)
  const contenders = [true, false].flatMap(isBare => numbers.map(programs => ({ isBare, programs })))
  const rounds: Map<string, Awaited<ReturnType<typeof measure>>>[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const measured: (typeof rounds)[number] = new Map()
    for (let place = 0; place < contenders.length; place++) {
      const contender = contenders[(place + round) % contenders.length]
      if (contender) measured.set(nameOf(contender), await measure(scene, contender))
    }
    rounds.push(measured)
  }
  const rows = contenders.map(contender => {
    const each = rounds.flatMap(round => round.get(nameOf(contender)) ?? [])
    const ratioTo = (programs: number) => {
      const to = nameOf({ isBare: true, programs })
      const one = (round: (typeof rounds)[number], name: string) => round.get(name)?.perSecond ?? Number.NaN
      return median(rounds.map(round => one(round, nameOf(contender)) / one(round, to))).toFixed(2)
    }
    const of = (field: 'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuUs') => median(each.map(one => one[field]))
    return [
      ...[nameOf(contender), of('perSecond').toFixed(0), ratioTo(1), ratioTo(contender.programs)],
      ...[of('p50Ms').toFixed(1), of('p99Ms').toFixed(1), of('cpuUs').toFixed(0)],
    ]
  })
  const head = ['', 'creates/s', 'of one bare', 'of as many bare', 'p50 ms', 'p99 ms', 'CPU µs each']
  return table([head, ...rows], values.markdown)
}

/** Measures creates while a node dies. */
async function surviveDeath({ root, env, made }: Scene): Promise<string> {
  const open = (number: number) => serve(kaunta, join(root, `node-${number}`), env)
  const nodes = [await open(1), await open(2)]
  const phases = await measureDeath({
    nodes,
    key: made.sandbox_api_key,
    seconds,
    restart: () => open(1),
  })
  for (const node of nodes) await node.stop()
  const rows = phases.map(({ name, answers, again, ...times }) => [
    ...[name, String(answers), String(again)],
    ...[times.p50Ms, times.p99Ms, times.longestMs].map(ms => ms.toFixed(1)),
  ])
  const head = ['', 'creates', 'sent again', 'p50 ms', 'p99 ms', 'longest ms']
  return table([head, ...rows], values.markdown)
}

const root = mkdtempSync('/var/tmp/kaunta-bench-')
const scene = await setScene(root)
try {
  const text = await (values.death ? surviveDeath(scene) : compareNodes(scene))
  process.stdout.write(`${text}\n${machine(root)}\n`)
} finally {
  await scene.cluster.stop('immediate')
  rmSync(root, { recursive: true, force: true })
}
