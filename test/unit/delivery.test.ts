// A delivery's tries as a table: 0, 3, 6, 12 and 24 minutes after the one before, then abandoned.
import { describe, expect, test } from 'bun:test'
import {
  beginTry,
  type Delivery,
  type DeliveryStatus,
  deliveryTriesMax,
  isAddressGone,
  nextDelivery,
  pauseDelivery,
} from '../../src/domain/delivery.ts'

const minute = 60_000
const base: Delivery = {
  id: 'del_1',
  eventId: 'evt_1',
  type: 'payment.completed',
  accountId: 'acct_1',
  subject: '019cacea-e080-7039-b736-3a5c0deedfd1',
  url: 'https://shop.example/hook',
  host: 'shop.example',
  status: 'pending',
  tries: 0,
  stalls: 0,
  nextAt: 0,
  lastStatus: null,
  lastError: null,
  createdAt: 0,
  endedAt: null,
}
const refused = { status: 500, error: 'the receiver answered 500' }
const silent = { status: null, error: 'the receiver did not answer in time' }
const accepted = { status: 200, error: null }

/** After that many failures: when the next try is, in minutes after the last. */
const schedule = [
  [1, 'failed', 3],
  [2, 'failed', 6],
  [3, 'failed', 12],
  [4, 'failed', 24],
  [5, 'abandoned', null],
] as const

test.each(schedule)(
  'after failure %p it is %s, and tried again after %p minutes',
  (count, status, minutes) => {
    const now = 1_000_000
    const next = nextDelivery({ ...base, tries: count - 1 }, refused, now)
    expect(next).toEqual({
      ...base,
      status,
      tries: count,
      nextAt: minutes === null ? null : now + minutes * minute,
      lastStatus: 500,
      lastError: refused.error,
      endedAt: minutes === null ? now : null,
    })
  },
)

test('five failures take 45 minutes', () => {
  let delivery = base
  let now = 0
  const times: number[] = []
  while (delivery.nextAt !== null) {
    now = delivery.nextAt
    times.push(now / minute)
    delivery = nextDelivery(beginTry(delivery), silent, now)
  }
  expect(times).toEqual([0, 3, 9, 21, 45])
  expect(times).toHaveLength(deliveryTriesMax)
  expect(delivery).toMatchObject({
    status: 'abandoned',
    endedAt: 45 * minute,
    lastStatus: null,
    lastError: silent.error,
  })
})

describe('an answer is a success from 200 to 299, and nothing else', () => {
  test.each([199, 300, 301, 302, 308, 400, 404, 410, 429, 500, 503, null])('%p fails', status => {
    expect(nextDelivery(base, { status, error: 'no' }, 0).status).toBe('failed')
  })
  test.each([200, 201, 202, 204, 299])('%p succeeds', status => {
    expect(nextDelivery({ ...base, tries: 4, lastError: 'no' }, { status, error: null }, 7)).toEqual({
      ...base,
      status: 'success',
      tries: 5,
      nextAt: null,
      lastStatus: status,
      lastError: null,
      endedAt: 7,
    })
  })
})

test.each([
  ['pending', 'pending'],
  ['failed', 'retrying'],
  ['retrying', 'retrying'], // cut off by a restart
] as const)('a %s delivery is %s while it is tried', (before, during) => {
  expect(beginTry({ ...base, status: before })).toEqual({ ...base, status: during })
})

test('a try that is cut off does not count', () => {
  const failed = nextDelivery(base, refused, 0)
  const begun = beginTry(beginTry(failed))
  expect(begun.tries).toBe(1)
  const states: DeliveryStatus[] = [begun.status, nextDelivery(begun, accepted, 1).status]
  expect(states).toEqual(['retrying', 'success'])
})

describe('a try that failed because of this server', () => {
  const offline = { status: null, error: 'Kaunta has no route to 41.59.0.10', isOurs: true }

  test.each([
    [0, 'pending'],
    [1, 'failed'],
    [4, 'failed'],
  ] as const)('does not count: after %p tries it stays %s', (tries, status) => {
    const begun = beginTry({ ...base, tries, status })
    expect(nextDelivery(begun, offline, 5_000)).toEqual({
      ...base,
      tries,
      status,
      stalls: 1,
      nextAt: 5_000 + minute,
      lastError: offline.error,
    })
  })

  test('is made again after 1, 2, 3, 4 and then every 5 minutes; a try that counts starts again', () => {
    let delivery = base
    const waited: number[] = []
    for (let count = 0; count < 8; count++) {
      delivery = nextDelivery(delivery, offline, 0)
      waited.push((delivery.nextAt ?? 0) / minute)
    }
    expect(waited).toEqual([1, 2, 3, 4, 5, 5, 5, 5])
    expect(nextDelivery(delivery, refused, 0)).toMatchObject({
      tries: 1,
      stalls: 0,
      status: 'failed',
      nextAt: 3 * minute,
    })
    expect(nextDelivery(delivery, accepted, 0)).toMatchObject({ tries: 1, stalls: 0, status: 'success' })
  })

  test('counts as a success if it arrived', () => {
    expect(nextDelivery(base, { status: 200, error: null, isOurs: true }, 0).status).toBe('success')
  })
})

describe('Retry-After makes a wait longer, never shorter', () => {
  const now = Date.UTC(2026, 10, 21, 8)
  const hour = 60 * minute
  test.each([
    [undefined, 3 * minute],
    ['0', 3 * minute],
    ['179', 3 * minute],
    ['180', 3 * minute],
    ['181', 181_000],
    ['3600', hour],
    ['86400', 24 * hour],
    ['86401', 24 * hour],
    ['9'.repeat(400), 24 * hour],
    ['Sat, 21 Nov 2026 09:00:00 GMT', hour],
    ['Saturday, 21-Nov-26 09:00:00 GMT', hour],
    ['Sat Nov 21 09:00:00 2026', hour],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 3 * minute],
    ['Mon, 21 Nov 2033 09:00:00 GMT', 24 * hour],
    ['-5', 3 * minute],
    ['1.5', 3 * minute],
    ['1e9', 3 * minute],
    ['2026-11-21T09:00:00Z', 3 * minute],
    ['soon', 3 * minute],
    ['Soon, 99 Nov 2026', 3 * minute],
    ['', 3 * minute],
  ])('%p', (retryAfter, wait) => {
    const next = nextDelivery(base, { status: 429, error: 'no', retryAfter }, now)
    expect((next.nextAt ?? 0) - now).toBe(wait)
  })

  test('the fifth failure abandons, whatever the answer', () => {
    const next = nextDelivery({ ...base, tries: 4 }, { status: 429, error: 'no', retryAfter: '3600' }, now)
    expect(next).toMatchObject({ status: 'abandoned', nextAt: null })
  })
})

describe('410 Gone', () => {
  const gone = { status: 410, error: 'the receiver answered 410' }
  test.each(schedule)('is tried again like any other answer: after failure %p %s', (count, status) => {
    const next = nextDelivery({ ...base, tries: count - 1 }, gone, 0)
    expect([next.status, isAddressGone(next)]).toEqual([status, count === 5])
  })

  test('only the last answer decides', () => {
    const fifth = (status: number | null) =>
      isAddressGone(nextDelivery({ ...base, tries: 4, lastStatus: 410 }, { status, error: 'no' }, 0))
    expect([410, 500, 404, null, 200].map(fifth)).toEqual([true, false, false, false, false])
  })

  test.each([
    [0, 'pending', 'pending'],
    [2, 'failed', 'failed'],
    [2, 'retrying', 'failed'],
  ] as const)(
    'while its address is paused, one of %p tries that was %s is %s, without a next try',
    (tries, before, status) => {
      const paused = pauseDelivery({ ...base, tries, status: before })
      expect(paused).toMatchObject({
        tries,
        status,
        nextAt: null,
        lastError: expect.stringContaining('paused'),
      })
    },
  )
})
