// Scanning with the camera, in a real browser on the real binary: Chromium films a drawn barcode.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import type { JSHandle, Page } from 'playwright-core'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { showToCamera } from '../kit/camera-film.ts'
import { axeFaults } from '../kit/console.ts'
import { asha } from '../kit/people.ts'
import { ean } from '../kit/product-file.ts'
import { openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

/** Installs, in the page, a reader of the browser whose looks end when the test ends them. */
const readWhenTold = () => {
  const looks: PromiseWithResolvers<readonly { rawValue: string }[]>[] = []
  class BarcodeDetector {
    static getSupportedFormats = async () => ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128']
    detect() {
      const look = Promise.withResolvers<readonly { rawValue: string }[]>()
      looks.push(look)
      return look.promise
    }
  }
  Object.assign(window, { BarcodeDetector, looks })
}
/** In the page: ends a look with a code, or without one with an error. Then the page is drawn again. */
const endLook = async ({ at, code }: { readonly at: number; readonly code?: string }) => {
  const look = (Reflect.get(window, 'looks') as PromiseWithResolvers<unknown>[])[at]
  if (code === undefined) look?.reject(new Error('no look'))
  else look?.resolve([{ rawValue: code }])
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}

const lanAddress = Object.values(networkInterfaces())
  .flat()
  .find(address => address?.family === 'IPv4' && !address.internal)?.address

describe.skipIf(!browserHere)('the camera of a till', () => {
  let shop: TillShop
  let page: Page

  // Without a film Chromium has no camera.
  showToCamera()
  beforeAll(async () => {
    shop = await openTillShop({ args: ['--host', '0.0.0.0'] })
    const soda = { name: 'Soda', price: 1_000, barcodes: [ean(1)] }
    expect((await shop.asOwner('POST', '/api/v1/products', soda)).status).toBe(201)
    const tablet = await pairTablet(shop, { viewport: { width: 360, height: 740 } })
    page = tablet.page
    await tablet.context.grantPermissions(['camera'])
    await signIn(page, asha)
  })
  afterAll(() => shop?.close())

  const openCamera = async (code?: string) => {
    showToCamera(code)
    await page.getByTestId('camera').click()
    await page.getByTestId('camera-done').waitFor()
  }
  const added = (text: string) => page.getByTestId('camera-added').getByText(text, { exact: true }).waitFor()
  const done = () => page.getByTestId('camera-done').click()
  /** Waits until the picture has changed so often: the till has looked at it in between. */
  const afterPictures = (count: number) =>
    page.locator('video').evaluate(async (video: HTMLVideoElement, count) => {
      for (let seen = 0; seen < count; seen++)
        await new Promise(resolve => video.requestVideoFrameCallback(resolve))
    }, count)
  /** Returns the track that the camera sends, while it is on. */
  const track = () =>
    page.locator('video').evaluateHandle((video: HTMLVideoElement) => {
      const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : []
      return track
    })
  const ends = async (track: JSHandle<MediaStreamTrack | undefined>) => {
    await page.waitForFunction(track => track?.readyState === 'ended', track)
  }
  const setHidden = (hidden: boolean) =>
    page.evaluate(hidden => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  /** Returns the paths that the till's worker keeps for a time without the server. */
  const storedFiles = async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  }

  test('adds the item of a code once, however long it is seen, and again the next time', async () => {
    await page.getByTestId('open-products').click()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await openCamera(ean(1))
    await added('Soda')
    await afterPictures(20)
    await added('Soda')
    expect(await axeFaults(page)).toEqual([])
    await page.getByTestId('camera-done').getByText('1 · TZS').waitFor()
    const filmed = await track()
    await done()
    await ends(filmed)
    expect(await page.evaluate(storedFiles)).toContainEqual(expect.stringMatching(/^\/zxing_reader.*\.wasm$/))
    await openCamera(ean(1))
    await added('2\u00a0× Soda')
    await done()
  })

  test('is off while the page is hidden, and on again afterwards', async () => {
    await openCamera()
    await afterPictures(1)
    const before = await track()
    await setHidden(true)
    await ends(before)
    showToCamera(ean(1))
    await setHidden(false)
    await added('3\u00a0× Soda')
    await done()
  })

  test('offers to add the item of an unknown code, and sells it', async () => {
    await openCamera(ean(2))
    await page.getByTestId('scan-add').click()
    await page.getByTestId('new-product-name').fill('Maji')
    await page.getByTestId('new-product-price').fill('600')
    await page.getByTestId('new-product-save').click()
    await added('Maji')
    await done()
  })

  test('explains what to do without permission, and works once it is allowed', async () => {
    await page.context().clearPermissions()
    await openCamera(ean(1))
    await page.getByTestId('camera-fault').getByText('The camera is not allowed').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.context().grantPermissions(['camera'])
    await page.getByRole('button', { name: 'Try again' }).click()
    await added('4\u00a0× Soda')
    await done()
  })

  test('a look that ends late adds nothing under a sheet, and ends no other camera', async () => {
    const looks = (count: number) =>
      page.waitForFunction(count => Reflect.get(window, 'looks').length >= count, count)
    await page.evaluate(readWhenTold)
    await openCamera()
    await looks(1)
    await page.evaluate(endLook, { at: 0, code: ean(3) })
    await looks(2)
    await page.getByTestId('scan-add').click()
    await page.getByTestId('new-product-name').waitFor()
    await page.evaluate(endLook, { at: 1, code: ean(1) })
    expect(await page.getByTestId('camera-added').innerText()).not.toContain('Soda')
    await page.keyboard.press('Escape')
    await looks(3)
    await page.evaluate(endLook, { at: 2, code: ean(1) })
    await added('5\u00a0× Soda')
    await looks(4)
    await setHidden(true)
    await setHidden(false)
    await looks(5)
    await page.evaluate(endLook, { at: 3 })
    expect(await page.getByTestId('camera-fault').count()).toBe(0)
    await done()
  })

  test.skipIf(!lanAddress)('at an address without https, a phone learns where it works', async () => {
    const context = await (await openBrowser()).newContext({ hasTouch: true, locale: 'sw' })
    const phone = await context.newPage()
    const { pairing_code } = await shop.newTill('Phone')
    await phone.goto(`http://${lanAddress}:${new URL(shop.url).port}/till?pair=${pairing_code}`)
    await signIn(phone, asha)
    await phone.getByTestId('camera').click()
    await phone.getByTestId('camera-fault').getByText('Kamera inahitaji anwani salama').waitFor()
    expect(await axeFaults(phone)).toEqual([])
    const guide = phone.getByRole('link', { name: 'Andaa kifaa hiki' })
    expect(await guide.getAttribute('href')).toBe('/trust?lang=sw')
    await context.close()
  })
})
