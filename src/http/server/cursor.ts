// Pages by cursor, as Stripe's lists have them: `starting_after` is the next page down from an item, `ending_before` the one
// above it. While sales arrive no item is shown twice and none is missed, as happens with `offset`.
import { badField } from '../../domain/fault.ts'
import { exactTotalMax, pageOf, type Query, textOf } from './list.ts'

/** A range of ids, as filters have it. */
interface Range {
  readonly fromId?: string | undefined
  readonly beforeId?: string | undefined
}

interface CursorSource<Filter extends Range, Row> {
  readonly filter: Filter
  /** The stored id that a public one names; undefined when it is none of this list. */
  idOf(text: string): string | undefined
  list(filter: Filter, limit: number, offset: number): Promise<readonly Row[]>
  countUpTo(filter: Filter, max: number): Promise<number>
}

/** @throws Fault for both cursors, or one beside an offset */
function cursorOf(query: Query, idOf: (text: string) => string | undefined) {
  const after = textOf(query, 'starting_after')
  const before = textOf(query, 'ending_before')
  if (after === undefined && before === undefined) return undefined
  const name = after === undefined ? 'ending_before' : 'starting_after'
  if (after !== undefined && before !== undefined) throw badField('ending_before', 'filter_twice', { name })
  for (const other of ['offset', 'page'])
    if (query[other] !== undefined) throw badField(other, 'filter_twice', { name })
  const id = idOf((after ?? before ?? '').toLowerCase())
  if (id === undefined) throw badField(name, 'cursor_malformed')
  return { id, isDown: after !== undefined }
}

/** After an id, and before every other one that follows it. */
const justAfter = (id: string) => `${id}!`
const lower = (a: string, b = a) => (a < b ? a : b)
const higher = (a: string, b = a) => (a > b ? a : b)

/** The rows of a page by cursor, newest first; undefined when the query has none. */
export async function cursorPage<Filter extends Range, Row extends { readonly id: string }>(
  query: Query,
  { filter, idOf, list, countUpTo }: CursorSource<Filter, Row>,
) {
  const cursor = cursorOf(query, idOf)
  if (!cursor) return undefined
  const { limit } = pageOf(query)
  const { id, isDown } = cursor
  const total = await countUpTo(filter, exactTotalMax)
  const page = {
    total,
    ...(total === exactTotalMax ? { total_capped: true as const } : {}),
    limit,
    offset: 0,
  }
  if (isDown) {
    const older = { ...filter, beforeId: lower(id, filter.beforeId) }
    const rows = (await list(older, limit + 2, 0)).filter(row => row.id !== id)
    return { rows: rows.slice(0, limit), page: { ...page, has_more: rows.length > limit } }
  }
  const newer = { ...filter, fromId: higher(justAfter(id), filter.fromId) }
  const [newest] = await list(newer, 1, 0)
  if (!newest) return { rows: [], page: { ...page, has_more: false } }
  // What arrives from here on is above the page.
  const above = { ...newer, beforeId: justAfter(newest.id) }
  const count = await countUpTo(above, Number.MAX_SAFE_INTEGER)
  const rows = await list(above, limit, Math.max(0, count - limit))
  return { rows, page: { ...page, has_more: count > limit } }
}
