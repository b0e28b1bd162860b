// A delivery's tries as a table: 0, 3, 6, 12 and 24 minutes after the one before, then abandoned.
import { describe, expect, test } from 'bun:test'
import { beginTry, type Delivery, type DeliveryStatus, nextDelivery, triesMax } from '../src/domain/delivery.ts'

const minute = 60_000
const base: Delivery = {
  id: 'del_1',
  eventId: 'evt_1',
  accountId: 'acct_1',
  subject: '019cacea-e080-7039-b736-3a5c0deedfd1',
  url: 'https://shop.example/hook',
  host: 'shop.example',
  status: 'pending',
  tries: 0,
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

test.each(schedule)('after failure %p it is %s, and tried again after %p minutes', (count, status, minutes) => {
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
})

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
  expect(times).toHaveLength(triesMax)
  expect(delivery).toMatchObject({ status: 'abandoned', endedAt: 45 * minute, lastStatus: null, lastError: silent.error })
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

test('a try that begins and is cut off does not count', () => {
  const failed = nextDelivery(base, refused, 0)
  const begun = beginTry(beginTry(failed))
  expect(begun.tries).toBe(1)
  const states: DeliveryStatus[] = [begun.status, nextDelivery(begun, accepted, 1).status]
  expect(states).toEqual(['retrying', 'success'])
})
