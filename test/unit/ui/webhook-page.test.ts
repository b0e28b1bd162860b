// Webhooks in the console: filters, the result of a test, the overlap of keys, times in a time zone, and when
// a page looks again.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliveryStatuses } from '../../../src/domain/delivery.ts'
import {
  countKey,
  deliverySearch,
  eventSearch,
  graceOf,
  hostOfUrl,
  isDue,
  isPayout,
  localOf,
  momentOf,
  readableOf,
  testResultOf,
} from '../../../ui/admin/webhooks/webhook.model.ts'
import { snippets } from '../../../ui/admin/webhooks/webhook-snippet.ts'
import { webhooks } from '../../../ui/admin/webhooks/webhooks.text.ts'

test('the address filters what the server can filter', () => {
  const query = {
    status: 'failed',
    type: 'payment.voided',
    payment: ' p1 ',
    host: 'a:80',
    from: '2026-11-21',
    after: 'del_0001',
    x: '1',
  }
  expect(deliverySearch(query)).toEqual({
    status: 'failed',
    type: 'payment.voided',
    payment: 'p1',
    host: 'a:80',
    from: '2026-11-21',
    after: 'del_0001',
  })
  expect(deliverySearch({ status: 'lost', type: 'nonsense', page: '2' })).toEqual({})
  expect(eventSearch({ ...query, type: 'payout.failed' })).toEqual({
    type: 'payout.failed',
    payment: 'p1',
    from: '2026-11-21',
    after: 'del_0001',
  })
})

test('every state of a delivery has a text', () => {
  for (const status of deliveryStatuses) {
    expect(webhooks.en[`status_${status}`]).toBeString()
    expect(webhooks.sw[`status_${status}`]).toBeString()
  }
})

test.each([
  ['https://shop.example.com/hook?x=1', 'shop.example.com'],
  ['http://192.168.1.20:3000/webhook', '192.168.1.20:3000'],
  ['https://shop.example.com:443/', 'shop.example.com'],
  ['nonsense', 'nonsense'],
])('%s goes to %s', (url, host) => expect(hostOfUrl(url)).toBe(host))

test.each([
  ['', 0],
  [' 0 ', 0],
  ['24', 24],
  ['72', 72],
  ['73', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e1', undefined],
  ['a day', undefined],
])('%p hours of overlap are %p', (typed, hours) => expect(graceOf(typed)).toBe(hours))

describe('moments of a time zone', () => {
  test.each([
    ['2026-11-21T14:05', 'Africa/Dar_es_Salaam', '2026-11-21T11:05:00.000Z'],
    ['2026-11-21T02:05', 'Africa/Dar_es_Salaam', '2026-11-20T23:05:00.000Z'],
    ['2026-07-01T12:00', 'Europe/London', '2026-07-01T11:00:00.000Z'],
    // The clocks go back at two on this day.
    ['2026-10-25T00:30', 'Europe/London', '2026-10-24T23:30:00.000Z'],
    ['2026-10-25T03:30', 'Europe/London', '2026-10-25T03:30:00.000Z'],
  ])('%s in %s is %s', (local, zone, moment) => {
    expect(momentOf(local, zone)).toBe(moment)
    expect(localOf(Date.parse(moment), zone)).toBe(local)
  })
  test.each(['', '2026-11-21', '2026-13-01T00:00', 'yesterday'])('%p is none', local =>
    expect(momentOf(local, 'Africa/Dar_es_Salaam')).toBeUndefined(),
  )
})

test.each([
  [{ response: { status: 204 }, error: null }, 'delivered'],
  [{ response: { status: 500 }, error: 'answered 500' }, 'rejected'],
  [{ response: null, error: 'the connection was refused' }, 'no_response'],
] as const)('%j %s', (answered, result) => expect(testResultOf(answered)).toBe(result))

const now = Date.parse('2026-11-21T12:00:00Z')
test.each([
  ['one that is under way', 'retrying', null, true],
  ['one due now', 'pending', '2026-11-21T12:00:00Z', true],
  ['one due in a moment', 'failed', '2026-11-21T12:00:04Z', true],
  ['one due in three minutes', 'failed', '2026-11-21T12:03:00Z', false],
  ['one that waits for the network', 'pending', '2026-11-21T11:50:00Z', false],
  ['one that is over', 'success', null, false],
] as const)('%s', (_, status, next_attempt_at, due) =>
  expect(isDue({ status, next_attempt_at }, now)).toBe(due),
)

test('bodies are indented, and left as they are when not JSON', () => {
  expect(readableOf('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}')
  expect(readableOf('<h1>502 Bad Gateway</h1>')).toBe('<h1>502 Bad Gateway</h1>')
  expect(isPayout('payout.reversed')).toBe(true)
  expect(isPayout('payment.failed')).toBe(false)
  expect([0, 1, 2].map(countKey)).toEqual(['resend_done_zero', 'resend_done_one', 'resend_done_other'])
})

test('the page shows the files of docs/verify', () => {
  const folder = join(import.meta.dir, '../../../docs/verify')
  const files = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))
  expect(snippets.map(({ code }) => code).toSorted()).toEqual(files.toSorted())
})
