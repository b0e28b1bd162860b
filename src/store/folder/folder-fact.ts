// Facts about a data folder and its disk, for the health checks, which leave no change behind. They open no
// file that SQLite has open: closing a plain descriptor would drop its locks.
import { existsSync, promises, readdirSync, readFileSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorText } from '../../domain/error-text.ts'
import type { Clock } from '../../world.ts'
import { listBackups } from '../backup/backup.ts'
import { isS3, openS3 } from '../backup/s3.ts'
import type { S3Access } from '../backup/s3-access.ts'
import { openRights, ownPathsOf } from './private.ts'

/** Number of writes that are timed. */
const writeCount = 5
const writeBytes = 4_096

interface FolderFacts {
  readonly freeBytes: number
  /** Paths in the folder that other users can read. */
  readonly openPaths: readonly string[]
  /** Times of the back-ups, newest first. */
  readonly backups: readonly { readonly takenAt: number }[]
}

/** Returns whether other users of the computer have any right to a path; never on Windows. */
const isOpen = (path: string) => process.platform !== 'win32' && openRights(path) !== 0

/** Returns a list with the file if other users can read it, else an empty list. */
export const openFile = (file: string): string[] => (existsSync(file) && isOpen(file) ? [file] : [])

/** Returns the facts about a data folder that the health checks need. */
export function folderFacts(folder: string): FolderFacts {
  const { bavail, bsize } = statfsSync(folder)
  return {
    freeBytes: bavail * bsize,
    openPaths: ownPathsOf(folder).filter(isOpen),
    backups: listBackups(join(folder, 'backups')),
  }
}

/**
 * Returns the median time of several small writes to the disk, or why they fail.
 * @param elapsed returns milliseconds of a clock that only goes forward
 */
export async function timeWrite(
  folder: string,
  elapsed: () => number,
): Promise<{ readonly ms: number } | { readonly why: string }> {
  const path = join(folder, `.write-${process.pid}`)
  try {
    const file = await promises.open(path, 'w', 0o600)
    try {
      const times: number[] = []
      for (let count = 0; count < writeCount; count++) {
        const began = elapsed()
        await file.write(Buffer.alloc(writeBytes, count))
        await file.sync()
        times.push(elapsed() - began)
      }
      return { ms: times.sort((a, b) => a - b)[Math.floor(writeCount / 2)] ?? 0 }
    } finally {
      await file.close()
      await promises.rm(path, { force: true })
    }
  } catch (error) {
    return { why: errorText(error) }
  }
}

/**
 * Returns the percentage of its life that the disk of a folder has used, at most 110, as eMMC memory reports
 * it (JESD84-B51, DEVICE_LIFE_TIME_EST). Undefined for other disks, whose wear Kaunta may not read.
 * @param devices folder where Linux lists its disks by number
 */
export function diskWear(folder: string, devices = '/sys/dev/block'): number | undefined {
  try {
    const { dev } = statSync(folder)
    // Linux packs both numbers of a device into one (makedev).
    const major = (dev >> 8) & 0xfff
    const minor = (dev & 0xff) | ((dev >> 12) & 0xfff00)
    const disk = realpathSync(join(devices, `${major}:${minor}`))
    // A partition is a folder inside that of its disk.
    const files = [disk, dirname(disk)].map(path => join(path, 'device', 'life_time'))
    const file = files.find(existsSync)
    if (file === undefined) return undefined
    // A number for each kind of memory, such as "0x01 0x03", in steps of 10 %.
    const usedSteps = readFileSync(file, 'utf8').trim().split(/\s+/).map(Number)
    const mostUsed = Math.max(...usedSteps)
    return Number.isInteger(mostUsed) && mostUsed > 0 ? mostUsed * 10 : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns why a second place for back-ups, a folder or a bucket, cannot be read; undefined if it can.
 * @param s3 how to reach a bucket; undefined without its keys
 */
export async function placeProblem(
  place: string,
  s3: S3Access | undefined,
  after: Clock['after'],
): Promise<string | undefined> {
  const isBucket = isS3(place)
  if (isBucket && !s3) return 'its keys are not set'
  try {
    if (s3 && isBucket) await listInTime(place, s3, after)
    else readdirSync(place)
    return undefined
  } catch (error) {
    return isBucket && error instanceof Error ? error.message : 'missing'
  }
}

/** Longest wait for a bucket. */
const bucketMaxMs = 15_000

/** Lists a bucket with a time limit, which Bun's client does not have. */
async function listInTime(place: string, s3: S3Access, after: Clock['after']): Promise<void> {
  const timeLimit = Promise.withResolvers<never>()
  const cancel = after(bucketMaxMs, () => timeLimit.reject(new Error(`${place} does not answer`)))
  await Promise.race([openS3(place, s3).list(), timeLimit.promise]).finally(cancel)
}
