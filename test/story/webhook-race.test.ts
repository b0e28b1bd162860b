// A delivery ends at the worst moment for a regular try: after the try has read the rows, and before it has
// written that it waits or begins. Each event is then sent once, neither forgotten nor in parallel with
// itself.
import { expect, test } from 'bun:test'
import type { Read } from '../../src/store/engine/statement.ts'
import { openCheckedShop, sellPaid } from '../kit/checked-shop.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'

const statuses = (shop: SimulatedShop) =>
  shop.query<{ status: string }>('select status from delivery order by id').map(({ status }) => status)
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

test('an earlier event ends between the check and the wait of a later one', async () => {
  const answers = Promise.withResolvers<void>()
  const raced = Promise.withResolvers<void>()
  let posts = 0
  const racing = (read: Read): Read => ({
    ...read,
    async rows(text, values, keep) {
      const rows = await read.rows(text, values, keep)
      if (text.includes('as "earlier"') && statuses(shop).length === 2 && posts === 1) {
        answers.resolve()
        while (statuses(shop)[0] === 'pending') await turn()
        raced.resolve()
      }
      return rows
    },
  })
  const shop: SimulatedShop = await openCheckedShop({
    mode: 'live',
    net: net => ({
      ...net,
      async request(call) {
        if (++posts === 1) await answers.promise
        return net.request(call)
      },
    }),
    // Background work reads in order where reads could overtake each other.
    store: store => ({
      ...store,
      read: racing(store.read),
      readInOrder: store.readInOrder && racing(store.readInOrder),
    }),
  })
  const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
  await shop.advance({ minutes: 2 })
  await shop.customer.scans(payment).approves()
  await shop.advance({})
  await raced.promise
  // The later one runs for a while: time for a second one in parallel.
  shop.merchant.slow({ seconds: 5 })
  await shop.advance({ minutes: 1 })
  expect(statuses(shop)).toEqual(['success', 'success'])
  expect(shop.merchant.eventTypes()).toEqual(['payment.expired', 'payment.completed'])
  expect(shop.query('select delivery_id, number from dispatch')).toHaveLength(2)
  expect(shop.query("select * from job where kind = 'delivery.send'")).toEqual([])
})

test('a resend succeeds between the check and the begin of the next regular try', async () => {
  const answers = Promise.withResolvers<void>()
  let posts = 0
  const racing = (read: Read): Read => ({
    ...read,
    async rows(text, values, keep) {
      const rows = await read.rows(text, values, keep)
      if (text.includes('as "earlier"') && posts === 2) {
        answers.resolve()
        while (statuses(shop)[0] === 'failed') await turn()
      }
      return rows
    },
  })
  const shop: SimulatedShop = await openCheckedShop({
    net: net => ({
      ...net,
      async request(call) {
        if (++posts === 2) await answers.promise
        return net.request(call)
      },
    }),
    store: store => ({
      ...store,
      read: racing(store.read),
      readInOrder: store.readInOrder && racing(store.readInOrder),
    }),
  })
  shop.merchant.answers(500)
  const payment = await sellPaid(shop)
  await shop.advance({ minutes: 2 })
  expect(statuses(shop)).toEqual(['failed'])
  shop.merchant.behavior = () => ({ kind: 'answers', status: posts === 2 ? 200 : 500, afterMs: 0 })
  await shop.developer.resends(payment)
  await shop.advance({ hours: 1 })
  expect(statuses(shop)).toEqual(['success'])
  expect(posts).toBe(2)
  expect(shop.query("select * from job where kind like 'delivery.%'")).toEqual([])
})
