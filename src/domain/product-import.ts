// Decides what an import makes of a price list: which product of the list each product of the file is, what
// it becomes, and every problem with its line and column. It reads no rows and writes none.
import { Fault, type Problem, problem } from './fault.ts'
import type { FileProblem, FileProduct } from './file-product.ts'
import { withLostZeros } from './lost-zero.ts'
import { codesOf, isSameProduct, type Product } from './product.ts'
import { applyProductChange, blankProduct } from './product-change.ts'
import { type ProductFile, withQuantities } from './product-file.ts'
import { columnOfField, type FileField, headOf } from './product-form.ts'
import { variationJoiner } from './product-join.ts'
import { codesOfRow, type KnownProducts, keyOf, knownProducts, productOfCodes } from './product-known.ts'
import { type MergedRows, mergeRows, withoutEmptyFields } from './product-merge.ts'

/** A product to write. `before` is undefined for a new product. */
export interface ProductWrite {
  readonly file: FileProduct
  readonly before: Product | undefined
  readonly product: Product
  readonly counts: readonly StockCount[]
}
/** The stock of a variation according to the file, in base units. */
export interface StockCount {
  readonly variationId: string
  readonly quantity: number
  /** Whether stock counting begins with this count, so that it replaces any stock from an earlier time. */
  readonly isFirstCount: boolean
}

export interface ImportPlan {
  readonly writes: readonly ProductWrite[]
  readonly unchanged: number
  readonly stockKept: number
  readonly problems: readonly FileProblem[]
}
/** What an import did, or would do. */
export interface Imported {
  readonly isWritten: boolean
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** How many variations keep their stock although the file has another number. */
  readonly stockKept: number
  /** How many products get an open price that they did not have. */
  readonly openPriced: number
  readonly problems: readonly FileProblem[]
}

/** What the creation of new products needs. */
interface Creation {
  readonly catalogId: string
  readonly now: number
  newProductId(): string
  /** Returns a new id of a variation. */
  newId(): string
}

/**
 * Returns the planner of an import. The caller passes each product of the file to `join`, then each product
 * that `joined` returns to `add`, and gets the result from `plan`. Other work can run between these calls.
 * `joined` merges products of the file that are variations of one product of the list.
 * @param list all products of the price list
 * @param stock the account's stock by the ids of variations, in base units
 */
export function importPlanner(
  file: ProductFile,
  list: readonly Product[],
  stock: ReadonlyMap<string, number>,
  creation: Creation,
) {
  const known = knownProducts(list)
  const joiner = variationJoiner(file.columns, known)
  const writes: ProductWrite[] = []
  const problems: FileProblem[] = file.problems.map(problem => ({ line: 1, problem }))
  const lacksPrices = file.form === 'kaunta' && !file.columns.price
  let isMissingPriceReported = false
  let unchanged = 0
  let stockKept = 0
  return {
    join: joiner.add,
    joined: joiner.joined,
    add(fileProduct: FileProduct): void {
      const planned = planProduct(file, fileProduct, known, creation)
      const { product, before, rows } = planned
      problems.push(...planned.problems)
      const hasProblems = planned.problems.length > 0
      // Without a column of prices, new products would get an open price. This is one problem of the file.
      const isUnpriced = lacksPrices && !before && !hasProblems
      if (isUnpriced && !isMissingPriceReported) {
        isMissingPriceReported = true
        problems.push({ line: 1, problem: problem(headOf(file.columns, 'price'), 'price_column_missing') })
      }
      if (!product || hasProblems || isUnpriced || file.problems.length > 0) {
        known.claim(fileProduct)
        return
      }
      known.add(product, before, fileProduct.rows[0]?.line ?? 0)
      const { counts, keptCount } = countsOf(product, before, rows, stock)
      stockKept += keptCount
      if (before && counts.length === 0 && isSameProduct(before, product)) unchanged++
      else writes.push({ file: fileProduct, before, product, counts })
    },
    plan: (): ImportPlan => ({ writes, unchanged, stockKept, problems }),
  }
}

/**
 * Returns the stock of a product that the import writes. A variation that already has stock keeps it, because
 * sales may have changed the stock since the file was written. `keptCount` is the number of variations whose
 * stock differs from the file but stays.
 * @param rows the line of each variation
 */
function countsOf(
  { trackStock, soldByWeight, variations }: Product,
  before: Product | undefined,
  rows: MergedRows['rows'],
  stock: ReadonlyMap<string, number>,
): { readonly counts: readonly StockCount[]; readonly keptCount: number } {
  const counts: StockCount[] = []
  let keptCount = 0
  // Stored stock is useless if it was not counted until now, or was counted in the other unit.
  const isFirstCount = !before?.trackStock || before.soldByWeight !== soldByWeight
  for (const [index, { id: variationId }] of variations.entries()) {
    const quantity = rows[index]?.inStock
    if (!trackStock || quantity === undefined) continue
    if (isFirstCount || !stock.has(variationId)) counts.push({ variationId, quantity, isFirstCount })
    else if (stock.get(variationId) !== quantity) keptCount++
  }
  return { counts, keptCount }
}

/**
 * Plans what a product of the file creates or changes in the price list.
 * @returns `before`, the product that it changes, undefined for a new one; `product`, the result, undefined
 * if the lines are too faulty for one; `rows`, the line of each variation; and all its problems
 */
function planProduct(file: ProductFile, joined: FileProduct, known: KnownProducts, creation: Creation) {
  const isKnownCode = (code: string) => known.holders.has(keyOf({ kind: 'barcode', code }))
  const withCodes = withLostZeros(joined, file, isKnownCode)
  const match = matchOf(withCodes, known)
  const before = match === 'ambiguous' ? undefined : match
  const fileProduct = withQuantities(withoutEmptyFields(withCodes, before), before)
  const firstLine = fileProduct.rows[0]?.line ?? 0
  const problems: FileProblem[] = [...fileProduct.problems]
  const headOfField = (field: FileField) => headOf(file.columns, field)
  const nameHead = headOfField('name')
  const variationHead = headOfField('variation')

  const addToFirstLine = (lineProblem: Problem) => problems.push({ line: firstLine, problem: lineProblem })
  if (match === 'ambiguous') addToFirstLine(problem(nameHead, 'product_ambiguous'))
  const earlierLine = before && known.lineOf.get(before.id)
  if (earlierLine !== undefined) addToFirstLine(problem(nameHead, 'product_in_line', { line: earlierLine }))
  problems.push(...takenCodes(fileProduct, { before, known, headOfField }))
  const merged = mergeRows(fileProduct, before)
  for (const { line } of merged.unnamed)
    problems.push({ line, problem: problem(variationHead, 'variation_name_missing') })
  if (merged.dropsPlain) addToFirstLine(problem(variationHead, 'variation_of_plain_product'))
  const isEveryLineUnnamed = merged.unnamed.length === fileProduct.rows.length
  if (merged.dropsPlain || isEveryLineUnnamed) return { product: undefined, before, rows: [], problems }
  try {
    const base = before ?? blankProduct(creation.newProductId(), creation.catalogId, creation)
    const product = applyProductChange(base, merged.change, creation)
    return { product, before, rows: merged.rows, problems }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const cellProblems = error.problems.map(fieldProblem =>
      cellProblemOf(fieldProblem, file, fileProduct, merged.rows),
    )
    addCellProblems(problems, cellProblems)
    return { product: undefined, before, rows: [], problems }
  }
}

/** Adds the problems of cells to a list, but no second problem of a cell. */
function addCellProblems(problems: FileProblem[], cellProblems: readonly FileProblem[]): void {
  const reportedCells = new Set(problems.map(cellKey))
  for (const cellProblem of cellProblems) {
    if (reportedCells.has(cellKey(cellProblem))) continue
    reportedCells.add(cellKey(cellProblem))
    problems.push(cellProblem)
  }
}

/** Turns the problem of a product's field into a problem of the cell from which the field was read. */
function cellProblemOf(
  { field, reason, params, message }: Problem,
  file: ProductFile,
  fileProduct: FileProduct,
  rows: MergedRows['rows'],
): FileProblem {
  const cell = cellOfField(field, fileProduct, rows)
  const head = headOf(file.columns, isPriceProblem(reason, file) ? 'price' : cell.field)
  const cellProblem = isColumnMissing(reason, cell.field, file)
    ? problem(head, 'column_missing')
    : { field: head, reason, params, message: message.replace(field, head) }
  return { line: cell.line, problem: cellProblem }
}

const cellKey = ({ line, problem: { field } }: FileProblem): string => `${line} ${field}`

interface CodeContext {
  readonly before: Product | undefined
  readonly known: KnownProducts
  readonly headOfField: (field: FileField) => string
}

/** Returns a problem for each code that belongs to another product, of the list or of an earlier line. */
function takenCodes({ rows }: FileProduct, { before, known, headOfField }: CodeContext): FileProblem[] {
  const problems: FileProblem[] = []
  for (const row of rows)
    for (const { kind, code, field } of codesOfRow(row)) {
      const holder = known.holders.get(keyOf({ kind, code }))
      if (!holder || holder.id === before?.id) continue
      const { name: product, line } = holder
      const head = headOfField(field)
      const addProblem = (codeProblem: Problem) => problems.push({ line: row.line, problem: codeProblem })
      if (line !== undefined) addProblem(problem(head, 'code_in_line', { code, line }))
      else if (kind === 'sku') addProblem(problem(head, 'sku_taken', { sku: code, product }))
      else addProblem(problem(head, 'barcode_taken', { code, product }))
    }
  return problems
}

/**
 * Finds the product of the price list that a product of the file means: by its id, else by a code, else by
 * its name. Undefined for a new product; `ambiguous` if several have the name.
 */
function matchOf({ id, fields, rows }: FileProduct, known: KnownProducts): Product | 'ambiguous' | undefined {
  const productByIdOrCode = known.byId.get(id) ?? productOfCodes(rows, known)
  if (productByIdOrCode) return productByIdOrCode
  if (!fields.name) return undefined
  // If both have codes, they are different products, because none of the codes is equal.
  const hasCodes = rows.some(row => codesOfRow(row).length > 0)
  const candidates = known
    .productsNamed(fields.name)
    .filter(product => !hasCodes || codesOf(product).length === 0)
  return candidates.length > 1 ? 'ambiguous' : candidates[0]
}

/** Whether the file's price contradicts the stored wholesale price, for which the file has no column. */
const isPriceProblem = (reason: Problem['reason'], { columns }: ProductFile): boolean =>
  columns.wholesalePrice === undefined &&
  (reason === 'wholesale_above_price' || reason === 'wholesale_without_price')

/** Whether a required field is missing because the file has no column for it. */
const isColumnMissing = (reason: Problem['reason'], field: FileField, { columns }: ProductFile): boolean =>
  columns[field] === undefined && (reason === 'empty' || reason === 'not_whole_number_between')

/**
 * Returns the line and the column from which a field of the change was read.
 * @param field as a problem names it: `variations.2.packs.0.price`
 * @param rowsOfVariations the line of each variation of the change
 */
function cellOfField(
  field: string,
  { rows }: FileProduct,
  rowsOfVariations: MergedRows['rows'],
): { readonly line: number; readonly field: FileField } {
  const [, index, variationField] = /^variations\.(\d+)\.(.*)$/.exec(field) ?? []
  const row = rowsOfVariations[Number(index ?? 0)]
  const firstLine = rows[0]?.line ?? 0
  const line = index === undefined ? firstLine : (row?.line ?? firstLine)
  if (variationField === 'name') return { line, field: 'variation' }
  return { line, field: columnOfField(variationField ?? field, row?.packNumbers ?? []) }
}
