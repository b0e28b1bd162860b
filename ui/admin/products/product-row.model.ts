// New rows for the packs and variations of an item.
import type { PackDraft, VariationDraft } from './product.model.ts'

/** An id that no row has yet. */
const nextId = (rows: readonly { readonly id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1

/** Returns an empty row for a pack. */
export const newPack = (rows: readonly PackDraft[]): PackDraft => ({
  id: nextId(rows),
  name: '',
  holds: '',
  price: '',
  barcode: '',
})

/** Returns an empty row for a variation. */
export const newVariation = (rows: readonly VariationDraft[]): VariationDraft => ({
  id: nextId(rows),
  name: '',
  price: '',
  cost: '',
  sku: '',
  barcode: '',
})
