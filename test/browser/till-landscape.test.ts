// The till on a phone that lies on its side, and on a small tablet: all of a sale is seen at once, and its QR
// code is large enough to scan.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { neema, openTillShop, pairTablet } from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

setDefaultTimeout(120_000)

const screens = [
  { viewport: { width: 740, height: 360 }, qrLeast: 200, locale: 'en-GB' },
  { viewport: { width: 740, height: 360 }, qrLeast: 200, locale: 'sw-TZ' },
  { viewport: { width: 1024, height: 600 }, qrLeast: 240, locale: 'sw-TZ' },
] as const
const ofSale = [
  'keypad',
  'amount too small',
  'number',
  'cash',
  'waiting for a scan',
  'waiting for a scan or a push',
  'waiting at a link',
]

/** How much of the page, or of its one column, is out of scope. */
const hidden = `Math.max(...[document.documentElement, ...document.querySelectorAll('.till-page, .till-screen, main')]
  .map(one => one.scrollHeight - one.clientHeight))`

describe.skipIf(!browserHere)('the till on its side', () => {
  afterAll(closeBrowser)

  test.each(screens)(
    '$viewport.width × $viewport.height, $locale: nothing of a sale has to be scrolled to',
    async screen => {
      const { qrLeast, ...options } = screen
      const shop = await openTillShop()
      await shop.grantCompletion(neema.name)
      const { page } = await pairTablet(shop, { ...options, reducedMotion: 'reduce' })
      const found: string[] = []
      const seen: string[] = []
      await walk(page, shop, async name => {
        if (!ofSale.includes(name)) return
        seen.push(name)
        const over = Number(await page.evaluate(hidden))
        if (over > 0) found.push(`${name}: ${over} pixels out of scope`)
        const qr = page.getByTestId('qr')
        if (!(await qr.isVisible())) return
        const box = await qr.boundingBox()
        if ((box?.width ?? 0) < qrLeast) found.push(`${name}: a QR of ${box?.width} pixels`)
        if ((box?.y ?? 0) + (box?.height ?? 0) > options.viewport.height) found.push(`${name}: the QR is cut`)
      })
      expect(found).toEqual([])
      expect(seen.toSorted()).toEqual(ofSale.toSorted())
      await shop.close()
    },
  )
})
