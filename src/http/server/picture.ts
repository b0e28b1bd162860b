// Reads uploaded pictures for the logos of profiles and for products. Each is decoded and encoded again,
// small and without metadata.
import { assert, badField, Fault, fault } from '../../domain/fault.ts'
import type { Picture } from '../../flow/profile.ts'
import { sha256 } from '../../store/hash.ts'
import { readBytes } from './body.ts'

/** 2 MiB. */
const uploadMax = 2 * 1_024 * 1_024
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
const formats: readonly string[] = ['png', 'jpeg', 'webp', 'gif']
const sideMax = 4_096
/** A logo should not be larger than this, because pages on a slow phone load it first. Bytes. */
const sizeGoal = 8_000
const sizeMax = 12_000
/** Side in pixels and quality, best first. Even an image of noise is only about 3 kB at the last setting. */
const tries = [
  [192, 80],
  [192, 50],
  [160, 50],
  [128, 50],
  [96, 50],
  [64, 50],
] as const
/**
 * Reads the picture in the body of a request.
 * @param max bytes
 * @throws Fault `unsupported_media_type`, `payload_too_large`, `validation_error`
 */
export async function readUploadedPicture(
  request: Request,
  accepted: readonly string[] = types,
  max = uploadMax,
): Promise<Picture> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type.startsWith('image/svg')) throw fault('picture_svg')
  if (!accepted.includes(type)) throw fault('picture_not_sent', { types: accepted.join(', ') })
  return smallPicture('body', await readBytes(request, max))
}

/** Encodes an image as WebP, at most 192 pixels wide and high. @throws Fault naming the field */
export async function smallPicture(field: string, bytes: Uint8Array): Promise<Picture> {
  try {
    const { width, height, format } = await openPicture(bytes).metadata()
    if (!formats.includes(format)) throw badField(field, 'picture_format')
    if (width > sideMax || height > sideMax) throw tooWide(field)
    const drawn = await drawnSmall(bytes)
    return { id: sha256(drawn).slice(0, 32), type: 'image/webp', bytes: drawn.toString('base64') }
  } catch (error) {
    throw faultOf(field, error)
  }
}

/** Returns the best encoding that is small enough for a page. */
async function drawnSmall(bytes: Uint8Array): Promise<Buffer> {
  let drawn: Buffer | undefined
  for (const [side, quality] of tries) {
    drawn = bareWebp(
      await openPicture(bytes)
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .bytes(),
    )
    if (drawn.length <= sizeGoal) break
  }
  assert(drawn && drawn.length <= sizeMax, 'a picture of 64 pixels is small')
  return drawn
}

/** Refuses a picture by its header if it would be too large to decode. */
const openPicture = (bytes: Uint8Array) => new Bun.Image(bytes, { maxPixels: sideMax * sideMax })

const tooWide = (field: string) => badField(field, 'picture_too_wide', { max: sideMax })

function faultOf(field: string, error: unknown): unknown {
  const code =
    error instanceof Error && !(error instanceof Fault) && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') return tooWide(field)
  if (code.startsWith('ERR_IMAGE_')) return badField(field, 'picture_damaged')
  return error
}

const alphaFlag = 0x10

/** Returns a WebP file with only the picture, without colour profiles and other chunks. */
function bareWebp(bytes: Uint8Array): Buffer {
  const file = Buffer.from(bytes)
  const kept: Buffer[] = []
  for (let start = 12; start + 8 <= file.length; ) {
    const name = file.toString('latin1', start, start + 4)
    const end = start + 8 + file.readUInt32LE(start + 4)
    const chunk = file.subarray(start, end + (end % 2))
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & alphaFlag, 8)
    if (['VP8X', 'ALPH', 'VP8 ', 'VP8L'].includes(name)) kept.push(chunk)
    start = end + (end % 2)
  }
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept])
  const head = Buffer.from('RIFF    ')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
