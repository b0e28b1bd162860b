// Small things that an attack on the running server found: streams without end, names that deceive, customers sent
// over plain http, PINs guessed with patience.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { addCashiers, errorOf, pairTill, pinLocked, pins, pinWrong } from '../kit/endpoint-till.ts'

let shop: EndpointShop
beforeAll(async () => {
  shop = await openEndpointShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

describe('streams', () => {
  test('are 200 for a caller; then 503 in words, and another caller opens one', async () => {
    const path = '/api/v1/events/stream'
    const open: Response[] = []
    for (let count = 0; count < 200; count++) open.push(await shop.send({ as: 'sandbox', path }))
    const refused = await shop.request({ as: 'sandbox', path })
    expect(refused.json).toMatchObject({
      code: 503,
      error_code: 'service_unavailable',
      reason: 'caller_streams_used_up',
      params: { max: 200, seconds: 30 },
    })
    expect(refused.headers.get('retry-after')).toBe('30')
    const other = await shop.send({ as: 'stranger', path })
    expect(other.status).toBe(200)
    await other.body?.cancel()
    for (const response of open) {
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
    // The server hears of a closed connection on its own time.
    for (let status = 503; status !== 200; ) {
      const again = await shop.send({ as: 'sandbox', path })
      status = again.status
      await again.body?.cancel()
    }
  })
})

describe('a name', () => {
  const fields: [string, Omit<TestRequest, 'json'>, (name: string) => object][] = [
    ['of a key', { as: 'owner', path: '/api/v1/keys' }, name => ({ name, scopes: ['collection:read'] })],
    ['of a till', { as: 'owner', path: '/api/v1/tills' }, name => ({ name })],
    ['of an invitation', { as: 'owner', path: '/api/v1/invitations' }, name => ({ name, role: 'cashier' })],
    [
      'of a profile’s shop',
      { as: 'owner', path: '/api/v1/profiles' },
      name => ({ name: 'a', merchant_name: name }),
    ],
    ['of the account', { as: 'owner', method: 'PATCH', path: '/api/v1/settings' }, name => ({ name })],
    ['of a customer', { as: 'sandbox', path: '/v1/payments' }, name => ({ ...qr, customer: { name } })],
    [
      'of a session’s customer',
      { as: 'sandbox', path: '/api/v1/sessions' },
      name => ({ amount: 5_000, customer: { name } }),
    ],
  ]
  test.each(fields)('%s holds no control and no invisible characters', async (_, request, bodyOf) => {
    for (const name of [
      'Asha\u202egnp.exe',
      'Asha\u200b',
      'Asha\u2066',
      '\ufeffAsha\ufeff!',
      'As\u0007ha',
      'As\u200dha',
    ])
      expect(errorOf(await shop.request({ ...request, json: bodyOf(name) })).slice(0, 2)).toEqual([
        400,
        'validation_error',
      ])
    expect((await shop.request({ ...request, json: bodyOf('Zoë 👩‍🍳 Ñandú’s') })).status).toBeWithin(200, 202)
  })
})

test('a live account sends customers to https, or to a host that an admin listed', async () => {
  const profile = (redirect_url: string) =>
    shop.request({
      as: 'owner of live',
      path: '/api/v1/profiles',
      json: { name: 'a', merchant_name: 'Duka', redirect_url },
    })
  for (const url of ['http://shop.example/thanks', 'http://192.168.1.20/thanks'])
    expect(await profile(url).then(({ json }) => json)).toMatchObject({
      code: 400,
      errors: [{ field: 'redirect_url', reason: 'web_address_not_https' }],
    })
  expect((await profile('https://shop.example/thanks')).status).toBe(201)
  const hosts = { webhook_hosts: ['192.168.1.0/24'] }
  const listed = await shop.request({
    as: 'owner of live',
    method: 'PATCH',
    path: '/api/v1/settings',
    json: hosts,
  })
  expect(listed.status).toBe(200)
  expect((await profile('http://192.168.1.20/thanks')).status).toBe(201)
  expect((await profile('http://shop.example/thanks')).status).toBe(400)
})

test('the lock of a PIN doubles with each five wrong ones, up to a day, until it is right', async () => {
  const { juma } = await addCashiers(shop)
  const till = await pairTill(shop, 'Bar')
  for (const minutes of [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]) {
    for (const left of [4, 3, 2, 1])
      expect((await till.signIn(juma, '1111')).json).toMatchObject(pinWrong(left))
    const locked = await till.signIn(juma, '1111')
    expect(locked.json).toMatchObject(pinLocked(minutes))
    expect((await till.signIn(juma, pins.juma)).headers.get('retry-after')).toBe(String(minutes * 60))
    shop.advance(minutes * 60_000)
  }
  expect((await till.signIn(juma, pins.juma)).status).toBe(200)
  for (let count = 0; count < 5; count++) await till.signIn(juma, '1111')
  expect((await till.signIn(juma, pins.juma)).headers.get('retry-after')).toBe('900')
})
