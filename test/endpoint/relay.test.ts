// Connecting another server as the payment network: which address and key an account may use, and that a
// relayed order is not relayed again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop, owner, qr } from '../kit/endpoint.ts'
import { errorBody } from '../kit/endpoint-answer.ts'
import { wallet } from '../kit/endpoint-money.ts'

let shop: EndpointShop
let cookie: string
beforeAll(async () => {
  shop = await openEndpointShop({ relayHosts: ['192.168.1.0/24', 'hq.lan'] })
  const cookies = await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
  cookie = cookies[0]?.split(';')[0] ?? ''
  await connect('live', upstream)
})
afterAll(() => shop.close())

const upstream = { url: 'http://192.168.1.20:8080', api_key: 'kn_live_abcdefghijklmnop' }
async function connect(mode: 'live' | 'sandbox', credentials: object) {
  const headers = { cookie, 'kaunta-account': shop.accounts[mode].id }
  await shop.request({ path: '/api/v1/me/confirm', json: { password: owner.password }, headers })
  return shop.request({ method: 'PUT', path: '/api/v1/networks/relay', json: { credentials }, headers })
}

describe('connecting', () => {
  test('the address with or without its /v1; nothing of the key comes back', async () => {
    const { json } = await connect('live', { ...upstream, url: 'http://192.168.1.20:8080/v1/' })
    expect(json).toMatchObject({
      data: { name: 'relay', connected: true, environment: 'live', credentials: { api_key: '…mnop' } },
    })
    expect(JSON.stringify(json)).not.toContain(upstream.api_key)
  })

  test.each([
    ['live', { url: 'http://pay.example.com' }, 'credentials.url', 'relay_address_not_https'],
    ['live', { url: 'https://10.0.0.7' }, 'credentials.url', 'relay_address_private'],
    ['live', { url: 'http://127.0.0.1:8080' }, 'credentials.url', 'relay_address_private'],
    ['live', { url: 'https://localhost' }, 'credentials.url', 'relay_address_private'],
    ['live', { url: 'http://other.local' }, 'credentials.url', 'relay_address_private'],
    ['live', { url: 'https://169.254.169.254' }, 'credentials.url', 'relay_address_private'],
    ['live', { url: 'https://[::ffff:10.0.0.7]' }, 'credentials.url', 'relay_address_private'],
    [
      'sandbox',
      { url: 'http://169.254.169.254', api_key: 'kn_test_a' },
      'credentials.url',
      'relay_address_private',
    ],
    ['live', { api_key: 'kn_live_a\r\nb: c' }, 'credentials.api_key', 'control_characters'],
    ['live', { api_key: 'kn_live_a\u0007b' }, 'credentials.api_key', 'control_characters'],
    ['live', { api_key: 'kn_live_a b' }, 'credentials.api_key', 'relay_key_malformed'],
    ['live', { api_key: 'kn_live_ключ' }, 'credentials.api_key', 'relay_key_malformed'],
    ['live', { url: 'pay.example.com' }, 'credentials.url', 'relay_address_malformed'],
    ['live', { api_key: 'kn_test_abc' }, 'credentials.api_key', 'relay_key_is_test'],
    ['sandbox', {}, 'credentials.api_key', 'relay_key_is_live'],
  ] as const)('a %s account with %j: %s %s', async (mode, change, field, reason) => {
    const { status, json } = await connect(mode, { ...upstream, ...change })
    expect(status).toBe(400)
    expect(json).toMatchObject({ errors: [{ field, reason }] })
  })

  test('a test key is a test environment of the sandbox account', async () => {
    const { json } = await connect('sandbox', { ...upstream, api_key: 'kn_test_abc' })
    expect(json).toMatchObject({ data: { connected: true, environment: 'test' } })
  })
})

describe('what another server’s relay has sent', () => {
  const headers = { 'kaunta-relayed': '1' }
  const sent = () => shop.dispatches.filter(({ url }) => url.startsWith(upstream.url)).length
  beforeEach(() => {
    shop.dispatches.length = 0
  })

  test.each([
    ['/v1/payments', qr],
    ['/v1/payouts/send', wallet],
  ])('%s is not passed on to a relay', async (path, json) => {
    const answer = await shop.request({ as: 'live', path, json, headers })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject(errorBody('method_unavailable', 'relay_loop'))
    expect(sent()).toBe(0)
  })

  test('goes over another network of the account', async () => {
    await connect('sandbox', { ...upstream, api_key: 'kn_test_abc' })
    expect((await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr, headers })).status).toBe(201)
    expect(sent()).toBe(0)
    await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr })
    expect(sent()).toBe(1)
  })
})
