// Reads lists of the other server: to find an order whose answer was lost, to check many payments with one
// request, and to list what was paid since a time. A page that is too long is requested in smaller pages.
import { timeOfReference } from '../../domain/id.ts'
import type { Clock } from '../../world.ts'
import { newSharedList } from '../shared-list.ts'
import {
  isObject,
  type RelayClient,
  type RelayData,
  type RelayReply,
  type RelayRequest,
  text,
} from './client.ts'

/** The most items of one answer (specification, Limits). */
const pageSize = 100
/** The most pages that are read for one order. */
const pagesMax = 20
/** The most by which a clock may be changed while an order is open. */
const clockSlackMs = 3_600_000
/** An idempotency key finds its order for at least this long. It is valid for 24 hours (specification). */
const keyMs = 23 * 3_600_000

export type RelayResource = 'payments' | 'payouts'

/** The name of our reference in the metadata of everything that a relay creates. */
export const referenceName = 'kaunta_reference'
/** Returns our reference of an order of the other server; empty when a relay did not create it. */
export const referenceOf = ({ metadata }: RelayData): string =>
  isObject(metadata) ? text(metadata[referenceName]) : ''

/** The offset and size of a page, and the creation times of its items by the other server's clock. */
export interface PagePlace {
  readonly offset: number
  readonly size: number
  readonly span?: { readonly from: number; readonly to: number } | undefined
}

interface Page {
  readonly kind: 'page'
  readonly items: readonly RelayData[]
  readonly at: number // by the other server's clock; NaN when it is missing
  readonly isLast: boolean
  readonly size: number // the number of items that the answer had room for
}

type PageReply = Page | { readonly kind: 'busy' | 'too long' | 'unknown' }

/** Returns the path of one page of a list. */
const pathOf = (resource: RelayResource, { offset, size, span }: PagePlace): string => {
  const period = span && { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  return `/${resource}?${new URLSearchParams({ limit: String(size), offset: String(offset), ...period })}`
}

/**
 * Reads one page, newest first. If the answer is too long, it requests half as many items; if the server does
 * not support the filter by time, it requests the page without `span`.
 * @param list the purpose of the page, which decides how long the request may take
 */
export async function readPage(
  client: RelayClient,
  resource: RelayResource,
  place: PagePlace,
  list: RelayRequest['list'] = 'statement',
): Promise<PageReply> {
  const reply = await client.send({ method: 'GET', path: pathOf(resource, place), list })
  const { size, span } = place
  if (reply.kind === 'too long' && size > 1)
    return readPage(client, resource, { ...place, size: Math.ceil(size / 2) }, list)
  // The server does not support this filter.
  if (reply.kind === 'no' && span) return readPage(client, resource, { ...place, span: undefined }, list)
  if (reply.kind === 'busy' || reply.kind === 'too long') return reply
  if (reply.kind !== 'yes' || !Array.isArray(reply.data.items)) return { kind: 'unknown' }
  const items = reply.data.items.filter(isObject)
  return { kind: 'page', items, at: reply.at, isLast: reply.data.items.length < size, size }
}

/** Whether the last item of a page was created before this time, by the other server's clock. */
export const isBefore = ({ items }: Page, time: number): boolean =>
  Date.parse(text(items.at(-1)?.created_at)) < time

/**
 * Finds the order with our reference by its idempotency key, or else in the list.
 * @returns `absent` when the other server certainly does not have the order
 */
export async function findOrder(
  client: RelayClient,
  resource: RelayResource,
  reference: string,
  now: number,
): Promise<RelayReply> {
  const path = `/${resource}?${new URLSearchParams({ limit: '1', idempotency_key: reference })}`
  const reply = await client.send({ method: 'GET', path })
  if (reply.kind === 'busy') return reply
  if (!isAnswered(reply)) return { kind: 'unknown' }
  const ageMs = now - timeOfReference(reference)
  if (reply.kind === 'yes' && Array.isArray(reply.data.items)) {
    const data = reply.data.items.filter(isObject).find(item => referenceOf(item) === reference)
    if (data) return { kind: 'yes', data, at: reply.at }
    // An empty list is certain only while the key is valid. A server that does not support this filter
    // returns orders of other keys.
    const isKeyValid = ageMs >= 0 && ageMs < keyMs
    if (reply.data.items.length === 0 && isKeyValid) return { kind: 'absent' }
  }
  // The creation by the other server's clock is unknown without its time, or if our clock was set back since.
  const isTimeKnown = reply.kind === 'yes' && !Number.isNaN(reply.at) && ageMs >= 0
  return searchList(client, resource, reference, isTimeKnown ? reply.at - ageMs : undefined)
}

/**
 * Whether the server answered the search by key. Even a "no" allows the search in the list, because a server
 * may not support the filter by key.
 */
const isAnswered = ({ kind }: RelayReply) =>
  kind === 'yes' || kind === 'no' || kind === 'absent' || kind === 'too long'

/**
 * Searches the list for the order with our reference: an hour before and after its creation, and at most
 * `pagesMax` pages.
 * @param createdAt when the order was made, by the other server's clock; undefined when unknown
 * @returns `unknown` if the pages did not suffice, or one could not be read
 */
async function searchList(
  client: RelayClient,
  resource: RelayResource,
  reference: string,
  createdAt: number | undefined,
): Promise<RelayReply> {
  const span =
    createdAt === undefined ? undefined : { from: createdAt - clockSlackMs, to: createdAt + clockSlackMs }
  let place: PagePlace = { offset: 0, size: pageSize, span }
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await readPage(client, resource, place)
    if (page.kind !== 'page') return page.kind === 'busy' ? page : { kind: 'unknown' }
    const data = page.items.find(item => referenceOf(item) === reference)
    if (data) return { kind: 'yes', data, at: page.at }
    if (page.isLast || (span && isBefore(page, span.from))) return { kind: 'absent' }
    place = { ...place, offset: place.offset + page.items.length, size: page.size }
  }
  return { kind: 'unknown' }
}

export interface PaymentStatus {
  /** The payment with the other server's reference. */
  read(reference: string): Promise<RelayReply>
  /** Call this when a payment may have changed: lists that were requested before are not used again. */
  forget(): void
}

/**
 * Returns the status checks of payments. One page of the list answers many checks. A page counts only for a
 * pending or completed payment; for any other status, the payment is requested alone.
 */
export function newPaymentStatus(
  client: RelayClient,
  clock: Pick<Clock, 'elapsed' | 'after'>,
): PaymentStatus {
  const list = newSharedList(clock, client.budget, async () => {
    const page = await readPage(client, 'payments', { offset: 0, size: pageSize }, 'checks')
    return page.kind === 'page' ? new Map(page.items.map(item => [text(item.reference), item])) : undefined
  })
  return {
    async read(reference) {
      const listed = await list.find(reference)
      const isUsable = listed?.status === 'pending' || listed?.status === 'completed'
      if (listed && isUsable) return { kind: 'yes', data: listed, at: clock.elapsed() }
      return client.send({ method: 'GET', path: `/payments/${reference}` })
    },
    forget: list.forget,
  }
}

/** Writes the offset and size of a page as text: `100 50`. */
export const cursorOf = ({ offset, size }: PagePlace): string => `${offset} ${size}`

/** Reads the text of `cursorOf`. By default the page is the first one of the list. */
export function placeOf(cursor = `0 ${pageSize}`): PagePlace {
  const [offset = 0, size = pageSize] = cursor.split(' ').map(Number)
  return { offset, size }
}
