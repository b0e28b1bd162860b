// What makes webhooks reliable, as stories: a server without internet loses none, a receiver that is gone is
// left alone until a person resumes it, Retry-After is obeyed, one event waits for another, and keys change
// without a loss.
import { describe, expect, test } from 'bun:test'
import { verifyWebhook } from '../../src/wire/signature.ts'
import { openCheckedShop, sellPaid } from '../kit/checked-shop.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import type { Merchant } from '../kit/merchant.ts'
import { sized } from '../kit/proof.ts'
import {
  opening,
  openSimulatedShop,
  type SimulatedShop,
  type SimulatedShopOptions,
} from '../kit/simulated-shop.ts'

const minutes = (times: readonly number[]) => times.map(time => (time - opening) / 60_000)
const triedAt = ({ triedAt: tried }: Merchant) => minutes(tried)
const heardAt = ({ received: heard }: Merchant) => minutes(heard.map(({ at }) => at))
const referencesHeard = ({ received: heard }: Merchant) => heard.map(({ event }) => event.data.reference)
interface Row {
  status: string
  tries: number
  next_at: number | null
  last_error: string | null
}
const deliveries = (shop: SimulatedShop) =>
  shop
    .query<Row>('select status, tries, next_at, last_error from delivery order by id')
    .map(row => ({ ...row }))
const jobs = (shop: SimulatedShop) =>
  shop.query<{ kind: string }>("select kind from job where kind in ('delivery.send', 'address.resume')")
    .length

describe('a server without a network', () => {
  test('counts no try: deliveries are tried every few minutes until they are received', async () => {
    const shop = await openCheckedShop()
    shop.merchant.cutOff()
    await sellPaid(shop)
    await shop.advance({ minutes: 31 })
    expect(triedAt(shop.merchant)).toEqual([0, 1, 3, 6, 10, 15, 20, 25, 30])
    expect(deliveries(shop)).toMatchObject([
      { status: 'pending', tries: 0, last_error: 'Kaunta has no route to 41.59.0.10' },
    ])
    expect(shop.query('select * from dispatch')).toEqual([])
    await shop.advance({ days: 2 })
    shop.merchant.up()
    await shop.advance({ minutes: 5 })
    expect(shop.merchant.received).toHaveLength(1)
    expect(deliveries(shop)).toMatchObject([{ status: 'success', tries: 1, last_error: null }])
  })

  test('between two counted tries does not change their number and waits', async () => {
    const shop = await openCheckedShop()
    shop.merchant.answers(500)
    await sellPaid(shop)
    await shop.advance({ minutes: 2 })
    shop.merchant.cutOff()
    await shop.advance({ minutes: 4 })
    expect(deliveries(shop)).toMatchObject([{ status: 'failed', tries: 1 }])
    shop.merchant.answers(500)
    await shop.advance({ hours: 2 })
    // Cut off at 3, 4 and 6; from 9 on each counts again.
    expect(triedAt(shop.merchant)).toEqual([0, 3, 4, 6, 9, 15, 27, 51])
    expect(deliveries(shop)).toMatchObject([{ status: 'abandoned', tries: 5 }])
  })

  test('changes nothing by a restart', async () => {
    const shop = await openCheckedShop()
    shop.merchant.cutOff()
    await sellPaid(shop)
    await shop.advance({ minutes: 4 })
    await shop.crash({ seconds: 30 })
    await shop.advance({ minutes: 7 })
    expect(triedAt(shop.merchant)).toEqual([0, 1, 3, 6, 10])
  })

  test('an unreliable clock stamps wrongly: failed tries in that time do not count', async () => {
    const shop = await openCheckedShop()
    await shop.advance({ minutes: 1 })
    shop.merchant.answers(400)
    shop.setClock({ days: 30 })
    await sellPaid(shop)
    await shop.advance({ minutes: 20 })
    const waiting = 'the receiver answered 400, while the clock of this server is unreliable'
    expect(deliveries(shop)).toMatchObject([{ status: 'pending', tries: 0, last_error: waiting }])
    shop.merchant.up()
    await shop.advance({ minutes: 5 })
    expect(deliveries(shop)).toMatchObject([{ status: 'success', tries: 1 }])
  })
})

describe('Retry-After', () => {
  test('an hour later, when the receiver asks for an hour', async () => {
    const shop = await openCheckedShop()
    shop.merchant.answers(429, { 'retry-after': '3600' })
    await sellPaid(shop)
    await shop.advance({ minutes: 30 })
    shop.merchant.up()
    await shop.advance({ minutes: 31 })
    expect(triedAt(shop.merchant)).toEqual([0, 60])
  })

  test('of a second changes nothing', async () => {
    const shop = await openCheckedShop()
    shop.merchant.answers(503, { 'retry-after': '1' })
    await sellPaid(shop)
    await shop.advance({ hours: 2 })
    expect(triedAt(shop.merchant)).toEqual([0, 3, 9, 21, 45])
  })
})

describe('410 Gone', () => {
  async function shopWithPausedAddress(): Promise<SimulatedShop> {
    const shop = await openCheckedShop()
    shop.merchant.answers(410)
    await sellPaid(shop)
    await shop.advance({ minutes: 50 })
    return shop
  }

  test('five times abandons the delivery and pauses the address; later deliveries wait, untried', async () => {
    const shop = await shopWithPausedAddress()
    expect(triedAt(shop.merchant)).toEqual([0, 3, 9, 21, 45])
    expect(deliveries(shop)).toMatchObject([
      { status: 'abandoned', tries: 5, last_error: 'the receiver answered 410' },
    ])
    expect(shop.log.map(({ message }) => message)).toEqual([
      'a webhook address answered 410 Gone and is paused',
    ])

    const payments = [await sellPaid(shop), await sellPaid(shop), await sellPaid(shop)]
    const sold = payments.map(({ reference }) => reference)
    await shop.advance({ days: 3 })
    await shop.crash()
    await shop.advance({ days: 3 })
    expect(shop.merchant.triedAt).toHaveLength(5)
    expect(jobs(shop)).toBe(0)
    const waiting = {
      status: 'pending',
      tries: 0,
      next_at: null,
      last_error: expect.stringContaining('paused'),
    }
    expect(deliveries(shop).slice(1)).toEqual([waiting, waiting, waiting])

    shop.merchant.up()
    const before = shop.merchant.received.length
    await shop.owner.resumes(shop.merchant.url)
    await shop.advance({})
    expect(referencesHeard(shop.merchant).slice(before)).toEqual(sold)
    expect(deliveries(shop).slice(1)).toMatchObject(
      Array(3).fill({ status: 'success', tries: 1, last_error: null }),
    )
    await sellPaid(shop)
    await shop.advance({})
    expect(shop.merchant.received).toHaveLength(before + 4)
  })

  test('a resend of a delivery that waits for the address is refused, because nothing would be sent', async () => {
    const shop = await shopWithPausedAddress()
    const payment = await sellPaid(shop)
    await shop.advance({ minutes: 1 })
    await expect(shop.developer.resends(payment)).rejects.toMatchObject({ reason: 'address_paused' })
    shop.merchant.up()
    await shop.owner.resumes(shop.merchant.url)
    await shop.advance({})
    await shop.developer.resends(payment)
    await shop.advance({})
    expect(referencesHeard(shop.merchant).slice(-2)).toEqual([payment.reference, payment.reference])
  })

  test('resumed while it is still gone: five tries more, and it is paused again', async () => {
    const shop = await shopWithPausedAddress()
    await sellPaid(shop)
    await shop.advance({ minutes: 1 })
    await shop.owner.resumes(shop.merchant.url)
    await shop.advance({ hours: 1 })
    expect(shop.merchant.triedAt).toHaveLength(10)
    expect(deliveries(shop)).toMatchObject([{ status: 'abandoned' }, { status: 'abandoned' }])
    await expect(shop.owner.resumes(shop.merchant.url)).resolves.toBeUndefined()
  })

  test('another address of the account goes on', async () => {
    const shop = await shopWithPausedAddress()
    const other = shop.merchantAt('other.example')
    await sellPaid(shop, other.url)
    await shop.advance({})
    expect(other.received).toHaveLength(1)
  })

  test('a delivery between its tries keeps their number over the pause', async () => {
    const shop = await openCheckedShop()
    shop.merchant.answers(410)
    await sellPaid(shop)
    await shop.advance({ minutes: 40 })
    await sellPaid(shop)
    await shop.advance({ hours: 2 })
    const [first, second] = deliveries(shop)
    expect(first).toMatchObject({ status: 'abandoned' })
    expect(second).toMatchObject({
      status: 'failed',
      tries: 2,
      next_at: null,
      last_error: expect.stringContaining('paused'),
    })
    shop.merchant.up()
    await shop.owner.resumes(shop.merchant.url)
    await shop.advance({})
    expect(deliveries(shop)[1]).toMatchObject({ status: 'success', tries: 3 })
  })

  test('four times and then 200 pauses nothing', async () => {
    const shop = await openCheckedShop()
    shop.merchant.answers(410)
    await sellPaid(shop)
    await shop.advance({ minutes: 40 })
    shop.merchant.up()
    await shop.advance({ minutes: 10 })
    expect(deliveries(shop)).toMatchObject([{ status: 'success', tries: 5 }])
    await expect(shop.owner.resumes(shop.merchant.url)).rejects.toMatchObject({ kind: 'not_found' })
  })

  test('more wait than one transaction releases: all are sent, in order, also over a power cut', async () => {
    const shop = await openSimulatedShop()
    shop.merchant.answers(410)
    await sellPaid(shop)
    await shop.advance({ minutes: 50 })
    // A transaction releases 500.
    for (let sales = 0; sales < sized({ test: 6, proof: 11 }); sales++)
      await Promise.all(Array.from({ length: 100 }, () => sellPaid(shop)))
    await shop.advance({ minutes: 1 })
    // PostgreSQL may pay sales that are made at once in another order than they were asked for.
    const sold = shop
      .query<{ subject: string }>('select subject from event order by id')
      .map(({ subject }) => subject)
      .slice(1)
    expect(jobs(shop)).toBe(0)
    shop.merchant.up()
    const before = shop.merchant.received.length
    shop.crashAt(6, {})
    await shop.owner.resumes(shop.merchant.url).catch(() => {})
    await shop.advance({ minutes: 1 })
    expect(shop.starts()).toBe(2)
    const heard = [...new Set(referencesHeard(shop.merchant).slice(before))]
    expect(heard.toSorted()).toEqual(sold.toSorted())
    // Four run in parallel, so neighbours may change places, and those that the power cut hit come once more.
    for (const [index, reference] of heard.entries())
      expect(Math.abs(index - sold.indexOf(reference))).toBeLessThan(8)
    expect(complaintsAbout(shop)).toEqual([])
  })
})

describe('two events of one payment', () => {
  async function twoEvents(options: SimulatedShopOptions = {}) {
    const shop = await openCheckedShop({ ...options, mode: 'live' })
    const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
    shop.merchant.answers(500)
    await shop.advance({ minutes: 2 })
    await shop.customer.scans(payment).approves()
    await shop.advance({ seconds: 10 })
    return shop
  }

  test('the second has no job while it waits, and is sent the moment the first is received', async () => {
    const shop = await twoEvents()
    expect(deliveries(shop)).toMatchObject([
      { status: 'failed', tries: 1 },
      { status: 'pending', tries: 0 },
    ])
    expect(jobs(shop)).toBe(1)
    shop.merchant.up()
    await shop.advance({ minutes: 10 })
    expect(shop.merchant.received.slice(1).map(({ event }) => event.type)).toEqual([
      'payment.expired',
      'payment.completed',
    ])
    expect(heardAt(shop.merchant).slice(1)).toEqual([4, 4])
  })

  test('the second is sent the moment the first is abandoned', async () => {
    const shop = await twoEvents()
    await shop.advance({ minutes: 50 })
    expect(deliveries(shop)[0]).toMatchObject({ status: 'abandoned' })
    expect(triedAt(shop.merchant).slice(0, 7)).toEqual([1, 4, 10, 22, 46, 46, 49])
  })

  test('a power cut anywhere loses neither', async () => {
    for (let point = 1; point < 30; point += sized({ test: 3, proof: 1 })) {
      const shop = await twoEvents()
      shop.merchant.up()
      await shop.advance({ seconds: 100 })
      shop.crashAt(point, {})
      await shop.advance({ minutes: 30 })
      const types = shop.merchant.received.slice(1).map(({ event }) => event.type)
      expect([...new Set(types)]).toEqual(['payment.expired', 'payment.completed'])
      expect(deliveries(shop)).toMatchObject([{ status: 'success' }, { status: 'success' }])
      shop.close()
    }
  })
})

describe('a new signing key', () => {
  const verifies = (shop: SimulatedShop, index: number, key: string, header = 'X-Webhook-Signature') => {
    const webhook = shop.merchant.received[index]
    const stamp = Number(webhook?.headers['X-Webhook-Timestamp'])
    return (
      webhook !== undefined &&
      verifyWebhook(key, stamp, webhook.body, webhook.headers[header] ?? '', webhook.at / 1_000)
    )
  }

  test('between two tries: the next is signed with it, and with nothing else', async () => {
    const shop = await openCheckedShop()
    const first = await shop.owner.changesKey(0)
    shop.merchant.answers(500)
    await sellPaid(shop)
    await shop.advance({ minutes: 1 })
    const second = await shop.owner.changesKey(0)
    await shop.advance({ minutes: 3 })
    expect([verifies(shop, 0, first), verifies(shop, 0, second)]).toEqual([true, false])
    expect([verifies(shop, 1, first), verifies(shop, 1, second)]).toEqual([false, true])
    expect(Object.keys(shop.merchant.received[1]?.headers ?? {})).not.toContain(
      'X-Webhook-Signature-Previous',
    )
  })

  test('with grace: both are shown until it ends', async () => {
    const shop = await openCheckedShop()
    const old = await shop.owner.changesKey(0)
    const fresh = await shop.owner.changesKey(2)
    await sellPaid(shop)
    await shop.advance({ hours: 2, ms: -1 })
    await sellPaid(shop)
    await shop.advance({ ms: 1 })
    await sellPaid(shop)
    await shop.advance({})
    const previous = [0, 1, 2].map(index => verifies(shop, index, old, 'X-Webhook-Signature-Previous'))
    expect(previous).toEqual([true, true, false])
    expect([0, 1, 2].map(index => verifies(shop, index, fresh))).toEqual([true, true, true])
    expect([0, 1, 2].map(index => verifies(shop, index, old))).toEqual([false, false, false])
    expect(
      shop.merchant.received.map(({ headers }) => headers['webhook-signature']?.split(' ').length),
    ).toEqual([2, 2, 1])
  })

  test('without grace ends the grace of the one before', async () => {
    const shop = await openCheckedShop()
    await shop.owner.changesKey(48)
    await shop.owner.changesKey(0)
    await sellPaid(shop)
    await shop.advance({})
    expect(shop.merchant.received[0]?.headers['X-Webhook-Signature-Previous']).toBeUndefined()
  })
})
