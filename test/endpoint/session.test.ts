// Checkout sessions for their merchant: their life, permissions, ownership, lists, and what comes from the
// profile. Their fields: session-field.test.ts; their customers: checkout.test.ts; their money:
// session-payment.test.ts.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Connection } from '../../src/connector/connector.ts'
import { newCheckoutPeople } from '../kit/checkout-people.ts'
import type { Who } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, openOtherAccount } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'
import {
  allMethods,
  checkoutOf,
  listOf,
  openSession,
  order,
  ownAmount,
  rowsOfNewSession,
  sessionOf,
  sessionsPath,
} from '../kit/endpoint-session.ts'
import { profileOf, profileRequester } from '../kit/profile.ts'
import { openSimulatedShop as openStory } from '../kit/simulated-shop.ts'

const shop = await openShopOnNodes()
await addRoles(shop)
await openSession(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const make = (json: object = order, as: Who = 'sandbox') => openSession(shop, json, as)
const profile = profileRequester(shop)
const cancelPath = (reference: string) => `${sessionsPath}/${reference}/cancel`

describe('from start to end', () => {
  test('answers every field, absent ones empty', async () => {
    const answer = await run({
      request: { as: 'creator', path: sessionsPath, json: order },
      status: 201,
      changes: rowsOfNewSession,
    })
    const { reference, checkout_url, short_code } = sessionOf(answer)
    expect(answer.json).toEqual({
      status: 'success',
      code: 201,
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        reference: expect.stringMatching(/^sess_[0-9a-f]{32}$/),
        status: 'pending',
        mode: 'payment',
        amount: 5_000,
        currency: 'TZS',
        checkout_url: expect.stringMatching(/^http:\/\/192\.168\.1\.10:8080\/checkout\/[0-9A-Za-z]{22}$/),
        short_code: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
        payment_link_url: `http://192.168.1.10:8080/p/${short_code}`,
        merchant_name: 'Duka la Asha',
        merchant_logo: '',
        brand_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
        locale: 'en',
        collect_email: false,
        customer_name: '',
        customer_phone: '',
        customer_email: '',
        allowed_methods: ['mobile_money'],
        redirect_url: '',
        webhook_url: '',
        description: '',
        metadata: {},
        allow_custom_amount: false,
        min_amount: 0,
        max_amount: 0,
        line_items: [],
        custom_fields: [],
        answers: {},
        display: {
          show_line_items: false,
          line_items_style: 'compact',
          show_description: false,
          show_merchant_logo: false,
          theme: 'light',
          success_message: '',
          button_text: '',
        },
        payment_reference: '',
        late: false,
        completed_at: null,
        expires_at: expect.any(String),
        created_at: expect.any(String),
      },
    })
    const { data } = Object(answer.json)
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(3_600_000)
    const got = await run({ request: { as: 'reader', path: `${sessionsPath}/${reference}` }, status: 200 })
    expect(got.json).toEqual({ status: 'success', code: 200, data })
    expect(listOf(await shop.request({ as: 'reader', path: sessionsPath }))[0]).toEqual(data)
    expect(checkout_url).not.toContain(short_code)
  })

  test('links and references are unique', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => make().then(customer => customer.made)))
    for (const name of ['id', 'reference', 'checkout_url', 'short_code'] as const)
      expect(new Set(made.map(session => session[name])).size).toBe(20)
  })

  test('cancelled, it stays cancelled; its link is closed and its job is gone', async () => {
    const customer = await make()
    const cancel = { as: 'creator', method: 'POST', path: cancelPath(customer.reference) } as const
    const changes = { session: 1, session_total: 2, job: 1 }
    const answer = await run({ request: cancel, status: 200, changes })
    expect(answer.json).toMatchObject({
      status: 'success',
      code: 200,
      message: 'the session is cancelled',
      data: { status: 'cancelled' },
    })
    const notCancellable = errorBody('invalid_state', 'session_not_cancellable', { status: 'cancelled' })
    await run({ request: cancel, status: 400, body: { code: 400, ...notCancellable } })
    shop.advance(3_600_000)
    await shop.work()
    expect((await customer.get()).status).toBe('cancelled')
    expect((await customer.load()).json).toMatchObject({ code: 410, ...errorBody('payment_expired') })
  })

  test('cancelled by many parallel requests, it is cancelled once', async () => {
    const customer = await make()
    const answers = await Promise.all(Array.from({ length: 5 }, () => customer.cancel()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  })

  test.each(['', '{}', '[]', 'null', 'rubbish'])(
    'cancelling takes no body: with %j it is cancelled all the same',
    async raw => {
      const { reference } = await make()
      const answer = await shop.request({ as: 'sandbox', method: 'POST', path: cancelPath(reference), raw })
      expect(answer.status).toBe(200)
    },
  )

  test.each(['svg', 'png'])('its payment link as a QR code: qr.%s', async kind => {
    const { reference } = await make()
    const answer = await run({
      request: { as: 'reader', path: `${sessionsPath}/${reference}/qr.${kind}` },
      status: 200,
    })
    expect(answer.headers.get('content-type')).toStartWith(kind === 'svg' ? 'image/svg+xml' : 'image/png')
  })

  test('the version is fixed when it is made; an unknown one is refused', async () => {
    const headers = { 'api-version': '2020-01-01' }
    await run({ request: { as: 'sandbox', path: sessionsPath, json: order, headers }, status: 400 })
  })

  test('an account may have a limit of its own', async () => {
    await openOtherAccount(shop, { amountMax: 10_000 })
    const field = async (json: object) =>
      at(await shop.request({ as: 'other', path: sessionsPath, json }), 'errors.0.field')
    expect(await field({ amount: 10_001 })).toBe('amount')
    expect(await field({ ...ownAmount, max_amount: 10_001 })).toBe('max_amount')
    expect(await field({ amount: 10_000 })).toBeUndefined()
    expect(await field({ ...ownAmount, max_amount: 10_000 })).toBeUndefined()
  })
})

describe('a session of others', () => {
  const routes = [
    ['GET', '/{reference}'],
    ['POST', '/{reference}/cancel'],
    ['GET', '/{reference}/qr.svg'],
    ['GET', '/{reference}/qr.png'],
  ] as const
  const strange = [
    'none',
    'sess_',
    `sess_${'0'.repeat(32)}`,
    '%00',
    "'or 1=1--",
    '__proto__',
    'x'.repeat(500),
  ]
  test.each(routes)('%s %s: another account’s and unknown ones are not found', async (method, to) => {
    const { made } = await make()
    const { made: theirs } = await make(order, 'stranger')
    const rowsBefore = await shop.rows()
    const tried = [...strange, made.id, made.short_code, made.reference.toUpperCase(), theirs.reference]
    for (const one of tried) {
      const answer = await shop.request({
        as: 'sandbox',
        method,
        path: sessionsPath + to.replace('{reference}', one),
      })
      expect([one, answer.json]).toMatchObject([one, { code: 404, ...errorBody('not_found') }])
    }
    for (const [as, reason] of [
      ['stranger', 'session_not_found'],
      ['owner of live', 'sandbox_account_needed'],
      ['live', 'sandbox_account_needed'],
    ] as const) {
      const path = sessionsPath + to.replace('{reference}', made.reference)
      expect([as, (await shop.request({ as, method, path })).json]).toMatchObject([as, { reason }])
    }
    expect(await shop.rows()).toEqual(rowsBefore)
  })

  test('unavailable methods', async () => {
    const { reference } = await make()
    for (const [method, to] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['PATCH', `/${reference}`],
      ['DELETE', `/${reference}`],
      ['GET', `/${reference}/cancel`],
    ] as const)
      await run({
        request: { as: 'sandbox', method, path: `${sessionsPath}${to}` },
        status: 405,
        body: errorBody('method_not_allowed'),
      })
  })
})

describe('lists', () => {
  const list = (query: string, as: Who = 'other') => shop.request({ as, path: `${sessionsPath}${query}` })
  test('newest first, by page and status, with the total of all matches', async () => {
    await openOtherAccount(shop, {})
    const made = []
    for (let count = 0; count < 25; count++) made.push(await make({ amount: 500 + count }, 'other'))
    const references = made.map(({ reference }) => reference).toReversed()
    const first = await list('')
    expect(listOf(first).map(({ reference }) => reference)).toEqual(references.slice(0, 20))
    expect(at(first, 'meta')).toEqual({ total: 25, limit: 20, offset: 0 })
    expect(Object.keys(Object(first.json)).toSorted()).toEqual(['code', 'data', 'meta', 'status'])
    const second = await list('?limit=3&offset=20&_=x')
    expect(listOf(second).map(({ reference }) => reference)).toEqual(references.slice(20, 23))
    expect(at(second, 'meta')).toEqual({ total: 25, limit: 3, offset: 20 })
    expect(listOf(await list('?limit=100'))).toHaveLength(25)
    expect((await list('?offset=25')).json).toMatchObject({ data: [], meta: { total: 25, offset: 25 } })
    await made[3]?.cancel()
    const cancelled = await list('?status=cancelled')
    expect(listOf(cancelled).map(({ reference }) => reference)).toEqual([made[3]?.reference ?? ''])
    expect([at(cancelled, 'meta.total'), at(await list('?status=pending'), 'meta.total')]).toEqual([1, 24])
    expect(at(await list('?status='), 'meta.total')).toBe(25)
    for (const status of ['active', 'completed', 'expired'])
      expect((await list(`?status=${status}`)).json).toMatchObject({ data: [], meta: { total: 0 } })
  })

  const wrong = [
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=x',
    'limit=',
    'limit=1.5',
    'offset=-1',
    'offset=x',
    'offset=1e400',
  ]
  test.each([...wrong, 'status=paid', 'status=PENDING', 'status=__proto__'])('%s is refused', async query => {
    const field = query.split('=')[0]
    await run({
      request: { as: 'reader', path: `${sessionsPath}?${query}` },
      status: 400,
      body: { errors: [{ field }] },
    })
  })
})

describe('the profile', () => {
  const look = {
    name: 'Juice bar',
    merchant_name: 'Juisi',
    brand_color: '#7a1f5c',
    locale: 'sw',
    collect_email: true,
  }
  const rest = {
    allowed_methods: ['qr', 'mobile_money'],
    redirect_url: 'https://juice.example/thanks',
    webhook_url: 'https://juice.example/hook',
  }
  const branding = {
    merchant_name: 'Juisi',
    brand_color: '#7a1f5c',
    locale: 'sw',
    collect_email: true,
  } as const
  const newProfile = async () => profileOf(await profile('', { json: { ...look, ...rest } }))

  test('brands the session and gives what the request leaves out', async () => {
    const { id: profile_id } = await newProfile()
    const { made, load } = await make({ ...order, profile_id })
    expect(made).toMatchObject({ ...branding, ...rest })
    expect(checkoutOf(await load())).toMatchObject(branding)
  })

  test('the request overrides addresses and methods, never the branding', async () => {
    const { id: profile_id } = await newProfile()
    const own = {
      redirect_url: 'https://a.example/',
      webhook_url: 'https://b.example/',
      allowed_methods: ['card'],
    }
    const { made } = await make({
      ...order,
      ...own,
      profile_id,
      merchant_name: 'X',
      brand_color: '#000000',
      locale: 'en',
    })
    expect(made).toMatchObject({ ...branding, ...own })
  })

  test('branding is current; the rest is as it was when the session was made', async () => {
    const { id: profile_id } = await newProfile()
    const { get, load } = await make({ ...order, profile_id })
    const change = {
      merchant_name: 'Juisi mpya',
      redirect_url: '',
      webhook_url: null,
      allowed_methods: ['card'],
    }
    await profile(`/${profile_id}`, { method: 'PATCH', json: change })
    expect(await get()).toMatchObject({ ...rest, merchant_name: 'Juisi mpya' })
    await profile(`/${profile_id}`, { method: 'DELETE' })
    expect(await get()).toMatchObject({ merchant_name: 'Juisi mpya' })
    expect(checkoutOf(await load())).toMatchObject({ merchant_name: 'Juisi mpya' })
  })

  test('the default is used when none is named', async () => {
    const { id } = await newProfile()
    const old = textAt(await profile('?limit=100'), 'data.0.id')
    await profile(`/${id}`, { method: 'PATCH', json: { is_default: true } })
    expect((await make()).made.merchant_name).toBe('Juisi')
    expect((await make({ ...order, profile_id: '' })).made.merchant_name).toBe('Juisi')
    for (const one of at(await profile('?limit=100'), 'data') as { id: string; name: string }[])
      if (one.name === 'Default') await profile(`/${one.id}`, { method: 'PATCH', json: { is_default: true } })
    expect(old).toBe(id)
  })

  test('that is deleted, another account’s or unknown is refused by name', async () => {
    const { id } = await newProfile()
    await profile(`/${id}`, { method: 'DELETE' })
    const theirs = textAt(await profile('', {}, 'stranger'), 'data.0.id')
    for (const profile_id of [id, theirs, 'prof_none']) {
      const request = { as: 'sandbox', path: sessionsPath, json: { ...order, profile_id } } as const
      const answer = await run({
        request: request,
        status: 400,
        body: { ...errorBody('validation_error'), errors: [{ field: 'profile_id' }] },
      })
      expect(textAt(answer, 'message')).toStartWith('profile_id ')
    }
  })
})

describe('a live account', () => {
  test.each([order, { ...order, ...allMethods }, { ...order, allowed_methods: ['card'] }])(
    'without a network: %j',
    async json => {
      await shop.request({ as: 'live', path: '/api/v1/profiles' })
      await run({
        request: { as: 'live', path: sessionsPath, json },
        status: 400,
        body: errorBody('method_unavailable', 'network_for_method_missing'),
      })
    },
  )

  test('keeps the methods that its networks take, and drops the others', async () => {
    const noCards = (all: readonly Connection[]) =>
      all.map(connection => ({
        ...connection,
        facts: { ...connection.facts, methods: ['qr', 'push'] as const },
      }))
    const story = await openStory({ mode: 'live', connections: noCards })
    const { opens } = newCheckoutPeople(story, 'live')
    expect((await opens({ allowedMethods: ['card', 'qr', 'mobile_money'] })).allowed_methods).toEqual([
      'qr',
      'mobile_money',
    ])
    await expect(opens({ allowedMethods: ['card'] })).rejects.toMatchObject({
      reason: 'network_for_method_missing',
      params: { method: 'card' },
    })
    story.close()
  })

  test.each(['http://shop.example/hook', 'https://192.168.1.20/hook', 'https://localhost/'])(
    'a webhook to %s',
    async webhook_url => {
      const answer = await run({
        request: { as: 'live', path: sessionsPath, json: { ...order, webhook_url } },
        status: 400,
      })
      expect(at(answer, 'errors.0.field')).toBe('webhook_url')
    },
  )
})
