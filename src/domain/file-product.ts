// A product as a file has it: its lines with their variations, and the problems of its cells.
// product-file.ts reads it, and product-import.ts decides what it changes.
import type { Problem } from './fault.ts'
import type { ProductChange } from './product-change.ts'
import type { FileField } from './product-form.ts'
import type { FileWholesale, SoldChange } from './product-line.ts'

/** A problem of a line. Its field is the header of a column. Line 1 has the headers. */
export interface FileProblem {
  readonly line: number
  readonly problem: Problem
}

export interface FileRow {
  readonly line: number
  readonly variation: string // empty when the product itself is sold
  readonly sold: SoldChange
  /** Stock in base units, from `withQuantities`; undefined if the file does not have it. */
  readonly inStock?: number | undefined
  /** Barcodes that may lack their first zero, with their columns. */
  readonly shortCodes: ReadonlyMap<string, FileField>
}

/** The quantities of a product: its low mark, and the wholesale price and the stock of each row. */
export interface FileQuantities {
  readonly lowAt: number | null | undefined
  readonly inStocks: readonly (number | undefined)[]
  readonly wholesales: readonly (FileWholesale | null | undefined)[]
  readonly problems: readonly FileProblem[]
}

/** A product of a file. Fields of columns that the file does not have are undefined. */
export interface FileProduct {
  readonly id: string
  readonly fields: ProductChange
  readonly rows: readonly FileRow[] // at least one
  readonly problems: readonly FileProblem[]
  /** Reads the quantities. If the product `isWeighed`, the file has kilograms and the result has grams. */
  quantities(isWeighed: boolean): FileQuantities
}
