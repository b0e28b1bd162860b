// The filters of the list of refunds. A separate file, because the router loads it with the first page.
import { choiceParam, cursorParam, dayParam, type Query, textParam } from '../parts/query.model.ts'

/** The states of the list. The first four are pending refunds by what they wait for; people come first. */
export const refundStates = [
  'approval',
  'recipient_needed',
  'insufficient_balance',
  'unknown',
  'processing',
  'completed',
  'failed',
] as const
export type RefundState = (typeof refundStates)[number]
export const refundWays = ['network', 'payout', 'cash'] as const

/** Reads the list's filters from the address. */
export const refundSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'status', refundStates),
  ...choiceParam(query, 'way', refundWays),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
export type RefundSearch = ReturnType<typeof refundSearch>
