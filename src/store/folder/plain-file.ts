// Reads files that something other than Kaunta may have put there: plain files only. It does not follow
// links, wait for pipes, or read endless files to the end.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { FolderError } from './folder.ts'

const chunkBytes = 1_024 * 1_024
/** Flags to open a file; Windows has neither of the last two. */
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

/** Opens a path without following a link or waiting for a pipe. @throws FolderError */
function openUnfollowed(path: string): number {
  try {
    return openSync(path, flags)
  } catch (error) {
    const { code, message } = Object(error)
    if (code === 'ELOOP' || code === 'EMLINK') throw notPlain(path)
    throw new FolderError(code === 'ENOENT' ? `${path} is missing` : `cannot read ${path}: ${message}`)
  }
}

/** Yields the content in pieces. @throws as `openPlain` */
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
 * Returns the content of a small file. @throws as `openPlain`, and FolderError when it has more than `max`
 * bytes
 */
export function readPlain(path: string, max: number): Buffer {
  const opened = openPlain(path)
  try {
    const buffer = Buffer.alloc(max + 1)
    let size = 0
    for (let read = 1; read > 0 && size <= max; size += read)
      read = readSync(opened, buffer, size, max + 1 - size, size)
    if (size > max) throw new FolderError(`${path} is damaged: it is larger than ${max} bytes`)
    return buffer.subarray(0, size)
  } finally {
    closeSync(opened)
  }
}

/** Returns the error for something else than a plain file. */
const notPlain = (path: string) =>
  new FolderError(`${path} is no plain file: put the file itself there, not a link, a folder or a pipe`)

/** Returns what is at a path; undefined if nothing is, or if a file is where a folder should be. */
function statOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (Object(error).code === 'ENOTDIR') return undefined
    throw error
  }
}

/**
 * Checks a file that another program opens by name. @throws FolderError unless it is a plain file or missing
 */
export function assertPlain(path: string): void {
  const stat = statOf(path)
  if (stat && !stat.isFile()) throw notPlain(path)
}

/**
 * Checks a folder that another program opens by name. @throws FolderError unless it is a folder or missing
 */
export function assertFolder(path: string): void {
  const stat = statOf(path)
  if (stat && !stat.isDirectory())
    throw new FolderError(
      `${path} is a link or no folder: put a folder there (KAUNTA_BACKUP_TO names a second place for back-ups)`,
    )
}
