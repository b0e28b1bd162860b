// The database refuses a write of the job loop, or commits it without an answer, as during a failover:
// whichever write it is, no job waits for the end of a lease, and every event is sent.
import { expect, test } from 'bun:test'
import { fault } from '../../src/domain/fault.ts'
import type { Store } from '../../src/store/store.ts'
import { openSimulatedShop } from '../kit/simulated-shop.ts'

const sales = 12

interface Failing {
  readonly first: number // the next write of the job loop has number 1
  readonly writes: number
}

const answerLost = fault('write_unconfirmed')
const refused = fault('database_unavailable')

/** Returns a store on which some writes of the job loop fail. */
function failingStore(isAnswered: boolean) {
  let failing: Failing | undefined
  let count = 0
  const wrap = (store: Store): Store => ({
    ...store,
    async write(body, kind) {
      const number = kind === undefined ? 0 : ++count
      const fails = failing && number >= failing.first && number < failing.first + failing.writes
      if (fails && isAnswered) throw refused
      const result = await store.write(body, kind)
      if (fails) throw answerLost
      return result
    },
  })
  return {
    wrap,
    begin(next: Failing) {
      failing = { ...next, first: count + next.first }
    },
  }
}

const cases = ['refused', 'done and not answered'].flatMap(how =>
  [1, 3].flatMap(writes => Array.from({ length: 16 }, (_, index) => ({ how, writes, first: index + 1 }))),
)

test.each(cases)(
  'webhooks arrive within seconds when $writes writes are $how, from number $first on',
  async ({ how, ...at }) => {
    const failures = failingStore(how === 'refused')
    const shop = await openSimulatedShop({ store: failures.wrap })
    const payments = []
    for (let sale = 0; sale < sales; sale++)
      payments.push(await shop.cashier.asksForQr(5_000, { webhookUrl: shop.merchant.url }))
    await shop.advance({ seconds: 1 })
    failures.begin(at)
    await Promise.all(payments.map(payment => shop.customer.scans(payment).approves()))
    await shop.advance({ seconds: 10 })
    const heard = shop.merchant.received.map(({ event }) => event.data.reference)
    expect(payments.filter(({ id }) => !heard.includes(id))).toEqual([])
    await shop.advance({ seconds: 5 })
    expect(shop.query('select id, state from job where kind = ?', 'delivery.send')).toEqual([])
    shop.close()
  },
)

test('a database that is away while the job loop starts: the server stays up, and jobs run once it is back', async () => {
  let isAway = true
  const shop = await openSimulatedShop({
    store: store => ({
      ...store,
      write: (body, kind) => (isAway && kind ? Promise.reject(refused) : store.write(body, kind)),
    }),
  })
  await shop.advance({ minutes: 2 })
  expect([shop.isUp(), shop.starts()]).toEqual([true, 1])
  isAway = false
  await shop.advance({ seconds: 2 })
  await shop.customer.scans(await shop.cashier.asksForQr(5_000)).approves()
  await shop.advance({ seconds: 1 })
  expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  shop.close()
})
