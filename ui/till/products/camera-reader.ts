// Reads barcodes in a picture: with the browser's own reader where it knows all kinds of code that a price
// list has, else with ZXing.
import type { ReadCodes } from './camera-zxing.ts'

/** The browser's reader. Chrome has it on Android and macOS. */
interface OwnReader {
  detect(picture: HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>
}
interface OwnReaderKind {
  new (options: { readonly formats: readonly string[] }): OwnReader
  getSupportedFormats(): Promise<readonly string[]>
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128']

/** Opens a reader. @throws if the executable's ZXing cannot be loaded or this browser does not run it */
export async function openReader(): Promise<ReadCodes> {
  const own = await ownReader().catch(() => undefined)
  return own ?? (await import('./camera-zxing.ts')).openZxing()
}

async function ownReader(): Promise<ReadCodes | undefined> {
  const Kind: OwnReaderKind | undefined = Reflect.get(window, 'BarcodeDetector')
  const known = (await Kind?.getSupportedFormats()) ?? []
  if (!Kind || !formats.every(format => known.includes(format))) return undefined
  const reader = new Kind({ formats })
  return async picture => (await reader.detect(picture)).map(({ rawValue }) => rawValue)
}
