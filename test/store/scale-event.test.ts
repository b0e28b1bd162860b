// A million events and deliveries cost what a thousand do: every list, its count and what sends many again
// walk the one index that is meant for them and nothing else. As scale.test.ts holds it for payments.
import { describe, expect, test } from 'bun:test'
import { eventTypes } from '../../src/domain/event.ts'
import {
  countDeliveriesUpTo,
  type DeliveryFilter,
  findEarlierResend,
  listDeliveryPage,
  listResendable,
} from '../../src/store/delivery-list.ts'
import type { Read } from '../../src/store/engine/statement.ts'
import {
  countEventsUpTo,
  type EventFilter,
  listDeliveriesOf,
  listEventSummaries,
  listEventsAfter,
  newestEventOf,
} from '../../src/store/event-list.ts'
import { listDeliveryIds, listEventIds } from '../../src/store/prune.ts'
import {
  expectIndexSearches,
  expectKeySearches,
  expectNoWalk,
  expectSearches,
  planOf,
  searchesOf,
} from '../kit/query-plan.ts'

const ranges: readonly (readonly [name: string, { fromId?: string; beforeId?: string }, bounds: string])[] = [
  ['at any time', {}, ''],
  ['from', { fromId: 'a' }, ' id..'],
  ['to', { beforeId: 'b' }, ' ..id'],
  ['from and to', { fromId: 'a', beforeId: 'b' }, ' id..id'],
]
const account = { accountId: 'a' }

const deliveries: readonly (readonly [columns: string, filter: Partial<DeliveryFilter>])[] = [
  ['account_id', {}],
  ['account_id type', { type: 'payout.reversed' }],
  ['account_id status type', { status: 'abandoned', type: 'payout.reversed' }],
  ['account_id type host', { type: 'payout.reversed', host: 'x' }],
  ['account_id status type host', { status: 'abandoned', type: 'payout.reversed', host: 'x' }],
]
/** Those that name no type: one walk for each type, merged. */
const merged: typeof deliveries = [
  ['account_id status type', { status: 'abandoned' }],
  ['account_id type host', { host: 'x' }],
  ['account_id status type host', { status: 'abandoned', host: 'x' }],
]
const events: readonly (readonly [columns: string, filter: Partial<EventFilter>])[] = [
  ['account_id', {}],
  ['account_id type', { type: 'payout.reversed' }],
]

describe.each(ranges)('%s', (_, range, bounds) => {
  test.each(deliveries)('deliveries by %s', async (columns, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const search = `delivery(${columns}${bounds})`
    expectSearches(await planOf(read => listDeliveryPage(read, filter, 20, 0)), [search])
    const deep = await planOf(read => listDeliveryPage(read, filter, 20, 10_000))
    expectKeySearches(deep, 'delivery(id)', [search])
    const counted = await planOf(read => countDeliveriesUpTo(read, filter, 10_000))
    expectIndexSearches(counted, [search, search])
  })

  test.each(merged)('deliveries of any type by %s', async (columns, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const search = `delivery(${columns}${bounds})`
    for (const offset of [0, 10_000]) {
      const steps = await planOf(read => listDeliveryPage(read, filter, 20, offset))
      expectKeySearches(steps, 'delivery(id)', Array(eventTypes.length).fill(search))
    }
    const counted = await planOf(read => countDeliveriesUpTo(read, filter, 10_000))
    expectIndexSearches(counted, [search, search])
  })

  test.each([...deliveries, ...merged])('deliveries of a payment, and by %s', async (_, chosen) => {
    const filter = { ...account, ...chosen, ...range, subject: 's' }
    const search = `delivery(subject${bounds})`
    expectSearches(await planOf(read => listDeliveryPage(read, filter, 20, 0)), [search])
    expectSearches(await planOf(read => countDeliveriesUpTo(read, filter, 10_000)), [search, search])
  })

  test.each(events)('events by %s', async (columns, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const search = `event(${columns}${bounds})`
    expectSearches(await planOf(read => listEventSummaries(read, filter, 20, 0)), [search])
    const deep = await planOf(read => listEventSummaries(read, filter, 20, 10_000))
    expectKeySearches(deep, 'event(id)', [search])
    // Where the walk needs no other end, entries are not compared with one.
    const walk = bounds ? search : search.replace(/\w+\)/, '..$&')
    expectIndexSearches(await planOf(read => countEventsUpTo(read, filter, 10_000)), [walk, search])
  })

  test.each(events)('events of a payment, and by %s: they are few', async (_, chosen) => {
    const filter = { ...account, ...chosen, ...range, subject: 's' }
    const steps = await planOf(read => listEventSummaries(read, filter, 20, 0))
    expect(searchesOf(steps)).toEqual(['event(subject)'])
  })
})

const single: readonly (readonly [what: string, asks: (read: Read) => Promise<unknown>])[] = [
  ['the events after one', read => listEventsAfter(read, 'a', 'e', 100)],
  ['the newest event', read => newestEventOf(read, 'a')],
  ['the deliveries to send again', read => listResendable(read, 'a', 'abandoned', 'd', 500)],
  [
    'whether an earlier one waits',
    read =>
      findEarlierResend(read, { subject: 's', url: 'u', id: 'd' } as Parameters<typeof findEarlierResend>[1]),
  ],
  ['the events to empty', read => listEventIds(read, { after: '', before: 'e', limit: 500 })],
  [
    'the deliveries whose tries to empty',
    read => listDeliveryIds(read, { after: '', before: 'd', limit: 500 }),
  ],
]
test.each(single)('%s', async (_, asks) => expectNoWalk(await planOf(asks)))

test('the deliveries of an event: it has few', async () => {
  const steps = await planOf(read => listDeliveriesOf(read, 'e'))
  expect(searchesOf(steps)).toEqual(['delivery(event_id)'])
})
