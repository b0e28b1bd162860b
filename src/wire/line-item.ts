// Line items in the API: of a checkout session, a payment and a cash sale.
import { type Static, Type } from '@sinclair/typebox'
import { type LineItem, lineItemsMax, quantityMax, type StoredItems } from '../domain/line-item.ts'
import { amountMax } from '../domain/payment.ts'

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) })

export const LineItemShape = Type.Object(
  {
    id: Type.Optional(text(100)),
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'text, not only spaces' }),
    description: Type.Optional(text(500)),
    image_url: Type.Optional(text(500, 'Stored for you; no page loads it')),
    quantity: Type.Integer({ minimum: 1, maximum: quantityMax }),
    unit_price: Type.Integer({ minimum: 0, maximum: amountMax, description: 'whole shillings' }),
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
  },
  {
    title: 'LineItem',
    description: 'For display only: the amount is that of the sale',
    examples: [{ name: 'Khanga', quantity: 2, unit_price: 15_000 }],
  },
)

export const LineItems = Type.Array(LineItemShape, { maxItems: lineItemsMax, description: 'What is sold' })

const known = ({
  id,
  name,
  description,
  image_url,
  quantity,
  unit_price,
  sku,
  category,
  product_id,
  variation_id,
  pack,
  by_weight,
  discount,
  discount_reason,
  note,
}: LineItem): LineItem =>
  JSON.parse(
    JSON.stringify({
      ...{ id, name, description, image_url, quantity, unit_price, sku, category },
      ...{ product_id, variation_id, pack, by_weight, discount, discount_reason, note },
    }),
  )

/** The items of a request, without unknown fields. */
export const readLineItems = (items: readonly LineItem[] | undefined): LineItem[] => items?.map(known) ?? []

export const LineItemsView = Type.Array(LineItemShape, {
  description: 'The sold items; empty when none were given',
})

/** @param items undefined in a stored answer of an earlier Kaunta, which had no items */
export const lineItemsView = (items: StoredItems | undefined): Static<typeof LineItemsView> => [
  ...(items ?? []),
]
