// Reads uploaded pictures for the logos of profiles and for products. Each is decoded and encoded again,
// small and without metadata.
import { assert, badField, Fault, fault } from '../../domain/fault.ts'
import type { Picture } from '../../flow/profile.ts'
import { sha256 } from '../../store/hash.ts'
import { readBytes } from './body.ts'

/** The default limit of an upload in bytes: 2 MiB. */
const uploadMax = 2 * 1_024 * 1_024
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
const formats: readonly string[] = ['png', 'jpeg', 'webp', 'gif']
/** The length of a picture's id, in hex digits. */
const idLength = 32
/** The largest width and height that is decoded, in pixels. */
const sideMax = 4_096
/** The bytes that a picture should not exceed, because pages on a slow phone load it first. */
const sizeGoal = 8_000
/** The bytes that no picture exceeds at the last setting. */
const sizeMax = 12_000
/** Side in pixels and quality, best first. Even an image of noise has only about 3 kB at the last setting. */
const encodings = [
  [192, 80],
  [192, 50],
  [160, 50],
  [128, 50],
  [96, 50],
  [64, 50],
] as const

/**
 * Reads the picture in the body of a request, and encodes it as `encodePicture` does.
 * @param max bytes
 * @throws Fault `unsupported_media_type`, `payload_too_large`, or `validation_error` for a damaged or too
 * wide picture
 */
export async function readUploadedPicture(
  request: Request,
  accepted: readonly string[] = types,
  max = uploadMax,
): Promise<Picture> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type.startsWith('image/svg')) throw fault('picture_svg')
  if (!accepted.includes(type)) throw fault('picture_not_sent', { types: accepted.join(', ') })
  return encodePicture('body', await readBytes(request, max))
}

/**
 * Decodes an image and encodes it as WebP, at most 192 pixels wide and high. The id is a hash of the result.
 * @throws Fault naming the field when the image is damaged, too wide, or in another format
 */
export async function encodePicture(field: string, bytes: Uint8Array): Promise<Picture> {
  try {
    const { width, height, format } = await openPicture(bytes).metadata()
    if (!formats.includes(format)) throw badField(field, 'picture_format')
    if (width > sideMax || height > sideMax) throw tooWide(field)
    const encoded = await encodeSmall(bytes)
    return { id: sha256(encoded).slice(0, idLength), type: 'image/webp', bytes: encoded.toString('base64') }
  } catch (error) {
    throw faultOf(field, error)
  }
}

/** Encodes an image with the first of `encodings` that reaches `sizeGoal`, else with the last. */
async function encodeSmall(bytes: Uint8Array): Promise<Buffer> {
  let encoded: Buffer | undefined
  for (const [side, quality] of encodings) {
    encoded = bareWebp(
      await openPicture(bytes)
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .bytes(),
    )
    if (encoded.length <= sizeGoal) break
  }
  assert(encoded && encoded.length <= sizeMax, 'a picture of 64 pixels is small')
  return encoded
}

/** Opens an image without reading it. Reading fails at the header if the image has too many pixels. */
const openPicture = (bytes: Uint8Array) => new Bun.Image(bytes, { maxPixels: sideMax * sideMax })

/** Returns the fault of a picture that is wider or higher than `sideMax`. */
const tooWide = (field: string) => badField(field, 'picture_too_wide', { max: sideMax })

/** Returns the fault for an error of the image decoder, and any other error unchanged. */
function faultOf(field: string, error: unknown): unknown {
  const code =
    error instanceof Error && !(error instanceof Fault) && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') return tooWide(field)
  if (code.startsWith('ERR_IMAGE_')) return badField(field, 'picture_damaged')
  return error
}

/** The bit in the chunk VP8X of a WebP file that marks transparency. The other bits mark metadata. */
const alphaFlag = 0x10
/** A WebP file begins with `RIFF`, its size, and `WEBP`; each chunk with its name and size. */
const fileHeaderLength = 12
const chunkHeaderLength = 8

/** Returns a copy of a WebP file with only the picture: drops metadata, colour profiles and other chunks. */
function bareWebp(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes)
  const chunks: Buffer[] = []
  for (let start = fileHeaderLength; start + chunkHeaderLength <= file.length; ) {
    const name = file.toString('latin1', start, start + 4)
    const end = start + chunkHeaderLength + file.readUInt32LE(start + 4)
    const paddedEnd = end + (end % 2) // each chunk begins at an even offset
    const chunk = file.subarray(start, paddedEnd)
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(chunkHeaderLength) & alphaFlag, chunkHeaderLength)
    if (['VP8X', 'ALPH', 'VP8 ', 'VP8L'].includes(name)) chunks.push(chunk)
    start = paddedEnd
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.from('RIFF    ')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
