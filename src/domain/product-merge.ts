// Decides what the lines of a product in a file change: which variation of the list each line is, and which
// are new.
import type { FileProduct, FileRow } from './file-product.ts'
import { codesOf, isFlat, type Product, type Variation, type Wholesale } from './product.ts'
import type { ProductChange, VariationChange } from './product-change.ts'
import { codesOfRow, comparableName, keyOf } from './product-known.ts'
import type { FileWholesale } from './product-line.ts'
import { mergePacks } from './product-pack.ts'

export interface MergedRows {
  readonly change: ProductChange
  /** The line of each variation of the change; undefined for one that the file does not name. */
  readonly rows: readonly (MergedRow | undefined)[]
  /** The lines without a variation that would add a variation without a name. */
  readonly unnamed: readonly FileRow[]
  /** Whether the change would drop the price and stock of a flat product, because no line has its code. */
  readonly dropsPlain: boolean
}

/** Whether a line is about a variation: the line has a code or the name of the variation. */
const isRowOf = (variation: Variation, row: FileRow) =>
  hasCodeOf(variation, row) || comparableName(variation.name) === comparableName(row.variation)

/** A line of a variation. */
interface MergedRow extends FileRow {
  /** For each pack of the changed variation, the number in the headers of its columns. */
  readonly packNumbers: readonly number[]
}

/**
 * Returns `sold`, the change that a line makes to a variation, and `row`, the line with its pack numbers.
 * @param current undefined for a new variation
 * @param isUnitChanged whether the product changes between pieces and grams
 */
function mergeRow(row: FileRow, current: Variation | undefined, isUnitChanged: boolean) {
  const { packs: filePacks, wholesale: fileWholesale, ...sold } = row.sold
  const packs = filePacks && mergePacks(current?.packs ?? [], filePacks)
  const packNumbers = packs?.map(({ number }) => number) ?? []
  const wholesale = fileWholesale && mergeWholesale(fileWholesale, current?.wholesale, isUnitChanged)
  return { sold: { ...sold, wholesale, packs }, row: { ...row, packNumbers } }
}

/**
 * Returns the wholesale price after a line. A quantity or price without a column stays as it is; if there is
 * none, it becomes NaN, which the check of ranges rejects. Undefined if a quantity in the old unit would
 * stay, which becomes a problem later.
 */
function mergeWholesale(
  { from, price }: FileWholesale,
  current: Wholesale | null | undefined,
  isUnitChanged: boolean,
): Wholesale | undefined {
  if (from === undefined && current && isUnitChanged) return undefined
  return {
    from: from ?? current?.from ?? Number.NaN,
    price: price ?? current?.price ?? Number.NaN,
  }
}

/**
 * Returns the change that the lines of a file make to a product. Each line changes the variation with one of
 * its codes or its name, or else adds a variation. Variations without a line stay as they are.
 * @param before the product of the list; undefined for a new one
 */
export function mergeRows({ id, fields, rows }: FileProduct, before: Product | undefined): MergedRows {
  const wasFlat = !before || isFlat(before)
  const isUnitChanged =
    before !== undefined && (fields.soldByWeight ?? before.soldByWeight) !== before.soldByWeight
  const oldVariations = before?.variations ?? []
  const hasRowWithCode = (variation: Variation) => rows.some(row => hasCodeOf(variation, row))
  // A product that was found by its name keeps the capitals of its name.
  const isFoundByName = before && before.id !== id && !oldVariations.some(hasRowWithCode)
  const name = isFoundByName ? before.name : fields.name
  const [firstRow] = rows
  const isStillFlat = wasFlat && rows.length === 1 && firstRow?.variation === ''
  if (isStillFlat) {
    const { sold, row } = mergeRow(firstRow, oldVariations[0], isUnitChanged)
    return { change: { ...fields, name, ...sold }, rows: [row], unnamed: [], dropsPlain: false }
  }
  // The only variation of a flat product becomes the variation whose line has its code.
  const current = wasFlat ? oldVariations.filter(hasRowWithCode) : oldVariations
  const merged = mergeVariations(rows, current, isUnitChanged)
  const hasEveryRowVariation = rows.every(({ variation }) => variation !== '')
  const names = wasFlat || hasEveryRowVariation ? { name } : namesToKeep(fields, before)
  return {
    change: { ...fields, ...names, variations: merged.map(({ change }) => change) },
    rows: merged.map(({ row }) => row),
    unnamed: merged.flatMap(({ change, row }) => (change.name === '' && row ? [row] : [])),
    dropsPlain: before !== undefined && current.length === 0,
  }
}

interface MergedVariation {
  readonly change: VariationChange
  readonly row: MergedRow | undefined // undefined for a variation that the file does not name
}

/**
 * Returns the change of each current variation, then that of each new one. A line adds a new variation if it
 * is about no current variation, or about one that an earlier line changes.
 */
function mergeVariations(
  rows: readonly FileRow[],
  current: readonly Variation[],
  isUnitChanged: boolean,
): readonly MergedVariation[] {
  const rowByVariationId = new Map<string, FileRow>()
  const newRows: FileRow[] = []
  const hasNoRowYet = ({ id }: Variation) => !rowByVariationId.has(id)
  for (const row of rows) {
    const variation = current.find(candidate => hasNoRowYet(candidate) && isRowOf(candidate, row))
    if (variation) rowByVariationId.set(variation.id, row)
    else newRows.push(row)
  }
  const mergeInto = (variation: Variation | undefined, fileRow: FileRow): MergedVariation => {
    const { sold, row } = mergeRow(fileRow, variation, isUnitChanged)
    return { change: { id: variation?.id, name: row.variation || (variation?.name ?? ''), ...sold }, row }
  }
  const changed = current.map((variation): MergedVariation => {
    const row = rowByVariationId.get(variation.id)
    return row ? mergeInto(variation, row) : { change: unchanged(variation), row: undefined }
  })
  return [...changed, ...newRows.map(row => mergeInto(undefined, row))]
}

/**
 * Removes the empty fields and `soldByWeight` of a product of the file if its lines name no variation and
 * have the codes of only some variations. Such lines describe those variations, so their empty cells must not
 * clear fields of the whole product, and they do not decide whether it is sold by weight.
 * @param before the product of the list; undefined for a new one
 */
export function withoutEmptyFields(product: FileProduct, before: Product | undefined): FileProduct {
  const { fields, rows } = product
  if (!before || isFlat(before)) return product
  if (rows.some(({ variation }) => variation !== '')) return product
  const hasRowWithCode = (variation: Variation) => rows.some(row => hasCodeOf(variation, row))
  if (before.variations.every(hasRowWithCode)) return product
  const { nameSw, category, taxCode, color, position } = fields
  return {
    ...product,
    fields: {
      ...fields,
      soldByWeight: undefined,
      nameSw: nameSw || undefined,
      category: category || undefined,
      taxCode: taxCode ?? undefined,
      color: color ?? undefined,
      position: position ?? undefined,
    },
    quantities(isWeighed) {
      const quantities = product.quantities(isWeighed)
      return { ...quantities, lowAt: quantities.lowAt ?? undefined }
    },
  }
}

/**
 * Returns the names of a product if some of its lines have no variation, so that their name may be that of a
 * variation. The product keeps its name. The Swahili name changes only if the line has the product's name.
 */
const namesToKeep = ({ name, nameSw }: ProductChange, product: Product): ProductChange => ({
  name: product.name,
  nameSw: name === undefined || comparableName(name) === comparableName(product.name) ? nameSw : undefined,
})

/** Returns a change that leaves a variation as it is. */
const unchanged = ({ id, name }: Variation): VariationChange => ({ id, name })

/** Whether a line has a SKU or barcode of a variation or of its packs. */
function hasCodeOf(variation: Variation, row: FileRow): boolean {
  const keys = new Set(codesOf({ variations: [variation] }).map(keyOf))
  return codesOfRow(row).some(code => keys.has(keyOf(code)))
}
