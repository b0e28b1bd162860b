// The page of a QR payment in a real browser on the real binary: it can be scanned, it turns paid
// automatically with scripts and without, and it is well made in each state, in both languages, light and
// dark. Pictures for people to look at: dist/screens/payment-page/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import type { PaymentView } from '../../src/wire/payment.ts'
import { checkout } from '../../ui/checkout/checkout.text.ts'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import { type CheckoutShop, openCheckoutShop, sees } from '../kit/checkout-shop.ts'
import { axeFaults } from '../kit/console.ts'
import { proofTest } from '../kit/proof.ts'
import {
  dresses,
  newEnglishFinder,
  newScreens,
  nothing,
  shoot,
  stickingOut,
  wordsOn,
} from '../kit/screens.ts'

const englishIn = newEnglishFinder([checkout])

describe.skipIf(!browserHere)('the page of a payment', () => {
  let box: CheckoutShop
  let browser: Browser

  beforeAll(async () => {
    box = await openCheckoutShop()
    browser = await openBrowser()
  })
  afterAll(() => box.close())

  const make = (amount = 45_000) =>
    box.request<PaymentView>('/v1/payments', {
      payment_type: 'dynamic-qr',
      details: { amount, currency: 'TZS' },
    })
  const addressOf = ({ payment_url = '' }: PaymentView) => box.url + new URL(payment_url).pathname
  const decide = ({ reference }: PaymentView, decision: object) =>
    box.request(`/v1/sandbox/payments/${reference}`, decision)

  test.each([true, false])('is scanned and turns paid by itself, scripts %p', async scripts => {
    const viewport = { width: 360, height: 740 }
    const { context, complaints, requests } = await box.watch(browser, {
      viewport,
      javaScriptEnabled: scripts,
    })
    const payment = await make()
    const page = await context.newPage()
    await page.goto(addressOf(payment))
    await sees(page, 'waiting')
    expect(await readQr(page.locator('.qr'))).toBe(payment.payment_qr_code ?? '')
    const text = await page.locator('body').innerText()
    const number = payment.payment_token.replace(/^(\d{4})/, '$1\u2009')
    for (const part of ['Duka la Asha', '45,000', number, 'Time left', 'Practice: no real money'])
      expect(text).toContain(part)
    await decide(payment, { outcome: 'completed' })
    await sees(page, 'paid')
    expect(await page.title()).toBe('Paid · Duka la Asha')
    expect(complaints).toEqual([])
    const allowed = [addressOf(payment), `${box.url}/favicon.ico`, `${box.url}/font/`]
    expect(requests.filter(url => !allowed.some(start => url.startsWith(start)))).toEqual([])
    await context.close()
  })

  test('goes on from unknown to paid, and changes its language in place', async () => {
    const { context, complaints } = await box.watch(browser)
    const payment = await make()
    const page = await context.newPage()
    await page.goto(addressOf(payment))
    await page.getByText('Kiswahili').click()
    await page.getByText('Skani ulipe').waitFor()
    await decide(payment, { outcome: 'unknown' })
    await sees(page, 'unknown')
    expect(await page.locator('.qr').count()).toBe(0)
    await decide(payment, { outcome: 'completed' })
    await sees(page, 'paid')
    expect(await page.locator('h1').innerText()).toBe('Imelipwa')
    expect(complaints).toEqual([])
    await context.close()
  })

  const states: Readonly<Record<string, (payment: PaymentView) => Promise<unknown>>> = {
    waiting: async () => {},
    unknown: payment => decide(payment, { outcome: 'unknown' }),
    paid: payment => decide(payment, { outcome: 'completed' }),
    failed: payment => decide(payment, { outcome: 'failed', failure_reason: 'insufficient_balance' }),
    expired: payment => decide(payment, { outcome: 'expired' }),
    cancelled: ({ reference }) => box.request(`/v1/payments/${reference}/void`, {}),
  }

  proofTest('is well made in every state, language, theme and width', async () => {
    const folder = newScreens('payment-page')
    const grounds = new Set<string>()
    const payments = await Promise.all(
      Object.entries(states).map(async ([state, reach]) => {
        const payment = await make(1_245_000)
        await reach(payment)
        await box.reaches({ checkout_url: addressOf(payment) }, state)
        return [state, addressOf(payment)] as const
      }),
    )
    for (const { theme, language, widths } of dresses([360, 768, 1280])) {
      const page = await (await browser.newContext({ locale: 'en-GB', colorScheme: theme })).newPage()
      for (const [state, address] of payments) {
        const name = `${state}-${theme}-${language}`
        await page.goto(`${address}?lang=${language}`)
        expect(await page.getAttribute('main', 'data-state')).toBe(state)
        const text = await wordsOn(page, name)
        if (language === 'sw') expect([name, englishIn(text)]).toEqual([name, []])
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          expect([name, width, await page.evaluate(stickingOut, nothing)]).toEqual([name, width, []])
          await shoot(page, folder, `${name}-${width}`)
        }
        expect([name, await axeFaults(page)]).toEqual([name, []])
        grounds.add(`${theme} ${await page.evaluate(() => getComputedStyle(document.body).colorScheme)}`)
      }
      await page.context().close()
    }
    expect([...grounds].toSorted()).toEqual(['dark dark', 'light light'])
  })
})
