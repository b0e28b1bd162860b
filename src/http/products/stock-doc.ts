// API reference of stock. The routes are in stock.ts.
import { stockMax } from '../../domain/stock.ts'
import { Items, Success } from '../../wire/answer.ts'
import { EnterStock, StockMovementView } from '../../wire/stock.ts'
import {
  cursorParameters,
  guardedDoc,
  guardedListDoc,
  inPath,
  json,
  jsonAnswer,
  pageParameters,
} from '../docs/doc.ts'
import * as example from '../docs/example-product.ts'

export const { reason: reasonMax } = stockMax

const id = inPath('id', 'The product’s `id`')

export const enter = guardedDoc('products', {
  id: 'enterStock',
  tag: 'Products',
  summary: 'Enter a delivery or a count',
  description:
    'For a product with `track_stock`. It changes the stock of this account: live and sandbox have their own.',
  parameters: [id],
  body: json(EnterStock, example.enterStock),
  answers: { 201: jsonAnswer('The movement', Success(201, StockMovementView)) },
  faults: ['not_found', 'invalid_state'],
  idempotent: true,
  writes: true,
})

export const list = guardedListDoc('see_costs', {
  id: 'listStockMovements',
  tag: 'Products',
  summary: 'List the movements of a product’s stock',
  description: 'In this account, newest first. What is on hand is always their sum.',
  parameters: [id, ...pageParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page', Success(200, Items(StockMovementView))) },
  faults: ['not_found'],
})
