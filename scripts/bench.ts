// How fast the built dist/kaunta creates, reads and lists payments, compared with bench/limit.ts, the least
// program of this engine with these syncs, and bench/bare.ts, the smallest program on our own tables. Each
// round starts all of them on empty folders, one after another in rotating order; all acknowledged payments
// must be in the database afterwards. Needs Linux and wrk.
//
//   bun run bench [--connections 64,8] [--rounds 5] [--seconds 3] [--keys serial|scattered] [--quick]
//     [--folder DIR] [--markdown] [--strict]
//   PEER=/path/to/pocketbase bun run bench
//   bun run bench --scale [--rounds 5] [--markdown] [--strict]
//   bun run bench --deliveries 20000 [--rounds 5] [--markdown] [--strict]
//   bun run bench --busy [--due 50000] [--payments 100000] [--markdown] [--strict]
//   bun run bench --streams 1000,10000 [--markdown] [--strict]
//   bun run bench --slow-disk [--markdown] [--strict]
//   bun run bench --console [--rounds 20] [--markdown] [--strict]
//   bun run bench --till [--sales 50] [--folder DIR] [--markdown] [--strict]
import { linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBusy } from './bench/busy.ts'
import { measureConsole } from './bench/console.ts'
import { compareDeliveries } from './bench/delivery.ts'
import { wrk } from './bench/load.ts'
import { machine, median } from './bench/machine.ts'
import { measurePages } from './bench/pages.ts'
import { comparePayments } from './bench/payment.ts'
import { compareScale, usualSizes } from './bench/scale.ts'
import { serve as serveOn } from './bench/server.ts'
import { measureSlowDisk } from './bench/slow-disk.ts'
import { measureStreams } from './bench/stream.ts'

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '64,8' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    /** Idempotency keys in order and one amount, or keys in no order and 300 amounts. */
    keys: { type: 'string', default: 'serial' },
    /** Only payments, without deliveries. */
    quick: { type: 'boolean', default: false },
    /** Where the data folders are created: on a real disk, because elsewhere fsync costs nothing. */
    folder: { type: 'string', default: join(import.meta.dir, '../dist') },
    markdown: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    /** Instead: lists, searches and reads of a million payments, compared with a thousand. */
    scale: { type: 'boolean', default: false },
    /** Only deliveries: this many to one receiver. */
    deliveries: { type: 'string' },
    /** Only creates during all background work together, with this many due jobs and payments. */
    busy: { type: 'boolean', default: false },
    due: { type: 'string', default: '50000' },
    payments: { type: 'string', default: '100000' },
    /** Only this many open event streams. */
    streams: { type: 'string' },
    /** Only creates on a disk with slow syncs. Needs gcc. */
    'slow-disk': { type: 'boolean', default: false },
    /** Only the time until the console can be used in a slow browser. Needs Chromium. */
    console: { type: 'boolean', default: false },
    /** Only sales on the till in Chromium. */
    till: { type: 'boolean', default: false },
    sales: { type: 'string', default: '50' },
  },
})
/** How many times the start-up time is measured. */
const starts = 7
/** Deliveries of a run without --deliveries. */
const usualDeliveries = 10_000
/** Pause after /ready before memory is read or the server is stopped, so that start-up work has ended. */
const settleMs = 300

mkdirSync(options.folder, { recursive: true })
const scratch = mkdtempSync(join(options.folder, 'bench-'))
/** A second name of the binary, so that a concurrent build does not change what is measured. */
const kaunta = join(import.meta.dir, `../dist/kaunta-${process.pid}`)
linkSync(join(import.meta.dir, '../dist/kaunta'), kaunta)
process.on('exit', () => {
  rmSync(scratch, { recursive: true, force: true })
  rmSync(kaunta)
})
process.on('SIGINT', () => process.exit(130))

if (options.scale) {
  const isMet = await compareScale({
    rounds: Number(options.rounds),
    markdown: options.markdown,
    sizes: usualSizes,
    begin: ({ data }) => serve(data),
  })
  console.log('')
  const arePagesFew = await measurePages({ scratch, sizes: usualSizes, begin: serve })
  process.exit(options.strict && !(isMet && arePagesFew) ? 1 : 0)
}

if (options.console) {
  console.log(`${machine(scratch)}\n`)
  const isMet = await measureConsole({
    kaunta,
    scratch,
    rounds: Number(options.rounds),
    markdown: options.markdown,
  })
  process.exit(options.strict && !isMet ? 1 : 0)
}

/** Measures that many deliveries. Resolves to whether the goal was met. */
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
  const isMet = await deliver(Number(options.deliveries))
  process.exit(options.strict && !isMet ? 1 : 0)
}

if (options.busy) {
  console.log(`${machine(scratch)}\n`)
  const jobs = Number(options.due)
  const { markdown } = options
  const isMet = await measureBusy({ kaunta, scratch, jobs, payments: Number(options.payments), markdown })
  process.exit(options.strict && !isMet ? 1 : 0)
}

if (options.streams) {
  console.log(`${machine(scratch)}\n`)
  const streams = options.streams.split(',').map(Number)
  const isMet = await measureStreams({ kaunta, scratch, init, streams, markdown: options.markdown })
  process.exit(options.strict && !isMet ? 1 : 0)
}

if (options['slow-disk']) {
  console.log(`${machine(scratch)}\n`)
  const isMet = await measureSlowDisk({ kaunta, scratch, init, markdown: options.markdown })
  process.exit(options.strict && !isMet ? 1 : 0)
}

if (options.till) {
  console.log(`${machine(scratch)}\n`)
  const { measureTill } = await import('./bench/till.ts') // only this one needs a browser
  const isMet = await measureTill({ scratch, sales: Number(options.sales), markdown: options.markdown })
  process.exit(options.strict && !isMet ? 1 : 0)
}

/** Starts the binary under test on a data folder. */
function serve(data: string) {
  return serveOn(kaunta, data)
}

/** Sets up a shop in the folder `data` and returns its sandbox API key. */
async function init(data: string): Promise<string> {
  const owner = ['--store', 'Duka', '--email', 'owner@duka.example', '--password', 'a long enough password']
  const output = await Bun.$`${kaunta} init --data ${data} ${owner} --json`.text()
  return JSON.parse(output.trim().split('\n').at(-1) ?? '').sandbox_api_key
}

/** Creates an empty data folder and returns its path. */
const newFolder = () => mkdtempSync(join(scratch, 'data-'))

/**
 * Returns the median seconds from the start of the process until ready, on a folder that is set up and on an
 * empty one.
 */
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

if (!wrk) {
  console.error('the load comes from wrk (https://github.com/wg/wrk), which is not installed')
  process.exit(1)
}
console.log(`${machine(scratch)} · load from wrk, 1 thread\n`)
const startSeconds = await startTimes()
const { idleMb, loadedMb, restedMb, goals } = await comparePayments({
  kaunta,
  scratch,
  init,
  connections: options.connections.split(',').map(Number),
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  keys: options.keys === 'scattered' ? 'scattered' : 'serial',
  markdown: options.markdown,
})
console.log(
  `\nStart until ready ${startSeconds.existing.toFixed(3)} s, on an empty folder ${startSeconds.empty.toFixed(3)} s. ` +
    `Memory ${idleMb.toFixed(0)} MB idle, ${loadedMb.toFixed(0)} MB as a load ends, ${restedMb.toFixed(0)} MB five seconds later.\n`,
)
const allGoals = [
  ...goals,
  { says: `start ${startSeconds.existing.toFixed(3)} s (goal < 0.100)`, met: startSeconds.existing < 0.1 },
  { says: `idle memory ${idleMb.toFixed(0)} MB (goal < 90)`, met: idleMb < 90 },
  { says: `memory after load ${restedMb.toFixed(0)} MB (goal < 130)`, met: restedMb < 130 },
]
for (const { says, met } of allGoals) console.log(`${says}${met ? '' : '   MISSED'}`)
if (options.quick) process.exit()
console.log('')
const isDelivering = await deliver(usualDeliveries)
if (options.strict && (!isDelivering || allGoals.some(({ met }) => !met))) process.exitCode = 1
