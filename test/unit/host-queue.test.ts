// Which jobs of a host begin: held ones before those that become due, and none beyond its places.
import { expect, test } from 'bun:test'
import type { Appliance } from '../../src/flow/appliance.ts'
import { newHostQueues } from '../../src/job/host-queue.ts'

const host = 'shop.example'

/**
 * Returns queues on a store without held jobs of its own, and how often they wrote.
 * @param committed each write resolves with one of these
 */
function queuesOf(...committed: Promise<void>[]) {
  const writes = { count: 0 }
  const store = {
    write: async (body: (tx: object) => Promise<unknown>) => {
      const end = committed[writes.count++]
      await body({
        rows: async () => [],
        afterCommit: (call: () => void) => call(),
      })
      await end
    },
  }
  const world = { clock: { now: () => 0, elapsed: () => 0, after: () => () => {} } }
  const queues = newHostQueues({ store, world } as unknown as Appliance, () => {})
  /** Has the host answer a delivery: from then on it has four places. */
  async function answers(): Promise<void> {
    queues.enter(host)
    const answered = await queues.takePlace(host)
    answered(true)
    queues.end(host)
  }
  return { queues, writes, answers }
}

test('four of a host enter; the fifth is rejected, and the next ones while others may be held', async () => {
  const { queues, answers } = queuesOf()
  await answers()
  expect([1, 2, 3, 4, 5].map(() => queues.enter(host))).toEqual([true, true, true, true, false])
  queues.end(host)
  expect([queues.mayHold(host), queues.enter(host)]).toEqual([true, false])
  expect(queues.enter('elsewhere.example')).toBe(true)
})

test('one that never answered has two places', async () => {
  const { queues } = queuesOf()
  expect([1, 2, 3].map(() => queues.enter('acct_1 dead.example'))).toEqual([true, true, false])
  expect(queues.silent()).toBe(2)
})

test('while all places are taken nothing is looked for, nor written', async () => {
  const { queues, writes, answers } = queuesOf()
  await answers()
  for (let count = 0; count < 5; count++) queues.enter(host)
  expect(await queues.claimHeld(host)).toEqual([])
  expect([writes.count, queues.mayHold(host)]).toEqual([0, true])
})

test('once none is held, what comes due enters again', async () => {
  const { queues, writes, answers } = queuesOf()
  await answers()
  for (let count = 0; count < 5; count++) queues.enter(host)
  queues.end(host)
  expect(await queues.claimHeld(host)).toEqual([])
  expect([writes.count, queues.mayHold(host), queues.enter(host)]).toEqual([1, false, true])
})

test('a host with held jobs, of which none runs, is idle', async () => {
  const { queues, answers } = queuesOf()
  await answers()
  for (let count = 0; count < 5; count++) queues.enter(host)
  expect(queues.idle()).toEqual([])
  for (let count = 0; count < 4; count++) queues.end(host)
  expect(queues.idle()).toEqual([host])
})

test('a job that is rejected while two look for held ones is not forgotten by the second', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { queues, answers } = queuesOf(first.promise, second.promise)
  await answers()
  for (let count = 0; count < 5; count++) queues.enter(host)
  for (let count = 0; count < 2; count++) queues.end(host)
  const looks = [queues.claimHeld(host), queues.claimHeld(host)]
  first.resolve()
  await looks[0]
  expect([1, 2, 3].map(() => queues.enter(host))).toEqual([true, true, false])
  second.resolve()
  await looks[1]
  expect(queues.mayHold(host)).toBe(true)
})
