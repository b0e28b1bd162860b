// The tables of a sales report as CSV files. Amounts are whole shillings.
import type { Cell } from '../domain/csv.ts'
import { profitOf, salesWithoutCost } from '../domain/sale-profit.ts'
import type { ComparedSum, SaleSum } from '../domain/sale-total.ts'
import type { PeriodView } from './period.ts'

/** A row of any table, with the cells that name it in its first columns. */
interface Row {
  readonly id: string
  readonly nameCells: readonly Cell[]
  readonly sum: Omit<PeriodView['days'][number], 'date'>
  /** The sums of this row in the period before. The rows of the table of days have none. */
  readonly before?: { readonly net: number; readonly profit: number | null }
}

/** The heads of the columns that name a row. */
const nameHeads = {
  days: ['date'],
  methods: ['method'],
  tills: ['till_id', 'till'],
  cashiers: ['cashier_id', 'cashier'],
  hours: ['hour'],
  categories: ['category'],
  taxes: ['tax_code', 'percent', 'tax'],
} as const
type SumTable = keyof typeof nameHeads

const sumColumns = {
  count: ({ sum }: Row) => sum.count,
  gross: ({ sum }: Row) => sum.gross,
  refunds: ({ sum }: Row) => sum.refunds,
  refunded: ({ sum }: Row) => sum.refunded,
  net: ({ sum }: Row) => sum.net,
  cost: ({ sum }: Row) => sum.cost,
  profit: ({ sum }: Row) => sum.profit,
  sales_without_cost: ({ sum }: Row) => sum.sales_without_cost,
} as const

/** The columns that compare a row with the period before. The table of days has none of them. */
const beforeColumns = {
  net_before: ({ before }: Row) => before?.net ?? null,
  profit_before: ({ before }: Row) => before?.profit ?? null,
} as const

/** Returns the columns of a table, except the table of items, which has `periodItemColumns`. */
export function periodSumColumns(table: SumTable): Record<string, (row: Row) => Cell> {
  const nameColumns = nameHeads[table].map(
    (head, index) => [head, ({ nameCells }: Row): Cell => nameCells[index] ?? null] as const,
  )
  return {
    ...Object.fromEntries(nameColumns),
    ...sumColumns,
    ...(table === 'days' ? {} : beforeColumns),
  }
}

/** For each table, a function that returns the cells that name a row. */
const nameCellsOf: { readonly [Table in SumTable]: (row: PeriodView[Table][number]) => readonly Cell[] } = {
  days: ({ date }) => [date],
  methods: ({ method }) => [method],
  tills: ({ till }) => [till?.id ?? null, till?.name ?? null],
  cashiers: ({ cashier }) => [cashier?.id ?? null, cashier?.name ?? null],
  hours: ({ hour }) => [hour],
  categories: ({ category }) => [category],
  taxes: ({ tax_code, percent, tax }) => [tax_code, percent, tax],
}

/** Returns the rows of a table of the report, except the table of items. */
export function periodSumRows<Table extends SumTable>(view: PeriodView, table: Table): Row[] {
  const rows: readonly PeriodView[Table][number][] = view[table]
  return rows.map((row, index) => ({
    id: String(index),
    nameCells: nameCellsOf[table](row),
    sum: row,
    ...('before' in row ? { before: row.before } : {}),
  }))
}

interface SoldRow extends ComparedSum {
  readonly id: string
  readonly name: string
  readonly isByWeight: boolean
}
/** Returns the quantity in a sum: pieces, or kilograms if the row's item is sold by weight. */
const quantityIn = ({ isByWeight }: SoldRow, { quantity }: SaleSum) =>
  isByWeight ? quantity / 1_000 : quantity // grams to kilograms
const netOf = ({ gross, refunded }: SaleSum) => gross - refunded

/** The columns of the table of items, less refunds of lines. */
export const periodItemColumns = {
  item: (row: SoldRow) => row.name,
  quantity: (row: SoldRow) => quantityIn(row, row),
  unit: (row: SoldRow) => (row.isByWeight ? 'kg' : ''),
  lines: (row: SoldRow) => row.count,
  sales: netOf,
  cost: (row: SoldRow) => row.cost,
  profit: profitOf,
  sales_without_cost: salesWithoutCost,
  quantity_before: (row: SoldRow) => quantityIn(row, row.before),
  sales_before: (row: SoldRow) => netOf(row.before),
  profit_before: (row: SoldRow) => profitOf(row.before),
} as const
