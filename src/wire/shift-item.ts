// What a shift sold, in the API. Amounts are whole shillings.
import { type Static, Type } from '@sinclair/typebox'
import type { SoldInShift } from '../domain/shift-item.ts'
import { Shillings } from './till.ts'

export const SoldView = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        by_weight: Type.Boolean({ description: 'Whether `quantity` is in grams' }),
        quantity: Type.Integer({ minimum: 0 }),
        gross: Shillings,
      }),
      { description: 'The 20 items with the highest sums' },
    ),
    other_items: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'How many further items were sold' }),
      gross: Shillings,
    }),
    without_items: { ...Shillings, description: 'Sales without items' },
  },
  { title: 'SoldInShift' },
)

/** Returns what a shift sold: the items with the highest sums, and the total of the other items. */
export const soldView = ({ items, others, withoutItems }: SoldInShift): Static<typeof SoldView> => ({
  items: items.map(({ name, isByWeight, quantity, gross }) => ({
    name,
    by_weight: isByWeight,
    quantity,
    gross,
  })),
  other_items: { count: others.count, gross: others.gross },
  without_items: withoutItems,
})
