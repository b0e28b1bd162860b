// A piece of the log between two back-ups as bytes: a line of JSON, then, compressed, the pages of kaunta.db that
// changed and the whole of staff.db when it changed. Written into a copy, pieces bring it up to their time.
import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LogPieceName, LogPosition } from '../domain/backup-log.ts'
import { nameOf, takenAtOf } from './backup-name.ts'
import { type HeadLink, writeHead } from './chain-head.ts'
import { sha256 } from './hash.ts'
import type { PageSet } from './wal.ts'

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

/** A piece that was read, and the bytes of its pages. */
interface ReadPiece extends PieceHeader {
  readonly body: Buffer
}

/** @throws when it is no whole piece */
function decodePiece(bytes: Uint8Array): ReadPiece {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(10)
  if (line < 0 || line > headerMax) throw new Error('it is no piece of a log')
  const header = JSON.parse(Buffer.from(bytes.subarray(0, line)).toString()) as PieceHeader
  const body = Buffer.from(Bun.gunzipSync(bytes.subarray(line + 1) as Uint8Array<ArrayBuffer>))
  if (body.length !== header.pages * (numberBytes + header.page_bytes) + header.staff_bytes)
    throw new Error('it is not whole')
  return { ...header, body }
}

/**
 * Writes a piece into an opened copy, which it must follow. @returns the position after it
 * @throws when it is damaged or follows another one
 */
export function applyPiece(folder: string, bytes: Uint8Array, after: LogPosition): LogPosition {
  const piece = decodePiece(bytes)
  if (
    piece.generation !== after.generation ||
    piece.number !== after.number + 1 ||
    piece.before !== after.hash
  )
    throw new Error(`it does not follow piece ${after.number}`)
  const step = numberBytes + piece.page_bytes
  const opened = openSync(moneyFile(folder), 'r+')
  try {
    for (let at = 0; at < piece.pages * step; at += step) {
      const place = (piece.body.readUInt32BE(at) - 1) * piece.page_bytes
      writeSync(opened, piece.body, at + numberBytes, piece.page_bytes, place)
    }
    if (piece.pages > 0) ftruncateSync(opened, piece.total_pages * piece.page_bytes)
    writeAsPlain(opened)
  } finally {
    closeSync(opened)
  }
  if (piece.staff_bytes > 0)
    writeFileSync(staffFile(folder), asPlain(piece.body.subarray(piece.pages * step)), { mode: 0o600 })
  if (piece.head) writeHead(folder, piece.head)
  return { generation: after.generation, number: piece.number, hash: pieceHash(bytes) }
}

const moneyFile = (folder: string) => join(folder, 'kaunta.db')
const staffFile = (folder: string) => join(folder, 'staff.db')

/** The two bytes that say whether a database has a write-ahead log: that of the server does not go with it. */
const modeAt = 18
const plainMode = Buffer.from([1, 1])
export const writeAsPlain = (opened: number): number =>
  writeSync(opened, plainMode, 0, plainMode.length, modeAt)
function asPlain(database: Buffer): Buffer {
  plainMode.copy(database, modeAt)
  return database
}

const positionFile = (folder: string) => join(folder, 'log.json')
/** @returns undefined for a copy that no log follows */
export function readPosition(folder: string): LogPosition | undefined {
  try {
    return JSON.parse(readFileSync(positionFile(folder), 'utf8')) as LogPosition
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
