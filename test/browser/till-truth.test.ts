// What the till, its displays and the console show of money: paid only when the network says so, by the
// method that brought it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere, readQr } from '../kit/browser.ts'
import { asha, axeFaults, openConsole } from '../kit/console.ts'
import { proofTest, sized } from '../kit/proof.ts'
import { newScreens, shoot } from '../kit/screens.ts'
import { setLanguage } from '../kit/till-screenshot.ts'
import {
  charge,
  keepPaidScreens,
  neema,
  openShift,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

const folder = newScreens('till-truth')

describe.skipIf(!browserHere)('the till', () => {
  let shop: TillShop
  let page: Page
  let display: Page

  beforeAll(async () => {
    shop = await openTillShop()
    await shop.grantCompletion(neema.name)
    const { context, page: till } = await pairTablet(shop)
    page = till
    await signIn(page, neema)
    display = await context.newPage()
    await display.setViewportSize({ width: 1280, height: 800 })
    await display.goto(`${shop.url}/display`)
  })
  afterAll(() => shop?.close())
  const tap = (name: string) => page.getByTestId(name).click()
  const colours = (of: Page, selector: string) =>
    of.locator(selector).evaluate(element => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      return `${backgroundColor} ${backgroundImage}`
    })
  const draw = async (of: Page, name: string) => {
    for (const theme of sized({ test: [], proof: ['light', 'dark'] } as const))
      for (const width of [360, 820, 1280]) {
        await of.emulateMedia({ colorScheme: theme })
        await of.setViewportSize({ width, height: width === 360 ? 760 : 800 })
        await shoot(of, folder, `${name} ${width} ${theme}`)
      }
  }

  test('the idle display is in the middle of the screen', async () => {
    for (const [width, height] of [
      [1280, 800],
      [360, 760],
    ] as const) {
      await display.setViewportSize({ width, height })
      const idle = display.getByTestId('idle')
      await idle.waitFor()
      const box = await idle.getByRole('heading').boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2)
      expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - height / 2)).toBeLessThan(height / 4)
    }
    await draw(display, 'idle')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('after a push the display asks to look at the phone first; the code is smaller', async () => {
    await charge(page, 8_000)
    await display.setViewportSize({ width: 1280, height: 800 })
    const code = display.getByTestId('qr')
    const whole = await code.boundingBox()
    await tap('method-push')
    await typeAmount(page, 754_000_456)
    await tap('send')
    await display.getByRole('heading', { name: 'Check your phone' }).waitFor()
    await display.getByText('or scan the code').waitFor()
    expect((await code.boundingBox())?.width).toBeLessThan((whole?.width ?? 0) * 0.7)
    await draw(display, 'pushed')

    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await tap('new-sale')
    await page.locator('.sales-panel .sale-row').first().getByText('Phone request').waitFor()
    const [sale] = (await shop.asKey('GET', '/v1/payments?limit=1')).body.data.items
    expect(sale).toMatchObject({ reference, payment_type: 'mobile', status: 'completed' })
  })

  test('plural: one sale before a shift is one payment, two are payments, in both languages', async () => {
    const read = async (language: 'en' | 'sw', text: string) => {
      await setLanguage(page, language)
      await tap('settings')
      await tap('shift')
      await page.locator('.shift-none').getByText(text).waitFor()
      await page.locator('.head-button').first().click()
      await setLanguage(page, 'en')
    }
    await read('en', '1 payment (TZS 8,000) since the last close will count in the next shift.')
    await read('sw', 'Malipo 1 (TZS 8,000) tangu zamu ya mwisho')
    await charge(page, 2_000)
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await tap('new-sale')
    await read('en', '2 payments (TZS 10,000) since the last close will count in the next shift.')
    await read('sw', 'Malipo 2 (TZS 10,000) tangu zamu ya mwisho')
  })

  test('method after push: a code that a push paid is a phone request in the list, on its page and in the shift', async () => {
    await openShift(page)
    await charge(page, 4_400)
    await tap('method-push')
    await typeAmount(page, 754_000_456)
    await tap('send')
    await page.getByText('Sent to 0754 000 456').waitFor()
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await tap('new-sale')
    const row = page.locator('.sales-panel .sale-row').first()
    await row.filter({ hasText: '4,400' }).getByText('Phone request').waitFor()
    await row.click()
    await page.getByTestId('paid').getByText('M-Pesa').first().waitFor()
    await tap('new-sale')
    await tap('settings')
    await tap('shift')
    const report = page.locator('.report-table').first()
    // The till shows its last report until the new one arrives. It includes the sales before the shift.
    await report.getByText('12,400').waitFor()
    const rows = await report.locator('tbody tr').allInnerTexts()
    expect(rows.map(text => text.split(/\s{2,}|\t/).join(' '))).toEqual([
      'QR code 1 2,000',
      'Phone request 2 12,400',
    ])
    await page.locator('.head-button').first().click()
  })

  test('a sale of the list offers to print, not to print again', async () => {
    await page.locator('.sales-panel .sale-row').first().click()
    expect(await page.getByTestId('print').innerText()).toBe('Print receipt')
    await tap('new-sale')
  })

  test('a sale of the list is a receipt on white paper with who sold it, and is sent with the words ready', async () => {
    await page.locator('.sales-panel .sale-row').filter({ hasText: '4,400' }).first().click()
    const receipt = page.locator('.receipt')
    await receipt.getByText('TZS 4,400').waitFor()
    await receipt.getByText('Neema Kessy').waitFor()
    expect(await page.locator('.result').count()).toBe(0)
    expect(await colours(page, '.receipt')).toStartWith('rgb(255, 255, 255)')
    await tap('share')
    const { payment_token: token } = (await shop.asKey('GET', '/v1/payments/search?q=4400')).body.data
      .items[0]
    const message = async (name: string) =>
      decodeURIComponent((await page.getByTestId(name).getAttribute('href')) ?? '')
    expect(await message('share-whatsapp')).toMatch(
      /^https:\/\/wa\.me\/.*Receipt: TZS\s4,400 paid to Duka la Asha/,
    )
    expect(await message('share-sms')).toContain(`/receipt/${token}`)
    const code = (await readQr(page.locator('.share-code'))) ?? ''
    expect(code).toEndWith(`/receipt/${token}`)
    const found = await fetch(`${shop.url}${new URL(code).pathname}`)
    expect(await found.text()).toContain('4,400')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await tap('new-sale')
  })

  proofTest('a sale that was refunded in full is Refunded on its receipt and in the list', async () => {
    await typeAmount(page, 3_300)
    await tap('cash')
    await tap('confirm-cash')
    await page.getByTestId('paid').waitFor()
    await tap('new-sale')
    const row = page.locator('.sales-panel .sale-row').filter({ hasText: '3,300' })
    await row.click()
    await page.locator('.receipt-state').getByText('Paid · Cash').waitFor()
    await tap('refund')
    await page.getByTestId('refund-reason').first().click()
    await page.locator('[data-testid=refund-confirm]:enabled').click()
    await page.getByTestId('refund-pins').waitFor()
    await typeAmount(page, Number(neema.pin))
    await tap('refund-done')
    await page.locator('.receipt-state').getByText('Refunded · Cash').waitFor()
    await tap('new-sale')
    await row.getByText('Refunded').waitFor()
  })

  proofTest(
    'after a decline the same customer pays by another number, then by the code, then in cash',
    async () => {
      const decline = { outcome: 'failed', failure_reason: 'payer_limit_reached' }
      const offers = () =>
        page
          .locator('.result-actions button')
          .evaluateAll(all => all.map(element => element.getAttribute('data-testid')))
      await typeAmount(page, 5_000)
      await tap('push')
      await typeAmount(page, 754_000_456)
      await tap('send')
      await page.getByTestId('cancel').waitFor()
      await shop.decide((await shop.newest()).reference, decline)
      await page.getByTestId('other-number').waitFor()
      expect(await offers()).toEqual(['other-number', 'show-qr', 'pay-cash', 'again', 'new-sale'])
      await tap('other-number')
      await typeAmount(page, 754_000_458)
      await tap('send')
      await page.getByText('Sent to 0754 000 458').waitFor()
      expect(await shop.newest()).toMatchObject({ amount: { value: 5_000 }, status: 'pending' })
      // The customer would rather scan: the request gives way to a code.
      const { reference } = await shop.newest()
      await tap('method-qr')
      await page.getByTestId('token').waitFor()
      expect((await shop.asKey('GET', `/v1/payments/${reference}`)).body.data.status).toBe('voided')
      await shop.decide((await shop.newest()).reference, decline)
      await page.getByTestId('other-number').waitFor()
      expect(await offers()).toEqual(['other-number', 'again', 'pay-cash', 'new-sale'])
      await tap('new-sale')
      // The list offers the same, after the next sale: its customer may be gone.
      await page.locator('.sales-panel .sale-row', { hasText: 'Failed' }).first().click()
      await page.getByTestId('other-number').waitFor()
      expect(await offers()).toEqual(['other-number', 'again', 'pay-cash', 'new-sale'])
      await page.locator('[data-testid=new-sale]:focus').waitFor()
      await tap('other-number')
      await typeAmount(page, 754_000_459)
      await tap('send')
      await page.getByText('Sent to 0754 000 459').waitFor()
      expect(await shop.newest()).toMatchObject({ amount: { value: 5_000 }, status: 'pending' })
      await tap('park')
    },
  )

  test('a declined payment is never confirmed manually', async () => {
    await charge(page, 6_000)
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'failed', failure_reason: 'payment_not_approved' })
    await page.getByTestId('failed').waitFor()
    expect(await page.getByTestId('confirm-manually').count()).toBe(0)
    const path = `/api/v1/payments/${reference}/confirm`
    const refused = await shop.asOwner('POST', path, { reason: 'An SMS', receipt_number: 'QK12ABC' })
    expect(refused).toMatchObject({ status: 400, body: { reason: 'payment_not_confirmable' } })
    await tap('new-sale')
  })

  test('confirmed manually is amber and striped, with the name, never the green of paid', async () => {
    await charge(page, 9_000)
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'unknown' })
    await page.getByTestId('unknown').waitFor()
    await tap('confirm-manually')
    await page.getByText('An SMS on the customer’s phone is not proof').waitFor()
    expect(await page.locator('.reason').allInnerTexts()).toEqual(['Seen on the network statement'])
    await tap('confirm-submit')
    await page.getByRole('button', { name: 'Seen on the network statement' }).click()
    await page.getByTestId('receipt').fill('CKL7H3X9QW')
    await page.getByTestId('confirm-pin').fill(neema.pin)
    await tap('confirm-submit')
    await page.getByTestId('manual').getByText('Confirmed by Neema Kessy, not by the network').waitFor()
    await display.getByTestId('manual').getByText('Confirmed by the shop').waitFor()
    for (const look of [await colours(page, '.result'), await colours(display, '.display-end')]) {
      expect(look).toContain('repeating-linear-gradient')
      expect(look).not.toContain('rgb(10, 122, 61)')
    }
    expect(await axeFaults(page)).toEqual([])
    expect(await axeFaults(display)).toEqual([])
    await draw(display, 'display confirmed manually')
    await draw(page, 'confirmed manually')
    await tap('new-sale')
    await page.locator('.sale-row .sale-state[data-state="manual"]').getByText('Confirmed manually').waitFor()
  })

  test('who is logged in without a till refunds once, after their password', async () => {
    const { page: own, context } = await openConsole(shop, asha)
    await context.addInitScript(keepPaidScreens)
    await own.goto(`${shop.url}/till#practice`)
    const sell = async (amount: number) => {
      await charge(own, amount)
      const { reference } = await shop.newest()
      await shop.decide(reference, { outcome: 'completed' })
      await own.getByTestId('paid').waitFor()
      return reference
    }
    await sell(20_000) // its money pays what the refund costs
    await own.getByTestId('new-sale').click()
    const reference = await sell(9_000)
    // The server forgets who confirmed their password.
    await shop.kill()
    await shop.restart()
    await own.getByTestId('refund').click()
    await own.getByTestId('refund-amount').waitFor()
    await own.locator('dialog[open] .segment', { hasText: 'Amount' }).click()
    await own.getByTestId('refund-sum').fill('3000')
    await own.getByTestId('refund-reason').first().click()
    await own.locator('[data-testid=refund-confirm]:enabled').click()
    const password = own.getByTestId('refund-password-field')
    await password.fill('not this one')
    await own.getByTestId('refund-send').click()
    await own.getByText('Wrong password.').waitFor()
    await password.fill(asha.password)
    await own.getByTestId('refund-send').dblclick()
    await own.locator('[data-testid=refund-result][data-look=processing]').waitFor()
    const { body } = await shop.asKey('GET', `/v1/payments/${reference}/refunds`)
    expect(body.data.items).toMatchObject([{ amount: { value: 3_000 }, status: 'pending' }])

    // The customer's number needs it, too.
    await own.getByTestId('refund-done').click()
    await own.getByTestId('refund').click()
    await own.getByTestId('refund-amount').waitFor()
    await own.getByTestId('refund-reason').first().click()
    await own.getByTestId('refund-way-payout').click()
    await own.locator('[data-testid=refund-confirm]:enabled').click()
    await own.getByTestId('refund-number-instead').click()
    await shop.kill()
    await shop.restart()
    await own.getByTestId('refund-number').fill('0713 000 111')
    await own.getByTestId('refund-number-send').click()
    await password.fill(asha.password)
    await own.getByTestId('refund-send').click()
    await own.locator('[data-testid=refund-result][data-look=processing]').waitFor()
    await context.close()
  })
})
