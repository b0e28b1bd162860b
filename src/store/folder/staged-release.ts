// The release that was uploaded and waits to be installed, in the data folder, and how the last upgrade ended.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { assertPlain, readPlain } from './plain-file.ts'

/** No signature, and no result of an upgrade, is so large. */
export const signatureBytesMax = 64 * 1_024

const folderOf = (data: string) => join(data, 'upgrade')
const fileOf = (data: string) => join(folderOf(data), 'kaunta-release')
const resultOf = (data: string) => join(folderOf(data), 'result.json')

/** The executable, and what its `.sig` says. */
export interface StagedRelease {
  readonly file: string
  readonly signature: string
}

/** The release that waits; undefined when there is none. */
export function stagedRelease(data: string): StagedRelease | undefined {
  const file = fileOf(data)
  try {
    assertPlain(file)
    const signature = readPlain(`${file}.sig`, signatureBytesMax).toString()
    return existsSync(file) ? { file, signature } : undefined
  } catch {
    return undefined // missing, or no plain files
  }
}

/** Where both files of an upload are, whether or not they are there. */
export const stagedFiles = (data: string) => ({ release: fileOf(data), signature: `${fileOf(data)}.sig` })

/** Removes it. */
export function clearStaged(data: string): void {
  for (const ending of ['.sig', '']) rmSync(fileOf(data) + ending, { recursive: true, force: true })
}

const uploadName = /^kaunta-release\.[0-9a-f-]{36}\.part$/

/** Removes what uploads that were cut off left. */
export function clearUploads(data: string): void {
  for (const name of existsSync(folderOf(data)) ? readdirSync(folderOf(data)) : [])
    if (uploadName.test(name)) rmSync(join(folderOf(data), name), { recursive: true, force: true })
}

/**
 * Writes an upload to the disk as it comes, under a name of its own. One before it goes first.
 * @returns whether it is the file that was signed; otherwise nothing of it is kept
 */
export async function stageRelease(
  data: string,
  { signature, sha256 }: { readonly signature: string; readonly sha256: string },
  pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  mkdirSync(folderOf(data), { recursive: true, mode: 0o700 })
  clearStaged(data)
  const aside = `${fileOf(data)}.${randomUUID()}.part`
  const hash = new Bun.CryptoHasher('sha256')
  const opened = openSync(aside, 'wx', 0o700)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      for (let at = 0; at < piece.length; ) at += writeSync(opened, piece, at)
    }
    fsyncSync(opened)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  } finally {
    closeSync(opened)
  }
  if (hash.digest('hex') !== sha256) {
    rmSync(aside)
    return false
  }
  chmodSync(aside, 0o755)
  // The signature comes last: after a power cut none lies beside a file that it does not belong to.
  clearStaged(data)
  renameSync(aside, fileOf(data))
  writeFileSync(`${fileOf(data)}.sig`, signature, { flush: true, mode: 0o600, flag: 'wx' })
  return true
}

/** How an upgrade from the console ended. */
export interface UpgradeEnd {
  /** Empty, as the commit, when the file was refused. */
  readonly version: string
  readonly commit: string
  /** `refused`: what lay in the place of the upload is no release that may be installed. */
  readonly outcome: 'installed' | 'failed' | 'refused'
  /** Why it failed, in words; empty when it did not. */
  readonly why: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export function lastUpgrade(data: string): UpgradeEnd | undefined {
  try {
    return JSON.parse(readPlain(resultOf(data), signatureBytesMax).toString()) as UpgradeEnd
  } catch {
    return undefined
  }
}

export function keepUpgradeEnd(data: string, end: UpgradeEnd): void {
  mkdirSync(folderOf(data), { recursive: true, mode: 0o700 })
  rmSync(resultOf(data), { recursive: true, force: true })
  writeFileSync(resultOf(data), JSON.stringify(end), { flush: true, mode: 0o600 })
}
