// The rules of scale barcodes in a real browser on the real binary: each shows what it reads, the order
// decides, and a till reads by the new rules at once.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { axeFaults, type ConsoleShop, openConsoleShop, sidewaysScroll } from '../kit/console.ts'
import { scanCode } from '../kit/till-scan.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('scale barcodes in the console', () => {
  let box: ConsoleShop
  let page: Page

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page } = box)
    await box.call('post', '/api/v1/products', { name: 'Rice', price: 3_000, sold_by_weight: true })
  })
  afterAll(() => box.close())

  const field = (name: string) => page.locator(`[name="${name}"]`)
  const example = (at: number) => page.getByTestId('code-rule').nth(at).getByTestId('code-example')
  const stored = async () => (await box.call('get', '/api/v1/products/shop-codes')).body.data

  test('begin with two rules, each with an example', async () => {
    await box.open('/products')
    await page.getByRole('link', { name: 'Scale barcodes' }).click()
    expect(await example(0).innerText()).toBe('Example 2112345012506: item 12345, 1.25\u00a0kg')
    expect(await example(1).innerText()).toBe('Example 2312345045003: item 12345, TZS\u00a04,500')
  })

  test('show at once which rule reads a code, and refuse an impossible length', async () => {
    await page.getByRole('button', { name: 'Add rule' }).click()
    await field('rules.2.prefix').fill('2')
    await field('rules.2.item_digits').fill('7')
    await page.getByText('These codes have 14 digits', { exact: false }).waitFor()
    await page.getByTestId('save').click()
    await page.getByText('A barcode has 12 or 13 digits', { exact: true }).waitFor()
    await field('rules.2.item_digits').fill('6')
    await field('rules.2.value').selectOption('Weight in kg, 2 decimals')
    await field('rules.2.prefix').fill('21')
    await field('rules.2.item_digits').fill('5')
    await example(2).getByText('rule 1 reads it first', { exact: false }).waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('are moved, removed and saved', async () => {
    await page.getByRole('button', { name: 'Move rule 3 up' }).click()
    await page.getByRole('button', { name: 'Move rule 2 up' }).click()
    await example(0).getByText('item 12345, 1.25', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Remove rule 2' }).click()
    await page.getByTestId('save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const weight = { prefix: '21', item_digits: 5, value: 'weight', value_digits: 5, decimals: 2 }
    const price = { prefix: '23', item_digits: 5, value: 'price', value_digits: 5, decimals: 0 }
    expect(await stored()).toEqual({ rules: [weight, price] })
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    expect(box.complaints).toEqual([])
  })
})

describe.skipIf(!browserHere)('scale barcodes at the till', () => {
  let shop: TillShop
  beforeAll(async () => {
    shop = await openTillShop()
  })
  afterAll(() => shop?.close())

  test('are read by the rules of the shop, and by new ones at once', async () => {
    const rice = { name: 'Rice', price: 3_000, sold_by_weight: true, sku: '12345' }
    const { body } = await shop.asOwner('POST', '/api/v1/products', rice)
    const { page } = await pairTablet(shop, { viewport: { width: 1280, height: 800 } })
    await signIn(page, neema)
    await page.getByTestId('tile').waitFor()
    const sums = () => page.locator('.ticket .item-sum').allInnerTexts()
    await scanCode(page, '2112345012506')
    await page.locator('.ticket .item-sum').first().waitFor()
    expect(await sums()).toEqual(['3,750'])
    const rule = { prefix: '21', item_digits: 5, value: 'price', value_digits: 5 }
    await shop.asOwner('PUT', '/api/v1/products/shop-codes', { rules: [rule] })
    // The till reads one after the other, so it has the rules once it shows the new name.
    await shop.asOwner('PATCH', `/api/v1/products/${body.data.id}`, { name: 'Mchele' })
    await page.getByTestId('tile').getByText('Mchele').waitFor()
    await page.getByTestId('ticket-clear').click()
    await scanCode(page, '2112345012506')
    await page.locator('.ticket .item-sum').first().waitFor()
    expect(await sums()).toEqual(['1,250'])
  })

  test('ask only for the price that the label of an item with an open price lacks', async () => {
    const rule = { prefix: '21', item_digits: 5, value: 'weight', value_digits: 5 }
    await shop.asOwner('PUT', '/api/v1/products/shop-codes', { rules: [rule] })
    await shop.asOwner('POST', '/api/v1/products', { name: 'Samaki', sold_by_weight: true, sku: '54321' })
    const { page } = await pairTablet(shop, { viewport: { width: 1280, height: 800 } })
    await signIn(page, neema)
    await page.getByTestId('tile').getByText('Samaki').waitFor()
    await scanCode(page, '2154321012506')
    await page.getByText('Price per kg · 1.25 kg', { exact: true }).waitFor()
    for (const key of ['8', '00', '0']) await page.locator(`dialog[open] .key[data-key="${key}"]`).click()
    await page.getByTestId('amount-pad-add').click()
    await page.locator('.ticket .item-sum').first().waitFor()
    expect(await page.locator('.ticket .item-sum').allInnerTexts()).toEqual(['10,000'])
  })
})
