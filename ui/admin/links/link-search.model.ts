// The filters of the list of payment links, as in the address.
import { sessionStatuses } from '../../../src/domain/session.ts'
import { choiceParam, cursorParam, type Query } from '../parts/query.model.ts'

export const linkSearch = (query: Query) => ({
  ...choiceParam(query, 'status', sessionStatuses),
  ...cursorParam(query),
})
export type LinkSearch = ReturnType<typeof linkSearch>
