// The price list in the console, as its owner sees it: empty, searched, sold out and low; the form of an item
// with errors, changed by two people, and deleted; deliveries and counts; the import of a file; labels. Each
// screen is checked automatically (test/kit/admin-list.ts); the pictures for people are in
// dist/screens/admin-list/.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { addListProducts, longName, newListScreens } from '../kit/admin-list.ts'
import { browserHere } from '../kit/browser.ts'
import { asha, type ConsoleShop, openConsole, openConsoleShop } from '../kit/console.ts'
import { csvOf, ean, loyverseFile, loyverseRows } from '../kit/product-file.ts'

// Each screen is drawn in twelve looks.
setDefaultTimeout(300_000)

const heads = ['Jina', 'Kundi', 'Bei', 'Bei ya kununua', 'Msimbo pau', 'Jumla kuanzia', 'Bei ya jumla']
const right = ['Fanta', 'Vinywaji', 700, 560, ean(10), '', '']
const faulty = [
  right,
  ['Sprite', 'Vinywaji', 'elfu moja'],
  ['Maji ya kunywa', 'Vinywaji', 600, '', '5901234123456'],
  ['Chumvi', 'Vyakula', 500, 'bure', '6.20123E+12'],
  ['Kiberiti', 'Usafi', 100, '', ean(10)],
  ['', 'Vyakula', 2_000],
  ['Sabuni ya kufulia '.repeat(12), 'Usafi', 2_500],
  ['Majani ya chai', 'Vyakula', 1_000, 800, '', 12, 1_200],
  ['Mafuta ya alizeti, lita 1', 'Vyakula', 6_500, '', '', '', '', 'rafu ya pili'],
]

describe.skipIf(!browserHere)('the screens of the price list in the console', () => {
  const { draw } = newListScreens()
  const faults: string[] = []
  let box: ConsoleShop
  let page: Page
  let complaints: readonly string[]
  let ids: Map<string, string>

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page, complaints } = await openConsole(box, asha, { theme: 'auto' }))
  })
  beforeEach(() => void faults.splice(0))
  afterAll(() => box?.close())

  const look = async (screen: string, options: Parameters<typeof draw>[2] = {}) => {
    faults.push(...(await draw(page, screen, options)))
  }
  /** Fails with what is wrong with the screens of a test. */
  const clean = () => expect(faults.splice(0)).toEqual([])
  const open = (path: string) => box.open(path, page)
  const openItem = (name: string) => open(`/products/${ids.get(name)}`)
  const field = (name: string) => page.locator(`[name="${name}"]`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const see = (text: string) => page.getByText(text).filter({ visible: true }).first().waitFor()
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) await field(name).fill(value)
  }
  const openFolds = () =>
    page.locator('main').evaluate(main => {
      for (const fold of main.querySelectorAll('details')) fold.open = true
    })
  /** Treats requests to an address otherwise, while `work` runs. */
  async function whileRouted(path: string, handle: (route: Route) => unknown, work: () => Promise<unknown>) {
    await page.route(path, handle)
    try {
      await work()
    } finally {
      await page.unroute(path)
    }
  }
  const refuse = (route: Route) => (route.request().method() === 'GET' ? route.continue() : route.abort())

  test('empty, with all kinds of rows, and searched', async () => {
    await open('/products/labels')
    await see('No items yet')
    await look('labels of an empty list')
    await open('/products')
    await see('No items yet')
    await look('empty list')
    ids = await addListProducts(box)
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Soda' }).getByText('Low').waitFor()
    await look('list')
    await whileRouted('**/api/v1/products/*', refuse, async () => {
      await page.getByRole('switch', { name: 'Jenereta ya dizeli is available' }).press(' ')
      await page.locator('tbody .field-error:not(:empty)').waitFor()
      await look('list with a refused switch')
    })
    await page.getByLabel('All stock').selectOption({ label: 'Low (3)' })
    await page.getByRole('link', { name: longName }).waitFor({ state: 'detached' })
    await look('list of low stock')
    await field('q').fill('hakuna kitu hiki')
    await see('No results')
    await look('list without a result')
    clean()
  })

  test('a new item: incomplete, with errors, refused, added, and left', async () => {
    await open('/products/new')
    await look('new item')
    await page.getByTestId('save').click()
    await see('Required')
    await look('new item incomplete')
    await openFolds()
    await button('Add pack').click()
    await page.getByLabel('Count stock').press(' ')
    await fill({
      name: longName.repeat(3),
      category: 'Vyakula '.repeat(13),
      price: '99999999999999',
      barcodes: '5901234123456',
      position: 'mbele',
      cost: 'bure',
      'wholesale.from': '1',
      'wholesale.price': '',
      'packs.0.holds': '1',
      'packs.0.price': 'bei',
      low_at: 'chache',
      name_sw: longName.repeat(3),
      sku: 'S'.repeat(101),
    })
    await page.getByTestId('save').click()
    await look('new item with errors')
    await fill({
      name: 'Pepsi',
      category: 'Vinywaji',
      price: '700',
      barcodes: ean(901),
      position: '',
      cost: '800',
      'wholesale.from': '12',
      'wholesale.price': '600',
      low_at: '',
      name_sw: '',
      sku: 'MKATE-1',
    })
    await button('Remove pack 1').click()
    await page.getByTestId('save').click()
    await page.locator('[id$=error]').filter({ hasText: 'Soda' }).waitFor()
    await look('new item refused')
    await fill({ barcodes: '', sku: '' })
    await button('Add and start another').click()
    await see('Pepsi added')
    await look('new item added')
    await field('name').fill('Sprite')
    await page.getByRole('link', { name: 'Price list' }).first().click()
    await see('Discard changes?')
    await look('new item left')
    clean()
  })

  test('a new item whose variations have errors', async () => {
    await open('/products/new')
    await openFolds()
    for (const index of [0, 1]) {
      await button('Add variation').click()
      await fill({ [`variations.${index}.name`]: 'Kilo 2', [`variations.${index}.price`]: '3800' })
    }
    await openFolds()
    await page.getByRole('group', { name: 'Kilo 2' }).last().getByRole('button', { name: 'Add pack' }).click()
    await fill({
      name: 'Unga wa sembe',
      'variations.0.cost': 'x',
      'variations.0.barcodes': '5901234123456',
      'variations.1.price': '3,800.50',
      'variations.1.wholesale.price': '3,500',
      'variations.1.packs.0.holds': 'nne',
    })
    await page.getByTestId('save').click()
    await see('This name is already used')
    await look('new item with variations and errors')
    await page.locator('select[name=unit]').selectOption('kg')
    await look('new item by weight with variations')
    clean()
  })

  test('an item that someone else changes, saved, and deleted', async () => {
    await openItem('Soda')
    await openFolds()
    await field('price').fill('750')
    await box.call('patch', `/api/v1/products/${ids.get('Soda')}`, {
      price: 800,
      category: 'Vinywaji baridi na juisi',
      name_sw: 'Soda baridi',
      unit: 'bottle',
      color: '#0b6e4f',
      barcodes: [ean(901), ean(904)],
      packs: [{ name: 'Kreti', holds: 24, price: 15_000, barcodes: [ean(902)] }],
    })
    await page.getByTestId('save').click()
    await see('Someone else changed this item')
    await look('item changed by someone else')
    await page.getByTestId('save').click()
    await see('Saved')
    await look('item saved')
    await page.locator('select[name=unit]').selectOption('kg')
    await look('item that loses its stock')
    await field('wholesale.from').fill('5')
    await whileRouted('**/api/v1/products/*', refuse, async () => {
      await page.getByTestId('save').click()
      await page.locator('.error-note').waitFor()
      await look('item not saved')
      await button('Delete item').click()
      await look('delete item')
      await page.getByTestId('confirm').click()
      await page.locator('dialog[open] .form-error:not(:empty)').waitFor()
      await look('delete item refused')
    })
    clean()
  })

  test('deliveries and counts', async () => {
    const sheet = page.locator('dialog[open]')
    const save = () => sheet.getByTestId('save-stock').click()
    await openItem('Maji ya Kilimanjaro')
    await see('No movements yet')
    await look('stock without movements')
    await button('Add delivery').click()
    await look('delivery')
    await save()
    await sheet.getByText('Required').first().waitFor()
    await look('delivery incomplete')
    await field('variation_id').selectOption('Nusu lita')
    await field('pack').selectOption({ index: 1 })
    await fill({ quantity: '3', reason: 'Ankara namba 118 ya Kariakoo, imelipwa taslimu' })
    await see('72 in all')
    await look('delivery in packs')
    await save()
    await page.locator('.stock-movements li').first().waitFor()
    await button('Count').click()
    await field('variation_id').selectOption('Nusu lita')
    await field('quantity').fill('9')
    await look('count')
    await save()
    await sheet.getByText('Required').first().waitFor()
    await look('count incomplete')
    await field('reason').fill('Chupa zilizopasuka')
    await whileRouted('**/stock', refuse, async () => {
      await save()
      await sheet.locator('.error-note').waitFor()
      await look('count refused')
    })
    await save()
    await page.locator('.stock-movements li').nth(1).waitFor()
    await look('stock with movements')
    await openItem('Mchele wa Kyela')
    await button('Count').click()
    await field('quantity').fill('-2')
    await save()
    await sheet.getByText('Enter kilograms').waitFor()
    await look('count by weight with errors')
    clean()
  })

  const choose = (name: string, content: string | Uint8Array) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

  test.each([
    ['import of a workbook', 'bei.xlsx', new Uint8Array([80, 75, 3, 4, 0])],
    ['import of an empty file', 'tupu.csv', ''],
    ['import of a picture', 'Picha ya bei za wiki hii.csv', new Uint8Array([137, 80, 78, 71, 13, 10])],
    ['import with an open quote', 'bei.csv', 'Jina,Bei\n"Mchele,3200\n'],
  ])('a file that cannot be read: %s', async (screen, name, content) => {
    await open('/products/import')
    await choose(name, content)
    await page.locator('.file-drop .field-error:not(:empty), .error-note').waitFor()
    await look(screen)
    clean()
  })

  test('a file: with faults, with nothing to do, and imported', async () => {
    const file = (...rows: readonly (readonly unknown[])[]) => csvOf([heads, ...rows])
    const findings = page.locator('.findings')
    await open('/products/import')
    await look('import')
    await choose('bei.csv', file(...faulty))
    await page.getByRole('table', { name: 'Lines to correct' }).waitFor()
    await look('import with faults')
    await page.getByTestId('import').click()
    await see('Price list imported')
    await look('imported without faulty lines')
    await button('Import another file').click()
    await choose('bei.csv', file(right))
    await findings.waitFor()
    await look('import of what is there')
    await choose('bei.csv', file())
    await see('This file has no items.')
    await look('import of heads alone')
    await choose('bei.csv', file(...Array.from({ length: 130 }, () => ['Sprite', '', 'elfu'])))
    await see('more')
    await look('import with many faults')
    const loyverse = loyverseFile(loyverseRows(6))
    await choose('bidhaa.csv', loyverse)
    await page.getByLabel('Shop').waitFor()
    await look('import of several shops', { foreign: loyverse })
    await importChanges()
    clean()
  })

  /** Imports new, changed and unchanged items: looks at the check, the findings, the import and its end. */
  async function importChanges(): Promise<void> {
    const changes = csvOf([
      [...heads, 'Idadi iliyopo', 'Rafu', 'Msambazaji wa kawaida wa duka'],
      ...[
        ['Soda', 'Vinywaji', 900, 560, ean(901), '', '', 99],
        ['Kahawa', '', '', '', '', '', '', '', 'A3'],
      ],
      ...[
        ['Biskuti', 'Vyakula', 500],
        [...right, '', 'A4', 'Bakhresa'],
      ],
    ])
    const path = '**/api/v1/products/import?*'
    const check = Promise.withResolvers<void>()
    await whileRouted(
      path,
      async route => (await check.promise, route.continue()),
      async () => {
        await choose('bei-mpya.csv', changes)
        await see('Checking the file')
        await look('import is checked')
        check.resolve()
        await page.getByTestId('import').waitFor()
      },
    )
    await look('import of changes')
    await whileRouted(path, refuse, async () => {
      await page.getByTestId('import').click()
      await page.locator('.error-note').waitFor()
      await look('import cut off')
    })
    const write = Promise.withResolvers<void>()
    await whileRouted(
      path,
      async route => (await write.promise, route.continue()),
      async () => {
        await page.getByTestId('import').click()
        await see('Tills keep selling')
        await look('import runs')
        write.resolve()
        await see('Price list imported')
      },
    )
    await look('imported')
  }

  test('labels: none, several, too many, and none that fit', async () => {
    await open('/products/labels')
    await page.locator('.label-items li').first().waitFor()
    await look('labels none chosen')
    await page.locator('.label-items-head input').press(' ')
    await see('Labels without bars')
    await look('labels')
    await page.getByLabel('Labels of Soda', { exact: true }).fill('500')
    await page.getByLabel('Used labels on the first sheet').fill('24')
    await page.getByRole('alert').getByText('at most 500').waitFor()
    await look('labels too many')
    await field('q').fill('hakuna kitu hiki')
    await see('No results')
    await look('labels without a result')
    clean()
    expect(complaints.filter(one => !one.includes('Failed to load resource'))).toEqual([])
  })
})
