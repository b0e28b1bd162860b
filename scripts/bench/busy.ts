// Whether sales wait for background work: how long a create takes on a quiet server, and in the same folder
// while everything runs together: payments that expire, deliveries, the ledger check and a back-up. Run by
// bench.ts --busy.
import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fillQueue } from './delivery.ts'
import { openSeededFolder } from './folder.ts'
import { runCreates } from './load.ts'
import { type Started, serve, start } from './server.ts'
import { table } from './table.ts'

/** The load of the measures: connections, and creates a second over all of them. */
const connections = 8
const perSecond = 400
/** A server that has run for weeks has compiled its code; a new one compiles while it works. */
const warmUpSeconds = 12
/** When the ledger check and the back-up begin after a start. */
const upkeepAfterMs = (warmUpSeconds + 1) * 1_000
/** Length of a measure. */
const seconds = 10
/** Length of each run that creates the payments which will expire. */
const fillSeconds = 3
/** The p99 of creates may be this many times the quiet one. */
const goal = 4
const readyGoalSeconds = 0.1
/**
 * How long webhook receivers take to answer. With four deliveries at a time none can get more than some 750 a
 * second.
 */
const answerMs = 3
const receivers = ['127.0.0.1', '127.0.0.2']
/** The webhook addresses of both receivers. */
const urlsOf = (port: number) => receivers.map(host => `http://${host}:${port}/busy`)
/** Share of deliveries among the due jobs. The others are payments whose time is over. */
const deliveryShare = 0.6

export interface BusyBench {
  readonly kaunta: string
  readonly scratch: string
  readonly jobs: number // jobs that are due
  readonly payments: number // payments in the folder
  readonly markdown: boolean
}

interface Measured {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly mostMs: number
}

/** Runs paced.ts against a server and returns its measurement of the creates. */
async function runPacedCreates({ port }: Started, key: string, seconds: number): Promise<Measured> {
  const script = join(import.meta.dir, 'paced.ts')
  const output =
    await Bun.$`${process.execPath} ${script} ${port} /v1/payments ${key} ${connections} ${perSecond} ${seconds}`.text()
  return JSON.parse(output)
}

/**
 * Makes `jobs` jobs due in a stopped folder (expiries and deliveries), and the ledger check and back-up soon
 * after the start.
 */
function makeDue(data: string, jobs: number, urls: readonly string[]): void {
  const db = new Database(join(data, 'kaunta.db'))
  const dueAt = Date.now() - 60_000
  const upkeepAt = Date.now() + upkeepAfterMs
  const deliveries = Math.round(jobs * deliveryShare)
  db.run(
    `update payment set created_at = ?1 - 60000, expires_at = ?1, due_at = ?1
     where number in (select number from payment where due_at is not null order by number desc limit ?2)`,
    [dueAt, jobs - deliveries],
  )
  db.run("update job set due_at = ? where kind in ('ledger.check', 'backup.take')", [upkeepAt])
  db.close()
  for (const url of urls) fillQueue(data, url, Math.round(deliveries / urls.length), dueAt)
}

/**
 * Counts what background work has done in a folder: HTTP requests of deliveries, payments still due, and when
 * the ledger check ended.
 */
const countsOf = (data: string) => {
  const db = new Database(join(data, 'kaunta.db'), { readonly: true })
  const numberOf = (text: string) => Number(db.query(text).values()[0]?.[0])
  const counts = {
    dispatches: numberOf('select count(*) from dispatch'),
    due: numberOf(`select count(*) from payment where due_at <= ${Date.now()}`),
    checkedAt: numberOf("select json_extract(value, '$.at') from setting where name = 'audit'"),
  }
  db.close()
  return counts
}

/**
 * Measures creates on a copy of a seeded folder, first quiet, then after a restart with all background work.
 * Also returns how many webhooks were sent and how many payments ended per second during the second run.
 */
async function measureKaunta({ kaunta, scratch, jobs, payments }: BusyBench, receiverPort: number) {
  const { data: from, key } = await openSeededFolder(payments)
  const data = mkdtempSync(join(scratch, 'data-'))
  cpSync(from, data, { recursive: true })
  // Otherwise the system writes the copy to disk while the quiet server is measured.
  await Bun.$`sync`
  const idle = await serve(kaunta, data)
  await runPacedCreates(idle, key, warmUpSeconds)
  const quiet = await runPacedCreates(idle, key, seconds)
  const references = join(scratch, 'references')
  const { port, pid } = idle
  const fill = { port, pid, path: '/v1/payments', key, connections: 64, keys: 'serial', references } as const
  for (let made = 0; made < jobs * (1 - deliveryShare); )
    made += Math.round((await runCreates({ ...fill, seconds: fillSeconds })).perSecond * fillSeconds)
  await idle.stop()

  makeDue(data, jobs, urlsOf(receiverPort))
  const before = countsOf(data)
  await Bun.$`sync`
  const server = await serve(kaunta, data)
  const readyAt = Date.now()
  await runPacedCreates(server, key, warmUpSeconds)
  const busy = await runPacedCreates(server, key, seconds)
  const after = countsOf(data)
  const backups = readdirSync(join(data, 'backups'))
  await server.stop()
  const perSecond = (count: number) => Math.round(count / (warmUpSeconds + seconds))
  return {
    quiet,
    busy,
    startSeconds: server.seconds,
    backups,
    posts: perSecond(after.dispatches - before.dispatches),
    ends: perSecond(before.due - after.due),
    checkedSeconds: after.checkedAt > readyAt ? (after.checkedAt - readyAt) / 1e3 : undefined,
  }
}

/** Prints both measures and the goals. Resolves to whether the goals were met. */
export async function measureBusy(bench: BusyBench): Promise<boolean> {
  const { jobs, payments, markdown } = bench
  const script = join(import.meta.dir, 'receiver.ts')
  const receiver = await start(port => [process.execPath, script, String(port), '1e9', String(answerMs)])
  const { quiet, busy, startSeconds, backups, posts, ends, checkedSeconds } = await measureKaunta(
    bench,
    receiver.port,
  )
  await receiver.stop()
  const row = (name: string, { count, p50Ms, p99Ms, mostMs }: Measured) => [
    name,
    String(count),
    ...[p50Ms, p99Ms, mostMs].map(ms => ms.toFixed(2)),
  ]
  const title = `${perSecond} creates a second, ${connections} connections`
  const rows = [
    [title, 'creates', 'p50 ms', 'p99 ms', 'most ms'],
    row('quiet', quiet),
    row(`${jobs.toLocaleString('en')} jobs due, ledger check, back-up`, busy),
  ]
  console.log(table(rows, markdown))
  const ratio = busy.p99Ms / quiet.p99Ms
  const goals = [
    {
      says: `p99 ${ratio.toFixed(1)} × the quiet one (goal ≤ ${goal})`,
      met: ratio <= goal,
    },
    {
      says: `start with ${payments.toLocaleString('en')} payments ${startSeconds.toFixed(3)} s (goal < 0.100)`,
      met: startSeconds < readyGoalSeconds,
    },
    {
      says:
        `meanwhile ${posts} deliveries and ${ends} expiries a second; ` +
        `the ledger check ended after ${checkedSeconds === undefined ? 'more' : `${checkedSeconds.toFixed(1)} s`}; back-ups: ${backups.join(' ')}`,
      met: true,
    },
  ]
  for (const { says, met } of goals) console.log(`${says}${met ? '' : '   MISSED'}`)
  return goals.every(({ met }) => met)
}
