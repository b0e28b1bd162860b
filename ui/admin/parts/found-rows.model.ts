// Lists that the server sends whole are searched and paged in the browser.
import { matchesSearch } from '../../../src/domain/search.ts'
import { pageSize } from './list.model.ts'

/** Returns the rows whose texts hold all words of `searchText`; every row if there are no words. */
export const matchingRows = <T>(
  rows: readonly T[],
  searchText: string | undefined,
  textsOf: (row: T) => readonly string[],
): T[] => rows.filter(row => searchText === undefined || matchesSearch(searchText, textsOf(row)))

/**
 * Returns one page of rows in the form that `List` takes. Pages count from 1 on; beyond the end it returns
 * the last page.
 */
export function pageOfRows<T>(rows: readonly T[], page = 1) {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const offset = (Math.min(page, last) - 1) * pageSize
  return { items: rows.slice(offset, offset + pageSize), total: rows.length, offset, isWhole: true }
}
