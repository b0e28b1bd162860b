// How webhooks reach the merchant, as stories: five tries over 45 minutes, in order, signed at each try,
// across restarts, and one dead receiver delays no other.
import { expect, test } from 'bun:test'
import { openCheckedShop, sellPaid } from '../kit/checked-shop.ts'
import type { Merchant } from '../kit/merchant.ts'
import { sized } from '../kit/proof.ts'
import { opening, openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

/** Returns the times of tries in minutes since the shop opened. */
const triedAt = ({ triedAt: tried }: Merchant) => tried.map(time => (time - opening) / 60_000)
const heardAt = ({ received: heard }: Merchant) => heard.map(({ at }) => (at - opening) / 60_000)
const deliveries = (shop: SimulatedShop) =>
  shop
    .query<{ status: string; tries: number }>('select status, tries from delivery order by id')
    .map(row => ({ ...row }))

test('down for 40 minutes: tried again after 3, 6, 12 and 24, then received', async () => {
  const shop = await openCheckedShop()
  shop.merchant.down()
  await sellPaid(shop)
  await shop.advance({ minutes: 40 })
  expect(triedAt(shop.merchant)).toEqual([0, 3, 9, 21])
  shop.merchant.up()
  await shop.advance({ minutes: 20 })
  expect(triedAt(shop.merchant)).toEqual([0, 3, 9, 21, 45])
  expect(heardAt(shop.merchant)).toEqual([45])
  expect(shop.merchant.received[0]?.signed).toBe(true)
  expect(deliveries(shop)).toEqual([{ status: 'success', tries: 5 }])
})

test.each([
  [0, [0]],
  [1, [0, 3]],
  [2, [0, 3, 9]],
  [3, [0, 3, 9, 21]],
  [4, [0, 3, 9, 21, 45]],
])('a receiver that fails %p times gets its tries at minutes %j', async (failures, minutes) => {
  const shop = await openCheckedShop()
  const moods = Array.from(
    { length: failures },
    () => ({ kind: 'answers', status: 302, afterMs: 0 }) as const,
  )
  shop.merchant.behavior = () => moods.shift() ?? { kind: 'answers', status: 204, afterMs: 0 }
  await sellPaid(shop)
  await shop.advance({ hours: 2 })
  expect(heardAt(shop.merchant)).toEqual(minutes)
  expect(deliveries(shop)).toEqual([{ status: 'success', tries: failures + 1 }])
})

test('five failures: abandoned after 45 minutes, and never tried again', async () => {
  const shop = await openCheckedShop()
  shop.merchant.answers(500)
  await sellPaid(shop)
  await shop.advance({ minutes: 45, ms: -1 })
  expect(deliveries(shop)).toEqual([{ status: 'failed', tries: 4 }])
  await shop.advance({ ms: 1 })
  expect(deliveries(shop)).toEqual([{ status: 'abandoned', tries: 5 }])
  await shop.advance({ days: 1 })
  expect(triedAt(shop.merchant)).toEqual([0, 3, 9, 21, 45])
})

test('every try has the same body and event id, and a stamp and signature of its own', async () => {
  const shop = await openCheckedShop()
  shop.merchant.answers(404)
  await sellPaid(shop)
  await shop.advance({ hours: 1 })
  const { received: heard } = shop.merchant
  expect(new Set(heard.map(({ body }) => body)).size).toBe(1)
  expect(new Set(heard.map(({ headers }) => headers['X-Webhook-Signature'])).size).toBe(5)
  expect(heard.map(({ signed }) => signed)).toEqual([true, true, true, true, true])
})

test('an answer after 30 seconds is a failure, and the wait counts from there', async () => {
  const shop = await openCheckedShop()
  shop.merchant.slow({ seconds: 31 })
  await sellPaid(shop)
  await shop.advance({ minutes: 1 })
  expect(shop.query('select error, took_ms from dispatch')).toEqual([
    { error: 'the receiver did not answer in time', took_ms: 30_000 },
  ])
  shop.merchant.slow({ seconds: 29 })
  await shop.advance({ minutes: 4 })
  expect(triedAt(shop.merchant)).toEqual([0, 3.5])
  expect(deliveries(shop)).toEqual([{ status: 'success', tries: 2 }])
})

test('received, but cut off before the answer: it is sent again, with the same event id', async () => {
  const shop = await openCheckedShop()
  shop.merchant.drops()
  await sellPaid(shop)
  await shop.advance({ minutes: 1 })
  shop.merchant.up()
  await shop.advance({ minutes: 5 })
  expect(heardAt(shop.merchant)).toEqual([0, 3])
  expect(new Set(shop.merchant.received.map(({ event }) => event.id)).size).toBe(1)
})

test('one receiver that hangs delays no other, and gets its own two at a time, four once it answers', async () => {
  const shop = await openCheckedShop()
  const dead = shop.merchantAt('dead.example')
  dead.slow({ seconds: 31 })
  for (let count = 0; count < 12; count++) await sellPaid(shop, dead.url)
  await shop.advance({ seconds: 1 })
  await sellPaid(shop)
  await shop.advance({})
  expect(heardAt(shop.merchant)).toEqual([1 / 60])
  expect(triedAt(dead)).toEqual([0, 0])
  await shop.advance({ seconds: 60 })
  expect(triedAt(dead)).toEqual([0, 0, 0.5, 0.5, 1, 1])
  dead.slow({ seconds: 3 })
  await shop.advance({ seconds: 40 })
  expect(dead.triedAt).toHaveLength(12)
})

test('while receivers hang, a new one gets its event within 2 s', async () => {
  const shop = await openSimulatedShop()
  const count = sized({ test: 200, proof: 1_000 })
  const dead = Array.from({ length: count }, (_, index) => shop.merchantAt(`dead-${index}.example`))
  for (const merchant of dead) {
    merchant.slow({ seconds: 31 })
    await sellPaid(shop, merchant.url)
  }
  for (const merchant of [...dead.slice(0, 50), ...dead.slice(0, 50)]) await sellPaid(shop, merchant.url)
  await shop.advance({ ms: 100 })
  const soldAt = shop.time.now()
  await sellPaid(shop)
  await shop.advance({ seconds: 2 })
  expect(shop.merchant.received.map(({ at }) => at - soldAt < 2_000)).toEqual([true])
  expect(dead.map(({ triedAt: tried }) => tried.length)).toEqual([
    ...Array(50).fill(2),
    ...Array(count - 50).fill(1),
  ])
  await shop.advance({ seconds: 61 })
  expect(dead.slice(0, 50).every(({ triedAt: tried }) => tried.length === 3)).toBe(true)
})

test('one that answers in half a second gets four at a time too, though more are claimed', async () => {
  const shop = await openCheckedShop()
  shop.merchant.slow({ seconds: 0.5 })
  await sellPaid(shop)
  await shop.advance({ seconds: 1 })
  for (let count = 0; count < 30; count++) await sellPaid(shop)
  await shop.advance({ seconds: 2 })
  const claimed = shop.query<{ count: number }>("select count(*) as count from job where state = 'claimed'")
  expect(claimed[0]?.count).toBe(12)
  await shop.advance({ seconds: 2 })
  const halfSeconds = triedAt(shop.merchant).map(minutes => Math.round(minutes * 120))
  expect(halfSeconds).toEqual([0, ...Array.from({ length: 30 }, (_, index) => 2 + Math.floor(index / 4))])
})

test('events of a payment are received in order, also when the first is late', async () => {
  const shop = await openSimulatedShop({ mode: 'live' })
  shop.merchant.down()
  const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
  await shop.advance({ minutes: 2 })
  await shop.customer.scans(payment).approves()
  await shop.advance({})
  shop.merchant.up()
  await shop.advance({ seconds: 90 })
  expect(shop.merchant.received).toEqual([])
  await shop.advance({ minutes: 2 })
  expect(shop.merchant.eventTypes()).toEqual(['payment.expired', 'payment.completed'])
})

test('a restart with deliveries in flight: sent again immediately, and the one cut off does not count', async () => {
  const shop = await openCheckedShop()
  shop.merchant.slow({ seconds: 20 })
  await sellPaid(shop)
  await shop.advance({ seconds: 10 })
  expect(heardAt(shop.merchant)).toEqual([0])
  await shop.crash({ minutes: 1 })
  await shop.advance({ minutes: 2 })
  expect(triedAt(shop.merchant)).toEqual([0, 1 + 1 / 6])
  expect(deliveries(shop)).toEqual([{ status: 'success', tries: 1 }])
})

test('a restart while a delivery waits changes nothing of its times', async () => {
  const shop = await openCheckedShop()
  shop.merchant.answers(503)
  await sellPaid(shop)
  await shop.advance({ minutes: 4 })
  await shop.crash()
  await shop.advance({ minutes: 30 })
  expect(triedAt(shop.merchant)).toEqual([0, 3, 9, 21])
})

test('a power cut between the record of a failed try and that of its job: the wait is kept', async () => {
  let written = () => {}
  const shop = await openSimulatedShop({
    store: store => ({ ...store, write: body => store.write(body).finally(() => written()) }),
  })
  written = () => {
    if (deliveries(shop)[0]?.tries !== 1) return
    written = () => {}
    shop.crashAt(1, {})
  }
  shop.merchant.answers(503)
  await sellPaid(shop)
  await shop.advance({ minutes: 4 })
  expect(shop.starts()).toBe(2)
  expect(triedAt(shop.merchant)).toEqual([0, 3])
})

test('a disk that was full for a minute leaves no receiver blocked', async () => {
  const shop = await openCheckedShop()
  shop.merchant.slow({ seconds: 5 })
  for (let count = 0; count < 6; count++) await sellPaid(shop)
  await shop.advance({ seconds: 2 })
  shop.disk.isFull = () => true
  await shop.advance({ minutes: 1 })
  shop.disk.isFull = () => false
  await shop.advance({ minutes: 3 })
  expect(deliveries(shop).map(({ status }) => status)).toEqual(Array(6).fill('success'))
  await sellPaid(shop)
  await shop.advance({ seconds: 10 })
  expect(deliveries(shop)).toHaveLength(7)
  expect(deliveries(shop)[6]).toEqual({ status: 'success', tries: 1 })
})

test('no address: the event is stored, nothing is sent', async () => {
  const shop = await openCheckedShop()
  const payment = await shop.cashier.asksForQr(5_000, { webhookUrl: null })
  await shop.customer.scans(payment).approves()
  await shop.advance({ hours: 1 })
  expect(shop.query('select type from event')).toEqual([{ type: 'payment.completed' }])
  expect(deliveries(shop)).toEqual([])
})
