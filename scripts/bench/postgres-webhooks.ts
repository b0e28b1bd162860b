// How many webhooks a second several nodes on one PostgreSQL deliver to two receivers. The queue is filled
// before, and all become due while the nodes run. A rate includes the warm-up of the new processes.
//
//   bun scripts/bench/postgres-webhooks.ts [--nodes 1,2,4] [--rounds 3] [--deliveries 10000] [--kaunta FILE]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { initBinary } from '../../test/kit/binary.ts'
import { newCluster, programFolder } from '../postgres/cluster.ts'
import { median } from './machine.ts'
import { serve, start } from './server.ts'
import { table } from './table.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '3' },
    deliveries: { type: 'string', default: '10000' },
    kaunta: { type: 'string', default: join(import.meta.dir, '../../dist/kaunta') },
  },
})
const deliveries = Number(values.deliveries)
const programs = programFolder()
if (!programs) throw new Error('PostgreSQL is not on this computer (Debian: apt-get install postgresql)')
const root = mkdtempSync('/var/tmp/kaunta-webhooks-')
chmodSync(root, 0o711)
const cluster = await newCluster(programs, join(root, 'server'), { max_connections: 200 })
const env = {
  KAUNTA_DATABASE_URL: cluster.url('kaunta'),
  KAUNTA_SECRET_KEY_FILE: join(root, 'secret.key'),
}
/** How long the nodes take to start, with room. */
const startMs = 10_000

/** The SQL that adds `count` webhooks of completed payments to one host, all due at `dueAt` (ms). */
const fillQueue = (accountId: string, url: string, count: number, dueAt: number) => `
  with one as materialized (
    select replace(gen_random_uuid()::text, '-', '') as id from generate_series(1, ${count})
  ), event as (
    insert into event (id, account_id, subject, type, api_version, body, created_at)
    select 'evt_' || id, '${accountId}', id, 'payment.completed', '2026-01-25', '{"type":"payment.completed"}', ${dueAt}
    from one
  ), delivery as (
    insert into delivery (id, event_id, account_id, subject, url, host, status, tries, stalls, next_at,
      created_at, type)
    select 'del_' || id, 'evt_' || id, '${accountId}', id, '${url}', '${new URL(url).host}', 'pending', 0, 0,
      ${dueAt}, ${dueAt}, 'payment.completed' from one
  )
  insert into job (id, kind, subject, queue, state, due_at, tries)
  select 'delivery.send:del_' || id, 'delivery.send', 'del_' || id, '${new URL(url).host}', 'waiting',
    ${dueAt}, 0 from one`

/**
 * Starts the nodes and returns how many webhooks a second they deliver to both hosts together. Throws if one
 * was lost or sent twice.
 */
async function measure(accountId: string, nodes: number): Promise<number> {
  const count = Math.round(deliveries / 2)
  const receiver = await start(port => [
    ...[process.execPath, join(import.meta.dir, 'receiver.ts'), String(port), String(count)],
  ])
  const hosts = ['127.0.0.1', '127.0.0.2'].map(host => `http://${host}:${receiver.port}/${host}`)
  const dueAt = Date.now() + startMs
  for (const url of hosts) await cluster.sql(fillQueue(accountId, url, count, dueAt), 'kaunta')
  const servers = []
  for (let place = 0; place < nodes; place++)
    servers.push(await serve(values.kaunta, join(root, `node-${place + 1}`), env))
  if (Date.now() > dueAt) throw new Error('the nodes started after the webhooks were due')
  const rates = await Promise.all(
    ['127.0.0.1', '127.0.0.2'].map(async host =>
      Number(await (await fetch(`http://127.0.0.1:${receiver.port}/rate/${host}`)).text()),
    ),
  )
  for (const server of servers) await server.stop()
  await receiver.stop()
  const [row] = await cluster.sql(
    "select count(*) from delivery where status <> 'success' or tries <> 1",
    'kaunta',
  )
  if (String(row) !== '0') throw new Error(`${row} webhooks were not delivered, or more than once`)
  return rates.reduce((sum, rate) => sum + rate, 0)
}

try {
  await cluster.sql('create database kaunta')
  const { sandbox_account: account } = await initBinary(join(root, 'init'), env)
  const numbers = values.nodes.split(',').map(Number)
  const rates = new Map(numbers.map(nodes => [nodes, [] as number[]]))
  for (let round = 0; round < Number(values.rounds); round++)
    for (const nodes of numbers) rates.get(nodes)?.push(await measure(account.id, nodes))
  const rows = numbers.map(nodes => {
    const all = rates.get(nodes) ?? []
    return [String(nodes), median(all).toFixed(0), all.map(rate => rate.toFixed(0)).join(', ')]
  })
  console.log(table([['nodes', 'webhooks a second', 'each round'], ...rows], false))
} finally {
  await cluster.stop('immediate')
  rmSync(root, { recursive: true, force: true })
}
