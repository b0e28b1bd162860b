// The query parameters of lists: filters, paging and totals. A page costs the same with a million rows as
// with a thousand.
import type { Account } from '../../domain/account.ts'
import { readTime } from '../../domain/calendar.ts'
import type { Span } from '../../domain/day.ts'
import { badField, badFields, problem } from '../../domain/fault.ts'
import type { Read } from '../../store/engine/statement.ts'
import { type PeriodTable, rangeOfPeriod } from '../../store/period.ts'
import type { PeriodRange } from '../../store/range.ts'

const limitMax = 100
const limitDefault = 20
export const offsetMax = 1_000_000_000
const pageMax = 1_000_000_000
const textMax = 200
/** How many unknown filters one error names, and how much of each name. */
const problemsMax = 20
const shownNameMax = 40
/** A filtered total is exact up to this number, then capped and marked. */
export const exactTotalMax = 10_000

type InZone = Pick<Account, 'timeZone'>

/** The query parameters of a request. */
export type Query = Readonly<Record<string, string | undefined>>

/** Names of other systems for our parameters. `page` counts pages from 1, where `offset` counts rows. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  limit: ['per_page'],
  offset: ['page'],
  from: ['from_date'],
  to: ['to_date'],
}

/**
 * Whether a parameter is no filter: it names the caller (the account of a console's link, the till), or marks
 * a campaign or a cache.
 */
const isIgnored = (name: string) =>
  name === 'account' || name === 'till' || name.startsWith('_') || name.startsWith('utm_')

/**
 * Returns a function that throws a Fault naming the unknown filters of a list's query. If they were ignored,
 * the caller would take the unfiltered response for a filtered one.
 * @param names the parameters of the list
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
          .map(name => problem(name.slice(0, shownNameMax), 'filter_not_known', { filters })),
      )
  }
}

/**
 * Returns a parameter under its name or its alias. It is absent when the result is undefined or empty.
 * @throws Fault naming the alias when both are given and differ
 */
export function valueOrAlias(query: Query, name: string, alias: string): string | undefined {
  const value = query[name]
  const aliasValue = query[alias]
  if (value && aliasValue && value !== aliasValue) throw badField(alias, 'filter_twice', { name })
  return value || aliasValue || value
}

interface WholeNumberLimits {
  readonly min: number
  readonly max: number
  /** The default; without one, the parameter is required. */
  readonly ifAbsent?: number
}

/**
 * Returns a whole number of the query, with digits only.
 * @throws Fault naming the parameter when it is required and absent, no number, or out of its limits
 */
export function wholeNumberOf(query: Query, name: string, { min, max, ifAbsent }: WholeNumberLimits): number {
  const text = query[name]
  if (text === undefined && ifAbsent !== undefined) return ifAbsent
  if (text === undefined) throw badField(name, 'required')
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw badField(name, 'not_whole_number_between', { min, max })
  return value
}

/**
 * Returns a query parameter that has one of these values; undefined when it is absent or empty.
 * @throws Fault naming the parameter for any other value
 */
export function oneOf<T extends string>(query: Query, name: string, allowed: readonly T[]): T | undefined {
  const text = query[name]
  if (text === undefined || text === '') return undefined
  const match = allowed.find(value => value === text)
  if (!match) throw badField(name, 'filter_unknown', { choices: allowed.join(', ') })
  return match
}

/**
 * Returns the page of a query by `limit` and `offset`, or by `per_page` and `page`.
 * @param limitMaxOfList the largest page of this list
 * @param offsetMaxOfList the largest offset of this list
 * @throws Fault naming the invalid parameter
 */
export function pageOf(query: Query, limitMaxOfList = limitMax, offsetMaxOfList = offsetMax) {
  valueOrAlias(query, 'limit', 'per_page') // throws when both are given and differ
  const limitName = query.limit === undefined ? 'per_page' : 'limit'
  const limit = wholeNumberOf(query, limitName, { min: 1, max: limitMaxOfList, ifAbsent: limitDefault })
  if (query.page === undefined)
    return { limit, offset: wholeNumberOf(query, 'offset', { min: 0, max: offsetMaxOfList, ifAbsent: 0 }) }
  if (query.offset !== undefined) throw badField('page', 'filter_twice', { name: 'offset' })
  const max = offsetMaxOfList === offsetMax ? pageMax : Math.floor(offsetMaxOfList / limit) + 1
  const page = wholeNumberOf(query, 'page', { min: 1, max, ifAbsent: 1 })
  return { limit, offset: (page - 1) * limit }
}

/**
 * Returns `from` (inclusive) and `to` (exclusive) of a query in milliseconds, each only if it is given. A
 * date means the start of the account's day.
 * @throws Fault naming a malformed time
 */
export function periodOf({ timeZone }: InZone, query: Query): Partial<Span> {
  const from = timeOf(query, 'from', timeZone)
  const to = timeOf(query, 'to', timeZone)
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** Returns only those parameters of a query that limit it to a period, as the caller named them. */
export const periodQueryOf = ({ from, to, from_date, to_date }: Query): Query => ({
  from,
  to,
  from_date,
  to_date,
})

/**
 * Returns the rows of a table that were created in the period of a query, as filters of lists take them.
 * @throws as `periodOf`
 */
export const rangeOf = (
  read: Read,
  account: Pick<Account, 'id' | 'timeZone'>,
  query: Query,
  table: PeriodTable,
): Promise<PeriodRange> => rangeOfPeriod(read, table, account.id, periodOf(account, query))

/** Returns a time of the query under its name or its alias, in milliseconds; undefined when it is absent. */
function timeOf(query: Query, name: 'from' | 'to', timeZone: string): number | undefined {
  const text = valueOrAlias(query, name, `${name}_date`)
  return text ? timeIn(timeZone, query[name] ? name : `${name}_date`, text) : undefined
}

/**
 * Reads a time, in the given zone unless the text names one.
 * @returns milliseconds since 1970
 * @throws Fault naming the field when the text is no time
 */
export function timeIn(timeZone: string, name: string, text: string): number {
  const time = readTime(text, timeZone)
  if (time === undefined) throw badField(name, 'time_malformed')
  return time
}

/**
 * Returns a text parameter, trimmed; undefined when it is absent or empty.
 * @throws Fault naming the parameter when it has more than 200 characters
 */
export const textOf = (query: Query, name: string): string | undefined => {
  const text = query[name]?.trim()
  if (text && text.length > textMax) throw badField(name, 'too_long', { max: textMax })
  return text || undefined
}

interface Page {
  readonly limit: number
  readonly offset: number
  readonly rowCount: number // rows that were read for the page
}

/**
 * Returns the total if the page itself reveals it, so that most lists need no count; otherwise undefined. A
 * page that is not full ends the list, unless it is empty and may be beyond the end.
 */
export const totalOfPage = ({ limit, offset, rowCount }: Page): number | undefined =>
  rowCount < limit && (rowCount > 0 || offset === 0) ? offset + rowCount : undefined

/** Returns a filter that is `true` or absent. @throws Fault naming the parameter for any other value */
export function flagOf(query: Query, name: string): true | undefined {
  const text = textOf(query, name)
  if (text === undefined) return undefined
  if (text !== 'true') throw badField(name, 'only_true')
  return true
}
