// Lists of the other server: how an order is found whose answer was lost, how one request answers the status
// checks of many payments, and what was paid since a time.
import { timeOfReference } from '../../domain/id.ts'
import { newSharedList } from '../shared-list.ts'
import { isObject, type RelayClient, type RelayData, type RelayReply, text } from './client.ts'

/** As many as one answer may have (specification, Limits). */
const pageSize = 100
/** No list is read further: an older one takes a request of its own. */
const pagesMax = 20
/** By so much a clock may be set while an order is open. */
const clockSlackMs = 3_600_000

export type RelayThing = 'payments' | 'payouts'

/** Under this name our reference is in the metadata of everything that a relay creates. */
export const referenceName = 'kaunta_reference'
export const referenceOf = ({ metadata }: RelayData): string =>
  isObject(metadata) ? text(metadata[referenceName]) : ''

const pageOf = (thing: RelayThing, offset: number) => `/${thing}?limit=${pageSize}&offset=${offset}`

/** One page, newest first. */
async function readPage(client: RelayClient, thing: RelayThing, offset = 0) {
  const reply = await client.send({ method: 'GET', path: pageOf(thing, offset) })
  if (reply.kind !== 'yes' || !Array.isArray(reply.data.items)) return undefined
  const items = reply.data.items.filter(isObject)
  return { items, at: reply.at, isLast: reply.data.items.length < pageSize }
}

/**
 * What was created at most so long ago by the other server's clock, newest first; undefined when a page is
 * missing, or there are too many.
 */
export async function readRecent(
  client: RelayClient,
  thing: RelayThing,
  ageMs: number,
  isEnough: (item: RelayData) => boolean = () => false,
): Promise<readonly RelayData[] | undefined> {
  const found: RelayData[] = []
  for (let page = 0; page < pagesMax; page++) {
    const read = await readPage(client, thing, page * pageSize)
    if (!read) return undefined
    found.push(...read.items)
    const oldest = Date.parse(text(read.items.at(-1)?.created_at))
    const isPast = oldest < read.at - ageMs - clockSlackMs
    if (read.isLast || isPast || read.items.some(isEnough)) return found
  }
  return undefined
}

/** The order with our reference: yes, absent or unknown. */
export async function findOrder(
  client: RelayClient,
  thing: RelayThing,
  reference: string,
  now: number,
): Promise<RelayReply> {
  const age = now - timeOfReference(reference)
  const isOurs = (item: RelayData) => referenceOf(item) === reference
  // An order from the future, before the clock was set back, has no known age.
  const listed = await readRecent(client, thing, age < 0 ? Number.POSITIVE_INFINITY : age, isOurs)
  const data = listed?.find(isOurs)
  if (data) return { kind: 'yes', data, at: now }
  return listed ? { kind: 'absent' } : { kind: 'unknown' }
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
export function newPaymentStatus(client: RelayClient, elapsed: () => number): PaymentStatus {
  const list = newSharedList(elapsed, async () => {
    const page = await readPage(client, 'payments')
    return page && new Map(page.items.map(item => [text(item.reference), item]))
  })
  return {
    async read(reference) {
      const listed = await list.find(reference)
      const isUsable = listed?.status === 'pending' || listed?.status === 'completed'
      if (listed && isUsable) return { kind: 'yes', data: listed, at: elapsed() }
      return client.send({ method: 'GET', path: `/payments/${reference}` })
    },
    forget: list.forget,
  }
}
