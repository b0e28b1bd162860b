// The paging of a list: which rows to request, and what the pager shows.
import { readDay } from '../../../src/domain/calendar.ts'
import { hoursOf } from '../../../src/domain/day.ts'
import { isFiltered } from './query.model.ts'

export const pageSize = 25

/** The rows to request. */
export const rowsOf = (page = 1): { limit: number; offset: number } => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
})

export interface Paging {
  /** The first and the last row shown, from 1 on; 0 when there is none. */
  readonly first: number
  readonly last: number
  readonly total: number
  /** The server stopped counting at `total`. */
  readonly capped: boolean
  readonly page: number
  readonly hasBefore: boolean
  readonly hasMore: boolean
}

interface Answered {
  readonly items: readonly unknown[]
  readonly total: number
  readonly offset: number
  readonly total_capped?: boolean | undefined
}

/** Where in the list one is. */
export function pagingOf({ items, total, offset, total_capped: capped = false }: Answered): Paging {
  const last = offset + items.length
  return {
    first: items.length === 0 ? 0 : offset + 1,
    last: items.length === 0 ? 0 : last,
    total,
    capped,
    page: Math.floor(offset / pageSize) + 1,
    hasBefore: offset > 0,
    hasMore: last < total || (capped && items.length === pageSize),
  }
}

/**
 * The moments that a range of days in a time zone begins and ends at, as the API expects them; `to` is the
 * last
 * day itself.
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
