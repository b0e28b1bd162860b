// How fast the built dist/kaunta creates and reads payments, beside bench/bare.ts: the smallest server
// of the same parts that stores what it acknowledges. The ratio of the two holds on other machines too.
// Each round starts both on an empty folder, in alternating order and never side by side; all acknowledged
// payments must be in the database afterwards. Needs Linux.
//
//   bun run bench [--connections 64,8] [--rounds 5] [--seconds 2] [--folder DIR] [--markdown] [--strict]
//   bun run bench --scale [--rounds 5] [--markdown] [--strict]
//   bun run bench --deliveries 20000 [--rounds 5] [--markdown] [--strict]
//   bun run bench --console [--rounds 20] [--markdown] [--strict]
//   bun run bench --till [--sales 50] [--folder DIR] [--markdown] [--strict]
import { Database } from 'bun:sqlite'
import { linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureConsole } from './bench/console.ts'
import { compareDeliveries } from './bench/delivery.ts'
import type { Load, LoadResult, Measured } from './bench/load.ts'
import { machine, median, residentMb } from './bench/machine.ts'
import { compareScale } from './bench/scale.ts'
import { serve as serveOn, start } from './bench/server.ts'
import { table } from './bench/table.ts'

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '64,8' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** Where the data folders are made: on a real disk, else the fsync costs nothing. */
    folder: { type: 'string', default: join(import.meta.dir, '../dist') },
    markdown: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    /** Instead: lists, searches and reads of a million payments beside those of a thousand. */
    scale: { type: 'boolean', default: false },
    /** Only this: so many deliveries to one receiver. */
    deliveries: { type: 'string' },
    /** Only this: how soon the console can be used in a slow browser. Needs Chromium. */
    console: { type: 'boolean', default: false },
    /** Only this: sales on the till in Chromium. */
    till: { type: 'boolean', default: false },
    sales: { type: 'string', default: '50' },
  },
})
const script = (name: string) => join(import.meta.dir, 'bench', name)
const warmUpSeconds = 1
const starts = 7
const usualDeliveries = 10_000
/** After /ready, before memory is read or the server stopped: what start-up leaves to do is done. */
const settleMs = 300

mkdirSync(options.folder, { recursive: true })
const scratch = mkdtempSync(join(options.folder, 'bench-'))
/** A second name of the binary, so that a build meanwhile does not change what is measured. */
const kaunta = join(import.meta.dir, `../dist/kaunta-${process.pid}`)
linkSync(join(import.meta.dir, '../dist/kaunta'), kaunta)
process.on('exit', () => {
  rmSync(scratch, { recursive: true, force: true })
  rmSync(kaunta)
})
process.on('SIGINT', () => process.exit(130))

if (options.scale) {
  const met = await compareScale({ kaunta, rounds: Number(options.rounds), markdown: options.markdown })
  process.exit(options.strict && !met ? 1 : 0)
}

if (options.console) {
  console.log(`${machine(scratch)}\n`)
  const met = await measureConsole({
    kaunta,
    scratch,
    rounds: Number(options.rounds),
    markdown: options.markdown,
  })
  process.exit(options.strict && !met ? 1 : 0)
}

const deliver = (deliveries: number) =>
  compareDeliveries({
    kaunta,
    scratch,
    init,
    deliveries,
    rounds: Number(options.rounds),
    markdown: options.markdown,
  })

if (options.deliveries) {
  console.log(`${machine(scratch)}\n`)
  const met = await deliver(Number(options.deliveries))
  process.exit(options.strict && !met ? 1 : 0)
}

if (options.till) {
  console.log(`${machine(scratch)}\n`)
  const { measureTill } = await import('./bench/till.ts') // only this one needs a browser
  const met = await measureTill({ scratch, sales: Number(options.sales), markdown: options.markdown })
  process.exit(options.strict && !met ? 1 : 0)
}

type Which = 'ours' | 'bare'
interface Round extends LoadResult {
  readonly idleMb: number
  readonly loadedMb: number
}

const serve = (data: string) => serveOn(kaunta, data)

/** Sets a shop up in `data`; answers its sandbox key. */
async function init(data: string): Promise<string> {
  const owner = ['--store', 'Duka', '--email', 'owner@duka.example', '--password', 'a long enough password']
  const said = await Bun.$`${kaunta} init --data ${data} ${owner} --json`.text()
  return JSON.parse(said.trim().split('\n').at(-1) ?? '').sandbox_api_key
}

const newFolder = () => mkdtempSync(join(scratch, 'data-'))

/** One server through one load, from an empty folder to the count of what it kept. */
async function measure(which: Which, connections: number): Promise<Round> {
  const data = newFolder()
  const key = which === 'ours' ? await init(data) : 'kn_test_bare'
  const server =
    which === 'ours'
      ? await serve(data)
      : await start(port => [process.execPath, script('bare.ts'), data, String(port), key])
  await Bun.sleep(settleMs)
  const idleMb = residentMb(server.pid)
  const load: Load = { port: server.port, key, connections, warmUpSeconds, seconds: Number(options.seconds) }
  const result: LoadResult =
    await Bun.$`${process.execPath} ${script('load.ts')} ${JSON.stringify(load)}`.json()
  const loadedMb = residentMb(server.pid)
  await server.stop()
  assertKept(data, result.created)
  rmSync(data, { recursive: true })
  return { ...result, idleMb, loadedMb }
}

/**
 * Every acknowledged payment is there with its attempt, its two jobs and its stored answer, and nothing else
 * is.
 */
function assertKept(data: string, created: number): void {
  const db = new Database(join(data, 'kaunta.db'), { readonly: true })
  for (const [rows, times] of [
    ['payment', 1],
    ['attempt', 1],
    ["job where kind in ('payment.expire', 'attempt.check')", 2],
    ['idempotency', 1],
  ] as const) {
    const count = db.query(`select count(*) from ${rows}`).values()[0]?.[0]
    if (count !== created * times)
      throw new Error(`${created} payments were acknowledged, but there are ${count} rows in ${rows}`)
  }
  db.close()
}

/** Median seconds until ready: on a folder that is set up, and on an empty one. */
async function startTimes(): Promise<{ existing: number; empty: number }> {
  const used = newFolder()
  await init(used)
  const times = { existing: [] as number[], empty: [] as number[] }
  for (let count = 0; count < starts; count++)
    for (const [kind, data] of [['existing', used] as const, ['empty', newFolder()] as const]) {
      const server = await serve(data)
      times[kind].push(server.seconds)
      await Bun.sleep(settleMs)
      await server.stop()
    }
  return { existing: median(times.existing), empty: median(times.empty) }
}

interface Line {
  readonly kind: 'create' | 'read'
  readonly connections: number
  readonly ours: Measured
  readonly bare: Measured
  /** The median of the rounds' ratios, not the ratio of the medians: what slows a whole round falls out. */
  readonly ratio: number
}

const medianOf = (measured: readonly Measured[]): Measured => ({
  perSecond: median(measured.map(one => one.perSecond)),
  p50Ms: median(measured.map(one => one.p50Ms)),
  p99Ms: median(measured.map(one => one.p99Ms)),
})

function lineOf(kind: Line['kind'], connections: number, rounds: readonly Record<Which, Round>[]): Line {
  return {
    kind,
    connections,
    ours: medianOf(rounds.map(round => round.ours[kind])),
    bare: medianOf(rounds.map(round => round.bare[kind])),
    ratio: median(rounds.map(round => round.ours[kind].perSecond / round.bare[kind].perSecond)),
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const quantiles = ({ p50Ms, p99Ms }: Measured) => `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`
const rowOf = ({ kind, connections, ours, bare, ratio }: Line) => [
  `${kind}, ${connections} connections`,
  whole(ours.perSecond),
  whole(bare.perSecond),
  ratio.toFixed(2),
  quantiles(ours),
  quantiles(bare),
]

console.log(`${machine(scratch)}\n`)
const startSeconds = await startTimes()
const lines: Line[] = []
const all: Record<Which, Round>[] = []
for (const connections of options.connections.split(',').map(Number)) {
  const rounds: Record<Which, Round>[] = []
  for (let round = 0; round < Number(options.rounds); round++) {
    process.stderr.write(`\r${connections} connections, round ${round + 1} of ${options.rounds} `)
    const first = round % 2 === 0 ? 'ours' : 'bare'
    const one = await measure(first, connections)
    const other = await measure(first === 'ours' ? 'bare' : 'ours', connections)
    rounds.push(first === 'ours' ? { ours: one, bare: other } : { ours: other, bare: one })
  }
  process.stderr.write('\r\x1b[K')
  all.push(...rounds)
  lines.push(lineOf('create', connections, rounds), lineOf('read', connections, rounds))
}

const idleMb = median(all.map(({ ours }) => ours.idleMb))
const loadedMb = median(all.map(({ ours }) => ours.loadedMb))
console.log(
  table(
    [
      ['', 'Kaunta, per second', 'bare, per second', 'ratio', 'Kaunta p50 / p99, ms', 'bare p50 / p99, ms'],
      ...lines.map(rowOf),
    ],
    options.markdown,
  ),
)
console.log(
  `\nStart until ready ${startSeconds.existing.toFixed(3)} s, on an empty folder ${startSeconds.empty.toFixed(3)} s. ` +
    `Memory ${whole(idleMb)} MB idle, ${whole(loadedMb)} MB after load.\n`,
)

const ratioOf = (kind: Line['kind']) => lines.find(line => line.kind === kind)?.ratio ?? Number.NaN
const goals = [
  { says: `create ratio ${ratioOf('create').toFixed(2)} (goal ≥ 0.30)`, met: ratioOf('create') >= 0.3 },
  { says: `read ratio ${ratioOf('read').toFixed(2)} (goal ≥ 0.50)`, met: ratioOf('read') >= 0.5 },
  { says: `start ${startSeconds.existing.toFixed(3)} s (goal < 0.250)`, met: startSeconds.existing < 0.25 },
  { says: `idle memory ${whole(idleMb)} MB (goal < 120)`, met: idleMb < 120 },
]
for (const { says, met } of goals) console.log(`${says}${met ? '' : '   MISSED'}`)
console.log('')
const isDelivering = await deliver(usualDeliveries)
if (options.strict && (!isDelivering || goals.some(({ met }) => !met))) process.exitCode = 1
