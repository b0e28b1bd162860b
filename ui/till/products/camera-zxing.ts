// ZXing, compiled to WebAssembly, for browsers without a reader of barcodes. It comes from the executable
// when a camera is first used; the service worker then keeps it.
import { prepareZXingModule, purgeZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm' with { type: 'file' }

/** Returns the codes in a picture. */
export type ReadCodes = (picture: HTMLCanvasElement) => Promise<readonly string[]>

const options: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128'],
  tryInvert: false,
  textMode: 'Plain',
}

/**
 * Loads ZXing and returns its reader.
 * @throws if it cannot be loaded or this browser does not run WebAssembly
 */
export async function openZxing(): Promise<ReadCodes> {
  try {
    await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  } catch (error) {
    // Otherwise the next try would fail with the same error.
    purgeZXingModule()
    throw error
  }
  return async picture => {
    const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height)
    return pixels ? (await readBarcodes(pixels, options)).map(({ text }) => text) : []
  }
}
