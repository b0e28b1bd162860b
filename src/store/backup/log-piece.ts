// A piece of the log between two back-ups, as bytes: a line of JSON, then, compressed, the changed pages of
// kaunta.db and all of staff.db if it changed. Pieces written into a copy bring it up to their time.
import { closeSync, ftruncateSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LogPieceName, LogPosition } from '../../domain/backup-log.ts'
import { errorText } from '../../domain/error-text.ts'
import { type HeadLink, writeHead } from '../engine/chain-head.ts'
import { readPlain } from '../folder/plain-file.ts'
import { sha256 } from '../hash.ts'
import type { PageSet } from '../sqlite/wal.ts'
import { nameOf, takenAtOf } from './backup-name.ts'

export interface LogPiece {
  /** Its `hash` is that of the piece before. */
  readonly position: LogPosition
  readonly endedAt: number
  readonly set: PageSet
  /** All of staff.db; undefined when it did not change. */
  readonly staff: Uint8Array | undefined
  /** The content of chain.head before the pages were read: it may be behind them, never ahead. */
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
/** Longest header line, in bytes: everything in it is short. */
const headerMax = 4_096

/**
 * Returns a piece as bytes: a line of JSON, then, compressed, each changed page after its number, and
 * staff.db if it changed.
 */
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
    const numberField = Buffer.alloc(numberBytes)
    numberField.writeUInt32BE(number)
    return [numberField, page]
  })
  const body = Bun.gzipSync(Buffer.concat([...parts, staff ?? new Uint8Array()]))
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body])
}

/** Returns the SHA-256 of an encoded piece, which the next piece names. */
export const pieceHash = (bytes: Uint8Array): string => sha256(bytes)

/** SQLite's own limits for the bytes of a page and the pages of a database. */
const pageBytesMax = 65_536
const pagesMax = 4_294_967_294

/** Thrown when a piece is damaged or does not follow the copy. To read it again would not help. */
export class UnusablePiece extends Error {}

/** Parses the first line of a piece, and checks its numbers. @throws UnusablePiece when it is damaged */
function readHeader(line: string): PieceHeader {
  const header = parseHeader(line)
  const { pages, page_bytes, total_pages, staff_bytes } = header
  const areCounts = [pages, page_bytes, total_pages, staff_bytes].every(
    value => Number.isSafeInteger(value) && value >= 0,
  )
  const arePossible = page_bytes <= pageBytesMax && total_pages <= pagesMax && pages <= total_pages
  if (!areCounts || !arePossible) throw damagedHeader()
  return header
}

const damagedHeader = () => new UnusablePiece('its first line is damaged')

/** Parses the first line of a piece, without a check of its fields. */
function parseHeader(line: string): PieceHeader {
  try {
    return Object(JSON.parse(line)) as PieceHeader
  } catch {
    throw damagedHeader()
  }
}

/**
 * Yields the chunks unchanged, and turns an error of their source into UnusablePiece: the source unpacks or
 * decrypts, so it fails when the content is damaged.
 */
async function* contentOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw error instanceof UnusablePiece ? error : new UnusablePiece(errorText(error), { cause: error })
  }
}

/** A piece in a file: its first line, and where its compressed part begins. */
interface StoredPiece extends PieceHeader {
  readonly file: string
  readonly bodyAt: number
  readonly hash: string
}

/**
 * Writes a piece to a file as it arrives, and parses its first line.
 * @throws UnusablePiece when it is not a piece
 */
async function storePiece(piece: AsyncIterable<Uint8Array>, file: string): Promise<StoredPiece> {
  const hash = new Bun.CryptoHasher('sha256')
  /** The first bytes, up to the chunk with the end of the first line. */
  let start = Buffer.alloc(0)
  let bodyAt = 0
  const opened = openSync(file, 'w', 0o600)
  try {
    for await (const chunk of contentOf(piece)) {
      hash.update(chunk)
      for (let offset = 0; offset < chunk.length; ) offset += writeSync(opened, chunk, offset)
      if (bodyAt > 0) continue
      start = Buffer.concat([start, chunk])
      bodyAt = start.indexOf('\n') + 1
      const headerLength = bodyAt > 0 ? bodyAt : start.length
      if (headerLength > headerMax) throw new UnusablePiece('it is no piece of a log')
    }
  } finally {
    closeSync(opened)
  }
  if (bodyAt === 0) throw new UnusablePiece('it is no piece of a log')
  const header = readHeader(start.subarray(0, bodyAt - 1).toString())
  return { ...header, file, bodyAt, hash: hash.digest('hex') }
}

/** Returns how many bytes the uncompressed body of a piece must have, by its first line. */
const bodyBytes = ({ pages, page_bytes, staff_bytes }: PieceHeader) =>
  pages * (numberBytes + page_bytes) + staff_bytes

/**
 * Yields the uncompressed body of a piece: its pages, and staff.db.
 * @throws UnusablePiece when the body is damaged, or its length is not that of the first line
 */
async function* bodyOf(piece: StoredPiece): AsyncGenerator<Uint8Array> {
  const stream = Bun.file(piece.file).slice(piece.bodyAt).stream()
  const unpacked = stream.pipeThrough(new DecompressionStream('gzip'))
  let size = 0
  for await (const chunk of contentOf(unpacked)) {
    size += chunk.length
    if (size > bodyBytes(piece)) throw new UnusablePiece('it is longer than its first line says')
    yield chunk
  }
  if (size !== bodyBytes(piece)) throw new UnusablePiece('it is not whole')
}

/**
 * Writes a piece into a copy, whose position it must follow. Reads the piece twice, so that nothing is
 * written before all of it is known to be whole.
 * @param folder the folder of the copy
 * @param bytes the content of the piece: an error of this stream counts as damage of the content
 * @param after the position of the copy in the log
 * @returns the position of the copy after this piece
 * @throws UnusablePiece when the piece is damaged or follows another piece
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
    const isNext = generation === after.generation && number === after.number + 1 && before === after.hash
    if (!isNext) throw new UnusablePiece(`it does not follow piece ${after.number}`)
    for await (const _ of bodyOf(piece)) {
      // Reading to the end shows whether the piece is whole.
    }
    await writeBody(folder, piece)
    if (piece.head) writeHead(folder, piece.head)
    return { generation, number, hash: piece.hash }
  } finally {
    rmSync(file, { force: true })
  }
}

/**
 * Writes one page into the money file of a copy, at its place.
 * @param money the opened money file
 * @param entry the number of the page in the database, from 1, and then the bytes of the page
 */
function writePage(money: number, entry: Buffer, pageBytes: number): void {
  const pageNumber = entry.readUInt32BE(0)
  writeSync(money, entry, numberBytes, pageBytes, (pageNumber - 1) * pageBytes)
}

/**
 * Writes the pages of a stored piece into the money file of a copy, and replaces its staff.db with the rest
 * of the body, if the piece has any. Chunks of the body end anywhere, also inside a page.
 */
async function writeBody(folder: string, piece: StoredPiece): Promise<void> {
  const entryBytes = numberBytes + piece.page_bytes
  const money = openSync(moneyFile(folder), 'r+')
  const staff = piece.staff_bytes > 0 ? openSync(staffFile(folder), 'w', 0o600) : undefined
  let unwritten = Buffer.alloc(0)
  let pagesLeft = piece.pages
  try {
    for await (const chunk of bodyOf(piece)) {
      unwritten = Buffer.concat([unwritten, chunk])
      for (; pagesLeft > 0 && unwritten.length >= entryBytes; pagesLeft--) {
        writePage(money, unwritten, piece.page_bytes)
        unwritten = unwritten.subarray(entryBytes)
      }
      if (pagesLeft > 0 || staff === undefined) continue
      writeSync(staff, unwritten)
      unwritten = Buffer.alloc(0)
    }
    if (piece.pages > 0) ftruncateSync(money, piece.total_pages * piece.page_bytes)
    writeAsPlain(money)
    if (staff !== undefined) writeAsPlain(staff)
  } finally {
    closeSync(money)
    if (staff !== undefined) closeSync(staff)
  }
}

const moneyFile = (folder: string) => join(folder, 'kaunta.db')
const staffFile = (folder: string) => join(folder, 'staff.db')

/** Offset of the two bytes that tell SQLite whether a database has a write-ahead log. */
const modeAt = 18
const plainMode = Buffer.from([1, 1])
/** Marks an opened database file as one without a write-ahead log. */
export const writeAsPlain = (opened: number): number =>
  writeSync(opened, plainMode, 0, plainMode.length, modeAt)
/** Returns the path of the file with a copy's position in the log. */
const positionFile = (folder: string) => join(folder, 'log.json')
/** Reads the position of a copy in the log; undefined for a copy that no log follows. */
export function readPosition(folder: string): LogPosition | undefined {
  try {
    const { generation, number, hash } = JSON.parse(readPlain(positionFile(folder), headerMax).toString())
    return { generation: String(generation), number: Number(number), hash: String(hash) }
  } catch {
    return undefined
  }
}
/** Writes the position of a copy in the log, from which pieces can follow it. */
export const writePosition = (folder: string, position: LogPosition): void =>
  writeFileSync(positionFile(folder), JSON.stringify(position), { mode: 0o600, flush: true })

export const sealedPieceEnding = '.kaunta-log.age'
export const plainPieceEnding = '.kaunta-log'

/** Returns the name of a piece without its ending, which depends on whether it is sealed. */
export const pieceName = ({ generation, number }: LogPosition, endedAt: number) =>
  `${nameOf(endedAt)}-${generation}-${String(number).padStart(8, '0')}`

/** Such as `2026-11-21T000500Z-0123456789abcdef-00000042.kaunta-log`, with `.age` if it is sealed. */
const pieceNameFormat = /^(\S+Z)-([0-9a-f]{16})-(\d{8})\.kaunta-log(?:\.age)?$/

/** Parses the name of a piece; undefined for the name of another file. */
export function readPieceName(file: string): LogPieceName | undefined {
  const [, time = '', generation = '', number] = pieceNameFormat.exec(file) ?? []
  const endedAt = takenAtOf(time)
  if (endedAt === undefined || number === undefined) return undefined
  return { name: file, generation, number: Number(number), endedAt }
}
