// Carries the log of a running server to the second place: one piece a minute while something changes,
// otherwise none. A worker (log-worker.ts) seals, keeps and carries.
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
  /** Why the last piece could not be carried. */
  readonly failure: string | undefined
}

export interface BackupLog {
  /** Schedules the next piece after a commit, unless the commit changed only the server's bookkeeping. */
  readonly changed: OnChanges
  /** Cuts a piece and carries what waits. Resolves when that is over, even if it failed. */
  carry(): Promise<void>
  /** Resolves when no piece is being kept. */
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
  /** Whether it is on this disk. */
  readonly isKept: boolean
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
  /** Resolves when it is known whether the current piece was kept on this disk. */
  keeping: Promise<void>
  /** Resolves when the last worker that was started has ended. */
  carrying: Promise<void>
  /** Whether a worker carries pieces: another one may only keep its piece. */
  isCarrying: boolean
  isStopped: boolean
  /** Time of the oldest change that is not in a piece yet. */
  changedAt: number | undefined
  /** Pieces that are not carried yet, in order. */
  waiting: readonly WaitingPiece[]
  safeUntil: number | undefined
  failure: string | undefined
  /** Whether the second place was checked since the start. */
  isChecked: boolean
  /** What the last check opened. */
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
 * Cuts a piece and carries all that wait. Resolves when that is over. Does nothing if a new copy of the
 * database has to come first; too many waiting bytes make one necessary.
 */
function cutAndCarry(log: LogRun): Promise<void> {
  const target = log.target()
  if (!log.follower.needsCopy() && waitingBytes(target.folder) > waitingBytesMax) log.follower.startOver()
  if (log.follower.needsCopy()) {
    awaitCopy(log)
    return Promise.resolve()
  }
  const work = log.keeping.then(() => startWorker(log, target))
  log.keeping = work.then(({ kept }) => kept)
  log.carrying = work.then(({ done }) => done)
  return log.carrying
}

/**
 * Asks for a copy after the log started over. The copy will have the changes of the pieces that wait, which
 * are dropped; until then these changes are not in the second place.
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
const noWork = { kept: Promise.resolve(), done: Promise.resolve() }

/** Cuts what changed since the last piece; undefined when nothing did, or the log could not be read. */
function cutNow(log: LogRun, now: number): CutPiece | undefined {
  try {
    return log.follower.cutPiece(now)
  } catch (error) {
    log.failure = errorText(error)
    log.follower.startOver()
    return undefined
  }
}

/** Returns whether the second place has all pieces: none waits in the data folder or is being kept. */
const isAllCarried = (log: LogRun, target: LogTarget): boolean =>
  log.isChecked && waitingPieces(target.folder).length === 0 && log.waiting.length === 0

/**
 * Records whether a piece that waits is on this disk. If it could not be kept, it no longer waits, and its
 * changes count as not yet cut. Does nothing if the log has started over since: the piece was dropped then.
 */
function recordKept(log: LogRun, piece: Omit<WaitingPiece, 'isKept'>, isKept: boolean): void {
  if (!log.waiting.some(({ number }) => number === piece.number)) return
  const others = log.waiting.filter(({ number }) => number !== piece.number)
  log.waiting = isKept ? [...others, { ...piece, isKept }] : others
  if (!isKept) log.changedAt = piece.since
}

/**
 * Cuts a piece, and starts a worker that keeps it and, unless another worker does so, carries all pieces that
 * wait. `kept` resolves when it is known whether the piece is on this disk, `done` when the work is over.
 */
function startWorker(log: LogRun, target: LogTarget): { kept: Promise<void>; done: Promise<void> } {
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
  if (piece) log.waiting = [...log.waiting, { ...piece, isKept: false }]
  else if (isAllCarried(log, target)) {
    log.safeUntil = now
    return noWork
  }
  // While one worker carries, another one only keeps its piece.
  const isCarrying = !log.isCarrying
  if (isCarrying) log.isCarrying = true
  const kept = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  if (!cut) kept.resolve()
  const { opened } = log
  const order = { target, cut: cut && { piece: cut.piece, wal: cut.wal }, isCarrying, opened }
  const onKeepResult = (isKept: boolean) => {
    kept.resolve()
    if (piece) recordKept(log, piece, isKept)
  }
  const onChecked = (opened: string | undefined) => {
    log.opened = opened
    log.isChecked = true
  }
  const work = { worker: log.worker, after: log.clock.after, order, cut, onKeepResult, onChecked }
  runWorker({ ...work, onLost: () => replaceCopy(log) }, problem => {
    if (isCarrying) log.isCarrying = false
    if (isCarrying || problem !== undefined) recordEnd(log, target, problem)
    const hasCarriedAll = isCarrying && problem === undefined && log.waiting.length === 0
    if (hasCarriedAll && !cut && !log.follower.needsCopy()) log.safeUntil = now
    done.resolve()
  })
  return { kept: kept.promise, done: done.promise }
}

/** Removes the carried pieces from those that wait, and schedules the next piece if work is left. */
function recordEnd(log: LogRun, target: LogTarget, problem: string | undefined): void {
  log.failure = problem
  const remaining = new Set(waitingPieces(target.folder).map(({ number }) => number))
  /** Returns whether a piece was kept on this disk and is gone from there, because it was carried. */
  const isCarried = ({ number, isKept }: WaitingPiece) => isKept && !remaining.has(number)
  log.safeUntil = log.waiting.findLast(isCarried)?.endedAt ?? log.safeUntil
  log.waiting = log.waiting.filter(piece => !isCarried(piece))
  if (log.waiting.length > 0 || remaining.size > 0 || problem !== undefined) planNext(log)
}

/** Carries new pieces of the log to the second place, until it is stopped. */
export function runLog(parts: LogRunnerParts): BackupLog {
  const { follower, clock } = parts
  const log: LogRun = {
    ...parts,
    cancel: undefined,
    lastAt: clock.now(),
    keeping: Promise.resolve(),
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
      if ([...tables].every(table => unloggedTables.has(table))) return
      log.changedAt ??= clock.now()
      planNext(log)
    },
    carry: () => log.carrying.then(() => cutAndCarry(log)),
    settled: () => log.keeping,
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
      await Promise.race([log.keeping, new Promise<void>(resolve => clock.after(stopMs, resolve))])
    },
  }
}
