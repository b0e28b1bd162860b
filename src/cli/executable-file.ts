// Replaces the executable on disk and keeps the previous one next to it. At each moment the name belongs to a
// complete executable, so a power cut leaves one that starts.
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

/** Returns the path of the previous executable. */
export const previousOf = (path: string): string => `${path}.previous`

/** Returns the path for the copy of the next executable. */
export const asideOf = (path: string): string => `${path}.new`

/**
 * Copies a file next to the executable, where only users who may replace the executable can change it.
 * @returns the path of the copy, which is synced to the disk
 */
export function copyNextTo(file: string, path: string): string {
  const aside = asideOf(path)
  rmSync(aside, { force: true })
  const descriptor = openSync(aside, 'wx', 0o700)
  try {
    for (const piece of readPlainFile(realpathSync(file)))
      for (let offset = 0; offset < piece.length; ) offset += writeSync(descriptor, piece, offset)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  makeExecutable(aside)
  return aside
}

/** Returns the paths of an upload that is copied next to the executable, and of its signature. */
const asideNames = (path: string) => ({ release: asideOf(path), signature: `${asideOf(path)}.sig` })

/** Removes earlier copies of an upload. @returns the paths for the new copy and its signature */
export function newAside(path: string): { readonly release: string; readonly signature: string } {
  const names = asideNames(path)
  for (const file of Object.values(names)) rmSync(file, { force: true })
  return names
}

/** Allows everyone to run a file. */
export const makeExecutable = (file: string): void => chmodSync(file, 0o755)

/** Returns the path for a second name of the executable (`ownProgram`). */
const programOf = (path: string): string => `${path}.upgrading`

/** Links this executable to a second name, which stays valid when the first is replaced. @returns its path */
export function ownProgram(path: string): string {
  rmSync(programOf(path), { force: true })
  linkSync(path, programOf(path))
  return programOf(path)
}

/** Removes copies of a release and the second name next to the executable. The previous executable stays. */
export function removeCopy(path: string): void {
  for (const file of [...Object.values(asideNames(path)), programOf(path)]) rmSync(file, { force: true })
}

/**
 * Replaces the executable by a file, and keeps the previous executable next to it.
 * @param file any file, or the copy that `copyNextTo` made, which is then moved
 * @throws Error of the system, before anything was replaced
 */
export function installExecutable(file: string, path: string): void {
  const aside = asideOf(path)
  if (file !== aside) copyNextTo(file, path)
  rmSync(previousOf(path), { force: true })
  // Windows can rename a running executable, but not replace it.
  if (process.platform === 'win32') renameSync(path, previousOf(path))
  else linkSync(path, previousOf(path))
  renameSync(aside, path)
  if (process.platform !== 'win32') syncFile(dirname(path))
}

/** Restores the previous executable. */
export function restoreExecutable(path: string): void {
  // On Windows a running executable can only be renamed.
  if (process.platform === 'win32') renameSync(path, `${path}.failed`)
  renameSync(previousOf(path), path)
  if (process.platform !== 'win32') syncFile(dirname(path))
}

/**
 * Returns the highest folder above a path, or the path itself, to which users other than root may write;
 * undefined when only root may.
 */
export function placeOfOthers(path: string): string | undefined {
  const parent = dirname(path)
  const openParent = parent === path ? undefined : placeOfOthers(parent)
  if (openParent !== undefined) return openParent
  const { uid, gid, mode } = statSync(path)
  const groupMayWrite = (mode & 0o020) !== 0
  const everyoneMayWrite = (mode & 0o002) !== 0
  const isOpen = uid !== 0 || everyoneMayWrite || (groupMayWrite && gid !== 0)
  return isOpen ? path : undefined
}
