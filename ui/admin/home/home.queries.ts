// The queries of Home. app/prefetch.ts sends the first of them before the rest of the console is loaded.
import type { Period } from '../../../src/domain/period.ts'
import { api } from '../../kit/api.ts'
import type { AccountHeader } from '../parts/queries.ts'

/** Reads the figures of a day; without `day`, of today. */
export const overviewRead = (day?: string) =>
  [
    ['overview', day],
    (header: AccountHeader) => api.api.v1.overview.get({ query: day ? { day } : {}, ...header }),
  ] as const

/** Reads the five newest sales; with a range, those between its two moments. */
export function recentRead(range: { readonly from?: string; readonly to?: string }) {
  const query = { limit: 5, ...range }
  return [['sales', query], (header: AccountHeader) => api.api.v1.sales.get({ query, ...header })] as const
}

/** Reads the figures of the day, week or month that contains `day`; without it, of the current one. */
export const periodRead = (period: Period, day?: string) =>
  [
    ['overview', period, day],
    (header: AccountHeader) =>
      api.api.v1.overview.period.get({ query: { period, ...(day ? { day } : {}) }, ...header }),
  ] as const
