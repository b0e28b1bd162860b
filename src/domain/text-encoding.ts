// Decodes a file as programs save it: UTF-8, UTF-16 with or without a mark, otherwise Windows-1252, in which
// every byte is a letter.

/** The bytes at the beginning of a file that are checked for UTF-16; an even number. */
const sampleBytes = 1_000

/** Returns the text of a file. Bytes that are neither UTF-16 nor valid UTF-8 are read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingByMark(bytes) ?? guessUtf16(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns the UTF-16 encoding that a byte order mark shows; undefined without such a mark. */
function encodingByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/**
 * Recognizes UTF-16 without a byte order mark; undefined for other texts. Most letters of such files are
 * ASCII, so every other byte is 0: the second of each pair in `utf-16le`, the first in `utf-16be`.
 */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes)
  // A quarter of all bytes is half of the bytes with an even (0) or odd (1) index.
  const areMostZero = (parity: 0 | 1) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === parity).length > sample.length / 4
  if (areMostZero(1)) return 'utf-16le'
  return areMostZero(0) ? 'utf-16be' : undefined
}
