// The picture of an item in a real browser on the real binary: the browser makes it small before it is sent.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { browserHere } from '../kit/browser.ts'
import { type ConsoleShop, openConsoleShop } from '../kit/console.ts'
import { until } from '../kit/wait.ts'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

/** Draws a PNG. `colourAt` gives the pixel of a place. */
function pngOf(width: number, height: number, colourAt: (x: number, y: number) => Pixel): Buffer {
  const png = new PNG({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) png.data.set(colourAt(x, y), (y * width + x) * 4)
  return PNG.sync.write(png)
}

/** Draws a green square between a red and a blue one. */
const threeSquares = (side: number): Buffer =>
  pngOf(3 * side, side, x => [
    x < side ? 255 : 0,
    x >= side && x < 2 * side ? 128 : 0,
    x >= 2 * side ? 255 : 0,
    255,
  ])

/** Draws noise, which no JPEG makes small. */
function noise(side: number): Buffer {
  let state = 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 255
  }
  return pngOf(side, side, () => [next(), next(), next(), 255])
}

describe.skipIf(!browserHere)('the picture of an item', () => {
  let box: ConsoleShop

  beforeAll(async () => {
    box = await openConsoleShop()
    await box.open('/products/new')
    await box.page.getByText('Picture, colour and place').click()
  })
  afterAll(() => box?.close())

  const shown = () => box.page.locator('.tile-large img')
  const choose = (buffer: Buffer, name = 'bidhaa.png') =>
    box.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  /** Chooses a picture and returns size and corner colours of the one that the form then shows. */
  async function made(buffer: Buffer) {
    const before = (await shown().count()) === 0 ? null : await shown().getAttribute('src')
    await choose(buffer)
    await until(async () => (await shown().count()) > 0 && (await shown().getAttribute('src')) !== before)
    return shown().evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { naturalWidth: width, naturalHeight: height } = image
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
        willReadFrequently: true,
      })
      context?.drawImage(image, 0, 0)
      const colourAt = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].join()
      return { width, height, corners: [colourAt(1, 1), colourAt(width - 2, height - 2)] }
    })
  }

  test('is the middle square, as wide as the tile needs and never enlarged', async () => {
    const green = '0,128,1,255'
    expect(await made(threeSquares(500))).toEqual({ width: 320, height: 320, corners: [green, green] })
    expect(await made(threeSquares(90))).toEqual({ width: 90, height: 90, corners: [green, green] })
  })

  test('is white where it was transparent', async () => {
    const white = '255,255,255,255'
    expect(await made(pngOf(60, 100, () => [0, 0, 0, 0]))).toEqual({
      width: 60,
      height: 60,
      corners: [white, white],
    })
  })

  test('is not replaced by a file that is no picture', async () => {
    const before = await shown().getAttribute('src')
    await choose(Buffer.from('no picture'))
    await box.page.getByText('This file is not a picture').waitFor()
    expect(await shown().getAttribute('src')).toBe(before)
  })

  test('is made narrower until the server accepts its size', async () => {
    const { width } = await made(noise(320))
    expect(width).toBeLessThan(320)
    await box.page.locator('[name=name]').fill('Kitenge')
    await box.page.locator('[name=price]').fill('12000')
    const [sent] = await Promise.all([
      box.page.waitForRequest(request => request.url().endsWith('/picture')),
      box.page.getByTestId('save').click(),
    ])
    const { 'content-type': type, 'content-length': bytes } = await sent.allHeaders()
    expect(type).toBe('image/jpeg')
    expect(Number(bytes)).toBeLessThanOrEqual(40_000)
    await box.page.getByRole('link', { name: 'Kitenge' }).waitFor()
    expect(await box.page.locator('img.tile').count()).toBe(1)
    expect(box.complaints).toEqual([])
  })
})
