// Reads barcodes in a picture: with the browser's own reader where it knows all kinds of code that a price
// list has, else with ZXing.
import type { ReadCodes } from './camera-zxing.ts'

/** The reader that a browser may have. Chrome has it on Android and macOS. */
interface BrowserReader {
  detect(picture: HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>
}
interface BrowserReaderClass {
  new (options: { readonly formats: readonly string[] }): BrowserReader
  getSupportedFormats(): Promise<readonly string[]>
}

const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128']

/**
 * Opens the browser's reader, or ZXing from the executable.
 * @throws if ZXing cannot be loaded or this browser does not run it
 */
export async function openReader(): Promise<ReadCodes> {
  const readCodes = await openBrowserReader().catch(() => undefined)
  return readCodes ?? (await import('./camera-zxing.ts')).openZxing()
}

/** Opens the browser's reader; undefined if it lacks a kind of code that a price list may have. */
async function openBrowserReader(): Promise<ReadCodes | undefined> {
  const Reader: BrowserReaderClass | undefined = Reflect.get(window, 'BarcodeDetector')
  const supported = (await Reader?.getSupportedFormats()) ?? []
  if (!Reader || !formats.every(format => supported.includes(format))) return undefined
  const reader = new Reader({ formats })
  return async picture => (await reader.detect(picture)).map(({ rawValue }) => rawValue)
}
