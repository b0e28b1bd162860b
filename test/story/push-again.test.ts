// A phone rings again for its order, if the network can: never twice within the time of a prompt, never while
// the last push is unknown, and one order is paid once at most.
import { expect, test } from 'bun:test'
import { complaintsAbout } from '../kit/invariant.ts'
import { openNaiveShop } from '../kit/naive-network.ts'

const phone = '0754123456'

async function ringing() {
  const again: string[] = []
  const answer = { next: (): 'rings' | 'silent' | 'refused' | 'hangs' => 'rings' }
  const network = await openNaiveShop({
    answersPushAgain: (_, reference) => {
      const how = answer.next()
      if (how === 'hangs') return new Promise<never>(() => {})
      if (how === 'refused') return { kind: 'failed', reason: 'unspecified_failure' }
      again.push(reference)
      if (how === 'silent') throw new TypeError('the line broke')
      return { kind: 'pending' }
    },
  })
  network.shop.afterStep = () => expect(complaintsAbout(network.shop)).toEqual([])
  const payment = await network.shop.cashier.pushes(phone, 10_000)
  await network.shop.advance({ seconds: 31 })
  return { network, shop: network.shop, payment, again, answer }
}

test('the same order, with a new reference, and not before the prompt has passed', async () => {
  const { network, shop, payment, again } = await ringing()
  await shop.cashier.pushesToo(payment, phone)
  expect([network.orders.size, again.length]).toEqual([1, 1])
  expect(again[0]).toMatch(/^[0-9A-Z]{20}$/)
  await shop.advance({ seconds: 20 })
  await shop.cashier.pushesToo(payment, phone)
  expect(again).toHaveLength(1)
  await shop.advance({ seconds: 11 })
  await shop.cashier.pushesToo(payment, phone)
  expect(new Set(again).size).toBe(2)
  network.newest().state = 'paid'
  await shop.advance({ minutes: 1 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  expect(shop.books()).toMatchObject({ network: -10_000, suspense: 0 })
})

test('another number gets an order of its own', async () => {
  const { network, shop, payment, again } = await ringing()
  await shop.cashier.pushesToo(payment, '0713000111')
  expect([network.orders.size, again.length]).toEqual([2, 0])
})

test('one whose answer was lost is not repeated, and the payment is asked about', async () => {
  const { network, shop, payment, again, answer } = await ringing()
  answer.next = () => 'silent'
  network.answersCheck = () => ({ kind: 'unknown' })
  await shop.cashier.pushesToo(payment, phone)
  await shop.advance({ seconds: 31 })
  await expect(shop.cashier.pushesToo(payment, phone)).rejects.toMatchObject({ kind: 'conflict' })
  expect(again).toHaveLength(1)
  network.answersCheck = () => undefined
  await shop.advance({ minutes: 2 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: false })
  answer.next = () => 'rings'
  await shop.cashier.pushesToo(payment, phone)
  expect(again).toHaveLength(2)
})

test('one that the network refuses is 503: the payment waits on, or ends as its network says', async () => {
  const { network, shop, payment, answer } = await ringing()
  answer.next = () => 'refused'
  await expect(shop.cashier.pushesToo(payment, phone)).rejects.toMatchObject({ kind: 'network_unavailable' })
  await shop.advance({ seconds: 31 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
  network.newest().state = 'declined'
  await expect(shop.cashier.pushesToo(payment, phone)).rejects.toMatchObject({ kind: 'network_unavailable' })
  await shop.advance({ seconds: 1 })
  expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'failed' })
})

test('a power cut before its answer: nothing is sent again, and the prompt keeps its time', async () => {
  const { network, shop, payment, again, answer } = await ringing()
  answer.next = () => 'hangs'
  shop.cashier.pushesToo(payment, phone).catch(() => 'lost')
  await shop.advance({ seconds: 1 })
  answer.next = () => 'rings'
  await shop.crash({ seconds: 2 })
  await shop.advance({ seconds: 10 })
  await shop.cashier.pushesToo(payment, phone)
  expect([again, network.orders.size]).toEqual([[], 1])
  await shop.advance({ seconds: 31 })
  await shop.cashier.pushesToo(payment, phone)
  expect([again.length, network.orders.size]).toEqual([1, 1])
})
