// The filters of the list of checkout sessions, as they stand in the address.
import { sessionStatuses } from '../../../src/domain/session.ts'
import { choiceParam, pageParam, type Query } from '../parts/query.model.ts'

export const sessionSearch = (query: Query) => ({
  ...choiceParam(query, 'status', sessionStatuses),
  ...pageParam(query),
})
export type SessionSearch = ReturnType<typeof sessionSearch>
