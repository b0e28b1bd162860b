// A code that the price list does not know, in a real browser on the real binary: who may add its item does
// so at the till and sells it at once, and every other till finds it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'
import { asha } from '../kit/people.ts'
import { ean } from '../kit/product-file.ts'
import { proofTest } from '../kit/proof.ts'
import { scanCode } from '../kit/till-scan.ts'
import { juma, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('a code that the price list does not know', () => {
  let shop: TillShop
  /** The owner's till, and the cashier's. */
  let door: Page
  let side: Page

  beforeAll(async () => {
    shop = await openTillShop()
    for (const product of [
      { name: 'Chai', price: 1_500, category: 'Vinywaji' },
      { name: 'Mchele', price: 3_000, category: 'Vyakula', sold_by_weight: true },
    ])
      expect((await shop.asOwner('POST', '/api/v1/products', product)).status).toBe(201)
    door = (await pairTablet(shop)).page
    await signIn(door, asha)
    side = (await pairTablet(shop, { name: 'Counter 2' })).page
    await signIn(side, juma)
    for (const page of [door, side]) await tile(page, 'Chai').waitFor()
  })
  afterAll(() => shop?.close())

  const tile = (page: Page, name: string) =>
    page.getByTestId('tile').filter({ has: page.locator('.tile-name', { hasText: name }) })
  const total = (page: Page) => page.locator('.amount-digits').first()
  const shows = (page: Page, sum: string) => total(page).getByText(sum, { exact: true }).waitFor()
  const field = (name: string) => door.getByTestId(`new-product-${name}`)
  const focused = (name: string) => door.locator(`[data-testid="new-product-${name}"]:focus`).waitFor()
  const begin = async (code: string) => {
    await scanCode(door, code)
    await door.getByTestId('scan-add').click()
    await focused('name')
  }
  const clear = async (page: Page) => {
    await page.getByTestId('ticket-clear').click()
    await page.getByTestId('ticket').waitFor({ state: 'hidden' })
  }

  test('is added by the owner as one line, charged, and found by another till', async () => {
    await begin(ean(1))
    expect(await field('code').inputValue()).toBe(ean(1))
    expect(await field('code').isEditable()).toBe(false)
    expect(await axeFaults(door)).toEqual([])
    await field('save').click()
    await door.getByText('Enter a name').waitFor()
    await door.getByText('Enter a price').waitFor()
    await focused('name')
    await field('name').fill('Sabuni')
    await field('price').fill('12.50')
    await field('save').click()
    await door.getByText('Enter whole shillings').waitFor()
    await focused('price')
    await field('price').fill('1200')
    await field('category').selectOption('Vyakula')
    await field('price').press('Enter')
    await shows(door, '1,200')
    await door.locator('dialog[open]').waitFor({ state: 'hidden' })
    await scanCode(door, ean(1))
    await shows(door, '2,400')
    await door.getByTestId('charge').click()
    await door.getByTestId('qr').waitFor()
    const { reference, line_items } = await shop.newest()
    expect(line_items).toMatchObject([
      { name: 'Sabuni', quantity: 2, unit_price: 1_200, product_id: expect.stringMatching(/^prod_/) },
    ])
    await shop.decide(reference, { outcome: 'completed' })
    await door.getByTestId('paid').waitFor()
    await door.getByTestId('new-sale').click()
    await door.getByTestId('charge').waitFor()
    await tile(side, 'Sabuni').waitFor()
    await scanCode(side, ean(1))
    await shows(side, '1,200')
    await clear(side)
  })

  test('is no reason to stop: an offer ends with the next item', async () => {
    await scanCode(door, ean(2))
    await door.getByTestId('scan-add').waitFor()
    await tile(door, 'Chai').click()
    await door.getByTestId('scan-add').waitFor({ state: 'hidden' })
    await shows(door, '1,500')
    await scanCode(door, ean(2))
    await door.getByRole('button', { name: 'Close' }).click()
    await door.getByTestId('scan-note').waitFor({ state: 'hidden' })
    await clear(door)
  })

  proofTest('of goods by weight asks for the weight', async () => {
    await begin(ean(3))
    await field('name').fill('Sukari')
    await field('weight').check()
    await door.getByLabel('Price per kg').fill('2800')
    await field('save').click()
    await door.getByTestId('amount-pad').waitFor()
    for (const key of ['5', '00']) await door.locator(`dialog[open] .key[data-key="${key}"]`).click()
    await door.getByTestId('amount-pad-add').click()
    await shows(door, '1,400')
    await clear(door)
  })

  test('is not added by a cashier, who learns whom to ask', async () => {
    await scanCode(side, ean(4))
    await side.getByText('Ask the owner to add it, or enter the amount.').waitFor()
    expect(await side.getByTestId('scan-add').count()).toBe(0)
    await scanCode(door, '2199999000004')
    await door.getByText('Unknown code 2199999000004').waitFor()
    expect(await door.getByTestId('scan-add').count()).toBe(0)
  })

  proofTest('may be taken by another person first: the sheet names the item and sells it', async () => {
    await begin(ean(5))
    await field('name').fill('Maji')
    await field('price').fill('600')
    const taken = { name: 'Maji ya Uhai', price: 700, barcodes: [ean(5)] }
    expect((await shop.asOwner('POST', '/api/v1/products', taken)).status).toBe(201)
    await field('save').click()
    await door.getByText('Maji ya Uhai already has this code.').waitFor()
    await focused('code')
    await door.getByRole('button', { name: 'Sell Maji ya Uhai' }).click()
    await shows(door, '700')
    await clear(door)
  })

  test('needs the server: without it, everything typed stays and is saved later', async () => {
    const posts = '**/api/v1/products'
    await door.route(posts, route => route.abort())
    await begin(ean(6))
    await field('name').fill('Kiberiti')
    await field('price').fill('100')
    await field('save').click()
    await door.getByText('Your entries stay here').waitFor()
    expect(await axeFaults(door)).toEqual([])
    await door.keyboard.press('Escape')
    await field('save').waitFor({ state: 'hidden' })
    await begin(ean(6))
    expect(await field('name').inputValue()).toBe('Kiberiti')
    await door.unroute(posts)
    await field('save').click()
    await shows(door, '100')
    await clear(door)
  })

  proofTest('deleted in the console, an item is added again as a new one', async () => {
    const add = async () => {
      await begin(ean(7))
      await field('name').fill('Uzi')
      await field('price').fill('300')
      await field('save').click()
      await shows(door, '300')
      await clear(door)
      await tile(door, 'Uzi').waitFor()
      const { body } = await shop.asOwner('GET', '/api/v1/products?q=uzi')
      return String(body.data.items[0]?.id)
    }
    const first = await add()
    expect((await shop.asOwner('DELETE', `/api/v1/products/${first}`)).status).toBe(200)
    await tile(door, 'Uzi').waitFor({ state: 'detached' })
    const again = await add()
    expect(again).toStartWith('prod_')
    expect(again).not.toBe(first)
  })

  proofTest('a sheet that was closed while it saved leaves the sale and the next sheet alone', async () => {
    const sent = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const posts = '**/api/v1/products'
    await door.route(posts, async route => {
      sent.resolve()
      await released.promise
      await route.continue()
    })
    await begin(ean(8))
    await field('name').fill('Wembe')
    await field('price').fill('200')
    await field('save').click()
    await sent.promise
    await door.keyboard.press('Escape')
    await field('save').waitFor({ state: 'hidden' })
    await begin(ean(9))
    await field('name').fill('Chumvi')
    const answered = door.waitForResponse(posts)
    released.resolve()
    expect((await answered).status()).toBe(201)
    await tile(door, 'Wembe').waitFor({ state: 'attached' })
    await field('price').fill('500')
    await field('save').click()
    await shows(door, '500')
    await door.unroute(posts)
    await clear(door)
  })
})
