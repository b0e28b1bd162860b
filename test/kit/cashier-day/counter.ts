// A till of the cashier's day: what the cashier taps, types and scans on it to enter a sale.
import type { Page } from 'playwright-core'
import { showToCamera } from '../camera-film.ts'
import { scanCode } from '../till-scan.ts'
import { type juma, pairTablet, signIn, type TillShop } from '../till-shop.ts'
import { type Good, lineName, productName, scaleCode } from './good.ts'
import type { Off, Tapped } from './receipt.ts'
import { type TillLanguage, tillWords } from './word.ts'

type Person = Pick<typeof juma, 'name' | 'pin'>

export interface Counter {
  readonly page: Page
  readonly shop: TillShop
  readonly name: string
  readonly language: TillLanguage
  readonly words: (typeof tillWords)[TillLanguage]
  /** Who works at it. */
  readonly cashier: Person
}

/** Opens a wide tablet with its cashier signed in and its camera allowed. */
export async function openCounter(
  shop: TillShop,
  { name, language, cashier }: Pick<Counter, 'name' | 'language' | 'cashier'>,
): Promise<Counter> {
  const viewport = { width: 1280, height: 800 }
  const { page, context } = await pairTablet(shop, { name, viewport, locale: language })
  await context.grantPermissions(['camera'])
  await signIn(page, cashier)
  await page.getByTestId('tile').first().waitFor()
  return { page, shop, name, language, words: tillWords[language], cashier }
}

/** Hands the till to another person. */
export async function handOverTill({ page }: Counter, to: Person): Promise<void> {
  await page.getByTestId('switch-cashier').click()
  await signIn(page, to)
  await page.getByTestId('tile').first().waitFor()
}

export const tapOn = (page: Page, testId: string) => page.getByTestId(testId).click()
/** Formats a sum as `12,500`. */
export const digitsOf = (amount: number): string => amount.toLocaleString('en')
/** Waits for an element that shows exactly this sum. */
const shows = (page: Page, selector: string, sum: number) =>
  page.locator(selector).getByText(digitsOf(sum), { exact: true }).first().waitFor()

/** Checks what the sale on the screen costs, to the shilling. */
export async function checkTotal({ page }: Counter, lines: readonly Tapped[], total: number): Promise<void> {
  const isPlain = lines.every(({ good }) => good === undefined)
  await shows(page, isPlain ? '.amount-digits' : '.ticket-total strong', total)
}

/** Enters one line, and what the cashier changes on it. */
export async function enterLine(counter: Counter, line: Tapped): Promise<void> {
  const { page, language } = counter
  const { good, quantity } = line
  if (!good) return typeKeypad(page, line.price ?? 0)
  const open = openPrice(line)
  const changes = {
    price: open === undefined ? line.price : undefined,
    off: line.off,
    quantity: good.isWeighed || quantity <= 3 ? undefined : quantity,
  }
  const times = good.isWeighed || changes.quantity ? 1 : quantity
  for (let time = 0; time < times; time++) await addOnce(counter, line, good)
  if (changes.price !== undefined || changes.off || changes.quantity)
    await changeLine(page, lineName(good, line.pack, language), changes)
}

/** Returns the price that the till asks for because the list leaves it open. */
const openPrice = ({ good, price }: Tapped) => (good?.price === null ? price : undefined)

async function addOnce(counter: Counter, line: Tapped, good: Good): Promise<void> {
  const { page, language, words } = counter
  const { pack, labelPrice } = line
  switch (line.by) {
    case 'scanner': {
      if (labelPrice !== undefined) return scan(page, scaleCode(good, 'shillings', labelPrice))
      if (good.isWeighed) return scan(page, scaleCode(good, 'grams', line.quantity))
      return scan(page, pack ? pack.barcodes[0] : good.barcode)
    }
    case 'camera':
      return film(counter, good)
    case 'search': {
      await openCategory(page, words.all)
      await page.getByTestId('products-search').fill(good.search)
      await page.getByTestId('products-search').press('Enter')
      return answerQuestions(counter, line, good)
    }
    default: {
      await openCategory(page, good.category ?? words.all)
      const name = page.locator('.tile-name').getByText(productName(good, language), { exact: true })
      await page.getByTestId('tile').filter({ has: name }).click()
      return answerQuestions(counter, line, good)
    }
  }
}

async function openCategory(page: Page, name: string): Promise<void> {
  const category = page.locator('.category', { hasText: name })
  if ((await category.getAttribute('aria-pressed')) !== 'true') await category.click()
}

async function scan(page: Page, code: string | undefined): Promise<void> {
  if (!code) throw new Error('only what has a code is scanned')
  await scanCode(page, code)
}

/** Holds the barcode in front of the camera until the till has read it. */
async function film({ page, language }: Counter, good: Good): Promise<void> {
  showToCamera(good.barcode)
  await tapOn(page, 'camera')
  await page
    .getByTestId('camera-added')
    .getByText(lineName(good, undefined, language))
    .waitFor()
  await tapOn(page, 'camera-done')
  await page.getByTestId('camera-done').waitFor({ state: 'hidden' })
}

/** Chooses the variation and the unit, then types the weight or the price. */
async function answerQuestions({ page, words }: Counter, line: Tapped, good: Good): Promise<void> {
  const { variation, packs = [] } = good
  const { pack } = line
  if (variation || packs.length > 0) {
    const choice = pack ? words.holds(pack.name, pack.holds) : (variation ?? words.piece)
    const name = page.locator('.choice-name').getByText(choice, { exact: true })
    await page.getByTestId('choice').filter({ has: name }).click()
  }
  const asked = good.isWeighed ? line.quantity : openPrice(line)
  if (asked === undefined) return
  for (const digit of String(asked)) await page.locator(`dialog[open] .key[data-key="${digit}"]`).click()
  await tapOn(page, 'amount-pad-add')
}

async function typeKeypad(page: Page, amount: number): Promise<void> {
  for (const digit of String(amount)) await page.locator(`.entry .key[data-key="${digit}"]`).click()
}

interface LineChanges {
  readonly quantity: number | undefined
  readonly price: number | undefined
  readonly off: Off | undefined
}

/** Opens the newest line of this name, and changes it. */
async function changeLine(page: Page, name: string, { quantity, price, off }: LineChanges): Promise<void> {
  await page.locator('.ticket').getByRole('button', { name, exact: true }).last().click()
  await page.getByTestId('line-save').waitFor()
  if (quantity !== undefined) await page.getByTestId('line-quantity').fill(String(quantity))
  if (price !== undefined) await page.getByTestId('line-price').fill(String(price))
  if (off) await fillDiscount(page, off)
  await tapOn(page, 'line-save')
  await page.getByTestId('line-save').waitFor({ state: 'hidden' })
}

async function fillDiscount(page: Page, off: Off): Promise<void> {
  const [kind, value] = 'percent' in off ? ['%', off.percent] : ['TZS', off.shillings]
  await page.locator('dialog[open] .discount .segment', { hasText: kind }).click()
  await page.getByTestId('discount').fill(String(value))
}

/** Takes a discount off the whole sale. */
export async function giveDiscount({ page }: Counter, off: Off, reason = ''): Promise<void> {
  await tapOn(page, 'sale-discount')
  await fillDiscount(page, off)
  if (reason) await page.getByTestId('discount-reason').fill(reason)
  await tapOn(page, 'discount-save')
  await page.getByTestId('discount-save').waitFor({ state: 'hidden' })
}

/** Tries a discount that the till refuses with these words, and leaves the sale as it was. */
export async function tryDiscount({ page }: Counter, off: Off, rejection: string): Promise<void> {
  await tapOn(page, 'sale-discount')
  await fillDiscount(page, off)
  await tapOn(page, 'discount-save')
  await page.getByTestId('discount-error').getByText(rejection).waitFor()
  await page.keyboard.press('Escape')
  await page.getByTestId('discount-save').waitFor({ state: 'hidden' })
}

/** Parks the sale on the screen under a name. @param staying how many of its first lines stay */
export async function parkSale({ page }: Counter, name: string, staying = 0): Promise<void> {
  await tapOn(page, 'park-sale')
  await page.getByTestId('park-name').fill(name)
  for (let at = 0; at < staying; at++) await page.locator('.park-lines label').nth(at).click()
  await tapOn(page, 'park-go')
  await page.getByTestId('park-go').waitFor({ state: 'hidden' })
}

/** Takes up a parked sale, into the sale on the screen if there is one. */
export async function takeUpSale({ page }: Counter, name: string, lines: number): Promise<void> {
  // While a sale is on the screen, the parked ones are behind a button.
  if (await page.getByTestId('ticket').isVisible()) await page.locator('.head-sales').click()
  await page.locator('[data-testid=parked-sale]:visible').filter({ hasText: name }).click()
  await page
    .locator('.ticket .item')
    .nth(lines - 1)
    .waitFor()
}
