// Accidental taps and keys, and what is offered to whom, in a real browser on the real binary.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import {
  beginNextSale,
  charge,
  juma,
  neema,
  openShift,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('on a phone as a till', () => {
  let shop: TillShop
  let page: Page

  beforeAll(async () => {
    shop = await openTillShop()
    await shop.grantCompletion(neema.name)
    ;({ page } = await pairTablet(shop, { viewport: { width: 360, height: 740 }, locale: 'sw-TZ' }))
    await signIn(page, neema)
    await openShift(page, 10_000)
  })
  afterAll(() => shop?.close())

  const tap = (testId: string) => page.getByTestId(testId).click()
  const decide = async (decision: object) => shop.decide((await shop.newest()).reference, decision)

  test('a double tap on “Take cash” leaves the change to be read', async () => {
    await typeAmount(page, 3_500)
    await tap('cash')
    await typeAmount(page, 10_000)
    const box = await page.getByTestId('confirm-cash').boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    const mouse = await page.context().newCDPSession(page)
    const startedAt = Date.now() / 1_000
    /**
     * Taps after a pause. The browser takes the time from here, so that a slow machine does not part the two
     * taps.
     */
    const tapAfter = async (seconds: number) => {
      const shared = { x, y, button: 'left', clickCount: 1, timestamp: startedAt + seconds } as const
      await mouse.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...shared })
      await mouse.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...shared })
    }
    await tapAfter(0)
    await page.getByTestId('paid').waitFor()
    const below = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.dataset.testid,
      [x, y] as const,
    )
    expect(below).toBe('new-sale')
    await tapAfter(0.2)
    expect(await page.getByTestId('paid').getByText('Chenji TZS 6,500').isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByTestId('charge').waitFor()
  })

  test('a double tap on what opens a sheet does not close it, nor does marking its text', async () => {
    await page.getByTestId('add-items').dblclick()
    expect(await page.getByTestId('item-name').isVisible()).toBe(true)
    await page.getByTestId('item-name').fill('Chai ya maziwa na andazi')
    const field = await page.getByTestId('item-name').boundingBox()
    await page.mouse.move((field?.x ?? 0) + 60, (field?.y ?? 0) + 20)
    await page.mouse.down()
    await page.mouse.move(10, 20)
    await page.mouse.up()
    expect(await page.getByTestId('item-name').inputValue()).toBe('Chai ya maziwa na andazi')
    await page.keyboard.press('Escape')
    await page.getByTestId('item-name').waitFor({ state: 'detached' })
  })

  test('the focus stays where the cashier put it while the sale is rechecked', async () => {
    await charge(page, 2_000)
    await decide({ outcome: 'failed', failure_reason: 'payment_not_approved' })
    await page.getByTestId('again').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('again')
    await page.getByTestId('new-sale').focus()
    // As when the tablet wakes up.
    const checked = page.waitForResponse(answer => answer.url().includes('/v1/payments/') && answer.ok(), {
      timeout: 15_000,
    })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await checked
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('new-sale')
    await page.getByTestId('new-sale').press('Enter')
  })

  test('a voided sale offers no manual confirmation; the till’s errors are in its language', async () => {
    await typeAmount(page, 2_500)
    await tap('push')
    await typeAmount(page, 754_000_129)
    await tap('send')
    await page.getByTestId('cancel').waitFor()
    await decide({ outcome: 'unknown' })
    await page.getByTestId('unknown').waitFor()
    expect(await page.getByTestId('confirm-manually').count()).toBe(1)
    await tap('confirm-manually')
    await page.getByTestId('reason').fill('Nimeona ujumbe')
    await page.getByTestId('receipt').fill('??????')
    await page.getByTestId('confirm-pin').fill(neema.pin)
    await tap('confirm-submit')
    await page.getByText('herufi na tarakimu 4 hadi 40').waitFor()
    await page.keyboard.press('Escape')
    const { reference } = await shop.newest()
    expect((await shop.asKey('POST', `/v1/payments/${reference}/void`)).status).toBe(200)
    await page.getByTestId('confirm-manually').waitFor({ state: 'detached' })
    expect(await page.getByTestId('unknown').isVisible()).toBe(true)
    await page.getByTestId('new-sale').press('Enter')
  })

  test('another cashier’s failed push keeps the amount, and asks for the number again', async () => {
    await typeAmount(page, 6_100)
    await tap('push')
    await typeAmount(page, 754_000_002)
    await tap('send')
    await page.getByTestId('cancel').waitFor()
    await decide({ outcome: 'failed', failure_reason: 'payment_not_approved' })
    await page.getByTestId('failed').waitFor()
    await beginNextSale(page)
    await page.getByTestId('switch-cashier').click()
    await signIn(page, juma)
    await page.locator('.last-sale').click()
    await page.locator('.sheet .sale-row', { hasText: '6,100' }).click()
    await page.getByTestId('failed').waitFor()
    await tap('again')
    await page.getByTestId('charge').waitFor()
    expect(await page.locator('.amount-digits').innerText()).toBe('6,100')
    expect(await page.locator('.entry .entry-error').innerText()).toBe('')
  })
})
