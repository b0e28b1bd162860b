// How fast the built dist/kaunta delivers webhooks to one receiver, compared in the same run with bare loops
// of fetch to it: one that awaits each fetch, which the goal is measured against, and one with Kaunta's
// concurrency. The queue is filled before: each event has its delivery and its job, all due. Every delivery
// is recorded on disk, and in the end each must be there as delivered, with one try. Run by bench.ts.
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './machine.ts'
import { serve, start } from './server.ts'
import { table } from './table.ts'

/** How many deliveries Kaunta runs at a time for one host. */
const together = 4
/** The least ratio to the loop that awaits each fetch. */
const goal = 0.4

export interface DeliveryBench {
  readonly kaunta: string
  readonly scratch: string // where data folders are made
  readonly init: (data: string) => Promise<unknown>
  readonly deliveries: number
  readonly rounds: number
  readonly markdown: boolean
}

const body = JSON.stringify({
  id: 'evt_0123456789abcdef0123456789abcdef',
  type: 'payment.completed',
  api_version: '2026-01-25',
  created_at: '2026-11-21T08:00:00.000Z',
  data: {
    reference: '019cacea-e080-7039-b736-3a5c0deedfd1',
    external_reference: 'MPS0123456789',
    status: 'completed',
    amount: { value: 5_000, currency: 'TZS' },
    settlement: { gross: { value: 5_000 }, fees: { value: 25 }, net: { value: 4_975 } },
    channel: { type: 'mobile_money', provider: 'mpesa' },
    customer: { phone: '+255754123456', name: 'Asha Mushi', email: '' },
    metadata: { order: '1042' },
    completed_at: '2026-11-21T08:00:00.000Z',
  },
})

/**
 * Fills the queue of the sandbox account with `count` deliveries to `url`, all due at `dueAt` (ms), as
 * completed payments would.
 */
export function fillQueue(data: string, url: string, count: number, dueAt: number): void {
  const db = new Database(join(data, 'kaunta.db'))
  const account = db.query("select id from account where mode = 'sandbox'").values()[0]?.[0]
  const { host } = new URL(url)
  db.run('begin immediate')
  const event = db.prepare(
    "insert into event (id, account_id, subject, type, api_version, body, created_at) values (?, ?, ?, 'payment.completed', '2026-01-25', ?, ?)",
  )
  const delivery = db.prepare(
    `insert into delivery (id, event_id, account_id, subject, url, host, status, tries, stalls, next_at, created_at, type)
     values (?, ?, ?, ?, ?, ?, 'pending', 0, 0, ?, ?, 'payment.completed')`,
  )
  const job = db.prepare(
    "insert into job (id, kind, subject, queue, state, due_at, tries) values (?, 'delivery.send', ?, ?, 'waiting', ?, 0)",
  )
  for (let index = 0; index < count; index++) {
    const uuid = Bun.randomUUIDv7('hex')
    const [eventId, deliveryId] = ['evt', 'del'].map(name => `${name}_${uuid.replaceAll('-', '')}`) as [
      string,
      string,
    ]
    event.run(eventId, account as string, uuid, body, dueAt)
    delivery.run(deliveryId, eventId, account as string, uuid, url, host, dueAt, dueAt)
    job.run(`delivery.send:${deliveryId}`, deliveryId, host, dueAt)
  }
  db.run('commit')
  db.run('pragma wal_checkpoint(truncate)')
  db.close()
}

/** Throws unless all `count` deliveries succeeded with one try each. */
function assertDelivered(data: string, count: number): void {
  const db = new Database(join(data, 'kaunta.db'), { readonly: true })
  const query = db.query(
    "select count(*), sum(status = 'success' and tries = 1), (select count(*) from dispatch) from delivery",
  )
  const [row] = query.values()
  db.close()
  if (JSON.stringify(row) !== JSON.stringify([count, count, count]))
    throw new Error(`of ${count} deliveries there are ${row}`)
}

/** What is measured, in the order of the first round. Each further round begins with the next of them. */
const ways = ['box', 'loop', 'together'] as const
type Way = (typeof ways)[number]

/** Measures all ways in rotating order and prints the medians. Resolves to whether the goal was met. */
export async function compareDeliveries({
  kaunta,
  scratch,
  init,
  deliveries,
  rounds,
  markdown,
}: DeliveryBench): Promise<boolean> {
  const rates: Record<Way, number[]> = { box: [], loop: [], together: [] }
  const bodyFile = join(scratch, 'body.json')
  writeFileSync(bodyFile, body)
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`\rdeliveries, round ${round + 1} of ${rounds} `)
    const data = mkdtempSync(join(scratch, 'data-'))
    await init(data)
    const receiver = await start(port => [
      process.execPath,
      join(import.meta.dir, 'receiver.ts'),
      String(port),
      String(deliveries),
    ])
    const url = `http://127.0.0.1:${receiver.port}`
    /** Waits until the receiver has received them all. */
    const rate = async (way: Way): Promise<number> => Number(await (await fetch(`${url}/rate/${way}`)).text())
    const fetches = (way: Way, count: number) =>
      Bun.$`${process.execPath} ${join(import.meta.dir, 'fetch.ts')} ${url}/${way} ${deliveries} ${count} ${bodyFile}`
    const run: Record<Way, () => Promise<unknown>> = {
      loop: () => fetches('loop', 1),
      together: () => fetches('together', together),
      async box() {
        fillQueue(data, `${url}/box`, deliveries, Date.now())
        const server = await serve(kaunta, data)
        await rate('box')
        await Bun.sleep(200) // the last record
        await server.stop()
        assertDelivered(data, deliveries)
      },
    }
    for (let turn = 0; turn < ways.length; turn++) {
      const way = ways[(round + turn) % ways.length] ?? 'box'
      await run[way]()
      rates[way].push(await rate(way))
    }
    await receiver.stop()
    rmSync(data, { recursive: true })
  }
  process.stderr.write('\r\x1b[K')
  /** The median of the rounds' ratios, not the ratio of the medians. */
  const ratioTo = (way: Way) =>
    median(rates.box.map((rate, index) => rate / (rates[way][index] ?? Number.NaN)))
  const wholeNumberText = (value: number) => Math.round(value).toLocaleString('en')
  const lineOf = (name: string, way: Way) => [
    name,
    wholeNumberText(median(rates.box)),
    wholeNumberText(median(rates[way])),
    ratioTo(way).toFixed(2),
  ]
  console.log(
    table(
      [
        ['deliveries to one host', 'Kaunta, per second', 'fetch, per second', 'ratio'],
        lineOf('beside a bare fetch loop', 'loop'),
        lineOf(`beside ${together} fetches side by side`, 'together'),
      ],
      markdown,
    ),
  )
  const ratio = ratioTo('loop')
  console.log(
    `\ndelivery ratio ${ratio.toFixed(2)} (goal ≥ ${goal.toFixed(2)})${ratio >= goal ? '' : '   MISSED'}`,
  )
  return ratio >= goal
}
