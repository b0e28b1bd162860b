// The query parameters of lists: filters, paging and totals. A page costs the same with a million rows as
// with a thousand.
import type { Account } from '../../domain/account.ts'
import { readTime } from '../../domain/calendar.ts'
import type { Span } from '../../domain/day.ts'
import { badField, badFields, problem } from '../../domain/fault.ts'
import { idFrom, idWithPrefix } from '../../domain/id.ts'

const limitMax = 100
const limitDefault = 20
export const offsetMax = 1_000_000_000
const pageMax = 1_000_000_000
const problemsMax = 20
/** A filtered total is exact up to this number, then capped and marked. */
export const exactTotalMax = 10_000

type InZone = Pick<Account, 'timeZone'>

/** The query parameters of a request. */
export type Query = Readonly<Record<string, string | undefined>>

/** Names that clients know from other systems: `per_page` is `limit`, and so on. `page` begins at 1. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  limit: ['per_page'],
  offset: ['page'],
  from: ['from_date'],
  to: ['to_date'],
}

/**
 * These parameters are not filters: the caller (the account of a console's link, the till), and markers of
 * campaigns and caches.
 */
const isIgnored = (name: string) =>
  name === 'account' || name === 'till' || name.startsWith('_') || name.startsWith('utm_')

/**
 * Checks the query of a list. If an unknown filter were ignored, the caller would take the unfiltered answer
 * for a filtered one.
 * @param names the parameters of the list
 * @returns throws Fault naming the unknown filters
 */
export function filterCheck(names: readonly string[]) {
  const allowedNames = new Set(names.flatMap(name => [name, ...(aliases[name] ?? [])]))
  const filters = names.join(', ') || 'none'
  return ({ query }: { query: Query }): void => {
    const unknown = Object.keys(query).filter(name => !allowedNames.has(name) && !isIgnored(name))
    if (unknown.length > 0)
      throw badFields(
        unknown
          .slice(0, problemsMax)
          .map(name => problem(name.slice(0, 40), 'filter_not_known', { filters })),
      )
  }
}

/** A parameter under its name or its alias. @throws Fault when both are given and differ */
function valueOrAlias(query: Query, name: string, alias: string): string | undefined {
  const value = query[name]
  const other = query[alias]
  if (value && other && value !== other) throw badField(alias, 'filter_twice', { name })
  return value || other || value
}

interface WholeNumberLimits {
  readonly min: number
  readonly max: number
  /** Undefined when the parameter is required. */
  readonly ifAbsent?: number
}

/** A whole number of the query. */
export function wholeNumberOf(query: Query, name: string, { min, max, ifAbsent }: WholeNumberLimits): number {
  const text = query[name]
  if (text === undefined && ifAbsent !== undefined) return ifAbsent
  if (text === undefined) throw badField(name, 'required')
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw badField(name, 'not_whole_number_between', { min, max })
  return value
}

/** A query parameter with one of these values; empty counts as absent. */
export function oneOf<T extends string>(query: Query, name: string, allowed: readonly T[]): T | undefined {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  const match = allowed.find(value => value === text)
  if (!match) throw badField(name, 'filter_unknown', { choices: allowed.join(', ') })
  return match
}

/** `limit` and `offset`; or `per_page` and `page`. @param most the largest page of this list */
export function pageOf(query: Query, most = limitMax) {
  valueOrAlias(query, 'limit', 'per_page')
  const limitName = query.limit === undefined ? 'per_page' : 'limit'
  const limit = wholeNumberOf(query, limitName, { min: 1, max: most, ifAbsent: limitDefault })
  if (query.page === undefined)
    return { limit, offset: wholeNumberOf(query, 'offset', { min: 0, max: offsetMax, ifAbsent: 0 }) }
  if (query.offset !== undefined) throw badField('page', 'filter_twice', { name: 'offset' })
  return { limit, offset: (wholeNumberOf(query, 'page', { min: 1, max: pageMax, ifAbsent: 1 }) - 1) * limit }
}

/** `from` (inclusive) and `to` (exclusive), milliseconds. A date means the start of the account's day. */
export function periodOf({ timeZone }: InZone, query: Query): Partial<Span> {
  const from = timeOf(query, 'from', timeZone)
  const to = timeOf(query, 'to', timeZone)
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** The period as a range of ids. */
export function rangeOf(account: InZone, query: Query) {
  const { from, to } = periodOf(account, query)
  return {
    fromId: from === undefined ? undefined : idFrom(from),
    beforeId: to === undefined ? undefined : idFrom(to),
  }
}

/** The period as a range of ids with a prefix. */
export function prefixedRangeOf(account: InZone, query: Query, kind: 'evt' | 'del') {
  const { fromId, beforeId } = rangeOf(account, query)
  return { fromId: fromId && idWithPrefix(kind, fromId), beforeId: beforeId && idWithPrefix(kind, beforeId) }
}

function timeOf(query: Query, name: 'from' | 'to', timeZone: string): number | undefined {
  const text = valueOrAlias(query, name, `${name}_date`)
  return text ? timeIn(timeZone, query[name] ? name : `${name}_date`, text) : undefined
}

/** A time in milliseconds, in the zone unless it names one. @throws Fault naming the field */
export function timeIn(timeZone: string, name: string, text: string): number {
  const time = readTime(text, timeZone)
  if (time === undefined) throw badField(name, 'time_malformed')
  return time
}

/** A text parameter, trimmed; empty counts as absent. */
export const textOf = (query: Query, name: string): string | undefined => {
  const text = query[name]?.trim()
  if (text && text.length > 200) throw badField(name, 'too_long', { max: 200 })
  return text || undefined
}

interface Page {
  readonly limit: number
  readonly offset: number
  readonly shown: number
}

/**
 * The total, if the page itself reveals it, because the page is neither full nor beyond the end. This avoids
 * most counts.
 */
export const totalOfPage = ({ limit, offset, shown }: Page): number | undefined =>
  shown < limit && (shown > 0 || offset === 0) ? offset + shown : undefined

/** A filter that is `true` or absent. */
export function flagOf(query: Query, name: string): true | undefined {
  const text = textOf(query, name)
  if (text === undefined) return undefined
  if (text !== 'true') throw badField(name, 'only_true')
  return true
}
