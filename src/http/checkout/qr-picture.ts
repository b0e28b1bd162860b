// Draws a QR code for a page as one SVG path, which is half the size of other drawings.
import { create } from 'qrcode/lib/core/qrcode.js'

/** White modules around the code, as the standard requires. */
const margin = 4

/**
 * Returns an SVG element with one stroke per dark run of modules; the page gives it a white background. A
 * stroke is centred on its line, so the view begins half a module above the first row.
 */
export function qrPicture(text: string): string {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, y) => rowPath(data.subarray(y * size, (y + 1) * size), y))
  const side = size + 2 * margin
  return `<svg viewBox="-${margin} -${margin}.5 ${side} ${side}" shape-rendering="crispEdges"><path stroke="#000" d="${rows.join('')}"/></svg>`
}

/** Returns the strokes of one row. Each move but the first is relative to the end of the last stroke. */
function rowPath(row: Uint8Array, y: number): string {
  let path = ''
  let lastEnd = 0
  for (let x = 0; x < row.length; x++) {
    if (!row[x] || row[x - 1]) continue
    const from = x
    let to = x + 1
    while (row[to]) to++
    path += `${path === '' ? `M${from} ${y}` : `m${from - lastEnd} 0`}h${to - from}`
    lastEnd = to
  }
  return path
}
