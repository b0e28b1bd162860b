// Values of a certificate in DER (ITU-T X.690): each is a tag, its length and its content.
import { assert } from '../domain/fault.ts'

export type Der = Uint8Array<ArrayBuffer>

/** One value of any tag. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Der {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  assert(length < 0x10000, 'no value of a certificate is that long')
  return new Uint8Array([tag, ...size, ...content])
}

export const sequence = (...parts: readonly Uint8Array[]): Der => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Der => der(0x31, ...parts)
export const text = (value: string): Der => der(0x0c, Buffer.from(value))
export const octets = (...parts: readonly Uint8Array[]): Der => der(0x04, ...parts)
export const yes: Der = der(0x01, new Uint8Array([0xff]))

/** A positive number of these bytes, the first of which is below 128 and not 0. */
export const integer = (bytes: Uint8Array): Der => der(0x02, bytes)

/** @param unused bits at the end of the last byte */
export const bits = (bytes: Uint8Array, unused = 0): Der => der(0x03, new Uint8Array([unused]), bytes)

/** An object identifier, such as 2.5.29.30. */
export function identifier(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const base128 = (value: number): number[] =>
    value < 0x80 ? [value] : [...base128(value >>> 7).map(byte => byte | 0x80), value & 0x7f]
  return der(0x06, new Uint8Array([first * 40 + second, ...rest.flatMap(base128)]))
}

/** A moment, in the form that RFC 5280 wants: with two digits of the year before 2050. */
export function time(at: number): Der {
  const digits = `${new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')}`
  const isShort = new Date(at).getUTCFullYear() < 2050
  return der(isShort ? 0x17 : 0x18, Buffer.from(isShort ? digits.slice(2) : digits, 'ascii'))
}

/** The value that begins at `from`: where its content begins and where it ends. */
function measure(bytes: Uint8Array, from: number): { readonly start: number; readonly end: number } {
  const first = bytes[from + 1] ?? 0
  const count = first < 0x80 ? 0 : first & 0x7f
  let length = count === 0 ? first : 0
  for (let index = 0; index < count; index++) length = length * 256 + (bytes[from + 2 + index] ?? 0)
  const start = from + 2 + count
  assert(start + length <= bytes.length, 'a value ends within its bytes')
  return { start, end: start + length }
}

/** The values that a value is made of, each with its tag and length. */
export function partsOf(value: Uint8Array): Uint8Array[] {
  const { start, end } = measure(value, 0)
  const parts: Uint8Array[] = []
  for (let from = start; from < end; ) {
    const part = measure(value, from)
    parts.push(value.subarray(from, part.end))
    from = part.end
  }
  return parts
}
