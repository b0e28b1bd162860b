// Lists that the server sends whole are searched and paged in the browser.
import { matchesSearch } from '../../../src/domain/search.ts'
import { pageSize } from './list.model.ts'

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
