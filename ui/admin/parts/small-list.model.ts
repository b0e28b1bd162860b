// Lists that the server sends whole (keys, staff, tills, branding): search, filters and paging in the
// browser.
import { matchesSearch } from '../../../src/domain/search.ts'
import { pageSize } from './list.model.ts'
import { choiceParam, cursorParam, pageParam, type Query, textParam } from './query.model.ts'
import { roles } from './role.model.ts'

export const keyStates = ['active', 'revoked'] as const
export const keySearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'state', keyStates),
  ...pageParam(query),
})

/** `member`: who is in; `invited`: whose invitation is open. */
export const staffStates = ['member', 'invited'] as const
export const staffSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'role', roles),
  ...choiceParam(query, 'state', staffStates),
  ...pageParam(query),
})

export const tillStates = ['paired', 'waiting', 'unpaired', 'revoked'] as const
export const tillSearch = (query: Query) => ({
  ...textParam(query, 'q'),
  ...choiceParam(query, 'state', tillStates),
  ...pageParam(query),
})

export const profileSearch = (query: Query) => ({ ...textParam(query, 'q'), ...cursorParam(query) })

/** Returns the rows whose texts hold all words; every row if there are no words. */
export const foundIn = <T>(
  rows: readonly T[],
  wanted: string | undefined,
  textsOf: (row: T) => readonly string[],
): T[] => rows.filter(row => wanted === undefined || matchesSearch(wanted, textsOf(row)))

/** One page of them, the last one where there are fewer. @param page from 1 on */
export function pageIn<T>(rows: readonly T[], page = 1) {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const offset = (Math.min(page, last) - 1) * pageSize
  return { items: rows.slice(offset, offset + pageSize), total: rows.length, offset, isWhole: true }
}
