// SHA-256 for secrets that are only compared. A comparison takes the same time for every input.
import { timingSafeEqual } from 'node:crypto'

/** Returns the SHA-256 of a text, hex. */
export const sha256 = (text: string | Uint8Array): string => Bun.SHA256.hash(text, 'hex')

/** Returns whether a secret has this hash. */
export function isHashOf(secret: string, hash: string): boolean {
  const given = Buffer.from(sha256(secret), 'hex')
  const storedHash = Buffer.from(hash, 'hex')
  return given.length === storedHash.length && timingSafeEqual(given, storedHash)
}
