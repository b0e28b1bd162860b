// Compares the console's reports of the day with the shopkeeper's book: sums by till, cashier, hour and
// category, items, profit, and the evening summary in both languages.
import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { readCsv } from '../../../src/domain/csv-file.ts'
import type { TillShop } from '../till-shop.ts'
import { settles } from '../wait.ts'
import { type BookedSale, linesBy, type Method, netOf, profitOf, type Sums, salesBy, sumsOf } from './book.ts'
import { amountIn, rowsOf } from './page-table.ts'
import { sumOf } from './receipt.ts'
import type { DrawerCount } from './shift-paper.ts'

const digits = (amount: number) => `${amount < 0 ? '−' : ''}${Math.abs(amount).toLocaleString('en')}`
/** Formats a profit, or a dash where no cost is known. */
const profitText = (sums: Sums) => (sums.cost === 0 && profitOf(sums) === 0 ? '–' : digits(profitOf(sums)))

/**
 * Returns a row of a table by till, cashier or category: half as wide as the page, so without number and
 * refunds.
 */
const sumRow = ([name, sums]: readonly [string, Sums]) => [
  name,
  digits(sums.gross),
  digits(netOf(sums)),
  profitText(sums),
]
const taxPercents: Readonly<Record<string, number>> = { A: 18, C: 0 }
const taxRow = ([code, sums]: readonly [string, Sums]) => {
  const percent = taxPercents[code]
  const withoutTax = netOf(sums) / (1 + (percent ?? 0) / 100)
  return [
    percent === undefined ? code : `${code} · ${percent} %`,
    digits(sums.count),
    digits(sums.gross),
    sums.refunded > 0 ? `−${digits(sums.refunded)}` : '0',
    digits(netOf(sums)),
    digits(Math.round(netOf(sums) - withoutTax)),
    profitText(sums),
  ]
}
const itemRow = ([name, sums]: readonly [string, Sums]) => [
  name,
  sums.isWeighed ? `${sums.quantity / 1_000} kg` : digits(sums.quantity),
  digits(netOf(sums)),
  profitText(sums),
]

/** Returns the names of all hours of a day from one time to another, as `12:00–13:00`. */
export function hourNames(from: number, to: number, timeZone: string): string[] {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone })
  const [first, last] = [from, to].map(time => Number(format.format(time))) as [number, number]
  const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
  return Array.from({ length: last - first + 1 }, (_, at) => `${clock(first + at)}–${clock(first + at + 1)}`)
}

/**
 * Checks that the table of hours has rows of these hours alone, and that they add up to the book, which does
 * not have the time of each sale.
 */
async function checkHours(table: Locator, book: readonly BookedSale[], hours: readonly string[]) {
  await table.waitFor()
  const sums = sumsOf(book)
  await settles(
    () => rowsOf(table),
    rows => {
      expect(hours).toEqual(expect.arrayContaining(rows.map(([name = '']) => name)))
      const added = [1, 2, 3].map(column => sumOf(rows.map(row => amountIn(row[column] ?? null))))
      expect(['Hours', ...added]).toEqual(['Hours', sums.gross, netOf(sums), profitOf(sums)])
    },
  )
}

/**
 * Checks the tables of Home; a table without refunds leaves their columns out.
 * @param hours the names of all hours from the first sale on
 */
export async function checkHome(
  page: Page,
  book: readonly BookedSale[],
  hours: readonly string[],
): Promise<void> {
  const table = (name: string) => page.getByRole('table', { name, exact: true })
  const compares = async (name: string, expected: readonly string[][]) => {
    await table(name).waitFor()
    const rows = async () => (await rowsOf(table(name))).toSorted()
    await settles(rows, shown => expect([name, ...shown]).toEqual([name, ...expected.toSorted()]))
  }
  await compares('Tills', [...salesBy(book, ({ till }) => till)].map(sumRow))
  await compares('Cashiers', [...salesBy(book, ({ cashier }) => cashier)].map(sumRow))
  await checkHours(table('Hours'), book, hours)
  const categories = linesBy(book, ({ good }) => good?.category ?? 'Without a category')
  await compares('Categories', [...categories].map(sumRow))
  const taxes = linesBy(book, ({ good }) => good?.tax_code ?? 'Without a tax code')
  await compares('Tax codes', [...taxes].map(taxRow))
  await compares('Items', [...linesBy(book, ({ name }) => name)].map(itemRow))
}

/** Checks the profit, and how it adds up. */
export async function checkProfit(page: Page, book: readonly BookedSale[]): Promise<void> {
  const sums = sumsOf(book)
  const shown = async () => {
    const rows = await page
      .locator('.figure-card')
      .filter({ has: page.getByTestId('profit') })
      .locator('dd')
      .allTextContents()
    return [amountIn(await page.getByTestId('profit').textContent()), ...rows.slice(0, 4).map(amountIn)]
  }
  const without = netOf(sums) - sums.costed
  const profit = profitOf(sums)
  await settles(shown, all => expect(all).toEqual([profit, netOf(sums), -sums.cost, -without, profit]))
}

/** Returns the rows of an export, by the heads of their columns. */
export async function exportRows(shop: TillShop, name: string): Promise<Record<string, string>[]> {
  const { body } = await shop.asOwner('GET', `/api/v1/${name}`)
  const [heads = [], ...rows] = readCsv(String(body), 1_000).lines
  return rows.map(row => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])))
}

/** Checks that the file of the tills has all their sums. */
export async function checkTillFile(shop: TillShop, book: readonly BookedSale[]): Promise<void> {
  const rows = await exportRows(shop, 'overview/period.csv?period=day&table=tills')
  const shown = rows.map(({ till, count, gross, refunded, net, cost, profit }) => [
    till,
    ...[count, gross, refunded, net, cost, profit].map(Number),
  ])
  const expected = [...salesBy(book, ({ till }) => till)].map(([till, sums]) => [
    till,
    ...[sums.count, sums.gross, sums.refunded, netOf(sums), sums.cost, profitOf(sums)],
  ])
  const sorted = (all: readonly unknown[][]) => all.map(row => JSON.stringify(row)).toSorted()
  expect(sorted(shown)).toEqual(sorted(expected))
}

/** Checks that the file of the product report has every item with its cost. */
export async function checkItemFile(shop: TillShop, book: readonly BookedSale[]): Promise<void> {
  const rows = await exportRows(shop, 'overview/items.csv?period=day')
  const expected = [...linesBy(book, ({ name }) => name)].map(([item, sums]) => ({
    item,
    quantity: String(sums.isWeighed ? sums.quantity / 1_000 : sums.quantity),
    unit: sums.isWeighed ? 'kg' : '',
    lines: String(sums.count),
    sales: String(netOf(sums)),
    cost: String(sums.cost),
    profit: String(profitOf(sums)),
    sales_without_cost: String(netOf(sums) - sums.costed),
    // The shop sold nothing the day before.
    quantity_before: '0',
    sales_before: '0',
    profit_before: '0',
  }))
  const sorted = (all: readonly object[]) => all.map(row => JSON.stringify(row)).toSorted()
  expect(sorted(rows)).toEqual(sorted(expected))
}

interface Evening {
  readonly book: readonly BookedSale[]
  /** By the name of the till. */
  readonly drawers: ReadonlyMap<string, DrawerCount>
}

const words = {
  en: {
    methods: { qr: 'QR code', mobile: 'Phone request', cash: 'Cash' },
    practice: 'Practice: no real money',
    sales: 'Sales before refunds',
    refunds: 'Refunds',
    after: 'After refunds',
    profit: 'Profit',
    before: 'The day before',
    drawers: 'Cash drawers',
    drawer: (till: string, { expected, counted }: DrawerCount) =>
      `${till}, shift 1: ${counted < expected ? `TZS ${digits(expected - counted)} short` : 'Matches'}, expected TZS ${digits(expected)}, counted TZS ${digits(counted)}`,
  },
  sw: {
    methods: { qr: 'Msimbo wa QR', mobile: 'Ombi kwa simu', cash: 'Taslimu' },
    practice: 'Mazoezi: si pesa halisi',
    sales: 'Mauzo kabla ya kurudisha pesa',
    refunds: 'Marejesho',
    after: 'Baada ya kurudisha pesa',
    profit: 'Faida',
    before: 'Siku iliyotangulia',
    drawers: 'Droo za pesa',
    drawer: (till: string, { expected, counted }: DrawerCount) =>
      `${till}, zamu 1: ${counted < expected ? `Pungufu TZS ${digits(expected - counted)}` : 'Inalingana'}, zinatarajiwa TZS ${digits(expected)}, zimehesabiwa TZS ${digits(counted)}`,
  },
} as const

/** Returns the text of the evening summary, line by line, without the shop and the date. */
export function summaryLines({ book, drawers }: Evening, language: keyof typeof words): string[] {
  const said = words[language]
  const sums = sumsOf(book)
  const counted = (amount: number, count: number) => `TZS ${digits(amount)} (${count})`
  const methods = salesBy(book, ({ method }) => method)
  const order: readonly Method[] = ['cash', 'mobile', 'qr']
  return [
    said.practice,
    `${said.sales}: ${counted(sums.gross, sums.count)}`,
    ...order.flatMap(method => {
      const sold = methods.get(method)
      return sold ? [`• ${said.methods[method]}: ${counted(sold.gross, sold.count)}`] : []
    }),
    `${said.refunds}: − ${counted(sums.refunded, sums.refunds)}`,
    `${said.after}: TZS ${digits(netOf(sums))}`,
    `${said.profit}: TZS ${digits(profitOf(sums))}`,
    `${said.before}: TZS 0 (0)`,
    said.drawers,
    ...[...drawers].map(([till, count]) => `• ${said.drawer(till, count)}`),
  ]
}

/** Returns the lines that a person would send by WhatsApp. */
export async function sharedSummary(page: Page): Promise<string[]> {
  const href = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  const text = new URL(href ?? '').searchParams.get('text') ?? ''
  const [practice = '', , , ...lines] = text.replaceAll('\u00a0', ' ').split('\n')
  return [practice, ...lines.filter(line => line !== '')]
}
