// Makes the data folder, and the error when it, or the database instead of it, cannot be used: the message for the
// person at the server, and the exit status.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

const movedFile = (folder: string) => join(folder, 'moved')

/** Keeps a folder whose rows are elsewhere now from being served beside the new place. */
export const markMoved = (folder: string, to: string): void =>
  writeFileSync(movedFile(folder), `${to}\n`, { mode: 0o600, flush: true })

/** @throws FolderError for a folder that `kaunta move` has left */
export function assertNotMoved(folder: string): void {
  if (!existsSync(movedFile(folder))) return
  const to = readFileSync(movedFile(folder), 'utf8').trim()
  throw new FolderError(
    `${folder} was moved to ${to}: start Kaunta on that; to go back to the folder as it was, remove ${movedFile(folder)}`,
    1,
  )
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
