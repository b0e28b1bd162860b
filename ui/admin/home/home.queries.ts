// The queries of Home. app/prefetch.ts sends the first of them before the rest of the console is loaded.
import type { Period } from '../../../src/domain/period.ts'
import { api } from '../../kit/api.ts'
import type { AccountHeader } from '../parts/queries.ts'

/** @param day the day looked at, when it is not today */
export const overviewRead = (day?: string) =>
  [
    ['overview', day],
    (header: AccountHeader) => api.api.v1.overview.get({ query: day ? { day } : {}, ...header }),
  ] as const

/** @param range the moments that an earlier day begins and ends at */
export function recentRead(range: { readonly from?: string; readonly to?: string }) {
  const query = { limit: 5, ...range }
  return [['sales', query], (header: AccountHeader) => api.api.v1.sales.get({ query, ...header })] as const
}

/** @param day a day of the period looked at, when it is not the current one */
export const periodRead = (period: Period, day?: string) =>
  [
    ['overview', period, day],
    (header: AccountHeader) =>
      api.api.v1.overview.period.get({ query: { period, ...(day ? { day } : {}) }, ...header }),
  ] as const
