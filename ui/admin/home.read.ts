// What the first page asks the box: by the page itself, and before it is drawn. first.ts asks the same even earlier.
import { api } from '../kit/api.ts'
import type { Named } from './box.ts'

/** @param day the day looked at, when it is not today */
export const overviewRead = (day?: string) =>
  [['overview', day], (named: Named) => api.api.v1.overview.get({ query: day ? { day } : {}, ...named })] as const

const query = { limit: 5 }
export const lastRead = [['payments', query], (named: Named) => api.v1.payments.get({ query, ...named })] as const
