// Replaces the executable on disk and keeps the one of before beside it. At each moment a whole executable has
// the name, so a power cut leaves one that starts.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { syncFile } from '../store/backup/copy.ts'
import { readPlainFile } from '../store/folder/plain-file.ts'

/** Where the executable of before is kept. */
export const previousOf = (path: string): string => `${path}.previous`

/** The one that is about to take its place. */
export const asideOf = (path: string): string => `${path}.new`

/**
 * Copies a file beside the executable, where only those can change it who may replace that. @returns the copy
 * @throws Error of the system, such as EACCES
 */
export function copyBeside(file: string, path: string): string {
  const aside = asideOf(path)
  rmSync(aside, { force: true })
  const opened = openSync(aside, 'wx', 0o700)
  try {
    for (const piece of readPlainFile(realpathSync(file)))
      for (let at = 0; at < piece.length; ) at += writeSync(opened, piece, at)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  chmodSync(aside, 0o755)
  return aside
}

const asideNames = (path: string) => ({ release: asideOf(path), signature: `${asideOf(path)}.sig` })

/** Where an upload and its signature are copied to; what was there is removed. */
export function newAside(path: string): { readonly release: string; readonly signature: string } {
  const names = asideNames(path)
  for (const file of Object.values(names)) rmSync(file, { force: true })
  return names
}

export const makeExecutable = (file: string): void => chmodSync(file, 0o755)

const programOf = (path: string): string => `${path}.upgrading`

/** Another name of this executable, which still means this one once another has taken its place. */
export function ownProgram(path: string): string {
  rmSync(programOf(path), { force: true })
  linkSync(path, programOf(path))
  return programOf(path)
}

/** Removes a copy that was not installed, and what else an upgrade put beside the executable. */
export function removeCopy(path: string): void {
  for (const file of [...Object.values(asideNames(path)), programOf(path)]) rmSync(file, { force: true })
}

/** @param file may be the copy beside it. @throws Error of the system, before anything was replaced */
export function installExecutable(file: string, path: string): void {
  const aside = asideOf(path)
  if (file !== aside) copyBeside(file, path)
  rmSync(previousOf(path), { force: true })
  // Windows names a running executable otherwise, but does not replace it.
  if (process.platform === 'win32') renameSync(path, previousOf(path))
  else linkSync(path, previousOf(path))
  renameSync(aside, path)
  if (process.platform !== 'win32') syncFile(dirname(path))
}

/** Puts the executable of before back. */
export function restoreExecutable(path: string): void {
  if (process.platform === 'win32') renameSync(path, `${path}.failed`)
  renameSync(previousOf(path), path)
  if (process.platform !== 'win32') syncFile(dirname(path))
}

/** The executable, or the first folder above it, that others than root may write; undefined when there is none. */
export function placeOfOthers(path: string): string | undefined {
  const above = dirname(path)
  const open = above === path ? undefined : placeOfOthers(above)
  if (open !== undefined) return open
  const { uid, gid, mode } = statSync(path)
  const isOpen = uid !== 0 || (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0)
  return isOpen ? path : undefined
}
