// Checks the file of a release before it is used: `kaunta-…` with its `….sig` next to it.
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compareReleases } from '../domain/release.ts'
import { isSignedBy, readSignedRelease, type SignedRelease } from '../wire/release.ts'
import { CommandError } from './client.ts'
import { copyNextTo, removeCopy } from './executable-file.ts'

/** The executable to replace. */
export interface Current {
  readonly version: string
  readonly builtAt: number // milliseconds since 1970
  /** The public key of releases in base64; empty when this build has none. */
  readonly releaseKey: string
  /** As scripts/release/target.ts names it; empty in a build that is not a release. */
  readonly target: string
}

/** Returns the hash of a file in hex, without reading all of it into memory. */
async function sha256Of(file: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex')
}

/** Reads a `.sig` file. @param name its name in messages @throws CommandError if it is missing or damaged */
function readSignature(file: string, name: string) {
  if (!existsSync(file))
    throw new CommandError(`${name} is missing: it is part of the release, beside the executable`)
  const signed = readSignedRelease(readFileSync(file, 'utf8'))
  if (!signed) throw new CommandError(`${name} is no signature of a release: download it again`)
  return signed
}

const changedFileError = (file: string) =>
  new CommandError(`${file} is not the file that was signed: download it again`)

/**
 * Checks that a file is a release and may replace the current executable.
 * @param name its name in messages
 * @throws CommandError when it is missing, damaged, not signed with the release key, for other computers, or
 * not newer
 */
export async function checkRelease(file: string, current: Current, name = file): Promise<SignedRelease> {
  if (!existsSync(file)) throw new CommandError(`there is no file ${name}`)
  if (!current.releaseKey)
    throw new CommandError(
      'this Kaunta knows no release key, so it cannot tell who made the file: replace the executable yourself',
    )
  const signed = readSignature(`${file}.sig`, `${name}.sig`)
  if (!isSignedBy(current.releaseKey, signed))
    throw new CommandError(
      `${name}.sig was not signed with the key of Kaunta’s releases: do not run this file`,
    )
  if ((await sha256Of(file)) !== signed.sha256) throw changedFileError(name)
  if (signed.target !== current.target)
    throw new CommandError(`${name} is for ${signed.target}, and this computer runs ${current.target}`)
  const difference = compareReleases(signed, { version: current.version, built_at: current.builtAt })
  if (difference < 0)
    throw new CommandError(
      `${name} is version ${signed.version}, which is older than this one (${current.version}): an older one cannot read newer data`,
    )
  if (difference === 0) throw new CommandError(`version ${signed.version} is already installed`)
  return signed
}

/**
 * Checks a release and copies it next to the executable, because its owner could change it after the check.
 * @returns the release, and the path of the copy
 * @throws CommandError as `checkRelease`, Error of the system where nothing may be written there
 */
export async function takeRelease(file: string, executable: Current & { readonly path: string }) {
  const release = await checkRelease(file, executable)
  try {
    const copy = copyNextTo(file, executable.path)
    writeFileSync(`${copy}.sig`, readFileSync(`${file}.sig`), { flush: true })
    await assertUnchanged(copy, release, file)
    return { release, copy }
  } catch (error) {
    removeCopy(executable.path)
    throw error
  }
}

/**
 * Checks that a file still has the signed content. Call this right before it is run or installed.
 * @param name its name in messages
 * @throws CommandError when it is missing or has another content
 */
export async function assertUnchanged(
  file: string,
  { sha256 }: Pick<SignedRelease, 'sha256'>,
  name = file,
): Promise<void> {
  if (!existsSync(file) || (await sha256Of(file)) !== sha256) throw changedFileError(name)
}
