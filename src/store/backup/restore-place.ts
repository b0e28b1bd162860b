// The folder that a restore fills. All of its work happens inside this folder, which has a mark until it
// ends: nothing outside it is touched, no server starts on half of it, and an interrupted restore starts over
// because of its mark.
import {
  closeSync,
  existsSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { syncFolder } from '../engine/chain-head.ts'
import { FolderError } from '../folder/folder.ts'
import { folderMark, markFile, markFolder } from '../folder/folder-mark.ts'
import { assertFolder, readPlainFile } from '../folder/plain-file.ts'
import { roomFor } from './backup.ts'
import { copyNames } from './copy.ts'

const restoreMark = 'a restore into it has not ended, start it again'

/** Files that SQLite leaves next to a database that was not closed; they belong to it. */
const walNames = ['kaunta.db-wal', 'staff.db-wal']

/** Largest file that is not a database, in bytes; a head is followed by half a megabyte (reserve.ts). */
const smallBytesMax = 1_000_000
/** Returns whether a file of a copy is a database, or SQLite's log of one. */
const isDatabase = (name: string) => name.includes('.db')

/**
 * Copies the files of a back-up into a new folder in `aside`, which belongs to this process, so that nothing
 * else can change them while they are checked.
 * @returns the path of the new folder
 * @throws FolderError when a file is a link or too large, or space is short
 */
export function takeCopy(copy: string, aside: string): string {
  const folder = join(aside, basename(resolve(copy)))
  const { needed, free } = roomFor(copy, aside)
  if (free < needed)
    throw new FolderError(`the disk has no room for ${copy}: it needs ${needed} bytes, and ${free} are free`)
  mkdirSync(folder, { mode: 0o700 })
  for (const name of [...copyNames, ...walNames]) {
    const from = join(copy, name)
    const stat = lstatSync(from, { throwIfNoEntry: false })
    if (!stat) continue
    if (!isDatabase(name) && stat.size > smallBytesMax)
      throw new FolderError(`${from} is damaged: it is larger than ${smallBytesMax} bytes`)
    const opened = openSync(join(folder, name), 'wx', 0o600)
    try {
      for (const piece of readPlainFile(from))
        for (let index = 0; index < piece.length; ) index += writeSync(opened, piece, index)
      futimesSync(opened, stat.atime, stat.mtime)
    } finally {
      closeSync(opened)
    }
  }
  return folder
}

export interface RestorePlace {
  /** Folder for intermediate files. */
  readonly aside: string
  /** Moves the files of a whole data folder to their place. @param restored the folder that holds them */
  finish(restored: string): void
  /** Leaves the folder as it was before. */
  clear(): void
}

const workFolder = (folder: string) => join(folder, 'restore')

/** Returns the paths of all files and folders that an interrupted restore may have left. */
const ownPaths = (folder: string): readonly string[] => [
  workFolder(folder),
  ...copyNames.map(name => join(folder, name)),
]

/** Removes everything that an interrupted restore may have left, and its mark. */
function removeOwn(folder: string): void {
  for (const path of ownPaths(folder)) rmSync(path, { recursive: true, force: true })
  markFolder(folder, undefined)
}

/**
 * Checks that a restore may fill a folder: it is missing, is empty, or holds only an interrupted restore.
 * @throws FolderError when it holds anything else
 */
export function assertRestorable(folder: string): void {
  assertFolder(folder)
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.length === 0) return
  const restorePaths = [...ownPaths(folder), markFile(folder)]
  const isInterrupted =
    folderMark(folder) === restoreMark && names.every(name => restorePaths.includes(join(folder, name)))
  if (isInterrupted) return
  throw new FolderError(`${folder} is not empty: move it away first, or name another folder with --data`)
}

/**
 * Marks a folder as one that is being restored, so that no server starts on it and an interrupted restore can
 * begin again. `finish` moves the restored files into the folder, `clear` removes what the restore made.
 * @throws FolderError as `assertRestorable`
 */
export function beginRestore(folder: string): RestorePlace {
  assertRestorable(folder)
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) removeOwn(folder)
  markFolder(folder, restoreMark)
  mkdirSync(workFolder(folder), { mode: 0o700 })
  return {
    aside: workFolder(folder),
    finish(restored) {
      // kaunta.db comes last, because it makes a folder a data folder.
      for (const name of copyNames.toReversed())
        if (existsSync(join(restored, name))) renameSync(join(restored, name), join(folder, name))
      rmSync(workFolder(folder), { recursive: true })
      syncFolder(folder)
      markFolder(folder, undefined)
    },
    clear() {
      removeOwn(folder)
      if (isNew && readdirSync(folder).length === 0) rmdirSync(folder)
    },
  }
}
