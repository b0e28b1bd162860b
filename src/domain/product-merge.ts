// Decides what the lines of a product in a file change: which variation of the list each line is, and which
// are new.
import type { FileProduct, FileRow } from './file-product.ts'
import { codesOf, isFlat, type Product, type Variation, type Wholesale } from './product.ts'
import type { ProductChange, VariationChange } from './product-change.ts'
import { codesOfRow, keyOf, seenName } from './product-known.ts'
import type { FileWholesale } from './product-line.ts'
import { mergePacks } from './product-pack.ts'

export interface MergedRows {
  readonly change: ProductChange
  /** The line of each variation of the change; undefined for one that the file does not name. */
  readonly rows: readonly (MergedRow | undefined)[]
  /** The lines that must name a variation, and do not. */
  readonly unnamed: readonly FileRow[]
  /** The change would drop the price and stock of a product without variations: no line is that product. */
  readonly dropsPlain: boolean
}

/** Whether a line means a variation: it has one of its codes, or its name. */
const isRowOf = (variation: Variation, row: FileRow) =>
  hasCodeOf(variation, row) || seenName(variation.name) === seenName(row.variation)

/** A line of a variation, and the number of the columns of each pack that the variation then has. */
interface MergedRow extends FileRow {
  readonly packNumbers: readonly number[]
}

/**
 * Returns what a line changes of a variation, and the line.
 * @param present undefined for a new variation
 * @param isUnitChanged whether the product changes between pieces and grams
 */
function mergeRow(row: FileRow, present: Variation | undefined, isUnitChanged: boolean) {
  const { packs: filePacks, wholesale: fileWholesale, ...sold } = row.sold
  const packs = filePacks && mergePacks(present?.packs ?? [], filePacks)
  const packNumbers = packs?.map(({ number }) => number) ?? []
  const wholesale = fileWholesale && mergeWholesale(fileWholesale, present?.wholesale, isUnitChanged)
  return { sold: { ...sold, wholesale, packs }, row: { ...row, packNumbers } }
}

/**
 * Returns the wholesale price after a line. A half without a column is that of the present price; without one
 * it is NaN, which the check of ranges rejects. Undefined if the present quantity would be in the old unit,
 * which is then reported.
 */
function mergeWholesale(
  { from, price }: FileWholesale,
  present: Wholesale | null | undefined,
  isUnitChanged: boolean,
): Wholesale | undefined {
  if (from === undefined && present && isUnitChanged) return undefined
  return { from: from ?? present?.from ?? Number.NaN, price: price ?? present?.price ?? Number.NaN }
}

/**
 * Returns the change that the lines of a product make to it, and the line of each variation of the result.
 * Variations that the file does not name stay. A line without the name of a variation may change one of
 * several by its codes; `unnamed` lists the lines that would add a variation without a name.
 * @param before the product of the list; undefined for a new one
 */
export function mergeRows({ id, fields, rows }: FileProduct, before: Product | undefined): MergedRows {
  const [first] = rows
  const wasFlat = !before || isFlat(before)
  const isUnitChanged =
    before !== undefined && (fields.soldByWeight ?? before.soldByWeight) !== before.soldByWeight
  // A product that was found by its name keeps the name's capitals.
  const isFoundByCode = before?.variations.some(variation => rows.some(row => hasCodeOf(variation, row)))
  const isFoundByName = before && before.id !== id && !isFoundByCode
  const name = isFoundByName ? before.name : fields.name
  if (wasFlat && first?.variation === '' && rows.length === 1) {
    const { sold, row } = mergeRow(first, before?.variations[0], isUnitChanged)
    return { change: { ...fields, name, ...sold }, rows: [row], unnamed: [], dropsPlain: false }
  }
  // A product without variations becomes the variation that has its code.
  const listed = before?.variations ?? []
  const present = wasFlat ? listed.filter(variation => rows.some(row => hasCodeOf(variation, row))) : listed
  const merged = mergeVariations(rows, present, isUnitChanged)
  const areLinesNamed = rows.every(({ variation }) => variation !== '')
  const names = wasFlat || areLinesNamed ? { name } : ownNames(fields, before)
  return {
    change: { ...fields, ...names, variations: merged.map(({ change }) => change) },
    rows: merged.map(({ row }) => row),
    unnamed: merged.flatMap(({ change, row }) => (change.name === '' && row ? [row] : [])),
    dropsPlain: before !== undefined && present.length === 0,
  }
}

interface MergedVariation {
  readonly change: VariationChange
  readonly row: MergedRow | undefined // undefined for a variation that the file does not name
}

/** Returns the change of each present variation, then of the new ones, which are the lines left over. */
function mergeVariations(
  rows: readonly FileRow[],
  present: readonly Variation[],
  isUnitChanged: boolean,
): readonly MergedVariation[] {
  const rowByVariation = new Map<string, FileRow>()
  const newRows: FileRow[] = []
  for (const row of rows) {
    const variation = present.find(candidate => !rowByVariation.has(candidate.id) && isRowOf(candidate, row))
    if (variation) rowByVariation.set(variation.id, row)
    else newRows.push(row)
  }
  const mergeInto = (variation: Variation | undefined, fileRow: FileRow): MergedVariation => {
    const { sold, row } = mergeRow(fileRow, variation, isUnitChanged)
    return { change: { id: variation?.id, name: row.variation || (variation?.name ?? ''), ...sold }, row }
  }
  const changed = present.map((variation): MergedVariation => {
    const row = rowByVariation.get(variation.id)
    return row ? mergeInto(variation, row) : { change: unchanged(variation), row: undefined }
  })
  return [...changed, ...newRows.map(row => mergeInto(undefined, row))]
}

/**
 * Returns a product of the file without its empty fields and `soldByWeight` if its lines name no variation
 * and have codes of only some. Such lines were written for these variations, so what they leave empty must
 * not clear fields of the whole product.
 */
export function withOwnFields(product: FileProduct, before: Product | undefined): FileProduct {
  const { fields, rows } = product
  if (!before || isFlat(before) || rows.some(({ variation }) => variation !== '')) return product
  if (before.variations.every(variation => rows.some(row => hasCodeOf(variation, row)))) return product
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
 * Returns the names of a product some of whose lines name no variation: its own name, and the Swahili name of
 * the file unless the file has another name, which may be a variation's.
 */
const ownNames = ({ name, nameSw }: ProductChange, product: Product): ProductChange => ({
  name: product.name,
  nameSw: name === undefined || seenName(name) === seenName(product.name) ? nameSw : undefined,
})

/** Returns the change that leaves a variation as it is. */
const unchanged = ({ id, name }: Variation): VariationChange => ({ id, name })

/** Whether a line has a SKU or barcode of a variation or of its packs. */
function hasCodeOf(variation: Variation, row: FileRow): boolean {
  const own = new Set(codesOf({ variations: [variation] }).map(keyOf))
  return codesOfRow(row).some(code => own.has(keyOf(code)))
}
