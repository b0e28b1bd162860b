// Discounts as a cashier types them.
import type { Discount } from '../../../src/domain/price-line.ts'
import { readShillings } from '../../../src/domain/shillings.ts'
import { digitsOf } from '../../kit/money.ts'

/** The text of the fields. */
export interface DiscountText {
  readonly kind: Discount['kind']
  readonly text: string
}

/** Returns the text of the fields for a discount; empty percent for none. */
export function discountText(discount: Discount | undefined): DiscountText {
  if (discount === undefined) return { kind: 'percent', text: '' }
  if (discount.kind === 'sum') return { kind: 'sum', text: digitsOf(discount.amount) }
  return { kind: 'percent', text: String(discount.percent) }
}

/** Reads the fields: undefined if they are empty or zero, `wrong` if they hold no valid discount. */
export function readDiscount({ kind, text }: DiscountText): Discount | undefined | 'wrong' {
  if (text.trim() === '') return undefined
  const value = readShillings(text.replace(/\s*%$/, ''))
  if (value === undefined) return 'wrong'
  if (value === 0) return undefined
  if (kind === 'sum') return { kind, amount: value }
  return value <= 100 ? { kind, percent: value } : 'wrong'
}
