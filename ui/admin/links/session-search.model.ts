// The filters of the list of checkout sessions, as they stand in the address.
import { sessionStatuses } from '../../../src/domain/session.ts'
import { page, type Query, word } from '../parts/query.model.ts'

export const sessionSearch = (query: Query) => ({ ...word(query, 'status', sessionStatuses), ...page(query) })
export type SessionSearch = ReturnType<typeof sessionSearch>
