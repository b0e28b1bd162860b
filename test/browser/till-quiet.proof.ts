// What the till asks the server while nothing happens: nothing. News come over its streams; only when these
// are broken it asks, and slowly. In a real browser on the real binary. The proof listens for eleven real
// seconds on four screens; till-flow.proof.ts has one of them on simulated time, till-outage.test.ts a till
// without streams.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { charge, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

setDefaultTimeout(300_000)

/** Longer than any of the timers was that asked for sales. */
const quietMs = 11_000
/** The heartbeat, the till's own state, and the networks that are down for other tills. */
const alwaysAsked = ['/health', '/api/v1/till/me', '/api/v1/till/networks']

describe.skipIf(!browserHere)('a till without news', () => {
  let shop: TillShop
  let page: Page
  const asked: string[] = []

  beforeAll(async () => {
    shop = await openTillShop()
    ;({ page } = await pairTablet(shop))
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (!alwaysAsked.includes(pathname)) asked.push(`${request.method()} ${pathname}`)
    })
    await signIn(page, neema)
    await page.locator('.sales-empty').first().waitFor({ state: 'attached' })
    // The till reads the price list once more, half a minute after the stream of its changes has opened.
    await page.waitForTimeout(32_000)
  }, 300_000)
  afterAll(() => shop?.close())
  const tap = (testId: string) => page.getByTestId(testId).click()
  /**
   * Returns what was asked in eleven seconds on one screen, once it was loaded. A busy machine may lose a
   * stream, which reopens and asks once: then the time begins again.
   */
  async function quiet(triesLeft = 3): Promise<string[]> {
    await page.waitForTimeout(1_500)
    asked.length = 0
    await page.waitForTimeout(quietMs)
    const isReopened = asked.some(request => request.endsWith('/events'))
    return isReopened && triesLeft > 0 ? quiet(triesLeft - 1) : [...asked]
  }
  const leaveLink = async () => {
    await page.getByTestId('voided').waitFor()
    await page.getByTestId('new-sale').press('Enter')
  }

  test('asks nothing at the keypad, at a code, at a link or at an open shift', async () => {
    expect(await quiet()).toEqual([])
    await charge(page, 5_000)
    expect(await quiet()).toEqual([])
    await tap('method-link')
    await page.getByTestId('link').waitFor()
    expect(await quiet()).toEqual([])
    await tap('cancel')
    await tap('cancel-confirm')
    await leaveLink()
    await tap('settings')
    await tap('shift')
    await page.getByTestId('open-shift').waitFor()
    expect(await quiet()).toEqual([])
    await page.locator('.head-button').first().click()
  })

  test('sends nothing to displays that it does not have, in a whole sale', async () => {
    asked.length = 0
    await charge(page, 5_200)
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await page.getByTestId('new-sale').press('Enter')
    await page.locator('.sale-row').first().getByText('Paid').waitFor({ state: 'attached' })
    expect(asked.filter(request => request.includes('display'))).toEqual([])
  })

  test('hears of a sale that another device ends, and of a link that is cancelled or paid elsewhere', async () => {
    await charge(page, 5_300)
    const { reference } = await shop.newest()
    await tap('park')
    await page.locator('.sales-panel .sale-row').first().getByText('Parked').waitFor()
    expect((await shop.asKey('POST', `/v1/payments/${reference}/void`)).status).toBe(200)
    await page.locator('.sales-panel .sale-row').first().getByText('Cancelled').waitFor()

    const link = async () => {
      await charge(page, 5_400)
      await tap('method-link')
      await page.getByTestId('link').waitFor()
      return String(
        await page.evaluate("JSON.parse(localStorage.getItem('kaunta.till.sale')).link.reference"),
      )
    }
    const cancelled = await shop.asOwner('POST', `/api/v1/sessions/${await link()}/cancel`)
    expect(cancelled.status).toBe(200)
    await leaveLink()
    await link()
    const customer = await page.context().browser()?.newPage()
    await customer?.goto(await page.getByTestId('link').inputValue())
    await customer?.locator('input[name=customer_phone]').fill('0754 000 456')
    await customer?.getByRole('button', { name: /TZS/ }).first().click()
    await page.waitForFunction(
      () => JSON.parse(localStorage.getItem('kaunta.till.sale') ?? '{}').payment !== null,
    )
    const { reference: paid, amount } = await shop.newest()
    expect(amount.value).toBe(5_400)
    await shop.decide(paid, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await page.getByTestId('new-sale').press('Enter')
  })

  test('asks again and again, slowly, while its streams are silent', async () => {
    await page.route(/\/events\?/, () => new Promise(() => {}))
    await charge(page, 5_600)
    asked.length = 0
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor({ timeout: 40_000 })
    const path = `GET /v1/payments/${reference}`
    expect(asked.filter(request => request === path).length).toBeLessThanOrEqual(2)
    await page.unroute(/\/events\?/)
  })
})
