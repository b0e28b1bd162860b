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
import { expectNoWalk, planOf } from '../kit/query-plan.ts'

const ranges: readonly (readonly [
  name: string,
  range: { fromId?: string; beforeId?: string },
  bounds: string,
])[] = [
  ['at any time', {}, ''],
  ['from', { fromId: 'a' }, ' AND id>?'],
  ['to', { beforeId: 'b' }, ' AND id<?'],
  ['from and to', { fromId: 'a', beforeId: 'b' }, ' AND id>? AND id<?'],
]
const account = { accountId: 'a' }

const deliveries: readonly (readonly [index: string, filter: Partial<DeliveryFilter>])[] = [
  ['delivery_account', {}],
  ['delivery_type', { type: 'payout.reversed' }],
  ['delivery_status_type', { status: 'abandoned', type: 'payout.reversed' }],
  ['delivery_type_host', { type: 'payout.reversed', host: 'x' }],
  ['delivery_status_type_host', { status: 'abandoned', type: 'payout.reversed', host: 'x' }],
]
/** Those that name no type: one walk for each type, merged. */
const merged: typeof deliveries = [
  ['delivery_status_type', { status: 'abandoned' }],
  ['delivery_type_host', { host: 'x' }],
  ['delivery_status_type_host', { status: 'abandoned', host: 'x' }],
]
const events: readonly (readonly [index: string, filter: Partial<EventFilter>])[] = [
  ['event_account', {}],
  ['event_type', { type: 'payout.reversed' }],
]
const conditionsOf = (filter: object, bounds: string) =>
  `(account_id=?${['status', 'type', 'host'].map(name => (name in filter ? ` AND ${name}=?` : '')).join('')}${bounds})`

describe.each(ranges)('%s', (_, range, bounds) => {
  test.each(deliveries)('deliveries by %s', async (index, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const by = conditionsOf(chosen, bounds)
    expect(await planOf(read => listDeliveryPage(read, filter, 20, 0))).toEqual([
      `SEARCH delivery USING INDEX ${index} ${by}`,
    ])
    const deep = await planOf(read => listDeliveryPage(read, filter, 20, 10_000))
    expectNoWalk(deep)
    expect(deep).toContain(`SEARCH delivery USING COVERING INDEX ${index} ${by}`)
    const counted = await planOf(read => countDeliveriesUpTo(read, filter, 10_000))
    expect(counted).toHaveLength(2)
    for (const step of counted) expect(step).toMatch(/^SEARCH delivery USING COVERING INDEX/)
    for (const step of counted) expect(step).toEndWith(by)
  })

  test.each(merged)('deliveries of any type by %s', async (index, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const walk = `SEARCH delivery USING COVERING INDEX ${index} ${conditionsOf({ ...chosen, type: '' }, bounds)}`
    for (const offset of [0, 10_000]) {
      const steps = await planOf(read => listDeliveryPage(read, filter, 20, offset))
      expectNoWalk(steps)
      expect(steps.filter(step => step === walk)).toHaveLength(eventTypes.length)
      expect(steps.filter(step => step === 'MERGE (UNION ALL)')).toHaveLength(eventTypes.length - 1)
      const [first] = steps
      expect(first).toBe('SEARCH delivery USING INDEX sqlite_autoindex_delivery_1 (id=?)')
    }
    const counted = await planOf(read => countDeliveriesUpTo(read, filter, 10_000))
    expect(counted).toHaveLength(2)
    for (const step of counted) expect(step).toMatch(/^SEARCH delivery USING COVERING INDEX/)
    for (const step of counted) expect(step).toEndWith(conditionsOf({ ...chosen, type: '' }, bounds))
  })

  test.each([...deliveries, ...merged])('deliveries of a payment, and %s', async (_, chosen) => {
    const filter = { ...account, ...chosen, ...range, subject: 's' }
    const step = `SEARCH delivery USING INDEX delivery_subject (subject=?${bounds})`
    expect(await planOf(read => listDeliveryPage(read, filter, 20, 0))).toEqual([step])
    expect(
      (await planOf(read => countDeliveriesUpTo(read, filter, 10_000))).map(one =>
        one.replace('COVERING ', ''),
      ),
    ).toEqual([step, step])
  })

  test.each(events)('events by %s', async (index, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const by = conditionsOf(chosen, bounds)
    expect(await planOf(read => listEventSummaries(read, filter, 20, 0))).toEqual([
      `SEARCH event USING INDEX ${index} ${by}`,
    ])
    const deep = await planOf(read => listEventSummaries(read, filter, 20, 10_000))
    expectNoWalk(deep)
    expect(deep).toContain(`SEARCH event USING COVERING INDEX ${index} ${by}`)
    // Where the walk needs no other end, entries are not compared with one.
    const walked = bounds === '' ? by.replace(/=\?\)$/, '<?)') : by
    const steps = await planOf(read => countEventsUpTo(read, filter, 10_000))
    expect(steps).toEqual([walked, by].map(one => `SEARCH event USING COVERING INDEX ${index} ${one}`))
  })

  test.each(events)('events of a payment, and %s: they are few', async (_, chosen) => {
    const filter = { ...account, ...chosen, ...range, subject: 's' }
    const [first] = await planOf(read => listEventSummaries(read, filter, 20, 0))
    expect(first).toBe('SEARCH event USING INDEX event_subject (subject=?)')
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
  const [first] = await planOf(read => listDeliveriesOf(read, 'e'))
  expect(first).toBe('SEARCH delivery USING INDEX delivery_event (event_id=?)')
})
