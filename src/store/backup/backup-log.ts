// The log of a running server. It follows what SQLite commits to its write-ahead log and cuts it into pieces,
// which a worker seals, saves and copies. Before each checkpoint (checkpoint.ts) it reads the new frames: a
// frame that SQLite overwrites unread would leave a gap. After a gap a new generation begins, which needs a
// copy to start from.
import { Database } from 'bun:sqlite'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LogPosition } from '../../domain/backup-log.ts'
import { readHead } from '../engine/chain-head.ts'
import type { BeforeCheckpoint } from '../sqlite/checkpoint.ts'
import { addPages, newPageSet, type PageSet, readFrames, type WalPosition, walSalt } from '../sqlite/wal.ts'
import type { CopyRest } from './copy-image.ts'
import type { LogPiece } from './log-piece.ts'
import { forgetLog, type LogState, readLogState, writeLogState } from './log-spool.ts'
import { openStaff } from './staff-change.ts'

/** Most pages held in memory for the next piece: 64 MB, more than a shop writes in a minute. */
const pendingMax = 16_384

/** What a page-exact copy needs in addition to the bytes of the database file. */
interface CopyImage {
  /**
   * An open descriptor of the database. Never close it while SQLite has the file open: that drops SQLite's
   * locks.
   */
  readonly file: number
  /**
   * Call this after reading the file. Returns the pages that changed during the copy or had not reached the
   * file, and the copy's position in the log.
   */
  end(): CopyRest
  /** Call this at the end. @param isWhole whether the copy is complete, so that the log can start from it */
  done(isWhole: boolean): void
}

/** A piece to write to this disk, and the log position after it. */
export interface CutPiece {
  readonly piece: LogPiece
  readonly wal: WalPosition
  /** Call this when the piece is on this disk, with its hash: the next piece follows it. */
  confirmSaved(hash: string): void
  /** Call this when the piece could not be written: the next piece will include its changes. */
  confirmFailed(): void
}

export interface LogFollower {
  readonly beforeCheckpoint: BeforeCheckpoint
  /** Returns the changes since the last piece; undefined when there are none, or no copy to start from. */
  cutPiece(now: number): CutPiece | undefined
  beginImage(): CopyImage
  /** Returns whether the log needs a copy to start from. */
  needsCopy(): boolean
  /** Forgets the log and its pieces, as after a gap: a new generation begins with the next copy. */
  startOver(): void
  /** Reads the last commits. Call this before the database is closed. */
  stop(): void
  /** Call this after the database is closed. */
  closed(): void
}

/** Returns the position of a new generation, before its first piece. */
const firstPosition = (random: (length: number) => Uint8Array): LogPosition => ({
  generation: Buffer.from(random(8)).toString('hex'),
  number: 0,
  hash: '',
})

const moneyFile = (folder: string) => join(folder, 'kaunta.db')

/** Identifies the state of a database without a write-ahead log: any later change gives another stamp. */
function stampOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file)
  return `${size} ${mtimeMs} ${ino}`
}

/** State of a follower. */
interface FollowerState {
  readonly folder: string
  readonly wal: string
  /** Fingerprint of the second place (log-target.ts). */
  readonly target: string
  readonly random: (length: number) => Uint8Array
  /** Returns the number of committed frames in the write-ahead log. */
  readonly framesNow: () => number
  pending: PageSet
  /** Pages that change while a copy is made; undefined when none is being made. */
  overlay: PageSet | undefined
  /** Position from which SQLite may restart its log. */
  checkpointed: WalPosition | undefined
  /** The state as stored; undefined before the first copy. */
  state: LogState | undefined
  /** Position up to which the write-ahead log has been read. */
  read: WalPosition
  position: LogPosition
  /** Whether there is a copy that pieces follow. */
  hasCopy: boolean
  /** Whether changed pages are kept for the next piece. */
  isCollecting: boolean
  /** Whether a piece was cut and may not be on this disk yet. */
  isSaving: boolean
}

/** Returns the stored state if it is of this second place and the log has no gap since; else undefined. */
function readContinuedState(
  { folder, wal, target }: Pick<FollowerState, 'folder' | 'wal' | 'target'>,
  frames: number,
): LogState | undefined {
  const state = readLogState(folder)
  // Earlier versions stored no target.
  if (!state || (state.target ?? target) !== target) return undefined
  const salt = walSalt(wal)
  if (state.closed !== undefined) {
    const isUnchanged = state.closed === stampOf(moneyFile(folder))
    return isUnchanged ? { ...state, wal: { salt, frames: 0 } } : undefined
  }
  // Every empty write-ahead log has the salt '', so an empty salt proves nothing.
  const isSameLog = salt !== '' && state.wal.salt === salt && state.wal.frames <= frames
  return isSameLog ? state : undefined
}

/** Forgets the log and its pieces after a gap: a new generation begins with the next copy. */
function startOver(log: FollowerState): void {
  log.position = firstPosition(log.random)
  log.state = undefined
  log.hasCopy = false
  log.isCollecting = false
  log.overlay = undefined
  log.pending = newPageSet()
  forgetLog(log.folder)
}

/**
 * Reads the frames committed since the last call, into the next piece and the overlay of a copy. Starts over
 * when SQLite restarted its log before all frames were read, or when too many pages are pending.
 */
function readCommitted(log: FollowerState): void {
  const { read, checkpointed, wal } = log
  const frames = log.framesNow()
  const salt = walSalt(wal)
  if (salt !== read.salt) {
    const hasReadAll =
      read.salt === '' || (checkpointed?.salt === read.salt && checkpointed.frames === read.frames)
    if (!hasReadAll) startOver(log)
    log.read = { salt, frames: 0 }
  }
  const from = log.read.frames
  if (frames <= from) return
  log.read = { salt, frames }
  if (!log.isCollecting && !log.overlay) return
  const newer = readFrames(wal, from, frames)
  if (log.overlay) addPages(log.overlay, newer)
  if (!log.isCollecting) return
  addPages(log.pending, newer)
  if (log.pending.pages.size > pendingMax) startOver(log)
}

/**
 * Cuts the pending pages into a piece.
 * @param includeStaffAgain called when a piece with staff.db could not be written: the next one must have it
 */
function cutPending(
  log: FollowerState,
  piece: Pick<LogPiece, 'endedAt' | 'staff' | 'head'>,
  includeStaffAgain: () => void,
): CutPiece {
  const { position: positionBefore, pending: set, read: wal } = log
  const number = positionBefore.number + 1
  log.pending = newPageSet()
  log.isSaving = true
  return {
    piece: { ...piece, set, position: { ...positionBefore, number } },
    wal,
    confirmSaved(hash) {
      log.isSaving = false
      // The log has started over since: the piece and the state that the worker wrote no longer count.
      if (log.position !== positionBefore) return forgetLog(log.folder)
      log.position = { ...positionBefore, number, hash }
      log.state = { position: log.position, wal, head: piece.head, closed: undefined, target: log.target }
    },
    confirmFailed() {
      log.isSaving = false
      if (log.position !== positionBefore) return
      const newer = log.pending
      log.pending = set
      addPages(set, newer)
      if (piece.staff) includeStaffAgain()
    },
  }
}

/** Begins a copy of the database file, during which the pages that change are collected. */
function beginImage(log: FollowerState, file: number): CopyImage {
  let stateAtEnd: LogState | undefined
  readCommitted(log)
  const overlay = readFrames(log.wal, 0, log.read.frames) // these pages may not have reached the file
  log.overlay = overlay
  return {
    file,
    end() {
      const head = readHead(log.folder)
      readCommitted(log)
      const isUnbroken = log.overlay === overlay
      log.overlay = undefined
      if (!isUnbroken) throw new Error('the log of the database was overwritten during the copy')
      if (!log.isCollecting) log.pending = newPageSet()
      log.isCollecting = true
      const { position, read: wal, target } = log
      stateAtEnd = { position, wal, head: undefined, closed: undefined, target }
      return { overlay, position, head }
    },
    done(isWhole) {
      log.overlay = undefined
      if (log.hasCopy) return // pieces go on from the earlier copy
      log.hasCopy = isWhole && log.isCollecting
      log.isCollecting = log.hasCopy
      log.state = log.hasCopy ? stateAtEnd : undefined
      if (log.state) writeLogState(log.folder, log.state)
      else log.pending = newPageSet()
    },
  }
}

/** Returns the state of a follower that goes on from the stored state, or waits for a copy to start from. */
function openState(
  parts: Pick<FollowerState, 'folder' | 'wal' | 'target' | 'random' | 'framesNow'>,
): FollowerState {
  const frames = parts.framesNow()
  const state = readContinuedState(parts, frames) ?? forgetLog(parts.folder)
  return {
    ...parts,
    state,
    pending: newPageSet(),
    overlay: undefined,
    checkpointed: undefined,
    read: state?.wal ?? { salt: walSalt(parts.wal), frames },
    position: state?.position ?? firstPosition(parts.random),
    hasCopy: state !== undefined,
    isCollecting: state !== undefined,
    isSaving: false,
  }
}

/**
 * Follows the changes of an opened database. Its only writing handle must not run checkpoints of its own.
 * @param target fingerprint of the second place: the log of another place is not continued
 * @param random returns bytes for the names of generations
 */
export function followLog(
  folder: string,
  target: string,
  random: (length: number) => Uint8Array,
): LogFollower {
  const file = moneyFile(folder)
  const wal = `${file}-wal`
  const handle = openSync(file, 'r')
  // A separate handle, because the writing one may be inside a transaction.
  const reader = new Database(file, { readonly: true })
  const checkpointState = reader.prepare('pragma wal_checkpoint(noop)')
  const framesNow = () => Math.max(0, Number(checkpointState.values()[0]?.[1]))
  const staff = openStaff(folder)
  const log = openState({ folder, wal, target, random, framesNow })
  return {
    beforeCheckpoint() {
      try {
        readCommitted(log)
      } catch {
        startOver(log) // sales go on without a log
      }
      return isComplete => {
        if (isComplete) log.checkpointed = log.read
      }
    },
    cutPiece(now) {
      if (!log.hasCopy) return undefined
      const head = readHead(folder)
      readCommitted(log)
      const staffBytes = staff.readIfChanged()
      if (!log.hasCopy || (log.pending.pages.size === 0 && !staffBytes)) return undefined
      const facts = { endedAt: now, staff: staffBytes, head: typeof head === 'object' ? head : undefined }
      return cutPending(log, facts, staff.readAgain)
    },
    beginImage: () => beginImage(log, handle),
    needsCopy: () => !log.hasCopy,
    startOver: () => startOver(log),
    stop() {
      readCommitted(log)
      checkpointState.finalize()
      reader.close()
      staff.close()
    },
    closed() {
      closeSync(handle)
      // While a piece may not be on this disk, its pages could be missing: no later piece has them.
      const hasAllChanges = !log.isSaving && log.pending.pages.size === 0 && !existsSync(wal)
      if (log.state && hasAllChanges) writeLogState(folder, { ...log.state, closed: stampOf(file) })
    },
  }
}
