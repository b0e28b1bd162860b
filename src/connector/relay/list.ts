// Lists of the other server: how an order is found whose answer was lost, how one request answers the status
// checks of many payments, and what was paid since a time. A page that is too long is asked for in smaller ones.
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

/** As many as one answer may have (specification, Limits). */
const pageSize = 100
/** The list is read no further for one order. */
const pagesMax = 20
/** By so much a clock may be set while an order is open. */
const clockSlackMs = 3_600_000
/** So long a key certainly names its order: keys are valid for 24 hours (specification, Limits). */
const keyMs = 23 * 3_600_000

export type RelayThing = 'payments' | 'payouts'

/** Under this name our reference is in the metadata of everything that a relay creates. */
export const referenceName = 'kaunta_reference'
export const referenceOf = ({ metadata }: RelayData): string =>
  isObject(metadata) ? text(metadata[referenceName]) : ''

/** Where a page begins, how many it has at most, and by the other server's clock when they were created. */
export interface PagePlace {
  readonly offset: number
  readonly size: number
  readonly span?: { readonly from: number; readonly to: number } | undefined
}

interface Page {
  readonly kind: 'page'
  readonly items: readonly RelayData[]
  /** By the other server's clock; NaN where it does not say. */
  readonly at: number
  readonly isLast: boolean
  /** As many as an answer had room for. */
  readonly size: number
}

type PageReply = Page | { readonly kind: 'busy' | 'too long' | 'unknown' }

const pathOf = (thing: RelayThing, { offset, size, span }: PagePlace): string => {
  const period = span && { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  return `/${thing}?${new URLSearchParams({ limit: String(size), offset: String(offset), ...period })}`
}

/** One page, newest first; with fewer items when as many as were asked for are too long. */
export async function readPage(
  client: RelayClient,
  thing: RelayThing,
  place: PagePlace,
  list: RelayRequest['list'] = 'statement',
): Promise<PageReply> {
  const reply = await client.send({ method: 'GET', path: pathOf(thing, place), list })
  const { size, span } = place
  if (reply.kind === 'too long' && size > 1)
    return readPage(client, thing, { ...place, size: Math.ceil(size / 2) }, list)
  // A server that has no such filter.
  if (reply.kind === 'no' && span) return readPage(client, thing, { ...place, span: undefined }, list)
  if (reply.kind === 'busy' || reply.kind === 'too long') return reply
  if (reply.kind !== 'yes' || !Array.isArray(reply.data.items)) return { kind: 'unknown' }
  const items = reply.data.items.filter(isObject)
  return { kind: 'page', items, at: reply.at, isLast: reply.data.items.length < size, size }
}

/** Whether a page goes back to before this time by the other server's clock. */
export const isBefore = ({ items }: Page, time: number): boolean =>
  Date.parse(text(items.at(-1)?.created_at)) < time

/**
 * The order with our reference: yes, absent, busy or unknown. The key that created it finds it; where that
 * says nothing, it is looked for in the list.
 */
export async function findOrder(
  client: RelayClient,
  thing: RelayThing,
  reference: string,
  now: number,
): Promise<RelayReply> {
  const path = `/${thing}?${new URLSearchParams({ limit: '1', idempotency_key: reference })}`
  const reply = await client.send({ method: 'GET', path })
  if (reply.kind === 'busy') return reply
  if (!isAnswered(reply)) return { kind: 'unknown' }
  const age = now - timeOfReference(reference)
  const at = reply.kind === 'yes' && !Number.isNaN(reply.at) ? reply.at : undefined
  if (reply.kind === 'yes' && Array.isArray(reply.data.items)) {
    const data = reply.data.items.filter(isObject).find(item => referenceOf(item) === reference)
    if (data) return { kind: 'yes', data, at: reply.at }
    // One that does not know the filter shows an order of any other key.
    if (reply.data.items.length === 0 && age >= 0 && age < keyMs) return { kind: 'absent' }
  }
  const created = at === undefined ? undefined : at - age
  // An order from the future, before the clock was set back, has no known age.
  return searchList(client, thing, reference, age < 0 ? undefined : created)
}

/** Also a no to this question: a server may have no such filter. */
const isAnswered = ({ kind }: RelayReply) =>
  kind === 'yes' || kind === 'no' || kind === 'absent' || kind === 'too long'

/** @param created when the order was made, by the other server's clock; undefined when that is not known */
async function searchList(
  client: RelayClient,
  thing: RelayThing,
  reference: string,
  created: number | undefined,
): Promise<RelayReply> {
  const span =
    created === undefined ? undefined : { from: created - clockSlackMs, to: created + clockSlackMs }
  let place: PagePlace = { offset: 0, size: pageSize, span }
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await readPage(client, thing, place)
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
  /** Something has changed: what was read before answers nothing. */
  forget(): void
}

/**
 * Status checks of payments. Many at a time are answered by one page of the list. A no is never taken from a
 * page: a request of its own asks for it.
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

/** Where a list goes on, as one text. */
export const cursorOf = ({ offset, size }: PagePlace): string => `${offset} ${size}`
export function placeOf(cursor = `0 ${pageSize}`): PagePlace {
  const [offset = 0, size = pageSize] = cursor.split(' ').map(Number)
  return { offset, size }
}
