// Decodes a file as programs save it: UTF-8, UTF-16 with or without a mark, otherwise Windows-1252, in which
// every byte is a letter.

const sampleBytes = 1_000

export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingByMark(bytes) ?? utf16Without(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function encodingByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Most letters of such files are ASCII, so every other byte is 0. */
function utf16Without(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleBytes - (sampleBytes % 2))
  const zeros = (first: number) => sample.filter((byte, index) => byte === 0 && index % 2 === first).length
  if (zeros(1) > sample.length / 4) return 'utf-16le'
  return zeros(0) > sample.length / 4 ? 'utf-16be' : undefined
}
