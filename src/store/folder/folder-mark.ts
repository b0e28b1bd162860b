// The mark that keeps a data folder from being used, because a move has left it, or a restore or move has not
// filled it.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../engine/chain-head.ts'
import { exitStatuses, FolderError } from './folder.ts'
import { readPlain } from './plain-file.ts'

/** Returns the path of the mark's file. */
export const markFile = (folder: string) => join(folder, 'moved')

const markBytesMax = 4_096

/** Returns the reason in a folder's mark why it must not be used; undefined if it has no mark. */
export const folderMark = (folder: string): string | undefined =>
  existsSync(markFile(folder)) ? readPlain(markFile(folder), markBytesMax).toString().trim() : undefined

/**
 * Sets or removes the mark of a folder. After a power cut the old or the new mark is whole.
 * @param why reason not to use the folder; undefined when it may be used again
 */
export function markFolder(folder: string, why: string | undefined): void {
  const file = markFile(folder)
  if (why === undefined) rmSync(file, { force: true })
  else {
    writeFileSync(`${file}.new`, `${why}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  syncFolder(folder)
}

/**
 * Checks that a folder has no mark.
 * @throws FolderError if a move has left it, or a move or restore has not filled it yet
 */
export function assertNotMoved(folder: string, exitStatus: number = exitStatuses.unusable): void {
  const why = folderMark(folder)
  if (why !== undefined) throw new FolderError(`${folder} is not to be used: ${why}`, exitStatus)
}
