// Lists that the box answers whole, of keys, people and tills: what their address may ask for, filtered and
// paged here.
import { isFound } from '../../../src/domain/search.ts'
import { roles } from '../staff/staff.model.ts'
import { pageSize } from './list.model.ts'
import { page, type Query, text, word } from './query.model.ts'

export const keyStates = ['active', 'revoked'] as const
export const keySearch = (query: Query) => ({
  ...text(query, 'q'),
  ...word(query, 'state', keyStates),
  ...page(query),
})

/** `member`: who is in; `invited`: whose invitation is open. */
export const staffStates = ['member', 'invited'] as const
export const staffSearch = (query: Query) => ({
  ...text(query, 'q'),
  ...word(query, 'role', roles),
  ...word(query, 'state', staffStates),
  ...page(query),
})

export const tillStates = ['paired', 'waiting', 'unpaired', 'revoked'] as const
export const tillSearch = (query: Query) => ({
  ...text(query, 'q'),
  ...word(query, 'state', tillStates),
  ...page(query),
})

export const profileSearch = (query: Query) => ({ ...text(query, 'q'), ...page(query) })

/** Those in whose texts the words are found; all where none are given. */
export const foundIn = <T>(
  rows: readonly T[],
  wanted: string | undefined,
  textsOf: (row: T) => readonly string[],
): T[] => rows.filter(row => wanted === undefined || isFound(wanted, textsOf(row)))

/** One page of them, the last one where there are fewer. @param page from 1 on */
export function pageIn<T>(rows: readonly T[], page = 1): { items: T[]; total: number; offset: number } {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const offset = (Math.min(page, last) - 1) * pageSize
  return { items: rows.slice(offset, offset + pageSize), total: rows.length, offset }
}
