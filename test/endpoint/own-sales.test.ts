// The view of a cashier who logged in with a password and has no till: what they made themselves, and nothing
// else. Another's payment or link is not found, exactly as another till's.
import { afterAll, describe, expect, test } from 'bun:test'
import { type Headers, mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { addCashiers, errorOf, pairTill, pins } from '../kit/endpoint-till.ts'
import { statusOf } from '../kit/route-request.ts'

const shop = await openEndpointShop()
const crew = await addCashiers(shop)
const till = await pairTill(shop, 'Door', { staffId: crew.neema, pin: pins.neema })
/** The two cashiers in their browsers. */
const neema = await loggedIn('neema')
const juma = await loggedIn('juma')
afterAll(() => shop.close())

async function loggedIn(name: string): Promise<Headers> {
  const entry = { email: `${name}@duka.co.tz`, password: 'siri-ndogo-sana' }
  const [cookie = ''] = await shop.login.cookiesFor(entry, new Request(shop.url), 'test')
  return { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': shop.accounts.sandbox.id }
}

const sell = async (headers: Headers, json: object = qr) =>
  textAt(await shop.request({ path: '/v1/payments', json, headers }), 'data.reference')
const link = async (headers: Headers) =>
  textAt(await shop.request({ path: '/api/v1/sessions', json: { amount: 5_000 }, headers }), 'data.reference')
const listed = (answer: TestResponse, path = 'data.items') =>
  [at(answer, path)].flat().map(item => Reflect.get(Object(item), 'reference'))
const grant = (allowed: boolean) =>
  shop.request({
    as: 'owner',
    method: 'PUT',
    path: `/api/v1/staff/${crew.neema}/grants`,
    json: { confirm_manually: allowed },
  })
let receipts = 0
/** Returns a confirmation with a new receipt, since a receipt pays for one payment only. */
const word = () => ({ reason: 'The phone says paid', receipt_number: `QK77A${receipts++}` })

const notFound = { status: 404, code: 'not_found' }

type Route = readonly [method: string, path: string, json?: () => object]
const payment: readonly Route[] = ['/v1', '/api/v1'].flatMap(prefix => [
  ['GET', `${prefix}/payments/{reference}`] as const,
  ['GET', `${prefix}/payments/{reference}/events`] as const,
  ['GET', `${prefix}/payments/{reference}/qr.svg`] as const,
  ['GET', `${prefix}/payments/{reference}/qr.png`] as const,
  ['POST', `${prefix}/payments/{reference}/push`, () => ({ phone: '0754123456' })] as const,
  ['POST', `${prefix}/payments/{reference}/void`] as const,
  ['POST', `${prefix}/payments/{reference}/confirm`, word] as const,
])
const session: readonly Route[] = [
  ['GET', '/api/v1/sessions/{reference}'],
  ['GET', '/api/v1/sessions/{reference}/qr.svg'],
  ['GET', '/api/v1/sessions/{reference}/qr.png'],
  ['POST', '/api/v1/sessions/{reference}/cancel'],
]
const decide: Route = ['POST', '/v1/sandbox/payments/{reference}', () => ({ outcome: 'completed' })]

const named = (routes: readonly Route[]) => routes.map(route => [`${route[0]} ${route[1]}`, route] as const)
const askOf = ([method, path, json]: Route, reference: string, headers: Headers): TestRequest => ({
  method,
  path: path.replace('{reference}', reference),
  headers,
  ...(json ? { json: json() } : {}),
})

describe('a payment', () => {
  test.each(named([...payment, decide]))(
    '%s: what belongs to another account is not found, for any caller',
    async (_, route) => {
      await grant(true)
      const others = [
        (await shop.make(mobile)).reference,
        await sell(juma),
        await till.sellByQr(5_000),
        textAt(await shop.request({ as: 'owner', path: '/v1/payments', json: mobile }), 'data.reference'),
        textAt(await shop.request({ as: 'stranger', path: '/v1/payments', json: qr }), 'data.reference'),
      ]
      const before = await shop.rows()
      for (const reference of others) {
        expect(await statusOf(shop, askOf(route, reference, neema))).toEqual(notFound)
        expect(await statusOf(shop, { ...askOf(route, reference, {}), as: 'cashier' })).toEqual(notFound)
      }
      expect(changesBetween(before, await shop.rows())).toEqual({})
      await grant(false)
    },
  )

  test('of another person is not pushed by its token either', async () => {
    const { payment_token } = await shop.make(mobile)
    const push = { method: 'POST', path: `/v1/payments/${payment_token}/push`, headers: neema }
    expect(errorOf(await shop.request(push))).toEqual([404, 'not_found'])
  })

  test.each(named(payment))('%s: of their own is found', async (_, route) => {
    await grant(true)
    expect(await statusOf(shop, askOf(route, await sell(neema), neema))).toEqual({ status: 200, code: '' })
    await grant(false)
  })

  test('of their own shows the customer’s number, and is their own by its token, too', async () => {
    const reference = await sell(neema, mobile)
    const path = `/v1/payments/${reference}`
    for (const answer of [
      await shop.request({ path, headers: neema }),
      await shop.request({ as: 'cashier', path }),
    ])
      expect(at(answer, 'data.customer.phone')).toBe('+255754123456')
  })
})

describe('the list of payments', () => {
  test('and the search have their own payments only, newest first, with the total of those', async () => {
    const [first, second] = [await sell(juma, mobile), await sell(juma)]
    const foreign = await shop.make(mobile)
    const list = (query: string) => shop.request({ path: `/v1/payments${query}`, headers: juma })
    const all = await list('?limit=20')
    expect(listed(all).slice(0, 2)).toEqual([second, first])
    const total = at(all, 'data.total')
    expect(total).toBe(listed(all).length)
    expect(listed(all)).not.toContain(foreign.reference)
    expect((await list('?limit=1&offset=1')).json).toMatchObject({
      data: { items: [{ reference: first }], total },
    })
    expect(listed(await list('?status=pending&payment_type=mobile'))).toEqual([first])
    expect((await list('?status=failed')).json).toMatchObject({ data: { items: [], total: 0 } })
    for (const query of [
      'phone_number=0754123456',
      'q=0754123456',
      'amount=1500',
      'q=1500',
      'payment_type=mobile',
    ])
      expect([query, listed(await list(`/search?${query}`))]).toEqual([query, [first]])
    for (const query of [
      `reference=${foreign.reference}`,
      `q=${foreign.reference}`,
      `payment_token=${foreign.payment_token}`,
    ])
      expect([query, at(await list(`/search?${query}`), 'data.total')]).toEqual([query, 0])
  })

  test('of other roles has all payments', async () => {
    const { reference } = await shop.make()
    const answer = await shop.request({ as: 'owner', path: '/v1/payments?limit=1' })
    expect(listed(answer)).toEqual([reference])
  })
})

describe('a link', () => {
  test.each(named(session))('%s: of another person is not found', async (_, route) => {
    const others = [await link((await shop.credentials.get('sandbox')?.()) ?? {}), await link(juma)]
    const before = await shop.rows()
    for (const reference of others)
      expect(await statusOf(shop, askOf(route, reference, neema))).toEqual(notFound)
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test.each(named(session))('%s: of their own is found', async (_, route) => {
    expect((await shop.request(askOf(route, await link(neema), neema))).status).toBe(200)
  })

  test('is listed with their own, by page and status, with the total of those', async () => {
    const list = (query: string) => shop.request({ path: `/api/v1/sessions${query}`, headers: juma })
    const before = listed(await list(''), 'data').length
    const [first, second] = [await link(juma), await link(juma)]
    const foreign = await link(neema)
    const all = await list('')
    expect(listed(all, 'data').slice(0, 2)).toEqual([second, first])
    expect(listed(all, 'data')).not.toContain(foreign)
    expect(at(all, 'meta')).toEqual({ total: before + 2, limit: 20, offset: 0 })
    await shop.request({ method: 'POST', path: `/api/v1/sessions/${first}/cancel`, headers: juma })
    expect(listed(await list('?status=cancelled'), 'data')).toEqual([first])
    expect(at(await list('?status=cancelled'), 'meta.total')).toBe(1)
    expect(at(await list('?limit=1&offset=1'), 'meta.total')).toBe(before + 2)
  })

  test('that a customer pays is a sale of the person who made it', async () => {
    const reference = await link(neema)
    const path = `/api/v1/sessions/${reference}`
    const { pathname } = new URL(textAt(await shop.request({ path, headers: neema }), 'data.checkout_url'))
    const pay = { payment_method: 'mobile_money', customer_phone: '0754 123 456' }
    expect((await shop.request({ path: `${pathname}/pay`, json: pay })).status).toBe(200)
    const paid = textAt(await shop.request({ path, headers: neema }), 'data.payment_reference')
    expect((await shop.request({ path: `/v1/payments/${paid}`, headers: neema })).status).toBe(200)
    expect((await shop.request({ path: `/v1/payments/${paid}`, headers: juma })).status).toBe(404)
  })
})
