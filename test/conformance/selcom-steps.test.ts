// The gap between an order and its push at Selcom, cut after each step: what is certainly not sent is sent
// once, and what may have left is only checked. test/story/naive-network.test.ts tests the flow that stores
// the steps.
import { afterAll, describe, expect, test } from 'bun:test'
import { selcomConnection } from '../../src/connector/selcom/selcom.ts'
import type { CollectOrder, Memo } from '../../src/domain/attempt.ts'
import { networkReference } from '../../src/domain/id.ts'
import { realNet } from '../../src/net/net.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

const selcom = await openSelcom()
const connection = selcomConnection({
  id: 'net_1',
  now: Date.now,
  elapsed: () => performance.now(),
  after: () => () => {},
  random: length => crypto.getRandomValues(new Uint8Array(length)),
  net: realNet(),
  credentials: selcomCredentials,
  baseUrl: selcom.url,
  callbackUrl: 'http://127.0.0.1:1/callback',
})
afterAll(() => selcom.close())

/** Returns an order. @param madeAt when it was planned, by our clock */
const newOrder = (madeAt = Date.now()): CollectOrder => ({
  accountId: 'a',
  networkReference: networkReference(madeAt, crypto.getRandomValues(new Uint8Array(10))),
  paymentId: 'p',
  method: 'push',
  amount: 5_000,
  phone: '+255754123456',
  token: '12345674',
  payee: 'Duka la Asha',
  city: 'Dar es Salaam',
  publicUrl: 'http://127.0.0.1:1',
  expiresAt: Date.now() + 600_000,
})
const callOf = (order: CollectOrder, memo: Memo) => ({
  order,
  memo,
  ageMs: 1_000,
  signal: new AbortController().signal,
})
const pushes = ({ networkReference: id }: CollectOrder) => selcom.fake.orders.get(id)?.pushes.length ?? 0
const statusOf = ({ networkReference: id }: CollectOrder) => selcom.fake.orders.get(id)?.payment_status
const memoOf = (answer: { readonly kind: string; readonly memo?: Memo }): Memo => {
  expect(answer.kind).toBe('step')
  return answer.memo ?? {}
}

test('cut before the order is kept: no phone has rung, and none can pay it', async () => {
  const order = newOrder()
  await connection.collect(callOf(order, {}))
  expect(await connection.check?.(callOf(order, {}))).toMatchObject({ kind: 'unknown', unpayable: true })
  expect(pushes(order)).toBe(0)
})

test('cut between the order and its push: the push is sent once', async () => {
  const order = newOrder()
  const ordered = memoOf(await connection.collect(callOf(order, {})))
  for (const _ of [1, 2]) expect((await connection.check?.(callOf(order, ordered)))?.kind).toBe('step')
  expect(pushes(order)).toBe(0)
  const pushing = { ...ordered, ...memoOf(await connection.collect(callOf(order, ordered))) }
  expect(pushes(order)).toBe(0)
  expect((await connection.collect(callOf(order, pushing))).kind).toBe('pending')
  expect((await connection.check?.(callOf(order, pushing)))?.kind).toBe('pending')
  expect(pushes(order)).toBe(1)
})

test('cut once the push may have left: it is not sent again', async () => {
  const order = newOrder()
  const ordered = memoOf(await connection.collect(callOf(order, {})))
  const pushing = { ...ordered, ...memoOf(await connection.collect(callOf(order, ordered))) }
  expect((await connection.check?.(callOf(order, pushing)))?.kind).toBe('pending')
  expect(pushes(order)).toBe(0)
})

describe('a push that is hours old after a power cut, although running time has stood still,', () => {
  const hoursAgo = () => Date.now() - 3 * 3_600_000

  test.each([
    ['cut before the order is kept', false],
    ['cut between the order and its push', true],
  ])('%s: nobody is asked again, and the order is withdrawn', async (_, isOrderKept) => {
    const order = newOrder(hoursAgo())
    const ordered = memoOf(await connection.collect(callOf(order, {})))
    const call = callOf(order, isOrderKept ? ordered : {})
    expect(await connection.check?.(call)).toEqual({ kind: 'unknown' })
    const answer = await connection.check?.({ ...call, ageMs: 60_000 })
    expect(answer).toEqual({ kind: 'failed', reason: 'network_unavailable' })
    expect([statusOf(order), pushes(order)]).toEqual(['CANCELLED', 0])
  })

  test('is not shown as a push that rings when Selcom does not withdraw its order', async () => {
    const order = newOrder(hoursAgo())
    const ordered = memoOf(await connection.collect(callOf(order, {})))
    selcom.fake.steer(order.networkReference, { drop: 'before', call: 'cancel-order' })
    const answer = await connection.check?.({ ...callOf(order, ordered), ageMs: 60_000 })
    expect([answer, pushes(order)]).toEqual([{ kind: 'unknown' }, 0])
  })

  test('nobody is asked again either when the clock is behind the order', async () => {
    const order = newOrder(Date.now() + 3 * 3_600_000)
    const ordered = memoOf(await connection.collect(callOf(order, {})))
    expect(await connection.check?.(callOf(order, ordered))).toEqual({ kind: 'unknown' })
    expect(pushes(order)).toBe(0)
  })

  test('a code is replaced all the same: no phone rings for it', async () => {
    const order = { ...newOrder(hoursAgo()), method: 'qr' as const, phone: null }
    await connection.collect(callOf(order, {}))
    expect(await connection.check?.(callOf(order, {}))).toMatchObject({ kind: 'unknown', unpayable: true })
  })
})

test('the push of a payment that has ended is not sent, and its order is withdrawn', async () => {
  const order = newOrder()
  const ordered = memoOf(await connection.collect(callOf(order, {})))
  const answer = await connection.check?.({ ...callOf(order, ordered), isEnded: true })
  expect(answer?.kind).toBe('failed')
  expect([statusOf(order), pushes(order)]).toEqual(['CANCELLED', 0])
})

describe('a push that Selcom refused', () => {
  /** Pushes to a number that the customer mistyped: no network has it. */
  async function refused() {
    const order = newOrder()
    const ordered = memoOf(await connection.collect(callOf(order, {})))
    const pushing = { ...ordered, ...memoOf(await connection.collect(callOf(order, ordered))) }
    const answer = await connection.collect(callOf({ ...order, phone: '+2557' }, pushing))
    expect(answer).toMatchObject({ kind: 'failed', reason: 'payer_not_found' })
    return { order, call: { ...callOf(order, pushing), isEnded: true } }
  }

  test('is not open again: its order is withdrawn', async () => {
    const { order, call } = await refused()
    expect((await connection.check?.(call))?.kind).toBe('failed')
    expect(statusOf(order)).toBe('CANCELLED')
  })

  test('is not open again either when Selcom does not withdraw its order', async () => {
    const { order, call } = await refused()
    selcom.fake.steer(order.networkReference, { drop: 'before', call: 'cancel-order' })
    expect(await connection.check?.(call)).toEqual({ kind: 'unknown' })
    expect(statusOf(order)).toBe('PENDING')
  })

  test('counts as paid when money comes all the same', async () => {
    const { order, call } = await refused()
    selcom.fake.steer(order.networkReference, { answer: 'COMPLETED' })
    expect(await connection.check?.(call)).toMatchObject({ kind: 'completed', amount: 5_000 })
  })
})
