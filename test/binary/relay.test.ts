// Two built binaries: one of a shop that takes no calls from outside and sells over that of the main shop,
// which has the contract with Selcom. The main shop goes down in the middle of sales; nothing is sent twice,
// and everything is known in the end.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { runBinary } from '../kit/binary.ts'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { mobile, qr } from '../kit/endpoint.ts'
import { messagesOf } from '../kit/endpoint-answer.ts'
import { wallet } from '../kit/endpoint-money.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

type BinaryShop = Awaited<ReturnType<typeof openBinaryShop>>
let selcom: Awaited<ReturnType<typeof openSelcom>>
let mainShop: BinaryShop
let shop: BinaryShop

async function connect(data: string, name: string, credentials: object): Promise<void> {
  const words = ['network', 'connect', name, '--credentials', '-', '--data', data]
  const { log } = await runBinary(words, { env, input: JSON.stringify(credentials) })
  expect(log).toBe('')
}
const env: Record<string, string> = { KAUNTA_RELAY_HOSTS: '127.0.0.1' }

beforeAll(async () => {
  selcom = await openSelcom()
  env.KAUNTA_SELCOM_URL = selcom.url
  mainShop = await openBinaryShop({
    live: true,
    env,
    prepare: data => connect(data, 'selcom', selcomCredentials),
  })
  const credentials = { url: mainShop.url, api_key: mainShop.made.api_key }
  shop = await openBinaryShop({
    live: true,
    env: { KAUNTA_RELAY_HOSTS: '127.0.0.1' },
    prepare: data => connect(data, 'relay', credentials),
  })
}, 300_000)
afterAll(async () => {
  await shop.close()
  await mainShop.close()
  selcom.close()
})

const orders = () => [...selcom.fake.orders.values()]
const orderOf = (token: string) => orders().find(({ payment_token }) => payment_token === token)

/** Reads the messages of a payment's stream in the shop, until one has this text. */
async function hears(reference: string, words: string): Promise<void> {
  const response = await fetch(`${shop.url}/v1/payments/${reference}/events`, {
    headers: { authorization: `Bearer ${shop.made.api_key}` },
  })
  const messages = messagesOf(response)
  for (let message = ''; !message.includes(words); ) {
    message = await messages.next()
    if (message === 'end') throw new Error(`the stream ended before ${words}`)
  }
  await messages.close()
}

async function sells(json: object) {
  const { status, body } = await shop.asKey('POST', '/v1/payments', json)
  expect(status).toBe(201)
  return body.data as Record<string, string>
}
const reads = async (path: string) => (await shop.asKey('GET', path)).body.data

describe('a shop that takes no calls', () => {
  test('sells by QR code: the code and number are Selcom’s', async () => {
    const payment = await sells({ ...qr, details: { amount: 60_000, currency: 'TZS' } })
    const order = orderOf(payment.payment_token ?? '')
    expect(order?.qr).toBe(payment.payment_qr_code)
    selcom.fake.steer(order?.order_id ?? '', { answer: 'COMPLETED' })
    await hears(payment.reference ?? '', '"status":"completed"')
    const { channel, external_reference } = await reads(`/v1/payments/${payment.reference}`)
    expect([channel.provider, external_reference]).toEqual(['mpesa', order?.reference])
  }, 300_000)

  test('sells by a push: the phone rings once', async () => {
    const before = orders().length
    const { reference = '' } = await sells(mobile)
    expect(
      orders()
        .slice(before)
        .map(({ pushes }) => pushes.length),
    ).toEqual([1])
    selcom.fake.steer(orders().at(-1)?.order_id ?? '', { answer: 'COMPLETED' })
    await hears(reference, '"status":"completed"')
  }, 300_000)

  test('pays out: once', async () => {
    // The main shop has the money of the sales above.
    const { status, body } = await shop.asKey('POST', '/v1/payouts/send', wallet)
    expect(status).toBe(201)
    expect(body.data.status).toBe('completed')
    expect([...selcom.fake.payouts.values()].map(({ amount, code }) => [amount, code])).toEqual([
      [5_000, '000'],
    ])
  }, 300_000)

  test('the main shop is down: the till shows it, and what was paid in that time is known afterwards', async () => {
    const open = await sells(qr)
    const order = orderOf(open.payment_token ?? '')
    const before = orders().length
    await mainShop.kill()
    selcom.fake.steer(order?.order_id ?? '', { answer: 'COMPLETED' })
    const refused = await shop.asKey('POST', '/v1/payments', qr)
    expect(refused.status).toBe(503)
    expect(refused.body.reason).toBe('network_unreachable')
    await hears(open.reference ?? '', '"outcome_unknown":true')
    await mainShop.restart()
    await hears(open.reference ?? '', '"status":"completed"')
    expect(orders().length).toBe(before)
    const sale = await sells(qr)
    selcom.fake.steer(orderOf(sale.payment_token ?? '')?.order_id ?? '', { answer: 'COMPLETED' })
    await hears(sale.reference ?? '', '"status":"completed"')
    const { items } = await reads('/v1/payments')
    const paid = (items as { status: string }[]).filter(({ status }) => status === 'completed')
    expect(paid).toHaveLength(orders().filter(({ payment_status }) => payment_status === 'COMPLETED').length)
  }, 300_000)
})
