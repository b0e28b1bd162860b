// Makes a picture small enough for the price list, in the browser: a camera's picture has megabytes.

/** The largest picture that the server accepts, in bytes. */
const bytesMax = 40_000
/** A tile of the till is at most this wide and high, on a screen with two pixels for one: px. */
const sidePx = 320
/** Widths in px and JPEG qualities, tried in this order until the picture is small enough. */
const sizes = [
  [sidePx, 0.85],
  [sidePx, 0.6],
  [sidePx * 0.75, 0.6],
  [sidePx / 2, 0.5],
] as const

/**
 * Returns the middle square of the picture in a file as a JPEG of at most 40 kB; undefined when the
 * browser cannot read it or make it that small.
 */
export async function tilePicture(file: Blob): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(file)
    for (const [side, quality] of sizes) {
      const blob = await squareOf(picture, Math.round(side), quality)
      if (blob && blob.size <= bytesMax) return blob
    }
  } catch {
    // The browser cannot read the file: the field shows that.
  }
  return undefined
}

/**
 * Draws the middle square of a picture, `wantedPx` wide or as wide as the picture allows. Resolves to null
 * when the browser cannot encode it.
 */
function squareOf(picture: ImageBitmap, wantedPx: number, quality: number): Promise<Blob | null> {
  const edge = Math.min(picture.width, picture.height)
  const side = Math.max(1, Math.min(wantedPx, edge))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  // A transparent picture gets white paper: JPEG would make it black.
  if (context) context.fillStyle = '#ffffff'
  context?.fillRect(0, 0, side, side)
  const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2]
  context?.drawImage(picture, left, top, edge, edge, 0, 0, side, side)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
}
