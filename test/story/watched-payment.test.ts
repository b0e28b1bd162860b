// While a till, a display or a payment page waits for a payment, its network is asked every few seconds;
// otherwise slowly. Only by status checks, without any callback.
import { expect, test } from 'bun:test'
import { openNaiveShop } from '../kit/naive-network.ts'

/** Requests a minute that the network of the tests allows. */
const perMinute = 600

test('a payment on a screen is asked about within 3 s, then every 3 s for two minutes', async () => {
  const network = await openNaiveShop()
  const { shop } = network
  const payment = await shop.cashier.asksForQr(5_000)
  const heard: string[] = []
  const leave = await shop.cashier.watches(payment, status => heard.push(status))
  await shop.advance({ seconds: 4 })
  expect(network.checks).toBe(1)
  await shop.advance({ seconds: 60 })
  expect(network.checks).toBe(21)
  network.newest().state = 'paid'
  await shop.advance({ seconds: 3 })
  expect(heard).toEqual(['completed'])
  leave()
})

test('after two minutes its status is asked for ever more slowly', async () => {
  const network = await openNaiveShop()
  const { shop } = network
  const payment = await shop.cashier.asksForQr(5_000)
  await shop.cashier.watches(payment)
  await shop.advance({ minutes: 2 })
  const early = network.checks
  await shop.advance({ minutes: 2 })
  expect(early).toBeGreaterThan(35)
  expect(network.checks - early).toBeLessThan(12)
})

test('one that is not watched is asked slowly, and soon once a page shows it', async () => {
  const network = await openNaiveShop()
  const { shop } = network
  const payment = await shop.cashier.asksForQr(5_000)
  await shop.advance({ seconds: 5 })
  expect(network.checks).toBe(0)
  await shop.cashier.opensPage(payment)
  await shop.advance({ seconds: 4 })
  expect(network.checks).toBe(1)
  await shop.advance({ seconds: 30 })
  const whileOpen = network.checks
  expect(whileOpen).toBeLessThan(9)
  expect(whileOpen).toBeGreaterThan(3)
})

test('many watched payments keep the limit of their network together', async () => {
  const network = await openNaiveShop()
  const { shop } = network
  for (let at = 0; at < 150; at++) await shop.cashier.watches(await shop.cashier.asksForQr(5_000 + at))
  await shop.advance({ seconds: 10 })
  const before = network.checks
  await shop.advance({ seconds: 60 })
  expect(network.checks - before).toBeLessThanOrEqual(perMinute)
  expect(network.checks - before).toBeGreaterThan(perMinute / 2)
})

test('a program that reads a payment again and again waits for it: the outcome is known within 5 s', async () => {
  const network = await openNaiveShop()
  const { shop } = network
  const payment = await shop.cashier.asksForQr(5_000)
  await shop.advance({ minutes: 1 })
  const before = network.checks
  for (let asked = 0; asked < 2; asked++) {
    await shop.cashier.readsByProgram(payment)
    await shop.advance({ seconds: 30 })
  }
  expect(network.checks - before).toBeGreaterThan(15)
  network.newest().state = 'paid'
  await shop.advance({ seconds: 4 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  await shop.cashier.readsByProgram(payment)
  expect(shop.query("select id from job where kind = 'attempt.check'")).toEqual([])
})
