// Secrets that are only ever compared are kept as SHA-256; comparing takes the same time whatever is given.
import { timingSafeEqual } from 'node:crypto'

/** SHA-256 of a text, hex. */
export const sha256 = (text: string | Uint8Array): string => Bun.SHA256.hash(text, 'hex')

/** Whether a secret has this hash. */
export function matches(secret: string, hash: string): boolean {
  const given = Buffer.from(sha256(secret), 'hex')
  const kept = Buffer.from(hash, 'hex')
  return given.length === kept.length && timingSafeEqual(given, kept)
}
