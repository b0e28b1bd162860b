// A payment read with a key is answered without the router, and no caller can notice: the route, which serves
// all other credentials, answers with equal bytes and headers, and gives all errors.
import { afterAll, expect, test } from 'bun:test'
import { staffActor } from '../../src/domain/actor.ts'
import { createKey, removeKey } from '../../src/flow/key.ts'
import { newLimiter } from '../../src/http/access/limit.ts'
import { newPaymentRead } from '../../src/http/payments/payment-read.ts'
import type { Server } from '../../src/http/server/server.ts'
import { mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { paymentOf } from '../kit/endpoint-answer.ts'
import { earn } from '../kit/endpoint-money.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())

const keyOf = async (who: 'sandbox' | 'live' | 'reader' | 'creator' | 'stranger') =>
  new Headers(await shop.credentials.get(who)?.()).get('authorization')?.slice('Bearer '.length) ?? ''

/** Opens the direct read, with its own limits. */
const readerOver = (api = 0) =>
  newPaymentRead({
    appliance: shop.appliance,
    limiter: newLimiter(shop.appliance.world.clock.elapsed),
    limits: { api, staff: 0 },
  } as unknown as Server)

async function readAtOnce(who: Parameters<typeof keyOf>[0], path: string, read = readerOver()) {
  const headers = { authorization: `Bearer ${await keyOf(who)}` }
  return read(new Request(`http://127.0.0.1${path}`, { headers }), path)
}

const told = {
  payment_type: 'dynamic-qr',
  details: { amount: 12_345, currency: 'TZS', expires_in: 900 },
  metadata: { note: 'Chai ya maziwa “2”', order_id: 7, gift: true },
  customer: { name: 'Amina wa Salum', email: 'amina@example.co.tz', phone: '0754123456' },
  line_items: [{ name: 'Khanga', quantity: 2, unit_price: 6_000 }],
}

test.each([
  ['a QR code', qr, []],
  ['a push', mobile, []],
  ['every field', told, []],
  ['voided', qr, ['void']],
  ['completed', qr, ['complete']],
])('%s: the same answer as of the route', async (_, json, [action]) => {
  const { reference } = action === 'complete' ? await earn(shop, 5_000) : await shop.make(json)
  const path = `/v1/payments/${reference}`
  if (action === 'void') await shop.request({ as: 'sandbox', method: 'POST', path: `${path}/void` })
  const atOnce = await shop.request({ as: 'sandbox', path })
  const headers = { 'x-api-key': await keyOf('sandbox') }
  const ofRoute = await shop.request({ path, headers })
  expect(atOnce.status).toBe(200)
  expect(atOnce.text).toBe(ofRoute.text)
  const seen = ({ headers }: typeof atOnce) => {
    const { date: _, 'x-ratelimit-remaining': left, ...others } = Object.fromEntries(headers)
    return { left: Number(left), others }
  }
  expect(seen(ofRoute).others).toEqual(seen(atOnce).others)
  expect(seen(ofRoute).left).toBe(seen(atOnce).left - 1)
  expect(await (await readAtOnce('sandbox', path))?.text()).toBe(ofRoute.text)
  expect(paymentOf(atOnce).status).toBe(
    action === 'void' ? 'voided' : action === 'complete' ? 'completed' : 'pending',
  )
})

test('a key that may not read it, or has read too much, is left to the route', async () => {
  const { reference } = await shop.make()
  const path = `/v1/payments/${reference}`
  for (const who of ['reader', 'live', 'creator', 'stranger'] as const) {
    expect(await readAtOnce(who, path)).toBeUndefined() // no request has verified the key yet
    await shop.request({ as: who, path })
  }
  expect((await readAtOnce('reader', path))?.status).toBe(200)
  for (const who of ['live', 'creator', 'stranger'] as const)
    expect(await readAtOnce(who, path)).toBeUndefined()
  expect(await readAtOnce('reader', '/v1/payments/00000000-0000-0000-0000-000000000000')).toBeUndefined()
  const read = readerOver(2)
  const answers = [1, 2, 3].map(() => readAtOnce('reader', path, read))
  expect((await Promise.all(answers)).map(answer => answer?.headers.get('x-ratelimit-remaining'))).toEqual([
    '1',
    '0',
    undefined,
  ])
})

test('over its limit a key is refused as by the route, and after a minute it reads again', async () => {
  const box = await openEndpointShop({ rateLimit: 3 })
  const path = `/v1/payments/${(await box.make()).reference}`
  const statuses = []
  for (let count = 0; count < 4; count++)
    statuses.push((await box.request({ as: 'reader', path: count === 0 ? `${path}x` : path })).status)
  expect(statuses).toEqual([404, 200, 200, 429])
  box.advance(60_000)
  expect((await box.request({ as: 'reader', path })).status).toBe(200)
  await box.close()
})

test('what was committed a moment ago is read, even during other writes', async () => {
  const statusOf = async (path: string) => paymentOf(await shop.request({ as: 'sandbox', path })).status
  for (let turn = 0; turn < 5; turn++) {
    const path = `/v1/payments/${(await shop.make()).reference}`
    const [before] = await Promise.all([statusOf(path), shop.make(), shop.make()])
    const [voided] = await Promise.all([
      shop.request({ as: 'sandbox', method: 'POST', path: `${path}/void` }),
      shop.make(),
      statusOf(path),
    ])
    expect([before, voided.status, await statusOf(path)]).toEqual(['pending', 200, 'voided'])
  }
})

test('a revoked key reads nothing', async () => {
  const path = `/v1/payments/${(await shop.make()).reference}`
  const { sandbox } = shop.accounts
  const by = { actor: staffActor('staff'), address: null }
  const { record, key } = await createKey(
    shop.appliance,
    sandbox,
    { name: 'x', scopes: ['collection:read'] },
    null,
  )
  const headers = { authorization: `Bearer ${key}` }
  const status = async () => (await shop.request({ path, headers })).status
  expect([await status(), await status()]).toEqual([200, 200])
  await removeKey(shop.appliance, sandbox, record.id, by)
  expect(await status()).toBe(401)
})
