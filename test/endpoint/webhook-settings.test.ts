// The webhook settings of an account over HTTP: its signing key, replaced immediately or with a grace period,
// and its default address.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { verifyWebhook } from '../../src/wire/signature.ts'
import { openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
/** A new minute of the rate limit. */
beforeEach(() => shop.advance(61_000))

const secretPath = '/api/v1/settings/webhook-secret'
const hook = 'http://192.168.1.20/hook'
const regenerate = (more: Partial<TestRequest> = {}) =>
  shop.request({ as: 'owner', method: 'POST', path: `${secretPath}/regenerate`, ...more })
const secret = async () => textAt(await shop.request({ as: 'owner', path: secretPath }), 'webhook_secret')

/** Sells something and answers its webhooks. */
async function sells(json: object = { ...qr, webhook_url: hook }) {
  const count = shop.dispatches.length
  const { reference } = await shop.make(json)
  await shop.request({
    as: 'sandbox',
    path: `/v1/sandbox/payments/${reference}`,
    json: { outcome: 'completed' },
  })
  await shop.work()
  return shop.dispatches.slice(count)
}
const isBy = (
  key: string,
  webhook: (typeof shop.dispatches)[number] | undefined,
  header = 'X-Webhook-Signature',
) => {
  const seconds = shop.appliance.world.clock.now() / 1_000
  const stamp = Number(webhook?.headers['X-Webhook-Timestamp'])
  return verifyWebhook(key, stamp, webhook?.body ?? '', webhook?.headers[header] ?? '', seconds)
}

test('a key with the scope webhook:manage reads and replaces it; the first key, which has all others, does not', async () => {
  const create = { name: 'Deploy', scopes: ['webhook:manage'] }
  const made = await shop.request({ as: 'owner', path: '/api/v1/keys', json: create })
  const headers = { authorization: `Bearer ${textAt(made, 'data.key')}` }
  const asKey = (more: Partial<TestRequest> = {}) => shop.request({ path: secretPath, headers, ...more })
  expect(textAt(await asKey(), 'webhook_secret')).toBe(await secret())
  const renewed = await asKey({ method: 'POST', path: `${secretPath}/regenerate` })
  expect(textAt(renewed, 'webhook_secret')).toBe(await secret())
  expect((await asKey({ path: '/v1/payments' })).status).toBe(403)
  expect((await shop.request({ as: 'sandbox', path: secretPath })).json).toMatchObject({
    reason: 'scope_missing',
    params: { scope: 'webhook:manage' },
  })
})

describe('a new signing key', () => {
  test('is shown once, never cached, and signs immediately; the old one no longer signs', async () => {
    const old = await secret()
    const answer = await regenerate()
    const key = textAt(answer, 'webhook_secret')
    expect([answer.status, answer.json]).toEqual([
      200,
      { code: 200, webhook_secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await secret()).toBe(key)
    expect(key).not.toBe(old)
    const [webhook] = await sells()
    expect([isBy(key, webhook), isBy(old, webhook)]).toEqual([true, false])
    expect(Object.keys(webhook?.headers ?? {}).filter(name => /previous/i.test(name))).toEqual([])
  })

  test('with a grace period: the old one signs too, until it ends', async () => {
    const old = await secret()
    const key = textAt(await regenerate({ json: { grace_hours: 24 } }), 'webhook_secret')
    const [webhook] = await sells()
    expect([isBy(key, webhook), isBy(old, webhook, 'X-Webhook-Signature-Previous')]).toEqual([true, true])
    expect(webhook?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    shop.advance(24 * 3_600_000)
    const [later] = await sells()
    expect(isBy(key, later)).toBe(true)
    expect(later?.headers['X-Webhook-Signature-Previous']).toBeUndefined()
    expect(later?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  test('is the account’s own', async () => {
    const path = secretPath
    const live = await shop.request({ as: 'owner of live', path })
    await regenerate()
    expect((await shop.request({ as: 'owner of live', path })).json).toEqual(live.json)
  })

  test.each([
    ['an empty object', {}, 200],
    ['no grace', { grace_hours: 0 }, 200],
    ['three days', { grace_hours: 72 }, 200],
    ['longer', { grace_hours: 73 }, 400],
    ['less than nothing', { grace_hours: -1 }, 400],
    ['half an hour', { grace_hours: 0.5 }, 400],
    ['a text', { grace_hours: '1' }, 400],
  ])('%s', async (_, json, status) => {
    const before = await secret()
    const answer = await regenerate({ json })
    expect(answer.status).toBe(status)
    expect((await secret()) === before).toBe(status === 400)
  })

  test('is stored sealed, and appears in no log', async () => {
    const key = textAt(await regenerate({ json: { grace_hours: 1 } }), 'webhook_secret')
    const rows = [...(await shop.rows()).values()].flat().join('\n')
    expect(rows).not.toContain(key.slice(6))
    expect(shop.logged.join('\n')).not.toContain(key.slice(6))
  })
})

describe('the default address', () => {
  const set = (webhook_url: string | null) =>
    shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json: { webhook_url } })

  test('is unset at first; once set, it receives events without an address of their own', async () => {
    expect(await sells(qr)).toEqual([])
    expect((await set('http://192.168.1.30/all')).status).toBe(200)
    expect((await sells(qr)).map(({ url }) => url)).toEqual(['http://192.168.1.30/all'])
    expect((await sells()).map(({ url }) => url)).toEqual([hook])
    await set(null)
    expect(await sells(qr)).toEqual([])
  })
})
