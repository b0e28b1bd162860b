// A payment link of a shop that has only a till number, on the real binary: the page shows where, to whom and
// how much to pay, and turns to paid by the SMS that the shop's phone forwards.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { runBinary } from '../kit/binary.ts'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { browserHere, closeBrowser, openBrowser, readQr } from '../kit/browser.ts'
import { axeFaults, sidewaysScroll } from '../kit/console.ts'
import { looks, newScreens, shoot } from '../kit/screens.ts'
import { mpesaSms, printedQr } from '../kit/sms.ts'

const settings = { number: '57241234', name: 'Duka la Asha', provider: 'mpesa', automatic: 'true' }

const shops = [
  ['with its printed code', { ...settings, qr: printedQr }],
  ['without a code', settings],
] as const

describe.skipIf(!browserHere).each(shops)('a payment link over a till number %s', (what, credentials) => {
  const screens = newScreens(`till-number-link${'qr' in credentials ? '' : '-plain'}`)
  let shop: Awaited<ReturnType<typeof openBinaryShop>>
  beforeAll(async () => {
    shop = await openBinaryShop({
      live: true,
      prepare: async data => {
        const words = ['network', 'connect', 'till-number', '--credentials', '-', '--data', data]
        expect((await runBinary(words, { input: JSON.stringify(credentials) })).log).toBe('')
      },
    })
  })
  afterAll(async () => {
    await closeBrowser()
    await shop.close()
  })

  test('shows number, name and amount, and is green by the SMS', async () => {
    const { body } = await shop.asOwner('POST', '/api/v1/sessions', { amount: 12_500 })
    expect(body.data.allowed_methods).toEqual(['qr'])
    const first = await (await openBrowser()).newPage()
    await first.goto(body.data.checkout_url)
    await first.locator('button[type=submit].primary').click()
    await first.getByRole('heading', { name: 'Pay to this Lipa Namba' }).waitFor()
    await first.getByText('5724 1234').waitFor()
    await first.getByText('Check the name: Duka la Asha').waitFor()
    await first.getByText('Pay exactly TZS 12,500').waitFor()
    const code = first.locator('.qr')
    if ('qr' in credentials) expect(await readQr(code)).toContain('540512500')
    else expect(await code.count()).toBe(0)
    for (const { theme, language, width } of looks()) {
      const context = await (await openBrowser()).newContext({
        viewport: { width, height: 800 },
        colorScheme: theme,
        ...(width === 360 ? { userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile' } : {}),
      })
      const page = await context.newPage()
      await page.goto(`${body.data.checkout_url}?lang=${language}`)
      await page.locator('.token').waitFor()
      const name = `${width}-${theme}-${language}`
      expect([what, name, await sidewaysScroll(page)]).toEqual([what, name, 0])
      expect([what, name, await axeFaults(page)]).toEqual([what, name, []])
      await shoot(page, screens, name)
      await context.close()
    }
    const { body: phone } = await shop.asOwner('PUT', '/api/v1/networks/till-number', { credentials })
    const text = mpesaSms({ amount: '12,500', paidAt: Date.now() })
    const sent = await fetch(phone.data.sms_url.replace(/^https?:\/\/[^/]+/, shop.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'MPESA', text }),
    })
    expect(await sent.json()).toMatchObject({ data: { result: 'completed' } })
    await first.getByRole('heading', { name: /Paid/ }).waitFor()
    // All sales share the Lipa Namba, so the receipt has the sale's own number.
    const receipt = first.locator('a[href^="/receipt/"]')
    expect(await receipt.getAttribute('href')).toMatch(/^\/receipt\/(?!57241234)\d{8}\?/)
    await receipt.click()
    await first.getByRole('article', { name: 'Receipt' }).getByText('12,500').waitFor()
    await first.close()
  })
})
