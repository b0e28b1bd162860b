// What `kaunta open` prints: each page's address, and a QR code that a camera reads as that address.
import { expect, test } from 'bun:test'
import jsQr from 'jsqr'
import { pagesText } from '../../src/cli/open.ts'

const scale = 4

/** The text of a QR code printed in half blocks, two modules on top of each other. */
function scanned(lines: readonly string[]): string | undefined {
  const width = lines[0]?.length ?? 0
  const isLight = (x: number, y: number) => {
    const mark = lines[Math.floor(y / 2)]?.[x] ?? ' '
    return mark === '█' || mark === (y % 2 === 0 ? '▀' : '▄')
  }
  const height = lines.length * 2
  const pixels = new Uint8ClampedArray(width * scale * height * scale * 4)
  for (let y = 0; y < height * scale; y++)
    for (let x = 0; x < width * scale; x++)
      pixels.fill(
        isLight(Math.floor(x / scale), Math.floor(y / scale)) ? 255 : 0,
        (y * width * scale + x) * 4,
        (y * width * scale + x) * 4 + 4,
      )
  return jsQr(pixels, width * scale, height * scale)?.data
}

test('console, till and API reference', async () => {
  const text = await pagesText('http://192.168.1.10:8080')
  const codes = text.split(/^\w.*\n/m).slice(1)
  const scans = codes.map(code => scanned(code.split('\n').filter(line => line !== '')))
  const addresses = ['/admin', '/till', '/docs'].map(path => `http://192.168.1.10:8080${path}`)
  expect(scans).toEqual(addresses)
  for (const address of addresses) expect(text).toContain(address)
})
