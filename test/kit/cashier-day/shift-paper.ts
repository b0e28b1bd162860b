// Closes the shift of a till of the cashier's day, and compares its report with the shopkeeper's book.
import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { typeAmount } from '../till-shop.ts'
import { settles } from '../wait.ts'
import { type BookedSale, linesBy, refundSum, salesBy, sumsOf } from './book.ts'
import { type Counter, tapOn } from './counter.ts'
import { amountIn, rowsOf } from './page-table.ts'
import { sumOf } from './receipt.ts'

/** What a shift's drawer must hold. */
export interface DrawerCount {
  readonly expected: number
  readonly counted: number
}

/** The number of items that a report lists. It shows the rest as one sum. */
const itemsNamed = 20

const ofCash = (sales: readonly BookedSale[]) => sales.filter(({ method }) => method === 'cash')
const refundsOf = (sales: readonly BookedSale[]) => sales.flatMap(({ refunds }) => refunds)

/** Returns the cash that the book expects in the drawer. */
export const cashOf = (sales: readonly BookedSale[], float: number): number =>
  float + sumsOf(ofCash(sales)).gross - sumsOf(ofCash(sales)).refunded

/** Opens the running report, and waits until it has every sale. */
export async function openShiftReport({ page }: Counter, sales: readonly BookedSale[]): Promise<void> {
  await tapOn(page, 'settings')
  await tapOn(page, 'shift')
  const total = () => page.getByTestId('report-total').textContent()
  await settles(total, text => expect(amountIn(text)).toBe(sumsOf(sales).gross))
}

/** Counts the drawer, gives a reason if it is short, and closes the shift. */
export async function closeShift(
  { page, words }: Counter,
  { expected, counted }: DrawerCount,
): Promise<void> {
  await tapOn(page, 'count')
  await typeAmount(page, counted)
  await tapOn(page, 'step-submit')
  if (counted < expected) await page.getByRole('button', { name: words.short }).click()
  await tapOn(page, 'close-shift')
  await page.getByTestId('shift-done').waitFor()
}

/** Checks the final report: methods, cashiers, drawer, refunds and items. */
export async function checkReport(
  { page, words }: Counter,
  sales: readonly BookedSale[],
  { expected, counted }: DrawerCount,
  float: number,
): Promise<void> {
  const parts = page.locator('.report-part')
  const named = async (table: Locator) =>
    new Map((await rowsOf(table)).map(([name = '', ...rest]) => [name, rest]))
  const { count, gross } = sumsOf(sales)
  const methods = salesBy(sales, ({ method }) => words.methods[method])
  expect(await named(parts.first())).toEqual(
    new Map([...columns(methods), [words.total, [String(count), digits(gross)]]]),
  )
  const cashiers = salesBy(sales, ({ cashier }) => cashier)
  if (cashiers.size > 1)
    expect(await named(parts.filter({ hasText: words.byCashier }))).toEqual(new Map(columns(cashiers)))

  const drawer = async (name: string) => amountIn(await page.getByTestId(`drawer-${name}`).textContent())
  const cash = sumsOf(ofCash(sales))
  expect([await drawer('float'), await drawer('sales')]).toEqual([float, cash.gross])
  if (cash.refunded > 0) expect(await drawer('refunds')).toBe(-cash.refunded)
  expect([await drawer('expected'), await drawer('counted')]).toEqual([expected, counted])
  await checkRefunds(page, sales)
  await checkItems(page, words, sales)
}

const digits = (amount: number) => amount.toLocaleString('en')
const columns = (sums: ReturnType<typeof salesBy>) =>
  [...sums].map(([name, { count, gross }]): [string, string[]] => [name, [String(count), digits(gross)]])

/** Checks that each refund has a row, by the way it went. */
async function checkRefunds(page: Page, sales: readonly BookedSale[]): Promise<void> {
  for (const [testId, some] of [
    ['cash_refunds', ofCash(sales)],
    ['sent_refunds', sales.filter(({ method }) => method !== 'cash')],
  ] as const) {
    const rows = (await page.getByTestId(testId).locator('li strong').allTextContents()).map(amountIn)
    expect(rows.toSorted()).toEqual(refundsOf(some).map(refundSum).toSorted())
  }
}

/**
 * Checks the items before refunds: the best-selling by name, the others as one sum, and amounts without
 * items.
 */
async function checkItems(page: Page, words: Counter['words'], sales: readonly BookedSale[]): Promise<void> {
  const sold = sales.map(sale => ({ ...sale, refunds: [] }))
  const items = [...linesBy(sold, ({ name }) => name)].map(([name, { quantity, gross, isWeighed }]) => ({
    name,
    quantity: isWeighed ? `${quantity / 1_000} kg` : digits(quantity),
    gross,
  }))
  items.sort((one, other) => other.gross - one.gross)
  const others = items.slice(itemsNamed)
  const plain = sumsOf(sold.filter(({ isPlain }) => isPlain)).gross
  const rows = await rowsOf(page.getByTestId('report-items'))
  const summed = [
    ...(others.length > 0
      ? [[`${words.others} (${others.length})`, '', digits(sumOf(others.map(({ gross }) => gross)))]]
      : []),
    ...(plain > 0 ? [[words.withoutItems, '', digits(plain)]] : []),
  ]
  const named = rows.slice(0, Math.min(items.length, itemsNamed))
  expect(rows.slice(named.length)).toEqual(summed)
  // Of two items with the same sum, either may come first.
  const grosses = items.slice(0, itemsNamed).map(({ gross }) => digits(gross))
  expect(named.map(([, , gross]) => gross)).toEqual(grosses)
  const all = items.map(one => [one.name, one.quantity, digits(one.gross)])
  expect(all).toEqual(expect.arrayContaining(named))
}
