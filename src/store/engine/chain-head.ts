// The head of the record chain: its last link, in the file chain.head next to the database. It is written in
// place after each commit, so it may be behind the database but never ahead of it: a power cut raises no
// false alarm. Writes alternate between two slots in different blocks, so a torn write leaves the other one
// readable.
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { openPlain } from '../folder/plain-file.ts'
import { sha256 } from '../hash.ts'
import type { ChainHead } from './chain.ts'

/** The part of a link that the head holds. */
export interface HeadLink {
  readonly number: number
  readonly hash: string
}

const slotBytes = 4_096
/** Size of a slot's text: one sector. */
const textBytes = 512
/** Size of the head. What follows in the file has no meaning (reserve.ts). */
export const headBytes = slotBytes + textBytes

/** Returns the path of the head of a data folder. */
export const headFile = (folder: string) => join(folder, 'chain.head')

/** Returns the content of a slot: number and hash of a link, and the SHA-256 of both. */
function slotText({ number, hash }: HeadLink): Buffer {
  const text = `${number} ${hash}`
  return Buffer.from(`${text} ${sha256(text)}\n`.padEnd(textBytes))
}

/** A slot's text, such as `12 9f86… 2c26…`: number and hash of a link, and the SHA-256 of both. */
const slotFormat = /^((\d+) ([0-9a-f]*)) ([0-9a-f]{64})\n/

/** Returns the link in a slot; undefined if the slot is empty or was written only in part. */
function slotLink(bytes: Uint8Array): HeadLink | undefined {
  const slot = Buffer.from(bytes).toString('latin1')
  const [, text = '', number, hash = '', sum] = slotFormat.exec(slot) ?? []
  return sha256(text) === sum ? { number: Number(number), hash } : undefined
}

/** Reads the links in the two slots of an open head file. What follows in the file has no meaning. */
function slotsOf(file: number) {
  const bytes = Buffer.alloc(headBytes)
  readSync(file, bytes, 0, headBytes, 0)
  return [slotLink(bytes.subarray(0, textBytes)), slotLink(bytes.subarray(slotBytes))] as const
}

/** Returns whether the first slot holds the newer link; false if the first slot is not readable. */
const isFirstNewer = (first: HeadLink | undefined, second: HeadLink | undefined): boolean =>
  first !== undefined && (!second || first.number > second.number)

/** The newest readable link of a head, or why there is none: no file, or no slot that can be read. */
export type Head = HeadLink | 'missing' | 'damaged'

/** Reads the head of a data folder or of a copy. @throws FolderError when its file cannot be read */
export function readHead(folder: string): Head {
  const stat = lstatSync(headFile(folder), { throwIfNoEntry: false })
  if (!stat) return 'missing'
  if (!stat.isFile()) return 'damaged'
  const file = openPlain(headFile(folder))
  try {
    const [first, second] = slotsOf(file)
    return (isFirstNewer(first, second) ? first : second) ?? 'damaged'
  } finally {
    closeSync(file)
  }
}

/** Writes a whole head file, with the link in both slots. Anything else with its name is removed. */
export function writeHead(folder: string, link: HeadLink): void {
  const bytes = Buffer.alloc(headBytes, ' ')
  for (const start of [0, slotBytes]) slotText(link).copy(bytes, start)
  const stat = lstatSync(headFile(folder), { throwIfNoEntry: false })
  if (stat && !stat.isFile()) rmSync(headFile(folder), { recursive: true })
  writeFileSync(headFile(folder), bytes, { mode: 0o600, flush: true })
}

export interface HeadWriter extends ChainHead {
  close(): void
}

/** Schedules a call. Returns a function that cancels it. */
export type Later = (call: () => void) => () => void

/**
 * Opens the head of a folder to write each link after its commit. Each write replaces the older of the two
 * stored links, and errors of the file are ignored: a head behind the database raises no alarm. The file must
 * exist.
 * @param link the newest link in the database, written at once if the head is behind it
 * @param later schedules the sync after a write; if unset, the head is synced only when it is closed
 */
export function openHead(folder: string, link: HeadLink, later: Later | undefined): HeadWriter {
  const file = openSync(headFile(folder), 'r+')
  const [first, second] = slotsOf(file)
  /** The slot of the next write. */
  let olderSlot = isFirstNewer(first, second) ? 1 : 0
  let cancelSync: (() => void) | undefined
  const sync = () => {
    cancelSync = undefined
    fdatasync(file, () => {}) // ignores errors: a failing disk shows in the commits
  }
  const write = (next: HeadLink) => {
    try {
      writeSync(file, slotText(next), 0, textBytes, olderSlot * slotBytes)
    } catch {
      return // the head stays behind the database
    }
    olderSlot = 1 - olderSlot
    cancelSync ??= later?.(sync)
  }
  const newestStored = Math.max(first?.number ?? 0, second?.number ?? 0)
  if (newestStored < link.number) write(link)
  return {
    write,
    close() {
      cancelSync?.()
      try {
        fdatasyncSync(file)
      } catch {} // after a power cut the head may be behind the database
      closeSync(file)
    },
  }
}

/** Syncs a folder, so that the names of its files survive a power cut. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // Windows cannot open folders
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
