// Creates the data folder. Defines the error for a folder, or a database in its place, that cannot be used:
// the message for the person at the server, and the exit status.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../../domain/error-text.ts'

/** Exit statuses of a command that cannot use a folder. `uncheckable` is for `kaunta doctor`. */
export const exitStatuses = { unusable: 1, uncheckable: 2, inUse: 3, newer: 4 } as const

export class FolderError extends Error {
  override name = 'FolderError'
  constructor(
    message: string,
    readonly exitStatus: number = exitStatuses.unusable,
  ) {
    super(message)
  }
}

/** Creates a folder that only its owner may read, if it is missing. @throws FolderError when it cannot */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    const reason = errorText(error)
    throw new FolderError(`cannot make the data folder ${folder}: ${reason}`)
  }
}

/** Creates the folder of a node on PostgreSQL. @throws FolderError if the folder already holds payments */
export function makeNodeFolder(folder: string): void {
  if (existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(
      `${folder} has payments of its own (kaunta.db): name another folder with --data beside KAUNTA_DATABASE_URL`,
    )
  makeFolder(folder)
}
