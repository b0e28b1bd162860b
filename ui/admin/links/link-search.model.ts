// The filters of the list of payment links, as in the address.
import { sessionStatuses } from '../../../src/domain/session-status.ts'
import { choiceParam, cursorParam, type Query } from '../parts/query.model.ts'

/** Reads the status and the page of the list from the address, and leaves out all other values. */
export const linkSearch = (query: Query) => ({
  ...choiceParam(query, 'status', sessionStatuses),
  ...cursorParam(query),
})
export type LinkSearch = ReturnType<typeof linkSearch>
