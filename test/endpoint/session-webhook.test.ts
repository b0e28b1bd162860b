// The webhooks of a session: the bodies of its events in both API versions, to the address of its creation.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { openEndpointShop } from '../kit/endpoint.ts'
import { allMethods, byPush, metaOf, openSession, order, postForm } from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
beforeEach(() => {
  shop.advance(60_000)
  shop.dispatches.splice(0)
})

const webhook_url = 'http://192.168.1.20/hook'
const request = {
  ...order,
  ...allMethods,
  webhook_url,
  metadata: { order: 'A-17', paid: false },
  custom_fields: [{ key: 'table', label: 'Table?', type: 'number', required: true }],
}
const answered = {
  ...byPush,
  customer_name: 'Neema Juma Mushi',
  customer_email: 'neema@example.com',
  custom_fields: { table: 7 },
}
const meta = { seller: 'B', nested: { list: [1, '🙂'] } }
const legacy = { 'api-version': '2026-01-01' }
const time = expect.stringMatching(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const shillings = (value: number) => ({ value, currency: 'TZS' })
const bodies = () => shop.dispatches.splice(0).map(({ body }) => JSON.parse(body))

test('payment.completed', async () => {
  const customer = await openSession(shop, request)
  await customer.tries(answered, `?meta=${metaOf(meta)}`)
  await customer.approves()
  const [call, ...others] = shop.dispatches.splice(0)
  expect(others).toEqual([])
  expect([call?.url, call?.headers['X-Webhook-Event']]).toEqual([webhook_url, 'payment.completed'])
  expect(JSON.parse(call?.body ?? '')).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'payment.completed',
    api_version: '2026-01-25',
    created_at: time,
    data: {
      reference: (await customer.get()).payment_reference,
      session_reference: customer.reference,
      external_reference: expect.stringMatching(/^SIM/),
      status: 'completed',
      amount: shillings(5_000),
      settlement: { gross: shillings(5_000), fees: shillings(25), net: shillings(4_975) },
      channel: { type: 'mobile_money', provider: 'mpesa' },
      payment_method: 'mobile_money',
      customer: { name: 'Neema Juma Mushi', phone: '+255754123456', email: 'neema@example.com' },
      metadata: { order: 'A-17', paid: false, url_metadata: meta },
      custom_fields: { table: '7' },
      completed_at: time,
    },
  })
  expect((await customer.get()).metadata).toEqual(request.metadata)
  expect((await customer.payment()).metadata).toEqual(request.metadata)
})

test('payment.completed in the legacy form', async () => {
  const customer = await openSession(shop, request, 'sandbox', legacy)
  await customer.tries({ ...answered, meta: metaOf(meta) })
  await customer.approves()
  expect(bodies()).toEqual([
    {
      event: 'payment.completed',
      reference: (await customer.get()).payment_reference,
      session_reference: customer.reference,
      external_reference: expect.stringMatching(/^SIM/),
      status: 'completed',
      amount: shillings(5_000),
      payment_channel: 'MPESA',
      payment_fee: 25,
      payment_method: 'mobile_money',
      customer: { name: 'Neema Juma Mushi', phone: '+255754123456', email: 'neema@example.com' },
      metadata: { order: 'A-17', paid: false, url_metadata: meta },
      custom_fields: { table: '7' },
      completed_at: time,
      created_at: time,
      timestamp: expect.any(Number),
    },
  ])
})

test('payment_method is how it was paid; without answers and meta their fields are empty or absent', async () => {
  for (const payment_method of ['mobile_money', 'qr', 'card']) {
    const customer = await openSession(shop, { ...order, ...allMethods, webhook_url })
    await customer.tries({ ...byPush, payment_method })
    await customer.approves()
    expect(bodies()).toMatchObject([{ data: { payment_method, metadata: {}, custom_fields: {} } }])
  }
})

test.each([
  ['payment.voided', 'voided_at', {}],
  ['payment.voided', 'voided_at', legacy],
  ['payment.expired', 'expired_at', {}],
  ['payment.expired', 'expired_at', legacy],
])('%s has its session', async (type, at, headers) => {
  const customer = await openSession(shop, request, 'sandbox', headers)
  await customer.tries(answered)
  await customer.declines()
  if (type === 'payment.voided') await customer.cancel()
  else shop.advance(3_600_000)
  await shop.work()
  const { payment_reference } = await customer.get()
  const told = bodies()
  const facts = {
    reference: payment_reference,
    session_reference: customer.reference,
    status: type.slice('payment.'.length),
    amount: shillings(5_000),
    metadata: request.metadata,
    custom_fields: { table: '7' },
    [at]: time,
  }
  expect(told).toMatchObject([headers === legacy ? { event: type, ...facts } : { type, data: facts }])
})

test('later meta is added, and none keeps the earlier', async () => {
  const customer = await openSession(shop, { ...order, webhook_url })
  await customer.tries(byPush, `?meta=${metaOf({ first: 1 })}`)
  await customer.declines()
  await customer.tries(byPush)
  await customer.declines()
  await postForm(shop, `${customer.path}/pay`, { customer_phone: '0754123456', meta: metaOf({ second: 2 }) })
  await customer.approves()
  expect(bodies()).toMatchObject([{ data: { metadata: { url_metadata: { second: 2 } } } }])
})

test('without an address no webhook is sent', async () => {
  const customer = await openSession(shop)
  await customer.tries()
  await customer.approves()
  expect(shop.dispatches.splice(0)).toEqual([])
})
