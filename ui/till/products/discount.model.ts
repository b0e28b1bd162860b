// Discounts as a cashier types them.
import type { Discount } from '../../../src/domain/price-line.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import { digitsOf } from '../../kit/money.ts'

/** What is in the fields. */
export interface DiscountText {
  readonly kind: Discount['kind']
  readonly text: string
}

export const discountText = (discount: Discount | undefined): DiscountText =>
  discount === undefined
    ? { kind: 'percent', text: '' }
    : discount.kind === 'sum'
      ? { kind: 'sum', text: digitsOf(discount.amount) }
      : { kind: 'percent', text: String(discount.percent) }

/** Reads the fields: undefined if they are empty or zero, `wrong` if they hold no valid discount. */
export function readDiscount({ kind, text }: DiscountText): Discount | undefined | 'wrong' {
  if (text.trim() === '') return undefined
  const value = readShillings(text.replace(/\s*%$/, ''))
  if (value === undefined) return 'wrong'
  if (value === 0) return undefined
  if (kind === 'sum') return { kind, amount: value }
  return value <= 100 ? { kind, percent: value } : 'wrong'
}
