// The query of an address, such as `?status=completed&page=2`. Pages read the parameters they know and ignore
// the rest, so that a typed or old address breaks nothing.

import { readDay } from '../../../src/domain/calendar.ts'

export type Query = Readonly<Record<string, unknown>>

/** Parses the query of an address: `?a=1&b=` → `{a: '1'}`. Empty values are left out. */
export function readQuery(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''))
}

/**
 * Writes a query with its question mark, or an empty text for an empty query. Undefined, null and empty
 * values are left out.
 */
export function writeQuery(query: Query): string {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** An object with the parameter, or without it. */
type OptionalParam<N extends string, T> = { readonly [K in N]?: T }

/**
 * Reads a text of at most 200 characters, without the spaces around it. The router parses digits as numbers,
 * so a number is a text, too.
 */
export function textParam<N extends string>(query: Query, name: N): OptionalParam<N, string> {
  const value = query[name]
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : ''
  return (text ? { [name]: text } : {}) as OptionalParam<N, string>
}

/** Reads a parameter whose value must be one of `words`; leaves out any other value. */
export function choiceParam<N extends string, T extends string>(
  query: Query,
  name: N,
  words: readonly T[],
): OptionalParam<N, T> {
  const word = words.find(eachWord => eachWord === query[name])
  return (word ? { [name]: word } : {}) as OptionalParam<N, T>
}

/**
 * Whether a value is a complete day such as 2026-11-21. A day that is still being typed, such as 0002-11-21,
 * is not.
 */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && readDay(value) !== undefined

/** Reads a day, such as 2026-11-21; leaves out any other value. */
export function dayParam<N extends string>(query: Query, name: N): OptionalParam<N, string> {
  const value = query[name]
  return (isDay(value) ? { [name]: value } : {}) as OptionalParam<N, string>
}

/** Reads the number of a page from 2 on. The first page has no parameter. */
export function pageParam(query: Query): OptionalParam<'page', number> {
  const value = Number(query.page)
  return Number.isInteger(value) && value > 1 && value <= 1_000_000 ? { page: value } : {}
}

/** Reads the row at which a page begins (list.model.ts): `after` or `before`, never both. */
export function cursorParam(query: Query): OptionalParam<'after' | 'before', string> {
  const isId = (value: unknown) => /^[\w-]{4,60}$/.test(String(value ?? ''))
  if (isId(query.after)) return { after: String(query.after) }
  return isId(query.before) ? { before: String(query.before) } : {}
}

/**
 * Wraps a page's reader for the router, so that the page sees the parameters it reads and nothing else. The
 * router merges the result into the address, so every other parameter is set to undefined, except the
 * account, which belongs to the frame.
 */
export const searchReader =
  <Q extends object>(read: (query: Query) => Q) =>
  (query: Query): Q => ({ ...unsetParams(query), ...read(query) })

/** Returns the query with every parameter but the account set to undefined. */
const unsetParams = (query: Query): object =>
  Object.fromEntries(
    Object.keys(query)
      .filter(name => name !== 'account')
      .map(name => [name, undefined]),
  )

/**
 * Returns the query with one value set, or removed when it is undefined or empty. The page and its cursor are
 * removed, so that a list begins at its first page, unless `name` itself is one of them.
 */
export function withParam<Q extends object>(query: Q, name: string, value: string | number | undefined): Q {
  const { [name]: _, page: _page, after: _after, before: _before, ...rest } = query as Record<string, unknown>
  return { ...rest, ...(value === undefined || value === '' ? {} : { [name]: value }) } as Q
}

/** Whether a query filters a list. The account, the page and its cursor are no filters. */
export const isFiltered = (query: object): boolean =>
  Object.entries(query).some(
    ([name, value]) => !['page', 'after', 'before', 'account'].includes(name) && value !== undefined,
  )
