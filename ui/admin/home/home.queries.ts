// What the first page asks the box: by the page itself, and before it is drawn. first.ts asks the same even
// earlier.
import { api } from '../../kit/api.ts'
import type { AccountHeader } from '../parts/queries.ts'

/** @param day the day looked at, when it is not today */
export const overviewRead = (day?: string) =>
  [
    ['overview', day],
    (named: AccountHeader) => api.api.v1.overview.get({ query: day ? { day } : {}, ...named }),
  ] as const

/** @param range the moments that an earlier day begins and ends at */
export function lastRead(range: { readonly from?: string; readonly to?: string }) {
  const query = { limit: 5, ...range }
  return [['payments', query], (named: AccountHeader) => api.v1.payments.get({ query, ...named })] as const
}
