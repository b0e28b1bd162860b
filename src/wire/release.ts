// The `.sig` file of a release: JSON of the signed facts, and their Ed25519 signature.
import { createPublicKey, verify } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { signedText } from '../domain/release.ts'

const SignedRelease = Type.Object({
  version: Type.String(),
  commit: Type.String(),
  built_at: Type.Integer(),
  target: Type.String(),
  sha256: Type.String(),
  signature: Type.String(),
})
export type SignedRelease = Static<typeof SignedRelease>

/** Returns the content of a `.sig` file; undefined when the text is no such content. */
export function readSignedRelease(text: string): SignedRelease | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(SignedRelease, value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the Ed25519 signature of a release was made with the private key of this public key.
 * @param key the public key in base64 of its DER form, as executables contain it
 */
export function isSignedBy(key: string, { signature, ...release }: SignedRelease): boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(signedText(release)), publicKey, Buffer.from(signature, 'base64'))
}
