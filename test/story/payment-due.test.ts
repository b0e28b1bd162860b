// A waiting payment has no job: a column has its due time, when it becomes jobs.
import { expect, test } from 'bun:test'
import { claimJobs } from '../../src/store/job-claim.ts'
import type { Store } from '../../src/store/store.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

/** Returns when payments are due, in seconds from now. */
const dueIn = (shop: SimulatedShop) =>
  shop
    .query<{ due_at: number | null }>('select due_at from payment order by number')
    .map(({ due_at }) => due_at && Math.round((due_at - shop.serverNow()) / 1_000))
const jobs = (shop: SimulatedShop) =>
  shop
    .query<{ kind: string }>("select kind from job where kind like 'payment.%' or kind like 'attempt.%'")
    .map(({ kind }) => kind)
const attempts = (shop: SimulatedShop) =>
  shop.query<{ state: string }>('select state from attempt order by id').map(({ state }) => state)

test('a payment that nobody pays expires with its attempt, and is looked at no more', async () => {
  const shop = await openSimulatedShop()
  const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 900 })
  expect([dueIn(shop), jobs(shop)]).toEqual([[900], []])
  expect(complaintsAbout(shop)).toEqual([])
  await shop.advance({ minutes: 15 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired' })
  expect([dueIn(shop), jobs(shop), attempts(shop)]).toEqual([[null], [], ['failed']])
  shop.close()
})

test('a payment that was paid is due no more', async () => {
  const shop = await openSimulatedShop()
  const payment = await shop.cashier.asksForQr(10_000)
  await shop.customer.scans(payment).approves()
  await shop.advance({ seconds: 1 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  expect(dueIn(shop)).toEqual([null])
  shop.close()
})

test('a voided payment keeps its time while its attempt is open, and that is checked then', async () => {
  const shop = await openSimulatedShop()
  const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 900 })
  await shop.cashier.voids(payment)
  expect([dueIn(shop), attempts(shop)]).toEqual([[900], ['sent']])
  await shop.advance({ minutes: 15 })
  expect([dueIn(shop), jobs(shop), attempts(shop)]).toEqual([[null], [], ['failed']])
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'voided' })
  shop.close()
})

test('of a backlog only as many become jobs as are claimed', async () => {
  let store: Store | undefined
  const shop = await openSimulatedShop({
    store: own => {
      store = own
      return own
    },
  })
  for (let count = 0; count < 20; count++) await shop.cashier.asksForQr(10_000, { expiresIn: 900 })
  const max = { money: 4, expiry: 4, delivery: 100, upkeep: 0 }
  const claimed = (await store?.write(tx => claimJobs(tx, shop.serverNow() + 900_000, max))) ?? []
  expect(claimed.length).toBe(8)
  const checks = claimed.filter(({ kind }) => kind === 'attempt.check').length
  expect(checks).toBe(4)
  expect(dueIn(shop).filter(time => time === null)).toHaveLength(checks)
  expect(jobs(shop)).toHaveLength(2 * checks)
  shop.close()
})
