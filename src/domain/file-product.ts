// A product as a file has it: its lines with their variations, and the problems of its cells.
// product-file.ts reads it, and product-import.ts decides what it changes.
import type { Problem } from './fault.ts'
import type { ProductChange } from './product-change.ts'
import type { FileField } from './product-form.ts'
import type { FileWholesale, SoldChange } from './product-line.ts'

/** A problem of a line; its field is the head of a column. Line 1 has the heads. */
export interface FileProblem {
  readonly line: number
  readonly problem: Problem
}

export interface FileRow {
  readonly line: number
  readonly variation: string // empty when the product itself is sold
  readonly sold: SoldChange
  /** On hand, in base units; undefined if the file does not have it. `withQuantities` reads it. */
  readonly inStock?: number | undefined
  /** Barcodes that may lack their first zero, with their columns. */
  readonly shortCodes: ReadonlyMap<string, FileField>
}

/** The quantities of a product: its low mark, and of each row the wholesale price and what is on hand. */
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
  /** @param isWeighed goods sold by weight are counted in kilograms, and the result is in grams */
  quantities(isWeighed: boolean): FileQuantities
}
