// Searching payments by everything that a person or a program may know, among the account's own payments.
import { afterAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { PaymentView } from '../../src/wire/payment.ts'
import { mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { collect } from '../kit/endpoint-money.ts'

const shop = await openEndpointShop()
const first = await shop.make({ ...qr, customer: { email: 'amina@example.com' } })
shop.advance(1_000)
const paid = await collect(shop, mobile, { outcome: 'completed' })
shop.advance(86_400_000)
const dayAfter = new Date(shop.appliance.world.clock.now()).toISOString()
const late = await shop.make({ ...qr, phone_number: '0713 000 111' })
const strange = paymentOf(await shop.request({ as: 'stranger', path: '/v1/payments', json: mobile }))
/** In the order they were made: a QR, a paid push, a QR of the day after, a stranger's. */
const made = { qr: first, paid, late, strange }
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
    ['the beginning of two', () => ({ reference: made.paid.reference.slice(0, 8) }), ['paid', 'qr']],
    ['the beginning of one alone', () => ({ reference: made.paid.reference.slice(0, 24) }), ['paid']],
    [
      'a beginning that is too early',
      () => ({ reference: made.qr.reference.slice(0, 8), from: dayAfter }),
      [],
    ],
    ["the network's reference as a reference", () => ({ reference: made.paid.external_reference }), ['paid']],
    ['an e-mail address', () => ({ email: 'Amina@Example.com' }), ['qr']],
    ['q: the beginning of one', () => ({ q: made.paid.reference.slice(0, 24) }), ['paid']],
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
    ['from a time by its other name', () => ({ from_date: dayAfter }), ['late']],
    ['to a time by its other name', () => ({ to_date: dayAfter, to: dayAfter }), ['paid', 'qr']],
    [
      'marks of campaigns and caches',
      () => ({ utm_source: 'x', _: '1', reference: made.qr.reference }),
      ['qr'],
    ],
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
    ...['456', '•••456', '…456', '... 456', '+2557*****456'].map((q): (typeof table)[number] => [
      `q: the end of a phone number, as pages show it: ${q}`,
      () => ({ q }),
      ['paid'],
    ]),
    ['q: the end of another', () => ({ q: '111' }), ['late']],
    ['q: the end of nobody’s', () => ({ q: '…457' }), []],
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

  test.each([
    ['per_page=1', [1, 0], ['late']],
    ['per_page=1&page=1', [1, 0], ['late']],
    ['per_page=1&page=2', [1, 1], ['paid']],
    ['limit=2&page=2', [2, 2], ['qr']],
    ['limit=1&per_page=1&offset=2', [1, 2], ['qr']],
    ['page=2', [20, 20], []],
  ] as const)('in pages by %s', async (query, [limit, offset], wanted) => {
    const answer = await shop.request({ as: 'reader', path: `/v1/payments?${query}` })
    expect(found(answer)).toEqual(wanted.map(name => made[name].reference))
    expect(answer.json).toMatchObject({ data: { limit, offset, total: 3 } })
  })

  test('on /api/v1 too, and each account its own', async () => {
    const answer = await shop.request({ as: 'stranger', path: '/api/v1/payments/search' })
    expect(found(answer)).toEqual([made.strange.reference])
  })
})

test('the beginning of a reference counts what begins so, however many there are on other days', async () => {
  const box = await openEndpointShop()
  const { paymentNumbers, store } = box.appliance
  const first = await box.make()
  paymentNumbers.skipTo(paymentNumbers.newest() + 20_000) // as if others were sold between
  const second = await box.make()
  await store.write(tx =>
    tx.rows(
      `insert into total (account_id, day, type, status, count, amount)
      select account_id, day - 1, type, status, 20000, 0 from total`,
      [],
      'once',
    ),
  )
  const begins = first.reference.slice(0, 8)
  expect(second.reference).toStartWith(begins)
  for (const query of [`reference=${begins}`, `q=${begins}`]) {
    const answer = await box.request({ as: 'reader', path: `/v1/payments/search?${query}&limit=1` })
    expect([query, found(answer), at(answer, 'data.total')]).toEqual([query, [second.reference], 2])
  }
  const all = await box.request({ as: 'reader', path: '/v1/payments/search?limit=1' })
  expect(all.json).toMatchObject({ data: { total: 10_000, total_capped: true } })
  await box.close()
})

test('the total is marked as capped, where more payments have a word than are compared', async () => {
  const box = await openEndpointShop()
  const { reference } = await box.make()
  const copied = 'account_id, status, amount, currency, connector, channel_type, provider, customer, metadata'
  const more = 'api_version, token, late, unknown, created_at, expires_at'
  const rows = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 10001)'
  await box.appliance.store.write(async tx => {
    await tx.rows(
      `insert into payment (number, id, type, ${copied}, ${more}) ${rows} select 900000000 + i,
        'ffffffff-0000-7000-8000-' || substr(cast(1000000000000 + i as text), 2),
        case when i % 10 = 0 then 'card' else 'mobile' end, ${copied}, ${more} from payment, n where id = '${reference}'`,
      [],
      'once',
    )
    for (const [word, has] of [
      ['mifuko', 'number > 900000000'],
      ['saruji', 'number > 900000001'],
    ])
      await tx.rows(
        `insert into note_word select account_id, '${word}', number from payment where ${has}`,
        [],
        'once',
      )
  })
  const cappedOf = async (query: string) =>
    at(await box.request({ as: 'owner', path: `/api/v1/totals/payments?${query}` }), 'data.capped')
  expect(await cappedOf('note=mifuko&payment_type=card')).toBe(true)
  expect(await cappedOf('note=saruji&payment_type=card')).toBe(false)
  const totalOf = async (query: string) => {
    const answer = await box.request({ as: 'reader', path: `/v1/payments/search?limit=1&${query}` })
    return [at(answer, 'data.total'), Reflect.get(Object(at(answer, 'data')), 'total_capped')]
  }
  expect(await totalOf('note=mifuko&payment_type=card')).toEqual([1_000, true])
  expect(await totalOf('note=saruji&payment_type=card')).toEqual([1_000, undefined])
  expect(await totalOf('note=mifuko')).toEqual([10_000, true])
  await box.close()
})

test('payments with an unknown outcome, in any status', async () => {
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
  expect(lines.map(line => line.split(',')[0])).toEqual([`"${open}"`, `"${over}"`])
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
  [{ page: '0' }, 'page'],
  [{ page: '1', offset: '20' }, 'page'],
  [{ per_page: '101' }, 'per_page'],
  [{ per_page: '1', limit: '2' }, 'per_page'],
  [{ from_date: 'yesterday' }, 'from_date'],
  [{ from_date: '2026-11-20', from: '2026-11-21' }, 'from_date'],
  [{ nonsense: '1' }, 'nonsense'],
  [{ Reference: 'abcdef' }, 'Reference'],
]
test.each(bad)('%j is refused', async (query, field) => {
  const answer = await search(query)
  expect(answer.json).toMatchObject({ code: 400, error_code: 'validation_error', errors: [{ field }] })
  expect(textAt(answer, 'message')).toStartWith(`${field} `)
})

describe('a filter that a list does not have', () => {
  const lists = [
    ...['/v1/payments', '/v1/payments/search', '/api/v1/payments', '/v1/payouts', '/api/v1/sessions'],
    ...['/api/v1/events', '/api/v1/webhooks/deliveries', '/api/v1/profiles', '/api/v1/keys', '/api/v1/staff'],
    ...['/api/v1/tills', '/api/v1/shifts', '/api/v1/audit-log', '/api/v1/unmatched', '/api/v1/invitations'],
    ...['/api/v1/payments.csv', '/api/v1/keys.csv'],
  ]
  test.each(lists)('is refused on %s, with those there are', async path => {
    const answer = await shop.request({ as: 'owner', path: `${path}?customer=5&created=today` })
    expect(answer.json).toMatchObject({
      code: 400,
      errors: [
        { field: 'customer', reason: 'filter_not_known' },
        { field: 'created', reason: 'filter_not_known' },
      ],
    })
    expect((await shop.request({ as: 'owner', path: `${path}?utm_source=x&_=1` })).status).toBe(200)
  })

  test('names those there are', async () => {
    const answer = await shop.request({ as: 'reader', path: '/v1/payments?reference=abcdef' })
    const filters =
      'limit, offset, starting_after, ending_before, status, payment_type, outcome_unknown, from, to, idempotency_key'
    expect(answer.json).toMatchObject({
      ...errorBody('validation_error', 'filter_not_known', { filters }),
      errors: [{ field: 'reference' }],
    })
  })
})
