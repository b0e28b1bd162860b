// Back-ups: dated copies of the data folder in its own folder `backups`, and in a second place on another
// disk. A worker (job/backup-worker.ts) makes the copies and does all work in the second place: a disk that
// stops answering blocks that worker and nothing else.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { surplusBackups } from '../../domain/backup.ts'
import { errorText } from '../../domain/error-text.ts'
import { assertFolder } from '../folder/plain-file.ts'
import { nameOf, takenAtOf } from './backup-name.ts'
import type { BackupPlan, CopyOrder, LogParts } from './backup-plan.ts'
import type { CarriedHead } from './carried-head.ts'
import { findCarriedHead } from './carry-head.ts'
import { copyData, type ExactCopy, folderBytes } from './copy.ts'
import { clearImage } from './copy-image.ts'
import type { CopySources } from './copy-state.ts'
import { newCopier } from './copy-worker.ts'
import { removeKeptSeals } from './kept-seal.ts'
import { readPosition } from './log-piece.ts'
import type { BackupLog } from './log-runner.ts'

export interface Backup {
  /** Name of its folder, which is the time it was taken: `2026-11-21T000500Z`. */
  readonly name: string
  readonly takenAt: number
  readonly bytes: number
  /** Whether the log can follow it. Upgrades and `kaunta backup` make copies that no log can follow. */
  readonly isFollowed: boolean
}

type NamedBackup = Pick<Backup, 'name' | 'takenAt'>

export interface Backups {
  /**
   * Takes a back-up now, or joins the one in progress, and removes old ones that need not be kept. Throws an
   * error that explains the reason.
   * @param timeZone time zone of the days by which back-ups are kept
   */
  take(now: number, timeZone: string): Promise<Backup>
  /**
   * Copies a back-up to the second place unless it is already there. Throws an error that explains the
   * reason.
   */
  carry(backup: Backup, timeZone: string): Promise<void>
  /**
   * Lists the whole back-ups in the data folder, newest first, including those dated by a clock that ran
   * ahead.
   */
  list(): Backup[]
  /** The second place that each back-up is copied to; undefined when there is none. */
  readonly second: string | undefined
  /**
   * Returns the head of the record chain in the second place; undefined when it has none or cannot be
   * reached.
   */
  carriedHead(): Promise<CarriedHead | undefined>
  /** The log between two back-ups; undefined when it is off. */
  readonly log?: BackupLog | undefined
}

/**
 * Returns a free name for a back-up taken now: a second one in the same second gets the name of the next
 * second.
 */
export function freeBackupName(place: string, now: number): string {
  const name = nameOf(now)
  return existsSync(join(place, name)) ? freeBackupName(place, now + 1_000) : name
}

/** Lists the whole back-ups in a folder, newest first. */
export function listBackups(folder: string): Backup[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const backups = names.flatMap(name => {
    const takenAt = takenAtOf(name)
    if (!takenAt) return []
    const path = join(folder, name)
    return [{ name, takenAt, bytes: folderBytes(path), isFollowed: readPosition(path) !== undefined }]
  })
  return backups.sort((first, second) => second.takenAt - first.takenAt)
}

/**
 * Ending of the name of an unfinished copy. Each maker has its own, because the command may copy while a
 * server runs.
 */
export type UnfinishedSuffix = '.part' | '.command-part'

/** Removes the unfinished copies in a place whose names end in `suffix`. */
export function removeUnfinishedCopies(place: string, suffix: UnfinishedSuffix): void {
  const names = existsSync(place) ? readdirSync(place) : []
  const isUnfinished = (name: string) =>
    name.endsWith(suffix) && takenAtOf(name.slice(0, -suffix.length)) !== undefined
  for (const name of names.filter(isUnfinished)) rmSync(join(place, name), { recursive: true, force: true })
}

/**
 * Far below the thread that serves sales, which has 0. Not the lowest, 19: with that, other programs that
 * keep the computer busy would hold up copies for hours.
 */
const copyPriority = 10

/**
 * Lowers the worker's priority, so that the thread that serves sales goes first. Only Linux has thread
 * priorities.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(copyPriority)
}

/**
 * Copies a folder to a name in a place, and first removes unfinished copies there. A copy that is already in
 * the second place is left as it is. Blocks the thread, so it runs in the worker.
 * @param exact replaces SQLite's own copy of the money file; the caller has made room for it
 * @returns the size of the copy in bytes
 */
export function copyInto(order: CopyOrder, exact?: ExactCopy): number {
  const { from, place, isSecond, name } = order
  if (isSecond) assertSecondPlace(place)
  else if (!exact) makeRoom(order)
  removeUnfinishedCopies(place, '.part')
  const to = join(place, name)
  if (!isSecond || !existsSync(to)) copyData({ from, to, suffix: '.part', exact })
  return folderBytes(to)
}

type Retention = Pick<CopyOrder, 'takenAt' | 'keep' | 'timeZone'>

/**
 * Removes the back-ups in a folder that need not be kept (`surplusBackups`). The newest back-up always stays.
 * @throws the first failure, after all other back-ups are removed
 */
export function removeOldBackups(place: string, { takenAt, keep, timeZone }: Retention): void {
  const old = surplusBackups(listBackups(place), { keep, now: takenAt, timeZone })
  removeAll(old.map(({ name }) => join(place, name)))
}

/** Removes files and folders. @throws the first failure, after all other paths are removed */
export function removeAll(paths: readonly string[]): void {
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  const [firstFailure] = paths.flatMap(path => runAndCatch(() => remove(path)) ?? [])
  if (firstFailure) throw firstFailure
}

/** Runs `work`, and returns the error that it throws; undefined when it succeeds. */
export function runAndCatch(work: () => void): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return new Error(errorText(error), { cause: error })
  }
}

/**
 * Creates the folder `backups` of a data folder if it is missing, and returns its path.
 * @throws FolderError if it is a link
 */
export function makeOwnPlace(dataFolder: string): string {
  const place = join(dataFolder, 'backups')
  assertFolder(place)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  return place
}

/**
 * Makes room for a copy in the data folder: removes unfinished copies and old back-ups, and checks the free
 * space. A back-up that cannot be removed does not stop the copy: `removeOldBackups` runs again after the
 * copy, and that failure is reported.
 * @throws Error when space is short
 */
export function makeRoom(order: Retention & Pick<CopyOrder, 'from'>): void {
  const { from } = order
  const place = makeOwnPlace(from)
  removeUnfinishedCopies(place, '.part')
  clearImage(from)
  removeKeptSeals(place)
  runAndCatch(() => removeOldBackups(place, order))
  assertRoom(from, place)
}

/**
 * Checks that the second place exists. It is never created: where a disk should be mounted, a new folder
 * would fill the wrong disk.
 * @throws Error when it does not exist
 */
export function assertSecondPlace(second: string): void {
  if (!existsSync(second))
    throw new Error(`the second place for back-ups, ${second}, is not there: is its disk connected?`)
}

/** Space needed beyond the copy itself: the write-ahead log grows while it is made. */
const spareBytes = 100_000_000
const inMb = (bytes: number) => Math.ceil(bytes / 1_000_000)

/** Returns how many bytes a copy of the folder `from` needs on the disk of `place`, and how many are free. */
export function roomFor(from: string, place: string) {
  const { bavail, bsize } = statfsSync(place)
  return { needed: folderBytes(from) + spareBytes, free: bavail * bsize }
}

/** Checks the space for a copy. @throws Error when the disk of `place` has too little */
export function assertRoom(from: string, place: string): void {
  const { needed, free } = roomFor(from, place)
  if (free < needed)
    throw new Error(
      `the disk has ${inMb(free)} MB left and a back-up needs ${inMb(needed)}: free some space, or set KAUNTA_BACKUP_KEEP lower`,
    )
}

/**
 * Opens the back-ups of a data folder that this process owns.
 * @param parts the log; unset if there is none
 */
export function backupsOf(folder: string, plan: BackupPlan, sources: CopySources, parts?: LogParts): Backups {
  const { keep, second, sealing, s3 } = plan
  const ownPlace = join(folder, 'backups')
  const copyInWorker = newCopier(plan, sources, parts)
  let currentBackup: Promise<Backup> | undefined
  let lastTask: Promise<unknown> = Promise.resolve()
  clearUnfinished()

  /** Runs `work` after all earlier tasks, because each copy first removes unfinished copies. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = lastTask.then(work)
    lastTask = result.catch(() => {})
    return result
  }

  /**
   * Removes the unfinished copy that a stop or a power cut may have left. If that fails, the shop must still
   * open: the next copy fails with the error.
   */
  function clearUnfinished(): void {
    try {
      removeUnfinishedCopies(ownPlace, '.part')
      clearImage(folder)
    } catch {}
  }

  /** Takes a back-up, copies it to the second place, and starts to copy the log. */
  async function takeBackup(now: number, timeZone: string): Promise<Backup> {
    const name = freeBackupName(ownPlace, now)
    const takenAt = takenAtOf(name) ?? now
    const copyOrder = { name, takenAt, keep, timeZone, from: folder, place: ownPlace, isSecond: false }
    const { bytes, problem } = await copyInWorker(copyOrder)
    await copyToSecond({ name, takenAt }, timeZone)
    void parts?.log.carry()
    if (problem !== undefined) throw new Error(problem)
    return { name, takenAt, bytes, isFollowed: parts !== undefined }
  }

  /** Copies a back-up to the second place, if there is one. */
  async function copyToSecond({ name, takenAt }: NamedBackup, timeZone: string): Promise<void> {
    if (!second) return
    const copyOrder = { name, takenAt, keep, timeZone, sealing, s3 }
    await copyInWorker({ ...copyOrder, from: join(ownPlace, name), place: second, isSecond: true })
  }

  return {
    second,
    log: parts?.log,
    list: () => listBackups(ownPlace),
    carriedHead: async () =>
      second === undefined ? undefined : findCarriedHead({ place: second, s3 }, plan.after),
    take(now, timeZone) {
      currentBackup ??= inTurn(() => takeBackup(now, timeZone)).finally(() => {
        currentBackup = undefined
      })
      return currentBackup
    },
    carry: (backup, timeZone) => inTurn(() => copyToSecond(backup, timeZone)),
  }
}
