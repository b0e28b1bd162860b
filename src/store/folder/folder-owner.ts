// Root works on a data folder with the rights of the folder's owner. The owner's process, which must not get
// the rights of root, decides what is in the folder (links, databases, their logs), and must own whatever is
// made there.
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorText } from '../../domain/error-text.ts'
import { FolderError } from './folder.ts'

export interface FolderOwner {
  readonly uid: number
  readonly gid: number
}

/**
 * Returns the user whose rights root must take to work on a folder: its owner, or for a folder of root the
 * owner of its kaunta.db. Undefined when this process does not run as root, or there is no such user.
 */
export function ownerOf(folder: string): FolderOwner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const folderStat = statSync(folder, { throwIfNoEntry: false })
  const isOwnedByRoot = folderStat?.uid === 0 && folderStat.isDirectory()
  const stat = isOwnedByRoot ? lstatSync(join(folder, 'kaunta.db'), { throwIfNoEntry: false }) : folderStat
  if (!stat || stat.uid === 0) return undefined
  // A folder of root's group must not give the rights of that group.
  return { uid: stat.uid, gid: stat.gid === 0 ? stat.uid : stat.gid }
}

/**
 * Gives up the rights of root for those of a folder's owner, permanently. Other processes of that owner
 * cannot trace this process: Linux allows that only after it starts another program.
 * @throws FolderError if root may not do that
 */
export function become({ uid, gid }: FolderOwner): void {
  try {
    process.setgroups?.([])
    process.setgid?.(gid)
    process.setuid?.(uid)
  } catch (error) {
    const reason = errorText(error)
    throw new FolderError(
      `the data folder belongs to user ${uid}, and this process may not become that user (${reason}): run this as user ${uid}`,
    )
  }
}

/** Becomes the owner of a folder, unless that is root. */
export function becomeOwnerOf(folder: string): void {
  const owner = ownerOf(folder)
  if (owner) become(owner)
}

/** Returns whether this owner could replace a path, or a folder above it, with something else. */
export function mayChange(owner: FolderOwner, path: string): boolean {
  const existing = existingPart(resolve(path))
  if (isOpenTo(owner, existing)) return true
  return foldersAbove(existing).some(above => isOpenTo(owner, above, { isAbove: true }))
}

/** Returns the path, or the nearest folder above it that exists, with links resolved. */
const existingPart = (path: string): string =>
  existsSync(path) ? realpathSync(path) : existingPart(dirname(path))

/** Lists the folders above a path, up to the root of the file system. */
const foldersAbove = (path: string): string[] =>
  dirname(path) === path ? [] : [dirname(path), ...foldersAbove(dirname(path))]

/** Bits of a file's mode (POSIX). */
const stickyBit = 0o1000
const groupMayWrite = 0o020
const othersMayWrite = 0o002

/**
 * Returns whether this user could replace what is at the path or, with `isAbove`, a file of another user in
 * this folder. In a sticky folder, like /tmp, only the owner of a file can replace the file.
 */
function isOpenTo({ uid, gid }: FolderOwner, path: string, { isAbove } = { isAbove: false }): boolean {
  const stat = lstatSync(path)
  const isSticky = isAbove && (stat.mode & stickyBit) !== 0
  const isGroupOpen = (stat.mode & groupMayWrite) !== 0 && stat.gid === gid
  const isOpen = isGroupOpen || (stat.mode & othersMayWrite) !== 0
  return stat.uid === uid || (isOpen && !isSticky)
}
