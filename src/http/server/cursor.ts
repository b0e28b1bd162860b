// Pages by cursor, as in Stripe's lists: `starting_after` requests the page below an item, `ending_before`
// the page above it. Lists are newest first, unless they are in ascending order of a key. While sales arrive,
// no item is shown twice and none is missed; with `offset` both can happen.
import { badField } from '../../domain/fault.ts'
import { success } from '../../wire/money.ts'
import { exactTotalMax, pageOf, type Query, textOf, totalOfPage } from './list.ts'

/** A range of keys in a filter, from `fromId` (inclusive) to `beforeId` (exclusive). */
interface Range {
  readonly fromId?: string | undefined
  readonly beforeId?: string | undefined
}

/** How paging by cursor reads a list, whose filter can narrow it to a range of keys. */
interface CursorSource<Filter extends Range, Row> {
  readonly filter: Filter
  /** Returns the key of a cursor's text; undefined when the text is no id of this list. */
  idOf(text: string): string | undefined | Promise<string | undefined>
  /** The key that the filter's range compares, if it is not the row's id. */
  keyOf?(row: Row): string
  /** Reads rows in the order of the list. */
  list(filter: Filter, limit: number, offset: number): Promise<readonly Row[]>
  /** The number of rows, counted up to `max`. */
  countUpTo(filter: Filter, max: number): Promise<number>
  /** Whether the list begins with the smallest key, not with the largest. */
  readonly isAscending?: boolean
  /** The largest page, if it is not that of other lists. */
  readonly limitMax?: number
  /** The largest offset, if it is not that of other lists. */
  readonly offsetMax?: number
  /** The number of matching rows, if totals are stored. */
  readonly total?: (() => Promise<number | undefined>) | undefined
}

/**
 * Reads the cursor of a query.
 * @param idOf returns the key of a cursor's text, or undefined for a text that is no id of this list
 * @returns the key of the cursor's row, and whether the requested page is below that row; undefined if the
 * query has no cursor
 * @throws Fault for two cursors, for a cursor together with an offset, or for an id that `idOf` does not know
 */
async function cursorOf(query: Query, idOf: CursorSource<Range, never>['idOf']) {
  const after = textOf(query, 'starting_after')
  const before = textOf(query, 'ending_before')
  const text = after ?? before
  if (text === undefined) return undefined
  const name = after === undefined ? 'ending_before' : 'starting_after'
  if (after !== undefined && before !== undefined) throw badField('ending_before', 'filter_twice', { name })
  for (const offsetName of ['offset', 'page'])
    if (query[offsetName] !== undefined) throw badField(offsetName, 'filter_twice', { name })
  const key = await idOf(text.toLowerCase())
  if (key === undefined) throw badField(name, 'cursor_malformed')
  return { key, isBelow: after !== undefined }
}

/** Returns a text that sorts after a row's key but before the key of the next row, for an exclusive limit. */
const justAfter = (key: string) => `${key}!`
/** Returns the smaller of two keys, or the first key if the second is undefined. */
const smallerKey = (key: string, other = key) => (key < other ? key : other)
/** Returns the larger of two keys, or the first key if the second is undefined. */
const largerKey = (key: string, other = key) => (key > other ? key : other)

/** Narrows the filter to the rows above a key in the list, without its own row. */
function filterAbove<Filter extends Range>({ filter, isAscending }: Sorted<Filter>, key: string): Filter {
  if (isAscending) return { ...filter, beforeId: smallerKey(key, filter.beforeId) }
  return { ...filter, fromId: largerKey(justAfter(key), filter.fromId) }
}

/** Narrows the filter to the rows below a key in the list, without its own row. */
function filterBelow<Filter extends Range>({ filter, isAscending }: Sorted<Filter>, key: string): Filter {
  if (isAscending) return { ...filter, fromId: largerKey(justAfter(key), filter.fromId) }
  return { ...filter, beforeId: smallerKey(key, filter.beforeId) }
}

/** Narrows the filter to the row with this key and all rows below it in the list. */
const filterFrom = <Filter extends Range>({ filter, isAscending }: Sorted<Filter>, key: string): Filter =>
  isAscending ? { ...filter, fromId: key } : { ...filter, beforeId: justAfter(key) }

type Sorted<Filter extends Range> = Pick<CursorSource<Filter, never>, 'filter' | 'isAscending'>

/**
 * Returns the rows of the page that a query requests by cursor, with the total of the list; undefined if the
 * query has no cursor. `offset` is the number of rows above the page, counted up to `exactTotalMax`, as the
 * total is.
 * @throws Fault naming an invalid cursor or limit
 */
export async function cursorPage<Filter extends Range, Row extends { readonly id: string }>(
  query: Query,
  source: CursorSource<Filter, Row>,
) {
  const { filter, idOf, keyOf = ({ id }: Row) => id, countUpTo } = source
  const cursor = await cursorOf(query, idOf)
  if (!cursor) return undefined
  const { limit } = pageOf(query, source.limitMax)
  const storedTotal = await source.total?.()
  const total = storedTotal ?? (await countUpTo(filter, exactTotalMax))
  const readRows = cursor.isBelow ? rowsBelow : rowsAbove
  const { rows, has_more } = await readRows({ ...source, keyOf }, cursor.key, limit)
  const [firstRow] = rows
  let offset = cursor.isBelow ? total : 0 // of an empty page: it is below or above the whole list
  if (firstRow) offset = await countUpTo(filterAbove(source, keyOf(firstRow)), exactTotalMax)
  const isCapped = storedTotal === undefined && total === exactTotalMax
  return { rows, page: { total, ...cappedView(isCapped), has_more, limit, offset } }
}

/** Returns the field that marks a total as a minimum, because counting stopped there; else no field. */
const cappedView = (isCapped: boolean) => (isCapped ? { total_capped: true as const } : {})

type KeyedSource<Filter extends Range, Row> = CursorSource<Filter, Row> & { keyOf(row: Row): string }

/** Returns up to `limit` rows below the row with this key, and whether more rows follow them. */
async function rowsBelow<Filter extends Range, Row>(
  source: KeyedSource<Filter, Row>,
  key: string,
  limit: number,
) {
  // Read two rows more: one shows whether others follow, and the range may include the cursor's own row.
  const foundRows = await source.list(filterBelow(source, key), limit + 2, 0)
  const rows = foundRows.filter(row => source.keyOf(row) !== key)
  return { rows: rows.slice(0, limit), has_more: rows.length > limit }
}

/** Returns up to `limit` rows just above the row with this key, and whether more rows come before them. */
async function rowsAbove<Filter extends Range, Row>(
  source: KeyedSource<Filter, Row>,
  key: string,
  limit: number,
) {
  const { isAscending = false, keyOf, list, countUpTo } = source
  const filter = filterAbove(source, key)
  const [topRow] = await list(filter, 1, 0)
  if (!topRow) return { rows: [], has_more: false }
  // Rows that arrive between the count and the read would shift the page, so leave out all above the top row.
  const fromTop = filterFrom({ filter, isAscending }, keyOf(topRow))
  const count = await countUpTo(fromTop, Number.MAX_SAFE_INTEGER)
  return { rows: await list(fromTop, limit, Math.max(0, count - limit)), has_more: count > limit }
}

/**
 * Returns the rows of the page that a query requests, by cursor or by offset, with the total of the list. A
 * list without stored totals is counted up to `exactTotalMax`. A total that reaches this maximum is marked
 * with `total_capped`, because the list may be longer.
 * @throws Fault naming an invalid cursor, limit or offset
 */
export async function readCountedRows<Filter extends Range, Row extends { readonly id: string }>(
  query: Query,
  source: CursorSource<Filter, Row>,
) {
  const pageByCursor = await cursorPage(query, source)
  if (pageByCursor) return pageByCursor
  const { filter, list, countUpTo } = source
  const page = pageOf(query, source.limitMax, source.offsetMax)
  const storedTotal = await source.total?.()
  const rows = await list(filter, page.limit, page.offset)
  if (storedTotal !== undefined) return { rows, page: { total: storedTotal, ...page } }
  const totalFromPage = totalOfPage({ ...page, rowCount: rows.length })
  const countedTotal = totalFromPage ?? (await countUpTo(filter, exactTotalMax))
  const total = Math.min(countedTotal, exactTotalMax)
  return { rows, page: { total, ...cappedView(total === exactTotalMax), ...page } }
}

/** Answers with a page of a list. @param viewsOf returns the views of the rows */
export async function answerCountedPage<Filter extends Range, Row extends { readonly id: string }, View>(
  query: Query,
  source: CursorSource<Filter, Row>,
  viewsOf: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>,
) {
  const { rows, page } = await readCountedRows(query, source)
  return success(200, { items: await viewsOf(rows), ...page })
}

/**
 * Answers with the item that a unique key found, as a page of a list. Only the first page shows it; any
 * further page is empty.
 * @param items holds the item, or nothing
 */
export function pageOfOne<Item>(query: Query, items: readonly Item[]) {
  const { limit, offset } = pageOf(query)
  const hasCursor = query.starting_after !== undefined || query.ending_before !== undefined
  const isFirstPage = offset === 0 && !hasCursor
  return success(200, { items: isFirstPage ? items : [], total: items.length, limit, offset })
}
