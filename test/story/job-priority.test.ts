// The order of background work: status checks of money, the end of a customer's time, webhooks, upkeep. More
// urgent work does not wait for a backlog.
import { expect, test } from 'bun:test'
import { putJob } from '../../src/store/job.ts'
import type { Store } from '../../src/store/store.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

const backlog = 1_000

const count = (shop: SimulatedShop | undefined, kind: string) =>
  shop?.query<{ count: number }>('select count(*) as count from job where kind = ?', kind)[0]?.count

test('money is asked about before a backlog of expiries, of webhooks and of upkeep', async () => {
  let store: Store | undefined
  let shop: SimulatedShop | undefined
  /** What was left of the backlog as the network was asked. */
  const left: Record<string, number | undefined>[] = []
  const kinds = ['session.expire', 'delivery.send', 'address.resume'] as const
  shop = await openSimulatedShop({
    mode: 'live',
    store: own => {
      store = own
      return own
    },
    connections: all =>
      all.map(connection =>
        connection.reach === 'network'
          ? {
              ...connection,
              check(order: Parameters<typeof connection.check>[0]) {
                left.push(Object.fromEntries(kinds.map(kind => [kind, count(shop, kind)])))
                return connection.check(order)
              },
            }
          : connection,
      ),
  })
  const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 900 })
  await shop.customer.scans(payment).approves()
  const [attempt] = shop.query<{ id: string }>('select id from attempt')
  const now = shop.serverNow()
  left.length = 0
  await store?.write(async tx => {
    for (const kind of kinds)
      for (let index = 0; index < backlog; index++)
        await putJob(tx, kind, `${index}`, now - 60_000, kind === 'delivery.send' ? 'shop.example' : null)
    await putJob(tx, 'attempt.check', attempt?.id ?? '', now)
  })
  await shop.advance({ minutes: 1 })
  expect(left[0]).toEqual({ 'session.expire': backlog, 'delivery.send': backlog, 'address.resume': backlog })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  expect(kinds.map(kind => count(shop, kind))).toEqual([0, 0, 0])
  shop.close()
}, 300_000)

// Several jobs may end in one turn of the event loop: the loop must notice that there is room for more.
test('a backlog of expiries continues immediately when running ones end together', async () => {
  const backlog = 300
  let gate: PromiseWithResolvers<void> | undefined
  const shop = await openSimulatedShop({
    mode: 'live',
    connections: all =>
      all.map(connection =>
        connection.reach === 'network'
          ? {
              ...connection,
              async check(order: Parameters<typeof connection.check>[0]) {
                await gate?.promise
                return connection.check(order)
              },
            }
          : connection,
      ),
  })
  // Without webhooks nothing else wakes the loop.
  await Promise.all(
    Array.from({ length: backlog }, () =>
      shop.cashier.asksForQr(10_000, { expiresIn: 900, webhookUrl: null }),
    ),
  )
  await shop.advance({ minutes: 14, seconds: 50 })
  gate = Promise.withResolvers()
  await shop.advance({ seconds: 11 })
  const open = "select count(*) as count from payment where status = 'pending'"
  expect(shop.query<{ count: number }>(open)[0]?.count).toBe(backlog)
  gate.resolve()
  await shop.advance({ seconds: 3 })
  expect(shop.query<{ count: number }>(open)[0]?.count).toBe(0)
  shop.close()
}, 300_000)
