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
  /** Returns whether the disk was full at the start and still has no space. */
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
  let isUsed = freeBytes() < fullBelowBytes
  if (isUsed && fileBytes() > headBytes) truncateSync(file, headBytes)
  const fill = () => {
    // A disk that compresses its files would reserve no space for zeros.
    if (fileBytes() === headBytes && freeBytes() >= enoughBytes)
      appendFileSync(file, randomBytes(reserveBytes))
  }
  return {
    fill,
    isUsed() {
      if (isUsed && freeBytes() >= enoughBytes) {
        fill()
        isUsed = false
      }
      return isUsed
    },
  }
}
