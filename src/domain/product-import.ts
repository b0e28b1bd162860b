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
import { type MergedRows, mergeRows, withOwnFields } from './product-merge.ts'

/** A product to write; `before` is undefined for a new one. */
export interface ProductWrite {
  readonly file: FileProduct
  readonly before: Product | undefined
  readonly product: Product
  readonly counts: readonly StockCount[]
}
/** What a file has on hand of a variation, in base units. */
export interface StockCount {
  readonly variationId: string
  readonly quantity: number
  /** Whether counting begins with it, so that it replaces what an earlier counting left. */
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

/** What new products are made with. */
interface Creation {
  readonly catalogId: string
  readonly now: number
  newProductId(): string
  /** Returns a new id of a variation. */
  newId(): string
}

/**
 * Returns the planner of an import. It takes one product at a time, so that the caller can let other work run
 * in between. First `join` takes each product of the file, and `joined` returns them, those that are one
 * product of the list as one. Then `add` plans each of these, and `plan` returns the result.
 * @param list all products of the list
 * @param stock what is on hand in the account, by variation; base units
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
  let isPriceReported = false
  let [unchanged, stockKept] = [0, 0]
  return {
    join: joiner.add,
    joined: joiner.joined,
    add(fileProduct: FileProduct): void {
      const { product, before, rows, problems: ownProblems } = planProduct(file, fileProduct, known, creation)
      problems.push(...ownProblems)
      const isUnpriced = lacksPrices && !before && ownProblems.length === 0
      if (isUnpriced && !isPriceReported) {
        isPriceReported = true
        problems.push({ line: 1, problem: problem(headOf(file.columns, 'price'), 'price_column_missing') })
      }
      if (!product || ownProblems.length > 0 || isUnpriced || file.problems.length > 0) {
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
 * Returns what the file counts of a product: variations without stock in the account. Other stock stays,
 * because sales may have moved it since the file was written; `keptCount` is how many variations keep another
 * number than the file has.
 */
function countsOf(
  { trackStock, soldByWeight, variations }: Product,
  before: Product | undefined,
  rows: MergedRows['rows'],
  stock: ReadonlyMap<string, number>,
): { readonly counts: readonly StockCount[]; readonly keptCount: number } {
  const counts: StockCount[] = []
  let keptCount = 0
  // Stock does not move while counting is off, and pieces are no grams.
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
 * Returns what a product of the file becomes, and all its problems.
 * @returns `before` is the product of the list that it changes, undefined for a new one; `product` is the
 * result, undefined if the lines cannot make one
 */
function planProduct(file: ProductFile, joined: FileProduct, known: KnownProducts, creation: Creation) {
  const isHeld = (code: string) => known.holders.has(keyOf({ kind: 'barcode', code }))
  const withCodes = withLostZeros(joined, file, isHeld)
  const match = matchOf(withCodes, known)
  const before = match === 'ambiguous' ? undefined : match
  const fileProduct = withQuantities(withOwnFields(withCodes, before), before)
  const firstLine = fileProduct.rows[0]?.line ?? 0
  const problems: FileProblem[] = [...fileProduct.problems]
  const headOfField = (field: FileField) => headOf(file.columns, field)
  const nameHead = headOfField('name')

  const addProblem = (nameProblem: Problem) => problems.push({ line: firstLine, problem: nameProblem })
  if (match === 'ambiguous') addProblem(problem(nameHead, 'product_ambiguous'))
  const otherLine = before && known.lineOf.get(before.id)
  if (otherLine !== undefined) addProblem(problem(nameHead, 'product_in_line', { line: otherLine }))
  problems.push(...takenCodes(fileProduct, { before, known, headOfField }))
  const merged = mergeRows(fileProduct, before)
  for (const { line } of merged.unnamed)
    problems.push({ line, problem: problem(headOfField('variation'), 'variation_name_missing') })
  if (merged.dropsPlain) addProblem(problem(headOfField('variation'), 'variation_of_plain_product'))
  if (merged.dropsPlain || merged.unnamed.length === fileProduct.rows.length)
    return { product: undefined, before, rows: [], problems }
  try {
    const base = before ?? blankProduct(creation.newProductId(), creation.catalogId, creation)
    const product = applyProductChange(base, merged.change, creation)
    return { product, before, rows: merged.rows, problems }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const reportedCells = new Set(problems.map(cellKey))
    for (const fieldProblem of error.problems) {
      const cellProblem = cellProblemOf(fieldProblem, file, fileProduct, merged.rows)
      if (reportedCells.has(cellKey(cellProblem))) continue
      reportedCells.add(cellKey(cellProblem))
      problems.push(cellProblem)
    }
    return { product: undefined, before, rows: [], problems }
  }
}

/** Returns a problem of a product's field as the problem of the cell that the field was read from. */
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

/** Returns a problem for each code that another product of the list or an earlier line has. */
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
 * Finds the product of the list that a product of the file is: by its id, a code, or else its name. If the
 * file has codes, the name finds only products without codes. `ambiguous` if it finds several.
 */
function matchOf({ id, fields, rows }: FileProduct, known: KnownProducts): Product | 'ambiguous' | undefined {
  const productOfId = known.byId.get(id)
  if (productOfId) return productOfId
  const productOfCode = productOfCodes(rows, known)
  if (productOfCode) return productOfCode
  if (!fields.name) return undefined
  // A product with codes is not the product of a line with other codes.
  const hasCodes = rows.some(row => codesOfRow(row).length > 0)
  const candidates = known
    .productsNamed(fields.name)
    .filter(product => !hasCodes || codesOf(product).length === 0)
  return candidates.length > 1 ? 'ambiguous' : candidates[0]
}

/** Whether the price of the file contradicts a wholesale price of the list, which the file does not have. */
const isPriceProblem = (reason: Problem['reason'], { columns }: ProductFile): boolean =>
  columns.wholesalePrice === undefined &&
  (reason === 'wholesale_above_price' || reason === 'wholesale_without_price')

/** Whether a value is wrong only because the file has no column for it, and the list has no value. */
const isColumnMissing = (reason: Problem['reason'], field: FileField, { columns }: ProductFile): boolean =>
  columns[field] === undefined && (reason === 'empty' || reason === 'not_whole_number_between')

/**
 * Returns the line and the column of a field of the change.
 * @param field as the problem names it: `variations.2.packs.0.price`
 * @param rowsOfVariations the line of each variation of the change
 */
function cellOfField(
  field: string,
  { rows }: FileProduct,
  rowsOfVariations: MergedRows['rows'],
): { readonly line: number; readonly field: FileField } {
  const [, index, variationField] = /^variations\.(\d+)\.(.*)$/.exec(field) ?? []
  const row = rowsOfVariations[Number(index ?? 0)]
  const line = (index === undefined ? undefined : row?.line) ?? rows[0]?.line ?? 0
  if (variationField === 'name') return { line, field: 'variation' }
  return { line, field: columnOfField(variationField ?? field, row?.packNumbers ?? []) }
}
