// Selling from the price list in a real browser on the real binary: the grid, the search, a scanner, weights
// and discounts. The payment is the sum of its lines to the shilling.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { asha } from '../kit/people.ts'
import { csvOf, ean } from '../kit/product-file.ts'
import { proofTest } from '../kit/proof.ts'
import { scanCode, scanWithPause, typeKeys } from '../kit/till-scan.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'
import { settles } from '../kit/wait.ts'

const products = [
  { name: 'Chai ya maziwa', price: 1_500, category: 'Vinywaji', barcodes: ['96385074'] },
  {
    name: 'Soda',
    price: 700,
    category: 'Vinywaji',
    wholesale: { from: 24, price: 600 },
    packs: [{ name: 'Crate', holds: 24, price: 14_000, barcodes: ['5449000131836'] }],
  },
  { name: 'Rice', name_sw: 'Mchele', price: 3_202, category: 'Vyakula', sold_by_weight: true, sku: '12345' },
  {
    name: 'Crème ya Ng’ombe',
    price: 2_500,
    category: 'Usafi',
    available: false,
    barcodes: ['4006381333931'],
  },
  {
    name: 'Water',
    variations: [
      { name: '500 ml', price: 500 },
      { name: '1.5 L', price: 1_000, wholesale: { from: 3, price: 900 } },
      { name: '5 L', price: 2_500, available: false, barcodes: ['5449000000996'] },
    ],
  },
  { name: 'Repair' },
]

describe.skipIf(!browserHere)('the price list at the till', () => {
  let shop: TillShop
  let page: Page
  let chai = ''

  beforeAll(async () => {
    shop = await openTillShop()
    for (const product of products) {
      const { status, body } = await shop.asOwner('POST', '/api/v1/products', product)
      expect(status).toBe(201)
      if (product.name === 'Chai ya maziwa') chai = body.data.id
    }
    ;({ page } = await pairTablet(shop))
    await signIn(page, neema)
    await tile('Chai').waitFor()
  })
  afterAll(() => shop?.close())

  const tile = (name: string) =>
    page.getByTestId('tile').filter({ has: page.locator('.tile-name', { hasText: name }) })
  const tap = (testId: string) => page.getByTestId(testId).click()
  const pad = async (keys: readonly string[]) => {
    for (const key of keys) await page.locator(`dialog[open] .key[data-key="${key}"]`).click()
    await tap('amount-pad-add')
  }
  const total = () => page.locator('.amount-digits').first().innerText()
  const tiles = () => page.getByTestId('tile').locator('.tile-name').allInnerTexts()
  const search = (text: string) => page.getByTestId('products-search').fill(text)
  const clear = async () => {
    await tap('ticket-clear')
    await page.getByTestId('ticket').waitFor({ state: 'hidden' })
  }
  const scan = (code: string) => scanCode(page, code)
  /** Returns the price of a product in the list that this browser has stored. */
  const storedPrice = (id: string) =>
    page.evaluate(async id => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await done(indexedDB.open('kaunta.products'))
      const lists = await done(database.transaction('lists').objectStore('lists').getAll())
      database.close()
      return lists.flat().find(product => product.id === id)?.price
    }, id)
  const unfinished = () => page.getByText('Finish this first. Nothing was added.')
  const pay = async () => {
    await page.getByTestId('qr').waitFor()
    const payment = await shop.newest()
    await shop.decide(payment.reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    return payment
  }

  test('taps, a variation, a pack, an open price, a weight and a note: the payment is the sum of its lines', async () => {
    await tile('Chai').click()
    await tile('Chai').click()
    await tile('Water').click()
    await page.getByTestId('choice').filter({ hasText: '1.5 L' }).click()
    await tile('Soda').click()
    await page.getByTestId('choice').filter({ hasText: 'Crate of 24' }).click()
    await tile('Repair').click()
    await pad(['5', '000'])
    await tile('Rice').click()
    await page.getByTestId('amount-pad').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('amount-pad').waitFor({ state: 'hidden' })
    await tile('Rice').click()
    await pad(['1', '2', '5', '0'])
    await tile('Crème').click({ force: true })
    await page.getByTestId('item-open').filter({ hasText: 'Chai' }).click()
    await page.getByTestId('line-note').fill('bila sukari')
    await tap('line-save')
    await page.getByTestId('line-save').waitFor({ state: 'hidden' })
    expect(await page.getByTestId('ticket').innerText()).toContain('bila sukari')
    expect(await total()).toBe('27,003')
    await tap('charge')
    const { amount, line_items } = await pay()
    expect(amount.value).toBe(27_003)
    const id = expect.stringMatching(/^prod_/)
    expect(line_items).toMatchObject([
      { name: 'Chai ya maziwa', quantity: 2, unit_price: 1_500, product_id: chai, note: 'bila sukari' },
      { name: 'Water, 1.5 L', quantity: 1, unit_price: 1_000, variation_id: expect.stringMatching(/^var_/) },
      { name: 'Soda (Crate)', quantity: 1, unit_price: 14_000, product_id: id, pack: 'Crate' },
      { name: 'Repair', quantity: 1, unit_price: 5_000, product_id: id },
      { name: 'Rice', quantity: 1_250, unit_price: 3_202, product_id: id, by_weight: true },
    ])
    const sold = await page.getByTestId('paid').getByTestId('sold').innerText()
    expect(sold.replaceAll(/\s+/g, ' ')).toContain('1.25 kg Rice 4,003')
    await page.getByTestId('new-sale').press('Enter')
  })

  test('a variation has its own wholesale price, from its quantity on', async () => {
    const sums: string[] = []
    for (let piece = 1; piece <= 3; piece += 1) {
      await tile('Water').click()
      await page.getByTestId('choice').filter({ hasText: '1.5 L' }).click()
      await page.getByTestId('choice').first().waitFor({ state: 'hidden' })
      sums.push(await total())
    }
    expect(sums).toEqual(['1,000', '2,000', '2,700'])
    await tap('charge')
    const { line_items } = await pay()
    expect(line_items).toMatchObject([{ name: 'Water, 1.5 L', quantity: 3, unit_price: 900 }])
    await page.getByTestId('new-sale').press('Enter')
  })

  test('a search finds at each letter, in both languages and without accents; Enter adds the only one', async () => {
    await search('mche')
    await tile('Chai').waitFor({ state: 'hidden' })
    expect(await tiles()).toEqual(['Rice'])
    await search('creme ngombe')
    await tile('Rice').waitFor({ state: 'hidden' })
    expect(await tiles()).toEqual(['Crème ya Ng’ombe'])
    await search('zzz')
    await page.getByText('No results').waitFor()
    await search('chai')
    await page.getByTestId('products-search').press('Enter')
    expect(await total()).toBe('1,500')
    expect(await page.getByTestId('products-search').inputValue()).toBe('')
    await clear()
  })

  test('a scanner adds a line and charges nothing; typed keys still charge', async () => {
    await page.locator('.till-shop').click()
    await scan('96385074')
    await scan('5449000131836')
    await scan('2112345012506')
    expect(await total()).toBe('19,503')
    await scan('9999999999994')
    await page.getByText('Unknown code 9999999999994').waitFor()
    expect(await total()).toBe('19,503')
    await tap('add-note')
    await page.getByTestId('note').waitFor()
    await page.keyboard.type('96385074')
    expect(await page.getByTestId('note').inputValue()).toBe('96385074')
    await page.keyboard.press('Escape')
    await tap('push')
    await page.getByTestId('send').waitFor()
    await scan('96385074')
    await unfinished().waitFor()
    expect(await total()).toBe('07')
    await page.keyboard.press('Escape')
    await page.getByTestId('charge').waitFor()
    await clear()
    await typeKeys(page, '5000')
    expect((await pay()).amount.value).toBe(5_000)
    await page.getByTestId('new-sale').press('Enter')
  })

  test('a scan adds nothing that is sold out, and a size that is sold out cannot be chosen', async () => {
    await tile('Chai').click()
    for (const [code, name] of [
      ['4006381333931', 'Crème ya Ng’ombe'],
      ['5449000000996', 'Water, 5 L'],
    ] as const) {
      await scan(code)
      await page.getByText(`${name} is sold out. Nothing was added.`).waitFor()
    }
    await tile('Water').click()
    const sizes = page.getByTestId('choice')
    expect(await sizes.allInnerTexts()).toEqual([
      expect.stringMatching(/^500 ml\s+500$/),
      expect.stringMatching(/^1.5 L\s+1,000$/),
      expect.stringMatching(/^5 L\s+Sold out$/),
    ])
    await sizes.filter({ hasText: '5 L' }).last().click({ force: true })
    expect(await sizes.evaluateAll(rows => rows.map(row => row.matches(':disabled')))).toEqual([
      false,
      false,
      true,
    ])
    await page.keyboard.press('Escape')
    await sizes.first().waitFor({ state: 'hidden' })
    expect(await total()).toBe('1,500')
    await clear()
  })

  test('a scan that pauses after its first key leaves no digit in the amount', async () => {
    await tile('Chai').click()
    const digits = page.locator('.amount-digits').first()
    await scanWithPause(page, '96385074', () => digits.filter({ hasText: /^9$/ }).waitFor())
    expect(await total()).toBe('3,000')
    await clear()
  })

  proofTest(
    'a code scanned into a text field leaves no text there, and its Enter saves nothing',
    async () => {
      await tile('Chai').click()
      await page.getByTestId('item-open').first().click()
      await page.locator('[data-testid="line-quantity"]:focus').waitFor()
      for (const field of ['line-quantity', 'line-price', 'line-note']) {
        const before = await page.getByTestId(field).inputValue()
        await page.getByTestId(field).click()
        await scan('12345')
        await unfinished().waitFor()
        expect(await page.getByTestId(field).inputValue()).toBe(before)
      }
      await page.keyboard.press('Escape')
      await page.getByTestId('line-save').waitFor({ state: 'hidden' })
      expect(await total()).toBe('1,500')
      await search('suk')
      await scan('96385074')
      await page.getByTestId('scan-note').waitFor({ state: 'hidden' })
      expect(await page.getByTestId('products-search').inputValue()).toBe('suk')
      expect(await total()).toBe('3,000')
      await search('999')
      await page.getByTestId('products-search').press('Enter')
      await page.getByText('Unknown code 999.').waitFor()
      await typeKeys(page, 'chai')
      expect(await total()).toBe('4,500')
      await clear()
    },
  )

  test('a scan shows a note while the customer pays, and begins the next sale after it', async () => {
    await tile('Chai').click()
    await tap('charge')
    await page.getByTestId('qr').waitFor()
    await scan('96385074')
    await unfinished().waitFor()
    await pay()
    await scan('5449000131836')
    await page.getByTestId('charge').waitFor()
    await page.getByTestId('item-open').waitFor()
    expect(await total()).toBe('14,000')
    await clear()
  })

  proofTest('on a phone, a discount that is saved leaves the sheet of items open', async () => {
    await tile('Chai').click()
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await tap('add-items')
    await page.locator('dialog[open]').getByTestId('sale-discount').click()
    await page.getByTestId('discount').fill('10')
    await tap('discount-save')
    await page.getByTestId('discount-save').waitFor({ state: 'hidden' })
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
    expect(await page.getByTestId('items-done').isVisible()).toBe(true)
    await tap('items-done')
    if (size) await page.setViewportSize(size)
    await clear()
  })

  test('a discount above the limit is refused; within it, the lines carry it', async () => {
    await tile('Chai').click()
    await tile('Soda').click()
    await page.getByTestId('choice').first().click()
    await tap('sale-discount')
    await page.getByTestId('discount').fill('15')
    await page.getByTestId('discount-reason').fill('Regular customer')
    await tap('discount-save')
    await page.getByTestId('discount-error').getByText('at most 10%').waitFor()
    await page.getByTestId('discount').fill('10')
    await tap('discount-save')
    await page.getByTestId('discount-save').waitFor({ state: 'hidden' })
    expect(await total()).toBe('1,980')
    await page.getByTestId('item-open').first().click()
    await page.getByTestId('line-price').fill('900')
    await tap('line-save')
    await page.getByTestId('discount-error').getByText('at most 10%').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('discount-error').waitFor({ state: 'hidden' })
    for (const key of ['5', '00', '0']) await page.locator(`.entry .key[data-key="${key}"]`).click()
    expect(await page.getByTestId('sale-discount').innerText()).toContain('−720')
    expect(await page.locator('.ticket-total strong').innerText()).toBe('6,480')
    expect(await page.getByTestId('add-items').innerText()).toBe('2 · 6,480')
    await page.locator('.entry .key[data-key="clear"]').click()
    expect(await page.getByTestId('add-items').innerText()).toBe('2 · 1,980')
    await tap('charge')
    const { amount, line_items } = await pay()
    expect(amount.value).toBe(1_980)
    expect(line_items.map((item: { discount: number }) => item.discount)).toEqual([150, 70])
    await page.getByTestId('new-sale').press('Enter')
  })

  proofTest('a cancelled sale is edited with the lines it had', async () => {
    await tile('Chai').click()
    await tap('sale-discount')
    await page.getByTestId('discount').fill('10')
    await page.getByTestId('discount-reason').fill('Regular customer')
    await tap('discount-save')
    await tap('charge')
    await page.getByTestId('qr').waitFor()
    await tap('cancel')
    await tap('cancel-confirm')
    await tap('edit-sale')
    expect(await total()).toBe('1,350')
    await tile('Chai').click()
    expect(await total()).toBe('2,700')
    expect(await page.getByTestId('item-open').count()).toBe(1)
    await clear()
  })

  proofTest('a list of more items than one page sells its last ones', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => [`Zulia ${index + 1}`, 100 + index, ean(index)])
    const imported = await fetch(`${shop.url}/api/v1/products/import`, {
      method: 'POST',
      headers: { ...(await shop.tokenOf(asha)), 'content-type': 'text/csv' },
      body: csvOf([['name', 'price', 'barcode'], ...rows]),
    })
    expect(await imported.json()).toMatchObject({ data: { created: 600 } })
    await page.reload()
    await search('zulia 600')
    await tile('Zulia 600').click()
    expect(await total()).toBe('699')
    await search('')
    await clear()
  })

  test('a press on a tile sells nothing once another product is in its place', async () => {
    const first = page.getByTestId('tile').first()
    await first.hover()
    await page.mouse.down()
    const { body } = await shop.asOwner('POST', '/api/v1/products', {
      name: 'Andazi',
      price: 300,
      position: 0,
    })
    await first.getByText('Andazi').waitFor()
    await page.mouse.up()
    expect(await page.getByTestId('ticket').isVisible()).toBe(false)
    await first.click()
    expect(await total()).toBe('300')
    await clear()
    await shop.asOwner('DELETE', `/api/v1/products/${body.data.id}`)
  })

  test('a new price shows at once; the stored list sells while the server does not answer', async () => {
    await shop.asOwner('PATCH', `/api/v1/products/${chai}`, { price: 1_600 })
    await tile('Chai').getByText('1,600').waitFor()
    await settles(
      () => storedPrice(chai),
      price => expect(price).toBe(1_600),
    )
    await page.route('**/api/v1/products?*', route => route.abort())
    await page.reload()
    await tile('Chai').click()
    expect(await total()).toBe('1,600')
    await clear()
  })

  proofTest('if the browser refuses storage, the list stays in memory', async () => {
    const refused = await pairTablet(shop, { name: 'Counter 2' })
    await refused.context.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      })
    })
    await refused.page.reload()
    await signIn(refused.page, neema)
    await refused.page.getByTestId('tile').filter({ hasText: 'Chai' }).waitFor()
    await refused.context.close()
  })
})
