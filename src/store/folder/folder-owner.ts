// Root works on a data folder with the rights of the folder's owner. What lies in the folder (links, databases, their
// logs) is the choice of a process that must not get the rights of root, and what is made there must belong to it.
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { FolderError } from './folder.ts'

export interface FolderOwner {
  readonly uid: number
  readonly gid: number
}

/** @returns undefined when this process is not root's, and for a folder that is missing or root's own */
export function ownerOf(folder: string): FolderOwner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const found = statSync(folder, { throwIfNoEntry: false })
  const isRoots = found?.uid === 0 && found.isDirectory()
  const other = isRoots ? lstatSync(join(folder, 'kaunta.db'), { throwIfNoEntry: false }) : found
  if (!other || other.uid === 0) return undefined
  // A folder of root's group must not give the rights of that group.
  return { uid: other.uid, gid: other.gid === 0 ? other.uid : other.gid }
}

/**
 * Gives up the rights of root for those of a folder's owner, for good. Also no other process of that owner may trace
 * this one: Linux allows that only after another program was started in it.
 * @throws FolderError where root may not do that
 */
export function become({ uid, gid }: FolderOwner): void {
  try {
    process.setgroups?.([])
    process.setgid?.(gid)
    process.setuid?.(uid)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new FolderError(
      `the data folder belongs to user ${uid}, and this process may not become that user (${reason}): run this as user ${uid}`,
      1,
    )
  }
}

/** Becomes the owner of a folder that root does not own. */
export function becomeOwnerOf(folder: string): void {
  const owner = ownerOf(folder)
  if (owner) become(owner)
}

/** Whether an owner could put something else in the place of a path, or of a folder above it. */
export function mayChange(owner: FolderOwner, path: string): boolean {
  const nearest = nearestOf(resolve(path))
  return isOpenTo(owner, nearest, false) || foldersAbove(nearest).some(above => isOpenTo(owner, above, true))
}

/** The path, or the first folder above it, that is there; without links. */
const nearestOf = (path: string): string => (existsSync(path) ? realpathSync(path) : nearestOf(dirname(path)))

const foldersAbove = (path: string): string[] =>
  dirname(path) === path ? [] : [dirname(path), ...foldersAbove(dirname(path))]

/** @param isAbove in a folder like /tmp only its owner replaces a file */
function isOpenTo({ uid, gid }: FolderOwner, path: string, isAbove: boolean): boolean {
  const stat = lstatSync(path)
  const isSticky = isAbove && (stat.mode & 0o1000) !== 0
  const isGroupOpen = (stat.mode & 0o020) !== 0 && stat.gid === gid
  const isOpen = isGroupOpen || (stat.mode & 0o002) !== 0
  return stat.uid === uid || (isOpen && !isSticky)
}
