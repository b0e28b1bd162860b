// Changes without an event are published too, for readers who ask for them: pages that are open ask again for
// what they show.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { errorBody, messagesOf } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn, wallet } from '../kit/endpoint-money.ts'

const path = '/api/v1/events/stream'
const changed = 'event: changed\ndata: {}'
const shop = await openEndpointShop()
await addRoles(shop)
await earn(shop, 100_000)
afterAll(() => shop.close())
/** A minute passes between tests, so that no limit spans two. */
beforeEach(() => shop.advance(60_000))

/** Opens a stream and hears how it begins. */
async function listening(query: string, more: Partial<TestRequest> = {}) {
  const stream = messagesOf(await shop.send({ as: 'owner', path: path + query, ...more }))
  expect(await stream.next()).toStartWith('retry: 1000\nid: evt_')
  if (query === '?changes=true') expect(await stream.next()).toBe(changed)
  return stream
}
const gather = () => shop.advance(250)
const admin = (method: string, end: string, json?: object) => () =>
  shop.request({ as: 'owner', method, path: `/api/v1${end}`, ...(json ? { json } : {}) })

describe('a change', () => {
  const changes: Record<string, () => Promise<unknown>> = {
    'a payment': () => shop.make(),
    'an unknown outcome': () => collect(shop, mobile, { outcome: 'unknown' }),
    'money that fits nothing': () => collect(shop, qr, { outcome: 'completed', amount: 4_000 }),
    'a payout': () => shop.request({ as: 'sandbox', path: '/v1/payouts/send', json: wallet }),
    'a checkout session': () =>
      shop.request({ as: 'sandbox', path: '/api/v1/sessions', json: { amount: 5_000 } }),
    'an API key': admin('POST', '/keys', { name: 'k', scopes: ['collection:read'] }),
    'a profile': admin('POST', '/profiles', { name: 'Market' }),
    'a product': admin('POST', '/products', { name: 'Sugar' }),
    'an invitation': admin('POST', '/invitations', { name: 'Juma', role: 'cashier' }),
    'a till': admin('POST', '/tills', { name: 'Door' }),
    'a setting': admin('PATCH', '/settings', { city: 'Arusha' }),
  }

  test.each(Object.entries(changes))('is %s', async (_, change) => {
    const stream = await listening('?changes=true')
    await change()
    gather()
    let told = await stream.next()
    while (told.includes('event: event')) told = await stream.next()
    expect(told).toBe(changed)
    await stream.close()
  })

  test('is published once for many within a quarter of a second, to each listener', async () => {
    const streams = [await listening('?changes=true'), await listening('?changes=true')]
    for (let times = 0; times < 3; times++) await shop.make()
    gather()
    for (const stream of streams) expect(await stream.next()).toBe(changed)
    shop.advance(5_000)
    for (const stream of streams) expect(await stream.next()).toBe(': ping')
    for (const stream of streams) await stream.close()
  })

  test('is not published after a read', async () => {
    const stream = await listening('?changes=true')
    for (const look of [
      '/v1/payments',
      '/api/v1/overview',
      '/api/v1/me',
      '/api/v1/keys',
      '/api/v1/unmatched',
      '/ready',
    ])
      expect((await shop.request({ as: 'owner', path: look })).status).toBe(200)
    shop.advance(5_000)
    expect(await stream.next()).toBe(': ping')
    await stream.close()
  })

  test('may have been missed until a stream begins, and while it reconnects: each begins with that', async () => {
    const reconnected = { headers: { 'last-event-id': `evt_${'f'.repeat(32)}` } }
    for (const more of [{}, reconnected]) {
      const stream = await listening('?changes=true', more)
      shop.advance(5_000)
      expect(await stream.next()).toBe(': ping')
      await stream.close()
    }
  })

  test('is published only to readers who requested it', async () => {
    const stream = await listening('')
    await shop.make()
    shop.advance(5_000)
    expect(await stream.next()).toBe(': ping')
    await stream.close()
  })

  test('is requested with true and nothing else', async () => {
    const answer = await shop.request({ as: 'owner', path: `${path}?changes=yes` })
    expect(answer.json).toMatchObject({ ...errorBody('validation_error'), errors: [{ field: 'changes' }] })
  })
})
