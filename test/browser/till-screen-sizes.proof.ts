// The till on every screen of a day in three more sizes than till-screens.test.ts has, each on a tablet of
// its own language and theme from the first screen on: without sideways scrolling or axe findings, the code
// large enough.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import axe from 'axe-core'
import { browserHere } from '../kit/browser.ts'
import { neema, openTillShop, pairTablet, type TillShop } from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

setDefaultTimeout(300_000)

const qrLeast = 240
/** The page scrolls as a whole, or in its one column. */
const widest = `Math.max(...[document.documentElement, ...document.querySelectorAll('.till-page, main')].map(one => one.scrollWidth))`
const screens = [
  {
    name: 'a small phone, English, light',
    viewport: { width: 320, height: 640 },
    colorScheme: 'light',
    locale: 'en-GB',
  },
  {
    name: 'a phone, Swahili, dark',
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    locale: 'sw-TZ',
  },
  {
    name: 'a tablet lying, Swahili, light',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    locale: 'sw-TZ',
  },
] as const

describe.skipIf(!browserHere)('the till in every size, language and theme', () => {
  let shop: TillShop
  beforeAll(async () => {
    shop = await openTillShop()
    await shop.grantCompletion(neema.name)
  })
  afterAll(() => shop?.close())

  test.each(screens)('$name: every screen', async ({ name, ...options }) => {
    const { context, page } = await pairTablet(shop, { ...options, name, reducedMotion: 'reduce' })
    const seen: string[] = []
    const found: string[] = []
    await walk(page, shop, async screen => {
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
      const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults
      for (const { id, nodes } of violations)
        found.push(`${screen}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      const width = Number(await page.evaluate(widest))
      if (width > options.viewport.width) found.push(`${screen}: ${width} pixels wide`)
      if (await page.getByTestId('qr').isVisible()) {
        const box = await page.getByTestId('qr').boundingBox()
        if ((box?.width ?? 0) < qrLeast) found.push(`${screen}: a QR of ${box?.width} pixels`)
      }
      seen.push(screen)
    })
    expect(found).toEqual([])
    expect(seen.length).toBeGreaterThan(20)
    await context.close()
  })
})
