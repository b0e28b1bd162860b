// Makes the data folder, and the error when it, or the database instead of it, cannot be used: the message for the
// person at the server, and the exit status.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './chain-head.ts'

export class FolderError extends Error {
  override name = 'FolderError'
  /** @param exitStatus 1 unusable, 3 in use by another Kaunta, 4 written by a newer one */
  constructor(
    message: string,
    readonly exitStatus: number,
  ) {
    super(message)
  }
}

/** Makes the folder where there is none, for its owner alone. @throws FolderError */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new FolderError(`cannot make the data folder ${folder}: ${reason}`, 1)
  }
}

/** The file with the mark of a move. */
const markFile = (folder: string) => join(folder, 'moved')

/** Why a folder is not to be used; undefined for one that is. */
export const folderMark = (folder: string): string | undefined =>
  existsSync(markFile(folder)) ? readFileSync(markFile(folder), 'utf8').trim() : undefined

/** After a power cut there is the whole mark or the one before. @param why undefined when it may be used again */
export function markFolder(folder: string, why: string | undefined): void {
  const file = markFile(folder)
  if (why === undefined) rmSync(file, { force: true })
  else {
    writeFileSync(`${file}.new`, `${why}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  syncFolder(folder)
}

/** @throws FolderError for a folder that `kaunta move` has left, or has not filled yet */
export function assertNotMoved(folder: string, exitStatus = 1): void {
  const why = folderMark(folder)
  if (why !== undefined) throw new FolderError(`${folder} is not to be used: ${why}`, exitStatus)
}

/** The same for a folder whose payments are in a database. @throws FolderError when it has payments of its own */
export function makeFolderBesideDatabase(folder: string): void {
  if (existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(
      `${folder} has payments of its own (kaunta.db): name another folder with --data beside KAUNTA_DATABASE_URL`,
      1,
    )
  makeFolder(folder)
}
