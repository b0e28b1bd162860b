// A shop connects its own till number over the API, sells over it, and its phone forwards the provider's SMS.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { type EndpointShop, openEndpointShop, owner, qr } from '../kit/endpoint.ts'
import { at, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { mpesaSms, printedQr } from '../kit/sms.ts'

let shop: EndpointShop
let headers: Record<string, string>
beforeAll(async () => {
  shop = await openEndpointShop()
  const [cookie = ''] = await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
  headers = { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': shop.accounts.live.id }
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(15 * 60_000)
  await shop.request({ path: '/api/v1/me/confirm', json: { password: owner.password }, headers })
})

const path = '/api/v1/networks/till-number'
const credentials = {
  number: '57241234',
  name: 'Duka la Asha',
  provider: 'mpesa',
  qr: printedQr,
  automatic: 'true',
}
const connect = (more: object = {}, to: Record<string, string> = headers) =>
  shop.request({ method: 'PUT', path, json: { credentials: { ...credentials, ...more } }, headers: to })
const sell = async (amount: number) =>
  paymentOf(
    await shop.request({
      as: 'live',
      path: '/v1/payments',
      json: { ...qr, details: { amount, currency: 'TZS' } },
    }),
  )
const forward = (url: string, text: string, more: Record<string, string> = {}) =>
  shop.request({
    path: new URL(url).pathname,
    raw: JSON.stringify({ from: 'MPESA', text }),
    headers: { 'content-type': 'application/json', ...more },
  })
const smsOf = (amount: number, id?: string) =>
  mpesaSms({
    amount: String(amount),
    paidAt: shop.appliance.world.clock.now(),
    ...(id === undefined ? {} : { id }),
  })

test('connects, sells and is paid by the SMS that its phone forwards', async () => {
  const answer = await connect()
  expect(answer.status).toBe(200)
  const url = textAt(answer, 'data.sms_url')
  const secret = textAt(answer, 'data.sms_secret')
  expect(url).toStartWith('http://192.168.1.10:8080/api/v1/sms/net_')
  expect(at(answer, 'data')).toMatchObject({ connected: true, enabled: true, state: 'unused' })
  const payment = await sell(7_000)
  expect(payment).toMatchObject({ payment_token: '57241234', channel: { provider: 'till_number' } })
  const text = smsOf(7_000)
  const raw = JSON.stringify({ from: 'MPESA', text })
  const signature = createHmac('sha256', secret).update(raw).digest('hex')
  expect(at(await forward(url, text, { 'x-signature': signature }), 'data')).toEqual({
    result: 'completed',
    reason: null,
  })
  expect(
    paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${payment.reference}` })),
  ).toMatchObject({ status: 'completed', channel: { provider: 'mpesa' } })
  const networks = await shop.request({ path: '/api/v1/networks', headers })
  const items = at(networks, 'data.items') as { name: string; state: string; last_ok_at: string }[]
  expect(items.find(({ name }) => name === 'till-number')).toMatchObject({
    state: 'ok',
    last_ok_at: expect.any(String),
    sms_url: url,
  })
})

test('a transaction id counts once, also after the till number was connected anew', async () => {
  const { reference } = await sell(7_100)
  const text = smsOf(7_100, 'ANEW000001')
  const before = textAt(await connect(), 'data.sms_url')
  await forward(before, text)
  expect((await shop.request({ method: 'DELETE', path, headers })).status).toBe(200)
  expect((await forward(before, text)).status).toBe(404)
  const after = textAt(await connect(), 'data.sms_url')
  expect(after).not.toBe(before)
  const second = await sell(7_100)
  expect(at(await forward(after, text), 'data.result')).toBe('repeated')
  expect(paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${second.reference}` })).status).toBe(
    'pending',
  )
  expect(paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` })).status).toBe(
    'completed',
  )
})

test.each([
  [{ number: 'abc' }, 'credentials.number', 'till_number_malformed'],
  [{ provider: 'vodacom' }, 'credentials.provider', 'wrong_choice'],
  [{ qr: 'https://example.com' }, 'credentials.qr', 'tanqr_malformed'],
  [{ name: '' }, 'credentials.name', 'required'],
])('%p is refused', async (wrong, field, reason) => {
  const before = await shop.rows()
  const answer = await connect(wrong)
  expect(answer.json).toMatchObject({ reason, errors: [{ field, reason }] })
  expect((await shop.rows()).get('network')).toEqual(before.get('network'))
})

test('a sandbox account cannot take real money by it', async () => {
  const answer = await connect({}, { ...headers, 'kaunta-account': shop.accounts.sandbox.id })
  expect(answer.json).toMatchObject({ reason: 'network_live_only' })
})
