// The query of an address, such as `?status=completed&page=2`. Pages read the parameters they know and ignore
// the rest, so that a typed or old address breaks nothing.

import { readDay } from '../../../src/domain/calendar.ts'

export type Query = Readonly<Record<string, unknown>>

/** `?a=1&b=` → `{a: '1'}` */
export function readQuery(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''))
}

/** What is undefined or empty is left out. */
export function writeQuery(query: Query): string {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

type Found<N extends string, T> = { readonly [K in N]?: T }

/** A short text. */
export function textParam<N extends string>(query: Query, name: N): Found<N, string> {
  const value = query[name]
  const found =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : ''
  return (found ? { [name]: found } : {}) as Found<N, string>
}

/** One of these words. */
export function choiceParam<N extends string, T extends string>(
  query: Query,
  name: N,
  words: readonly T[],
): Found<N, T> {
  const word = words.find(eachWord => eachWord === query[name])
  return (word ? { [name]: word } : {}) as Found<N, T>
}

/** 2026-11-21 is one, 0002-11-21 on the way to it is none. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && readDay(value) !== undefined

/** A day, as 2026-11-21. */
export function dayParam<N extends string>(query: Query, name: N): Found<N, string> {
  const value = query[name]
  return (isDay(value) ? { [name]: value } : {}) as Found<N, string>
}

/** The number of a page, from 2 on: the first needs no naming. */
export function pageParam(query: Query): Found<'page', number> {
  const value = Number(query.page)
  return Number.isInteger(value) && value > 1 && value <= 1_000_000 ? { page: value } : {}
}

/** The row that a page begins at (list.model.ts). */
export function cursorParam(query: Query): Found<'after' | 'before', string> {
  const isId = (value: unknown) => /^[\w-]{4,60}$/.test(String(value ?? ''))
  if (isId(query.after)) return { after: String(query.after) }
  return isId(query.before) ? { before: String(query.before) } : {}
}

/**
 * What a page reads of an address, and nothing else. The router merges the result into the address, so every
 * other parameter is set to undefined; the account belongs to the frame.
 */
export const searchReader =
  <Q extends object>(read: (query: Query) => Q) =>
  (query: Query): Q => ({ ...emptyQuery(query), ...read(query) })

const emptyQuery = (query: Query): object =>
  Object.fromEntries(
    Object.keys(query)
      .filter(name => name !== 'account')
      .map(name => [name, undefined]),
  )

/**
 * Returns the query with one value set or removed; a list then begins at its first page, unless it is the
 * page that is set.
 */
export function withParam<Q extends object>(query: Q, name: string, value: string | number | undefined): Q {
  const { [name]: _, page: _page, after: _after, before: _before, ...rest } = query as Record<string, unknown>
  return { ...rest, ...(value === undefined || value === '' ? {} : { [name]: value }) } as Q
}

/** Whether a list is filtered by anything: the account and the place of the page are no filters. */
export const isFiltered = (query: object): boolean =>
  Object.entries(query).some(
    ([name, value]) => !['page', 'after', 'before', 'account'].includes(name) && value !== undefined,
  )
