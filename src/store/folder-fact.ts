// What a data folder and its disk are like, for the health checks: they change nothing that stays. No file that
// SQLite has open is opened here: closing a plain descriptor would drop its locks.
import { Database } from 'bun:sqlite'
import { existsSync, promises, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listBackups } from './backup.ts'
import { statementCache } from './prepared.ts'
import { ownPathsOf } from './private.ts'
import { keyBytes, newSeal, type Seal } from './seal.ts'
import type { Read } from './statement.ts'

/** Writes that are timed. */
const writes = 5
const writeBytes = 4_096

interface FolderFacts {
  readonly freeBytes: number
  /** What other users can read, below the folder. */
  readonly openPaths: readonly string[]
  /** When the back-ups were taken, newest first. */
  readonly backups: readonly { readonly takenAt: number }[]
}

export function folderFacts(folder: string): FolderFacts {
  const { bavail, bsize } = statfsSync(folder)
  const isOpen = (path: string) => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  return {
    freeBytes: bavail * bsize,
    openPaths: ownPathsOf(folder).filter(isOpen),
    backups: listBackups(join(folder, 'backups')),
  }
}

/**
 * How long a small write takes to reach the disk, the middle one of several, or why it cannot.
 * @param elapsed milliseconds of a clock that only goes forward
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
      for (let count = 0; count < writes; count++) {
        const began = elapsed()
        await file.write(Buffer.alloc(writeBytes, count))
        await file.sync()
        times.push(elapsed() - began)
      }
      return { ms: times.sort((a, b) => a - b)[Math.floor(writes / 2)] ?? 0 }
    } finally {
      await file.close()
      await promises.rm(path, { force: true })
    }
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

/** The seal of a folder, without making one. */
export function readSeal(folder: string): Seal | 'missing' | 'damaged' {
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) return 'missing'
  const key = readFileSync(file)
  return key.length === keyBytes ? newSeal(key) : 'damaged'
}

/** Whether a folder is there and can be read, such as one on another disk. */
export function isFolder(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}

/** Reads the database of a folder, also while Kaunta runs on it, in one work. */
export async function withReader<T>(folder: string, work: (read: Read) => Promise<T>): Promise<T> {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true, strict: true })
  db.run('pragma busy_timeout = 5000')
  const { rows, finalize } = statementCache(db)
  try {
    return await work({ rows: async (text, values, keep) => rows(text, values, keep) })
  } finally {
    finalize()
    db.close()
  }
}
