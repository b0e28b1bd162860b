// Space of the disk that is kept for a start when it is full: SQLite needs a little for its log and index, even
// to read. It is the end of chain.head, random bytes without a meaning. Such a start cuts them off, and writes
// nothing until there is space again.
import { randomBytes } from 'node:crypto'
import { appendFileSync, statSync, truncateSync } from 'node:fs'
import { headBytes, headFile } from '../engine/chain-head.ts'

/** Logs and indexes of both databases take less than a half of it at a start. */
const reserveBytes = 524_288
/** With less free space than this the disk counts as full. */
const fullBelowBytes = reserveBytes
/** Writing begins again at twice that, so that the reserve fits as well. */
const enoughBytes = 2 * reserveBytes

export interface Reserve {
  /** Keeps the space, where there is enough. */
  keep(): void
  /** Whether the disk was full at the start and has no space yet. */
  isUsed(): boolean
}

/** Opens a folder's reserve, before the databases. @param freeBytes the free space of its disk */
export function openReserve(folder: string, freeBytes: () => number): Reserve {
  const file = headFile(folder)
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let isUsed = freeBytes() < fullBelowBytes
  if (isUsed && size() > headBytes) truncateSync(file, headBytes)
  const keep = () => {
    // A disk that compresses its files keeps no space for zeros.
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
