// An unwanted order is withdrawn at its network: once its payment was voided, has expired or is paid
// otherwise. A withdrawn order cannot be paid, and money that still comes counts.
import { expect, test } from 'bun:test'
import type { CollectOrder } from '../../src/domain/attempt.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openNaiveShop } from '../kit/naive-network.ts'

/** Opens a shop on a network that takes withdrawals, unless a test answers. */
async function withdrawing() {
  const asked: string[] = []
  const answer = { next: (_: CollectOrder): 'withdrawn' | 'silent' | 'paid' | 'still open' => 'withdrawn' }
  const network = await openNaiveShop({
    answersCancel: order => {
      asked.push(order.networkReference)
      const known = network.orders.get(order.networkReference)
      switch (answer.next(order)) {
        case 'withdrawn':
          if (known) known.state = 'declined'
          return known ? { kind: 'failed', reason: 'expired' } : { kind: 'absent' }
        case 'paid':
          return { kind: 'completed', amount: order.amount, receipt: 'R1' }
        case 'still open':
          return { kind: 'pending' }
        case 'silent':
          throw new TypeError('the line broke')
      }
    },
  })
  network.shop.afterStep = () => expect(complaintsAbout(network.shop)).toEqual([])
  const references = () => [...network.orders.keys()]
  const states = () =>
    network.shop.query<{ state: string }>('select state from attempt order by id').map(one => one.state)
  return { network, shop: network.shop, asked, answer, references, states }
}

test('of a payment that was voided: withdrawn immediately, and money that still comes is late', async () => {
  const { network, shop, asked, references, states } = await withdrawing()
  const payment = await shop.cashier.asksForQr(10_000)
  await shop.cashier.voids(payment)
  await shop.advance({ seconds: 1 })
  expect(asked).toEqual(references())
  expect(states()).toEqual(['failed'])
  network.newest().state = 'paid'
  await shop.advance({ days: 2 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
  expect(shop.books().network).toBe(-10_000)
  expect(asked).toHaveLength(1)
})

test('of a payment that was paid concurrently: it is completed', async () => {
  const { shop, answer } = await withdrawing()
  answer.next = () => 'paid'
  const payment = await shop.cashier.asksForQr(10_000)
  await shop.cashier.voids(payment)
  await shop.advance({ seconds: 1 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
})

test('of a payment that has expired', async () => {
  const { shop, asked, references } = await withdrawing()
  await shop.cashier.asksForQr(10_000, { expiresIn: 60 })
  await shop.advance({ seconds: 59 })
  expect(asked).toEqual([])
  await shop.advance({ seconds: 2 })
  expect(asked).toEqual(references())
})

test('of a push whose payment was paid by QR code: nobody pays twice', async () => {
  const { network, shop, asked, references } = await withdrawing()
  const payment = await shop.cashier.asksForQr(10_000)
  const scanned = network.newest()
  await shop.cashier.pushesToo(payment, '0754123456')
  scanned.state = 'paid'
  await shop.advance({ minutes: 1 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: false })
  expect(asked).toEqual([references()[1] ?? ''])
})

test('is withdrawn after a power cut, too', async () => {
  const { shop, asked, references, states } = await withdrawing()
  const payment = await shop.cashier.asksForQr(10_000)
  await shop.cashier.voids(payment)
  await shop.crash({ seconds: 30 })
  await shop.advance({ minutes: 3 })
  expect(asked.length).toBeGreaterThan(0)
  expect(new Set(asked)).toEqual(new Set(references()))
  expect(states()).toEqual(['failed'])
})

test.each(['silent', 'still open'] as const)('is tried again when the network is %s', async answered => {
  const { shop, asked, answer, states } = await withdrawing()
  answer.next = () => answered
  const payment = await shop.cashier.asksForQr(10_000)
  await shop.cashier.voids(payment)
  await shop.advance({ minutes: 2 })
  expect(asked.length).toBeGreaterThan(2)
  expect(states()).toEqual(['sent'])
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'voided' })
  answer.next = () => 'withdrawn'
  await shop.advance({ minutes: 10 })
  expect(states()).toEqual(['failed'])
})

test('is no longer tried when no network takes money for it', async () => {
  const { shop, asked, answer } = await withdrawing()
  answer.next = () => 'still open'
  const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 600 })
  await shop.cashier.voids(payment)
  await shop.advance({ hours: 3 })
  const tried = asked.length
  await shop.advance({ days: 3 })
  expect(asked).toHaveLength(tried)
})

test('that arrives after its payment was voided is withdrawn, too', async () => {
  const { network, shop } = await withdrawing()
  network.collect = { acceptMs: 20_000, answerMs: 25_000 }
  const asked = shop.cashier.pushes('0754123456', 10_000)
  await shop.advance({ seconds: 9 })
  await shop.cashier.voids(await asked)
  await shop.advance({ minutes: 2 })
  expect(network.newest().state).toBe('declined')
})
