// Searching payments: by all that a person or a program may know of one, with the account's own payments and
// no others.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { PaymentView } from '../../src/wire/payment.ts'
import {
  at,
  type EndpointShop,
  mobile,
  openEndpointShop,
  paymentOf,
  qr,
  type TestResponse,
  textAt,
} from '../kit/endpoint.ts'
import { collect } from '../kit/endpoint-money.ts'

let shop: EndpointShop
/** In the order they were made: a QR, a paid push, a QR of the day after, a stranger's. */
let made: Record<'qr' | 'paid' | 'late' | 'strange', PaymentView>
let dayAfter: string
beforeAll(async () => {
  shop = await openEndpointShop()
  const first = await shop.make()
  shop.advance(1_000)
  const paid = await collect(shop, mobile, { outcome: 'completed' })
  shop.advance(86_400_000)
  dayAfter = new Date(shop.appliance.world.clock.now()).toISOString()
  const late = await shop.make({ ...qr, phone_number: '0713 000 111' })
  const strange = paymentOf(await shop.request({ as: 'stranger', path: '/v1/payments', json: mobile }))
  made = { qr: first, paid, late, strange }
})
afterAll(() => shop.close())

const search = (query: Record<string, string>) =>
  shop.request({ as: 'reader', path: `/v1/payments/search?${new URLSearchParams(query)}` })
const found = (answer: TestResponse) => {
  const items = [at(answer, 'data.items')].flat()
  for (const item of items) expect(Value.Check(PaymentView, item)).toBe(true)
  return items.map(item => Reflect.get(Object(item), 'reference'))
}

const inHalves = (token: string, between: string) => `${token.slice(0, 4)}${between}${token.slice(4)}`
const amountIn = (between: string) => `5${between}000`

describe('finds', () => {
  type Name = keyof typeof made
  const table: [what: string, query: () => Record<string, string>, wanted: Name[]][] = [
    ['by nothing: all, newest first', () => ({}), ['late', 'paid', 'qr']],
    ['a whole reference', () => ({ reference: made.qr.reference }), ['qr']],
    ['a whole reference in capitals', () => ({ reference: made.qr.reference.toUpperCase() }), ['qr']],
    ['a reference with blanks around it', () => ({ reference: ` ${made.qr.reference} ` }), ['qr']],
    ['its last 6 characters', () => ({ reference: made.paid.reference.slice(-6) }), ['paid']],
    ['its last 7', () => ({ reference: made.paid.reference.slice(-7) }), ['paid']],
    ['its last 12', () => ({ reference: made.paid.reference.slice(-12) }), ['paid']],
    ['its last 35', () => ({ reference: made.paid.reference.slice(1) }), ['paid']],
    ['six other characters', () => ({ reference: 'zzzzzz' }), []],
    ['the right end after a wrong beginning', () => ({ reference: `z${made.paid.reference.slice(-6)}` }), []],
    ['wildcards, which are none', () => ({ reference: '%%%%%%' }), []],
    ["a stranger's reference", () => ({ reference: made.strange.reference }), []],
    ["the end of a stranger's", () => ({ reference: made.strange.reference.slice(-6) }), []],
    ["the network's reference", () => ({ external_reference: made.paid.external_reference }), ['paid']],
    ["another of the network's", () => ({ external_reference: 'SIM000000000000' }), []],
    ['a token', () => ({ payment_token: made.late.payment_token }), ['late']],
    ["a stranger's token", () => ({ payment_token: made.strange.payment_token }), []],
    ['a phone number', () => ({ phone_number: '0754123456' }), ['paid']],
    ['a phone number with its country', () => ({ phone_number: '+255 713 000 111' }), ['late']],
    ['a status', () => ({ status: 'completed' }), ['paid']],
    ['a type', () => ({ payment_type: 'dynamic-qr' }), ['late', 'qr']],
    ['from a time', () => ({ from: dayAfter }), ['late']],
    ['to a time', () => ({ to: dayAfter }), ['paid', 'qr']],
    ['from a day to a time', () => ({ from: '2026-11-21', to: dayAfter }), ['paid', 'qr']],
    ['several at once', () => ({ payment_type: 'dynamic-qr', status: 'pending', to: dayAfter }), ['qr']],
    ['several that contradict each other', () => ({ status: 'completed', phone_number: '0713000111' }), []],
    ['q: a reference', () => ({ q: made.qr.reference }), ['qr']],
    ['q: the end of one', () => ({ q: made.qr.reference.slice(-6) }), ['qr']],
    ['q: a token', () => ({ q: made.late.payment_token }), ['late']],
    ...([' ', '\u2009', '\u00a0', '-', '\u2011', ' - '] as const).map((between): (typeof table)[number] => [
      `q: a token as it is shown or read out, with ${JSON.stringify(between)} in it`,
      () => ({ q: inHalves(made.late.payment_token, between) }),
      ['late'],
    ]),
    [
      'a token as it is shown',
      () => ({ payment_token: inHalves(made.late.payment_token, '\u2009') }),
      ['late'],
    ],
    ['q: a phone', () => ({ q: '0754 123 456' }), ['paid']],
    ['q: a phone with its country', () => ({ q: '+255 754 123 456' }), ['paid']],
    ['q: a phone in other groups', () => ({ q: '0754-12 34 56' }), ['paid']],
    ['q: an amount with a space', () => ({ q: amountIn(' ') }), ['late', 'qr']],
    ['q: an amount with a comma', () => ({ q: amountIn(',') }), ['late', 'qr']],
    [
      'q: an amount with a space that does not break',
      () => ({ q: `TZS\u00a0${amountIn('\u00a0')}` }),
      ['late', 'qr'],
    ],
    ['q: four digits and three', () => ({ q: '1455 753' }), []],
    ["q: the network's reference", () => ({ q: made.paid.external_reference }), ['paid']],
    ['q: something else', () => ({ q: 'Amina' }), []],
    ['q: nothing', () => ({ q: '  ' }), ['late', 'paid', 'qr']],
    ['what it does not know', () => ({ nonsense: '1', reference: made.qr.reference }), ['qr']],
    [
      'empty filters',
      () => ({ status: '', from: '', reference: '', phone_number: '' }),
      ['late', 'paid', 'qr'],
    ],
  ]
  test.each(table)('%s', async (_, query, wanted) => {
    const answer = await search(query())
    expect(answer.status).toBe(200)
    expect(found(answer)).toEqual(wanted.map(name => made[name].reference))
    expect(at(answer, 'data.total')).toBe(wanted.length)
    expect(answer.json).toMatchObject({ status: 'success', code: 200, data: { limit: 20, offset: 0 } })
  })

  test('in pages', async () => {
    const answer = await search({ limit: '1', offset: '1' })
    expect([found(answer), at(answer, 'data.total')]).toEqual([[made.paid.reference], 3])
  })

  test('on /api/v1 too, and each account its own', async () => {
    const answer = await shop.request({ as: 'stranger', path: '/api/v1/payments/search' })
    expect(found(answer)).toEqual([made.strange.reference])
  })
})

test('those whose outcome the network has not told, whatever their status', async () => {
  const box = await openEndpointShop()
  const wait = async (json: object) => (await collect(box, json, { outcome: 'unknown' })).reference
  const over = await wait({ ...mobile, details: { ...mobile.details, expires_in: 60 } })
  box.advance(120_000)
  await box.work()
  const open = await wait(mobile)
  const token = textAt(
    await box.request({ as: 'sandbox', path: `/v1/payments/${open}` }),
    'data.payment_token',
  )
  await box.make(mobile)
  await collect(box, mobile, { outcome: 'completed' })
  const list = (query: string, path = '/v1/payments') =>
    box.request({ as: 'reader', path: `${path}?${query}` })
  const wanted: [query: string, references: string[]][] = [
    ['outcome_unknown=true', [open, over]],
    ['outcome_unknown=true&status=pending', [open]],
    ['outcome_unknown=true&status=expired', [over]],
    ['outcome_unknown=true&payment_type=mobile&limit=1', [open]],
    ['outcome_unknown=true&limit=1&offset=1', [over]],
    ['outcome_unknown=true&payment_type=card', []],
  ]
  for (const path of ['/v1/payments', '/api/v1/payments', '/v1/payments/search'])
    for (const [query, references] of wanted) {
      const answer = await list(query, path)
      expect([query, found(answer)]).toEqual([query, references])
      const total = query.includes('limit') ? 2 : references.length
      expect([query, at(answer, 'data.total')]).toEqual([query, total])
    }
  expect(found(await list(`outcome_unknown=true&payment_token=${token}`, '/v1/payments/search'))).toEqual([
    open,
  ])
  expect(at(await list('outcome_unknown='), 'data.total')).toBe(4)
  const overview = await box.request({ as: 'owner', path: '/api/v1/overview' })
  expect(at(overview, 'data.attention.unknown_payments')).toBe(2)
  const file = await box.request({ as: 'owner', path: '/api/v1/payments.csv?outcome_unknown=true' })
  const lines = file.text.split('\r\n').slice(1, -1)
  expect(lines.map(line => line.split(',')[0])).toEqual([open, over])
  await box.close()
})

const bad: [query: Record<string, string>, field: string][] = [
  [{ reference: '12345' }, 'reference'],
  [{ reference: 'x'.repeat(201) }, 'reference'],
  [{ q: 'x'.repeat(201) }, 'q'],
  [{ external_reference: 'x'.repeat(201) }, 'external_reference'],
  [{ payment_token: '1'.repeat(201) }, 'payment_token'],
  [{ phone_number: '12' }, 'phone_number'],
  [{ phone_number: '+254712345678' }, 'phone_number'],
  [{ status: 'paid' }, 'status'],
  [{ payment_type: 'cash' }, 'payment_type'],
  [{ outcome_unknown: 'yes' }, 'outcome_unknown'],
  [{ outcome_unknown: 'false' }, 'outcome_unknown'],
  [{ from: 'yesterday' }, 'from'],
  [{ to: '2026-13-45' }, 'to'],
  [{ limit: '0' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ offset: '-1' }, 'offset'],
]
test.each(bad)('%j is refused', async (query, field) => {
  const answer = await search(query)
  expect(answer.json).toMatchObject({ code: 400, error_code: 'validation_error', errors: [{ field }] })
  expect(textAt(answer, 'message')).toStartWith(`${field} `)
})

test('needs the right to read sales', async () => {
  expect((await shop.request({ as: 'creator', path: '/v1/payments/search' })).json).toMatchObject({
    error_code: 'insufficient_scope',
  })
  expect((await shop.request({ path: '/v1/payments/search' })).status).toBe(401)
})
