// A QR code as an image, of a payment or of a session's link: SVG for screens, PNG for receipts and clients
// without SVG.
import { fault } from '../../domain/fault.ts'
import { sha256 } from '../../store/hash.ts'
import { type Query, wholeNumberOf } from '../server/list.ts'

/** Width of the image in pixels. */
const sizeDefault = 480
/** White modules around the code. Phones may fail to scan a code with fewer. */
const marginDefault = 4

/**
 * Answers with a QR code, or with status 304 to a client that already has this image.
 * @param form the format of the image
 * @param text the text to encode; null when there is nothing to scan
 * @param query `size` in pixels (64–2048), `margin` in modules (0–16)
 * @throws Fault `payment_without_qr`, or naming an invalid parameter
 */
export async function qrImage(
  form: 'svg' | 'png',
  text: string | null,
  query: Query,
  request: Request,
): Promise<Response> {
  const width = wholeNumberOf(query, 'size', { min: 64, max: 2_048, ifAbsent: sizeDefault })
  const margin = wholeNumberOf(query, 'margin', { min: 0, max: 16, ifAbsent: marginDefault })
  if (!text) throw fault('payment_without_qr')
  const etag = `"${sha256(`${form} ${width} ${margin} ${text}`).slice(0, 32)}"`
  const headers = {
    'content-type': form === 'svg' ? 'image/svg+xml' : 'image/png',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    etag,
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const options = { errorCorrectionLevel: 'M', margin, width } as const
  const { toBuffer, toString: toSvg } = await import('qrcode') // 3 MB that few servers need
  const image =
    form === 'svg' ? await toSvg(text, { ...options, type: 'svg' }) : await toBuffer(text, options)
  return new Response(image as BodyInit, { headers })
}
