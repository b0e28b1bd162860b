// A piece of the log between two back-ups as bytes: a line of JSON, then, compressed, the pages of kaunta.db that
// changed and the whole of staff.db when it changed. Written into a copy, pieces bring it up to their time.
import { closeSync, ftruncateSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LogPieceName, LogPosition } from '../../domain/backup-log.ts'
import { type HeadLink, writeHead } from '../engine/chain-head.ts'
import { readPlain } from '../folder/plain-file.ts'
import { sha256 } from '../hash.ts'
import type { PageSet } from '../sqlite/wal.ts'
import { nameOf, takenAtOf } from './backup-name.ts'

export interface LogPiece {
  /** `hash` is that of the piece before. */
  readonly position: LogPosition
  readonly endedAt: number
  readonly set: PageSet
  /** All of staff.db; undefined when it did not change. */
  readonly staff: Uint8Array | undefined
  /** What chain.head said before the pages were read: it may be behind them, never ahead. */
  readonly head: HeadLink | undefined
}

interface PieceHeader {
  readonly generation: string
  readonly number: number
  readonly before: string
  readonly ended_at: string
  readonly pages: number
  readonly page_bytes: number
  readonly total_pages: number
  readonly staff_bytes: number
  readonly head: HeadLink | null
}

const numberBytes = 4
/** Of a header line: everything in it is short. */
const headerMax = 4_096

export function encodePiece({ position, endedAt, set, staff, head }: LogPiece): Uint8Array {
  const header: PieceHeader = {
    generation: position.generation,
    number: position.number,
    before: position.hash,
    ended_at: new Date(endedAt).toISOString(),
    pages: set.pages.size,
    page_bytes: set.pageBytes,
    total_pages: set.total,
    staff_bytes: staff?.length ?? 0,
    head: head ?? null,
  }
  const parts = [...set.pages].flatMap(([number, page]) => {
    const named = Buffer.alloc(numberBytes)
    named.writeUInt32BE(number)
    return [named, page]
  })
  const body = Bun.gzipSync(Buffer.concat([...parts, staff ?? new Uint8Array()]))
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body])
}

export const pieceHash = (bytes: Uint8Array): string => sha256(bytes)

/** A page holds at most so much, and a database so many of them (SQLite's own limits). */
const pageBytesMax = 65_536
const pagesMax = 4_294_967_294

function readHeader(line: string): PieceHeader {
  const header = JSON.parse(line) as PieceHeader
  const { pages, page_bytes, total_pages, staff_bytes } = header
  const areNumbers = [pages, page_bytes, total_pages, staff_bytes].every(
    value => Number.isSafeInteger(value) && value >= 0,
  )
  if (!areNumbers || page_bytes > pageBytesMax || total_pages > pagesMax || pages > total_pages)
    throw new Error('its first line is damaged')
  return header
}

/** A piece in a file: its first line, and where its compressed part begins. */
interface StoredPiece extends PieceHeader {
  readonly file: string
  readonly bodyAt: number
  readonly hash: string
}

/** Writes a piece to a file as it comes. @throws when it is none */
async function storePiece(piece: AsyncIterable<Uint8Array>, file: string): Promise<StoredPiece> {
  const hash = new Bun.CryptoHasher('sha256')
  let head = Buffer.alloc(0)
  let bodyAt = 0
  const opened = openSync(file, 'w', 0o600)
  try {
    for await (const chunk of piece) {
      hash.update(chunk)
      for (let at = 0; at < chunk.length; ) at += writeSync(opened, chunk, at)
      if (bodyAt > 0) continue
      head = Buffer.concat([head, chunk])
      bodyAt = head.indexOf(10) + 1
      if (bodyAt > headerMax || (bodyAt === 0 && head.length > headerMax))
        throw new Error('it is no piece of a log')
    }
  } finally {
    closeSync(opened)
  }
  if (bodyAt === 0) throw new Error('it is no piece of a log')
  const header = readHeader(head.subarray(0, bodyAt - 1).toString())
  return { ...header, file, bodyAt, hash: hash.digest('hex') }
}

const bodyBytes = ({ pages, page_bytes, staff_bytes }: PieceHeader) =>
  pages * (numberBytes + page_bytes) + staff_bytes

/** The pages and staff.db of a piece. @throws when it is damaged, or longer than its first line says */
async function* bodyOf(piece: StoredPiece): AsyncGenerator<Uint8Array> {
  const stream = Bun.file(piece.file).slice(piece.bodyAt).stream()
  let size = 0
  for await (const chunk of stream.pipeThrough(new DecompressionStream('gzip'))) {
    size += chunk.length
    if (size > bodyBytes(piece)) throw new Error('it is longer than its first line says')
    yield chunk
  }
  if (size !== bodyBytes(piece)) throw new Error('it is not whole')
}

/**
 * Writes a piece into an opened copy, which it must follow. It is read twice: nothing is written before all of it is
 * known to be whole. @returns the position after it
 * @throws when it is damaged or follows another one
 */
export async function applyPiece(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  after: LogPosition,
): Promise<LogPosition> {
  const file = join(folder, 'piece')
  try {
    const piece = await storePiece(bytes, file)
    const { generation, number, before } = piece
    if (generation !== after.generation || number !== after.number + 1 || before !== after.hash)
      throw new Error(`it does not follow piece ${after.number}`)
    for await (const _ of bodyOf(piece)) {
    }
    await writeBody(folder, piece)
    if (piece.head) writeHead(folder, piece.head)
    return { generation, number, hash: piece.hash }
  } finally {
    rmSync(file, { force: true })
  }
}

async function writeBody(folder: string, piece: StoredPiece): Promise<void> {
  const step = numberBytes + piece.page_bytes
  const pageEnd = piece.pages * step
  const money = openSync(moneyFile(folder), 'r+')
  const staff = piece.staff_bytes > 0 ? openSync(staffFile(folder), 'w', 0o600) : undefined
  let rest = Buffer.alloc(0)
  let at = 0
  try {
    for await (const chunk of bodyOf(piece)) {
      rest = Buffer.concat([rest, chunk])
      for (; at < pageEnd && rest.length >= step; at += step) {
        writeSync(money, rest, numberBytes, piece.page_bytes, (rest.readUInt32BE(0) - 1) * piece.page_bytes)
        rest = rest.subarray(step)
      }
      if (at < pageEnd || staff === undefined) continue
      writeSync(staff, rest)
      rest = Buffer.alloc(0)
    }
    if (piece.pages > 0) ftruncateSync(money, piece.total_pages * piece.page_bytes)
    for (const opened of [money, ...(staff === undefined ? [] : [staff])]) writeAsPlain(opened)
  } finally {
    closeSync(money)
    if (staff !== undefined) closeSync(staff)
  }
}

const moneyFile = (folder: string) => join(folder, 'kaunta.db')
const staffFile = (folder: string) => join(folder, 'staff.db')

/** The two bytes that say whether a database has a write-ahead log: that of the server does not go with it. */
const modeAt = 18
const plainMode = Buffer.from([1, 1])
export const writeAsPlain = (opened: number): number =>
  writeSync(opened, plainMode, 0, plainMode.length, modeAt)
const positionFile = (folder: string) => join(folder, 'log.json')
/** @returns undefined for a copy that no log follows */
export function readPosition(folder: string): LogPosition | undefined {
  try {
    const { generation, number, hash } = JSON.parse(readPlain(positionFile(folder), headerMax).toString())
    return { generation: String(generation), number: Number(number), hash: String(hash) }
  } catch {
    return undefined
  }
}
export const writePosition = (folder: string, position: LogPosition): void =>
  writeFileSync(positionFile(folder), JSON.stringify(position), { mode: 0o600, flush: true })

export const sealedPieceEnding = '.kaunta-log.age'
export const plainPieceEnding = '.kaunta-log'

/** Its name, without the ending that says whether it is sealed. */
export const pieceName = ({ generation, number }: LogPosition, endedAt: number) =>
  `${nameOf(endedAt)}-${generation}-${String(number).padStart(8, '0')}`

/** What a name says; undefined when it is no piece. */
export function readPieceName(file: string): LogPieceName | undefined {
  const [, time = '', generation = '', number] =
    /^(\S+Z)-([0-9a-f]{16})-(\d{8})\.kaunta-log(?:\.age)?$/.exec(file) ?? []
  const endedAt = takenAtOf(time)
  return endedAt === undefined || number === undefined
    ? undefined
    : { name: file, generation, number: Number(number), endedAt }
}
