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

/** The key of the environment; undefined when there is none. @throws Error when it is not of Ed25519 */
export function releaseKeyOf(
  environment: Readonly<Record<string, string | undefined>>,
): ReleaseKey | undefined {
  const file = environment.KAUNTA_RELEASE_KEY
  if (!file) return undefined
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no Ed25519 key`)
  const open = createPublicKey(key)
  return {
    key,
    publicKey: open.export({ type: 'spki', format: 'der' }).toString('base64'),
    publicPem: open.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

export const signBytes = ({ key }: ReleaseKey, bytes: Uint8Array): Buffer => sign(null, bytes, key)

/** The file next to an executable that `kaunta upgrade` checks. */
export const signatureFile = (key: ReleaseKey, release: Release): string =>
  `${JSON.stringify({ ...release, signature: signBytes(key, Buffer.from(signedText(release))).toString('base64') })}\n`
