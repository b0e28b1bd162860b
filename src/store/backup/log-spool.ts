// The pieces of the log that wait in the data folder for the second place, and the state of the log. Runs in
// the worker (job/backup-worker.ts), except that a start reads the state. A piece and the state are on disk
// before the piece goes anywhere, so a number never names two pieces.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { LogPosition } from '../../domain/backup-log.ts'
import type { HeadLink } from '../engine/chain-head.ts'
import type { WalPosition } from '../sqlite/wal.ts'
import { carryHead } from './carry-head.ts'
import { syncFile } from './copy.ts'
import {
  encodePiece,
  type LogPiece,
  pieceHash,
  pieceName,
  plainPieceEnding,
  readPieceName,
  sealedPieceEnding,
} from './log-piece.ts'
import { openLogPlace } from './log-place.ts'
import { fingerprintOf, type LogTarget } from './log-target.ts'
import { sealBytes } from './sealed-backup.ts'
import { sealingOf } from './sealing-plan.ts'

/** Returns the folder of the pieces that wait. */
const spoolOf = (folder: string) => join(folder, 'log')
const stateFile = (folder: string) => join(spoolOf(folder), 'state.json')
/** Returns the file with the name of the last copy of this log that reached the second place. */
const carriedFile = (folder: string) => join(spoolOf(folder), 'carried-copy')

/** State of the log after its last piece. */
export interface LogState {
  readonly position: LogPosition
  readonly wal: WalPosition
  /** Last link of the record chain in that piece; undefined if it had none. */
  readonly head: HeadLink | undefined
  /** Stamp of the database after a clean stop, without a write-ahead log; undefined while it is open. */
  readonly closed: string | undefined
  /** Fingerprint of the second place that it follows a copy in. */
  readonly target: string
}

/**
 * Reads the stored state of the log. Undefined if there is none, if it cannot be read, or if a waiting piece
 * is newer: the process has then ended before it wrote the state of that piece.
 */
export function readLogState(folder: string): LogState | undefined {
  const state = readStored(folder)
  if (!state) return undefined
  const isOutdated = waitingPieces(folder).some(({ number }) => number > state.position.number)
  return isOutdated ? undefined : state
}

/** Reads the state file; undefined if there is none, or it cannot be read. */
function readStored(folder: string): LogState | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(folder), 'utf8')) as LogState
  } catch {
    return undefined
  }
}

/** Lists the pieces in a data folder that wait for the second place, oldest first. */
export function waitingPieces(folder: string) {
  const files = existsSync(spoolOf(folder)) ? readdirSync(spoolOf(folder)) : []
  const pieces = files.flatMap(file => readPieceName(file) ?? [])
  return pieces.sort((first, second) => first.number - second.number)
}

/** Writes a file under a temporary name, syncs it, and then renames it, so that it is never half written. */
function writeWhole(folder: string, name: string, bytes: Uint8Array | string): void {
  const aside = join(spoolOf(folder), `${name}.part`)
  writeFileSync(aside, bytes, { mode: 0o600, flush: true })
  renameSync(aside, join(spoolOf(folder), name))
  if (process.platform !== 'win32') syncFile(spoolOf(folder))
}

/** Writes the state of the log, whole even after a power cut. */
export function writeLogState(folder: string, state: LogState): void {
  mkdirSync(spoolOf(folder), { recursive: true, mode: 0o700 })
  writeWhole(folder, 'state.json', JSON.stringify(state))
}

/** Reads the name of the last copy of this log that reached the second place; undefined when none did. */
export function readCarriedCopy(folder: string): string | undefined {
  const file = carriedFile(folder)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * Records that a copy has reached the second place, if the log follows that copy.
 * @param position the position of the copy in the log; undefined if no log can follow it
 */
export function putCarriedCopy(folder: string, name: string, position: LogPosition | undefined): void {
  if (!position) return
  const generation = readStored(folder)?.position.generation
  if (position.generation === generation) writeWhole(folder, 'carried-copy', name)
}

/**
 * Deletes the state and the waiting pieces, so that the log starts over.
 * @returns undefined, as the new state
 */
export function forgetLog(folder: string): undefined {
  for (const file of [stateFile(folder), carriedFile(folder)]) rmSync(file, { force: true })
  for (const { name } of waitingPieces(folder)) rmSync(join(spoolOf(folder), name), { force: true })
}

/** Returns the total size of the waiting pieces, in bytes. */
export function waitingBytes(folder: string): number {
  const bytesOf = (name: string) =>
    statSync(join(spoolOf(folder), name), { throwIfNoEntry: false })?.size ?? 0
  return waitingPieces(folder).reduce((sum, { name }) => sum + bytesOf(name), 0)
}

/**
 * Writes a piece to the data folder, sealed as copies are, and then the state of the log.
 * @param wal position in the write-ahead log after the piece
 * @returns the hash of the piece
 */
export async function spoolPiece(target: LogTarget, piece: LogPiece, wal: WalPosition): Promise<string> {
  const { folder, sealing } = target
  const bytes = encodePiece(piece)
  const hash = pieceHash(bytes)
  const sealed = sealing ? await sealBytes(bytes, sealingOf(sealing)) : bytes
  mkdirSync(spoolOf(folder), { recursive: true, mode: 0o700 })
  const ending = sealing ? sealedPieceEnding : plainPieceEnding
  writeWhole(folder, pieceName(piece.position, piece.endedAt) + ending, sealed)
  writeLogState(folder, {
    position: { ...piece.position, hash },
    wal,
    head: piece.head,
    closed: undefined,
    target: fingerprintOf(target),
  })
  return hash
}

/**
 * Copies all waiting pieces to the second place in order, and then the head of the record chain that the
 * last piece has. The head of the data folder itself may already be ahead of all pieces. If a newer piece was
 * written to this disk since, the head is copied after that piece instead.
 * @param onCarried called after each piece
 */
export async function carryPieces(target: LogTarget, onCarried: () => void): Promise<void> {
  const { folder } = target
  const place = openLogPlace(target.place, target.s3)
  let last: { readonly number: number; readonly endedAt: number } | undefined
  for (const { name, number, endedAt } of waitingPieces(folder)) {
    const file = join(spoolOf(folder), name)
    await place.write(name, readFileSync(file))
    rmSync(file)
    onCarried()
    last = { number, endedAt }
  }
  const state = readLogState(folder)
  if (last && state?.head && state.position.number === last.number)
    await carryHead(folder, { ...target, head: state.head, at: last.endedAt })
}
