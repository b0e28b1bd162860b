// How fast payments are created, read and listed, compared with the limit of engine and disk, the bare
// program on our tables, and a peer. In each round all of them run, one after another in rotating order, each
// on an empty folder, so a round's ratio is valid on other machines, too.
import { join } from 'node:path'
import { contenders, type Parts } from './contender.ts'
import { type Kind, kinds, type Load, type LoadResult, type Measured, runLoad } from './load.ts'
import { median, residentMb } from './machine.ts'
import type { Contender } from './running.ts'
import { table } from './table.ts'

/** Gives start-up time to finish before memory is read. */
const settleMs = 300
/** After this both have compiled their hot code. */
const warmUpSeconds = 3
/** Gives the collector time before memory is read after the load. */
const restMs = 5_000

export interface PaymentBench extends Parts {
  readonly connections: readonly number[]
  readonly rounds: number
  readonly seconds: number
  readonly keys: Load['keys']
  readonly markdown: boolean
}

interface Result extends LoadResult {
  readonly idleMb: number
  readonly loadedMb: number
  readonly restedMb: number // some seconds after the load
}

/** One server through one load, from an empty folder to the count of what it kept. */
async function measure(
  { name, begin }: Contender,
  { scratch, seconds, keys }: PaymentBench,
  connections: number,
): Promise<Result> {
  const { server, assertKept, data: _, ...running } = await begin()
  await Bun.sleep(settleMs)
  const idleMb = residentMb(server.pid)
  const references = join(scratch, 'references')
  const { port, pid } = server
  const result = await runLoad({
    ...running,
    port,
    pid,
    connections,
    warmUpSeconds,
    seconds,
    keys,
    references,
  })
  const loadedMb = residentMb(pid)
  if (name === 'Kaunta') await Bun.sleep(restMs)
  const restedMb = residentMb(pid)
  await server.stop()
  assertKept(result.created, result.open)
  return { ...result, idleMb, loadedMb, restedMb }
}

type Round = ReadonlyMap<string, Result>

const wholeNumberText = (value: number) => Math.round(value).toLocaleString('en')
const each = (rounds: readonly Round[], name: string, kind: Kind): Measured[] =>
  rounds.flatMap(round => round.get(name)?.[kind] ?? [])
const middle = (measured: readonly Measured[], field: keyof Measured) =>
  median(measured.map(measurement => measurement[field]))

/** The median of the rounds' ratios, so that a slow round does not count. */
function ratioTo(rounds: readonly Round[], name: string, kind: Kind): number | undefined {
  const other = each(rounds, name, kind)
  if (other.length === 0) return undefined
  const ours = each(rounds, 'Kaunta', kind)
  return median(
    ours.map((measurement, index) => measurement.perSecond / (other[index]?.perSecond ?? Number.NaN)),
  )
}

/** What the rounds of one number of connections showed, a row for each server and kind of request. */
const rowsOf = (rounds: readonly Round[], names: readonly string[], connections: number) =>
  kinds.flatMap(kind =>
    names.flatMap(name => {
      const measured = each(rounds, name, kind)
      if (measured.length === 0) return []
      const ratio = name === 'Kaunta' ? undefined : ratioTo(rounds, name, kind)
      return [
        [
          `${kind}, ${connections} connections, ${name}`,
          wholeNumberText(middle(measured, 'perSecond')),
          ratio?.toFixed(2) ?? '',
          middle(measured, 'p50Ms').toFixed(2),
          middle(measured, 'p99Ms').toFixed(2),
          middle(measured, 'cpuUs').toFixed(1),
          kind === 'create' ? middle(measured, 'writes').toFixed(1) : '',
          kind === 'create' ? middle(measured, 'writtenKb').toFixed(1) : '',
        ],
      ]
    }),
  )

const head = ['', 'per second', 'Kaunta to it', 'p50 ms', 'p99 ms', 'CPU µs', 'writes', 'kB written']

function goalsOf(rounds: readonly Round[]) {
  const ratios = [
    { kind: 'create', name: 'limit', least: 0.3 },
    { kind: 'create', name: 'PocketBase', least: 2 },
    { kind: 'read', name: 'limit', least: 0.5 },
    { kind: 'read', name: 'PocketBase', least: 4 },
    { kind: 'list', name: 'bare', least: 0.5 },
  ] as const
  const goals = ratios.flatMap(({ kind, name, least }) => {
    const ratio = ratioTo(rounds, name, kind)
    if (ratio === undefined) return []
    return [{ says: `${kind} to ${name} ${ratio.toFixed(2)} (goal ≥ ${least})`, met: ratio >= least }]
  })
  const creates = each(rounds, 'Kaunta', 'create')
  const writes = middle(creates, 'writes')
  const spread = middle(creates, 'p99Ms') / middle(creates, 'p50Ms')
  return [
    ...goals,
    { says: `writes per create ${writes.toFixed(1)} (goal ≤ 6)`, met: writes <= 6 },
    { says: `p99 of creates ${spread.toFixed(1)} × p50 (goal ≤ 3)`, met: spread <= 3 },
  ]
}

/** Prints the table and the goals of the first number of connections. */
export async function comparePayments(bench: PaymentBench) {
  const all = contenders(bench)
  const names = all.map(({ name }) => name)
  const rows: string[][] = []
  const everything: Round[] = []
  let goals: ReturnType<typeof goalsOf> | undefined
  for (const connections of bench.connections) {
    const rounds: Round[] = []
    for (let number = 0; number < bench.rounds; number++) {
      process.stderr.write(`\r${connections} connections, round ${number + 1} of ${bench.rounds} `)
      const round = new Map<string, Result>()
      for (const [turn] of all.entries()) {
        const contender = all[(number + turn) % all.length]
        if (contender) round.set(contender.name, await measure(contender, bench, connections))
      }
      rounds.push(round)
    }
    process.stderr.write('\r\x1b[K')
    rows.push(...rowsOf(rounds, names, connections))
    everything.push(...rounds)
    goals ??= goalsOf(rounds)
  }
  console.log(table([head, ...rows], bench.markdown))
  const memory = (field: 'idleMb' | 'loadedMb' | 'restedMb') =>
    median(everything.map(round => round.get('Kaunta')?.[field] ?? Number.NaN))
  return {
    idleMb: memory('idleMb'),
    loadedMb: memory('loadedMb'),
    restedMb: memory('restedMb'),
    goals: goals ?? [],
  }
}
