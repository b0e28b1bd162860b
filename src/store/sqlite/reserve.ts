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
  keep(): void
  /** Returns whether the disk was full at the start and still has no space. */
  isUsed(): boolean
}

/** Opens a folder's reserve, before the databases. @param freeBytes returns the free space of its disk */
export function openReserve(folder: string, freeBytes: () => number): Reserve {
  const file = headFile(folder)
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let isUsed = freeBytes() < fullBelowBytes
  if (isUsed && size() > headBytes) truncateSync(file, headBytes)
  const keep = () => {
    // A disk that compresses its files would reserve no space for zeros.
    if (size() === headBytes && freeBytes() >= enoughBytes) appendFileSync(file, randomBytes(reserveBytes))
  }
  return {
    keep,
    isUsed() {
      if (isUsed && freeBytes() >= enoughBytes) {
        keep()
        isUsed = false
      }
      return isUsed
    },
  }
}
