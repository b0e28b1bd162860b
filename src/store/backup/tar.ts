// Reads and writes tar archives (POSIX ustar) as streams of chunks, for back-ups in one file. They hold plain
// files only: no folders of their own, no links, and no rights except the owner's.
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'

const blockBytes = 512
const chunkBytes = 256 * 1024
/** First size that does not fit into eleven octal digits; it is written in base 256, as GNU tar does. */
const octalMax = 8 ** 11

/** A file to put into an archive. */
export interface TarFile {
  /** Name in the archive, with `/` between folders. */
  readonly name: string
  readonly path: string
}

/** Returns an archive of these texts, in memory. @param time milliseconds since 1970 */
export function archiveOf(
  files: readonly { readonly name: string; readonly text: string }[],
  time: number,
): Uint8Array<ArrayBuffer> {
  const parts = files.flatMap(({ name, text }) => {
    const bytes = new TextEncoder().encode(text)
    return [headerOf(name, bytes.length, time), bytes, new Uint8Array(paddingOf(bytes.length))]
  })
  return Buffer.concat([...parts, new Uint8Array(2 * blockBytes)])
}

/**
 * Yields an archive of these files, which must not change while they are read. @param time milliseconds since
 * 1970
 */
export async function* tarOf(files: readonly TarFile[], time: number): AsyncGenerator<Uint8Array> {
  for (const { name, path } of files) {
    const { size } = statSync(path)
    yield headerOf(name, size, time)
    yield* chunksOf(path)
    yield new Uint8Array(paddingOf(size))
  }
  yield new Uint8Array(2 * blockBytes)
}

/** Returns how many bytes fill the last block after a file of this size. */
const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes

/** Yields the content of a file in chunks. */
function* chunksOf(path: string): Generator<Uint8Array> {
  const opened = openSync(path, 'r')
  try {
    for (;;) {
      const chunk = new Uint8Array(chunkBytes)
      const size = readSync(opened, chunk)
      if (size === 0) return
      yield chunk.subarray(0, size)
    }
  } finally {
    closeSync(opened)
  }
}

/**
 * Returns the header of a file, whose fields have fixed offsets (POSIX ustar).
 * @param time milliseconds since 1970
 */
function headerOf(name: string, size: number, time: number): Uint8Array {
  const header = Buffer.alloc(blockBytes)
  const writeField = (text: string, offset: number) => header.write(text, offset, 'latin1')
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  writeField(name, 0)
  writeField('0000600\0', 100) // rights
  writeField('0000000\0', 108) // owner
  writeField('0000000\0', 116) // group
  if (size < octalMax) writeField(`${octal(size, 11)}\0`, 124)
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  writeField(`${octal(Math.floor(time / 1_000), 11)}\0`, 136)
  writeField('        ', 148) // checksum, written last
  writeField('0', 156) // a plain file
  writeField('ustar\x0000', 257)
  writeField(`${octal(sumOf(header), 6)}\0 `, 148)
  return header
}

/** Returns the checksum, which counts its own eight bytes as spaces. */
const sumOf = (header: Uint8Array) =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)

/** Returns the text of a field, up to its first NUL. */
const textAt = (header: Buffer, offset: number, length: number) =>
  header.toString('latin1', offset, offset + length).replace(/\0.*$/s, '')

/** Returns the size of a file in bytes, which is octal or, for large ones, in base 256. */
const sizeOf = (header: Buffer) =>
  header.readUInt8(124) === 0x80
    ? Number(header.readBigUInt64BE(128))
    : Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)

/**
 * Writes the plain files of an archive. @param pathOf returns where a file goes; undefined leaves it out
 * @throws when it is not an archive, or ends too early
 */
export async function extractTar(
  chunks: AsyncIterable<Uint8Array>,
  pathOf: (name: string) => string | undefined,
): Promise<void> {
  const archive = newReader(chunks)
  for (;;) {
    const header = Buffer.from(await archive.read(blockBytes))
    if (header.every(byte => byte === 0)) break
    if (sumOf(header) !== Number.parseInt(textAt(header, 148, 8).trim(), 8))
      throw new Error('this is no tar archive')
    const size = sizeOf(header)
    const isFile = ['0', ''].includes(textAt(header, 156, 1)) // older archives leave the type of a file empty
    const path = isFile ? pathOf(textAt(header, 0, 100)) : undefined
    await writeOut(archive.pieces(size), path)
    await archive.read(paddingOf(size))
  }
  // Read to the end: only there does a sealed archive prove that nothing was cut off.
  await archive.drain()
}

/** Writes a file of an archive to a path; undefined skips it. @throws when the path exists */
async function writeOut(pieces: AsyncIterable<Uint8Array>, path: string | undefined): Promise<void> {
  const opened = path === undefined ? undefined : openSync(path, 'wx', 0o600)
  try {
    for await (const piece of pieces)
      for (let offset = 0; opened !== undefined && offset < piece.length; )
        offset += writeSync(opened, piece, offset)
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Returns a reader that takes given numbers of bytes from chunks of any length. */
function newReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()

  /** Yields the next `length` bytes in pieces. @throws when the archive ends before */
  async function* pieces(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      while (rest.length === 0) {
        const next = await source.next()
        if (next.done) throw new Error('the archive ends too early')
        rest = next.value
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  return {
    pieces,
    async read(length: number): Promise<Uint8Array> {
      const parts: Uint8Array[] = []
      for await (const piece of pieces(length)) parts.push(piece)
      return Buffer.concat(parts)
    },
    async drain(): Promise<void> {
      while (!(await source.next()).done) {}
    },
  }
}
