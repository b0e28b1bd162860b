// Draws a QR code for a page as one SVG path, which is half the size of other drawings.
import { create } from 'qrcode/lib/core/qrcode.js'

/** White modules around the code, as the standard requires. */
const margin = 4

/**
 * Returns a QR code as an SVG element, with one horizontal stroke per run of dark modules. The page gives the
 * element a white background. SVG centres a stroke on its y, so the first row, at y = 0, begins half a module
 * higher, and with it the view.
 */
export function qrPicture(text: string): string {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const rows = Array.from({ length: size }, (_, y) => rowPath(data.subarray(y * size, (y + 1) * size), y))
  const side = size + 2 * margin
  return `<svg viewBox="-${margin} -${margin}.5 ${side} ${side}" shape-rendering="crispEdges"><path stroke="#000" d="${rows.join('')}"/></svg>`
}

/**
 * Returns the SVG path of one row, such as `M0 3h2m1 0h4`: it moves to the start of each dark run and draws
 * its length. The first move is absolute; each later one is relative to the end of the last stroke.
 */
function rowPath(row: Uint8Array, y: number): string {
  let path = ''
  let lastEnd = 0
  for (let x = 0; x < row.length; x++) {
    const startsRun = row[x] && !row[x - 1]
    if (!startsRun) continue
    let end = x + 1
    while (row[end]) end++
    const move = path === '' ? `M${x} ${y}` : `m${x - lastEnd} 0`
    path += `${move}h${end - x}`
    lastEnd = end
  }
  return path
}
