// A customer's own phone, in a real browser on the real binary: the payment number before a code it cannot
// scan, the code as a picture to save or share, errors in the page's language, and receipts that are found by
// the payment number and shared. Pictures for people to look at: dist/screens/receipt/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
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
import { until } from '../kit/wait.ts'

const handset: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  userAgent: 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
}
const englishIn = newEnglishFinder([checkout])

describe.skipIf(!browserHere)('a customer’s own phone', () => {
  let box: CheckoutShop
  let browser: Browser
  let folder: string

  beforeAll(async () => {
    folder = newScreens('receipt')
    box = await openCheckoutShop()
    browser = await openBrowser()
  })
  afterAll(() => box.close())

  const make = () =>
    box.request<PaymentView>('/v1/payments', {
      payment_type: 'dynamic-qr',
      details: { amount: 1_245_000, currency: 'TZS' },
    })
  const addressOf = ({ payment_url = '' }: PaymentView) => box.url + new URL(payment_url).pathname
  async function makePaid(): Promise<PaymentView> {
    const payment = await make()
    await box.request(`/v1/sandbox/payments/${payment.reference}`, { outcome: 'completed' })
    const status = `${addressOf(payment)}/status`.slice(box.url.length)
    await until(async () => (await box.request<{ state: string }>(status)).state === 'paid')
    return payment
  }
  const saves = async (page: Page, button: string) => {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByText(button).click()])
    const path = join(folder, `saved-${saved.suggestedFilename().replace(/\d+/, 'number')}`)
    await saved.saveAs(path)
    return { name: saved.suggestedFilename(), bytes: await Bun.file(path).bytes() }
  }

  test.each([true, false])(
    'has the number first, and a code for another phone, scripts %p',
    async scripts => {
      const { context, complaints, requests } = await box.watch(browser, {
        ...handset,
        javaScriptEnabled: scripts,
      })
      const payment = await make()
      const page = await context.newPage()
      await page.goto(addressOf(payment))
      await page.getByRole('heading', { name: 'Pay from this phone' }).waitFor()
      const number = payment.payment_token.replace(/^(\d{4})/, '$1\u2009')
      expect(await page.locator('.token').innerText()).toContain(number)
      expect(await page.locator('.qr').isVisible()).toBe(false)
      if (scripts) expect(requests.filter(url => url.endsWith('qr.svg'))).toEqual([])
      // Without scripts the page loads itself again after three seconds, and closes what was opened.
      if (scripts) {
        await page.getByText('Pay from another phone').click()
        expect(await readQr(page.locator('.qr'))).toBe(payment.payment_qr_code ?? '')
      }
      await page.getByText('Save or share the QR code').click()
      await page.waitForURL('**/picture?lang=en')
      expect(await readQr(page.locator('.qr'))).toBe(payment.payment_qr_code ?? '')
      if (scripts) {
        const { name, bytes } = await saves(page, 'Save picture')
        expect(name).toBe(`payment-${payment.payment_token}.png`)
        expect(await readQr(bytes)).toBe(payment.payment_qr_code ?? '')
      } else {
        expect(await page.getByText('Save picture').isVisible()).toBe(false)
        await page.locator('noscript p').waitFor()
      }
      await page.getByText('Back').click()
      await sees(page, 'waiting')
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('a computer shows the code at once', async () => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
    const payment = await make()
    await page.goto(addressOf(payment))
    expect(await readQr(page.locator('.qr'))).toBe(payment.payment_qr_code ?? '')
    expect(await page.locator('details').count()).toBe(0)
    await page.context().close()
  })

  test('an empty form is answered in the page’s language, never in the browser’s', async () => {
    const { context, complaints } = await box.watch(browser, handset)
    const page = await context.newPage()
    const link = await box.opens({ amount: 5_000 })
    await page.goto(`${box.pageOf(link)}?lang=sw`)
    await page.getByRole('button', { name: 'Lipa TZS' }).click()
    const problem = page.locator('[id="f-customer_phone-problem"]')
    await problem.waitFor()
    expect(await problem.innerText()).toBe('Jaza sehemu hii')
    await page.locator('#f-customer_phone:focus').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a receipt is found by its number, shared by message, and saved as a picture', async () => {
    const { context, complaints } = await box.watch(browser, handset)
    const payment = await makePaid()
    const page = await context.newPage()
    await page.goto(`${addressOf(payment)}?lang=sw`)
    await sees(page, 'paid')
    await page.getByText('Hifadhi au tuma risiti').click()
    await page.waitForURL(`**/receipt/${payment.payment_token}?lang=sw`)
    const { name, bytes } = await saves(page, 'Hifadhi picha')
    expect(name).toBe(`risiti-${payment.payment_token}.png`)
    const { width, height } = await new Bun.Image(bytes).metadata()
    expect(width).toBe(720)
    expect(height).toBeGreaterThan(500)
    const links = [page.getByText('WhatsApp'), page.getByText('SMS', { exact: true })]
    const [whatsapp = '', sms = ''] = await Promise.all(
      links.map(async link => (await link.getAttribute('href')) ?? ''),
    )
    const number = payment.payment_token.replace(/^(\d{4})/, '$1\u2009')
    for (const [href, start] of [
      [whatsapp, 'https://wa.me/?text='],
      [sms, 'sms:?&body='],
    ] as const) {
      expect(href.startsWith(start)).toBe(true)
      const text = decodeURIComponent(href.slice(start.length))
      for (const part of ['1,245,000', 'Duka la Asha', number, `/receipt/${payment.payment_token}`])
        expect(text).toContain(part)
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the share sheet gets the picture and its text, where the phone has one', async () => {
    const { context } = await box.watch(browser, handset)
    // The sheet is the phone's: record what it is given.
    await context.addInitScript(() => {
      const given: unknown[] = []
      Object.assign(window, { given })
      Object.defineProperty(navigator, 'canShare', { value: () => true })
      const share = async ({ files, text }: ShareData) => {
        given.push([files?.map(({ name, type }) => `${name} ${type}`), text])
      }
      Object.defineProperty(navigator, 'share', { value: share })
    })
    const payment = await makePaid()
    const page = await context.newPage()
    await page.goto(`${box.url}/receipt/${payment.payment_token}`)
    await page.getByText('Share picture').click()
    const [[files, text] = []] = (await page.evaluate('given')) as [string[], string][]
    expect(files).toEqual([`receipt-${payment.payment_token}.png image/png`])
    expect(text).toContain('Receipt: TZS\u00a01,245,000 paid to Duka la Asha')
    await context.close()
  })

  test('a number is typed to find it; an open payment has none', async () => {
    const { context, complaints } = await box.watch(browser, { ...handset, javaScriptEnabled: false })
    const [done, open] = [await makePaid(), await make()]
    const page = await context.newPage()
    await page.goto(`${box.url}/receipt`)
    const find = async (typed: string) => {
      await page.getByLabel('Payment number').fill(typed)
      await page.getByRole('button', { name: 'Find receipt' }).click()
    }
    for (const typed of ['', '123', open.payment_token, '00000000']) {
      await find(typed)
      await page.getByText('No receipt with this number').waitFor()
    }
    await find(done.payment_token.replace(/^(\d{4})/, '$1 '))
    await page.getByRole('article', { name: 'Receipt' }).waitFor()
    expect(await page.locator('main').innerText()).toContain('1,245,000')
    expect(complaints).toEqual([])
    await context.close()
  })

  proofTest('its pages are well made in every language, theme and width', async () => {
    const [done, open] = [await makePaid(), await make()]
    const link = await box.opens({ amount: 45_000, display: { theme: 'dark' } })
    const pages = {
      phone: addressOf(open),
      picture: `${addressOf(open)}/picture`,
      paid: addressOf(done),
      receipt: `${box.url}/receipt/${done.payment_token}`,
      find: `${box.url}/receipt`,
      missing: `${box.url}/receipt/00000000`,
      form: box.pageOf(link),
    }
    for (const { theme, language, widths } of dresses()) {
      const context = await browser.newContext({ ...handset, locale: 'en-GB', colorScheme: theme })
      const page = await context.newPage()
      for (const [state, address] of Object.entries(pages)) {
        const name = `${state}-${theme}-${language}`
        await page.goto(`${address}?lang=${language}`)
        if (state === 'phone') await page.locator('summary').click()
        if (language === 'sw') expect([name, englishIn(await wordsOn(page, name))]).toEqual([name, []])
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          expect([name, width, await page.evaluate(stickingOut, nothing)]).toEqual([name, width, []])
          await shoot(page, folder, `${name}-${width}`)
          expect([name, width, await axeFaults(page)]).toEqual([name, width, []])
        }
      }
      await context.close()
    }
  })
})
