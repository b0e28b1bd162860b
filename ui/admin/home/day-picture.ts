// The sales of a day as one picture, for an owner to send: drawn in the browser, on white as a receipt.

/** The texts of the picture, all in the language of the page. */
export interface DayPicture {
  readonly shop: string
  readonly day: string
  /** The mark of practice; undefined for a live account. */
  readonly practice: string | undefined
  readonly sales: string
  readonly amount: string
  readonly count: string
  readonly rows: readonly (readonly [name: string, value: string])[]
  /** When the picture was drawn, since the day may not be over. */
  readonly at: string
}

const widthPx = 720
const marginPx = 48
/** Line height in the head of the picture, as a multiple of the font size. */
const lineHeight = 1.45
const rowHeightPx = 60
const textColor = '#1a1b1f'
const mutedColor = '#5a5d65'

/** A line of text; its size is in pixels. */
interface Line {
  readonly text: string
  readonly size: number
  readonly weight?: number
  readonly color?: string
}

type Canvas2D = CanvasRenderingContext2D

/**
 * Draws a line of text, with its baseline at `y` pixels. The canvas squeezes text that is wider than the
 * picture, such as a long name of a shop.
 */
function drawLine(
  context: Canvas2D,
  { text, size, weight = 400, color = textColor }: Line,
  { x, y }: { x: number; y: number },
) {
  context.font = `${weight} ${size}px Inter, system-ui, -apple-system, Roboto, 'Noto Sans', sans-serif`
  context.fillStyle = color
  context.fillText(text, x, y, widthPx - 2 * marginPx)
}

/**
 * Draws the picture from top to bottom: the centred head, the rows, each below a rule, and the time.
 * @returns the height of the picture in pixels
 */
function drawPicture(
  context: Canvas2D,
  { shop, day, practice, sales, amount, count, rows, at }: DayPicture,
): number {
  const practiceLines = practice ? [{ text: practice, size: 26, weight: 700, color: '#6d28d9' }] : []
  const head: readonly Line[] = [
    ...practiceLines,
    { text: shop, size: 36, weight: 700 },
    { text: day, size: 28, color: mutedColor },
    { text: sales, size: 28, color: mutedColor },
    { text: amount, size: 68, weight: 700 },
    { text: count, size: 28, color: mutedColor },
  ]
  let y = marginPx // the baseline of the last line, in pixels
  context.textAlign = 'center'
  for (const line of head) {
    y += line.size * lineHeight
    drawLine(context, line, { x: widthPx / 2, y })
  }
  y += 24
  for (const [name, value] of rows) {
    context.fillStyle = '#e2dfd8'
    context.fillRect(marginPx, y + 12, widthPx - 2 * marginPx, 2)
    y += rowHeightPx
    context.textAlign = 'left'
    drawLine(context, { text: name, size: 28, color: mutedColor }, { x: marginPx, y })
    context.textAlign = 'right'
    drawLine(context, { text: value, size: 28, weight: 600 }, { x: widthPx - marginPx, y })
  }
  context.textAlign = 'center'
  y += 72
  drawLine(context, { text: at, size: 22, color: mutedColor }, { x: widthPx / 2, y })
  return y + marginPx
}

/**
 * Returns the picture as a PNG file; undefined if the browser cannot draw it. Draws it twice: first to learn
 * the height of the canvas, and again because setting the height clears the canvas.
 */
export async function pictureOfDay(picture: DayPicture, fileName: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return undefined
  canvas.width = widthPx
  canvas.height = Math.ceil(drawPicture(context, picture))
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawPicture(context, picture)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], fileName, { type: 'image/png' }) : undefined
}

/** Opens the share sheet of the device with the file, or saves the file if the browser has no share sheet. */
export async function shareFile(file: File): Promise<void> {
  const shareData = { files: [file] }
  // Browsers offer the share sheet over https only.
  if ('canShare' in navigator && navigator.canShare(shareData)) {
    // The promise is rejected when the person closes the sheet without a choice.
    await navigator.share(shareData).catch(() => {})
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}
