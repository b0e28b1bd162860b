// What a finger taps on the till and on the customer display: nothing is lower or narrower than 44 pixels, on
// any screen, upright or lying, in both languages. The proof has
// five sizes; till-screens.test.ts has one phone and one desktop.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { languages, smallTargets } from '../kit/screens.ts'
import { setLanguage } from '../kit/till-screenshot.ts'
import {
  charge,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

setDefaultTimeout(180_000)

const sizes = [
  [360, 740],
  [820, 1180],
  [820, 500],
  [740, 360],
  [1280, 800],
] as const
const usual = { width: 768, height: 1024 }
/** Upright tablets, in a browser with its own bar as well. */
const upright = [
  [600, 900],
  [768, 900],
  [768, 944],
  [820, 1180],
] as const
/** Returns the buttons of the keypad that something else lies on, at their middle or at their lower edge. */
const coveredButtons = () =>
  [...document.querySelectorAll('.entry button')].flatMap(button => {
    if (!button.checkVisibility()) return []
    const { left, top, width, height } = button.getBoundingClientRect()
    const isHit = (y: number) => button.contains(document.elementFromPoint(left + width / 2, y))
    return isHit(top + height / 2) && isHit(top + height - 3) ? [] : [button.outerHTML.slice(0, 80)]
  })

describe.skipIf(!browserHere)('a finger', () => {
  let shop: TillShop
  let context: BrowserContext
  let page: Page
  const found: string[] = []

  beforeAll(async () => {
    shop = await openTillShop()
    await shop.grantCompletion(neema.name)
    ;({ context, page } = await pairTablet(shop, { reducedMotion: 'reduce' }))
  })
  afterAll(() => shop?.close())

  /** Measures what is shown in every size and language, and leaves the page as it was. */
  async function measure(screen: string, of: Page): Promise<void> {
    for (const language of languages) {
      await setLanguage(of, language)
      for (const [width, height] of sizes) {
        await of.setViewportSize({ width, height })
        for (const small of await of.evaluate(smallTargets))
          found.push(`${screen}, ${language}, ${width} × ${height}: ${small}`)
      }
    }
    await setLanguage(of, 'en')
    await of.setViewportSize(usual)
  }
  /** Finds what covers buttons of the keypad, with the notes of practice and of an outage above it. */
  async function reachKeypad(): Promise<void> {
    await context.setOffline(true)
    await page.getByTestId('server-banner').waitFor()
    for (const language of languages) {
      await setLanguage(page, language)
      for (const [width, height] of upright) {
        await page.setViewportSize({ width, height })
        for (const covered of await page.evaluate(coveredButtons))
          found.push(`${language}, ${width} × ${height}: covered: ${covered}`)
      }
    }
    await setLanguage(page, 'en')
    await page.setViewportSize(usual)
    await context.setOffline(false)
    await page.getByTestId('server-banner').waitFor({ state: 'hidden' })
  }
  const tap = (testId: string) => page.getByTestId(testId).first().click()
  const see = (testId: string) => page.getByTestId(testId).first().waitFor()

  test('finds a target of 44 pixels on every screen of a day at the till', async () => {
    const seen: string[] = []
    await walk(page, shop, async (screen, of) => {
      seen.push(screen)
      await measure(screen, of)
    })
    expect(found.splice(0)).toEqual([])
    expect(seen.length).toBeGreaterThan(20)
  })

  test('finds one on what a day seldom brings: items, cash refunded, a parked sale that is paid', async () => {
    await signIn(page, neema)
    await reachKeypad()
    await tap('add-items')
    for (const name of ['Chai ya maziwa', 'Andazi']) {
      await page.getByTestId('item-name').fill(name)
      await page.getByTestId('item-price').fill('1000')
      await tap('item-add')
    }
    await measure('items', page)
    await tap('items-done')
    await measure('keypad with items', page)
    await tap('cash')
    await see('step-submit')
    await measure('starting cash for a sale', page)
    await typeAmount(page, 20_000)
    await tap('step-submit')
    await see('confirm-cash')
    await measure('cash for items', page)
    await page.locator('.quick-amount').first().click()
    await page.getByTestId('paid').waitFor()
    await tap('refund')
    await page.getByTestId('refund-amount').waitFor()
    await measure('refund cash', page)
    await page.keyboard.press('Escape')
    await page.getByTestId('new-sale').press('Enter')
    await tap('add-items')
    await see('item-known')
    await measure('items sold before', page)
    await page.keyboard.press('Escape')
    await charge(page, 4_000)
    const { reference } = await shop.newest()
    await tap('park')
    await shop.decide(reference, { outcome: 'completed' })
    await page.getByTestId('parked-paid').waitFor()
    await measure('a parked sale is paid', page)
    await tap('parked-open')
    await page.getByTestId('paid').waitFor()
    await measure('paid, opened again', page)
    await page.getByTestId('new-sale').press('Enter')
    expect(found.splice(0)).toEqual([])
  })

  test('finds one where a till and a display are paired, and on the display', async () => {
    const cold = await (await openBrowser()).newPage()
    await cold.goto(`${shop.url}/till`)
    await cold.getByTestId('pair-code').waitFor()
    await measure('cold till', cold)
    await cold.getByTestId('other-login').click()
    await cold.locator('input[type=password]').waitFor()
    await measure('log in with e-mail', cold)
    await cold.goto(`${shop.url}/display`)
    await cold.getByTestId('pair-code').waitFor()
    await measure('cold display', cold)
    await tap('settings')
    await tap('display')
    const code = (await page.getByTestId('display-code').innerText()).replaceAll(' ', '')
    await cold.getByTestId('pair-code').fill(code)
    await cold.getByTestId('idle').waitFor()
    await measure('idle display', cold)
    await page.getByTestId('display-connected').waitFor()
    await measure('display connected', page)
    await tap('display-disconnect')
    await see('display-disconnect-confirm')
    await measure('disconnect a display', page)
    await page.keyboard.press('Escape')
    await charge(page, 5_000)
    await cold.getByTestId('scan').waitFor()
    await measure('display with a code', cold)
    await tap('method-link')
    await cold.getByTestId('link').waitFor()
    await measure('display with a link', cold)
    await context.close()
    expect(found.splice(0)).toEqual([])
  })
})
