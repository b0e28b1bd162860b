// The quantity that a wholesale price begins at, and what a change of the unit clears.
import type { ProductView } from '../../../src/wire/product.ts'
import { sumOf } from './field-text.model.ts'
import { quantityField, readQuantity } from './quantity.model.ts'

/** The fields of the form that this depends on. */
interface WholesaleFrom {
  readonly wholesaleFrom: string
  readonly unit: string
}
type Wholesale = WholesaleFrom & { readonly wholesalePrice: string }

/** Returns the typed quantity in base units; undefined if it is no quantity. */
export const wholesaleFromOf = ({ wholesaleFrom, unit }: WholesaleFrom): number | undefined =>
  readQuantity(wholesaleFrom, unit === 'kg')

/** Whether a wholesale price or its quantity is typed. */
export const hasWholesale = (wholesale: Omit<Wholesale, 'unit'>): boolean =>
  wholesale.wholesaleFrom.trim() !== '' || wholesale.wholesalePrice.trim() !== ''

/** Returns the wholesale price and the quantity from which it applies; null when both fields are empty. */
export const wholesaleOf = (wholesale: Wholesale): ProductView['wholesale'] =>
  hasWholesale(wholesale)
    ? { from: wholesaleFromOf(wholesale) ?? 0, price: sumOf(wholesale.wholesalePrice) ?? 0 }
    : null

/** Returns the quantity as the field shows it; empty without a wholesale price. */
export const wholesaleFromText = (wholesale: ProductView['wholesale'], isWeighed: boolean): string =>
  wholesale ? quantityField(wholesale.from, isWeighed) : ''

interface Quantities<Variation> extends WholesaleFrom {
  readonly lowAt: string
  readonly variations: readonly Variation[]
}

/**
 * Returns the changes of a draft that gets another unit. Pieces do not convert to kilograms, so a change
 * between them clears the quantities.
 */
export const withUnit = <Variation extends Pick<WholesaleFrom, 'wholesaleFrom'>>(
  { unit: unitBefore, variations }: Pick<Quantities<Variation>, 'unit' | 'variations'>,
  unit: string,
): Partial<Quantities<Variation>> =>
  (unit === 'kg') === (unitBefore === 'kg')
    ? { unit }
    : {
        unit,
        wholesaleFrom: '',
        lowAt: '',
        variations: variations.map(variation => ({ ...variation, wholesaleFrom: '' })),
      }

/** Whether saving the new unit removes the stock on hand, the low mark or packs. */
export const clearsQuantities = (
  saved: ProductView,
  { unit, lowAt }: Pick<Quantities<unknown>, 'unit' | 'lowAt'>,
): boolean =>
  saved.sold_by_weight !== (unit === 'kg') &&
  (saved.track_stock ||
    (saved.low_at !== null && lowAt === '') ||
    [saved, ...saved.variations].some(({ packs }) => packs.length > 0))
