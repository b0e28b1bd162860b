// API reference of the console's list of sales. The routes are in sale-list.ts.
import { Type } from '@sinclair/typebox'
import { paymentStatuses, paymentTypes } from '../../domain/payment-type.ts'
import { Answer, Items, Success } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { ListTotalsView } from '../../wire/list-total.ts'
import { ListedSaleView } from '../../wire/sale.ts'
import {
  cursorParameters,
  filtersOf,
  guardedListDoc,
  inQuery,
  jsonAnswer,
  pageParameters,
  rangeParameters,
} from '../docs/doc.ts'
import { exactTotalMax } from '../server/list.ts'

/** The rows before a page are read too, so it begins no further down. */
const offset = inQuery(
  'offset',
  'Items to skip, at most 10,000; `page`, from 1, may replace it. Pages further down go by `starting_after`',
  Type.Integer({ minimum: 0, maximum: exactTotalMax, default: 0 }),
)

/** The query parameters of the list, which its export also takes. */
export const parameters = [
  ...pageParameters.filter(({ name }) => name !== offset.name),
  offset,
  ...cursorParameters,
  inQuery('q', 'As in the search of payments; of cash sales an amount, or words of the note', Type.String()),
  inQuery(
    'state',
    'Sales in this state; `unknown`: the network has given no outcome; `refunded`: all or part was given back. Each sale has one state: a refunded one is not `completed`',
    choice([...paymentStatuses, 'unknown', 'refunded']),
  ),
  inQuery('method', 'Sales by this method', choice([...paymentTypes, 'cash'])),
  ...rangeParameters,
]
/** Only the list takes it, not the export and the totals. */
const reference = inQuery('reference', 'The one payment or cash sale with this reference', Type.String())

export const list = guardedListDoc('see_balance', {
  id: 'listSales',
  tag: 'Reports',
  summary: 'List payments and cash sales',
  description: 'Both in one list, newest first.',
  parameters: [...parameters, reference],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(ListedSaleView))) },
})

export const totals = guardedListDoc('see_balance', {
  id: 'getSaleTotals',
  tag: 'Reports',
  summary: 'Count and add up sales by state',
  description:
    'Takes the filters of the list. Each sale is counted once: one whose outcome is unknown only there, one of which something was given back only as `refunded`. Amounts are what was sold; `refunded` is what was given back.',
  parameters: filtersOf(parameters).filter(({ name }) => name !== 'state'),
  answers: { 200: jsonAnswer('States with their rows', Answer(200, ListTotalsView)) },
})
