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
/** How many unknown filters an error names, and how many characters of each name. */
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
 * Whether a query parameter is not a filter, so that an unknown name is no error: `account` and `till`
 * identify the caller, `utm_…` a campaign, and `_…` only defeats a cache.
 */
const isIgnored = (name: string) =>
  name === 'account' || name === 'till' || name.startsWith('_') || name.startsWith('utm_')

/**
 * Returns a function that throws a Fault if a list's query has unknown filters, and names them. If it ignored
 * them, the caller would take the unfiltered response for a filtered one.
 * @param names the parameters of the list; their aliases are allowed, too
 */
export function filterCheck(names: readonly string[]) {
  const allowedNames = new Set(names.flatMap(name => [name, ...(aliases[name] ?? [])]))
  const filters = names.join(', ') || 'none'
  return ({ query }: { query: Query }): void => {
    const unknown = Object.keys(query).filter(name => !allowedNames.has(name) && !isIgnored(name))
    if (unknown.length === 0) return
    const shownNames = unknown.slice(0, problemsMax).map(name => name.slice(0, shownNameMax))
    throw badFields(shownNames.map(name => problem(name, 'filter_not_known', { filters })))
  }
}

/**
 * Returns the value that a query gives under a parameter's name or under its alias. An undefined or empty
 * result means that the parameter is not given.
 * @throws Fault naming the alias when the query has both and they differ
 */
export function valueOrAlias(query: Query, name: string, alias: string): string | undefined {
  const value = query[name]
  const aliasValue = query[alias]
  if (value && aliasValue && value !== aliasValue) throw badField(alias, 'filter_twice', { name })
  if (value) return value
  return aliasValue || value
}

interface WholeNumberLimits {
  readonly min: number
  readonly max: number
  /** The result for an absent parameter; without this default, the parameter is required. */
  readonly ifAbsent?: number
}

/**
 * Reads a whole number from a query parameter, which may consist only of digits.
 * @throws Fault naming the parameter when it is required and absent, no number, or out of its limits
 */
export function wholeNumberOf(query: Query, name: string, { min, max, ifAbsent }: WholeNumberLimits): number {
  const text = query[name]
  if (text === undefined) {
    if (ifAbsent === undefined) throw badField(name, 'required')
    return ifAbsent
  }
  const isDigits = /^\d{1,15}$/.test(text) // numbers with up to 15 digits are exact
  const value = Number(text)
  if (!isDigits || value < min || value > max) throw badField(name, 'not_whole_number_between', { min, max })
  return value
}

/**
 * Returns the value of a query parameter that allows only certain values; undefined when absent or empty.
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
 * Returns which rows a query requests: at most `limit` rows after the first `offset` ones. The query gives
 * them as `limit` and `offset`, or as `per_page` and `page`.
 * @param limitMaxOfList the most rows on a page of this list
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
  const lastPage = offsetMaxOfList === offsetMax ? pageMax : Math.floor(offsetMaxOfList / limit) + 1
  const page = wholeNumberOf(query, 'page', { min: 1, max: lastPage, ifAbsent: 1 })
  return { limit, offset: (page - 1) * limit }
}

/**
 * Returns the period of a query: `from` (inclusive) and `to` (exclusive) in milliseconds since 1970. Each is
 * absent if the query does not give it. A date without a time means the start of that day in the account's
 * time zone.
 * @throws Fault naming a malformed time
 */
export function periodOf({ timeZone }: InZone, query: Query): Partial<Span> {
  const from = timeOf(query, 'from', timeZone)
  const to = timeOf(query, 'to', timeZone)
  const period: { from?: number; to?: number } = {}
  if (from !== undefined) period.from = from
  if (to !== undefined) period.to = to
  return period
}

/** Returns a query with only the parameters of its period, under the names that the caller used. */
export const periodQueryOf = ({ from, to, from_date, to_date }: Query): Query => ({
  from,
  to,
  from_date,
  to_date,
})

/**
 * Returns the range of a table's rows that were created in the period of a query, for the filter of a list.
 * @throws Fault naming a malformed time
 */
export const rangeOf = (
  read: Read,
  account: Pick<Account, 'id' | 'timeZone'>,
  query: Query,
  table: PeriodTable,
): Promise<PeriodRange> => rangeOfPeriod(read, table, account.id, periodOf(account, query))

/**
 * Returns the time that a query gives as `from` or `to`, or under the alias `from_date` or `to_date`, in
 * milliseconds since 1970; undefined when it is absent.
 */
function timeOf(query: Query, name: 'from' | 'to', timeZone: string): number | undefined {
  const alias = `${name}_date`
  const text = valueOrAlias(query, name, alias)
  if (!text) return undefined
  const givenName = query[name] ? name : alias
  return timeIn(timeZone, givenName, text)
}

/**
 * Reads a time. A text without a time zone is a time in `timeZone`.
 * @param name of the field that the error names
 * @returns milliseconds since 1970
 * @throws Fault when the text is not a time
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
 * Returns the number of rows in a list if one page reveals it, so that most lists need no count; otherwise
 * undefined. A page that is not full ends the list. An empty page after an offset reveals nothing, because it
 * may be beyond the end.
 */
export function totalOfPage({ limit, offset, rowCount }: Page): number | undefined {
  const isFull = rowCount >= limit
  const mayBeBeyondEnd = rowCount === 0 && offset > 0
  return isFull || mayBeBeyondEnd ? undefined : offset + rowCount
}

/** Returns a filter that is `true` or absent. @throws Fault naming the parameter for any other value */
export function flagOf(query: Query, name: string): true | undefined {
  const text = textOf(query, name)
  if (text === undefined) return undefined
  if (text !== 'true') throw badField(name, 'only_true')
  return true
}
