// The customer's screen in a second window of the till's browser: idle, the amount with its code, thanks with
// the change; and what it never shows.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import { proofTest } from '../kit/proof.ts'
import { charge, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('the customer display', () => {
  let shop: TillShop
  let context: BrowserContext
  let till: Page
  let display: Page

  beforeAll(async () => {
    shop = await openTillShop()
    ;({ context, page: till } = await pairTablet(shop))
    await signIn(till, neema)
    display = await context.newPage()
    await display.goto(`${shop.url}/display`)
  })
  afterAll(() => shop?.close())

  test('idle: the shop’s name; then the amount with the same QR; then thanks, and idle again', async () => {
    await display.getByTestId('idle').getByText('Duka la Asha').waitFor()
    await charge(till, 8_300)
    await display.getByTestId('scan').getByText('TZS 8,300').waitFor()
    await display.getByTestId('qr').evaluate(async picture => (picture as HTMLImageElement).decode())
    const { reference, payment_qr_code } = await shop.newest()
    expect(await readQr(display)).toBe(payment_qr_code)
    await display.evaluate(axe.source)
    const { violations } = (await display.evaluate('axe.run(document)')) as axe.AxeResults
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    await shop.decide(reference, { outcome: 'completed' })
    await display.getByTestId('paid').getByText('Thank you').waitFor()
    const receipt = (await readQr(display.getByTestId('receipt-code'))) ?? ''
    expect(await (await fetch(`${shop.url}${new URL(receipt).pathname}`)).text()).toContain('8,300')
    await till.getByTestId('new-sale').press('Enter')
    await display.getByTestId('idle').waitFor()
  })

  test('the till’s tab dies in mid-sale: the display still shows the customer that it is paid', async () => {
    await charge(till, 4_100)
    await display.getByTestId('scan').waitFor()
    const { reference } = await shop.newest()
    await till.close()
    await shop.decide(reference, { outcome: 'completed' })
    await display.getByTestId('paid').waitFor()
    till = await context.newPage()
    await till.goto(`${shop.url}/till`)
    await till.getByTestId('new-sale').press('Enter')
    await display.getByTestId('idle').waitFor()
  })

  proofTest('a long name of an item is cut beside the code, never over it, and no price is cut', async () => {
    await display.setViewportSize({ width: 1024, height: 768 })
    await till.getByTestId('add-items').click()
    for (const [name, price] of [
      ['Mchele wa Mbeya daraja la kwanza mfuko wa kilo ishirini na tano kutoka Kyela', '78500'],
      ['Chai', '1000'],
    ] as const) {
      await till.getByTestId('item-name').fill(name)
      await till.getByTestId('item-price').fill(price)
      await till.getByTestId('item-add').click()
    }
    await till.getByTestId('items-done').click()
    await till.getByTestId('charge').click()
    await display.getByTestId('scan').getByText('TZS 79,500').waitFor()
    const edges = await display.evaluate(() => {
      const of = (selector: string) =>
        [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect())
      const code = of('.qr')[0]
      return {
        left: Math.min(
          ...of('.display-words, .display-words *')
            .filter(({ width }) => width > 0)
            .map(rect => rect.left),
        ),
        right: Math.max(...of('.display-words *').map(rect => rect.right)),
        code: code?.right ?? 0,
        wide: innerWidth,
        prices: of('.sold-sum').length,
      }
    })
    expect(edges.left).toBeGreaterThanOrEqual(edges.code)
    expect(edges.right).toBeLessThanOrEqual(edges.wide)
    expect(edges.prices).toBe(2)
    await till.getByTestId('park').click()
    await display.setViewportSize({ width: 1280, height: 720 })
  })

  test('a sale opened from the list is not shown to the customer', async () => {
    await till.locator('.sales-panel .sale-row').filter({ hasText: 'Paid' }).first().click()
    await till.getByTestId('paid').waitFor()
    await display.getByTestId('idle').waitFor()
  })

  test('a browser that is not a till shows how to become one', async () => {
    const stranger = await (await openBrowser()).newPage()
    await stranger.goto(`${shop.url}/display`)
    await stranger.getByText('Not connected to a till').waitFor()
    await stranger.close()
  })
})
