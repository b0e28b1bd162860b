// A copy of the money file page by page, as the log needs one to start from: VACUUM INTO would number its pages anew.
// The file is read while the server writes; what changed meanwhile is then written over it. For the worker.
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { LogPosition } from '../domain/backup-log.ts'
import { type Head, readHead } from './chain-head.ts'
import type { ExactCopy } from './copy.ts'
import { readPosition, writeAsPlain, writePosition } from './log-piece.ts'
import { spoolOf } from './log-spool.ts'
import type { PageSet } from './wal.ts'

const chunkBytes = 1024 * 1024

/** What completes a copy whose file was read. */
export interface CopyRest {
  readonly overlay: PageSet
  readonly position: LogPosition
  /** What chain.head said before the last of the overlay. */
  readonly head: Head
}

const imageFile = (folder: string) => join(spoolOf(folder), 'image')

const copiedMoney = (copy: string) => join(copy, 'kaunta.db')

function copyOpened(from: number, to: string): void {
  const opened = openSync(to, 'w', 0o600)
  try {
    const chunk = Buffer.alloc(chunkBytes)
    for (let at = 0; ; ) {
      const got = readSync(from, chunk, 0, chunk.length, at)
      if (got === 0) return
      writeSync(opened, chunk, 0, got, at)
      at += got
    }
  } finally {
    closeSync(opened)
  }
}

/** Reads the opened database of a data folder into a file of its own, which is no database yet. */
export function readImage(folder: string, file: number): void {
  mkdirSync(spoolOf(folder), { recursive: true, mode: 0o700 })
  copyOpened(file, imageFile(folder))
}

/** Makes a whole database of what was read. */
export const wholeImage = (folder: string, { overlay, position, head }: CopyRest): ExactCopy => ({
  putMoney(to) {
    const opened = openSync(imageFile(folder), 'r+')
    try {
      for (const [number, page] of overlay.pages)
        writeSync(opened, page, 0, page.length, (number - 1) * overlay.pageBytes)
      if (overlay.pages.size > 0) ftruncateSync(opened, overlay.total * overlay.pageBytes)
      writeAsPlain(opened)
    } finally {
      closeSync(opened)
    }
    renameSync(imageFile(folder), to)
  },
  putPosition: to => writePosition(to, position),
  head,
})

/** Copies a copy that no server has open, with its place in the log; undefined when it has none. */
export function exactCopyOf(copy: string): ExactCopy | undefined {
  const position = readPosition(copy)
  if (!position) return undefined
  return {
    head: readHead(copy),
    putMoney(to) {
      const opened = openSync(copiedMoney(copy), 'r')
      try {
        copyOpened(opened, to)
      } finally {
        closeSync(opened)
      }
    },
    putPosition: to => writePosition(to, position),
  }
}

/** Removes what a copy that was cut off left. */
export function clearImage(folder: string): void {
  if (existsSync(imageFile(folder))) rmSync(imageFile(folder), { force: true })
}
