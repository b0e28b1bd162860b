// The secret key that all nodes on one PostgreSQL database share. Only what is sealed in the database shows
// which key is right. A node with another key must not start, because the others could not open what it
// seals.
import { existsSync } from 'node:fs'
import { errorText } from '../../domain/error-text.ts'
import { FolderError } from '../folder/folder.ts'
import { closeToOthers } from '../folder/private.ts'
import { canOpen, makeKey, newSeal, readNamedKey, type Seal } from '../folder/seal.ts'

interface SharedKey {
  readonly file: string
  /** A sealed value from the database; undefined if there is none, so that a key may be made. */
  readonly sealed: string | undefined
  readonly random: (length: number) => Uint8Array
}

/**
 * Returns the seal with the key that all nodes share, and makes the key for a new database.
 * @throws FolderError with what the person at the server can do, when the key is missing, readable by others,
 * or not the one of this database
 */
export function openSharedSeal({ file, sealed, random }: SharedKey): Seal {
  if (!existsSync(file)) {
    if (sealed !== undefined)
      throw new FolderError(
        `${file} is missing: without it what is sealed in the database cannot be read; copy it from another node, or from a back-up`,
      )
    withFolderError(`cannot make the secret key ${file}`, () => makeKey(file, random))
  }
  if (process.platform !== 'win32' && !closeToOthers(file))
    throw new FolderError(`other users of this computer can read ${file}: chmod 600 ${file}`)
  const seal = newSeal(withFolderError(`cannot read the secret key ${file}`, () => readNamedKey(file)))
  if (sealed !== undefined) assertOpens(seal, { file, sealed })
  return seal
}

/** Checks that a seal opens what is sealed in the database. @throws FolderError when it does not */
export function assertOpens(seal: Seal, { file, sealed }: { file: string; sealed: string }): void {
  if (canOpen(seal, sealed)) return
  throw new FolderError(
    `${file} is not the key of this database: it does not open what is sealed there; copy the secret key of another node to it, or name it with KAUNTA_SECRET_KEY_FILE`,
  )
}

/** Runs `work`. @throws FolderError that of `work`, or for any other error one that begins with `failure` */
function withFolderError<T>(failure: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof FolderError ? error : new FolderError(`${failure}: ${errorText(error)}`)
  }
}
