// The number of taps for a cashier's tasks on a tablet, from keypad to keypad: the table in
// docs/operate/till.md, counted in a real browser on the real binary. Waiting costs none.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { browserHere, countTaps, tapsOn } from '../kit/browser.ts'
import {
  neema,
  openShift,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

/** Reads the table of the manual: its last column by its first. */
async function documented(): Promise<Map<string, number>> {
  const text = await Bun.file(join(import.meta.dir, '../../docs/operate/till.md')).text()
  const rows = text.matchAll(/^\| ([A-Z][^|]+?) +\| +(\d+) +\|$/gm)
  return new Map([...rows].map(([, name = '', taps]) => [name, Number(taps)]))
}

describe.skipIf(!browserHere)('taps of a cashier', () => {
  let shop: TillShop
  let page: Page
  const counted = new Map<string, number>()

  beforeAll(async () => {
    shop = await openTillShop()
    ;({ page } = await pairTablet(shop, { closesPaidScreens: true, viewport: { width: 820, height: 1180 } }))
    await page.addInitScript(countTaps)
    await page.reload()
    await page.getByTestId('cashier').first().waitFor()
  })
  afterAll(() => shop?.close())
  const tap = (testId: string) => page.getByTestId(testId).click()
  const amount = () => page.locator('.quick-amount').first().click()
  const keypad = () => page.getByTestId('charge').waitFor()
  const pay = async () => shop.decide((await shop.newest()).reference, { outcome: 'completed' })
  const payAndReturn = async () => {
    await pay()
    await page.getByTestId('paid').waitFor()
    await keypad()
  }
  const count = async (name: string, errand: () => Promise<void>) => {
    const before = await tapsOn(page)
    await errand()
    counted.set(name, (await tapsOn(page)) - before)
  }

  test('are as many as the manual lists', async () => {
    await count('New cashier to the first code', async () => {
      await signIn(page, neema)
      await amount()
      await tap('charge')
      await page.getByTestId('qr').waitFor()
    })
    await payAndReturn()
    await count('QR sale', async () => {
      await amount()
      await tap('charge')
      await page.getByTestId('qr').waitFor()
      await payAndReturn()
    })
    await count('Phone request, with the nine digits of the number', async () => {
      await amount()
      await tap('push')
      await typeAmount(page, 754_000_456)
      await tap('send')
      await page.getByTestId('cancel').waitFor()
      await payAndReturn()
    })
    await count('Phone request to a recent customer', async () => {
      await amount()
      await tap('push')
      await tap('recent-number')
      await tap('send')
      await page.getByTestId('cancel').waitFor()
      await payAndReturn()
    })
    await openShift(page, 10_000)
    await count('Cash with change', async () => {
      await amount()
      await tap('cash')
      await page.locator('.quick-amount', { hasText: '5,000' }).click()
      await page.getByTestId('paid').getByText('Change').waitFor()
      await tap('new-sale')
      await keypad()
    })
    await page.locator('.sales-panel .sale-row', { hasText: 'Cash' }).click()
    await page.getByTestId('paid').waitFor()
    await count('Refund a paid sale in full, without the PIN', async () => {
      await tap('refund')
      await page.getByTestId('refund-reason').first().click()
      await tap('refund-confirm')
      await page.getByTestId('refund-pins').waitFor()
    })
    await typeAmount(page, Number(neema.pin))
    await tap('refund-done')
    await tap('new-sale')
    await keypad()
    await amount()
    await tap('charge')
    await page.getByTestId('qr').waitFor()
    await count('Park a sale and open it again', async () => {
      await tap('park')
      await keypad()
      const parked = page.locator('.sales-panel .sale-row').first()
      await parked.getByText('Parked').waitFor()
      await parked.click()
      await page.getByTestId('qr').waitFor()
    })
    await count('Park a sale and learn that it is paid', async () => {
      await tap('park')
      await keypad()
      await pay()
      await page.getByTestId('parked-paid').waitFor()
    })
    await count('Close a shift, with the five digits of the count', async () => {
      await tap('settings')
      await tap('shift')
      await tap('count')
      await typeAmount(page, 10_000)
      await tap('step-submit')
      await tap('close-shift')
      await tap('shift-done')
      await keypad()
    })
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(await documented()))
  })
})
