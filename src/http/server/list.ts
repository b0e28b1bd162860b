// The query parameters of lists: filters, paging and totals. A page costs the same with a million rows as
// with a thousand.
import { badField } from '../../domain/fault.ts'
import { idFrom, namedId } from '../../domain/id.ts'
import { success } from '../../wire/money.ts'

const limitMax = 100
const limitDefault = 20
/** A filtered total is exact up to this number, then capped and marked. */
export const exactTotalMax = 10_000

/** The query parameters of a request. */
export type Query = Readonly<Record<string, string | undefined>>

/** A whole number of the query. @param ifAbsent undefined when it is required */
export function wholeNumberOf(
  query: Query,
  name: string,
  ifAbsent: number | undefined,
  least: number,
  most: number,
): number {
  const text = query[name]
  if (text === undefined && ifAbsent !== undefined) return ifAbsent
  if (text === undefined) throw badField(name, 'required')
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw most === Number.MAX_SAFE_INTEGER
      ? badField(name, 'not_whole_number_from', { least })
      : badField(name, 'not_whole_number_between', { least, most })
  return value
}

/** A query parameter with one of these values; empty counts as absent. */
export function oneOf<T extends string>(query: Query, name: string, allowed: readonly T[]): T | undefined {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  const known = allowed.find(one => one === text)
  if (!known) throw badField(name, 'filter_unknown', { choices: allowed.join(', ') })
  return known
}

/** `limit` and `offset`. */
export const pageOf = (query: Query) => ({
  limit: wholeNumberOf(query, 'limit', limitDefault, 1, limitMax),
  offset: wholeNumberOf(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER),
})

/** `from` (inclusive) and `to` (exclusive) as a range of ids. */
export function rangeOf(query: Query) {
  const from = timeOf(query, 'from')
  const to = timeOf(query, 'to')
  return {
    fromId: from === undefined ? undefined : idFrom(from),
    beforeId: to === undefined ? undefined : idFrom(to),
  }
}

/** The same for ids with a prefix. */
export function namedRangeOf(query: Query, kind: 'evt' | 'del') {
  const { fromId, beforeId } = rangeOf(query)
  return { fromId: fromId && namedId(kind, fromId), beforeId: beforeId && namedId(kind, beforeId) }
}

function timeOf(query: Query, name: string): number | undefined {
  const text = query[name]
  return text === undefined || text === '' ? undefined : readTime(name, text)
}

/** A time in milliseconds. @throws Fault naming the field */
export function readTime(name: string, text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw badField(name, 'time_malformed')
  return time
}

/** A text parameter, trimmed; empty counts as absent. */
export const textOf = (query: Query, name: string): string | undefined => {
  const text = query[name]?.trim()
  if (text && text.length > 200) throw badField(name, 'too_long', { most: 200 })
  return text || undefined
}

interface Page {
  readonly limit: number
  readonly offset: number
  readonly shown: number
}

/** The total, if the page itself shows it: it is not full and not beyond the end. Saves most counts. */
export const totalOfPage = ({ limit, offset, shown }: Page): number | undefined =>
  shown < limit && (shown > 0 || offset === 0) ? offset + shown : undefined

interface ListSource<Row, View> {
  list(limit: number, offset: number): Promise<readonly Row[]>
  /** How many there are, counted up to `most`. */
  countUpTo(most: number): Promise<number>
  view(row: Row): View
}

/** A page of a list without stored totals: counted up to `exactMost`, then capped and marked. */
export async function countedPage<Row, View>(query: Query, { list, countUpTo, view }: ListSource<Row, View>) {
  const page = pageOf(query)
  const rows = await list(page.limit, page.offset)
  const known = totalOfPage({ ...page, shown: rows.length })
  const total = known === undefined ? await countUpTo(exactTotalMax) : Math.min(known, exactTotalMax)
  return success(200, {
    items: rows.map(view),
    total,
    ...(total === exactTotalMax ? { total_capped: true } : {}),
    ...page,
  })
}

/** A filter that is `true` or absent. */
export function flagOf(query: Query, name: string): true | undefined {
  const text = textOf(query, name)
  if (text === undefined) return undefined
  if (text !== 'true') throw badField(name, 'only_true')
  return true
}
