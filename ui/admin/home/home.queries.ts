// The queries of Home, each as a cache key and a request. app/prefetch.ts sends the first of them before the
// rest of the console is loaded.
import type { Period } from '../../../src/domain/period.ts'
import { api } from '../../kit/api.ts'
import type { AccountHeader } from '../parts/queries.ts'

/** Returns the arguments of `useRead` that read the figures of a day, or of today: cache key and request. */
export const overviewRead = (day?: string) =>
  [
    ['overview', day],
    (header: AccountHeader) => api.api.v1.overview.get({ query: day ? { day } : {}, ...header }),
  ] as const

/**
 * Returns the arguments of `useRead` that read the five newest sales in a range: cache key and request. The
 * range is in ISO times, and each end may be open.
 */
export function recentRead(range: { readonly from?: string; readonly to?: string }) {
  const query = { limit: 5, ...range }
  return [['sales', query], (header: AccountHeader) => api.api.v1.sales.get({ query, ...header })] as const
}

/** Returns the arguments of `useRead` that read the sales of a range of days: cache key and request. */
export const rangeRead = (from: string, to: string) =>
  [
    ['overview', 'range', from, to],
    (header: AccountHeader) => api.api.v1.overview.period.get({ query: { from, to }, ...header }),
  ] as const

/**
 * Returns the arguments of `useRead` that read the sales of the period that contains `day`, or of the current
 * period: cache key and request.
 */
export const periodRead = (period: Period, day?: string) =>
  [
    ['overview', period, day],
    (header: AccountHeader) =>
      api.api.v1.overview.period.get({ query: { period, ...(day ? { day } : {}) }, ...header }),
  ] as const
