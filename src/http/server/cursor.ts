// Pages by cursor, as in Stripe's lists: `starting_after` requests the page below an item, `ending_before`
// the page above it. Lists are newest first, unless they are in ascending order of a key. While sales arrive,
// no item is shown twice and none is missed; with `offset` both can happen.
import { badField } from '../../domain/fault.ts'
import { success } from '../../wire/money.ts'
import { exactTotalMax, pageOf, type Query, textOf, totalOfPage } from './list.ts'

/** A range of ids in a filter. */
interface Range {
  readonly fromId?: string | undefined
  readonly beforeId?: string | undefined
}

interface CursorSource<Filter extends Range, Row> {
  readonly filter: Filter
  /** The stored id of a public id; undefined when it does not belong to this list. */
  idOf(text: string): string | undefined | Promise<string | undefined>
  /** The key that the filter's range compares, if it is not the row's id. */
  keyOf?(row: Row): string
  list(filter: Filter, limit: number, offset: number): Promise<readonly Row[]>
  /** The number of rows, counted up to `max`. */
  countUpTo(filter: Filter, max: number): Promise<number>
  /** Whether the list begins with the smallest key, not with the largest. */
  readonly isAscending?: boolean
  /** The largest page, if it is not that of other lists. */
  readonly limitMax?: number
  /** The number of matching rows, if totals are stored. */
  readonly total?: (() => Promise<number | undefined>) | undefined
}

/** @throws Fault for both cursors together, or a cursor together with an offset */
async function cursorOf(query: Query, idOf: CursorSource<Range, never>['idOf']) {
  const after = textOf(query, 'starting_after')
  const before = textOf(query, 'ending_before')
  if (after === undefined && before === undefined) return undefined
  const name = after === undefined ? 'ending_before' : 'starting_after'
  if (after !== undefined && before !== undefined) throw badField('ending_before', 'filter_twice', { name })
  for (const other of ['offset', 'page'])
    if (query[other] !== undefined) throw badField(other, 'filter_twice', { name })
  const id = await idOf((after ?? before ?? '').toLowerCase())
  if (id === undefined) throw badField(name, 'cursor_malformed')
  return { id, isDown: after !== undefined }
}

/** Just after an id, before the next one. */
const justAfter = (id: string) => `${id}!`
const lower = (a: string, b = a) => (a < b ? a : b)
const higher = (a: string, b = a) => (a > b ? a : b)

/** Narrows the filter to the rows above a key in the list, without its own row. */
function filterAbove<Filter extends Range>({ filter, isAscending }: Sorted<Filter>, key: string): Filter {
  if (isAscending) return { ...filter, beforeId: lower(key, filter.beforeId) }
  return { ...filter, fromId: higher(justAfter(key), filter.fromId) }
}

/** Narrows the filter to the rows below a key in the list, without its own row. */
function filterBelow<Filter extends Range>({ filter, isAscending }: Sorted<Filter>, key: string): Filter {
  if (isAscending) return { ...filter, fromId: higher(justAfter(key), filter.fromId) }
  return { ...filter, beforeId: lower(key, filter.beforeId) }
}

/** Narrows the filter to the row of a key and those below it in the list. */
const filterFrom = <Filter extends Range>({ filter, isAscending }: Sorted<Filter>, key: string): Filter =>
  isAscending ? { ...filter, fromId: key } : { ...filter, beforeId: justAfter(key) }

type Sorted<Filter extends Range> = Pick<CursorSource<Filter, never>, 'filter' | 'isAscending'>

/**
 * Returns the rows of a page by cursor; undefined if the query has no cursor. `offset` is the position of the
 * page, counted as far as totals are counted.
 */
export async function cursorPage<Filter extends Range, Row extends { readonly id: string }>(
  query: Query,
  source: CursorSource<Filter, Row>,
) {
  const { filter, idOf, keyOf = ({ id }: Row) => id, countUpTo } = source
  const cursor = await cursorOf(query, idOf)
  if (!cursor) return undefined
  const { limit } = pageOf(query, source.limitMax)
  const stored = await source.total?.()
  const total = stored ?? (await countUpTo(filter, exactTotalMax))
  const { rows, has_more } = await (cursor.isDown ? rowsBelow : rowsAbove)(
    { ...source, keyOf },
    cursor.id,
    limit,
  )
  const [first] = rows
  const before = first && filterAbove(source, keyOf(first))
  const offset = before ? await countUpTo(before, exactTotalMax) : cursor.isDown ? total : 0
  const isCapped = stored === undefined && total === exactTotalMax
  const capped = isCapped ? { total_capped: true as const } : {}
  return { rows, page: { total, ...capped, has_more, limit, offset } }
}

type KeyedSource<Filter extends Range, Row> = CursorSource<Filter, Row> & { keyOf(row: Row): string }

/** The rows after the one with this key. */
async function rowsBelow<Filter extends Range, Row>(
  source: KeyedSource<Filter, Row>,
  key: string,
  limit: number,
) {
  const rows = (await source.list(filterBelow(source, key), limit + 2, 0)).filter(
    row => source.keyOf(row) !== key,
  )
  return { rows: rows.slice(0, limit), has_more: rows.length > limit }
}

/** The rows just before the one with this key. */
async function rowsAbove<Filter extends Range, Row>(
  source: KeyedSource<Filter, Row>,
  key: string,
  limit: number,
) {
  const { isAscending = false, keyOf, list, countUpTo } = source
  const filter = filterAbove(source, key)
  const [first] = await list(filter, 1, 0)
  if (!first) return { rows: [], has_more: false }
  // Rows that arrive from now on belong above the page.
  const known = filterFrom({ filter, isAscending }, keyOf(first))
  const count = await countUpTo(known, Number.MAX_SAFE_INTEGER)
  return { rows: await list(known, limit, Math.max(0, count - limit)), has_more: count > limit }
}

/** A list without stored totals is counted up to `exactTotalMax`, then capped and marked. */
export async function readCountedRows<Filter extends Range, Row extends { readonly id: string }>(
  query: Query,
  source: CursorSource<Filter, Row>,
) {
  const byCursor = await cursorPage(query, source)
  if (byCursor) return byCursor
  const { filter, list, countUpTo } = source
  const page = pageOf(query, source.limitMax)
  const stored = await source.total?.()
  const rows = await list(filter, page.limit, page.offset)
  const known = totalOfPage({ ...page, shown: rows.length })
  const counted = stored ?? known ?? (await countUpTo(filter, exactTotalMax))
  const total = stored ?? Math.min(counted, exactTotalMax)
  const isCapped = stored === undefined && total === exactTotalMax
  return { rows, page: { total, ...(isCapped ? { total_capped: true as const } : {}), ...page } }
}

/** The answer with such a page. @param viewsOf the views of the rows */
export async function answerCountedPage<Filter extends Range, Row extends { readonly id: string }, View>(
  query: Query,
  source: CursorSource<Filter, Row>,
  viewsOf: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>,
) {
  const { rows, page } = await readCountedRows(query, source)
  return success(200, { items: await viewsOf(rows), ...page })
}

/** The page of an item that was found by its own key: one item or none, and nothing on any further page. */
export function pageOfOne<Item>(query: Query, items: readonly Item[]) {
  const { limit, offset } = pageOf(query)
  const isFirst = offset === 0 && ['starting_after', 'ending_before'].every(name => query[name] === undefined)
  return success(200, { items: isFirst ? items : [], total: items.length, limit, offset })
}
