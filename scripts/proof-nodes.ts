// `bun scripts/proof-nodes.ts [--nodes 4] [--seconds 120] [--clients 16] [--kill-every 10]`: tills sell on
// nodes that are killed one after another, and at the end the database's primary is. Prints each second, and
// what was promised and was not; the exit status is 1 if anything was not. Many more tills than 16 saturate
// two cores: nodes write in turns, so tills then wait for each other more than for a node that was killed.
import { parseArgs } from 'node:util'
import { table } from './bench/table.ts'
import { programFolder } from './postgres/cluster.ts'
import { type Proof, proveNodes, waitMaxMs } from './postgres/proof.ts'
import type { Wait } from './postgres/till.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '120' },
    clients: { type: 'string', default: '16' },
    'kill-every': { type: 'string', default: '10' },
  },
})

const programs = programFolder()
if (!programs) throw new Error('PostgreSQL is not on this computer (Debian: apt-get install postgresql)')

const events = new Map<number, string[]>()
/** Records an event of a second for the table, and prints it. */
const note = (second: number, what: string) => {
  events.set(second, [...(events.get(second) ?? []), what])
  process.stderr.write(`${second} s: ${what}\n`)
}

/** The value below which this share (0 to 1) of sorted values lies. */
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** The number of waits, and their median, p99 and longest in ms. */
const figures = (waits: readonly Wait[]) => {
  const times = waits.map(({ ms }) => ms).sort((a, b) => a - b)
  return [String(times.length), ...[0.5, 0.99, 1].map(share => percentile(times, share).toFixed(0))]
}

/** Prints a row for each second and each kind of request, and what happened. */
function print({ waits, began, ...proof }: Proof): void {
  const bySecond = Map.groupBy(waits, ({ at }) => Math.floor((at - began) / 1_000))
  const seconds = [...new Set([...bySecond.keys(), ...events.keys()])].sort((a, b) => a - b)
  const rows = seconds.map(second => [
    String(second),
    ...figures(bySecond.get(second) ?? []),
    (events.get(second) ?? []).join(', '),
  ])
  const kinds = Map.groupBy(waits, ({ kind }) => kind)
  const all = [...kinds].map(([kind, waitsOfKind]) => [kind, ...figures(waitsOfKind)])
  const columns = ['answers', 'p50 ms', 'p99 ms', 'longest ms']
  process.stdout.write(`${table([['second', ...columns, 'what happened'], ...rows], false)}\n\n`)
  process.stdout.write(`${table([['of', ...columns], ...all], false)}\n\n`)
  const lines = [
    `${proof.sales} sales, ${proof.kills} nodes killed, the primary killed once`,
    `${proof.events} events delivered, ${proof.repeated} of them more than once, the last ${Math.round(proof.deliveredAfterMs)} ms after the last sale`,
    ...[...proof.troubles].map(([what, count]) => `sent again after ${what}: ${count}`),
    ...proof.ended,
    ...proof.errors.slice(0, 10),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

const proof = await proveNodes({
  programs,
  nodes: Number(values.nodes),
  seconds: Number(values.seconds),
  tills: Number(values.clients),
  killEverySeconds: Number(values['kill-every']),
  onEvent: note,
})
print(proof)
const longest = Math.max(...proof.waits.map(({ ms }) => ms))
const failures = [
  ...proof.failures,
  ...(longest > waitMaxMs ? [`a till waited ${Math.round(longest)} ms, more than ${waitMaxMs}`] : []),
]
process.stdout.write(failures.length > 0 ? `FAILED\n${failures.join('\n')}\n` : 'All as promised.\n')
process.exit(failures.length > 0 ? 1 : 0)
