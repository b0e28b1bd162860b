// Stock in the API: what a person enters, and the movements.
import { type Static, Type } from '@sinclair/typebox'
import { type StockMovement, stockEntryKinds, stockKinds, stockMax } from '../domain/stock.ts'
import { choice, nullable } from './choice.ts'
import { Stamp, stamp } from './money.ts'
import { type NameOf, StaffName } from './till.ts'

/** The body of `POST /api/v1/products/{id}/stock`. */
export const EnterStock = Type.Object(
  {
    kind: choice(stockEntryKinds, { description: 'A delivery adds to the stock; a count replaces it' }),
    quantity: Type.Integer({
      minimum: 0,
      maximum: stockMax.quantity,
      description: 'Delivered, or counted: base units, or grams if sold by weight',
    }),
    variation_id: Type.Optional(Type.String({ description: 'Required if the product has variations' })),
    reason: Type.Optional(
      Type.String({
        maxLength: stockMax.reason,
        description: 'Why the stock changes. Required for a count',
      }),
    ),
  },
  { title: 'EnterStock' },
)
export type EnterStock = Static<typeof EnterStock>

export const StockMovementView = Type.Object(
  {
    id: Type.String({ description: 'Numbers the movements of the product' }),
    variation_id: Type.String(),
    kind: choice(stockKinds, {
      description: 'reversal: the network took back what it had confirmed',
    }),
    quantity: Type.Integer({ description: 'Below 0 if goods left' }),
    on_hand: Type.Integer({ description: 'What was left after it' }),
    reason: nullable(Type.String(), { description: 'Why, if someone entered it' }),
    reference: nullable(Type.String(), { description: 'Of the payment, cash sale or refund' }),
    by: nullable(StaffName, { description: 'null for a program' }),
    created_at: Stamp,
  },
  { title: 'StockMovement' },
)

/** Returns a movement of stock, in base units, or in grams if the product is sold by weight. */
export const stockMovementView = (
  movement: StockMovement,
  nameOf: NameOf,
): Static<typeof StockMovementView> => ({
  id: movement.id,
  variation_id: movement.variationId,
  kind: movement.kind,
  quantity: movement.quantity,
  on_hand: movement.onHand,
  reason: movement.reason,
  reference: movement.subject,
  by: movement.staffId === null ? null : nameOf(movement.staffId),
  created_at: stamp(movement.createdAt),
})
