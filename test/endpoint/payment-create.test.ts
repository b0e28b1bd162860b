// A payment that a program creates with its key is created without the router, and no caller can tell: the route,
// which serves all other credentials, answers the same, and refuses the same.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { newLimiter } from '../../src/http/access/limit.ts'
import { newPaymentCreate } from '../../src/http/payments/payment-create.ts'
import type { Server } from '../../src/http/server/server.ts'
import { type EndpointShop, mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import type { TestResponse } from '../kit/endpoint-answer.ts'

let shop: EndpointShop
beforeAll(async () => {
  shop = await openEndpointShop()
})
afterAll(() => shop.close())

type Key = 'sandbox' | 'reader' | 'creator'
const keyOf = async (who: Key) =>
  new Headers(await shop.credentials.get(who)?.()).get('authorization')?.slice('Bearer '.length) ?? ''

/** What differs between any two requests. */
const unlike = ['date', 'x-ratelimit-remaining', 'x-request-id', 'content-length']
const seen = ({ status, headers, text }: TestResponse) => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !unlike.includes(name))),
  body: text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replaceAll(/"request_id":"\w+"/g, '"request_id":""')
    .replaceAll(/"payment_token":"\d+"/g, '"payment_token":""')
    .replaceAll(/"payment_qr_code":"\w[^"]*"/g, '"payment_qr_code":""'),
})

/** The same request to both, after the key was verified. */
async function both(request: Omit<Parameters<EndpointShop['request']>[0], 'as'>, who: Key = 'sandbox') {
  const path = '/v1/payments'
  const key = await keyOf(who)
  const withKey = (credential: Record<string, string>) =>
    shop.request({ method: 'POST', ...request, path, headers: { ...request.headers, ...credential } })
  await shop.request({ as: who, path })
  const atOnce = await withKey({ authorization: `Bearer ${key}` })
  const ofRoute = await withKey({ 'x-api-key': key })
  return { atOnce, ofRoute }
}

const asJson = { 'content-type': 'application/json' }

test.each<[string, number, Omit<Parameters<EndpointShop['request']>[0], 'as' | 'path'>]>([
  ['a QR code', 201, { json: qr }],
  ['a push', 201, { json: mobile }],
  ['metadata', 201, { json: { ...qr, metadata: { note: 'Chai “2”', gift: true } } }],
  ['an amount too low', 400, { json: { ...qr, details: { amount: 1, currency: 'TZS' } } }],
  ['no phone', 400, { json: { ...qr, payment_type: 'mobile' } }],
  ['no JSON', 400, { raw: '{', headers: asJson }],
  ['another content type', 415, { raw: 'a=b', headers: { 'content-type': 'text/plain' } }],
  ['no UTF-8', 400, { raw: new Uint8Array([0x22, 0xff, 0x22]), headers: asJson }],
  ['too large a body', 413, { raw: ' '.repeat(262_145), headers: asJson }],
  ['a key that is too long', 500, { json: qr, headers: { 'idempotency-key': 'k'.repeat(31) } }],
  ['an unknown version', 400, { json: qr, headers: { 'api-version': '1999-01-01' } }],
])('%s: the same answer as of the route', async (_, status, request) => {
  const { atOnce, ofRoute } = await both({ path: '', ...request })
  expect(atOnce.status).toBe(status)
  expect(seen(atOnce)).toEqual(seen(ofRoute))
  expect(Number(ofRoute.headers.get('x-ratelimit-remaining'))).toBe(
    Number(atOnce.headers.get('x-ratelimit-remaining')) - 1,
  )
})

test('one key creates one payment, whichever of them answers', async () => {
  const headers = { 'idempotency-key': 'both' }
  const { atOnce, ofRoute } = await both({ path: '', json: qr, headers })
  expect(ofRoute.headers.get('idempotent-replayed')).toBe('true')
  expect(atOnce.headers.has('idempotent-replayed')).toBeFalse()
  expect(ofRoute.text).toBe(atOnce.text)
  const again = await both({ path: '', json: qr, headers })
  expect(seen(again.atOnce)).toEqual(seen(again.ofRoute))
  expect(again.atOnce.text).toBe(atOnce.text)
  const other = await both({ path: '', json: mobile, headers })
  expect(other.atOnce.status).toBe(422)
  expect(seen(other.atOnce)).toEqual(seen(other.ofRoute))
})

test('a key that may not create, or has created too much, is left to the route', async () => {
  const path = '/v1/payments'
  const create = (api: number) =>
    newPaymentCreate({
      appliance: shop.appliance,
      limiter: newLimiter(shop.appliance.world.clock.elapsed),
      limits: { api, staff: 0 },
    } as unknown as Server)
  const send = async (who: Key, server: ReturnType<typeof create>, at = path) =>
    server(
      new Request(`http://127.0.0.1${at}`, {
        method: 'POST',
        headers: { ...asJson, authorization: `Bearer ${await keyOf(who)}` },
        body: JSON.stringify(qr),
      }),
      at,
    )
  for (const who of ['sandbox', 'creator', 'reader'] as const) await shop.request({ as: who, path })
  const one = create(1)
  expect((await send('creator', one))?.status).toBe(201)
  expect(await send('creator', one)).toBeUndefined()
  expect(await send('reader', create(0))).toBeUndefined()
  expect(await send('creator', create(0), '/v1/payouts')).toBeUndefined()
})
