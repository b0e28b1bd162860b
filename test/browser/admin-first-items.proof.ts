// The first items of a new shopkeeper in Chromium on the real binary, on a phone and on a computer: from Home
// to one item typed into the form and shown on a paired till, and to 200 items of a Loyverse file whose three
// faults are corrected in a spreadsheet. It prints an estimate of the time a person needs (goals: 60 s and
// 300 s), asserts how many clicks and keys it takes, and asserts no time.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { assert } from '../../src/domain/fault.ts'
import { browserHere } from '../kit/browser.ts'
import { openConsole } from '../kit/console.ts'
import { asha } from '../kit/people.ts'
import { newWalk, type Walk } from '../kit/person-time.ts'
import { loyverseFaults, loyverseFile, loyverseRows, planted } from '../kit/product-file.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

const item = { name: 'Maji Kilimanjaro 500ml', price: '1000' }
/** 200 items on 240 lines: every fifth has two sizes. */
const rows = loyverseRows(240)
const faults = ['amount_malformed', 'barcode_check_digit', 'code_in_line'].map(reason => {
  const fault = loyverseFaults.find(planted => planted.reason === reason)
  assert(fault !== undefined, `a fault is planted: ${reason}`)
  return fault
})

/** Corrects the faults in a spreadsheet, as the page tells. */
function correctFile(walk: Walk): void {
  walk.add('open the file in a spreadsheet', { clicks: 2, thoughts: 1, waits: 5 })
  walk.add('look for the code on the package', { waits: 20 })
  walk.add('format the barcodes as numbers without decimals', { clicks: 4, thoughts: 2 })
  for (const { line, field } of faults) {
    const value = String(rows[line - 2]?.[field])
    walk.add(`go to ${field} in line ${line}`, { clicks: 1, keys: 4, thoughts: 1 })
    walk.add(`correct it to ${value}`, { keys: value.length + 1, thoughts: 2 })
  }
  walk.add('save it as CSV', { clicks: 1, keys: 2, thoughts: 2 })
}

describe.skipIf(!browserHere).each([
  { device: 'phone', width: 360, byForm: { clicks: 3, keys: 27 }, byFile: 21 },
  { device: 'computer', width: 1280, byForm: { clicks: 2, keys: 28 }, byFile: 19 },
])('a new shopkeeper with a $device', ({ device, width, byForm, byFile }) => {
  const isPhone = device === 'phone'
  let shop: TillShop
  let till: Page
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    shop = await openTillShop()
    ;({ page: till } = await pairTablet(shop))
    await signIn(till, neema)
    ;({ page, complaints } = await openConsole(shop, asha, { width }))
    await page.setViewportSize({ width, height: isPhone ? 740 : 800 })
  }, 120_000)
  afterAll(() => shop?.close())

  const openHome = async () => {
    await page.goto(`${shop.url}/admin?account=${shop.account}`)
    await page.getByTestId('sales').waitFor()
  }
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
  async function readAndClick(walk: Walk, target: Locator): Promise<void> {
    await walk.readTo(target)
    await walk.click(target)
  }
  async function choose(walk: Walk, button: string, text: string): Promise<void> {
    const opened = page.waitForEvent('filechooser')
    await walk.click(page.locator('button').filter({ hasText: button }))
    const file = { name: 'export_items.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await (await opened).setFiles(file)
    walk.add('choose the file in the window of the system', { clicks: 2, thoughts: 1 })
  }

  test('adds the first item and sees it on the till', async () => {
    const walk = newWalk(page)
    await openHome()
    await readAndClick(walk, page.getByRole('link', { name: /^Add your price list/ }))
    await readAndClick(walk, page.getByRole('link', { name: 'Add your first item' }))
    await heading('Add item')
    const price = page.locator('[name=price]')
    await walk.readTo(price)
    await walk.type(item.name)
    if (isPhone) await walk.click(price)
    else await walk.press('Tab')
    await walk.type(item.price)
    await walk.press('Enter')
    const tile = till.getByTestId('tile')
    await tile.filter({ hasText: item.name }).filter({ hasText: '1,000' }).waitFor()
    walk.add('look at the till', { thoughts: 1 })
    walk.print(`the first item, ${device}`)
    const { clicks, keys } = walk.total()
    expect(clicks).toBeLessThanOrEqual(byForm.clicks)
    expect(keys).toBeLessThanOrEqual(byForm.keys)
    expect(complaints).toEqual([])
  })

  test('imports 200 items of a file after the correction of its three faults', async () => {
    const walk = newWalk(page)
    await openHome()
    if (isPhone) await readAndClick(walk, page.getByRole('button', { name: 'More', exact: true }))
    await readAndClick(walk, page.getByRole('link', { name: 'Price list', exact: true }))
    await readAndClick(walk, page.getByRole('link', { name: 'Import a file' }))
    await walk.readTo(page.locator('.file-drop p'))
    await choose(walk, 'Choose file', loyverseFile(planted(rows, faults)))
    const table = page.getByRole('table', { name: 'Lines to correct' })
    await walk.readTo(table)
    const named = (await table.locator('tbody tr').allInnerTexts()).map(text => text.split(/\t|\n/))
    expect(named.map(cells => cells.filter(cell => cell !== '').slice(0, 3))).toEqual(
      faults.map(({ line, field, change }) => [String(line), field, String(change[field])]),
    )
    correctFile(walk)
    await choose(walk, 'Choose another file', loyverseFile(rows))
    const start = page.getByRole('button', { name: 'Import 200 items' })
    await readAndClick(walk, start)
    await walk.readTo(page.getByText('200 items added'))
    await till.getByTestId('products-search').fill('namba 199')
    await till.getByTestId('tile').filter({ hasText: 'Bidhaa, namba 199' }).waitFor()
    walk.add('look at the till', { thoughts: 1 })
    walk.print(`200 items of a file, ${device}`)
    expect(walk.total().clicks).toBeLessThanOrEqual(byFile)
    expect((await shop.asOwner('GET', '/api/v1/products?limit=1')).body.data.total).toBe(201)
    expect(complaints).toEqual([])
  })
})
