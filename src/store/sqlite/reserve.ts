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
  /** Returns whether the disk was full at the start and still is. Once it has space, fills the reserve. */
  isUsed(): boolean
}

/**
 * Opens the reserve of a data folder, and gives it up if the disk is full. Call this before opening
 * databases.
 * @param freeBytes returns the free space of the disk
 */
export function openReserve(folder: string, freeBytes: () => number): Reserve {
  const file = headFile(folder)
  const fileBytes = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let isFull = freeBytes() < fullBelowBytes
  if (isFull && fileBytes() > headBytes) truncateSync(file, headBytes)
  const fill = () => {
    if (fileBytes() !== headBytes || freeBytes() < enoughBytes) return
    // Random, because a disk that compresses its files reserves no space for zeros.
    appendFileSync(file, randomBytes(reserveBytes))
  }
  return {
    fill,
    isUsed() {
      if (isFull && freeBytes() >= enoughBytes) {
        fill()
        isFull = false
      }
      return isFull
    },
  }
}
