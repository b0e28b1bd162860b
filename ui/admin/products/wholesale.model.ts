// The quantity that a wholesale price begins at: a shop that sells by weight types kilograms, and the API
// counts grams.
import { readWholeNumber } from '../../../src/domain/shillings.ts'
import type { ProductView } from '../../../src/wire/product.ts'

/** The fields of the form that this depends on. */
interface WholesaleFrom {
  readonly wholesaleFrom: string
  readonly unit: string
}

const gramsInKilo = 1_000

/** The typed quantity in base units; undefined if it is not a quantity. */
export function wholesaleFromOf({ wholesaleFrom, unit }: WholesaleFrom): number | undefined {
  if (unit !== 'kg') return readWholeNumber(wholesaleFrom)
  const text = wholesaleFrom.trim().replace(',', '.')
  return /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * gramsInKilo) : undefined
}

/** The draft with another unit. Pieces do not convert to kilograms, so the quantity is cleared. */
export const withUnit = (draft: Pick<WholesaleFrom, 'unit'>, unit: string): Partial<WholesaleFrom> =>
  (unit === 'kg') === (draft.unit === 'kg') ? { unit } : { unit, wholesaleFrom: '' }

export const wholesaleFromText = ({ wholesale, sold_by_weight }: ProductView): string =>
  wholesale && sold_by_weight
    ? String(wholesale.from / gramsInKilo)
    : (wholesale?.from.toLocaleString('en') ?? '')

interface WithVariations {
  readonly unit: string
  readonly variations: readonly { readonly stored?: Pick<ProductView, 'wholesale'> }[]
}

/** Whether saving removes quantities in the old unit that the form does not show. */
export const clearsQuantities = (saved: ProductView, { unit, variations }: WithVariations): boolean =>
  saved.sold_by_weight !== (unit === 'kg') &&
  (saved.low_at !== null || variations.some(({ stored }) => stored && stored.wholesale !== null))
