// What the first page asks the box: by the page itself, and before it is drawn.
import { api } from '../kit/api.ts'
import { isText, readStored, writeStored } from '../kit/stored.ts'
import type { Named } from './box.ts'
import { accountHere } from './seat.tsx'

/** @param day the day looked at, when it is not today */
export const overviewRead = (day?: string) =>
  [['overview', day], (named: Named) => api.api.v1.overview.get({ query: day ? { day } : {}, ...named })] as const

const query = { limit: 5 }
export const lastRead = [['payments', query], (named: Named) => api.v1.payments.get({ query, ...named })] as const

const seenName = 'console.home'
/** Somebody saw the first page of this account here: they may. */
export const noteHomeSeen = (account: string): void => void writeStored(seenName, account)

/** Whose first page this browser is about to draw, as far as it knows: of the account worked on last, unless the address names another. */
export function homeAccount(): string | undefined {
  if (!/^\/admin\/?$/.test(location.pathname) || new URLSearchParams(location.search).has('day')) return undefined
  const seen = readStored(seenName, isText)
  const named = new URLSearchParams(location.search).get('account') ?? accountHere()
  return named === seen ? seen : undefined
}
