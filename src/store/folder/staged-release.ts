// The uploaded release that waits in the data folder to be installed, and how the last upgrade ended.
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

/** Largest signature, and largest result of an upgrade. */
export const signatureBytesMax = 64 * 1_024

const upgradeFolder = (data: string) => join(data, 'upgrade')
const releaseFile = (data: string) => join(upgradeFolder(data), 'kaunta-release')
const resultFile = (data: string) => join(upgradeFolder(data), 'result.json')

/** The path of the uploaded executable, and the content of its `.sig` file. */
export interface StagedRelease {
  readonly file: string
  readonly signature: string
}

/** Returns the staged release; undefined when there is none. */
export function readStagedRelease(data: string): StagedRelease | undefined {
  const file = releaseFile(data)
  try {
    assertPlain(file)
    const signature = readPlain(`${file}.sig`, signatureBytesMax).toString()
    return existsSync(file) ? { file, signature } : undefined
  } catch {
    return undefined // missing, or not plain files
  }
}

/** Returns the paths of both files of an upload, whether or not they exist. */
export const stagedFiles = (data: string) => ({
  release: releaseFile(data),
  signature: `${releaseFile(data)}.sig`,
})

/** Removes the staged release. */
export function clearStaged(data: string): void {
  for (const ending of ['.sig', '']) rmSync(releaseFile(data) + ending, { recursive: true, force: true })
}

const uploadName = /^kaunta-release\.[0-9a-f-]{36}\.part$/

/** Removes the files that interrupted uploads left. */
export function clearUploads(data: string): void {
  const names = existsSync(upgradeFolder(data)) ? readdirSync(upgradeFolder(data)) : []
  for (const name of names)
    if (uploadName.test(name)) rmSync(join(upgradeFolder(data), name), { recursive: true, force: true })
}

/**
 * Writes an upload to the disk as it arrives, and stages it if its hash is the signed one. Removes an earlier
 * staged release first.
 * @param signed the content of the `.sig` file, and the hash that it signs, in hex
 * @returns whether the hash matched; if not, the upload is removed
 */
export async function stageRelease(
  data: string,
  signed: { readonly signature: string; readonly sha256: string },
  pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  mkdirSync(upgradeFolder(data), { recursive: true, mode: 0o700 })
  clearStaged(data)
  const aside = `${releaseFile(data)}.${randomUUID()}.part`
  const hash = new Bun.CryptoHasher('sha256')
  const opened = openSync(aside, 'wx', 0o700)
  try {
    for await (const piece of pieces) {
      hash.update(piece)
      for (let offset = 0; offset < piece.length; ) offset += writeSync(opened, piece, offset)
    }
    fsyncSync(opened)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  } finally {
    closeSync(opened)
  }
  if (hash.digest('hex') !== signed.sha256) {
    rmSync(aside)
    return false
  }
  chmodSync(aside, 0o755)
  // Write the signature last: after a power cut, no signature is next to a file that it does not belong to.
  clearStaged(data)
  renameSync(aside, releaseFile(data))
  writeFileSync(`${releaseFile(data)}.sig`, signed.signature, { flush: true, mode: 0o600, flag: 'wx' })
  return true
}

/** How an upgrade from the console ended. */
export interface UpgradeEnd {
  /** Empty, like the commit, when the file was refused. */
  readonly version: string
  readonly commit: string
  /** `refused`: the uploaded file is not a release that may be installed. */
  readonly outcome: 'installed' | 'failed' | 'refused'
  /** A sentence why it failed; empty when it did not. */
  readonly why: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Returns how the last upgrade from the console ended; undefined when none is stored. */
export function lastUpgrade(data: string): UpgradeEnd | undefined {
  try {
    return JSON.parse(readPlain(resultFile(data), signatureBytesMax).toString()) as UpgradeEnd
  } catch {
    return undefined
  }
}

/** Stores how an upgrade ended, in place of the upgrade before. */
export function keepUpgradeEnd(data: string, end: UpgradeEnd): void {
  mkdirSync(upgradeFolder(data), { recursive: true, mode: 0o700 })
  rmSync(resultFile(data), { recursive: true, force: true })
  writeFileSync(resultFile(data), JSON.stringify(end), { flush: true, mode: 0o600 })
}
