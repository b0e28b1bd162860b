// Copies of a data folder that SQLite makes and checks while the server runs. A restore is the same copy in
// the other direction. A copy goes into a new folder, which gets its name when it is complete. Where copies
// go is in backup.ts.
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
import { lastLink } from '../engine/chain.ts'
import { type Head, type HeadLink, readHead, writeHead } from '../engine/chain-head.ts'
import { FolderError } from '../folder/folder.ts'
import { ownerOf } from '../folder/folder-owner.ts'
import { assertPlain } from '../folder/plain-file.ts'
import { readKey } from '../folder/seal.ts'
import { assertKnown, assertWhole } from './copy-check.ts'
import { assertUsable } from './restored-check.ts'

/** The parts of a data folder that are kept; lock.db is none. */
const databases = ['kaunta.db', 'staff.db'] as const
const keyFile = 'secret.key'

/** Of the files of a copy; the last two may be missing. */
export const copyNames: readonly string[] = [...databases, keyFile, 'chain.head', 'log.json']

/** The files of a copy. */
export const copiedFiles = (folder: string): string[] =>
  copyNames.filter(file => existsSync(join(folder, file)))

/** What the parts that are kept take up in a folder. */
export const folderBytes = (folder: string): number =>
  [...databases, keyFile].reduce(
    (sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

/** Waits until a file, or the names in a folder, are on the disk. */
export function syncFile(path: string): void {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** What is kept of a copy's facts. */
export interface CopyFacts {
  readonly bytes: number
  readonly payments: number
}

/** A copy that keeps the pages where they are, so that the log can follow it (copy-image.ts). */
export interface ExactCopy {
  /** Of the record chain, as it was with that money file. */
  readonly head: Head
  putMoney(file: string): void
  putPosition(folder: string): void
}

export interface CopyRequest {
  readonly from: string
  /** The new folder. */
  readonly to: string
  /** Ends the name of what is not whole yet. */
  readonly suffix: string
  /** What the copied money file needs before it is checked. */
  readonly mend?: (money: Database) => void
  /** Called before each part of the work. */
  readonly onStep?: OnCopyStep
  /** Instead of SQLite's own copy of the money file. */
  readonly exact?: ExactCopy | undefined
}

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

/** What a copy is made of, in this order. */
export const copySteps = ['payments', 'staff', 'check'] as const
export type OnCopyStep = (step: (typeof copySteps)[number]) => void

/**
 * Copies a data folder, or a back-up of one, to a new folder: made aside, checked, synced, and only then
 * named `to`. The money comes first: people made meanwhile are too many in the copy, never too few.
 */
export function copyData({ from, to, suffix, mend, exact, onStep = () => {} }: CopyRequest): CopyFacts {
  const aside = to + suffix
  // Before the database, which may go on meanwhile: a head may be behind it, never ahead of it.
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

/** What root makes for another user belongs to that user, who cannot reach it before. */
export function giveToOwnerOf(data: string, copy: string): void {
  const owner = ownerOf(data)
  if (!owner) return
  for (const path of [...copiedFiles(copy).map(file => join(copy, file)), copy])
    chownSync(path, owner.uid, owner.gid)
}

/** Gives a whole copy its name. */
export function nameCopy(aside: string, to: string): void {
  if (process.platform !== 'win32') syncFile(aside)
  renameSync(aside, to)
  if (process.platform !== 'win32') syncFile(dirname(to))
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

/** An API key of a former data folder. */
export interface FormerKey {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly createdAt: number
  readonly isRevoked: boolean
}

/** The API keys of a data folder that no longer serves. Throws FolderError when it cannot be read. */
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
    const reason = error instanceof Error ? error.message : String(error)
    throw new FolderError(`cannot read the API keys in ${folder} (${reason}): restore without --former`, 1)
  } finally {
    db?.close()
  }
}

/** The last link of the record chain in a folder. */
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
  /** The new folder, where the caller removes what was not finished. */
  readonly to: string
  /** Works on the copy, which was checked. */
  readonly finish: (folder: string, payments: number) => Promise<void>
  readonly onStep?: OnCopyStep
}

/**
 * A payout or refund that was only planned, or waited for approval, when the back-up was taken may have been sent since: its
 * outcome is unknown, so that its network is asked and nothing is sent or given back before it has answered.
 */
export const markUnsentUnknown = ['payout', 'refund'].map(
  table =>
    `update ${table} set state = 'unknown', approval = nullif(approval, 'waiting') where state in ('planned', 'waiting') and status = 'pending'`,
)

/** Makes a data folder of a back-up, once all that it needs to be used is known to be there. */
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
