// The paging of a list: which rows to request, and what the pager shows.
import { readDay } from '../../../src/domain/calendar.ts'
import { hoursOf } from '../../../src/domain/day.ts'
import { isFiltered } from './query.model.ts'

/** Rows on a page of a list. */
export const pageSize = 25
/** Up to this many rows the server counts how many are above a page. */
const countedMax = 10_000

/**
 * The row below or above which a page begins. Unlike page numbers, a cursor neither repeats nor skips rows
 * while new ones arrive.
 */
export interface Cursor {
  readonly after?: string
  readonly before?: string
}

/** Returns the query parameters that request the page at a cursor; without a cursor, the first page. */
export const rowsOf = ({ after, before }: Cursor = {}) => ({
  limit: pageSize,
  ...(after ? { starting_after: after } : before ? { ending_before: before } : {}),
})

export interface Paging {
  /** The first and the last row shown, from 1 on; 0 when there is none. */
  readonly first: number
  readonly last: number
  readonly total: number
  /** The server stopped counting at `total`. */
  readonly capped: boolean
  readonly page: number
  /** How many rows are above it. */
  readonly offset: number
  /** Whether the page is so far down that its rows have no numbers. */
  readonly isDeep: boolean
  readonly hasBefore: boolean
  readonly hasMore: boolean
}

/** What the server answers for a page of a list. */
interface PageReply {
  readonly items: readonly unknown[]
  readonly total: number
  readonly offset: number
  readonly total_capped?: boolean | undefined
}

/** The parameter of the address that leads to another page, and its value; undefined to remove it. */
type PageParam = readonly [name: string, value: string | number | undefined]

/**
 * Returns the address parameters of the previous page (`newer`) and the next page (`older`); undefined where
 * the list ends. `keys` are the keys of the first and last row shown. They are undefined for a list that the
 * browser has whole: its pages have numbers instead of cursors.
 */
export function pageParamsOf(
  { page, offset, hasBefore, hasMore }: Paging,
  keys: readonly [first: string, last: string] | undefined,
): { newer: PageParam | undefined; older: PageParam | undefined } {
  if (!keys)
    return {
      newer: hasBefore ? ['page', page > 2 ? page - 1 : undefined] : undefined,
      older: hasMore ? ['page', page + 1] : undefined,
    }
  // The first page has no cursor, so that new rows appear on it.
  const newer: PageParam = offset > pageSize ? ['before', keys[0]] : ['before', undefined]
  return { newer: hasBefore ? newer : undefined, older: hasMore ? ['after', keys[1]] : undefined }
}

/** Derives from an answer which rows are shown and whether there are pages before and after it. */
export function pagingOf({ items, total, offset, total_capped: isCapped = false }: PageReply): Paging {
  const last = offset + items.length
  return {
    first: items.length === 0 ? 0 : offset + 1,
    last: items.length === 0 ? 0 : last,
    total,
    capped: isCapped,
    page: Math.floor(offset / pageSize) + 1,
    offset,
    isDeep: offset >= countedMax,
    hasBefore: offset > 0,
    hasMore: last < total || (isCapped && items.length === pageSize),
  }
}

/**
 * Returns the times at which a range of days begins and ends in a time zone, as the API expects `from` and
 * `to`. `range.to` is the last day itself, so its end is the end of that day. Days that are missing or wrong
 * are left out.
 */
export function momentsOf(range: { from?: string | undefined; to?: string | undefined }, timeZone: string) {
  const edge = (text: string | undefined, which: 'from' | 'to') => {
    const day = text === undefined ? undefined : readDay(text)
    if (day === undefined) return undefined
    // A day may begin at one o'clock, where clocks are set forward at midnight.
    const hours = hoursOf(day, timeZone).filter(hour => hour.to > 0)
    const time = which === 'from' ? hours[0]?.from : hours.at(-1)?.to
    return time === undefined ? undefined : new Date(time).toISOString()
  }
  const from = edge(range.from, 'from')
  const to = edge(range.to, 'to')
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/**
 * Whether the account has no row at all, so there is nothing to filter or export either. False while the
 * first page is loading.
 */
export const isNothingYet = (page: Pick<PageReply, 'total'> | undefined, search: object): boolean =>
  page?.total === 0 && !isFiltered(search)
