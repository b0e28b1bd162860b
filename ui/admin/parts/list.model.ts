// The paging of a list: which rows to request, and what the pager shows.
import { readDay } from '../../../src/domain/calendar.ts'
import { hoursOf } from '../../../src/domain/day.ts'
import { isFiltered } from './query.model.ts'

export const pageSize = 25
/** The server counts the rows above a page up to here. */
const countedMax = 10_000

/**
 * Where a page begins: below a row, or just above one. While sales arrive no row is shown twice, and none is
 * missed.
 */
export interface Cursor {
  readonly after?: string
  readonly before?: string
}

/** The rows to request. */
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

interface Answered {
  readonly items: readonly unknown[]
  readonly total: number
  readonly offset: number
  readonly total_capped?: boolean | undefined
}

/** A parameter of the address, and its value; undefined to leave it out. */
type Way = readonly [name: string, value: string | number | undefined]

/**
 * Where the pager leads; undefined where the list ends.
 * @param keys of the first and the last row; undefined for a list that the browser has whole: its pages have
 * numbers
 */
export function waysOf(
  { page, offset, hasBefore, hasMore }: Paging,
  keys: readonly [first: string, last: string] | undefined,
): { newer: Way | undefined; older: Way | undefined } {
  if (!keys)
    return {
      newer: hasBefore ? ['page', page > 2 ? page - 1 : undefined] : undefined,
      older: hasMore ? ['page', page + 1] : undefined,
    }
  // The first page is that of no cursor: it goes on with what arrives.
  const newer: Way = offset > pageSize ? ['before', keys[0]] : ['before', undefined]
  return { newer: hasBefore ? newer : undefined, older: hasMore ? ['after', keys[1]] : undefined }
}

/** The position of a page in its list. */
export function pagingOf({ items, total, offset, total_capped: isCapped = false }: Answered): Paging {
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
 * The moments at which a range of days in a time zone begins and ends, as the API expects them. `to` is the
 * last day itself.
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

/** Whether there is nothing yet: then there is nothing to filter or to export either. */
export const isNothingYet = (page: Pick<Answered, 'total'> | undefined, search: object): boolean =>
  page?.total === 0 && !isFiltered(search)
