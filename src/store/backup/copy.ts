// Copies of a data folder that SQLite makes and checks while the server runs. A restore is the same copy in
// the other direction. A copy goes into a new folder, which gets its name when it is complete. backup.ts
// decides where copies go.
import { Database } from 'bun:sqlite'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { errorText } from '../../domain/error-text.ts'
import { restoredMemo, restoredYesCount } from '../../domain/payout.ts'
import { lastLink } from '../engine/chain.ts'
import { type Head, type HeadLink, readHead, writeHead } from '../engine/chain-head.ts'
import { FolderError } from '../folder/folder.ts'
import { ownerOf } from '../folder/folder-owner.ts'
import { assertPlain } from '../folder/plain-file.ts'
import { readKey } from '../folder/seal.ts'
import { assertKnown, assertWhole } from './copy-check.ts'
import { assertUsable } from './restored-check.ts'

/** Databases of a data folder that are copied; lock.db is not. */
const databases = ['kaunta.db', 'staff.db'] as const
const keyFile = 'secret.key'

/** Names of the files of a copy; the last two may be missing. */
export const copyNames: readonly string[] = [...databases, keyFile, 'chain.head', 'log.json']

/** Lists the files of a copy that exist. */
export const copiedFiles = (folder: string): string[] =>
  copyNames.filter(file => existsSync(join(folder, file)))

/** Returns the total size of the databases and the key in a folder, in bytes. A missing file counts as 0. */
export function folderBytes(folder: string): number {
  const bytesOf = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0
  return [...databases, keyFile].reduce((sum, file) => sum + bytesOf(file), 0)
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function syncFile(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** Facts about a finished copy. */
export interface CopyFacts {
  readonly bytes: number
  readonly payments: number
}

/** A copy that keeps each page at its place, so that the log can follow it (copy-image.ts). */
export interface ExactCopy {
  /** Head of the record chain at the time of the copied money file. */
  readonly head: Head
  putMoney(file: string): void
  putPosition(folder: string): void
}

export interface CopyRequest {
  readonly from: string
  readonly to: string
  /** Ending of the folder's name until the copy is complete. */
  readonly suffix: string
  /** Changes the copied money file before it is checked. */
  readonly mend?: (money: Database) => void
  /** Called before each step. */
  readonly onStep?: OnCopyStep
  /** Used instead of SQLite's own copy of the money file. */
  readonly exact?: ExactCopy | undefined
}

/** Copies a database with SQLite, which leaves out free pages. @throws FolderError if `from` is a link */
function vacuumInto(from: string, to: string): void {
  assertPlain(from)
  const db = new Database(from, { readonly: true })
  try {
    db.run('pragma busy_timeout = 5000')
    db.run('vacuum into ?', [to])
  } finally {
    db.close()
  }
}

/** Steps of a copy, in this order. */
export const copySteps = ['payments', 'staff', 'check'] as const
export type OnCopyStep = (step: (typeof copySteps)[number]) => void

/**
 * Copies a data folder, or a back-up of one, to a new folder: makes the copy under the name `to` + `suffix`,
 * checks and syncs it, and only then renames it to `to`. The payments are copied before the people, so that
 * the copy lacks no person whom a payment names.
 * @throws when the copy fails or does not pass its check; nothing is left of it then
 */
export function copyData({ from, to, suffix, mend, exact, onStep = () => {} }: CopyRequest): CopyFacts {
  const aside = to + suffix
  // Read before the database, which may change during the copy: a head may be behind its database, never
  // ahead of it.
  const head = exact ? exact.head : readHead(from)
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  try {
    for (const file of databases) {
      onStep(file === 'kaunta.db' ? 'payments' : 'staff')
      if (exact && file === 'kaunta.db') exact.putMoney(join(aside, file))
      else vacuumInto(join(from, file), join(aside, file))
      chmodSync(join(aside, file), 0o600)
      syncFile(join(aside, file))
    }
    exact?.putPosition(aside)
    onStep('check')
    assertKnown(aside)
    if (mend) mendCopy(join(aside, 'kaunta.db'), mend)
    if (typeof head === 'object') writeHead(aside, head)
    writeFileSync(join(aside, keyFile), readKey(join(from, keyFile)), { mode: 0o600, flush: true })
    const payments = assertWhole(aside)
    nameCopy(aside, to)
    return { bytes: folderBytes(to), payments }
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

/**
 * Makes the owner of the data folder the owner of a copy, if root made it: the server could not read it
 * otherwise. Does nothing when `ownerOf` finds no other owner.
 */
export function giveToOwnerOf(dataFolder: string, copy: string): void {
  const owner = ownerOf(dataFolder)
  if (!owner) return
  const files = copiedFiles(copy).map(file => join(copy, file))
  for (const path of [...files, copy]) chownSync(path, owner.uid, owner.gid)
}

/** Renames a complete copy, and syncs its content and its new name, so that both survive a power cut. */
export function nameCopy(aside: string, to: string): void {
  if (process.platform !== 'win32') syncFile(aside)
  renameSync(aside, to)
  if (process.platform !== 'win32') syncFile(dirname(to))
}

/** Calls `mend` to change the money file of a copy, and syncs the changes. */
function mendCopy(file: string, mend: (money: Database) => void): void {
  const db = new Database(file, { readwrite: true })
  try {
    db.run('pragma synchronous = full')
    mend(db)
  } finally {
    db.close()
  }
}

/** An API key of an old data folder. */
export interface FormerKey {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly createdAt: number
  readonly isRevoked: boolean
}

/**
 * Reads the API keys of a data folder that is no longer in use.
 * @throws FolderError when it cannot be read
 */
export function readFormerKeys(folder: string): FormerKey[] {
  let db: Database | undefined
  try {
    assertKnown(folder, ['kaunta.db'])
    db = new Database(join(folder, 'kaunta.db'), { readonly: true })
    return db
      .query('select id, name, hint, created_at, revoked_at from api_key order by id')
      .values()
      .map(([id, name, hint, createdAt, revokedAt]) => ({
        id: String(id),
        name: String(name),
        hint: String(hint),
        createdAt: Number(createdAt),
        isRevoked: revokedAt !== null,
      }))
  } catch (error) {
    const reason = errorText(error)
    throw new FolderError(`cannot read the API keys in ${folder} (${reason}): restore without --former`)
  } finally {
    db?.close()
  }
}

/** Returns the last link of the record chain in the database of a folder. */
export function lastLinkOf(folder: string): HeadLink {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  try {
    const { number, hash } = lastLink(text => db.query(text).values())
    return { number, hash }
  } finally {
    db.close()
  }
}

export interface RestoreRequest {
  readonly backup: string
  /** The new folder. The caller removes it if the restore fails. */
  readonly to: string
  /** Called with the checked copy. */
  readonly finish: (folder: string, payments: number) => Promise<void>
  readonly onStep?: OnCopyStep
}

/**
 * Marks payouts and refunds that were planned, waited, or had no answer when the back-up was taken. They may
 * have been sent since, and some under a new reference, so their outcome is unknown. Kaunta asks the network
 * by the reference in the copy. A "yes" completes them. A "no" proves nothing (domain/payout.ts), and an
 * owner decides. For a version that ignores the memo, `yes_count` alone keeps an `absent` unknown.
 */
export const markUnsentUnknown = ['payout', 'refund'].map(
  table => `update ${table} set state = 'unknown', approval = nullif(approval, 'waiting'),
    yes_count = case when yes_count = 0 then ${restoredYesCount} else yes_count end,
    memo = case when memo is null or memo = '{}' then '${JSON.stringify(restoredMemo)}'
      else '${JSON.stringify(restoredMemo).slice(0, -1)},' || substr(memo, 2) end
    where status = 'pending' and (state in ('planned', 'waiting') or (state = 'unknown' and yes_count = 0))`,
)

/**
 * Makes a data folder from a back-up. Payouts and refunds that may have been sent after the back-up become
 * unknown, and the result is checked before `finish` is called.
 * @throws FolderError when the back-up cannot be used
 */
export async function restoreData({ backup, to, finish, onStep }: RestoreRequest): Promise<CopyFacts> {
  assertKnown(backup)
  const mend = (money: Database) => {
    for (const text of markUnsentUnknown) money.run(text)
  }
  const facts = copyData({ from: backup, to, suffix: '.copy', mend, ...(onStep && { onStep }) })
  await assertUsable(to)
  await finish(to, facts.payments)
  return facts
}
