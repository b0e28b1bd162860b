// Whether the counter waits for work in the background: how long a create takes on a quiet server, and on the same
// folder while all of it goes on at once: payments that expire, deliveries, the ledger check and a back-up.
// Run by bench.ts --busy.
import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fillQueue } from './delivery.ts'
import { seeded } from './folder.ts'
import { runCreates } from './load.ts'
import { type Started, serve, start } from './server.ts'
import { table } from './table.ts'

const connections = 8
const perSecond = 400
const warmUpSeconds = 3
const seconds = 10
const fillSeconds = 3
const goal = 2
const readyGoalSeconds = 0.1
/** The receivers of webhooks answer after so long. With four under way none can get more than some 750 a second. */
const answerMs = 3
const receivers = ['127.0.0.1', '127.0.0.2']
/** Of the due jobs: deliveries. The others are payments whose time is over. */
const deliveryShare = 0.6

export interface BusyBench {
  readonly kaunta: string
  readonly scratch: string
  /** Jobs that are due. */
  readonly jobs: number
  /** Payments in the folder. */
  readonly payments: number
  readonly markdown: boolean
}

interface Measured {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly mostMs: number
}

async function pacedCreates({ port }: Started, key: string, seconds: number): Promise<Measured> {
  const script = join(import.meta.dir, 'paced.ts')
  const said =
    await Bun.$`${process.execPath} ${script} ${port} /v1/payments ${key} ${connections} ${perSecond} ${seconds}`.text()
  return JSON.parse(said)
}

/** Makes work for the background, all of it due. */
function makeDue(data: string, jobs: number, urls: readonly string[]): void {
  const db = new Database(join(data, 'kaunta.db'))
  const at = Date.now() - 60_000
  const upkeepAt = Date.now() + (warmUpSeconds + 2) * 1_000
  const deliveries = Math.round(jobs * deliveryShare)
  db.run(
    `update payment set created_at = ?1 - 60000, expires_at = ?1, due_at = ?1
     where number in (select number from payment where due_at is not null order by number desc limit ?2)`,
    [at, jobs - deliveries],
  )
  db.run("update job set due_at = ? where kind in ('ledger.check', 'backup.take')", [upkeepAt])
  db.close()
  for (const url of urls) fillQueue(data, url, Math.round(deliveries / urls.length), at)
}

const countsOf = (data: string) => {
  const db = new Database(join(data, 'kaunta.db'), { readonly: true })
  const one = (text: string) => Number(db.query(text).values()[0]?.[0])
  const counts = {
    dispatches: one('select count(*) from dispatch'),
    due: one(`select count(*) from payment where due_at <= ${Date.now()}`),
    checkedAt: one("select json_extract(value, '$.at') from setting where name = 'audit'"),
  }
  db.close()
  return counts
}

/** @returns whether the goals were met */
export async function measureBusy({
  kaunta,
  scratch,
  jobs,
  payments,
  markdown,
}: BusyBench): Promise<boolean> {
  const { data: from, key } = await seeded(payments)
  const data = mkdtempSync(join(scratch, 'data-'))
  cpSync(from, data, { recursive: true })
  // Else the system brings the copy to the disk while the quiet server is measured.
  await Bun.$`sync`
  const idle = await serve(kaunta, data)
  await pacedCreates(idle, key, warmUpSeconds)
  const quiet = await pacedCreates(idle, key, seconds)
  const references = join(scratch, 'references')
  const { port, pid } = idle
  const fill = { port, pid, path: '/v1/payments', key, connections: 64, keys: 'serial', references } as const
  for (let made = 0; made < jobs * (1 - deliveryShare); )
    made += Math.round((await runCreates({ ...fill, seconds: fillSeconds })).perSecond * fillSeconds)
  await idle.stop()

  const script = join(import.meta.dir, 'receiver.ts')
  const receiver = await start(port => [process.execPath, script, String(port), '1e9', String(answerMs)])
  makeDue(
    data,
    jobs,
    receivers.map(host => `http://${host}:${receiver.port}/busy`),
  )
  const before = countsOf(data)
  await Bun.$`sync`
  const server = await serve(kaunta, data)
  const readyAt = Date.now()
  await pacedCreates(server, key, warmUpSeconds)
  const busy = await pacedCreates(server, key, seconds)
  const after = countsOf(data)
  const backups = readdirSync(join(data, 'backups'))
  await server.stop()
  await receiver.stop()
  const row = (name: string, { count, p50Ms, p99Ms, mostMs }: Measured) => [
    name,
    String(count),
    ...[p50Ms, p99Ms, mostMs].map(ms => ms.toFixed(2)),
  ]
  console.log(
    table(
      [
        [
          `${perSecond} creates a second, ${connections} connections`,
          'creates',
          'p50 ms',
          'p99 ms',
          'most ms',
        ],
        row('quiet', quiet),
        row(`${jobs.toLocaleString('en')} jobs due, ledger check, back-up`, busy),
      ],
      markdown,
    ),
  )
  const ratio = busy.p99Ms / quiet.p99Ms
  const checkedMs = after.checkedAt - readyAt
  const goals = [
    { says: `p99 ${ratio.toFixed(1)} × the quiet one (goal ≤ ${goal})`, met: ratio <= goal },
    {
      says: `start with ${payments.toLocaleString('en')} payments ${server.seconds.toFixed(3)} s (goal < 0.100)`,
      met: server.seconds < readyGoalSeconds,
    },
    {
      says:
        `meanwhile ${((after.dispatches - before.dispatches) / (warmUpSeconds + seconds)).toFixed(0)} deliveries and ` +
        `${((before.due - after.due) / (warmUpSeconds + seconds)).toFixed(0)} expiries a second; ` +
        `the ledger check ended after ${after.checkedAt > readyAt ? `${(checkedMs / 1e3).toFixed(1)} s` : 'more'}; back-ups: ${backups.join(' ')}`,
      met: true,
    },
  ]
  for (const { says, met } of goals) console.log(`${says}${met ? '' : '   MISSED'}`)
  return goals.every(({ met }) => met)
}
