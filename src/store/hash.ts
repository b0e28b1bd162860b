// SHA-256 for secrets that are only compared. A comparison takes the same time for every input.
import { timingSafeEqual } from 'node:crypto'

/** Returns the SHA-256 of a text or of bytes, as 64 hex digits. */
export const sha256 = (text: string | Uint8Array): string => Bun.SHA256.hash(text, 'hex')

/** Returns whether a secret has this SHA-256; takes the same time for every secret. @param hash hex digits */
export function isHashOf(secret: string, hash: string): boolean {
  const secretHash = Buffer.from(sha256(secret), 'hex')
  const storedHash = Buffer.from(hash, 'hex')
  return secretHash.length === storedHash.length && timingSafeEqual(secretHash, storedHash)
}
