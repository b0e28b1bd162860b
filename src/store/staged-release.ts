// The release that was uploaded and waits to be installed, in the data folder, and how the last upgrade ended.
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

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
  return existsSync(`${file}.sig`) && existsSync(file)
    ? { file, signature: readFileSync(`${file}.sig`, 'utf8') }
    : undefined
}

/** Where both files of an upload are, whether or not they are there. */
export const stagedFiles = (data: string) => ({ release: fileOf(data), signature: `${fileOf(data)}.sig` })

/** Removes it. */
export function clearStaged(data: string): void {
  for (const ending of ['.sig', '.part', '']) rmSync(fileOf(data) + ending, { force: true })
}

/**
 * Writes an upload to the disk as it comes. One before it goes first.
 * @returns whether it is the file that was signed; otherwise nothing is kept
 */
export async function stageRelease(
  data: string,
  { signature, sha256 }: { readonly signature: string; readonly sha256: string },
  pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  mkdirSync(folderOf(data), { recursive: true, mode: 0o700 })
  clearStaged(data)
  const aside = `${fileOf(data)}.part`
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
  renameSync(aside, fileOf(data))
  writeFileSync(`${fileOf(data)}.sig`, signature, { flush: true, mode: 0o600 })
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
    return JSON.parse(readFileSync(resultOf(data), 'utf8')) as UpgradeEnd
  } catch {
    return undefined
  }
}

export function keepUpgradeEnd(data: string, end: UpgradeEnd): void {
  mkdirSync(folderOf(data), { recursive: true, mode: 0o700 })
  writeFileSync(resultOf(data), JSON.stringify(end), { flush: true, mode: 0o600 })
}
