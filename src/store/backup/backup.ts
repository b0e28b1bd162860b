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
export const listBackups = (folder: string): Backup[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap(name => {
      const takenAt = takenAtOf(name)
      if (!takenAt) return []
      const path = join(folder, name)
      return [{ name, takenAt, bytes: folderBytes(path), isFollowed: readPosition(path) !== undefined }]
    })
    .sort((first, second) => second.takenAt - first.takenAt)

/**
 * Ending of the name of an unfinished copy. Each maker has its own, because the command may copy while a
 * server runs.
 */
export type UnfinishedSuffix = '.part' | '.command-part'

/** Removes the unfinished copies of a maker in a place. */
export function removeUnfinishedCopies(place: string, suffix: UnfinishedSuffix): void {
  for (const name of existsSync(place) ? readdirSync(place) : [])
    if (name.endsWith(suffix) && takenAtOf(name.slice(0, -suffix.length)) !== undefined)
      rmSync(join(place, name), { recursive: true, force: true })
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
 * Copies to a name in a place, and first removes unfinished copies there. A copy that is already in the
 * second place stays. Blocks, so it runs in the worker.
 * @param exact completes a copy whose database file was read before, for which there is already room
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
 * Removes the back-ups in a folder that need not be kept. The newest one always stays.
 * @throws the first failure, after all others are removed
 */
export function removeOldBackups(place: string, { takenAt, keep, timeZone }: Retention): void {
  const old = surplusBackups(listBackups(place), { keep, now: takenAt, timeZone })
  removeAll(old.map(({ name }) => join(place, name)))
}

/** Removes files and folders. @throws the first failure, after all others are removed */
export function removeAll(paths: readonly string[]): void {
  const failures = paths.flatMap(
    path => runAndCatch(() => rmSync(path, { recursive: true, force: true })) ?? [],
  )
  if (failures[0]) throw failures[0]
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
 * Creates the folder `backups` of a data folder if it is missing, and returns it. @throws FolderError for a
 * link
 */
export function makeOwnPlace(dataFolder: string): string {
  const place = join(dataFolder, 'backups')
  assertFolder(place)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  return place
}

/**
 * Makes room for a copy in the data folder: removes unfinished copies and back-ups that need not be kept, and
 * checks the free space. A back-up that cannot be removed does not stop the copy, because the removal after
 * the copy reports it.
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
 * Checks that the second place exists: a folder created where a disk should be mounted would fill the wrong
 * disk. @throws Error when it does not
 */
export function assertSecondPlace(second: string): void {
  if (!existsSync(second))
    throw new Error(`the second place for back-ups, ${second}, is not there: is its disk connected?`)
}

/** Space needed beyond the copy itself: the write-ahead log grows while it is made. */
const spareBytes = 100_000_000
const inMb = (bytes: number) => Math.ceil(bytes / 1_000_000)

/** Returns how many bytes must be free for a copy, since sales go on during it, and how many are free. */
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
  let underWay: Promise<Backup> | undefined
  let last: Promise<unknown> = Promise.resolve()
  clearOwn()

  /** Runs one task after another, because each copy first removes unfinished ones. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  /**
   * Clears the half copy that a stop or a power cut may have left. If that fails, the shop must still open:
   * the next copy reports it.
   */
  function clearOwn(): void {
    try {
      removeUnfinishedCopies(ownPlace, '.part')
      clearImage(folder)
    } catch {}
  }

  /** Takes a back-up, copies it to the second place, and starts to carry the log. */
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
      underWay ??= inTurn(() => takeBackup(now, timeZone)).finally(() => {
        underWay = undefined
      })
      return underWay
    },
    carry: (backup, timeZone) => inTurn(() => copyToSecond(backup, timeZone)),
  }
}
