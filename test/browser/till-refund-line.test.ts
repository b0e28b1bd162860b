// A cashier and an owner refund items of a sale, in a real browser on the real binary: the sheet and the
// dialog show what is left of each, the sum follows the items, and the refund names the lines. Pictures for
// people to look at: dist/screens/refund-lines/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { RefundView } from '../../src/wire/refund.ts'
import { browserHere } from '../kit/browser.ts'
import { asha, axeFaults, confirmDialog, openConsole, sidewaysScroll } from '../kit/console.ts'
import { looks, newScreens, shoot } from '../kit/screens.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('a refund of items', () => {
  let shop: TillShop
  let page: Page
  let reference: string
  let screens: string
  beforeAll(async () => {
    screens = newScreens('refund-lines')
    shop = await openTillShop()
    const earned = { payment_type: 'dynamic-qr', details: { amount: 50_000, currency: 'TZS' } }
    const { body } = await shop.asKey('POST', '/v1/payments', earned) // pays the fees of the sale
    await shop.decide(body.data.reference, { outcome: 'completed' })
    ;({ page } = await pairTablet(shop))
    await signIn(page, neema)
    await tap('add-items')
    for (const [name, price, others] of [
      ['Chai', 1_500, 2],
      ['Andazi', 1_000, 1],
    ] as const) {
      await page.getByTestId('item-name').fill(name)
      await page.getByTestId('item-price').fill(String(price))
      await tap('item-add')
      for (let count = 0; count < others; count++)
        await page.locator('dialog[open] [data-testid=item-more]').last().click()
    }
    await tap('items-done')
    await tap('charge')
    await page.getByTestId('qr').waitFor()
    reference = (await shop.newest()).reference
    await shop.decide(reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
  })
  afterAll(async () => shop?.close())

  const tap = (testId: string) => page.getByTestId(testId).click()
  const mode = (name: string) => page.locator('dialog[open] .segment', { hasText: name }).click()
  const item = (at: number) => page.getByTestId('refund-item').nth(at)
  const open = async () => {
    await tap('refund')
    await page.getByTestId('refund-amount').waitFor()
  }
  const confirm = async (sum: string) => {
    await page.locator('[data-testid=refund-confirm]:enabled', { hasText: sum }).click()
    for (const digit of neema.pin) await page.locator(`dialog[open] .key[data-key="${digit}"]`).click()
    await page.getByTestId('refund-result').waitFor()
  }
  const refunds = async (): Promise<RefundView[]> =>
    (await shop.asKey('GET', `/v1/payments/${reference}/refunds`)).body.data.items
  const linesOf = (refund: RefundView | undefined) =>
    refund?.line_items.map(({ line, quantity, amount }) => [line, quantity, amount])

  test('two of three, as a sum that follows the taps', async () => {
    await open()
    await mode('Items')
    await item(0).getByTestId('refund-more').click()
    await page.getByTestId('refund-confirm').getByText('1,500').waitFor()
    await item(0).getByTestId('refund-more').click()
    await page.getByTestId('refund-reason').first().click()
    await confirm('3,000')
    await page.getByTestId('refund-result').getByText('2 × Chai').waitFor()
    const [refund] = await refunds()
    expect([refund?.amount.value, linesOf(refund)]).toEqual([3_000, [[0, 2, 3_000]]])
    await tap('refund-done')
  })

  const openPayment = async (page: Page) => {
    await page.goto(`${shop.url}/admin/payments/${reference}?account=${shop.account}`)
    await page.getByTestId('refund').click()
    await page.getByTestId('refund-item').first().waitFor()
  }

  test('one of the others in the console, whose dialog asks for items or a sum', async () => {
    const { context, page, complaints } = await openConsole(shop, asha)
    await openPayment(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('0 of 1').waitFor()
    await dialog.locator('input[name=amount]').fill('700')
    await dialog.getByRole('button', { name: 'Refund one more: Andazi' }).click()
    await dialog.getByRole('button', { name: 'Refund TZS 1,000' }).waitFor()
    expect(await dialog.locator('input[name=amount]').count()).toBe(0)
    await dialog.locator('textarea').fill('Burnt')
    expect(await axeFaults(page)).toEqual([])
    const burnt = page.getByTestId('refunds').getByText('Burnt')
    await confirmDialog(page, asha, burnt)
    await burnt.waitFor()
    const [refund] = await refunds()
    expect([refund?.amount.value, linesOf(refund)]).toEqual([1_000, [[1, 1, 1_000]]])
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(looks([360, 1280]))('$width $language $theme: the dialog fits', async look => {
    const { context, page } = await openConsole(shop, asha, look)
    await openPayment(page)
    await page.getByTestId('refund-more').first().click()
    await page.getByTestId('confirm').getByText('1,500').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    await shoot(page, screens, `${look.width}-${look.language}-${look.theme}`)
    await context.close()
  })

  test('then only one is left of them, and all that is left are the other items', async () => {
    await open()
    await mode('Items')
    await item(0).getByText('0 of 1').waitFor()
    await item(0).getByTestId('refund-more').click()
    expect(await item(0).getByTestId('refund-more').isDisabled()).toBe(true)
    await page.getByTestId('refund-confirm').getByText('1,500').waitFor()
    await mode('All')
    await page.getByTestId('refund-reason').first().click()
    await confirm('2,500')
    const [refund] = await refunds()
    expect(linesOf(refund)).toEqual([
      [0, 1, 1_500],
      [1, 1, 1_000],
    ])
  })
})
