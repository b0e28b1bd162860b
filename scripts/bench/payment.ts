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

/** Puts one server through one load, from an empty folder to the check that it kept what it acknowledged. */
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

/** A number without decimals, with separators. */
const wholeNumberText = (value: number) => Math.round(value).toLocaleString('en')
/** The measurements of one server and kind in all rounds. */
const measuredIn = (rounds: readonly Round[], name: string, kind: Kind): Measured[] =>
  rounds.flatMap(round => round.get(name)?.[kind] ?? [])
/** The median of one field of measurements. */
const medianOf = (measured: readonly Measured[], field: keyof Measured) =>
  median(measured.map(measurement => measurement[field]))

/**
 * Returns how many times faster Kaunta is than another server: the median of the rounds' ratios, so that a
 * slow round does not count. Undefined if the other was not measured.
 */
function ratioTo(rounds: readonly Round[], name: string, kind: Kind): number | undefined {
  const other = measuredIn(rounds, name, kind)
  if (other.length === 0) return undefined
  const ours = measuredIn(rounds, 'Kaunta', kind)
  return median(
    ours.map((measurement, index) => measurement.perSecond / (other[index]?.perSecond ?? Number.NaN)),
  )
}

/** Returns a row for each server and kind of request, for one number of connections. */
const rowsOf = (rounds: readonly Round[], names: readonly string[], connections: number) =>
  kinds.flatMap(kind =>
    names.flatMap(name => {
      const measured = measuredIn(rounds, name, kind)
      if (measured.length === 0) return []
      const ratio = name === 'Kaunta' ? undefined : ratioTo(rounds, name, kind)
      return [
        [
          `${kind}, ${connections} connections, ${name}`,
          wholeNumberText(medianOf(measured, 'perSecond')),
          ratio?.toFixed(2) ?? '',
          medianOf(measured, 'p50Ms').toFixed(2),
          medianOf(measured, 'p99Ms').toFixed(2),
          medianOf(measured, 'cpuUs').toFixed(1),
          kind === 'create' ? medianOf(measured, 'writes').toFixed(1) : '',
          kind === 'create' ? medianOf(measured, 'writtenKb').toFixed(1) : '',
        ],
      ]
    }),
  )

const head = ['', 'per second', 'Kaunta to it', 'p50 ms', 'p99 ms', 'CPU µs', 'writes', 'kB written']

/**
 * Returns the goals, each with its text and whether it is met. Those about servers that did not run are left
 * out.
 */
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
  const creates = measuredIn(rounds, 'Kaunta', 'create')
  const writes = medianOf(creates, 'writes')
  const spread = medianOf(creates, 'p99Ms') / medianOf(creates, 'p50Ms')
  return [
    ...goals,
    { says: `writes per create ${writes.toFixed(1)} (goal ≤ 6)`, met: writes <= 6 },
    { says: `p99 of creates ${spread.toFixed(1)} × p50 (goal ≤ 3)`, met: spread <= 3 },
  ]
}

/** Prints the table. Returns Kaunta's memory in MB, and the goals for the first number of connections. */
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
