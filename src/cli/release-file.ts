// The file of a release, checked before anything is done with it: `kaunta-…` with its `….sig` beside it.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { compareReleases, type Release } from '../domain/release.ts'
import { isSignedBy, readSignedRelease } from '../wire/release.ts'
import { CommandError } from './client.ts'

/** The executable that is to be replaced. */
export interface Current {
  readonly version: string
  /** Milliseconds since 1970. */
  readonly builtAt: number
  /** The public key of releases in base64; empty when this build knows none. */
  readonly releaseKey: string
  /** As scripts/release/target.ts names it; empty in a build that is no release. */
  readonly target: string
}

async function sha256Of(file: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex')
}

function readSignature(file: string) {
  if (!existsSync(file))
    throw new CommandError(`${file} is missing: it is part of the release, beside the executable`)
  const signed = readSignedRelease(readFileSync(file, 'utf8'))
  if (!signed) throw new CommandError(`${file} is no signature of a release: download it again`)
  return signed
}

/**
 * Reads what a file is, and that it may replace the current executable.
 * @throws CommandError when it is missing, damaged, not signed with our key, for other computers, or older
 */
export async function checkRelease(file: string, current: Current): Promise<Release> {
  if (!existsSync(file)) throw new CommandError(`there is no file ${file}`)
  if (!current.releaseKey)
    throw new CommandError(
      'this Kaunta knows no release key, so it cannot tell who made the file: replace the executable yourself',
    )
  const signed = readSignature(`${file}.sig`)
  if (!isSignedBy(current.releaseKey, signed))
    throw new CommandError(
      `${file}.sig was not signed with the key of Kaunta’s releases: do not run this file`,
    )
  if ((await sha256Of(file)) !== signed.sha256)
    throw new CommandError(`${file} is not the file that was signed: download it again`)
  if (signed.target !== current.target)
    throw new CommandError(`${file} is for ${signed.target}, and this computer runs ${current.target}`)
  const difference = compareReleases(signed, { version: current.version, built_at: current.builtAt })
  if (difference < 0)
    throw new CommandError(
      `${file} is version ${signed.version}, which is older than this one (${current.version}): an older one cannot read newer data`,
    )
  if (difference === 0) throw new CommandError(`version ${signed.version} is already installed`)
  return signed
}
