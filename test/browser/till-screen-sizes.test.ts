// The till on every screen in a real browser on the real binary: narrow and wide, light and dark, English and
// Swahili, without sideways scrolling or axe findings; a whole sale by keyboard; changes announced to screen
// readers; and the size of the page.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import axe from 'axe-core'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

setDefaultTimeout(120_000)

const qrLeast = 240
const firstLoadMax = 200_000
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
  afterAll(async () => {
    await closeBrowser()
    await shop?.close()
  })

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

  test('a whole sale by the number pad: digits, Enter, Escape, Enter; each change is read to screen readers', async () => {
    const { context, page } = await pairTablet(shop, { name: 'Keyboard' })
    await page.getByTestId('cashier').filter({ hasText: neema.name }).focus()
    await page.keyboard.press('Enter')
    for (const digit of neema.pin) await page.keyboard.press(digit)
    await page.keyboard.press('Enter')
    await page.getByTestId('charge').waitFor()
    const said = page.locator('[role=status][aria-live=assertive]')
    for (const key of ['4', '5', '0', '0', 'Backspace', '0', 'NumpadEnter']) await page.keyboard.press(key)
    await page.getByTestId('token').waitFor()
    expect(await said.textContent()).toBe('Waiting for payment: TZS\u00a04,500')
    await page.keyboard.press('Escape')
    await page.getByTestId('cancel-confirm').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('cancel-confirm').waitFor({ state: 'hidden' })
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    expect(await said.textContent()).toBe('Paid: TZS\u00a04,500')
    await page.keyboard.press('Enter')
    await page.getByTestId('charge').waitFor()
    await context.close()
  })

  test('the till’s first load, compressed', async () => {
    const { context, page } = await pairTablet(shop, { name: 'Scales' })
    await signIn(page, neema)
    const fresh = await (await context.browser()?.newContext())?.newPage()
    const sizes: [string, number][] = []
    fresh?.on('response', async response => {
      const { responseBodySize } = await response.request().sizes()
      sizes.push([new URL(response.url()).pathname, responseBodySize])
    })
    await fresh?.goto(`${shop.url}/till`, { waitUntil: 'networkidle' })
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    console.log(`the till's first load is ${(total / 1_000).toFixed(2)} kB (at most ${firstLoadMax / 1_000})`)
    expect(total).toBeLessThanOrEqual(firstLoadMax)
    await fresh?.context().close()
    await context.close()
  })
})
