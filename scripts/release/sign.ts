// Signs releases with an Ed25519 key. KAUNTA_RELEASE_KEY names its PEM file, which is outside of the
// repository; docs/releases.md explains how to make and keep it.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Release, signedText } from '../../src/domain/release.ts'

export interface ReleaseKey {
  readonly key: KeyObject
  readonly publicKey: string // base64 of its DER form, as executables carry it
  readonly publicPem: string // as openssl reads it
}

/**
 * Returns the key that the environment names; undefined when it names none. Throws when it is not of Ed25519.
 */
export function releaseKeyOf(
  environment: Readonly<Record<string, string | undefined>>,
): ReleaseKey | undefined {
  const file = environment.KAUNTA_RELEASE_KEY
  if (!file) return undefined
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no Ed25519 key`)
  const publicKey = createPublicKey(key)
  return {
    key,
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

/** Returns the Ed25519 signature of bytes. */
export const signBytes = ({ key }: ReleaseKey, bytes: Uint8Array): Buffer => sign(null, bytes, key)

/** Returns the text of the `.sig` file next to an executable, which `kaunta upgrade` checks. */
export const signatureFile = (key: ReleaseKey, release: Release): string =>
  `${JSON.stringify({ ...release, signature: signBytes(key, Buffer.from(signedText(release))).toString('base64') })}\n`
