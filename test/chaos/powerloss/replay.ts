// Cuts the power at random points of a recorded trace and finds what a restart would see. The model of the
// disk: a write is safe once its file was synced after it; every later one survives whole, survives torn at
// sectors of 512 bytes, or vanishes, independently; a file may have grown without its data; an unlink is safe
// once the folder was synced.
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chainProblems } from '../../../src/store/engine/chain-check.ts'
import { readHead } from '../../../src/store/engine/chain-head.ts'
import { type Chance, newChance } from '../../kit/simulated-world.ts'

interface Step {
  /** A acknowledged, W written, T truncated, S synced, D folder synced, U unlinked. */
  readonly kind: string
  readonly file: string
  readonly offset: number // for W and T; for A the acknowledged number
  readonly data: Uint8Array
}

/** The number of cuts with each finding. All but `cuts` must be zero. */
export interface Found {
  cuts: number
  corrupt: number
  /** An acknowledged payment, or its completion, was gone. */
  lost: number
  /** A payment without all of its rows, or rows without it. */
  halfDone: number
  unbalanced: number
  /** The head of the record chain was ahead of its links: some links on the disk were lost. */
  headAhead: number
  /** The record chain did not match its head or its rows. */
  chainBroken: number
}

const sector = 512

export function readTrace(trace: Buffer): Step[] {
  const steps: Step[] = []
  for (let at = 0; at + 15 <= trace.length; ) {
    const pathLength = trace.readUInt16LE(at + 1)
    const offset = Number(trace.readBigUInt64LE(at + 3))
    const kind = String.fromCharCode(trace.readUInt8(at))
    const size = kind === 'W' ? trace.readUInt32LE(at + 11) : 0
    const path = trace.toString('utf8', at + 15, at + 15 + pathLength)
    at += 15 + pathLength + size
    steps.push({ kind, file: basename(path), offset, data: trace.subarray(at - size, at) })
  }
  return steps
}

/**
 * Cuts the power `cuts` times, at points that `seed` decides, and examines each wreck in a separate folder
 * under `room`.
 */
export async function cutPower(
  steps: readonly Step[],
  cuts: number,
  seed: number,
  room: string,
): Promise<Found> {
  const chance = newChance(seed)
  const first = steps.findIndex(({ kind, offset }) => kind === 'A' && offset === 0) + 1
  const found: Found = { cuts, corrupt: 0, lost: 0, halfDone: 0, unbalanced: 0, headAhead: 0, chainBroken: 0 }
  for (let cut = 0; cut < cuts; cut++) {
    const end = chance.between(first, steps.length)
    const folder = mkdtempSync(join(room, 'wreck-'))
    for (const [file, bytes] of wreck(steps.slice(0, end), chance))
      writeFileSync(join(folder, file), bytes.whole())
    const acknowledged = steps.slice(first, end).flatMap(({ kind, offset }) => (kind === 'A' ? [offset] : []))
    await inspect(folder, acknowledged, found)
    rmSync(folder, { recursive: true })
  }
  return found
}

/** Returns the files on the disk after the cut. */
function wreck(steps: readonly Step[], chance: Chance): Map<string, Bytes> {
  const files = new Map<string, Bytes>()
  const lastSync = new Map<string, number>()
  let lastFolderSync = -1
  /** Then a head that is ahead of the database shows. */
  const headSurvives = chance.happens(0.5)
  for (const [index, { kind, file }] of steps.entries()) {
    if (kind === 'S') lastSync.set(file, index)
    if (kind === 'D') lastFolderSync = index
  }
  for (const [index, { kind, file, offset, data }] of steps.entries()) {
    if (!'WTU'.includes(kind)) continue
    const bytes = files.get(file) ?? new Bytes()
    files.set(file, bytes)
    const safe = index < (lastSync.get(file) ?? -1) || (headSurvives && file === 'chain.head')
    if (kind === 'U') {
      if (index < lastFolderSync || chance.happens(0.5)) files.delete(file)
    } else if (kind === 'T') {
      if (safe || chance.happens(0.5)) bytes.resize(offset)
    } else if (safe) bytes.put(offset, data)
    else if (chance.happens(0.25)) bytes.put(offset, data)
    else if (chance.happens(1 / 3)) tear(bytes, offset, data, chance)
    else if (chance.happens(0.3)) bytes.grow(offset + data.length)
  }
  return files
}

function tear(bytes: Bytes, offset: number, data: Uint8Array, chance: Chance): void {
  for (let at = offset; at < offset + data.length; ) {
    const end = Math.min((Math.floor(at / sector) + 1) * sector, offset + data.length)
    if (chance.happens(0.5)) bytes.put(at, data.subarray(at - offset, end - offset))
    at = end
  }
}

/** A file's bytes, in a buffer that grows. */
class Bytes {
  #buffer = Buffer.alloc(65_536)
  #size = 0
  grow(size: number) {
    if (size <= this.#size) return
    if (size > this.#buffer.length) this.#buffer = Buffer.concat([this.#buffer], size * 2)
    this.#size = size
  }
  resize(size: number) {
    if (size < this.#size) this.#buffer.fill(0, size, this.#size)
    this.grow(size)
    this.#size = size
  }
  put(offset: number, data: Uint8Array) {
    this.grow(offset + data.length)
    this.#buffer.set(data, offset)
  }
  whole = () => this.#buffer.subarray(0, this.#size)
}

const rowsOfOne = `
  (select count(*) from attempt a where a.id = payment.id and a.payment_id = payment.id) = 1
  and (select count(*) from simulation s join attempt a using (network_reference) where a.id = payment.id) >= (status = 'completed')
  and (select count(*) from idempotency i where i.subject = payment.id and i.status = 201) = 1
  and (due_at is not null) = (status = 'pending')
  and (select count(*) from posting where subject = payment.id) = 2 * (status = 'completed')
  and (select count(*) from event where subject = payment.id) = (status = 'completed')
  and (select count(*) from delivery where subject = payment.id) = (status = 'completed')`
const unmatched = `select
  (select count(*) from attempt where payment_id not in (select id from payment))
  + (select count(*) from posting where subject not in (select id from payment))
  + (select count(*) from idempotency where subject not in (select id from payment))
  + (select coalesce(sum(count), 0) from total) <> (select count(*) from payment)`
const wrongBalances = `select count(*) from balance where amount <>
  (select coalesce(sum(case when to_book = book then amount else -amount end), 0) from posting where book in (from_book, to_book))`

async function inspect(folder: string, acknowledged: readonly number[], found: Found): Promise<void> {
  try {
    using db = new Database(join(folder, 'kaunta.db'), { readwrite: true })
    const one = (text: string) => db.query(text).values()[0]?.[0]
    if (one('pragma integrity_check') !== 'ok') {
      found.corrupt++
      return
    }
    const rows = db.query("select json_extract(metadata, '$.index'), status from payment").values()
    const status = new Map(rows.map(([index, state]) => [Number(index), String(state)]))
    const isKept = (mark: number) =>
      mark % 2 ? status.get((mark - 1) / 2) === 'completed' : status.has(mark / 2)
    if (!acknowledged.every(isKept)) found.lost++
    if (one(`select count(*) from payment where not (${rowsOfOne})`) !== 0 || one(unmatched) !== 0)
      found.halfDone++
    if (one(wrongBalances) !== 0 || one('select coalesce(sum(amount), 0) from balance') !== 0)
      found.unbalanced++
    const read = {
      rows: async (text: string, values: unknown[] = []) =>
        db.query(text).values(...(values as never[])) as unknown[][],
    }
    const head = readHead(folder)
    const lastLink = Number(one('select coalesce(max(number), 0) from chain_link'))
    if (typeof head === 'object' && head.number > lastLink) found.headAhead++
    if ((await chainProblems(read, head, async () => {})).length > 0) found.chainBroken++
  } catch (error) {
    // Without its tables the file is sound, but has lost everything.
    if (!String(error).includes('no such table')) found.corrupt++
    else if (acknowledged.length > 0) found.lost++
  }
}
