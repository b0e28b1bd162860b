// The mark that keeps a data folder from being used: a move has left it, or a restore has not filled it yet.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../engine/chain-head.ts'
import { FolderError } from './folder.ts'
import { readPlain } from './plain-file.ts'

/** The file with the mark of a move. */
export const markFile = (folder: string) => join(folder, 'moved')

const markBytesMax = 4_096

/** Why a folder is not to be used; undefined for one that is. */
export const folderMark = (folder: string): string | undefined =>
  existsSync(markFile(folder)) ? readPlain(markFile(folder), markBytesMax).toString().trim() : undefined

/** After a power cut there is the whole mark or the one before. @param why undefined when it may be used again */
export function markFolder(folder: string, why: string | undefined): void {
  const file = markFile(folder)
  if (why === undefined) rmSync(file, { force: true })
  else {
    writeFileSync(`${file}.new`, `${why}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  syncFolder(folder)
}

/** @throws FolderError for a folder that `kaunta move` has left, or has not filled yet */
export function assertNotMoved(folder: string, exitStatus = 1): void {
  const why = folderMark(folder)
  if (why !== undefined) throw new FolderError(`${folder} is not to be used: ${why}`, exitStatus)
}
