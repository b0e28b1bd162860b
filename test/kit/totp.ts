// The authenticator app of a test.
import { createHmac } from 'node:crypto'

/** Returns the code of an authenticator app (RFC 6238). */
export function totpOf(uri: string, time = Date.now()): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...(new URL(uri).searchParams.get('secret') ?? '')].map(letter =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map(byte => Number.parseInt(byte, 2)) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
/** Returns another code than this. */
export const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
