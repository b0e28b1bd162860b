// The price list of the console in a real browser on the real binary: an item is added with a scanner at the
// price that the API then has, and sold out by a switch; a file is imported; each variation has its own
// wholesale price and packs; and only those who may change the list can.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import {
  axeFaults,
  type ConsoleShop,
  callAs,
  openConsole,
  openConsoleShop,
  sidewaysScroll,
} from '../kit/console.ts'
import { planted, squareFaults, squareFile, squareRows } from '../kit/product-file.ts'
import { proofTest } from '../kit/proof.ts'
import { until } from '../kit/wait.ts'

interface Listed {
  readonly id: string
  readonly name: string
  readonly price: number | null
  readonly available: boolean
  readonly barcodes: readonly string[]
  readonly variations: readonly { readonly id: string; readonly available: boolean }[]
}

/** Returns the parts of a card that reach into the space at its right edge; in the page. */
const reachingOut = (card: Element) => {
  const edge = card.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(card).paddingRight)
  return [...card.querySelectorAll('*')]
    .filter(part => part.getBoundingClientRect().right > edge + 0.5)
    .map(({ className }) => className)
}

describe.skipIf(!browserHere)('the price list', () => {
  let box: ConsoleShop
  let page: Page
  let complaints: string[]
  let account: string
  let call: Awaited<ReturnType<typeof callAs>>

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page, complaints, account, call } = box)
  })
  afterAll(() => box.close())

  const open = (path: string, on = page) => box.open(path, on)
  const field = (name: string) => page.locator(`[name="${name}"]`)
  const listed = async () => ((await call('get', '/api/v1/products')).body.data as { items: Listed[] }).items

  test('an empty list leads to the first item, which a scanner does not send too early', async () => {
    await open('/products')
    await page.getByRole('heading', { name: 'No items yet' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Add your first item' }).click()
    expect(await field('name').evaluate(input => input === document.activeElement)).toBe(true)
    await page.setViewportSize({ width: 360, height: 640 })
    const [save, tabs] = [page.getByTestId('save'), page.getByRole('navigation', { name: 'Main pages' })]
    const [above, below] = [await save.boundingBox(), await tabs.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.keyboard.type('Azam Cola')
    await field('price').fill('1500')
    await field('barcodes').pressSequentially('4006381333931')
    await field('barcodes').press('Enter')
    await page.getByRole('button', { name: 'Remove barcode 4006381333931' }).waitFor()
    expect(await listed()).toEqual([])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Add and start another' }).click()
    await page.getByText('Azam Cola added').waitFor()
    expect(await listed()).toMatchObject([{ name: 'Azam Cola', price: 1_500, barcodes: ['4006381333931'] }])
    // The code is on the shelf already.
    await page.keyboard.type('Pepsi')
    await field('price').fill('1400')
    await field('barcodes').fill('4006381333931')
    await page.getByTestId('save').click()
    await page.getByText('Azam Cola', { exact: false }).and(page.locator('[id$=error]')).waitFor()
    await field('barcodes').fill('')
    await page.getByTestId('save').click()
    await page.getByRole('table', { name: 'Price list' }).waitFor()
    expect((await listed()).map(({ name }) => name)).toEqual(['Azam Cola', 'Pepsi'])
  })

  test('the list is searched as one types, and a switch sells an item out', async () => {
    await field('q').pressSequentially('pep')
    await until(async () => (await page.locator('tbody tr').count()) === 1)
    await page.getByRole('switch', { name: 'Pepsi is available' }).click()
    await page.locator('tbody').getByText('Sold out').waitFor()
    await until(async () => (await listed()).some(({ name, available }) => name === 'Pepsi' && !available))
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Pepsi' }).click()
    await field('price').fill('1450')
    await page.getByTestId('save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    // What another changed since stays.
    expect((await listed())[1]).toMatchObject({ price: 1_450, available: false })
    // What another changed in the same form is named, and what was typed stays.
    const pepsi = `/api/v1/products/${(await listed())[1]?.id}`
    await call('patch', pepsi, { price: 1_600, category: 'Vinywaji' })
    await field('price').fill('1550')
    await page.getByTestId('save').click()
    const note = page.getByRole('alert').filter({ hasText: 'Someone else changed this item' })
    await note.waitFor()
    expect(await note.locator('li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Price 1,450 → 1,600\s+You entered 1,550$/),
      'Category none → Vinywaji',
    ])
    expect([await field('price').inputValue(), await field('category').inputValue()]).toEqual([
      '1,550',
      'Vinywaji',
    ])
    expect((await listed())[1]?.price).toBe(1_600)
    expect(await axeFaults(page)).toEqual([])
    await page.getByTestId('save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await listed())[1]?.price).toBe(1_550)
    await page.getByText('Picture, colour and place').click()
    await field('position').fill('1')
    await page.getByTestId('save').click()
    await until(async () => (await listed())[0]?.name === 'Pepsi')
    // The server's answer is held back until another tab has refreshed twice. This page must not request the
    // deleted item before it gets that answer.
    const other = await box.newPage()
    await open('/products', other)
    await other.getByRole('link', { name: 'Pepsi' }).waitFor()
    await page.route(`**${pepsi}`, async route => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const answer = await route.fetch()
      await other.getByRole('link', { name: 'Pepsi' }).waitFor({ state: 'detached' })
      await call('post', '/api/v1/products', { name: 'Fanta', price: 1_400 })
      await other.getByRole('link', { name: 'Fanta' }).waitFor()
      await route.fulfill({ response: answer })
    })
    await page.getByRole('button', { name: 'Delete item' }).click()
    await page.getByTestId('confirm').click()
    await page.getByRole('table', { name: 'Price list' }).waitFor()
    await other.close()
    const fanta = (await listed()).find(({ name }) => name === 'Fanta')
    await call('delete', `/api/v1/products/${fanta?.id}`)
    await until(async () => (await listed()).length === 1)
    // The code that another item had, and the item that another person changed.
    expect(complaints).toEqual([expect.stringContaining('400'), expect.stringContaining('412')])
  })

  test('a file is checked first, imported without its faulty lines, and again once they are mended', async () => {
    await open('/products')
    await page.getByRole('link', { name: 'Import a file' }).click()
    const choose = (...lines: string[]) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'bei.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Name,Category,Price,Barcode', ...lines].join('\n')),
      })
    const right = ['Fanta,Vinywaji,1400,', '"Mchele, kilo 5",Nafaka,"18,000",']
    await choose(...right, 'Sprite,Vinywaji,elfu,', 'Maji,Vinywaji,600,5901234123456')
    const faults = page.getByRole('table', { name: 'Lines to correct' }).locator('tbody tr')
    await faults.first().waitFor()
    expect(await faults.allInnerTexts()).toEqual([
      expect.stringMatching(/^4\s+Price\s+elfu\s+Enter whole shillings in digits, such as 12,500$/),
      expect.stringMatching(/^5\s+Barcode\s+\S/),
    ])
    expect(await axeFaults(page)).toEqual([])
    const skip = page.getByRole('button', { name: 'Skip these lines, import 2 items' })
    await skip.waitFor()
    expect((await listed()).map(({ name }) => name)).toEqual(['Azam Cola'])
    await skip.click()
    await page.getByRole('heading', { name: 'Price list imported' }).waitFor()
    expect(await page.locator('.import-sums li').allInnerTexts()).toEqual([
      '2 items added',
      '2 faults skipped',
    ])
    expect((await listed()).map(({ name }) => name)).toEqual(['Azam Cola', 'Fanta', 'Mchele, kilo 5'])
    await page.getByRole('button', { name: 'Import another file' }).click()
    await choose(...right, 'Sprite,Vinywaji,1400,', 'Maji,Vinywaji,600,5901234123457')
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    await page.getByRole('heading', { name: 'Price list imported' }).waitFor()
    expect((await listed()).map(({ name, price }) => [name, price])).toEqual([
      ['Azam Cola', 1_500],
      ['Fanta', 1_400],
      ['Maji', 600],
      ['Mchele, kilo 5', 18_000],
      ['Sprite', 1_400],
    ])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Open price list' }).click()
    await page.getByRole('link', { name: 'Mchele, kilo 5' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(await Bun.file(await download.path()).text()).toContain('Mchele, kilo 5')
  })

  proofTest('a phone shows what a file does without scrolling', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open('/products/import')
    const buffer = Buffer.from(squareFile(planted(squareRows(400), squareFaults)))
    await page.locator('input[type=file]').setInputFiles({ name: 'square.csv', mimeType: 'text/csv', buffer })
    const sums = page.locator('.import-sums')
    await sums.waitFor()
    const tabs = page.getByRole('navigation', { name: 'Main pages' })
    const [above, below] = [await sums.boundingBox(), await tabs.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    const findings = page.getByRole('region', { name: 'What the file does' })
    const found = await findings.innerText()
    expect(found.indexOf('Correct these lines')).toBeLessThan(found.indexOf('Columns read'))
    // Excel rounds each barcode of a file that is corrected there, unless the column is formatted first.
    expect(found).toContain('format the barcodes as numbers without decimals')
    expect(found).toMatch(/rounded this code: 6,2E\+12\. .*format the column as a number without decimals/)
    expect(await findings.evaluate(reachingOut)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  proofTest('each variation has its own wholesale price, packs and sold-out switch', async () => {
    await open('/products/new')
    await field('name').fill('Uji')
    const section = page.locator('details.card').filter({ hasText: 'Sizes or colours with their own price' })
    const variations = section.locator('> summary')
    const row = (name: string) => page.getByRole('group', { name, exact: true })
    const more = (name: string) => row(name).locator('summary')
    const errorAt = async (name: string) => {
      const id = await field(name).getAttribute('aria-describedby')
      return page.locator(`[id="${id?.split(' ').find(part => part.endsWith('error'))}"]`)
    }
    await variations.press('Enter')
    for (const [index, [name, price]] of [['Ndogo', '500'] as const, ['Kubwa', '1200'] as const].entries()) {
      await page.getByRole('button', { name: 'Add variation' }).press('Enter')
      await field(`variations.${index}.name`).fill(name)
      await field(`variations.${index}.price`).fill(price)
    }
    await more('Kubwa').press('Enter')
    await field('variations.1.wholesale.from').fill('6')
    await field('variations.1.wholesale.price').fill('1300')
    await row('Kubwa').getByRole('button', { name: 'Add pack' }).press('Enter')
    await field('variations.1.packs.0.name').fill('Katoni')
    await field('variations.1.packs.0.holds').fill('12')
    await field('variations.1.packs.0.price').fill('12,500')
    await field('variations.1.packs.0.barcodes').fill('4006381333931')
    // The server’s errors open both folds and are at the fields of this variation.
    const saveFolded = async (wrong: string) => {
      await more('Kubwa').press('Enter')
      await variations.press('Enter')
      await field(wrong).waitFor({ state: 'hidden' })
      await page.getByTestId('save').press('Enter')
      await page.locator(`[name="${wrong}"]:focus`).waitFor()
      return (await errorAt(wrong)).innerText()
    }
    expect(await saveFolded('variations.1.wholesale.price')).toContain('1,200')
    await field('variations.1.wholesale.price').fill('1100')
    expect(await saveFolded('variations.1.packs.0.barcodes')).toContain('Azam Cola')
    await field('variations.1.packs.0.barcodes').fill('UJI-12')
    await page.getByTestId('save').press('Enter')
    await page.getByRole('link', { name: 'Uji' }).click()
    await variations.press('Enter')
    expect(await more('Kubwa').innerText()).toMatch(/^Availability, wholesale, packs\s*2$/)
    await more('Ndogo').press('Enter')
    await row('Ndogo').getByRole('switch', { name: 'Available' }).press('Space')
    await page.getByTestId('save').press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.reload()
    await variations.press('Enter')
    expect(await more('Ndogo').innerText()).toMatch(/^Availability, wholesale, packs\s*Sold out$/)
    await more('Kubwa').press('Enter')
    const stored = ['wholesale.from', 'wholesale.price', 'packs.0.name', 'packs.0.holds', 'packs.0.barcodes']
    expect(await Promise.all(stored.map(name => field(`variations.1.${name}`).inputValue()))).toEqual([
      '6',
      '1,100',
      'Katoni',
      '12',
      'UJI-12',
    ])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    const uji = (await listed()).find(({ name }) => name === 'Uji')
    const [small, large] = uji?.variations ?? []
    expect([small?.available, large?.available]).toEqual([false, true])
    const line = { product_id: uji?.id, variation_id: large?.id, quantity: 6 }
    const paid = await box.asKey('POST', '/v1/payments', {
      payment_type: 'dynamic-qr',
      details: { amount: 6_600, currency: 'TZS' },
      line_items: [line],
    })
    expect(paid.body.data.line_items).toMatchObject([{ name: 'Uji, Kubwa', unit_price: 1_100, quantity: 6 }])
  })

  /** Adds someone who joined with a role, with their own browser. */
  async function hire(name: string, role: string) {
    const made = await call('post', '/api/v1/invitations', { name, role })
    const code = new URL((made.body.data as { url: string }).url).searchParams.get('code')
    const theirs = await openConsole(box, undefined)
    const entry = { email: `${name.toLowerCase()}@duka.example`, password: 'embe bichi mbili' }
    await theirs.context.request.post(`${box.url}/api/v1/join`, {
      headers: { origin: box.url },
      data: { code, name, ...entry },
    })
    return theirs
  }

  proofTest('a developer reads it, and a cashier cannot change it', async () => {
    const zawadi = await hire('Zawadi', 'developer')
    await open('/products', zawadi.page)
    await zawadi.page.getByRole('cell', { name: 'Azam Cola' }).waitFor()
    expect(await zawadi.page.getByTestId('add-item').count()).toBe(0)
    expect(await zawadi.page.getByRole('switch').count()).toBe(0)
    const juma = await hire('Juma', 'cashier')
    const asJuma = await callAs(juma.context, box, account)
    expect((await asJuma('post', '/api/v1/products', { name: 'Kahawa', price: 500 })).status).toBe(403)
    await open('/products', juma.page)
    await juma.page.getByRole('link', { name: /Open the till/ }).waitFor()
    expect(await juma.page.getByText('Azam Cola').count()).toBe(0)
    expect((await listed()).map(({ name }) => name)).not.toContain('Kahawa')
  })
})
