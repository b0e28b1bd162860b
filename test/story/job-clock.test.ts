// The server's clock is set, back or forward, while it runs or before it starts: status checks and webhooks
// go on as if nothing had happened, running work is not begun a second time, and nothing ends before its time
// (docs/decisions/0015).
import { describe, expect, test } from 'bun:test'
import { newClockOffset } from '../../src/job/clock-offset.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { moveJobsBack } from '../../src/store/job-clock.ts'
import { newCheckoutPeople } from '../kit/checkout-people.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { planOf, scansOf, searchesOf } from '../kit/query-plan.ts'
import { openSimulatedShop, type SimulatedShop, type SimulatedShopOptions } from '../kit/simulated-shop.ts'
import type { Span } from '../kit/simulated-world.ts'

const open = (options: SimulatedShopOptions = {}) =>
  openSimulatedShop({ mode: 'live', skipsIdle: false, ...options })
const minute = 60_000

/** Lets minutes pass until it is so. @returns how many did */
async function minutesUntil(shop: SimulatedShop, isSo: () => boolean, most = 400): Promise<number> {
  let minutes = 0
  for (; minutes < most && !isSo(); minutes++) await shop.advance({ minutes: 1 })
  return minutes
}
const statuses = (shop: SimulatedShop) =>
  shop.query<{ status: string }>('select status from payment order by id').map(({ status }) => status)
const jobs = (shop: SimulatedShop) =>
  shop.query("select kind from job where kind like 'delivery%' or kind like 'attempt%'")

describe.each<[Span]>([[{ seconds: -10 }], [{ hours: -3 }], [{ days: -2 }], [{ days: -20_000 }]])(
  'set back by %j',
  back => {
    test.each([
      ['while it runs', false],
      ['before it starts again', true],
    ])('%s, a paid QR is found without a callback', async (_, starts) => {
      const shop = await open()
      shop.network.callbacks = () => []
      const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 14_400 })
      await shop.advance({ minutes: 2 })
      shop.setClock(back)
      if (starts) await shop.crash()
      await shop.customer.scans(payment).approves()
      // Five minutes is the longest time between two looks of this network; the last look before a start may
      // be ten minutes ago.
      expect(await minutesUntil(shop, () => statuses(shop)[0] === 'completed')).toBeLessThanOrEqual(
        starts ? 15 : 6,
      )
      expect(await minutesUntil(shop, () => shop.merchant.received.length === 1)).toBe(0)
      expect(complaintsAbout(shop)).toEqual([])
      shop.close()
    })

    test('a webhook that failed is tried again when it would have been', async () => {
      const shop = await open()
      shop.merchant.down()
      await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
      await shop.advance({ minutes: 1 })
      shop.setClock(back)
      await shop.advance({ minutes: 3 })
      const [first = 0, second = 0] = shop.merchant.triedAt
      expect(second - first).toBeWithin(3 * minute, 3 * minute + 1_000)
      shop.close()
    })

    test('a completed payout that was due for a check in a day is checked', async () => {
      // A move that left it far away would be skipped as well, up to the end.
      const shop = await open({ skipsIdle: true })
      await shop.customer.scans(await shop.cashier.asksForQr(50_000)).approves()
      await shop.advance({ minutes: 1 })
      const { payout } = await shop.owner.paysOut({ amount: 10_000, phone: '0754123456' })
      const [reference = ''] = shop.network.payouts.keys()
      shop.network.delivers(reference)
      await shop.advance({ hours: 1 })
      shop.network.callbacks = () => []
      shop.setClock(back)
      await shop.advance({ minutes: 1 })
      shop.network.returns(reference)
      await shop.advance({ hours: 25 })
      expect(await shop.owner.sees(payout)).toMatchObject({ status: 'reversed' })
      shop.close()
    })

    test('open payments expire when they would have', async () => {
      const shop = await open()
      const checkout = newCheckoutPeople(shop, 'live')
      await shop.cashier.asksForQr(10_000, { expiresIn: 900 })
      const session = await checkout.opens({ expiresInSeconds: 900 })
      await shop.advance({ minutes: 5 })
      shop.setClock(back)
      await shop.advance({ minutes: 9, seconds: 30 })
      expect([statuses(shop), (await checkout.sees(session)).status]).toEqual([['pending'], 'pending'])
      await shop.advance({ minutes: 1 })
      expect([statuses(shop), (await checkout.sees(session)).status]).toEqual([['expired'], 'expired'])
      shop.close()
    })

    test('a webhook under way is sent once, and its job is gone', async () => {
      const shop = await open()
      shop.merchant.slow({ seconds: 20 })
      await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
      await shop.advance({ seconds: 5 })
      shop.setClock(back)
      await shop.cashier.asksForQr(20_000, { webhookUrl: null })
      await shop.advance({ minutes: 10 })
      expect(shop.merchant.triedAt).toHaveLength(1)
      expect(shop.query('select * from job where kind = ?', 'delivery.send')).toEqual([])
      shop.close()
    })
  },
)

test('payments with a creation time in the future are checked at an even pace', async () => {
  let asked = 0
  const shop = await open({
    connections: all =>
      all.map(connection => {
        if (connection.reach === 'local') return connection
        const check: typeof connection.check = call => {
          asked++
          return connection.check(call)
        }
        return { ...connection, check }
      }),
  })
  await shop.cashier.asksForQr(10_000, { expiresIn: 14_400 })
  await shop.advance({ minutes: 1 })
  shop.setClock({ hours: -3 })
  asked = 0
  await shop.advance({ hours: 1 })
  expect(asked).toBeWithin(12, 15)
  shop.close()
})

test('jobs that an earlier wrong clock put far away are found at the next start', async () => {
  const shop = await open()
  shop.network.callbacks = () => []
  const payment = await shop.cashier.asksForQr(10_000)
  await shop.customer.scans(payment).approves()
  shop.query('update job set due_at = due_at + 3456000000 where kind = ?', 'attempt.check')
  await shop.crash()
  await shop.advance({ seconds: 1 })
  expect(statuses(shop)).toEqual(['completed'])
  shop.close()
})

test('a full disk only delays the move', async () => {
  const shop = await open()
  shop.network.callbacks = () => []
  await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
  shop.setClock({ hours: -3 })
  shop.disk.isFull = () => true
  await shop.advance({ minutes: 5 })
  // Once a second, the first and the last second included, and not in a busy loop.
  expect(shop.log.filter(({ message }) => message === 'the job loop could not run').length).toBeWithin(
    200,
    302,
  )
  shop.disk.isFull = () => false
  await shop.advance({ seconds: 2 })
  expect(statuses(shop)).toEqual(['completed'])
  shop.close()
})

test('a paid QR is found while the clock is ahead for some hours, and when it is set right', async () => {
  const shop = await open()
  shop.network.callbacks = () => []
  const sells = async (jump: Span) => {
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 600 })
    await shop.advance({ seconds: 5 })
    shop.setClock(jump)
    await shop.customer.scans(payment).approves()
    expect(
      await minutesUntil(shop, () => statuses(shop).every(status => status === 'completed')),
    ).toBeLessThanOrEqual(6)
  }
  await sells({ hours: 5 })
  await shop.advance({ hours: 2 })
  await sells({ hours: -5 })
  await shop.advance({ minutes: 5 })
  expect(jobs(shop)).toEqual([])
  shop.close()
})

describe.each<[Span]>([[{ minutes: 20 }], [{ days: 1 }], [{ days: 400 }]])('set forward by %j', ahead => {
  test('100 payments and a session stay open for as long as they were given', async () => {
    const shop = await open()
    const checkout = newCheckoutPeople(shop, 'live')
    for (let count = 0; count < 100; count++) await shop.cashier.asksForQr(10_000, { expiresIn: 900 })
    await checkout.opens({ expiresInSeconds: 900 })
    await shop.advance({ minutes: 1 })
    shop.setClock(ahead)
    const seen = () => {
      const sessions = shop
        .query<{ status: string }>('select status from session')
        .map(({ status }) => status)
      return new Set([...statuses(shop), ...sessions])
    }
    await shop.advance({ minutes: 13 })
    expect(seen()).toEqual(new Set(['pending']))
    await shop.advance({ minutes: 2 })
    expect(seen()).toEqual(new Set(['expired']))
    shop.close()
  })

  test('and those made since, for as long as they are given', async () => {
    const shop = await open()
    shop.setClock(ahead)
    await shop.cashier.asksForQr(10_000)
    await shop.advance({ seconds: 1 })
    await shop.cashier.asksForQr(20_000, { expiresIn: 900 })
    await shop.advance({ minutes: 14 })
    expect(statuses(shop)).toEqual(['pending', 'pending'])
    await shop.advance({ minutes: 2 })
    expect(statuses(shop)).toEqual(['pending', 'expired'])
    shop.close()
  })

  test('new payments and webhooks are handled immediately', async () => {
    const shop = await open()
    await shop.advance({ minutes: 10, seconds: 3 })
    shop.setClock(ahead)
    await shop.customer.scans(await shop.cashier.asksForQr(10_000)).approves()
    await shop.advance({ seconds: 2 })
    expect(shop.merchant.received).toHaveLength(1)
    shop.close()
  })
})

test('a move reads only jobs not due yet and held ones, and scans no table', async () => {
  const steps = await planOf(read => moveJobsBack(read as Tx, 1, 0))
  const searched = ['job', 'job', 'job', 'job', 'payment'].map(table =>
    expect.stringContaining(`${table}(due_at..)`),
  )
  expect(searchesOf(steps)).toEqual(searched)
  expect(scansOf(steps)).toEqual(["job where state = 'held'"])
})

describe('the clock offset', () => {
  const clock = { wall: 1_000_000, ran: 50.25 }
  const offset = newClockOffset({ now: () => clock.wall, elapsed: () => clock.ran })
  const passes = (ms: number, jump = 0) => {
    clock.ran += ms
    clock.wall += Math.floor(ms) + jump
  }

  test('is reported until it was followed, in whole milliseconds, and small corrections count once they are large together', () => {
    passes(3_600_000)
    expect(offset.moved()).toBe(0)
    passes(10, -1_500)
    expect(offset.moved()).toBe(0)
    passes(10, -1_500)
    expect([offset.moved(), offset.moved()]).toEqual([-3_000, -3_000])
    offset.follow(-3_000)
    expect(offset.moved()).toBe(0)
    passes(0.5, 86_400_000)
    expect(offset.moved()).toBe(86_400_000)
    offset.follow(offset.moved())
    passes(100, -86_400_000)
    expect(Math.abs(offset.moved() + 86_400_000)).toBeLessThanOrEqual(1)
  })
})
