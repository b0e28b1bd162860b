// Back-ups: dated copies of the data folder in its own folder `backups`, and in a second place on another
// disk. Copying, and all that is done in the second place, runs in a worker (job/backup-worker.ts): a disk
// that no longer answers stops that worker and nothing else.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { surplusBackups } from '../../domain/backup.ts'
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
import type { BackupLog } from './log-runner.ts'

export interface Backup {
  /** Its folder's name, which is when it was taken: `2026-11-21T000500Z`. */
  readonly name: string
  readonly takenAt: number
  readonly bytes: number
}

export interface Backups {
  /**
   * Takes one now, or joins the one under way; older ones that need not be kept go. Throws with the reason in
   * words.
   * @param timeZone of the days by which they are kept
   */
  take(now: number, timeZone: string): Promise<Backup>
  /** Copies one to the second place, unless it is there. Throws with the reason in words. */
  carry(backup: Backup, timeZone: string): Promise<void>
  /** The whole ones in the data folder, newest first; also those of a clock that ran ahead. */
  list(): Backup[]
  /** The further folder each is copied to; undefined when there is none. */
  readonly second: string | undefined
  /** The head of the record chain in the second place; undefined where that has none, or is away. */
  carriedHead(): Promise<CarriedHead | undefined>
  /** The log between two of them; undefined when it is off. */
  readonly log?: BackupLog | undefined
}

/** The name of a back-up that is put into a folder now: a second taken in the same second is of the next. */
export function freeBackupName(place: string, now: number): string {
  const name = nameOf(now)
  return existsSync(join(place, name)) ? freeBackupName(place, now + 1_000) : name
}

/** The whole back-ups in a folder, newest first. */
export const listBackups = (folder: string): Backup[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap(name => {
      const takenAt = takenAtOf(name)
      return takenAt ? [{ name, takenAt, bytes: folderBytes(join(folder, name)) }] : []
    })
    .sort((one, other) => other.takenAt - one.takenAt)

/**
 * Ends the name of a copy that is not whole yet. Each maker has its own, for the command may copy beside a
 * running server.
 */
export type UnfinishedSuffix = '.part' | '.command-part'

/** Removes what a maker left in a place when it was cut off. */
export function removeUnfinishedCopies(place: string, suffix: UnfinishedSuffix): void {
  for (const name of existsSync(place) ? readdirSync(place) : [])
    if (name.endsWith(suffix) && takenAtOf(name.slice(0, -suffix.length)) !== undefined)
      rmSync(join(place, name), { recursive: true, force: true })
}

/** The least that the system gives. */
const copyPriority = 19

/** For the worker: the counter's thread goes first. Only Linux has priorities of threads. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(copyPriority)
}

/**
 * Copies to a name in a place, after what was cut off there is gone; the older ones that need not be kept
 * then go. What is in the second place already stays. Blocks: for the worker. @returns what it takes, bytes
 */
export function copyInto(
  { from, place, isSecond, name, takenAt, keep, timeZone }: CopyOrder,
  exact?: ExactCopy,
): number {
  if (isSecond) assertThere(place)
  else if (!exact) makeRoom(from)
  removeUnfinishedCopies(place, '.part')
  const to = join(place, name)
  if (!isSecond || !existsSync(to)) copyData({ from, to, suffix: '.part', exact })
  for (const old of surplusBackups(listBackups(place), { keep, now: takenAt, timeZone }))
    rmSync(join(place, old.name), { recursive: true, force: true })
  return folderBytes(to)
}

/** The folder for back-ups in a data folder, made where there is none. @throws FolderError for a link */
export function makeOwnPlace(data: string): string {
  const place = join(data, 'backups')
  assertFolder(place)
  mkdirSync(place, { recursive: true, mode: 0o700 })
  return place
}

/** Before the first byte of a copy in the data folder. @throws Error when there is no room */
export function makeRoom(from: string): void {
  const place = makeOwnPlace(from)
  removeUnfinishedCopies(place, '.part')
  clearImage(from)
  removeKeptSeals(place)
  assertRoom(from, place)
}

/**
 * A further place must be there already: a folder made where a disk should be mounted would fill the wrong
 * disk.
 */
export function assertThere(second: string): void {
  if (!existsSync(second))
    throw new Error(`the second place for back-ups, ${second}, is not there: is its disk connected?`)
}

/** More than the copy itself: the write-ahead log grows while it is made. */
const spareBytes = 100_000_000
const inMb = (bytes: number) => Math.ceil(bytes / 1_000_000)

/** What a copy needs, and what is free, in bytes: it must not take the room that Kaunta needs to sell. */
export function roomFor(from: string, place: string) {
  const { bavail, bsize } = statfsSync(place)
  return { needed: folderBytes(from) + spareBytes, free: bavail * bsize }
}

/** @throws Error when a copy has no room */
export function assertRoom(from: string, place: string): void {
  const { needed, free } = roomFor(from, place)
  if (free < needed)
    throw new Error(
      `the disk has ${inMb(free)} MB left and a back-up needs ${inMb(needed)}: free some space, or set KAUNTA_BACKUP_KEEP lower`,
    )
}

/** The back-ups of a data folder that this process owns. @param parts without it there is no log */
export function backupsOf(folder: string, plan: BackupPlan, sources: CopySources, parts?: LogParts): Backups {
  const { keep, second, sealing, s3 } = plan
  const own = join(folder, 'backups')
  const copyAside = newCopier(plan, sources, parts)
  let underWay: Promise<Backup> | undefined
  let last: Promise<unknown> = Promise.resolve()
  clearOwn()

  /** One after the other: a copy first clears away what was not finished. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  /**
   * A stop or a power cut may have left half a copy. One that cannot be removed must not keep the shop shut:
   * the next copy reports it.
   */
  function clearOwn(): void {
    try {
      removeUnfinishedCopies(own, '.part')
      clearImage(folder)
    } catch {}
  }

  async function make(now: number, timeZone: string): Promise<Backup> {
    const name = freeBackupName(own, now)
    const takenAt = takenAtOf(name) ?? now
    const named = { name, takenAt, keep, timeZone }
    const bytes = await copyAside({ ...named, from: folder, place: own, isSecond: false })
    await copyOn({ name, takenAt }, timeZone)
    void parts?.log.carry()
    return { name, takenAt, bytes }
  }

  async function copyOn(
    { name, takenAt }: Pick<Backup, 'name' | 'takenAt'>,
    timeZone: string,
  ): Promise<void> {
    if (!second) return
    const named = { name, takenAt, keep, timeZone, sealing, s3 }
    await copyAside({ ...named, from: join(own, name), place: second, isSecond: true })
  }

  return {
    second,
    log: parts?.log,
    list: () => listBackups(own),
    carriedHead: async () =>
      second === undefined ? undefined : findCarriedHead({ place: second, s3 }, plan.after),
    take(now, timeZone) {
      underWay ??= inTurn(() => make(now, timeZone)).finally(() => {
        underWay = undefined
      })
      return underWay
    },
    carry: (backup, timeZone) => inTurn(() => copyOn(backup, timeZone)),
  }
}
