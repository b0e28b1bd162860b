// Reasons of faults about products. Part of fault-reason.ts and field-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const productReasons = {
  product_not_found: {
    kind: 'not_found',
    message: 'there is no product {id}',
    cure: 'GET /api/v1/products lists them.',
  },
  product_changed: {
    kind: 'precondition_failed',
    message: 'the product {id} has changed since you read it, and nothing was saved',
    cure: 'GET the product again, compare, and send your change with its new ETag in If-Match.',
  },
  product_limit_reached: {
    kind: 'invalid_state',
    message: 'a price list has at most {max} products: delete some that are not sold',
  },
  stock_not_tracked: {
    kind: 'invalid_state',
    message: 'the product {id} counts no stock',
    cure: 'Set its track_stock to true first.',
  },
  product_file_unreadable: {
    kind: 'validation_error',
    field: 'body',
    message:
      'this is no file with products: its first line must name the columns, at least `name`. Files of Loyverse and Square are read as they are exported',
  },
  file_quote_unclosed: {
    kind: 'validation_error',
    field: 'body',
    message:
      'a quote that line {line} opens is not closed: close it, or write it twice inside a cell in quotes. Nothing was read',
  },
  product_file_too_long: {
    kind: 'validation_error',
    field: 'body',
    message: 'the file has more than {max} lines: split it',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>

export const productFieldReasons = {
  product_has_variations: {
    message: 'belongs to the variations of this product: send it in each of `variations`',
  },
  variation_unknown: {
    message: 'is no variation of this product: leave the id out to add one',
  },
  variation_twice: {
    message: 'is the id of an earlier entry, too: send each variation once',
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
      'is misread or mistyped: the last digit of {code} does not fit the others. Check it on the package, or scan it again; a code of your own must not have 8, 12 or 13 digits',
  },
  code_rounded: {
    message:
      'was rounded by a spreadsheet: {code}. Open the original file there again, format the column as a number without decimals, and save it',
  },
  barcode_zero_lost: {
    message:
      'has 11 digits and is not a UPC that lost its leading zero, because the check digit is wrong: {code}. Scan it again, or put an apostrophe before a code of your own',
  },
  stock_variation_required: {
    message: 'is required: this product has several variations, and each has its own stock',
    cure: 'GET the product for the ids of its variations.',
  },
  count_without_reason: {
    message: 'is required for a count',
    cure: 'Send why the stock differs, such as broken goods or a monthly count.',
  },
  quantity_in_old_unit: {
    message: 'is still in {from}, but the product is now counted in {to}: send it in {to}',
    cure: 'null removes it.',
  },
  wholesale_above_price: {
    message:
      'makes the wholesale price higher than the price, {price}: lower the wholesale price, or raise the price',
  },
  wholesale_without_price: { message: 'needs a price of the product itself: send `price`, too' },
  product_ambiguous: {
    message: 'is the name of several products: give the SKU or the barcode of the one that is meant',
  },
  product_in_line: {
    message: 'is the product of line {line} again: remove one of the two lines',
  },
  code_in_line: {
    message: 'is in line {line} already: {code}. Give each product its own code',
  },
  line_contradicted: {
    message:
      'differs from line {line}, which is the same product: give both lines the same, or leave one empty',
  },
  variation_name_missing: {
    message: 'is required: this product has several variations, so the line must name one',
  },
  variation_of_plain_product: {
    message:
      'is a variation, and the product has none yet: give the line of what it is now its SKU or barcode, or name that as a variation in the price list first',
  },
  cell_without_head: {
    message: 'has no head in line 1: put text with a separator in quotes, or name the column',
  },
  column_repeated: { message: 'means the same as the column {column}: remove or rename one of them' },
  price_column_missing: {
    message:
      'is no column of this file, so new products would have open prices: name a column `price`, and leave its cells empty where a price is open',
  },
  column_missing: {
    message: 'is required here, and the file has no such column: add it',
  },
  flag_malformed: { message: 'must be Y or N' },
  count_malformed: { message: 'must be a whole number, such as 12' },
  kilos_malformed: {
    message: 'must be kilograms with at most three decimals, such as 2.5, for goods that are sold by weight',
  },
  labels_too_many: {
    message: 'must be at most {max} labels in one request; these are {count}',
    cure: 'Send the others in further requests, so that receipts do not wait for them.',
  },
  shop_code_prefix: { message: 'must be the digits with which the codes begin, such as 21' },
  shop_code_length: {
    message:
      'makes codes of {length} digits, but a barcode has 12 or 13: prefix, item, value and one check digit',
  },
  shop_code_price_decimals: { message: 'must be 0 for a price, because shillings have no decimals' },
  tax_rate_repeated: {
    message: 'has another rate with the same method and the same first day',
    cure: 'Remove one of them, or change its day or its method.',
  },
  packs_by_weight: { message: 'must be empty for goods that are sold by weight' },
} as const

/** Reasons for the lines of a sale. Tills get them as well. */
export const lineFieldReasons = {
  product_unknown: { message: 'is not in the price list: GET /api/v1/products lists what is' },
  variation_required: {
    message: 'is required: this product has several variations',
    cure: 'Send the id of one of its `variations`.',
  },
  pack_unknown: { message: 'must be a pack of this product ({names}), or left out' },
  weight_unlike_product: {
    message: 'does not match {name}, which is sold by weight or by the piece as the price list has it',
    cure: 'Read the product again. The person at the till removes the item and adds it again.',
  },
  amount_not_of_lines: {
    message: 'is {amount}, but the lines add up to {sum}: correct the amount, a price or a discount',
  },
  discount_above_limit: {
    message: 'must not take more than {percent}% off the sale: raise the prices, or lower the discounts',
    cure: 'An owner or admin may take off more.',
  },
  discount_reason_missing: {
    message: 'take more than {percent}% off the sale: send the `discount_reason` of each reduced line',
  },
} as const
