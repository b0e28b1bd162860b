// Calculates which tiles of a long grid are visible: only these are drawn.

/** The height of every tile, the gap between tiles and their least width, as in products.css. Pixels. */
const tileHeight = 84
const tileGap = 8
const tileWidthMin = 118
/** Rows drawn above and below the visible ones, so that a quick scroll shows no gap. */
const rowsBeyond = 2

/** The visible part of the grid, in pixels. */
interface GridView {
  readonly width: number
  readonly height: number
  /** How far it is scrolled. */
  readonly top: number
}

export interface TilesSeen {
  readonly columns: number
  /** The first tile that is drawn, and the one after the last. */
  readonly from: number
  readonly to: number
  /** The height of the tiles that are not drawn, above and below. */
  readonly before: number
  readonly after: number
}

/** Returns which of `count` tiles to draw, and how much room to leave for the others. */
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
