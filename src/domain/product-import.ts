// Decides what an import makes of a price list: which product of the list each product of the file is, what
// it becomes, and every problem with its line and column. It reads no rows and writes none.
import { Fault, type Problem, problem } from './fault.ts'
import { withLostZeros } from './lost-zero.ts'
import { codesOf, isFlat, isSame, type Product, type Variation } from './product.ts'
import { blankProduct, changedProduct, type ProductChange, type VariationChange } from './product-change.ts'
import {
  type FileProblem,
  type FileProduct,
  type FileRow,
  type ProductFile,
  withQuantities,
} from './product-file.ts'
import { columnOfField, type FileField, headOf } from './product-form.ts'
import { codesOfRow, type KnownProducts, keyOf, knownProducts, seenName } from './product-known.ts'

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
  readonly isBegin: boolean
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
  readonly problems: readonly FileProblem[]
}

interface Making {
  readonly catalogId: string
  readonly now: number
  /** Return new ids. */
  newProductId(): string
  newId(): string
}

/**
 * Plans an import, a part of the file at a time, because the whole takes long for the one thread.
 * @param list all products of the list @param stock what is on hand in the account, by variation
 */
export function importPlanner(
  file: ProductFile,
  list: readonly Product[],
  stock: ReadonlyMap<string, number>,
  making: Making,
) {
  const known = knownProducts(list)
  const writes: ProductWrite[] = []
  const problems: FileProblem[] = file.problems.map(problem => ({ line: 1, problem }))
  const lacksPrices = file.form === 'kaunta' && !file.columns.price
  let [unchanged, unpriced, stockKept] = [0, 0, 0]
  return {
    add(fileProduct: FileProduct): void {
      const { product, before, rows, found } = planProduct(file, fileProduct, known, making)
      problems.push(...found)
      const isUnpriced = lacksPrices && !before && found.length === 0
      if (isUnpriced && unpriced++ === 0)
        problems.push({ line: 1, problem: problem(headOf(file.columns, 'price'), 'price_column_missing') })
      if (!product || found.length > 0 || isUnpriced || file.problems.length > 0) {
        known.claim(fileProduct)
        return
      }
      known.add(product, before, fileProduct.rows[0]?.line ?? 0)
      const { counts, kept } = countsOf(product, before, rows, stock)
      stockKept += kept
      if (before && counts.length === 0 && isSame(before, product)) unchanged++
      else writes.push({ file: fileProduct, before, product, counts })
    },
    plan: (): ImportPlan => ({ writes, unchanged, stockKept, problems }),
  }
}

/**
 * What the file counts of a product: variations without stock in the account. Other stock stays, because
 * sales may have moved it since the file was written. @returns also how much of it the file contradicts
 */
function countsOf(
  { trackStock, soldByWeight, variations }: Product,
  before: Product | undefined,
  rows: Merged['rows'],
  stock: ReadonlyMap<string, number>,
): { readonly counts: readonly StockCount[]; readonly kept: number } {
  const counts: StockCount[] = []
  let kept = 0
  // Stock does not move while counting is off, and pieces are no grams.
  const isBegin = !before?.trackStock || before.soldByWeight !== soldByWeight
  for (const [at, { id: variationId }] of variations.entries()) {
    const quantity = rows[at]?.inStock
    if (!trackStock || quantity === undefined) continue
    if (isBegin || !stock.has(variationId)) counts.push({ variationId, quantity, isBegin })
    else if (stock.get(variationId) !== quantity) kept++
  }
  return { counts, kept }
}

function planProduct(file: ProductFile, read: FileProduct, known: KnownProducts, making: Making) {
  const isHeld = (code: string) => known.holders.has(keyOf({ kind: 'barcode', code }))
  const given = withLostZeros(read, file, isHeld)
  const match = matchOf(given, known)
  const before = match === 'ambiguous' ? undefined : match
  const fileProduct = withQuantities(given, before)
  const problems: FileProblem[] = [...fileProduct.problems]
  const head = (field: FileField) => headOf(file.columns, field)
  const first = fileProduct.rows[0]?.line ?? 0
  const add = (line: number, field: FileField, make: (name: string) => Problem) =>
    problems.push({ line, problem: make(head(field)) })

  if (match === 'ambiguous') add(first, 'name', name => problem(name, 'product_ambiguous'))
  const other = before && known.lineOf.get(before.id)
  if (other !== undefined) add(first, 'name', name => problem(name, 'product_in_line', { line: other }))
  for (const row of fileProduct.rows)
    for (const { kind, code, field } of codesOfRow(row)) {
      const holder = known.holders.get(keyOf({ kind, code }))
      if (!holder || holder.id === before?.id) continue
      const { name: product, line } = holder
      if (line !== undefined) add(row.line, field, name => problem(name, 'code_in_line', { code, line }))
      else if (kind === 'sku')
        add(row.line, field, name => problem(name, 'sku_taken', { sku: code, product }))
      else add(row.line, field, name => problem(name, 'barcode_taken', { code, product }))
    }
  const merged = mergedChange(fileProduct, before)
  if (!merged) {
    add(first, 'variation', name => problem(name, 'variation_name_missing'))
    return { product: undefined, before, rows: [], found: problems }
  }
  try {
    const base = before ?? blankProduct(making.newProductId(), making.catalogId, making)
    const product = changedProduct(base, merged.change, making)
    return { product, before, rows: merged.rows, found: problems }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const named = new Set(problems.map(({ line, problem }) => `${line} ${problem.field}`))
    for (const { field, reason, params, message } of error.problems) {
      const place = placeOf(field, fileProduct, merged.rows)
      const name = head(isPriceProblem(reason, file) ? 'price' : place.field)
      const key = `${place.line} ${name}`
      if (named.has(key)) continue
      named.add(key)
      problems.push({
        line: place.line,
        problem: { field: name, reason, params, message: message.replace(field, name) },
      })
    }
    return { product: undefined, before, rows: [], found: problems }
  }
}

/**
 * The product of the list that a product of the file is: by its id, a code, or else its name. A product
 * without codes is given those of the file.
 */
function matchOf({ id, fields, rows }: FileProduct, known: KnownProducts): Product | 'ambiguous' | undefined {
  const ofId = known.byId.get(id)
  if (ofId) return ofId
  const codes = rows
    .flatMap(codesOfRow)
    .toSorted((a, b) => Number(b.kind === 'sku') - Number(a.kind === 'sku'))
  for (const code of codes) {
    const holder = known.holders.get(keyOf(code))
    if (holder && holder.line === undefined) return known.byId.get(holder.id)
  }
  if (!fields.name) return undefined
  // A product that has codes is another one than a line with other codes.
  const named = known
    .named(fields.name)
    .filter(product => codes.length === 0 || codesOf(product).length === 0)
  return named.length > 1 ? 'ambiguous' : named[0]
}

interface Merged {
  readonly change: ProductChange
  /** The line of each variation of the change; undefined for one that the file does not name. */
  readonly rows: readonly (FileRow | undefined)[]
}

const isMeant = (variation: Variation, row: FileRow) =>
  hasCodeOf(variation, row) || seenName(variation.name) === seenName(row.variation)

/**
 * The change of a product. Variations that the file does not name stay. A line without a variation may change
 * one of several by its codes; the names are then those of the variation, not of the product.
 * @returns undefined for a line that must name one
 */
function mergedChange({ id, fields, rows }: FileProduct, before: Product | undefined): Merged | undefined {
  const [first] = rows
  const isPlain = !before || isFlat(before)
  // A product that was found by its name keeps the name's capitals.
  const isCoded = before?.variations.some(variation => rows.some(row => hasCodeOf(variation, row)))
  const isNamed = before && before.id !== id && !isCoded
  const name = isNamed ? before.name : fields.name
  if (first?.variation === '' && rows.length === 1) {
    if (isPlain) return { change: { ...fields, name, ...first.sold }, rows }
    const present = before.variations
    const sold = present.find(variation => hasCodeOf(variation, first))
    if (!sold) return undefined
    const variations = present.map(item => (item === sold ? { ...kept(item), ...first.sold } : kept(item)))
    const { trackStock } = fields
    return {
      change: { variations, trackStock },
      rows: present.map(item => (item === sold ? first : undefined)),
    }
  }
  // What was sold without variations becomes the one that has its code.
  const listed = before?.variations ?? []
  const present = isPlain ? listed.filter(variation => rows.some(row => hasCodeOf(variation, row))) : listed
  const rowOf = new Map<string, FileRow>()
  const added: FileRow[] = []
  for (const row of rows) {
    const same = present.find(variation => !rowOf.has(variation.id) && isMeant(variation, row))
    if (same) rowOf.set(same.id, row)
    else added.push(row)
  }
  const changed = present.map((variation): VariationChange => {
    const row = rowOf.get(variation.id)
    return row ? { id: variation.id, name: row.variation, ...row.sold } : kept(variation)
  })
  return {
    change: {
      ...fields,
      name,
      variations: [...changed, ...added.map(row => ({ name: row.variation, ...row.sold }))],
    },
    rows: [...present.map(variation => rowOf.get(variation.id)), ...added],
  }
}

const kept = ({ id, name }: Variation): VariationChange => ({ id, name })

function hasCodeOf(variation: Variation, row: FileRow): boolean {
  const own = new Set(codesOf({ variations: [variation] }).map(keyOf))
  return codesOfRow(row).some(code => own.has(keyOf(code)))
}

/** Whether the price of the file contradicts a wholesale price of the list, which the file does not have. */
const isPriceProblem = (reason: Problem['reason'], { columns }: ProductFile): boolean =>
  columns.wholesalePrice === undefined &&
  (reason === 'wholesale_above_price' || reason === 'wholesale_without_price')

/** The line and the column of a field of the change. */
function placeOf(
  field: string,
  { rows }: FileProduct,
  ofVariations: Merged['rows'],
): { readonly line: number; readonly field: FileField } {
  const first = rows[0]?.line ?? 0
  const [, at, inner] = /^variations\.(\d+)\.(.*)$/.exec(field) ?? []
  const line = (at === undefined ? undefined : ofVariations[Number(at)]?.line) ?? first
  const name = inner ?? field
  if (inner === 'name') return { line, field: 'variation' }
  const [, pack, part = ''] = /^packs\.(\d+)\.(\w+)/.exec(name) ?? []
  if (pack !== undefined)
    return {
      line,
      field: `pack${Number(pack) + 1}${part.charAt(0).toUpperCase()}${part.slice(1)}` as FileField,
    }
  return { line, field: columnOfField(name) }
}
