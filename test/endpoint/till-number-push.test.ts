// Pushes over Selcom for sales over a shop's own till number: the customer may still pay to the till number,
// and Selcom's own token finds the receipt, also after the shop has disconnected its till number.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { SelcomServer } from '../../scripts/fake/selcom-server.ts'
import type { NetRequest } from '../../src/world.ts'
import { type EndpointShop, openEndpointShop, owner } from '../kit/endpoint.ts'
import { at, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'
import { printedQr } from '../kit/sms.ts'

const lipaNamba = '57241234'
const tillNumber = { number: lipaNamba, name: 'Duka la Asha', provider: 'mpesa', qr: printedQr }
const relay = { url: 'https://relay.example/', api_key: `kn_live_${'a'.repeat(26)}` }

let shop: EndpointShop
let selcom: SelcomServer
let headers: Record<string, string>

/** Sends a request that reaches only the fake Selcom. */
async function request({ url, method, headers, body }: NetRequest) {
  if (!url.startsWith(selcom.url)) return { kind: 'unreachable', error: 'no route', tookMs: 1 } as const
  const answer = await fetch(url, { method, headers, ...(method === 'POST' ? { body } : {}) })
  return {
    kind: 'answered',
    status: answer.status,
    headers: {},
    body: await answer.text(),
    tookMs: 1,
  } as const
}

beforeAll(async () => {
  const now = (): number => shop.appliance.world.clock.now()
  selcom = await openSelcom({ now, after() {}, callBack: async () => {} })
  shop = await openEndpointShop({ networkAddresses: { selcom: selcom.url } })
  shop.appliance.world.net.request = request
})
afterAll(async () => {
  await shop.close()
  selcom.close()
})
beforeEach(async () => {
  shop.advance(60_000)
  await signIn()
  await connect('till-number', tillNumber)
  await connect('selcom', selcomCredentials)
})

async function signIn() {
  const [cookie = ''] = await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
  headers = { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': shop.accounts.live.id }
  await shop.request({ path: '/api/v1/me/confirm', json: { password: owner.password }, headers })
}
async function connect(name: string, credentials: object) {
  const path = `/api/v1/networks/${name}`
  const answer = await shop.request({ method: 'PUT', path, json: { credentials }, headers })
  expect(answer.status).toBe(200)
}
async function route(json: object) {
  const answer = await shop.request({ method: 'PUT', path: '/api/v1/routing', json, headers })
  expect(answer.status).toBe(200)
}
async function disconnectTillNumber() {
  // An order that can still be paid keeps the till number connected.
  shop.advance(2 * 3_600_000)
  await shop.work()
  await signIn()
  const path = '/api/v1/networks/till-number'
  expect((await shop.request({ method: 'DELETE', path, headers })).status).toBe(200)
}

/** Makes a sale over the till number. */
async function sell() {
  await route({ qr: ['till-number'] })
  const details = { amount: 5_000, currency: 'TZS', expires_in: 3_600 }
  const json = { payment_type: 'dynamic-qr', details }
  return paymentOf(await shop.request({ as: 'live', path: '/v1/payments', json }))
}
const push = async (reference: string) => {
  const path = `/v1/payments/${reference}/push`
  expect((await shop.request({ as: 'live', path, json: { phone: '0754123456' } })).status).toBe(200)
}
/** Decides the newest order of Selcom, and lets the server check it. Returns the order's token. */
async function decide(answer: string): Promise<string> {
  const order = [...selcom.fake.orders.values()].at(-1)
  selcom.fake.steer(order?.order_id ?? '', { answer })
  shop.advance(120_000)
  await shop.work()
  return order?.payment_token ?? ''
}
const paymentNow = async (reference: string) =>
  paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` }))
const page = async (path: string) => {
  const answer = await shop.send({ path, headers: { accept: 'text/html' } })
  return { status: answer.status, text: await answer.text() }
}
/** Returns the till number on the page of a sale. */
const numberOn = async (reference: string) =>
  /Lipa Namba <b>([^<]*)<\/b>/.exec((await page(`/pay/${reference}`)).text)?.[1]?.replace(/\D/g, '')

async function expectTillNumber(reference: string) {
  const payment = await paymentNow(reference)
  expect(payment).toMatchObject({ status: 'pending', payment_token: lipaNamba })
  expect(payment.channel.provider).toBe('till_number')
  expect(await numberOn(reference)).toBe(lipaNamba)
}

test('a push over Selcom leaves the till number to pay to, also once it is declined', async () => {
  const { reference } = await sell()
  await expectTillNumber(reference)
  await push(reference)
  await expectTillNumber(reference)
  await decide('USERCANCELLED')
  await expectTillNumber(reference)
})

test('so does a push over Selcom after another network could not be reached', async () => {
  await connect('relay', relay)
  const { reference } = await sell()
  await route({ mobile: ['relay', 'selcom'] })
  const orders = selcom.fake.orders.size
  await push(reference)
  expect(selcom.fake.orders.size).toBe(orders + 1)
  await expectTillNumber(reference)
})

test('the receipt of a push stays when the till number is disconnected', async () => {
  const { reference } = await sell()
  await push(reference)
  const token = await decide('COMPLETED')
  expect(await paymentNow(reference)).toMatchObject({ status: 'completed', payment_token: token })
  const expectReceipt = async () => {
    const receipt = await page(`/receipt/${token}`)
    expect(receipt.status).toBe(200)
    expect(receipt.text).toContain(reference)
  }
  await expectReceipt()
  await disconnectTillNumber()
  await expectReceipt()
})

test('so does the receipt of a session, whose customer first chose the till number', async () => {
  await route({ qr: ['till-number'] })
  const json = { amount: 5_000, allowed_methods: ['mobile_money', 'qr'] }
  const session = await shop.request({ as: 'live', path: '/api/v1/sessions', json })
  const path = new URL(textAt(session, 'data.checkout_url')).pathname
  const pay = (json: object) => shop.request({ path: `${path}/pay`, json })
  const first = await pay({ payment_method: 'qr' })
  expect(at(first, 'data.payment_token')).toBe(lipaNamba)
  await shop.request({ path: `${path}/cancel/${textAt(first, 'data.attempt_id')}`, json: {} })
  const second = await pay({ payment_method: 'mobile_money', customer_phone: '0754123457' })
  const token = await decide('COMPLETED')
  expect(at(second, 'data.payment_token')).toBe(token)
  expect((await page(`/receipt/${token}`)).status).toBe(200)
  await disconnectTillNumber()
  expect((await page(`/receipt/${token}`)).status).toBe(200)
})

/** Stores the till number as the sale's token, as versions before migration 16 did. */
const storeAsBefore = (reference: string) =>
  shop.appliance.store.write(async tx => {
    const stored = `update payment set token = '${lipaNamba}', till_number = null where id = $1`
    await tx.rows(stored, [reference], 'once')
    const copied = `insert into network_token select '${lipaNamba}', number from payment where id = $1`
    await tx.rows(copied, [reference], 'once')
  })

test('a disconnected or changed till number finds no sale of a former version', async () => {
  const { reference } = await sell()
  await storeAsBefore(reference)
  const expectNothing = async () => expect((await page(`/receipt/${lipaNamba}`)).status).toBe(404)
  await expectNothing()
  await connect('till-number', { ...tillNumber, number: '57000000', qr: '' })
  await expectNothing()
  await disconnectTillNumber()
  await expectNothing()
})
