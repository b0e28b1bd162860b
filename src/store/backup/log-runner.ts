// Copies the log of a running server to the second place: one piece a minute while something changes,
// otherwise none. A worker (log-worker.ts) seals the pieces, writes them to this disk, and copies them.
import { pieceEveryMs } from '../../domain/backup-log.ts'
import { errorText } from '../../domain/error-text.ts'
import type { Clock } from '../../world.ts'
import type { OnChanges } from '../engine/commit-listener.ts'
import type { CutPiece, LogFollower } from './backup-log.ts'
import { waitingBytes, waitingPieces } from './log-spool.ts'
import type { LogTarget } from './log-target.ts'
import { runWorker } from './log-worker.ts'

/** Status of the log. */
interface LogStatus {
  /** Everything up to this time is in the second place; undefined until that is known. */
  readonly safeUntil: number | undefined
  /** Time of the oldest change that is not in the second place; undefined when all are. */
  readonly since: number | undefined
  /** Why the last piece could not be copied. */
  readonly failure: string | undefined
}

export interface BackupLog {
  /** Schedules the next piece after a commit, unless the commit changed only the server's bookkeeping. */
  readonly changed: OnChanges
  /** Cuts a piece and copies what waits. Resolves when that is over, even if it failed. */
  carry(): Promise<void>
  /** Resolves when no piece is being written to this disk. */
  settled(): Promise<void>
  status(): LogStatus
  needsCopy(): boolean
  /** Calls back whenever something changed and there is no copy that a piece could follow. */
  onCopyNeeded(listener: () => void): void
  /** Keeps the last piece and stops. */
  stop(): Promise<void>
}

interface WaitingPiece {
  readonly number: number
  /** Time of the oldest change in it. */
  readonly since: number
  readonly endedAt: number
  /** Whether the piece is on this disk. */
  readonly isSaved: boolean
}

/** A stop waits at most this long for its last piece. */
const stopMs = 2_000
/** Most bytes that wait for a second place that is away. Beyond that, a new copy is the quicker start. */
const waitingBytesMax = 256_000_000
/** Tables of the server's own bookkeeping: changes in these alone need no piece. */
const unloggedTables = new Set(['job', 'setting', 'idempotency_key', 'paused_address'])

export interface LogRunnerParts {
  readonly worker: URL
  readonly follower: LogFollower
  readonly target: () => LogTarget
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/** State of a log while its server runs. */
interface LogRun extends LogRunnerParts {
  /** Cancels the next piece; undefined when none is scheduled. */
  cancel: (() => void) | undefined
  /** When the last piece was cut. */
  lastAt: number
  /** Resolves when it is known whether the current piece is on this disk. */
  saving: Promise<void>
  /** Resolves when the last worker that was started has ended. */
  carrying: Promise<void>
  /** Whether a worker copies pieces: another worker may then only write its piece to this disk. */
  isCarrying: boolean
  isStopped: boolean
  /** Time of the oldest change that is not in a piece yet. */
  changedAt: number | undefined
  /** Pieces that are not copied yet, in order. */
  waiting: readonly WaitingPiece[]
  safeUntil: number | undefined
  failure: string | undefined
  /** Whether the second place was checked since the start. */
  isChecked: boolean
  /** The copy and passphrase file that the last check tried together (carried-copy.ts). */
  opened: string | undefined
  /** Called when there is no copy that a piece could follow. */
  copyNeeded: () => void
}

/** Schedules the next piece, a minute after the last one. */
function planNext(log: LogRun): void {
  if (log.cancel || log.isStopped) return
  const { now, after } = log.clock
  const waitMs = Math.min(pieceEveryMs, Math.max(0, log.lastAt + pieceEveryMs - now()))
  log.cancel = after(waitMs, () => {
    log.cancel = undefined
    log.lastAt = now()
    void cutAndCarry(log)
  })
}

/**
 * Cuts a piece and copies all pieces that wait. Resolves when that is over, even if it failed. If a new copy
 * of the database has to come first, only requests that copy. Too many waiting bytes make one necessary.
 */
function cutAndCarry(log: LogRun): Promise<void> {
  const target = log.target()
  const isBacklogTooLarge = !log.follower.needsCopy() && waitingBytes(target.folder) > waitingBytesMax
  if (isBacklogTooLarge) log.follower.startOver()
  if (log.follower.needsCopy()) {
    awaitCopy(log)
    return Promise.resolve()
  }
  const started = log.saving.then(() => startWorker(log, target))
  log.saving = started.then(({ saved }) => saved)
  log.carrying = started.then(({ ended }) => ended)
  return log.carrying
}

/**
 * Requests a copy after the log started over, and drops the pieces that wait. The copy will have their
 * changes; until then these changes are not in the second place.
 */
function awaitCopy(log: LogRun): void {
  log.changedAt = log.waiting[0]?.since ?? log.changedAt
  log.waiting = []
  if (!log.isStopped) log.copyNeeded()
}

/** Starts the log over, because the second place no longer has the copy that it follows. */
function replaceCopy(log: LogRun): void {
  log.follower.startOver()
  log.changedAt ??= log.clock.now()
  log.safeUntil = undefined
  awaitCopy(log)
}

/** Result of a start that needs no worker. */
const noWork = { saved: Promise.resolve(), ended: Promise.resolve() }

/** Cuts the changes since the last piece; undefined when there are none, or the log could not be read. */
function cutNow(log: LogRun, now: number): CutPiece | undefined {
  try {
    return log.follower.cutPiece(now)
  } catch (error) {
    log.failure = errorText(error)
    log.follower.startOver()
    return undefined
  }
}

/** Returns whether the second place has all pieces: none waits, and none is being written. */
const isAllCarried = (log: LogRun, target: LogTarget): boolean =>
  log.isChecked && waitingPieces(target.folder).length === 0 && log.waiting.length === 0

/**
 * Records whether a waiting piece could be written to this disk. If not, it no longer waits, and its changes
 * count as not yet cut. Does nothing if the log has started over since: the piece was dropped then.
 */
function recordSaved(log: LogRun, piece: Omit<WaitingPiece, 'isSaved'>, isSaved: boolean): void {
  if (!log.waiting.some(({ number }) => number === piece.number)) return
  const others = log.waiting.filter(({ number }) => number !== piece.number)
  log.waiting = isSaved ? [...others, { ...piece, isSaved }] : others
  if (!isSaved) log.changedAt = piece.since
}

/**
 * Cuts a piece, and starts a worker that writes it to this disk. Unless another worker does so already, the
 * worker then copies all waiting pieces to the second place.
 * @returns `saved` resolves when it is known whether the piece is on this disk, `ended` when the work is over
 */
function startWorker(log: LogRun, target: LogTarget): { saved: Promise<void>; ended: Promise<void> } {
  const now = log.clock.now()
  const cut = cutNow(log, now)
  if (log.follower.needsCopy()) {
    awaitCopy(log)
    return noWork
  }
  const piece = cut && {
    number: cut.piece.position.number,
    since: log.changedAt ?? now,
    endedAt: now,
  }
  log.changedAt = undefined
  if (piece) log.waiting = [...log.waiting, { ...piece, isSaved: false }]
  else if (isAllCarried(log, target)) {
    log.safeUntil = now
    return noWork
  }
  // While one worker copies, another one only writes its piece to this disk.
  const isCarrying = !log.isCarrying
  if (isCarrying) log.isCarrying = true
  const saved = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  if (!cut) saved.resolve()
  const { opened } = log
  const order = { target, cut: cut && { piece: cut.piece, wal: cut.wal }, isCarrying, opened }
  const onSaveResult = (isSaved: boolean) => {
    saved.resolve()
    if (piece) recordSaved(log, piece, isSaved)
  }
  const onChecked = (opened: string | undefined) => {
    log.opened = opened
    log.isChecked = true
  }
  const onLost = () => replaceCopy(log)
  const onEnd = (problem?: string) => {
    if (isCarrying) log.isCarrying = false
    if (isCarrying || problem !== undefined) recordEnd(log, target, problem)
    const hasCarriedAll = isCarrying && problem === undefined && log.waiting.length === 0
    if (hasCarriedAll && !cut && !log.follower.needsCopy()) log.safeUntil = now
    ended.resolve()
  }
  const { worker, clock } = log
  runWorker({ worker, after: clock.after, order, cut, onSaveResult, onChecked, onLost }, onEnd)
  return { saved: saved.promise, ended: ended.promise }
}

/**
 * Records the end of a worker: removes the copied pieces from the waiting ones, and schedules the next piece
 * if pieces still wait or the worker failed.
 * @param problem why the worker failed; undefined if it did not
 */
function recordEnd(log: LogRun, target: LogTarget, problem: string | undefined): void {
  log.failure = problem
  const remaining = new Set(waitingPieces(target.folder).map(({ number }) => number))
  /** Returns whether a piece was written to this disk and is gone from there, because it was copied. */
  const isCarried = ({ number, isSaved }: WaitingPiece) => isSaved && !remaining.has(number)
  log.safeUntil = log.waiting.findLast(isCarried)?.endedAt ?? log.safeUntil
  log.waiting = log.waiting.filter(piece => !isCarried(piece))
  if (log.waiting.length > 0 || remaining.size > 0 || problem !== undefined) planNext(log)
}

/** Starts to copy pieces of the log to the second place, once a minute while something changes. */
export function runLog(parts: LogRunnerParts): BackupLog {
  const { follower, clock } = parts
  const log: LogRun = {
    ...parts,
    cancel: undefined,
    lastAt: clock.now(),
    saving: Promise.resolve(),
    carrying: Promise.resolve(),
    isCarrying: false,
    isStopped: false,
    changedAt: undefined,
    waiting: [],
    safeUntil: undefined,
    failure: undefined,
    isChecked: false,
    opened: undefined,
    copyNeeded() {},
  }
  planNext(log) // carries what the last process left

  return {
    changed(tables) {
      const isOnlyBookkeeping = [...tables].every(table => unloggedTables.has(table))
      if (isOnlyBookkeeping) return
      log.changedAt ??= clock.now()
      planNext(log)
    },
    carry: () => log.carrying.then(() => cutAndCarry(log)),
    settled: () => log.saving,
    status: () => ({
      safeUntil: log.safeUntil,
      since: log.waiting[0]?.since ?? log.changedAt,
      failure: log.failure,
    }),
    needsCopy: follower.needsCopy,
    onCopyNeeded(listener) {
      log.copyNeeded = listener
    },
    async stop() {
      log.isStopped = true
      log.cancel?.()
      void cutAndCarry(log)
      await Promise.race([log.saving, new Promise<void>(resolve => clock.after(stopMs, resolve))])
    },
  }
}
