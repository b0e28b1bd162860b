// Back-ups: whole copies of a data folder that SQLite makes and checks while the box sells. The same copy, the other way, is a restore.
// Copying runs in a worker (job/backup-worker.ts); what is copied into is only ever a new folder that appears under its name when whole.
import { Database } from 'bun:sqlite'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { FolderError } from './folder.ts'

/** The parts of a data folder that are kept; lock.db is none. */
const databases = ['kaunta.db', 'staff.db'] as const
const keyFile = 'secret.key'

export interface Backup {
  /** Its folder's name, which is when it was taken: `2026-11-21T000500Z`. */
  readonly name: string
  readonly takenAt: number
  readonly bytes: number
}

export interface Backups {
  /** Takes one now, or joins the one under way; older ones beyond what is to be kept go. Throws with the reason in words. */
  take(now: number): Promise<Backup>
  /** The whole ones in the data folder, newest first. */
  list(): Backup[]
  /** The further folder each is copied to; undefined when there is none. */
  readonly second: string | undefined
}

/** One copy to make. */
export interface CopyOrder {
  readonly from: string
  readonly to: string
}

/** The name of a back-up taken at a time, to the second. */
const nameOf = (time: number) => `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '')}Z`
function timeOf(name: string): number | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? []
  return day ? Date.parse(`${day}T${hour}:${minute}:${second}Z`) : undefined
}

const bytesOf = (folder: string) =>
  [...databases, keyFile].reduce((sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0)

/** The name of a back-up that is put into a folder now: a second taken in the same second is of the next. */
export function freeName(place: string, now: number): string {
  const name = nameOf(now)
  return existsSync(join(place, name)) ? freeName(place, now + 1_000) : name
}

/** The whole back-ups in a folder, newest first. */
export const listBackups = (folder: string): Backup[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap(name => {
      const takenAt = timeOf(name)
      return takenAt ? [{ name, takenAt, bytes: bytesOf(join(folder, name)) }] : []
    })
    .sort((one, other) => other.takenAt - one.takenAt)

/** Throws when a copy is damaged or its books do not add up. @returns how many payments it holds */
function assertWhole(folder: string): number {
  let payments = 0
  for (const file of databases) {
    const db = new Database(join(folder, file), { readonly: true })
    try {
      const verdict = db.query('pragma quick_check(1)').values()[0]?.[0]
      if (verdict !== 'ok') throw new FolderError(`the copy of ${file} is damaged: ${verdict}`, 1)
      if (file === 'kaunta.db') payments = assertSums(db)
    } finally {
      db.close()
    }
  }
  return payments
}

/** Every balance is the sum of its postings, and all books of an account are zero together. */
function assertSums(db: Database): number {
  const wrong = db
    .query(
      `select account_id from balance group by account_id having sum(amount) <> 0
       union all
       select account_id from (
         select account_id, from_book as book, -amount as amount from posting
         union all select account_id, to_book, amount from posting
         union all select account_id, book, -amount from balance)
       group by account_id, book having sum(amount) <> 0`,
    )
    .values()
  if (wrong.length > 0) throw new FolderError('the books of the copy do not add up', 1)
  return Number(db.query('select count(*) from payment').values()[0]?.[0])
}

function sync(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** What is kept of a copy's facts. */
export interface Copied {
  readonly bytes: number
  readonly payments: number
}

/**
 * Copies a data folder, or a back-up of one, to a new folder: made aside, checked, synced, and only then named `to`. The money comes
 * first: people made meanwhile are too many in the copy, never too few.
 * @param mend what the copied money file needs before it is checked
 */
export function copyData(from: string, to: string, mend?: (money: Database) => void): Copied {
  const aside = `${to}.part`
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  try {
    for (const file of databases) {
      const db = new Database(join(from, file), { readonly: true })
      try {
        db.run('pragma busy_timeout = 5000')
        db.run('vacuum into ?', [join(aside, file)])
      } finally {
        db.close()
      }
      chmodSync(join(aside, file), 0o600)
      sync(join(aside, file))
    }
    if (mend) mendCopy(join(aside, 'kaunta.db'), mend)
    writeFileSync(join(aside, keyFile), readFileSync(join(from, keyFile)), { mode: 0o600, flush: true })
    const payments = assertWhole(aside)
    if (process.platform !== 'win32') sync(aside)
    renameSync(aside, to)
    if (process.platform !== 'win32') sync(dirname(to))
    return { bytes: bytesOf(to), payments }
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

function mendCopy(file: string, mend: (money: Database) => void): void {
  const db = new Database(file, { readwrite: true })
  try {
    db.run('pragma synchronous = full')
    mend(db)
  } finally {
    db.close()
  }
}

/**
 * Makes a data folder of a back-up. A payout that was only planned when the back-up was taken may have been sent since: it is in doubt, so
 * that its network is asked and nothing is sent or given back before it has answered.
 */
export const restoreData = (backup: string, to: string): Copied =>
  copyData(backup, to, money => money.run("update payout set state = 'unknown' where state = 'planned' and status = 'pending'"))

/** What the worker answers. */
export type Answered = { readonly copied: Copied } | { readonly error: string }

/** Makes a copy in a worker. */
function copyAside(worker: URL, order: CopyOrder): Promise<Copied> {
  const { promise, resolve, reject } = Promise.withResolvers<Copied>()
  const started = new Worker(worker)
  started.onmessage = ({ data }: MessageEvent<Answered>) => {
    started.terminate()
    if ('copied' in data) resolve(data.copied)
    else reject(new Error(data.error))
  }
  started.onerror = ({ message }) => {
    started.terminate()
    reject(new Error(message))
  }
  started.postMessage(order)
  return promise
}

export interface BackupPlan {
  /** The file that copies, as main.ts finds it. */
  readonly worker: URL
  /** How many are kept in each place. */
  readonly keep: number
  /** A further folder that each is copied to, on another disk. */
  readonly second: string | undefined
}

/** More than the copy itself: the write-ahead log grows while it is made. */
const spareBytes = 100_000_000

/** The back-ups of a data folder, in its folder `backups`. */
export function backupsOf(folder: string, { worker, keep, second }: BackupPlan, freeBytes: () => number): Backups {
  const place = join(folder, 'backups')
  let underWay: Promise<Backup> | undefined

  async function make(now: number): Promise<Backup> {
    const needed = bytesOf(folder) + spareBytes
    const free = freeBytes()
    if (free < needed)
      throw new Error(
        `the disk has ${inMb(free)} MB left and a back-up needs ${inMb(needed)}: free some space, or set KAUNTA_BACKUP_KEEP lower`,
      )
    const name = freeName(place, now)
    const copied = await copyInto(folder, place, name)
    if (second) {
      assertPlace(second)
      await copyInto(join(place, name), second, name)
    }
    return { name, takenAt: timeOf(name) ?? now, bytes: copied.bytes }
  }

  /** Copies to a name in a place, where the oldest beyond those to be kept then go. */
  async function copyInto(from: string, into: string, name: string): Promise<Copied> {
    mkdirSync(into, { recursive: true, mode: 0o700 })
    const copied = await copyAside(worker, { from, to: join(into, name) })
    for (const old of listBackups(into).slice(keep)) rmSync(join(into, old.name), { recursive: true, force: true })
    return copied
  }

  return {
    second,
    list: () => listBackups(place),
    take(now) {
      underWay ??= make(now).finally(() => {
        underWay = undefined
      })
      return underWay
    },
  }
}

const inMb = (bytes: number) => Math.ceil(bytes / 1_000_000)

/** A further place must be there already: a folder made where a disk should be mounted would fill the wrong disk. */
function assertPlace(folder: string): void {
  if (!existsSync(folder)) throw new Error(`the second place for back-ups, ${folder}, is not there: is its disk connected?`)
}
