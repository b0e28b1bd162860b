// Reads files that something other than Kaunta may have put there: plain files only. It does not follow
// links, wait for pipes, or read endless files to the end.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { FolderError } from './folder.ts'

const chunkBytes = 1_024 * 1_024
/** Flags to open a file without following a link or waiting for a pipe. Windows lacks the last two. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a plain file to read.
 * @throws FolderError when it is a link or no file, is missing, or cannot be read
 */
export function openPlain(path: string): number {
  const opened = openUnfollowed(path)
  if (fstatSync(opened).isFile()) return opened
  closeSync(opened)
  throw notPlain(path)
}

/** Opens a path without following a link or waiting for a pipe. @throws FolderError when that fails */
function openUnfollowed(path: string): number {
  try {
    return openSync(path, flags)
  } catch (error) {
    const { code, message } = Object(error)
    if (code === 'ELOOP' || code === 'EMLINK') throw notPlain(path)
    throw new FolderError(code === 'ENOENT' ? `${path} is missing` : `cannot read ${path}: ${message}`)
  }
}

/** Yields the content of a plain file in pieces. @throws as `openPlain` */
export function* readPlainFile(path: string): Generator<Uint8Array> {
  const opened = openPlain(path)
  try {
    const buffer = new Uint8Array(chunkBytes)
    for (let size = readSync(opened, buffer); size > 0; size = readSync(opened, buffer))
      yield buffer.slice(0, size)
  } finally {
    closeSync(opened)
  }
}

/**
 * Returns the content of a small plain file.
 * @throws as `openPlain`, and FolderError when it has more than `max` bytes
 */
export function readPlain(path: string, max: number): Buffer {
  const opened = openPlain(path)
  try {
    const buffer = Buffer.alloc(max + 1) // one more byte shows that the file is too large
    let size = 0
    while (size <= max) {
      const bytesRead = readSync(opened, buffer, size, buffer.length - size, size)
      if (bytesRead === 0) break
      size += bytesRead
    }
    if (size > max) throw new FolderError(`${path} is damaged: it is larger than ${max} bytes`)
    return buffer.subarray(0, size)
  } finally {
    closeSync(opened)
  }
}

/** Returns the error for something else than a plain file. */
const notPlain = (path: string) =>
  new FolderError(`${path} is no plain file: put the file itself there, not a link, a folder or a pipe`)

/** Returns the `Stats` of a path; undefined if nothing exists there, or if a parent of the path is a file. */
function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (Object(error).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Checks a path before other code opens it. @throws FolderError unless it is a plain file or missing */
export function assertPlain(path: string): void {
  const stat = statOf(path)
  if (stat && !stat.isFile()) throw notPlain(path)
}

/**
 * Checks the path of a folder before files in it are used.
 * @throws FolderError unless it is a folder or missing
 */
export function assertFolder(path: string): void {
  const stat = statOf(path)
  if (stat && !stat.isDirectory())
    throw new FolderError(
      `${path} is a link or no folder: put a folder there (KAUNTA_BACKUP_TO names a second place for back-ups)`,
    )
}
