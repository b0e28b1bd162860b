// Stock in the console in a real browser on the real binary: an item is counted from now on, a delivery in
// packs and a count move it, the list and the home page name what is low, and a shop that does not count
// sees none of it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { axeFaults, type ConsoleShop, openConsoleShop, sidewaysScroll } from '../kit/console.ts'

describe.skipIf(!browserHere)('stock', () => {
  let box: ConsoleShop
  let page: Page
  let call: ConsoleShop['call']

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page, call } = box)
    const packs = [{ name: 'Crate', holds: 24, price: 22_000, barcodes: [] }]
    await call('post', '/api/v1/products', { name: 'Soda', price: 1_000, packs })
    await call('post', '/api/v1/products', { name: 'Tea', price: 500 })
  })
  afterAll(() => box.close())

  const field = (name: string) => page.locator(`[name="${name}"]`)
  const table = () => page.getByRole('table', { name: 'Price list' })
  const row = (name: string) => table().getByRole('row').filter({ hasText: name })

  test('is not shown before an item counts it', async () => {
    await box.open('/products')
    await row('Soda').waitFor()
    expect(await page.getByRole('columnheader', { name: 'On hand' }).count()).toBe(0)
    expect(await page.getByLabel('All stock').count()).toBe(0)
  })

  test('is switched on in the form, and a delivery comes in by the crate', async () => {
    await page.getByRole('link', { name: 'Soda' }).click()
    await page.locator('summary').filter({ hasText: 'How many are on hand' }).click()
    await page.getByRole('switch', { name: 'Count stock' }).press(' ')
    await field('low_at').fill('30')
    await page.getByTestId('save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByText('No movements yet.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Add delivery' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByTestId('save-stock').click()
    await sheet.getByText('Required').waitFor()
    await field('quantity').fill('2')
    await field('pack').selectOption('Crate')
    await sheet.getByText('48 in all').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await field('reason').fill('Invoice 7')
    await sheet.getByTestId('save-stock').click()
    const movement = page.getByTestId('stock').locator('li').filter({ hasText: 'Delivery' })
    await movement.filter({ hasText: '+48' }).filter({ hasText: 'Invoice 7' }).waitFor()
    expect(await sheet.count()).toBe(0)
  })

  test('is corrected by a count with a reason, which names the difference first', async () => {
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await field('quantity').fill('29')
    await sheet.getByText('On hand in Kaunta: 48. This changes it by −19.').waitFor()
    await field('reason').fill('Breakage')
    await sheet.getByTestId('save-stock').click()
    const stock = page.getByTestId('stock')
    await stock.locator('li').filter({ hasText: 'Breakage' }).filter({ hasText: '29 left' }).waitFor()
    await stock.locator('.low-mark').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('is in the list, which filters what is low', async () => {
    await box.open('/products')
    await row('Soda').filter({ hasText: '29' }).getByText('Low', { exact: true }).waitFor()
    await page.getByLabel('All stock').selectOption({ label: 'Low (1)' })
    await row('Tea').waitFor({ state: 'detached' })
    await row('Soda').waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('is on the home page while it is low', async () => {
    await box.open('')
    // What is below the window is loaded once it is scrolled to, and the day is drawn before it.
    await page.getByTestId('sales').waitFor()
    await page.getByText('No payments yet.', { exact: false }).waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const card = page.getByTestId('running-low')
    await card.getByRole('listitem').filter({ hasText: '29 left' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await card.getByRole('link', { name: 'All 1' }).click()
    await row('Soda').waitFor()
    expect(await row('Tea').count()).toBe(0)
    expect(box.complaints).toEqual([])
  })
})
