// Disk space reserved for a start on a full disk: SQLite needs a little for its log and index, even to read.
// The reserve is the end of chain.head, random bytes without a meaning. A start on a full disk cuts it off,
// and writes nothing until space is free again.
import { randomBytes } from 'node:crypto'
import { appendFileSync, statSync, truncateSync } from 'node:fs'
import { headBytes, headFile } from '../engine/chain-head.ts'

/** At a start, logs and indexes of both databases take less than half of this. */
const reserveBytes = 524_288
/** The disk counts as full below this much free space. */
const fullBelowBytes = reserveBytes
/** Writing resumes at twice the reserve, so that the reserve fits as well. */
const enoughBytes = 2 * reserveBytes

export interface Reserve {
  /** Fills the reserve if enough space is free. */
  fill(): void
  /**
   * Checks whether a disk that was full at the start has space again, and then fills the reserve.
   * @returns `full` while the disk has no space: nothing may be written then
   */
  checkDisk(): 'full' | 'free'
}

/**
 * Opens the disk space reserved at the end of a data folder's chain.head. If the disk is full, this removes
 * the reserve, so that SQLite has space to open the databases: call this before SQLite opens them.
 * @param freeBytes returns the free space of the disk, in bytes
 */
export function openReserve(folder: string, freeBytes: () => number): Reserve {
  const file = headFile(folder)
  const fileBytes = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let isDiskFull = freeBytes() < fullBelowBytes
  if (isDiskFull && fileBytes() > headBytes) truncateSync(file, headBytes)
  const fill = () => {
    const isMissing = fileBytes() === headBytes
    if (!isMissing || freeBytes() < enoughBytes) return
    // Random, because a disk that compresses its files reserves no space for zeros.
    appendFileSync(file, randomBytes(reserveBytes))
  }
  return {
    fill,
    checkDisk() {
      if (isDiskFull && freeBytes() >= enoughBytes) {
        fill()
        isDiskFull = false
      }
      return isDiskFull ? 'full' : 'free'
    },
  }
}
