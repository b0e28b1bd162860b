// The public checkout as programs use it, in JSON: load, pay, status, give up a try, follow a short link.
// What becomes of the money: session-payment.test.ts; the page and its forms: checkout-form.test.ts.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readEmv } from '../../src/domain/emv.ts'
import { openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'
import {
  allMethods,
  attemptOf,
  byPush,
  checkoutOf,
  metaOf,
  openSession,
  order,
  ownAmount,
  sessionsPath,
} from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
await openSession(shop)
afterAll(() => shop.close())
// An hour: pushes to one number are counted as long.
beforeEach(() => shop.advance(3_600_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const make = (json: object = order) => openSession(shop, json)
const gone = { code: 410, ...errorBody('payment_expired') }
/** The rows of a first try: the job is its status check. */
const paid = { payment: 1, total: 1, payment_total: 1, attempt: 1, job: 1, session: 1 }
const expectProblem = (answer: TestResponse, field: string) => {
  expect([answer.status, answer.json]).toMatchObject([
    400,
    { ...errorBody('validation_error'), errors: [{ field }] },
  ])
  expect(textAt(answer, 'message')).toStartWith(`${field} `)
}

describe('load', () => {
  test('answers what the customer may see, and nothing that only the merchant may see', async () => {
    const line_items = [{ name: 'Khanga', quantity: 2, unit_price: 2_500, sku: 'K-1' }]
    const custom_fields = [{ key: 'table', label: 'Table?', type: 'number', required: false }]
    const secret = { metadata: { order: 'SECRET-1' }, webhook_url: 'https://secret.example/SECRET-2' }
    const customer = { name: 'Neema', phone: '0754123456', email: 'neema@example.com' }
    const { made, path } = await make({
      ...order,
      ...secret,
      customer,
      line_items,
      custom_fields,
      description: 'Tea',
    })
    const answer = await run({ request: { path }, status: 200, headers: { 'cache-control': 'no-store' } })
    const shown = [
      'reference',
      'status',
      'amount',
      'currency',
      'merchant_name',
      'merchant_logo',
      'brand_color',
      'locale',
    ]
      .concat([
        'customer_name',
        'customer_phone',
        'customer_email',
        'allowed_methods',
        'description',
        'collect_email',
      ])
      .concat([
        'allow_custom_amount',
        'min_amount',
        'max_amount',
        'line_items',
        'custom_fields',
        'display',
        'expires_at',
      ])
    const view = checkoutOf(answer)
    expect(Object.keys(view).toSorted()).toEqual(shown.toSorted())
    expect(made).toMatchObject(JSON.parse(JSON.stringify(view)))
    expect(answer.text).not.toMatch(/SECRET|acct_|prof_|kn_/)
  })

  test.each(['none', 'x'.repeat(22), 'x'.repeat(2_000), '%00', '%2e%2e', '__proto__', "'or 1=1--", '🙂'])(
    'of %j: 404',
    async token => {
      const there = `/checkout/${encodeURIComponent(token).replace('%25', '%')}`
      const pay = { path: `${there}/pay`, json: byPush }
      for (const request of [
        { path: there },
        pay,
        { path: `${there}/status` },
        { method: 'POST', path: `${there}/cancel/x` },
      ])
        await run({ request: request, status: 404, body: errorBody('not_found') })
    },
  )

  test('neither reference, id nor short code opens it', async () => {
    const { made } = await make()
    for (const name of [made.reference, made.id, made.short_code])
      await run({ request: { path: `/checkout/${name}` }, status: 404 })
  })

  test('410 once it is cancelled, completed or expired; pay too', async () => {
    const cancelled = await make()
    await cancelled.cancel()
    const completed = await make()
    await completed.tries()
    await completed.approves()
    const late = await make({ ...order, expires_in: 60 })
    const begun = await make({ ...order, expires_in: 240 })
    await begun.tries()
    await begun.declines()
    const expired = await make({ ...order, expires_in: 60 })
    shop.advance(60_000)
    await shop.work()
    shop.advance(180_000)
    const closed = [
      [cancelled, 'cancelled'],
      [completed, 'completed'],
      [late, 'expired'],
      [begun, 'expired'],
      [expired, 'expired'],
    ] as const
    for (const [{ path }, word] of closed) {
      const body = { ...gone, message: expect.stringContaining(word) }
      await run({ request: { path }, status: 410, body })
      await run({ request: { path: `${path}/pay`, json: byPush }, status: 410, body })
    }
  })
})

describe('pay', () => {
  const asked = (method: string, more: object = {}) => ({ payment_method: method, ...more })
  test.each([
    ['mobile_money', byPush, []],
    ['qr', asked('qr'), ['payment_qr_code']],
    ['card', asked('card'), ['payment_url']],
  ])('%s: the customer gets a push', async (_, json, offered) => {
    const { path, status, get, made } = await make({ ...order, ...allMethods })
    const answer = await run({
      request: { path: `${path}/pay`, json },
      status: 200,
      changes: { ...paid, session_total: 2, ...(json === byPush ? { simulation: 1 } : {}) },
    })
    const tried = attemptOf(answer)
    expect(Object.keys(tried).toSorted()).toEqual(
      ['attempt_id', 'status', 'payment_token', 'expires_at', ...offered].toSorted(),
    )
    expect(tried).toMatchObject({ status: 'pending', payment_token: expect.stringMatching(/^\d{8}$/) })
    expect(readEmv(tried.payment_qr_code ?? '')?.get('54')).toBe(
      json.payment_method === 'qr' ? '5000' : undefined,
    )
    expect(tried.payment_url ?? '').toMatch(
      json.payment_method === 'card' ? /\/sandbox\/card\/\w{20}$/ : /^$/,
    )
    expect(await status()).toEqual({
      reference: made.reference,
      status: 'active',
      redirect_url: '',
      state: 'waiting',
      attempt: {
        id: tried.attempt_id,
        status: 'pending',
        failure_reason: null,
        expires_at: tried.expires_at,
      },
    })
    expect((await get()).payment_reference).not.toBe('')
  })

  const bad: [field: string, more: object][] = [
    ...['bitcoin', '', null, 5, undefined, 'MOBILE_MONEY'].map((payment_method): [string, object] => [
      'payment_method',
      { payment_method },
    ]),
    ['payment_method', { payment_method: 'card' }],
    ...[
      undefined,
      '',
      '  ',
      '07541',
      '+254712345678',
      '0222123456',
      'x',
      null,
      255754123456,
      '0'.repeat(31),
    ].map((customer_phone): [string, object] => ['customer_phone', { customer_phone }]),
    ...['asha', 'a b@c', '@', null, 5, `${'x'.repeat(319)}@b`].map((customer_email): [string, object] => [
      'customer_email',
      { customer_email },
    ]),
    ...['x'.repeat(201), null, 5, {}].map((customer_name): [string, object] => [
      'customer_name',
      { customer_name },
    ]),
    ...['5000', 5_000.5, null, -1, 1e12, []].map((amount): [string, object] => ['amount', { amount }]),
    ...[[], 'x', null].map((custom_fields): [string, object] => ['custom_fields', { custom_fields }]),
    ...[null, [], {}, 'x'.repeat(2_001)].map((a): [string, object] => [
      'custom_fields.a',
      { custom_fields: { a } },
    ]),
    ...['%', 'x', '[]', null, 5].map((meta): [string, object] => ['meta', { meta }]),
  ]
  test.each(bad.map(([field, more]) => [field, JSON.stringify(more).slice(0, 80), more] as const))(
    '%s in %s',
    async (field, _, more) => {
      const { path } = await make()
      expectProblem(
        await run({ request: { path: `${path}/pay`, json: { ...byPush, ...more } }, status: 400 }),
        field,
      )
    },
  )

  const raws = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"__proto__":{}}',
    '{"payment_method":"qr","payment_method":"qr"}',
    '{"custom_fields":{"constructor":"x"}}',
  ]
  test.each(raws)('a body that is %j', async raw => {
    const { path } = await make()
    const answer = await run({
      request: { path: `${path}/pay`, raw, headers: { 'content-type': 'application/json' } },
      status: 400,
    })
    expect(at(answer, 'errors.0.field')).toBe('body')
  })

  test('the wrong kind or too much of a body', async () => {
    const path = `${(await make()).path}/pay`
    const types = { 'content-type': 'application/json' }
    const request = (more: Partial<TestRequest>): TestRequest => ({ method: 'POST', path, ...more })
    await run({ request: request({}), status: 415, body: errorBody('unsupported_media_type') })
    await run({
      request: request({ raw: JSON.stringify(byPush), headers: { 'content-type': 'text/plain' } }),
      status: 415,
    })
    await run({
      request: request({ raw: JSON.stringify(byPush).padEnd(262_145), headers: types }),
      status: 413,
    })
    await run({
      request: request({ raw: Buffer.from('{"customer_name":"Zoë"}', 'latin1'), headers: types }),
      status: 400,
    })
    for (const method of ['GET', 'PUT', 'DELETE'])
      await run({ request: { method, path }, status: 405, body: errorBody('method_not_allowed') })
  })

  test.each([1_000, 1_001, 8_999, 9_000])('an amount that the customer chose: %d', async amount => {
    const { tries, payment, get } = await make(ownAmount)
    await tries({ ...byPush, amount })
    expect((await payment()).amount.value).toBe(amount)
    expect((await get()).amount).toBe(0)
  })

  test.each([undefined, 0, 999, 9_001])(
    'an amount that the customer chose, out of bounds: %p',
    async amount => {
      const { pay } = await make(ownAmount)
      const answer = await pay({ ...byPush, amount })
      expectProblem(answer, 'amount')
      expect(answer.json).toMatchObject({ reason: 'out_of_range', params: { min: 1_000, max: 9_000 } })
    },
  )

  test('where it is fixed, the amount is the session’s', async () => {
    const { tries, payment } = await make()
    await tries({ ...byPush, amount: 500 })
    expect((await payment()).amount.value).toBe(5_000)
  })

  test('the customer is on the payment, and is not asked twice', async () => {
    const { tries, payment } = await make()
    await tries({
      ...byPush,
      customer_name: ' Neema Juma Mushi ',
      customer_email: 'neema@example.com',
      unknown: 'x',
    })
    expect((await payment()).customer).toEqual({
      first_name: 'Neema',
      last_name: 'Juma Mushi',
      email: 'neema@example.com',
      phone: '+255754123456',
    })
  })

  test('names all problems together', async () => {
    const custom_fields = [{ key: 'a', label: 'A', type: 'text', required: true }]
    const { pay } = await make({ ...ownAmount, custom_fields })
    const answer = await pay({ payment_method: 'mobile_money', customer_phone: 'x', customer_email: 'x' })
    const fields = (at(answer, 'errors') as { field: string }[]).map(({ field }) => field)
    expect(fields).toEqual(['amount', 'customer_phone', 'customer_email', 'custom_fields.a'])
  })
})

describe('custom fields', () => {
  const one = (type: string, required = true) => ({
    key: 'a',
    label: 'A',
    type,
    required,
    ...(type === 'select' ? { options: ['S', 'L'] } : {}),
  })
  const table: [type: string, good: unknown, bad: unknown, kept: string][] = [
    ['text', 'Zoë 🙂', 'x'.repeat(501), 'Zoë 🙂'],
    ['textarea', ' a\nb ', '', 'a\nb'],
    ['email', 'a@b.co', 'a', 'a@b.co'],
    ['phone', '+1 415 555 0123', '123', '+1 415 555 0123'],
    ['number', 4.5, true, '4.5'],
    ['date', '2026-02-28', '2026-02-29', '2026-02-28'],
    ['select', 'L', 'M', 'L'],
  ]
  test.each(table)('%s', async (type, good, bad, kept) => {
    const { pay, get } = await make({ ...order, custom_fields: [one(type)] })
    for (const custom_fields of [undefined, {}, { a: '' }, { a: bad }, { b: good }])
      expectProblem(await pay({ ...byPush, custom_fields }), 'custom_fields.a')
    expect((await pay({ ...byPush, custom_fields: { a: good, b: 'not asked' } })).status).toBe(200)
    expect(await get()).toMatchObject({
      answers: { a: kept },
      custom_fields: [{ ...one(type), value: kept }],
    })
    expect(Object.keys((await get()).answers)).toEqual(['a'])
  })

  test.each(['text', 'email', 'phone', 'number', 'date', 'select', 'textarea'])(
    '%s may be left out when not required',
    async type => {
      const { pay, get } = await make({ ...order, custom_fields: [one(type, false)] })
      expect((await pay({ ...byPush, custom_fields: { a: ' ' } })).status).toBe(200)
      expect(await get()).toMatchObject({ answers: {}, custom_fields: [one(type, false)] })
    },
  )

  test('a key may be a name that every object has', async () => {
    const { pay, get } = await make({ ...order, custom_fields: [{ ...one('text', false), key: 'toString' }] })
    expect((await pay()).status).toBe(200)
    expect((await get()).custom_fields).toEqual([{ ...one('text', false), key: 'toString' }] as never)
  })
})

describe('meta', () => {
  const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
  const good: [string, unknown][] = [
    ['an object', { table: 7, nested: { list: [1, null, '🙂'] } }],
    ['nothing in it', {}],
    ['4 kB', sized(4_096)],
    ['bytes that base64 writes with + and /', { a: '~~~???>>>ûûû' }],
  ]
  const kept = async (path: string, get: () => Promise<{ payment_reference: string }>) => {
    await get()
    const rows = (await shop.rows()).get('session') ?? []
    const row = rows.find(text => text.includes(path.split('/')[2] ?? ''))
    return JSON.parse(row ?? '[]').map(String)
  }
  test.each(good)('%s: from the query, the body, and without padding, url-safe', async (_, value) => {
    const plain = metaOf(value)
    const safe = Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const [query, more] of [
      [`?meta=${encodeURIComponent(plain)}`, {}],
      [`?meta=${plain}`, {}],
      [`?meta=${safe}`, {}],
      ['', { meta: plain }],
      ['', { meta: safe }],
      [`?meta=${metaOf({ loses: true })}`, { meta: safe }],
    ] as const) {
      const { pay, path, get } = await make()
      expect((await pay({ ...byPush, ...more }, query)).status).toBe(200)
      expect(await kept(path, get)).toContain(JSON.stringify(value))
    }
  })

  const bad: [string, string][] = [
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{x').toString('base64')],
    ['a list', metaOf([])],
    ['null', metaOf(null)],
    ['a text', metaOf('x')],
    ['a number', metaOf(5)],
    ['a byte over 4 kB', metaOf(sized(4_097))],
    ['far over 4 kB', metaOf(sized(5_000))],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')],
    ['__proto__', Buffer.from('{"__proto__":{"x":1}}').toString('base64')],
    ['a key twice', Buffer.from('{"a":1,"a":2}').toString('base64')],
    ['33 levels', Buffer.from(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`).toString('base64')],
    ['padding in the middle', 'e30=e30='],
    ['a number beyond 2^53', Buffer.from('{"a":[{"id":12345678901234567890}]}').toString('base64')],
  ]
  test.each(bad)('%s is refused everywhere', async (_, meta) => {
    const { path, made, pay } = await make()
    const query = `?meta=${encodeURIComponent(meta)}`
    expectProblem(await run({ request: { path: path + query }, status: 400 }), 'meta')
    expectProblem(await run({ request: { path: `/p/${made.short_code}${query}` }, status: 400 }), 'meta')
    expectProblem(await pay(byPush, query), 'meta')
    expectProblem(await pay({ ...byPush, meta }), 'meta')
  })

  test('empty is none', async () => {
    const { pay, path } = await make()
    expect((await shop.request({ path: `${path}?meta=` })).status).toBe(200)
    expect((await pay({ ...byPush, meta: '' }, '?meta=')).status).toBe(200)
  })
})

describe('a short link', () => {
  test('leads to the checkout, and keeps meta and language', async () => {
    const { made, path } = await make()
    const meta = metaOf({ a: '~~~???>>>ûûû' })
    const follow = async (query: string) => {
      const answer = await run({
        request: { path: `/p/${made.short_code}${query}` },
        status: 302,
        headers: { 'cache-control': 'no-store' },
      })
      return answer.headers.get('location') ?? ''
    }
    expect(await follow('')).toBe(path)
    const to = new URL(await follow(`?meta=${encodeURIComponent(meta)}&lang=sw&utm=x`), shop.url)
    expect([to.pathname, ...to.searchParams]).toEqual([path, ['lang', 'sw'], ['meta', meta]])
    expect((await shop.request({ path: to.pathname + to.search })).status).toBe(200)
  })

  test.each(['none', 'x'.repeat(8), '%00', '__proto__', 'x'.repeat(2_000)])('%s: 404', async code => {
    await run({ request: { path: `/p/${code}` }, status: 404, body: errorBody('not_found') })
  })

  test('leads there also when the checkout has ended', async () => {
    const { made, path, cancel } = await make()
    await cancel()
    await run({ request: { path: `/p/${made.short_code}` }, status: 302, headers: { location: path } })
  })
})

test('a credential is not needed, and a wrong one is ignored', async () => {
  const { path, made } = await make()
  const headers = { authorization: 'Bearer wrong' }
  for (const to of [path, `${path}/status`, `/p/${made.short_code}`])
    expect((await shop.request({ path: to, headers })).status).toBeOneOf([200, 302])
  expect((await shop.request({ path: `${path}/pay`, json: byPush, headers })).status).toBe(200)
  expect((await shop.request({ path: sessionsPath })).status).toBe(401)
})
