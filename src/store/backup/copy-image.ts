// A copy of the money file page by page, in pieces that leave the disk to the counter between them. The file is read
// while the server writes; what changed meanwhile is then written over it: from the log that follows the database
// (backup-log.ts), or by reading the file again while it keeps one state (copy-state.ts). For the worker.
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { LogPosition } from '../../domain/backup-log.ts'
import { type Head, readHead } from '../engine/chain-head.ts'
import { type PageSet, readFrames } from '../sqlite/wal.ts'
import type { ExactCopy } from './copy.ts'
import type { KeptState } from './copy-state.ts'
import { readPosition, writeAsPlain, writePosition } from './log-piece.ts'

const chunkBytes = 512 * 1024
/** The least pause after each of them. */
const pauseMs = 3
/** After a slow one the pause is so many times as long as the disk took, which is the counter's meanwhile. */
const pauseShare = 3
const pageBytes = 4_096

/** What completes a copy whose file was read, from the log. */
export interface CopyRest {
  readonly overlay: PageSet
  readonly position: LogPosition
  /** What chain.head said before the last of the overlay. */
  readonly head: Head
}

const imageFile = (folder: string) => join(folder, 'backups', 'image')

const copiedMoney = (copy: string) => join(copy, 'kaunta.db')

/** Waits until what was written is on the disk, and then leaves it to others for longer. */
function syncAndPause(opened: number): void {
  const from = performance.now()
  fdatasyncSync(opened)
  Bun.sleepSync(Math.max(pauseMs, pauseShare * (performance.now() - from)))
}

/** Fills `chunk` from a file as far as it goes. @returns how many bytes there are */
function readChunk(file: number, chunk: Buffer, at: number): number {
  let got = 0
  for (let more = 1; more > 0 && got < chunk.length; got += more)
    more = readSync(file, chunk, got, chunk.length - got, at + got)
  return got
}

function copyOpened(from: number, to: string): void {
  const opened = openSync(to, 'w', 0o600)
  try {
    const chunk = Buffer.alloc(chunkBytes)
    for (let at = 0; ; ) {
      const got = readChunk(from, chunk, at)
      if (got === 0) return
      writeSync(opened, chunk, 0, got, at)
      syncAndPause(opened)
      at += got
    }
  } finally {
    closeSync(opened)
  }
}

/** Reads the opened database of a data folder into a file of its own, which is no database yet. */
export function readImage(folder: string, file: number): void {
  mkdirSync(dirname(imageFile(folder)), { recursive: true, mode: 0o700 })
  copyOpened(file, imageFile(folder))
}

/** Writes pages over an image, some at a time. */
function putPages(image: number, { pages, pageBytes }: PageSet): void {
  let written = 0
  for (const [number, page] of pages) {
    writeSync(image, page, 0, page.length, (number - 1) * pageBytes)
    written += page.length
    if (written % chunkBytes === 0) fdatasyncSync(image)
  }
}

/** Writes over an image what differs in the first `bytes` of the file that it was read from. */
function putDifferences(image: number, file: number, bytes: number): void {
  const [wanted, there] = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)]
  let unsynced = 0
  for (let at = 0; at < bytes; at += chunkBytes) {
    const got = readChunk(file, wanted.subarray(0, Math.min(chunkBytes, bytes - at)), at)
    const had = readChunk(image, there, at)
    for (let page = 0; page < got; page += pageBytes) {
      const end = Math.min(page + pageBytes, got)
      if (end <= had && wanted.compare(there, page, end, page, end) === 0) continue
      writeSync(image, wanted, page, end - page, at + page)
      unsynced += end - page
    }
    if (unsynced < chunkBytes) continue
    fdatasyncSync(image)
    unsynced = 0
  }
}

/** Brings what was read to the state that the server keeps meanwhile. */
export function bringToState(folder: string, file: number, { frames, bytes }: KeptState): void {
  const image = openSync(imageFile(folder), 'r+')
  try {
    putDifferences(image, file, bytes)
    putPages(image, readFrames(join(folder, 'kaunta.db-wal'), 0, frames))
    ftruncateSync(image, bytes)
    writeAsPlain(image)
  } finally {
    closeSync(image)
  }
}

/** The copy of an image that was brought to a state. */
export const imageOfState = (folder: string, { head }: KeptState): ExactCopy => ({
  putMoney: to => renameSync(imageFile(folder), to),
  putPosition() {},
  head,
})

/** Makes a whole database of what was read, and what the log says of meanwhile. */
export const wholeImage = (folder: string, { overlay, position, head }: CopyRest): ExactCopy => ({
  putMoney(to) {
    const opened = openSync(imageFile(folder), 'r+')
    try {
      putPages(opened, overlay)
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
