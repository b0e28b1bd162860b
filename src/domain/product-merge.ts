// Decides what the lines of a product in a file change: which variation of the list each line is, and which
// are new.
import { codesOf, isFlat, type Product, type Variation } from './product.ts'
import type { ProductChange, VariationChange } from './product-change.ts'
import type { FileProduct, FileRow } from './product-file.ts'
import { codesOfRow, keyOf, seenName } from './product-known.ts'

export interface MergedRows {
  readonly change: ProductChange
  /** The line of each variation of the change; undefined for one that the file does not name. */
  readonly rows: readonly (FileRow | undefined)[]
}

/** Whether a line means a variation: it has one of its codes, or its name. */
const isRowOf = (variation: Variation, row: FileRow) =>
  hasCodeOf(variation, row) || seenName(variation.name) === seenName(row.variation)

/**
 * Returns the change that the lines of a product make. Variations that the file does not name stay. A line
 * without a variation may change one of several by its codes; its name is then not the product's. Undefined
 * for a line that must name a variation.
 */
export function mergeRows(
  { id, fields, rows }: FileProduct,
  before: Product | undefined,
): MergedRows | undefined {
  const [first] = rows
  const isPlain = !before || isFlat(before)
  // A product that was found by its name keeps the name's capitals.
  const isCoded = before?.variations.some(variation => rows.some(row => hasCodeOf(variation, row)))
  const isNamed = before && before.id !== id && !isCoded
  const name = isNamed ? before.name : fields.name
  if (first?.variation === '' && rows.length === 1) {
    if (isPlain) return { change: { ...fields, name, ...first.sold }, rows }
    const present = before.variations
    const changed = present.find(variation => hasCodeOf(variation, first))
    if (!changed) return undefined
    const variations = present.map(variation =>
      variation === changed ? { ...unchanged(variation), ...first.sold } : unchanged(variation),
    )
    return {
      change: { variations, trackStock: fields.trackStock },
      rows: present.map(variation => (variation === changed ? first : undefined)),
    }
  }
  // What was sold without variations becomes the one that has its code.
  const listed = before?.variations ?? []
  const present = isPlain ? listed.filter(variation => rows.some(row => hasCodeOf(variation, row))) : listed
  const rowOf = new Map<string, FileRow>()
  const newRows: FileRow[] = []
  for (const row of rows) {
    const presentOne = present.find(variation => !rowOf.has(variation.id) && isRowOf(variation, row))
    if (presentOne) rowOf.set(presentOne.id, row)
    else newRows.push(row)
  }
  const presentChanges = present.map((variation): VariationChange => {
    const row = rowOf.get(variation.id)
    return row ? { id: variation.id, name: row.variation, ...row.sold } : unchanged(variation)
  })
  const additions = newRows.map(row => ({ name: row.variation, ...row.sold }))
  return {
    change: { ...fields, name, variations: [...presentChanges, ...additions] },
    rows: [...present.map(variation => rowOf.get(variation.id)), ...newRows],
  }
}

/** Returns the change that leaves a variation as it is. */
const unchanged = ({ id, name }: Variation): VariationChange => ({ id, name })

/** Whether a line has a SKU or barcode of a variation or of its packs. */
function hasCodeOf(variation: Variation, row: FileRow): boolean {
  const own = new Set(codesOf({ variations: [variation] }).map(keyOf))
  return codesOfRow(row).some(code => own.has(keyOf(code)))
}
