// Loads one server with wrk, which costs the machine far less than the server does, and reads from the kernel
// what the server itself used. Creates first, then reads of created payments, each after a warm-up.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const kinds = ['create', 'read', 'list'] as const
export type Kind = (typeof kinds)[number]

export interface Load {
  readonly port: number
  readonly pid: number
  readonly path: string // the path of payments
  readonly key: string // the API key
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Idempotency keys in order and one amount, or keys in no order and 300 amounts. */
  readonly keys: 'serial' | 'scattered'
  readonly hasList: boolean // whether there is a list of the newest 20 as well
  readonly references: string // a file for the references that are read
  /** The references to read, once payments were created. */
  listReferences(): readonly string[]
}

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuUs: number // of the server alone, per request
  /** Write calls to files, per request: two per page of the log, one per page of a checkpoint. */
  readonly writes: number
  readonly writtenKb: number // kilobytes written to files, per request
}

export interface LoadResult {
  readonly create: Measured
  readonly read: Measured
  readonly list: Measured | undefined
  readonly created: number // acknowledged creates, including the warm-up
  readonly open: number // creates without an answer when a run ended
}

/** The path of wrk; null if it is not installed. */
export const wrk = Bun.which('wrk')
/** The kernel's unit of processor time. */
const ticksPerSecond = 100

/**
 * Returns the resources that a process has used since its start: processor time, write calls, written kB.
 * Linux only.
 */
export function spentBy(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(io)?.[1])
  return {
    cpuUs: ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6,
    writes: count('syscw'),
    writtenKb: count('wchar') / 1e3,
  }
}

/**
 * Resolves when a server has been quiet (under 50 ms of processor time a second) for three seconds, so that
 * the work of its start, such as the first back-up, has ended.
 */
export async function waitUntilSettled(pid: number): Promise<void> {
  for (let quietSeconds = 0; quietSeconds < 3; ) {
    const before = spentBy(pid).cpuUs
    await Bun.sleep(1_000)
    quietSeconds = spentBy(pid).cpuUs - before < 50_000 ? quietSeconds + 1 : 0
  }
}

/** Runs so far; it makes the idempotency keys of each run different. */
let runs = 0

/** What load.lua prints at the end. */
interface WrkOutput {
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
}

export type Target = Pick<Load, 'port' | 'pid' | 'path' | 'key' | 'connections' | 'keys' | 'references'>

/** Runs wrk once with one kind of request. Throws if any request failed. */
async function run(load: Target, kind: Kind, seconds: number): Promise<Measured & { requests: number }> {
  const name = (Date.now() * 100 + (runs++ % 100)).toString(36)
  const script = join(import.meta.dir, 'load.lua')
  const before = spentBy(load.pid)
  const said =
    await Bun.$`${wrk} -t1 -c${load.connections} -d${seconds}s -s ${script} http://127.0.0.1:${load.port} -- ${kind} ${load.path} ${load.key} ${name} ${load.keys} ${load.references}`.text()
  const after = spentBy(load.pid)
  const result: WrkOutput = JSON.parse(said.trim().split('\n').at(-1) ?? '')
  const { requests, p50Ms, p99Ms } = result
  if (result.errors > 0) throw new Error(`${kind} failed: ${said}`)
  return {
    requests,
    perSecond: requests / result.seconds,
    p50Ms,
    p99Ms,
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
    writes: (after.writes - before.writes) / requests,
    writtenKb: (after.writtenKb - before.writtenKb) / requests,
  }
}

/** Measures creates alone. */
export const runCreates = ({ seconds, ...load }: Target & Pick<Load, 'seconds'>): Promise<Measured> =>
  run(load, 'create', seconds)

/** Measures creates, reads and lists in turn, each after a warm-up. Throws for an unexpected answer. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { warmUpSeconds, seconds } = load
  const warm = await run(load, 'create', warmUpSeconds)
  const create = await run(load, 'create', seconds)
  writeFileSync(load.references, `${load.listReferences().join('\n')}\n`)
  await run(load, 'read', warmUpSeconds)
  const read = await run(load, 'read', seconds)
  if (load.hasList) await run(load, 'list', warmUpSeconds)
  const list = load.hasList ? await run(load, 'list', seconds) : undefined
  return { create, read, list, created: warm.requests + create.requests, open: 2 * load.connections }
}
