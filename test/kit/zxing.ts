// ZXing, the reader of barcodes that the till has, for tests: it reads codes in pictures.
import { join } from 'node:path'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const path = join(import.meta.dir, '../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')

/** Returns the codes in a picture, each with its kind. */
export async function codesIn(picture: ImageData | Uint8Array): Promise<{ text: string; kind: string }[]> {
  const wasmBinary = await Bun.file(path).arrayBuffer()
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const found = await readBarcodes(picture, { textMode: 'Plain' })
  return found.map(({ text, format }) => ({ text, kind: format }))
}

/** Draws a picture of the bars with their quiet zone. */
export function pictureOf(bars: string): ImageData {
  const row = [...`${'0'.repeat(12)}${bars}${'0'.repeat(12)}`].flatMap(bar => [bar, bar, bar])
  const line = row.flatMap(bar => (bar === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255]))
  const height = 60
  const data = new Uint8ClampedArray(Array.from({ length: height }, () => line).flat())
  return { data, width: row.length, height, colorSpace: 'srgb' } as ImageData
}
