// Replaces the executable on disk and keeps the one of before beside it. At each moment a whole executable has
// the name, so a power cut leaves one that starts.
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFile } from '../store/copy.ts'

/** Where the executable of before is kept. */
export const previousOf = (path: string): string => `${path}.previous`

/** @throws Error of the system, such as EACCES, before anything was replaced */
export function installExecutable(file: string, path: string): void {
  const aside = `${path}.new`
  writeFileSync(aside, readFileSync(file), { flush: true })
  chmodSync(aside, 0o755)
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
