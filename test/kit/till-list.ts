// The price list of a small shop in Dar es Salaam, and a walk through every screen of the till that shows it,
// for the pictures of till-list-screens.proof.ts.
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { assert } from '../../src/domain/fault.ts'
import { asha } from './people.ts'
import { ean } from './product-file.ts'
import type { Language } from './screens.ts'
import { scanCode } from './till-scan.ts'
import { openTillShop, type TillShop, typeAmount } from './till-shop.ts'

const milk = 'Maziwa mtindi ya Tanga nusu lita'
const products = [
  { name: 'Mchele wa Kyela', category: 'Vyakula', price: 3_200, sold_by_weight: true },
  {
    name: 'Unga wa sembe',
    category: 'Vyakula',
    variations: [
      { name: 'Kilo 2', price: 3_800 },
      { name: 'Kilo 5', price: 9_200, packs: [{ name: 'Bandali', holds: 4, price: 35_500, barcodes: [] }] },
    ],
  },
  { name: 'Sukari ya Kilombero kilo 1', category: 'Vyakula', price: 2_900, barcodes: [ean(1)] },
  { name: 'Mafuta ya alizeti lita 1', category: 'Vyakula', price: 6_500, color: '#e8a33d' },
  {
    name: 'Mayai',
    unit: 'yai',
    category: 'Vyakula',
    price: 400,
    packs: [{ name: 'Trei', holds: 30, price: 11_000, barcodes: [] }],
    track_stock: true,
    low_at: 30,
  },
  { name: 'Mkate wa siagi', category: 'Vyakula', price: 1_500, available: false },
  {
    name: 'Soda',
    category: 'Vinywaji',
    price: 700,
    wholesale: { from: 24, price: 600 },
    packs: [{ name: 'Kreti', holds: 24, price: 14_000, barcodes: [] }],
  },
  {
    name: 'Maji ya Kilimanjaro',
    category: 'Vinywaji',
    variations: [
      { name: 'Nusu lita', price: 600, packs: [{ name: 'Katoni', holds: 24, price: 11_500, barcodes: [] }] },
      { name: 'Lita 1.5', price: 1_200, available: false },
    ],
  },
  { name: milk, category: 'Vinywaji', price: 1_800, low_at: 6, track_stock: true },
  { name: 'Sabuni ya kufulia', category: 'Usafi wa nyumba', price: 2_500, barcodes: [ean(2)] },
  { name: 'Kiberiti', category: 'Usafi wa nyumba', price: 100 },
  { name: 'Kupeleka mzigo nyumbani kwa bodaboda', category: 'Huduma' },
].map((product, position) => ({ ...product, position }))
/** How many are left of the products whose stock is low. */
const left: Readonly<Record<string, number>> = { Mayai: 12, [milk]: 4 }

/** Draws the picture of the milk: a white bottle on green. */
function milkPicture(): Uint8Array<ArrayBuffer> {
  const png = new PNG({ width: 104, height: 168 })
  for (let y = 0; y < png.height; y++)
    for (let x = 0; x < png.width; x++) {
      const isBottle = Math.abs(x - 52) < (y < 60 ? 12 : 30) && y > 24 && y < 150
      png.data.set(isBottle ? [250, 250, 245, 255] : [96, 160, 110, 255], (y * png.width + x) * 4)
    }
  return new Uint8Array(PNG.sync.write(png))
}

/** Opens a shop with the price list. */
export async function openListShop(): Promise<TillShop> {
  const shop = await openTillShop()
  const token = await shop.tokenOf(asha)
  for (const product of products) {
    const { status, body } = await shop.asOwner('POST', '/api/v1/products', product)
    assert(status === 201, `a product is created: ${JSON.stringify(body)}`)
    const path = `/api/v1/products/${body.data.id}`
    const quantity = left[product.name]
    if (quantity !== undefined)
      await shop.asOwner('POST', `${path}/stock`, { kind: 'delivery', quantity, reason: 'Kariakoo' })
    if (product.name !== milk) continue
    const headers = { ...token, 'content-type': 'image/png' }
    const sent = await fetch(`${shop.url}${path}/picture`, { method: 'PUT', headers, body: milkPicture() })
    assert(sent.status === 200, 'a picture is uploaded')
  }
  return shop
}

/** Scans a code that nothing in the list has, and waits for the note in this language. */
export async function scanUnknown(page: Page, language: Language): Promise<void> {
  await scanCode(page, ean(900))
  const text = language === 'sw' ? 'haujulikani' : 'Unknown code'
  await page.getByTestId('scan-note').getByText(text).filter({ visible: true }).waitFor()
}

/** Called on each screen, by its name. `show` repeats a text that does not follow the language. */
type Visit = (name: string, page: Page, show?: (language: Language) => Promise<void>) => Promise<void>

/** Returns what a cashier does on a page with the price list. */
const actionsOn = (page: Page) => ({
  tap: (testId: string) => page.getByTestId(testId).filter({ visible: true }).first().click(),
  gone: (testId: string) => page.getByTestId(testId).waitFor({ state: 'hidden' }),
  tile: (name: string) => page.getByTestId('tile').filter({ hasText: name }).click(),
  choice: (name: string) => page.getByTestId('choice').filter({ hasText: name }).click(),
  async pad(keys: readonly string[]) {
    for (const key of keys) await page.locator(`dialog[open] .key[data-key="${key}"]`).click()
  },
  async close(testId: string) {
    await page.keyboard.press('Escape')
    await page.locator('dialog').getByTestId(testId).first().waitFor({ state: 'hidden' })
  },
})

/** Walks through the grid, and what it asks about a product. Leaves a sale of six lines. */
async function walkGrid(page: Page, isPhone: boolean, visit: Visit): Promise<void> {
  const { tap, gone, tile, choice, pad } = actionsOn(page)
  await page.locator('.tile-picture').first().waitFor({ state: 'attached' })
  if (isPhone) {
    await visit('keypad of a list', page)
    await tap('open-products')
  }
  await page
    .locator('.tile-picture')
    .first()
    .evaluate((picture: HTMLImageElement) => picture.decode())
  await visit('list', page)
  await page.getByTestId('products-search').fill('ngano')
  await page.locator('.products-none').waitFor()
  await visit('list without a result', page)
  await page.getByTestId('products-search').fill('')
  await tile('Sukari')
  await tile('Maji')
  await page.getByTestId('choice').first().waitFor()
  await visit('list sizes', page)
  await choice('Katoni')
  await tile('Soda')
  await page.getByTestId('choice').first().waitFor()
  await visit('list units', page)
  await choice('Kreti')
  await tile('Mchele')
  await pad(['1', '2', '5', '0'])
  await visit('list weight', page)
  await tap('amount-pad-add')
  await gone('amount-pad')
  await tile('Kupeleka')
  await pad(['3', '000'])
  await visit('list open price', page)
  await tap('amount-pad-add')
  await gone('amount-pad')
  await visit('list unknown code', page, language => scanUnknown(page, language))
  await tile('Mayai') // which ends the note
  await choice('yai')
  await gone('choice')
  await visit('list with a sale', page)
  if (isPhone) await tap('products-done')
}

/** Walks through the lines of the sale, its discounts, and parks two parts of it. */
async function walkSale(page: Page, isPhone: boolean, visit: Visit): Promise<void> {
  const { tap, gone, close } = actionsOn(page)
  if (isPhone) {
    await visit('keypad with a list sale', page)
    await tap('add-items')
  }
  const discounted = async (percent: string) => {
    await page.getByTestId('discount').fill(percent)
    await page.getByTestId('discount-reason').fill('Mteja wa kila siku')
  }
  /** Saves a discount above the cashier's limit, visits its error, and saves a smaller one. */
  const saveAfterRejection = async (save: string, rejected: string, smaller: string) => {
    await tap(save)
    await page.locator('[data-testid="discount-error"]:not(:empty)').waitFor()
    await visit(rejected, page)
    await page.getByTestId('discount').fill(smaller)
    await tap(save)
    await gone(save)
  }
  await page.getByTestId('item-open').filter({ hasText: 'Katoni', visible: true }).click()
  await page.getByTestId('line-save').waitFor()
  await visit('list line', page)
  await discounted('60')
  await page.getByTestId('line-note').fill('Zifungwe kwa kamba')
  await saveAfterRejection('line-save', 'list line refused', '5')
  await tap('sale-discount')
  await page.getByTestId('discount-save').waitFor()
  await visit('list discount', page)
  await discounted('15')
  await saveAfterRejection('discount-save', 'list discount refused', '4')
  await visit('list items', page)
  await tap('park-sale')
  await page.locator('.park-lines label').first().click()
  await tap('park-go')
  await page.locator('dialog[open] .form-error:not(:empty)').filter({ visible: true }).first().waitFor()
  await visit('park a list sale', page)
  await page.getByTestId('park-name').fill('Mama Zawadi, anarudi na gari saa kumi jioni')
  await tap('park-go')
  await gone('park-go')
  await tap('park-sale')
  await page.getByTestId('park-name').fill('Meza 4')
  await tap('park-go')
  await gone('park-go')
  if (isPhone) await close('items-done')
}

/** Walks through the parked sales, up to the close of a shift. */
async function walkParked(page: Page, isPhone: boolean, visit: Visit): Promise<void> {
  const { tap, close } = actionsOn(page)
  if (isPhone) await page.locator('.head-sales').click()
  await page.getByTestId('parked-sale').filter({ visible: true }).nth(1).waitFor()
  await visit('parked sales', page)
  if (isPhone) await close('parked-sale')
  await tap('settings')
  await tap('shift')
  for (const step of ['open-shift', 'count']) {
    await tap(step)
    await typeAmount(page, 20_000)
    await tap('step-submit')
  }
  await page.getByTestId('open-parked').waitFor()
  await visit('still parked', page)
  await tap('close-shift')
  await tap('shift-done')
}

/**
 * Walks through every screen of the price list: in a sheet on a phone, or next to the keypad where there is
 * room. A cashier is signed in.
 */
export async function walkList(page: Page, width: 360 | 1280, visit: Visit): Promise<void> {
  const isPhone = width === 360
  await walkGrid(page, isPhone, visit)
  await walkSale(page, isPhone, visit)
  await walkParked(page, isPhone, visit)
}
