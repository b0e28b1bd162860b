// Which tiles of a long grid are seen: only these are drawn.

/** As in products.css: every tile is as high, with this gap. */
const tileHeight = 84
const tileGap = 8
const tileWidthMin = 118
/** Drawn above and below what is seen, so that a quick scroll shows no gap. */
const rowsBeyond = 3

interface GridView {
  readonly width: number
  readonly height: number
  /** How far it is scrolled. */
  readonly top: number
}

export interface TilesSeen {
  readonly columns: number
  /** Of the tiles that are drawn: the first, and the one behind the last. */
  readonly from: number
  readonly to: number
  /** The room of the others, above and below. */
  readonly before: number
  readonly after: number
}

export function tilesSeen(count: number, { width, height, top }: GridView): TilesSeen {
  const columns = Math.max(2, Math.floor((width + tileGap) / (tileWidthMin + tileGap)))
  const rows = Math.ceil(count / columns)
  const rowHeight = tileHeight + tileGap
  const first = Math.max(0, Math.min(rows, Math.floor(top / rowHeight)) - rowsBeyond)
  const last = Math.min(rows, Math.ceil((top + height) / rowHeight) + rowsBeyond)
  return {
    columns,
    from: first * columns,
    to: Math.min(count, last * columns),
    before: first * rowHeight,
    after: (rows - last) * rowHeight,
  }
}
