// Reads and writes tar archives (POSIX ustar) as streams of chunks, for back-ups in one file. They hold plain
// files only: no folders of their own, no links, and no rights except the owner's.
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'

const blockBytes = 512
const chunkBytes = 256 * 1024
/** Offsets of the fields in a header (POSIX ustar). */
const fieldAt = {
  name: 0,
  rights: 100,
  owner: 108,
  group: 116,
  size: 124,
  time: 136,
  checksum: 148,
  type: 156,
  magic: 257,
} as const
/** First size that does not fit into eleven octal digits; it is written in base 256, as GNU tar does. */
const octalMax = 8 ** 11
/** First byte of a size in base 256, whose low 64 bits begin at `longSizeAt`. */
const base256Mark = 0x80
const longSizeAt = fieldAt.size + 4

/** A file to put into an archive. */
export interface TarFile {
  /** Name in the archive, with `/` between folders. */
  readonly name: string
  readonly path: string
}

/** Returns an archive of texts, in memory. @param time time of all files, in milliseconds since 1970 */
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
 * Yields an archive of files, which must not change while they are read.
 * @param time time of all files, in milliseconds since 1970
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
 * Returns the header of a file, whose fields have fixed offsets.
 * @param size size of the file in bytes
 * @param time milliseconds since 1970
 */
function headerOf(name: string, size: number, time: number): Uint8Array {
  const header = Buffer.alloc(blockBytes)
  const writeField = (text: string, offset: number) => header.write(text, offset, 'latin1')
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  writeField(name, fieldAt.name)
  writeField('0000600\0', fieldAt.rights)
  writeField('0000000\0', fieldAt.owner)
  writeField('0000000\0', fieldAt.group)
  if (size < octalMax) writeField(`${octal(size, 11)}\0`, fieldAt.size)
  else {
    header[fieldAt.size] = base256Mark
    header.writeBigUInt64BE(BigInt(size), longSizeAt)
  }
  writeField(`${octal(Math.floor(time / 1_000), 11)}\0`, fieldAt.time)
  writeField('0', fieldAt.type) // a plain file
  writeField('ustar\x0000', fieldAt.magic)
  writeField(`${octal(checksumOf(header), 6)}\0 `, fieldAt.checksum) // last, because it covers all fields
  return header
}

/** Returns the checksum of a header: the sum of its bytes, with the eight bytes of the checksum as spaces. */
function checksumOf(header: Uint8Array): number {
  const isInChecksum = (index: number) => index >= fieldAt.checksum && index < fieldAt.type
  return header.reduce((sum, byte, index) => sum + (isInChecksum(index) ? 0x20 : byte), 0)
}

/** Returns the text of a field, up to its first NUL. */
const textAt = (header: Buffer, offset: number, length: number) =>
  header.toString('latin1', offset, offset + length).replace(/\0.*$/s, '')

/** Returns the size of a file in bytes, which its header has in octal or, for a large file, in base 256. */
function sizeOf(header: Buffer): number {
  if (header.readUInt8(fieldAt.size) === base256Mark) return Number(header.readBigUInt64BE(longSizeAt))
  return Number.parseInt(textAt(header, fieldAt.size, 12).trim() || '0', 8)
}

/**
 * Writes the plain files of an archive to disk.
 * @param pathOf returns the path to write a file to; undefined leaves the file out
 * @throws Error when it is not an archive or ends too early, and when a path exists already
 */
export async function extractTar(
  chunks: AsyncIterable<Uint8Array>,
  pathOf: (name: string) => string | undefined,
): Promise<void> {
  const archive = newReader(chunks)
  for (;;) {
    const header = Buffer.from(await archive.read(blockBytes))
    if (header.every(byte => byte === 0)) break
    const storedChecksum = Number.parseInt(textAt(header, fieldAt.checksum, 8).trim(), 8)
    if (checksumOf(header) !== storedChecksum) throw new Error('this is no tar archive')
    const size = sizeOf(header)
    const type = textAt(header, fieldAt.type, 1)
    const isFile = type === '0' || type === '' // older archives leave the type of a file empty
    const path = isFile ? pathOf(textAt(header, fieldAt.name, 100)) : undefined
    await writeOut(archive.pieces(size), path)
    await archive.read(paddingOf(size))
  }
  // Read to the end: only there does a sealed archive prove that nothing was cut off.
  await archive.drain()
}

/**
 * Writes a file of an archive to a path, or only reads it if the path is undefined.
 * @throws when the path exists
 */
async function writeOut(pieces: AsyncIterable<Uint8Array>, path: string | undefined): Promise<void> {
  const opened = path === undefined ? undefined : openSync(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      if (opened === undefined) continue
      for (let offset = 0; offset < piece.length; ) offset += writeSync(opened, piece, offset)
    }
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Returns a reader that takes any number of bytes at a time from chunks of any length. */
function newReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]()
  /** Bytes of the last chunk that were not taken yet. */
  let unread: Uint8Array = new Uint8Array()

  /** Yields the next `length` bytes in pieces. @throws Error when the archive ends before */
  async function* pieces(length: number): AsyncGenerator<Uint8Array> {
    let missing = length
    while (missing > 0) {
      while (unread.length === 0) {
        const next = await source.next()
        if (next.done) throw new Error('the archive ends too early')
        unread = next.value
      }
      const piece = unread.subarray(0, missing)
      unread = unread.subarray(piece.length)
      missing -= piece.length
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
    /** Reads the rest, and drops it. */
    async drain(): Promise<void> {
      while (!(await source.next()).done) {}
    },
  }
}
