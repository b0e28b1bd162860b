// Reasons of faults about products. Part of fault-reason.ts and field-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const productReasons = {
  product_not_found: {
    kind: 'not_found',
    message: 'there is no product {id}',
    cure: 'GET /api/v1/products lists them.',
  },
  product_limit_reached: {
    kind: 'invalid_state',
    message: 'a price list has at most {max} products: delete some that are not sold',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>

export const productFieldReasons = {
  product_has_variations: {
    message: 'belongs to the variations of this product: send it in each of `variations`',
  },
  variation_unknown: {
    message: 'is no variation of this product: leave the id out to add one',
  },
  name_twice: { message: 'is used twice: {name}', cure: 'Give each its own name.' },
  code_twice: { message: 'is used twice in this product: {code}', cure: 'Remove one of them.' },
  sku_taken: {
    message: 'is the SKU of another product, {product}: {sku}',
    cure: 'Choose another SKU, or change that product.',
  },
  barcode_taken: {
    message: 'is the barcode of another product, {product}: {code}',
    cure: 'Scan the code again, or remove it from that product.',
  },
  barcode_malformed: { message: 'must have 1 to {max} characters without line breaks' },
  barcode_check_digit: {
    message:
      'is misread or mistyped: the last digit of {code} does not fit the others. Scan it again; a code of your own must not have 8, 12 or 13 digits',
  },
  barcode_rounded: {
    message:
      'was rounded by a spreadsheet: {code}. Format the column as text there, and enter the code again',
  },
  wholesale_without_price: { message: 'needs a price of the product itself: send `price`, too' },
  packs_by_weight: { message: 'must be empty for goods that are sold by weight' },
} as const
