// The filters of the list of payouts.
import { payoutStatuses } from '../../../src/domain/payout.ts'
import { choiceParam, cursorParam, dayParam, type Query } from '../parts/query.model.ts'

/** Reads the list's filters from the address. */
export const payoutSearch = (query: Query) => ({
  ...choiceParam(query, 'status', payoutStatuses),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
