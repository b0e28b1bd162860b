// Creates the data folder. Defines the error for a folder, or a database in its place, that cannot be used:
// the message for the person at the server, and the exit status.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../../domain/error-text.ts'

export class FolderError extends Error {
  override name = 'FolderError'
  /** @param exitStatus 1 unusable, 2 for doctor, 3 in use by another Kaunta, 4 written by a newer one */
  constructor(
    message: string,
    readonly exitStatus: number,
  ) {
    super(message)
  }
}

/** Creates the folder if it is missing, for its owner alone. @throws FolderError */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = errorText(error)
    throw new FolderError(`cannot make the data folder ${folder}: ${reason}`, 1)
  }
}

/** Creates the folder of a node on PostgreSQL. @throws FolderError if the folder already holds payments */
export function makeNodeFolder(folder: string): void {
  if (existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(
      `${folder} has payments of its own (kaunta.db): name another folder with --data beside KAUNTA_DATABASE_URL`,
      1,
    )
  makeFolder(folder)
}
