// Line items in the API: of a checkout session, a payment and a cash sale.
import { type Static, Type } from '@sinclair/typebox'
import { lineItemsMax, lineNameMax, quantityMax, type StoredItems } from '../domain/line-item.ts'
import { amountMax } from '../domain/payment-limit.ts'
import type { RequestedLine } from '../domain/sold-line.ts'
import { taxCodes } from '../domain/tax-code.ts'
import { choice } from './choice.ts'

/** Returns the schema of a text of at most this many characters. */
const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })

const name = Type.String({
  minLength: 1,
  maxLength: lineNameMax,
  pattern: '\\S',
  description: 'text, not only spaces',
})
const unitPrice = Type.Integer({ minimum: 0, maximum: amountMax, description: 'whole shillings' })
const fields = {
  id: Type.Optional(text(100)),
  name,
  description: Type.Optional(text(500)),
  image_url: Type.Optional(text(500, 'Stored for you; no page loads it')),
  quantity: Type.Integer({ minimum: 1, maximum: quantityMax }),
  unit_price: unitPrice,
  sku: Type.Optional(text(100)),
  category: Type.Optional(text(100)),
  product_id: Type.Optional(text(100, 'The product of the price list')),
  variation_id: Type.Optional(text(100, 'Its variation, where it has some')),
  pack: Type.Optional(text(100, 'The name of the larger unit that was sold')),
  by_weight: Type.Optional(
    Type.Boolean({ description: 'true: `quantity` is grams, and `unit_price` is for a kilogram' }),
  ),
  discount: Type.Optional(
    Type.Integer({ minimum: 0, maximum: amountMax, description: 'Whole shillings off this line' }),
  ),
  discount_reason: Type.Optional(text(500)),
  note: Type.Optional(text(200)),
}

/** A line as it was sold. */
export const LineItemShape = Type.Object(
  { ...fields, tax_code: Type.Optional(choice(taxCodes)) },
  {
    title: 'LineItem',
    description: 'For display, unless a line has a product: the lines then add up to the amount of the sale',
    examples: [{ name: 'Khanga', quantity: 2, unit_price: 15_000 }],
  },
)

/** A line of a request: with a `product_id`, name and price default to the product's. */
const RequestedLineShape = Type.Unsafe<RequestedLine>(
  Type.Object(
    { ...fields, name: Type.Optional(name), unit_price: Type.Optional(unitPrice) },
    {
      title: 'LineItem',
      description:
        'For display, unless it has a `product_id`: the lines must then add up to the amount. `name` and `unit_price` may be left out with a `product_id`, and are required without',
      examples: [{ name: 'Khanga', quantity: 2, unit_price: 15_000 }],
    },
  ),
)

export const LineItems = Type.Array(RequestedLineShape, {
  maxItems: lineItemsMax,
  description: 'What is sold',
})

const fieldNames = Object.keys(LineItemShape.properties)
/** Returns the fields of a line that are part of the API and that are set. */
function knownFields(line: Readonly<Record<string, unknown>>) {
  const setNames = fieldNames.filter(name => line[name] !== undefined)
  return Object.fromEntries(setNames.map(name => [name, line[name]]))
}

/** Returns the items of a request without unknown fields, and without the tax code, which Kaunta sets. */
export function readLineItems(items: readonly RequestedLine[] | undefined): RequestedLine[] {
  if (!items) return []
  return items.map(item => {
    const { tax_code: _taxCode, ...line } = knownFields({ ...item })
    return line as unknown as RequestedLine
  })
}

export const LineItemsView = Type.Array(LineItemShape, {
  description: 'The sold items; empty when none were given',
})

/**
 * Returns the items of a sale for the API, without their cost prices.
 * @param items null or undefined for a sale without items, such as in a stored answer of an earlier version
 */
export function lineItemsView(items: StoredItems | undefined): Static<typeof LineItemsView> {
  if (!items) return []
  return items.map(item => knownFields({ ...item }) as unknown as Static<typeof LineItemShape>)
}
