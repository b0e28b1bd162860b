// Makes a data folder readable by its owner alone, whatever its rights were before. Otherwise every user of
// the computer could read the secret key and the customers.
import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Kaunta's own files; other files in the folder are left as they are. */
const ownFile = /^(kaunta|staff|lock)\.db(-wal|-shm|-journal)?$|^secret\.key(\.new)?$|^chain\.head$/

/** Yields the path of a data folder or of a back-up, and the paths of Kaunta's own files in it. */
function* ownPaths(folder: string): Generator<string> {
  yield folder
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (ownFile.test(entry.name) && !entry.isSymbolicLink()) yield join(entry.parentPath, entry.name)
}

/**
 * Takes away the rights of other users to a data folder and its back-ups.
 * @returns paths that are still open to them
 */
export function makePrivate(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (process.platform === 'win32' || !isFolder) return []
  return ownPathsOf(folder).filter(path => !closeToOthers(path))
}

/** Lists Kaunta's own paths in a data folder, including its back-ups, but nothing behind a link. */
export function ownPathsOf(folder: string): string[] {
  const backups = join(folder, 'backups')
  const hasBackups = lstatSync(backups, { throwIfNoEntry: false })?.isDirectory() ?? false
  const copies = hasBackups ? readdirSync(backups).map(name => join(backups, name)) : []
  const folders = copies.filter(path => lstatSync(path, { throwIfNoEntry: false })?.isDirectory())
  const paths = [folder, ...folders].flatMap(path => [...ownPaths(path)])
  return [...paths, ...(hasBackups ? [backups] : [])]
}

/** Returns the mode bits of other users for a path; 0 if it is missing, as SQLite may have removed it. */
export const openRights = (path: string): number =>
  (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077

/**
 * Takes away the rights of other users to a path.
 * @returns whether they have none now, which not all disks allow
 */
export function closeToOthers(path: string): boolean {
  if (openRights(path) === 0) return true
  try {
    chmodSync(path, statSync(path).mode & 0o700)
  } catch {
    return !existsSync(path) // if it exists, it has another owner
  }
  return openRights(path) === 0 // some file systems store no rights
}
