// The way of a customer who paid by card back to the shop, from a network’s page over ours: with Selcom and
// over a relay, before and after the outcome is known.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { requestedByServer } from '../../src/domain/actor.ts'
import { connectNetwork } from '../../src/flow/network.ts'
import { realNet } from '../../src/net/net.ts'
import { listAttempts } from '../../src/store/attempt.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, paymentOf } from '../kit/endpoint-answer.ts'
import { openRelay, relayKey } from '../kit/relay.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

const redirectUrl = 'https://shop.example/thanks?order=17&sig=a%20b~#paid'
const cancelUrl = 'https://shop.example/basket'
const card = {
  payment_type: 'card',
  details: { amount: 25_000, currency: 'TZS', redirect_url: redirectUrl, cancel_url: cancelUrl },
  customer: {
    firstname: 'Amina',
    lastname: 'Salum',
    email: 'amina@example.co.tz',
    address: 'Uhuru 4',
    city: 'Dar es Salaam',
    state: 'DSM',
    postcode: '11101',
    country: 'TZ',
  },
}

const clock = { now: () => 0 }
const world = { now: () => clock.now(), after: () => {}, callBack: async () => {} }
const selcom = await openSelcom(world)
const relay = await openRelay(world)
const shop = await openEndpointShop({ networkAddresses: { selcom: selcom.url }, relayHosts: ['127.0.0.1'] })
const { appliance, accounts } = shop
clock.now = appliance.world.clock.now
const { net } = appliance.world
const { request } = net
const real = realNet()
net.request = call =>
  [selcom.url, relay.origin].some(url => call.url.startsWith(url)) ? real.request(call) : request(call)
await connectNetwork(
  appliance,
  accounts.live,
  'selcom',
  { credentials: selcomCredentials },
  requestedByServer,
)
afterAll(async () => {
  await shop.close()
  selcom.close()
  relay.close()
})
beforeEach(() => shop.advance(60_000))

/** Opens an address of this server as a browser that the network’s page has redirected. */
const open = async (address: string) => {
  const { pathname, search } = new URL(address)
  const answer = await shop.send({ path: pathname + search, headers: { accept: 'text/html' } })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}
/** Starts a card payment, and returns its order at Selcom. */
async function start() {
  const { reference } = paymentOf(await shop.request({ as: 'live', path: '/v1/payments', json: card }))
  const [attempt] = await listAttempts(appliance.store.read, reference)
  const order = selcom.fake.orders.get(attempt?.networkReference ?? '')
  if (!order) throw new Error('Selcom has no order of the payment')
  const decide = (answer: string) => selcom.fake.steer(order.order_id, { answer, callback: false })
  return { reference, order, decide }
}
const work = async (ms = 10_000) => {
  shop.advance(ms)
  await shop.work()
}
const statusOf = async (reference: string) =>
  at(await shop.request({ path: `/pay/${reference}/status` }), 'data.state')
const paidAddress = (reference: string) =>
  redirectUrl.replace('#', `&reference=${reference}&status=completed#`)
const cancelledAddress = (reference: string) => `${cancelUrl}?reference=${reference}`

describe('the customer of a card payment at Selcom', () => {
  test('sees that it is checked, and goes to the shop once it is paid', async () => {
    const { reference, order, decide } = await start()
    expect([order.redirect_url, order.cancel_url]).toEqual(
      Array(2).fill(`http://192.168.1.10:8080/pay/${reference}`),
    )
    // Selcom adds its own parameters. No parameter decides where the customer goes.
    const back = `${order.redirect_url}?payment_status=COMPLETED&transid=Q1&redirect_url=https://evil.example`
    for (const [lang, heading] of [
      ['en', 'Don’t pay again'],
      ['sw', 'Usilipe tena'],
    ] as const) {
      const page = await open(`${back}&lang=${lang}`)
      expect([page.status, page.location]).toEqual([200, null])
      expect(page.text).toContain('<main data-state="unknown" data-leaves="">')
      expect(page.text).toContain(heading)
      expect(page.text).toContain(`http-equiv="refresh" content="3;url=/pay/${reference}?lang=${lang}"`)
      expect(page.text).not.toMatch(/<(form|button|input|svg class="qr")\b|shop\.example|evil|_fake/)
    }
    expect(await statusOf(reference)).toBe('unknown')
    decide('COMPLETED')
    await work()
    expect(await statusOf(reference)).toBe('paid')
    expect(await open(back)).toMatchObject({ status: 303, location: paidAddress(reference) })
    // The receipt of the payment is shown as before.
    const { payment_token } = paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` }))
    expect((await shop.request({ path: `/receipt/${payment_token}` })).text).toContain(reference)
  })

  test('is asked about soon, also by a page without scripts', async () => {
    const { reference, order, decide } = await start()
    await work(120_000)
    decide('COMPLETED')
    expect((await open(order.redirect_url)).status).toBe(200)
    await work(3_000)
    expect(await open(order.redirect_url)).toMatchObject({ status: 303, location: paidAddress(reference) })
  })

  test.each(['USERCANCELLED', 'REJECTED', 'CANCELLED'])('returns to the basket after %s', async answer => {
    const { reference, order, decide } = await start()
    decide(answer)
    await work()
    expect(await open(order.cancel_url)).toMatchObject({
      status: 303,
      location: cancelledAddress(reference),
    })
  })

  test('does not go to the basket while the order of a voided payment may still be charged', async () => {
    const { reference, order, decide } = await start()
    await shop.request({ as: 'live', method: 'POST', path: `/v1/payments/${reference}/void` })
    expect(await open(order.redirect_url)).toMatchObject({ status: 200, location: null })
    expect(await statusOf(reference)).toBe('unknown')
    decide('COMPLETED')
    await work(60_000)
    expect(await open(order.redirect_url)).toMatchObject({ status: 303, location: paidAddress(reference) })
  })

  test('returns to the basket when the shop has voided the payment', async () => {
    const { reference, order } = await start()
    await shop.request({ as: 'live', method: 'POST', path: `/v1/payments/${reference}/void` })
    await work(60_000)
    expect(order.payment_status).toBe('CANCELLED')
    // The page that waits makes Kaunta ask soon what became of the order.
    expect(await open(order.cancel_url)).toMatchObject({ status: 200, location: null })
    await work(3_000)
    expect(await open(order.cancel_url)).toMatchObject({
      status: 303,
      location: cancelledAddress(reference),
    })
  })

  test('keeps waiting while Selcom’s answer is unknown', async () => {
    const { reference, order, decide } = await start()
    decide('999')
    await work()
    expect(await open(order.redirect_url)).toMatchObject({ status: 200, location: null })
    expect(await statusOf(reference)).toBe('unknown')
  })

  test('can do nothing on the page, and finds no picture of a QR code', async () => {
    const { reference } = await start()
    const there = `/pay/${reference}`
    expect((await shop.request({ method: 'POST', path: there, raw: '' })).status).toBeOneOf([404, 405])
    expect((await shop.request({ path: `${there}/qr.svg` })).status).toBe(404)
    expect((await open(`http://shop${there}/picture`)).location).toStartWith(`${there}?`)
  })
})

test('the customer of a card payment over a relay comes back from the other server', async () => {
  const credentials = { url: relay.origin, api_key: relayKey }
  await connectNetwork(appliance, accounts.live, 'relay', { credentials }, requestedByServer)
  const routing = { method: 'PUT', path: '/api/v1/routing', json: { card: ['relay'] } }
  expect((await shop.request({ as: 'owner of live', ...routing })).status).toBe(200)
  const { reference } = paymentOf(await shop.request({ as: 'live', path: '/v1/payments', json: card }))
  const [id, upstream] = [...relay.fake.payments].at(-1) ?? []
  expect(upstream?.redirectUrl).toBe(`http://192.168.1.10:8080/pay/${reference}`)
  const back = `${upstream?.redirectUrl}?reference=${id}&status=completed`
  expect(await open(back)).toMatchObject({ status: 200, location: null })
  relay.fake.steer(id ?? '', { answer: 'completed' })
  await work()
  expect(await open(back)).toMatchObject({ status: 303, location: paidAddress(reference) })
})
