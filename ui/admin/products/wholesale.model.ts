// The quantity that a wholesale price begins at, and what a change of the unit clears.
import type { ProductView } from '../../../src/wire/product.ts'
import { quantityField, readQuantity } from './quantity.model.ts'

/** The fields of the form that this depends on. */
interface WholesaleFrom {
  readonly wholesaleFrom: string
  readonly unit: string
}
type Quantities = WholesaleFrom & { readonly lowAt: string }

/** Returns the typed quantity in base units; undefined if it is no quantity. */
export const wholesaleFromOf = ({ wholesaleFrom, unit }: WholesaleFrom): number | undefined =>
  readQuantity(wholesaleFrom, unit === 'kg')

/**
 * Returns the draft with another unit. Pieces do not convert to kilograms, so the quantities are then
 * cleared.
 */
export const withUnit = (draft: Pick<Quantities, 'unit'>, unit: string): Partial<Quantities> =>
  (unit === 'kg') === (draft.unit === 'kg') ? { unit } : { unit, wholesaleFrom: '', lowAt: '' }

/** Returns the quantity as the field shows it; empty without a wholesale price. */
export const wholesaleFromText = ({ wholesale, sold_by_weight }: ProductView): string =>
  wholesale ? quantityField(wholesale.from, sold_by_weight) : ''

interface WithVariations {
  readonly unit: string
  readonly lowAt: string
  readonly variations: readonly { readonly stored?: Pick<ProductView, 'wholesale'> }[]
}

/** Whether saving removes quantities in the old unit that the form does not show, or the stock on hand. */
export const clearsQuantities = (saved: ProductView, { unit, lowAt, variations }: WithVariations): boolean =>
  saved.sold_by_weight !== (unit === 'kg') &&
  (saved.track_stock ||
    (saved.low_at !== null && lowAt === '') ||
    variations.some(({ stored }) => stored && stored.wholesale !== null))
