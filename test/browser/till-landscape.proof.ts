// The till on a phone in landscape, and on a small tablet: all of a sale is visible without scrolling, and
// its QR code is large enough to scan. The proof has a tablet and English, too; till-screens.test.ts has the
// phone in Swahili.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { browserHere } from '../kit/browser.ts'
import { openListShop } from '../kit/till-list.ts'
import { hiddenParts, ofSale } from '../kit/till-screenshot.ts'
import { neema, openTillShop, pairTablet, signIn } from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

setDefaultTimeout(300_000)

const screens = [
  { viewport: { width: 740, height: 360 }, qrLeast: 200, locale: 'en-GB' },
  { viewport: { width: 740, height: 360 }, qrLeast: 200, locale: 'sw-TZ' },
  { viewport: { width: 1024, height: 600 }, qrLeast: 240, locale: 'sw-TZ' },
] as const
describe.skipIf(!browserHere)('the till on its side', () => {
  test('on a phone shows three rows of the price list, and the keys next to a weight', async () => {
    const shop = await openListShop()
    const viewport = { width: 740, height: 360 } as const
    const { page } = await pairTablet(shop, { viewport, locale: 'sw-TZ', reducedMotion: 'reduce' })
    await signIn(page, neema)
    await page.getByTestId('open-products').click()
    await page.getByTestId('tile').first().waitFor()
    const tiles = await page
      .getByTestId('tile')
      .evaluateAll(all =>
        all.map(tile => tile.getBoundingClientRect()).filter(({ bottom }) => bottom <= innerHeight),
      )
    expect(new Set(tiles.map(({ top }) => Math.round(top))).size).toBe(3)
    await page.getByTestId('tile').filter({ hasText: 'Mchele' }).click()
    await page.getByTestId('amount-pad').waitFor()
    const pad = page.locator('.sheet[open]').filter({ has: page.getByTestId('amount-pad') })
    expect(await pad.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    await shop.close()
  })

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
        for (const fault of await hiddenParts(page, qrLeast)) found.push(`${name}: ${fault}`)
      })
      expect(found).toEqual([])
      expect(seen.toSorted()).toEqual(ofSale.toSorted())
      await shop.close()
    },
  )
})
