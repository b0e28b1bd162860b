// The sales of a day as one picture, for an owner to send: drawn in the browser, on white as a receipt.

export interface DayPicture {
  readonly shop: string
  readonly day: string
  /** The mark of practice; undefined for a live account. */
  readonly practice: string | undefined
  readonly sales: string
  readonly amount: string
  readonly count: string
  readonly rows: readonly (readonly [name: string, value: string])[]
  /** When it was drawn: a day may not be over. */
  readonly at: string
}

const width = 720
const edge = 48
const ink = '#1a1b1f'
const soft = '#5a5d65'

interface Line {
  readonly text: string
  readonly size: number
  readonly weight?: number
  readonly color?: string
}

type Pen = CanvasRenderingContext2D

/** Narrower until it fits: the name of a shop may be long. */
function write(pen: Pen, { text, size, weight = 400, color = ink }: Line, at: { x: number; y: number }) {
  pen.font = `${weight} ${size}px Inter, system-ui, -apple-system, Roboto, 'Noto Sans', sans-serif`
  pen.fillStyle = color
  pen.fillText(text, at.x, at.y, width - 2 * edge)
}

/** Draws the picture from top to bottom. @returns its height */
function draw(pen: Pen, { shop, day, practice, sales, amount, count, rows, at }: DayPicture): number {
  const head: readonly Line[] = [
    ...(practice ? [{ text: practice, size: 26, weight: 700, color: '#6d28d9' }] : []),
    { text: shop, size: 36, weight: 700 },
    { text: day, size: 28, color: soft },
    { text: sales, size: 28, color: soft },
    { text: amount, size: 68, weight: 700 },
    { text: count, size: 28, color: soft },
  ]
  let y = edge
  pen.textAlign = 'center'
  for (const line of head) {
    y += line.size * 1.45
    write(pen, line, { x: width / 2, y })
  }
  y += 24
  for (const [name, value] of rows) {
    pen.fillStyle = '#e2dfd8'
    pen.fillRect(edge, y + 12, width - 2 * edge, 2)
    y += 60
    pen.textAlign = 'left'
    write(pen, { text: name, size: 28, color: soft }, { x: edge, y })
    pen.textAlign = 'right'
    write(pen, { text: value, size: 28, weight: 600 }, { x: width - edge, y })
  }
  pen.textAlign = 'center'
  y += 72
  write(pen, { text: at, size: 22, color: soft }, { x: width / 2, y })
  return y + edge
}

/** @returns a PNG file; undefined where the browser cannot draw one */
export async function pictureOfDay(picture: DayPicture, fileName: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  canvas.width = width
  canvas.height = Math.ceil(draw(pen, picture))
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  draw(pen, picture)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], fileName, { type: 'image/png' }) : undefined
}

/** Hands it to the share sheet of the device, or saves it where there is none. */
export async function shareFile(file: File): Promise<void> {
  const sheet = { files: [file] }
  // Absent over plain http.
  if ('canShare' in navigator && navigator.canShare(sheet)) {
    // The sheet may be closed without a choice.
    await navigator.share(sheet).catch(() => {})
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}
