// API reference of parked sales. The routes are in parked-sale.ts.
import { Type } from '@sinclair/typebox'
import { Success } from '../../wire/answer.ts'
import { ParkedSaleView, ParkSale, TakenSaleView } from '../../wire/parked-sale.ts'
import { guardedDoc, guardedListDoc, inPath, json, jsonAnswer } from '../docs/doc.ts'

/** The example of a basket to park; its content is free JSON of the till. */
export const parkSaleExample = {
  'A table’s order': {
    name: 'Table 4',
    amount: 12_500,
    line_count: 2,
    content: {
      items: [
        { name: 'Chapati', quantity: 5 },
        { name: 'Chai', quantity: 2 },
      ],
    },
  },
}

export const park = guardedDoc('sell', {
  id: 'parkSale',
  tag: 'Till',
  summary: 'Park a sale',
  description:
    'Keeps a basket under a name until a till takes it up. It is no payment: nothing is charged. An account has at most 200. An Idempotency-Key is known for 30 days in which Kaunta runs.',
  body: json(ParkSale, parkSaleExample),
  answers: { 201: jsonAnswer('The parked sale', Success(201, ParkedSaleView)) },
  faults: ['invalid_state'],
  idempotent: true,
  writes: true,
})

export const list = guardedListDoc('sell', {
  id: 'listParkedSales',
  tag: 'Till',
  summary: 'List the parked sales',
  answers: {
    200: jsonAnswer(
      'All that wait, newest first',
      Success(200, Type.Object({ items: Type.Array(ParkedSaleView) })),
    ),
  },
})

export const take = guardedDoc('sell', {
  id: 'takeParkedSale',
  tag: 'Till',
  summary: 'Take up a parked sale',
  description:
    'Returns the basket and removes it from the list in the same write, so only one till gets it. Send an Idempotency-Key: the same request returns it again if the answer was lost, for 30 days in which Kaunta runs.',
  parameters: [inPath('id', 'The parked sale’s `id`')],
  answers: { 200: jsonAnswer('The parked sale with its content', Success(200, TakenSaleView)) },
  faults: ['not_found'],
  idempotent: true,
  writes: true,
})
