// Manual resending: the decision as a table, and the stories of a receiver that was down: in order, once
// each, across a power cut.
import { describe, expect, test } from 'bun:test'
import { type Delivery, deliveryStatuses } from '../../src/domain/delivery.ts'
import { canResend, checkAgainAt, nextResentDelivery } from '../../src/domain/resend.ts'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { opening, openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

const base: Delivery = {
  id: 'del_1',
  eventId: 'evt_1',
  type: 'payment.completed',
  accountId: 'acct_1',
  subject: '019cacea-e080-7039-b736-3a5c0deedfd1',
  url: 'https://shop.example/hook',
  host: 'shop.example',
  status: 'failed',
  tries: 2,
  stalls: 1,
  nextAt: 500,
  lastStatus: 500,
  lastError: 'the receiver answered 500',
  createdAt: 0,
  endedAt: null,
}
const over = { nextAt: null, endedAt: 100 }
const refused = { status: 503, error: 'the receiver answered 503' }

describe('a manual try', () => {
  test.each(deliveryStatuses.map(status => [status, status !== 'pending' && status !== 'retrying'] as const))(
    'of a %s delivery is allowed: %p',
    (status, makesSense) => expect(canResend({ status })).toBe(makesSense),
  )

  test.each([
    ['failed', base, 7],
    ['abandoned', { ...base, status: 'abandoned', tries: 5, ...over }, 7],
    ['success', { ...base, status: 'success', ...over }, 100],
  ] as const)(
    'that is received makes a %s delivery a success, and counts as no try',
    (_, delivery, endedAt) => {
      const taken = { status: 'success', nextAt: null, lastStatus: 204, lastError: null, endedAt } as const
      expect(nextResentDelivery(delivery, { status: 204, error: null }, 7)).toEqual({ ...delivery, ...taken })
    },
  )

  test.each([
    ['failed', base],
    ['abandoned', { ...base, status: 'abandoned', tries: 5, ...over }],
    ['success', { ...base, status: 'success', ...over }],
  ] as const)('that fails leaves a %s delivery as it was', (_, delivery) => {
    expect(nextResentDelivery(delivery, refused, 7)).toEqual({
      ...delivery,
      lastStatus: 503,
      lastError: refused.error,
    })
  })
})

test.each([
  ['runs or is held', 'claimed', 300_000, 1_007],
  ['is due', 'waiting', 0, 1_007],
  ['waits for a network', 'waiting', 300_000, 300_000],
] as const)('behind an earlier resend of the payment that %s', (_, state, dueAt, expected) =>
  expect(checkAgainAt({ state, dueAt }, 7)).toBe(expected),
)

async function sells(shop: SimulatedShop) {
  const payment = await shop.cashier.asksForQr(5_000)
  await shop.customer.scans(payment).approves()
  return payment.reference
}
const states = (shop: SimulatedShop) =>
  shop
    .query<{ status: string; tries: number }>('select status, tries from delivery order by id')
    .map(row => ({ ...row }))
const heard = ({ merchant }: SimulatedShop) => merchant.received.map(({ event }) => event.data.reference)

test('down for two hours: one request sends everything since then, each once, and returns the count', async () => {
  const shop = await openCheckedShop()
  const before = await sells(shop)
  await shop.advance({ minutes: 1 })
  shop.merchant.down()
  const missed: string[] = []
  for (let hour = 0; hour < 6; hour++) {
    missed.push(await sells(shop))
    await shop.advance({ minutes: 20 })
  }
  await shop.advance({ hours: 1 })
  expect(states(shop).map(({ status }) => status)).toEqual(['success', ...Array(6).fill('abandoned')])
  shop.merchant.up()
  expect(await shop.developer.resendsSince(opening, 'failed', 'abandoned')).toBe(6)
  await shop.advance({ seconds: 1 })
  expect(heard(shop)).toEqual([before, ...missed])
  expect(states(shop)).toEqual([
    { status: 'success', tries: 1 },
    ...Array(6).fill({ status: 'success', tries: 5 }),
  ])
  expect(await shop.developer.resendsSince(opening, 'failed', 'abandoned')).toBe(0)
})

test('more than one batch: all are sent, and new sales are sent in between', async () => {
  const shop = await openSimulatedShop()
  const count = 600
  for (let sale = 0; sale < count; sale++) await sells(shop)
  await shop.advance({ minutes: 1 })
  expect(shop.merchant.received).toHaveLength(count)
  shop.merchant.slow({ ms: 10 })
  expect(await shop.developer.resendsSince(opening, 'success')).toBe(count)
  await shop.advance({ seconds: 1 })
  const meanwhile = await sells(shop)
  await shop.advance({ ms: 20 })
  expect(heard(shop)).toContain(meanwhile)
  expect(shop.merchant.received.length).toBeLessThan(1.5 * count)
  await shop.advance({ seconds: 4 })
  expect(shop.merchant.received).toHaveLength(2 * count + 1)
})

test('two events of a payment are sent again in order, also when the first takes its time', async () => {
  const shop = await openSimulatedShop({ mode: 'live' })
  const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
  await shop.advance({ minutes: 2 })
  await shop.customer.scans(payment).approves()
  await shop.advance({ minutes: 1 })
  expect(shop.merchant.received).toHaveLength(2)
  shop.merchant.slow({ seconds: 20 })
  await shop.developer.resends(payment)
  await shop.advance({ seconds: 10 })
  expect(shop.merchant.received).toHaveLength(3)
  await shop.advance({ minutes: 1 })
  expect(shop.merchant.received.slice(2).map(({ event }) => event.type)).toEqual([
    'payment.expired',
    'payment.completed',
  ])
})

test('received at a manual try before its next one: the deliveries behind it are sent immediately', async () => {
  const shop = await openSimulatedShop({ mode: 'live' })
  shop.merchant.down()
  const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
  await shop.advance({ minutes: 6 })
  await shop.customer.scans(payment).approves()
  await shop.advance({ seconds: 1 })
  shop.merchant.up()
  await shop.developer.resends(payment)
  await shop.advance({ seconds: 1 })
  expect(shop.merchant.eventTypes()).toEqual(['payment.expired', 'payment.completed'])
  await shop.advance({ hours: 2 })
  expect(shop.merchant.received).toHaveLength(2)
})

test('the server has no network: a resend is made once it has one, and events stay in order', async () => {
  const shop = await openCheckedShop({ mode: 'live' })
  shop.merchant.down()
  const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
  await shop.advance({ minutes: 2 })
  await shop.customer.scans(payment).approves()
  await shop.advance({ hours: 2 })
  const abandoned = Array(2).fill({ status: 'abandoned', tries: 5 })
  expect(states(shop)).toEqual(abandoned)
  const dispatches = shop.query('select id from dispatch').length
  shop.merchant.cutOff()
  await shop.developer.resends(payment)
  await shop.advance({ minutes: 20 })
  expect(states(shop)).toEqual(abandoned)
  expect(shop.query('select id from dispatch')).toHaveLength(dispatches)
  expect(shop.query('select last_error from delivery order by id')).toMatchObject([
    { last_error: 'Kaunta has no route to 41.59.0.10' },
    { last_error: 'shop.example cannot be reached' },
  ])
  shop.merchant.up()
  await shop.advance({ minutes: 6 })
  expect(shop.merchant.eventTypes()).toEqual(['payment.expired', 'payment.completed'])
  expect(states(shop).map(({ status }) => status)).toEqual(['success', 'success'])
  await shop.advance({ hours: 1 })
  expect(shop.merchant.received).toHaveLength(2)
})

test('a power cut loses no resend that was acknowledged', async () => {
  const shop = await openCheckedShop()
  const reference = await sells(shop)
  await shop.advance({ seconds: 1 })
  shop.merchant.slow({ seconds: 20 })
  await shop.developer.resends({ reference })
  await shop.advance({ seconds: 5 })
  await shop.crash({ seconds: 10 })
  shop.merchant.up()
  await shop.advance({ minutes: 3 })
  expect(heard(shop)).toEqual([reference, reference, reference])
  expect(shop.query('select number from dispatch order by id')).toEqual([{ number: 1 }, { number: 0 }])
})

test('one that is under way is not sent twice', async () => {
  const shop = await openCheckedShop()
  shop.merchant.slow({ seconds: 5 })
  const reference = await sells(shop)
  await shop.developer.resends({ reference })
  await shop.advance({ minutes: 1 })
  expect(heard(shop)).toEqual([reference])
})
