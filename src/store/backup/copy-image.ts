// Copies the money file page by page, with pauses that leave the disk to sales. The server writes while the
// file is read, so the changes are then written over the copy: from the log that follows the database
// (backup-log.ts), or by reading the file again while SQLite keeps one state (copy-state.ts). Runs in the
// worker.
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

/** Bytes that are read, written and synced at once. */
const chunkBytes = 512 * 1024
/** Shortest pause after each chunk. */
const pauseMs = 3
/** After a slow chunk, the pause is this many times as long as the disk took, so that sales have the disk. */
const pauseShare = 3
/** Bytes that are compared at once: SQLite's default page. */
const pageBytes = 4_096

/** What the log adds to complete a copy whose file was read. */
export interface CopyRest {
  readonly overlay: PageSet
  readonly position: LogPosition
  /** The content of chain.head before the last page of the overlay was read. */
  readonly head: Head
}

const imageFile = (folder: string) => join(folder, 'backups', 'image')

const moneyFileOf = (copy: string) => join(copy, 'kaunta.db')

/**
 * Waits until the written bytes are on the disk, and then sleeps for a multiple of that time, so that sales
 * can use the disk.
 */
function syncAndPause(opened: number): void {
  const startedAt = performance.now()
  fdatasyncSync(opened)
  const syncMs = performance.now() - startedAt
  Bun.sleepSync(Math.max(pauseMs, pauseShare * syncMs))
}

/**
 * Fills `chunk` from an offset of a file.
 * @returns the number of bytes read, fewer only at the end of the file
 */
function readChunk(file: number, chunk: Buffer, offset: number): number {
  let total = 0
  while (total < chunk.length) {
    const bytesRead = readSync(file, chunk, total, chunk.length - total, offset + total)
    if (bytesRead === 0) break
    total += bytesRead
  }
  return total
}

/** Copies an opened file to a new file in chunks, with a pause after each. */
function copyOpened(from: number, to: string): void {
  const opened = openSync(to, 'w', 0o600)
  try {
    const chunk = Buffer.alloc(chunkBytes)
    for (let offset = 0; ; ) {
      const size = readChunk(from, chunk, offset)
      if (size === 0) return
      writeSync(opened, chunk, 0, size, offset)
      syncAndPause(opened)
      offset += size
    }
  } finally {
    closeSync(opened)
  }
}

/**
 * Copies the opened money file of a data folder to an image file. The server writes to the money file during
 * the copy, so the image is not a valid database until the changes are written over it.
 */
export function readImage(folder: string, file: number): void {
  mkdirSync(dirname(imageFile(folder)), { recursive: true, mode: 0o700 })
  copyOpened(file, imageFile(folder))
}

/** Writes pages over an image, and syncs after each chunk. */
function putPages(image: number, { pages, pageBytes }: PageSet): void {
  let written = 0
  for (const [number, page] of pages) {
    writeSync(image, page, 0, page.length, (number - 1) * pageBytes)
    written += page.length
    if (written % chunkBytes === 0) fdatasyncSync(image) // a chunk is a whole number of pages
  }
}

/**
 * Compares an image with the first `bytes` of the file that it was read from, and writes the pages that
 * differ over the image.
 */
function putDifferences(image: number, file: number, bytes: number): void {
  const fileChunk = Buffer.alloc(chunkBytes)
  const imageChunk = Buffer.alloc(chunkBytes)
  let unsynced = 0
  for (let offset = 0; offset < bytes; offset += chunkBytes) {
    const wantedBytes = Math.min(chunkBytes, bytes - offset)
    const fileBytes = readChunk(file, fileChunk.subarray(0, wantedBytes), offset)
    const imageBytes = readChunk(image, imageChunk, offset)
    for (let page = 0; page < fileBytes; page += pageBytes) {
      const end = Math.min(page + pageBytes, fileBytes)
      const isEqual = end <= imageBytes && fileChunk.compare(imageChunk, page, end, page, end) === 0
      if (isEqual) continue
      writeSync(image, fileChunk, page, end - page, offset + page)
      unsynced += end - page
    }
    if (unsynced < chunkBytes) continue
    fdatasyncSync(image)
    unsynced = 0
  }
}

/**
 * Brings the image to the state of the database that SQLite keeps (copy-state.ts), by writing over it the
 * pages that changed since it was read.
 * @param file the opened money file
 */
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

/** Returns the exact copy made of an image that `bringToState` has changed. No log can follow it. */
export const imageOfState = (folder: string, { head }: KeptState): ExactCopy => ({
  putMoney: to => renameSync(imageFile(folder), to),
  putPosition() {},
  head,
})

/**
 * Returns the exact copy made of an image that was read while the server wrote: `putMoney` writes the pages
 * that changed in that time over the image, and moves it to its place.
 */
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

/**
 * Returns the exact copy of another copy, which no server has open, with its position in the log; undefined
 * if it has none.
 */
export function exactCopyOf(copy: string): ExactCopy | undefined {
  const position = readPosition(copy)
  if (!position) return undefined
  return {
    head: readHead(copy),
    putMoney(to) {
      const opened = openSync(moneyFileOf(copy), 'r')
      try {
        copyOpened(opened, to)
      } finally {
        closeSync(opened)
      }
    },
    putPosition: to => writePosition(to, position),
  }
}

/** Removes the image that an interrupted copy left. */
export function clearImage(folder: string): void {
  if (existsSync(imageFile(folder))) rmSync(imageFile(folder), { force: true })
}
