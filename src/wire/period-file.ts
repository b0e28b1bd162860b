// The tables of a sales report as CSV files. Amounts are whole shillings.
import type { Cell } from '../domain/csv.ts'
import { profitOf, salesWithoutCost } from '../domain/sale-profit.ts'
import type { SaleSum } from '../domain/sale-total.ts'
import type { PeriodView } from './period.ts'

/** A row of any table, with the cells of its first columns. */
interface Row {
  readonly id: string
  readonly first: readonly Cell[]
  readonly sum: Omit<PeriodView['days'][number], 'date'>
}

/** The heads of the columns that name a row. */
const firstHeads = {
  days: ['date'],
  methods: ['method'],
  tills: ['till_id', 'till'],
  cashiers: ['cashier_id', 'cashier'],
  hours: ['hour'],
  categories: ['category'],
  taxes: ['tax_code'],
} as const
type SumTable = keyof typeof firstHeads

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

/** Returns the columns of a table other than that of items. */
export const periodSumColumns = (table: SumTable): Record<string, (row: Row) => Cell> => ({
  ...Object.fromEntries(
    firstHeads[table].map((head, at) => [head, ({ first }: Row): Cell => first[at] ?? null]),
  ),
  ...sumColumns,
})

/** Returns the cells that name each row of a table. */
const firstCells: { readonly [Table in SumTable]: (row: PeriodView[Table][number]) => readonly Cell[] } = {
  days: ({ date }) => [date],
  methods: ({ method }) => [method],
  tills: ({ till }) => [till?.id ?? null, till?.name ?? null],
  cashiers: ({ cashier }) => [cashier?.id ?? null, cashier?.name ?? null],
  hours: ({ hour }) => [hour],
  categories: ({ category }) => [category],
  taxes: ({ tax_code }) => [tax_code],
}

/** Returns the rows of a table other than that of items. */
export function periodSumRows<Table extends SumTable>(view: PeriodView, table: Table): Row[] {
  const rows: readonly PeriodView[Table][number][] = view[table]
  return rows.map((row, at) => ({ id: String(at), first: firstCells[table](row), sum: row }))
}

/** The columns of the table of items, less refunds of lines. */
export const periodItemColumns = {
  item: (row: SoldRow) => row.name,
  quantity: (row: SoldRow) => (row.isByWeight ? row.quantity / 1_000 : row.quantity),
  unit: (row: SoldRow) => (row.isByWeight ? 'kg' : ''),
  lines: (row: SoldRow) => row.count,
  sales: (row: SoldRow) => row.gross - row.refunded,
  cost: (row: SoldRow) => row.cost,
  profit: profitOf,
  sales_without_cost: salesWithoutCost,
} as const
type SoldRow = SaleSum & { readonly id: string; readonly name: string; readonly isByWeight: boolean }
