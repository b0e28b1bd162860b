// Who may read a data folder: its owner alone, whatever was there before. Without that every user of the
// computer could read the secret key and the customers.
import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Kaunta's own files; what else lies in the folder is left as it is. */
const ownFile = /^(kaunta|staff|lock)\.db(-wal|-shm|-journal)?$|^secret\.key(\.new)?$|^chain\.head$/

/** The files and folders of a data folder, or of a folder of back-ups. */
function* ownPaths(folder: string): Generator<string> {
  yield folder
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (ownFile.test(entry.name) && !entry.isSymbolicLink()) yield join(entry.parentPath, entry.name)
}

/** Takes a data folder and its back-ups away from other users. @returns what is still open to them */
export function makePrivate(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (process.platform === 'win32' || !isFolder) return []
  return ownPathsOf(folder).filter(path => !isPrivate(path))
}

/** All that is Kaunta's in a data folder, its back-ups included. What lies behind a link is not. */
export function ownPathsOf(folder: string): string[] {
  const backups = join(folder, 'backups')
  const hasBackups = lstatSync(backups, { throwIfNoEntry: false })?.isDirectory() ?? false
  const copies = hasBackups ? readdirSync(backups).map(name => join(backups, name)) : []
  const folders = copies.filter(path => lstatSync(path).isDirectory())
  const paths = [folder, ...folders].flatMap(path => [...ownPaths(path)])
  return [...paths, ...(hasBackups ? [backups] : [])]
}

/** Whether only its owner may read a path, which this changes where it can. */
export function isPrivate(path: string): boolean {
  const { mode } = statSync(path)
  if ((mode & 0o077) === 0) return true
  try {
    chmodSync(path, mode & 0o700)
  } catch {
    return false // of another owner
  }
  return (statSync(path).mode & 0o077) === 0 // some disks keep no rights
}
