// Reads pages from SQLite's write-ahead log, up to a frame that is committed. The log's file has no locks of
// its own, so it may be opened while SQLite has it open; the database's file may not.
import { closeSync, existsSync, openSync, readSync } from 'node:fs'

/** Sizes and offsets in this file are those of SQLite's write-ahead log format. */
const headerBytes = 32
/** Offset of the page size in the header. */
const pageSizeOffset = 8
/** A frame is this header, with the page's number and the size of the database, and then the page. */
const frameHeaderBytes = 24
/** Offset of the size of the database, in pages, in a frame header. */
const totalOffset = 4
/** Frames read at once. */
const framesAtOnce = 256

/** A position in a write-ahead log. */
export interface WalPosition {
  /**
   * Salt of the log's current round, which changes each time SQLite restarts the log. Empty without a log.
   */
  readonly salt: string
  readonly frames: number
}

/** The latest versions of pages. */
export interface PageSet {
  readonly pages: Map<number, Uint8Array>
  /** Size of the database after the last of these pages, in pages; 0 if the set is empty. */
  total: number
  pageBytes: number
}

/** Returns an empty set of pages. */
export const newPageSet = (): PageSet => ({ pages: new Map(), total: 0, pageBytes: 0 })

/** Adds newer pages, which replace older ones. */
export function addPages(to: PageSet, newer: PageSet): void {
  if (newer.pages.size === 0) return
  for (const [number, page] of newer.pages) to.pages.set(number, page)
  to.total = newer.total
  to.pageBytes = newer.pageBytes
}

/** Returns the salt of the log's current round; empty if there is none yet. */
export function walSalt(file: string): string {
  if (!existsSync(file)) return ''
  const opened = openSync(file, 'r')
  try {
    const header = Buffer.alloc(headerBytes)
    return readSync(opened, header, 0, headerBytes, 0) < headerBytes ? '' : header.toString('hex', 16, 24)
  } finally {
    closeSync(opened)
  }
}

/**
 * Returns the pages in the frames after number `from`, up to and including the committed frame `to`. Frames
 * are counted from 1.
 * @throws Error when the log is shorter
 */
export function readFrames(file: string, from: number, to: number): PageSet {
  const set = newPageSet()
  if (to <= from) return set
  const opened = openSync(file, 'r')
  try {
    const header = Buffer.alloc(headerBytes)
    readSync(opened, header, 0, headerBytes, 0)
    set.pageBytes = header.readUInt32BE(pageSizeOffset)
    const frameBytes = frameHeaderBytes + set.pageBytes
    for (let framesRead = from; framesRead < to; framesRead += framesAtOnce) {
      const chunk = Buffer.alloc(Math.min(framesAtOnce, to - framesRead) * frameBytes)
      const bytesRead = readSync(opened, chunk, 0, chunk.length, headerBytes + framesRead * frameBytes)
      if (bytesRead < chunk.length) throw new Error('the write-ahead log is shorter than SQLite says')
      for (let frame = 0; frame < chunk.length; frame += frameBytes) {
        // A copy: a view would keep the whole chunk in memory.
        const page = new Uint8Array(chunk.subarray(frame + frameHeaderBytes, frame + frameBytes))
        set.pages.set(chunk.readUInt32BE(frame), page)
        set.total = chunk.readUInt32BE(frame + totalOffset)
      }
    }
    return set
  } finally {
    closeSync(opened)
  }
}
