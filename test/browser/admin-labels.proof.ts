// Labels in the console in a real browser on the real binary: items of a category are picked with a number of
// labels each, printed on sheets whose bars ZXing reads, and on the receipt printer of a till.
// Pictures for people to look at: dist/screens/admin-labels/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import {
  asha,
  axeFaults,
  type ConsoleShop,
  openConsoleShop,
  openDressed,
  sidewaysScroll,
} from '../kit/console.ts'
import { openPrinter, type Printer } from '../kit/printer.ts'
import { dresses, newScreens, shoot, smallTargets, wordsOn } from '../kit/screens.ts'
import { codesIn } from '../kit/zxing.ts'

const drinks = [
  {
    name: 'Azam Cola 350 ml',
    price: 1_000,
    barcodes: ['4006381333931'],
    wholesale: { from: 12, price: 900 },
    track_stock: true,
  },
  { name: 'Kilimanjaro', name_sw: 'Maji ya Kilimanjaro', price: 600, barcodes: ['96385074'] },
  {
    name: 'Tea',
    name_sw: 'Chai',
    variations: [
      { name: 'Small', price: 800, sku: 'CHAI-S' },
      { name: 'Large, with milk and ginger and a slice of cake', price: 12_000 },
    ],
  },
]
const others = [
  { name: 'Rice', name_sw: 'Mchele', price: 3_200, sold_by_weight: true, sku: 'MCHELE' },
  { name: 'Repair', barcodes: ['REPAIR-OF-A-BICYCLE'] },
  { name: 'Charger', price: 25_000, barcodes: ['036000291452'] },
]

describe.skipIf(!browserHere)('labels', () => {
  let box: ConsoleShop
  let page: Page
  let printer: Printer
  let screens: string

  beforeAll(async () => {
    screens = newScreens('admin-labels')
    box = await openConsoleShop()
    printer = await openPrinter()
    ;({ page } = box)
    const { call, context, url, account } = box
    for (const one of drinks) await call('post', '/api/v1/products', { ...one, category: 'Drinks' })
    for (const one of others) await call('post', '/api/v1/products', one)
    const { items } = (await call('get', '/api/v1/products?q=azam')).body.data as { items: { id: string }[] }
    await call('post', `/api/v1/products/${items[0]?.id}/stock`, { kind: 'delivery', quantity: 5 })
    const till = (await call('post', '/api/v1/tills', { name: 'Front' })).body.data as { id: string }
    await context.request.put(`${url}/api/v1/tills/${till.id}/printer`, {
      headers: { origin: url, 'kaunta-account': account },
      data: { host: printer.host, port: printer.port, paper: 80 },
    })
  })
  afterAll(() => Promise.all([box.close(), printer.off()]))

  const bar = (on = page) => on.locator('.label-bar')
  const copies = (name: string) => page.getByLabel(`Labels of ${name}`, { exact: true })
  const paper = () => page.getByLabel('Paper')
  const pdfPages = async () =>
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

  test('begin with what the price list shows, one of each, or one for each in stock', async () => {
    await box.open('/products')
    await page.getByLabel('All categories').selectOption('Drinks')
    await page.getByRole('cell', { name: 'Rice', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Print labels' }).click()
    await bar().getByText('4 labels on 1 sheet').waitFor()
    await page.getByRole('button', { name: 'One for each in stock' }).click()
    await bar().getByText('8 labels on 1 sheet').waitFor()
    expect(await copies('Azam Cola 350 ml').inputValue()).toBe('5')
    // The item without a code is named before anything is printed.
    await page.getByText('Labels without bars: Tea Large').waitFor()
    await bar().getByText('1 without bars').waitFor()
    expect(await axeFaults(page)).toEqual([])
    // On a small laptop the bar covers no part of the preview.
    await page.setViewportSize({ width: 1280, height: 800 })
    const sheet = await page.locator('.label-sheet').boundingBox()
    expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThan((await bar().boundingBox())?.y ?? 0)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('are picked by the keyboard across searches, at most 500 at a time', async () => {
    await page.getByLabel('All categories').selectOption('')
    await page.getByLabel('Name, barcode or SKU').fill('charger')
    const box = page.getByRole('checkbox', { name: 'Select Charger' })
    await box.press(' ')
    await bar().getByText('9 labels').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('500')
    await page.getByRole('alert').getByText('at most 500 labels at a time. You selected').waitFor()
    expect(await page.getByTestId('print').isDisabled()).toBe(true)
    await copies('Charger').fill('20')
    await bar().getByText('28 labels on 2 sheets').waitFor()
  })

  test('are printed on their paper, and ZXing reads their bars', async () => {
    await page.evaluate(() => Reflect.set(window, 'print', () => dispatchEvent(new Event('beforeprint'))))
    await page.getByTestId('print').click()
    expect(await page.locator('.on-paper .shelf-label').count()).toBe(28)
    expect(await pdfPages()).toBe(2)
    await page.getByLabel('Used labels on the first sheet').fill('23')
    await bar().getByText('on 3 sheets').waitFor()
    expect(await pdfPages()).toBe(3)
    await page.getByLabel('Used labels on the first sheet').fill('24')
    await page.getByText('Enter 0 to 23').waitFor()
    expect(await page.getByTestId('print').isDisabled()).toBe(true)
    await page.getByLabel('Used labels on the first sheet').fill('')
    for (const [name, pages] of [
      ['sheet65', 1],
      ['roll50', 28],
      ['sheet24', 2],
    ] as const) {
      await paper().selectOption(name)
      await page.getByTestId('print').click()
      expect([name, await pdfPages()]).toEqual([name, pages])
    }
    await page.emulateMedia({ media: 'print' })
    await page.addStyleTag({ content: '.label-printout { --mm: 8px }' })
    const printed = page.locator('.on-paper .shelf-label')
    const read = async (at: number) =>
      (await codesIn(new Uint8Array(await printed.nth(at).screenshot()))).map(({ text }) => text)
    expect(await read(0)).toEqual(['4006381333931'])
    expect(await read(5)).toEqual(['96385074'])
    expect(await read(6)).toEqual(['CHAI-S'])
    expect(await read(7)).toEqual([])
    expect(await read(27)).toEqual(['0036000291452'])
    await shoot(page.locator('.on-paper .label-page').first(), screens, 'printed')
    await page.emulateMedia({ media: null })
  })

  test('are printed on a receipt printer, a few at a time', async () => {
    await paper().selectOption({ label: 'Front, 80 mm' })
    await page.getByTestId('print').click()
    await bar().getByText('28 labels printed').waitFor()
    expect(
      printer.pages.map(({ lines }) => lines.filter(({ text }) => text.startsWith('---')).length),
    ).toEqual([10, 10, 8])
    expect(printer.pages[0]?.bars.map(({ data }) => data)).toEqual([
      ...Array<string>(5).fill('4006381333931'),
      '96385074',
      '{BCHAI-S',
      ...Array<string>(2).fill('036000291452'),
    ])
    await printer.off()
    await page.getByTestId('print').click()
    await bar().getByText('Can’t reach the printer').waitFor()
    printer = await openPrinter({ port: printer.port })
    await page.getByTestId('print').click()
    await bar().getByText('28 labels printed').waitFor()
    expect(printer.pages).toHaveLength(3)
    expect(await axeFaults(page)).toEqual([])
    expect(box.complaints.filter(one => !one.includes('503'))).toEqual([])
  })

  test('of one item are a tap away on its page', async () => {
    await box.open('/products')
    await page.getByRole('link', { name: 'Tea' }).click()
    await page.getByRole('link', { name: 'Print labels' }).click()
    await bar().getByText('2 labels').waitFor()
    expect(await copies('Tea Small').inputValue()).toBe('1')
  })

  test('look well in every width, theme and language', async () => {
    for (const { theme, language, widths } of dresses([360, 768, 1280])) {
      const { page, complaints } = await openDressed(box, asha, { theme, language })
      const name = (width: number, what: string) => `${what}-${width}-${theme}-${language}`
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${box.url}/admin/products?account=${box.account}`)
        await page.locator('tbody tr').first().waitFor()
        await shoot(page, screens, name(width, 'list'))
        await page.goto(`${box.url}/admin/products/labels?account=${box.account}`)
        await page.locator('.label-items li').first().waitFor()
        await shoot(page, screens, name(width, 'none'))
        await page.locator('.label-items-head input').check()
        for (const [what, value] of [
          ['sheet', 'sheet24'],
          ['small', 'sheet65'],
          ['roll', 'roll50'],
        ] as const) {
          await page.locator('.label-side select').selectOption(value)
          await page.locator('.label-one').waitFor()
          expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
          await shoot(page, screens, name(width, what))
        }
        await page.getByText(language === 'en' ? 'Show the wholesale price' : 'Onyesha bei ya jumla').click()
        await shoot(page, screens, name(width, 'wholesale'))
        await page.locator('.label-side select').selectOption({ label: 'Front, 80 mm' })
        await page.locator('.label-receipt').waitFor()
        await shoot(page, screens, name(width, 'receipt'))
        await wordsOn(page, name(width, 'receipt'))
        expect(await page.evaluate(smallTargets)).toEqual([])
        expect(await axeFaults(page)).toEqual([])
      }
      expect(complaints).toEqual([])
      await page.close()
    }
  })
})
