// The tax rates in a real browser on the real binary, and the tax in a day's report.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { axeFaults, type ConsoleShop, openConsoleShop, sidewaysScroll } from '../kit/console.ts'

describe.skipIf(!browserHere)('tax rates in the console', () => {
  let box: ConsoleShop
  let page: Page
  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page } = box)
    await box.call('post', '/api/v1/products', { name: 'Soap', price: 5_000, tax_code: 'A' })
  })
  afterAll(() => box.close())

  const field = (name: string) => page.locator(`[name="${name}"]`)
  const stored = async () => (await box.call('get', '/api/v1/products/tax-rates')).body.data

  test('begin with one rate, and name what is wrong with a new one', async () => {
    await box.open('/products')
    await page.getByRole('link', { name: 'Tax rates' }).click()
    await field('rates.0.percent').waitFor()
    expect(await field('rates.0.percent').inputValue()).toBe('18')
    await page.getByRole('button', { name: 'Add rate' }).click()
    await field('rates.1.percent').fill('180')
    await page.getByTestId('save').click()
    await page.getByText('Enter a whole number, 0 to 100', { exact: true }).waitFor()
    await field('rates.1.percent').fill('16')
    await page.getByTestId('save').click()
    await page.getByText('Another rate has the same code, way of payment and day.', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('are saved and removed', async () => {
    await field('rates.1.method').selectOption('Card')
    await field('rates.1.from').fill('2027-01-01')
    await page.getByTestId('save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const standard = { tax_code: 'A', percent: 18, method: null, from: null }
    const card = { tax_code: 'A', percent: 16, method: 'card', from: '2027-01-01' }
    expect(await stored()).toEqual({ rates: [standard, card] })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove rate 2' }).click()
    await page.getByTestId('save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await stored()).toEqual({ rates: [standard] })
    // The browser reports the refused request.
    expect(box.complaints).toHaveLength(1)
  })
})
