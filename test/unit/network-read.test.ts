// How a network is read: a hanging request is repeated in parallel, and concurrent callbacks share one read
// of a list, within the network's limit.
import { expect, test } from 'bun:test'
import { newBudget } from '../../src/connector/budget.ts'
import { newListReader, readWithRepeats } from '../../src/connector/read.ts'
import { newSharedList } from '../../src/connector/shared-list.ts'
import { watchedCheckMs } from '../../src/domain/check-pace.ts'
import type { NetAnswer } from '../../src/world.ts'
import { type Chance, newChance } from '../kit/simulated-world.ts'

/** Returns a clock that a test moves. */
function newTime() {
  let now = 0
  const timers = new Set<{ readonly at: number; call(): void }>()
  return {
    elapsed: () => now,
    after(ms: number, call: () => void) {
      const timer = { at: now + ms, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async pass(ms: number) {
      const end = now + ms
      for (;;) {
        await new Promise(setImmediate)
        const next = [...timers].sort((one, other) => one.at - other.at)[0]
        if (!next || next.at > end) break
        now = next.at
        timers.delete(next)
        next.call()
      }
      now = end
    },
  }
}

const yes: NetAnswer = { kind: 'answered', status: 200, headers: {}, body: '', tookMs: 1 }
const late: NetAnswer = { kind: 'timeout', error: 'x', tookMs: 1 }
const dropped: NetAnswer = { kind: 'dropped', error: 'x', tookMs: 1 }

/**
 * After how long each request is answered, or that it hangs; when the read ends and with what; requests sent.
 */
const reads: [
  name: string,
  outcomes: (number | 'hangs' | 'drops')[],
  endsAt: number,
  kind: NetAnswer['kind'],
  requests: number,
][] = [
  ['answered at once', [100], 100, 'answered', 1],
  ['slow, and answered before it is given up', [5_000, 'hangs', 'hangs', 'hangs'], 5_000, 'answered', 4],
  ['one that hangs', ['hangs', 100], 1_100, 'answered', 2],
  ['two that hang', ['hangs', 'hangs', 100], 2_100, 'answered', 3],
  ['four that hang', ['hangs', 'hangs', 'hangs', 'hangs', 100], 8_100, 'answered', 5],
  ['all that hang', [], 20_000, 'timeout', 6],
  ['one that drops', ['drops', 100], 100, 'answered', 2],
  ['two that drop', ['drops', 'drops'], 0, 'dropped', 2],
  ['one that drops, and one that is slow', [1_500, 'drops'], 1_500, 'answered', 2],
]
test.each(reads)('a read, %s', async (_, outcomes, endsAt, kind, requests) => {
  const time = newTime()
  let sent = 0
  const ask = (timeoutMs: number) => {
    const outcome = outcomes[sent++]
    return new Promise<NetAnswer>(resolve => {
      if (outcome === 'drops') resolve(dropped)
      else if (outcome === 'hangs' || outcome === undefined) time.after(timeoutMs, () => resolve(late))
      else time.after(outcome, () => resolve(yes))
    })
  }
  const read = readWithRepeats(time.after, ask, () => true).then(answer => [answer.kind, time.elapsed()])
  await time.pass(60_000)
  expect(await read).toEqual([kind, endsAt])
  expect(sent).toBe(requests)
})

test('a read that hangs is not repeated beyond the limit of the network', async () => {
  const time = newTime()
  let sent = 0
  const ask = async (timeoutMs: number) => {
    sent++
    await new Promise<void>(resolve => time.after(timeoutMs, resolve))
    return late
  }
  const read = readWithRepeats(time.after, ask, () => false)
  await time.pass(60_000)
  expect((await read).kind).toBe('timeout')
  expect(sent).toBe(1)
})

test('a list that hangs is repeated once it takes twice as long as the last one, and within 5 s', async () => {
  const time = newTime()
  const read = newListReader(time.after)
  /** @returns when each request was sent and when the read ended, from its beginning */
  const readOnce = async (...outcomes: (number | 'hangs')[]) => {
    const startedAt = time.elapsed()
    const sent: number[] = []
    const ask = (timeoutMs: number) => {
      const outcome = outcomes[sent.push(time.elapsed() - startedAt) - 1] ?? 'hangs'
      return new Promise<NetAnswer>(resolve =>
        outcome === 'hangs'
          ? time.after(timeoutMs, () => resolve(late))
          : time.after(outcome, () => resolve({ ...yes, tookMs: outcome })),
      )
    }
    const ended = read(ask, () => true).then(({ kind }) => [kind, time.elapsed() - startedAt])
    await time.pass(10_000)
    return { sent, ended: await ended }
  }
  expect(await readOnce('hangs')).toEqual({ sent: [0], ended: ['timeout', 5_000] })
  expect(await readOnce(1_500)).toEqual({ sent: [0], ended: ['answered', 1_500] })
  expect(await readOnce('hangs', 200)).toEqual({ sent: [0, 3_000], ended: ['answered', 3_200] })
  expect(await readOnce('hangs', 'hangs', 200)).toEqual({
    sent: [0, 1_000, 2_000],
    ended: ['answered', 2_200],
  })
})

/**
 * Runs a till that watches one sale, while half of its network's reads hang or are dropped, by chance. The
 * customer pays right after an answer, which is the worst moment.
 * @returns seconds until it is known
 */
async function watchedSale(chance: Chance, bad: 'hangs' | 'drops'): Promise<number> {
  const time = newTime()
  const budget = newBudget(time.elapsed, { perMinute: 40, atOnce: 20, keptForOrders: 0 })
  const ask = (timeoutMs: number) => {
    const isBad = chance.happens(0.5)
    return new Promise<NetAnswer>(resolve => {
      if (isBad && bad === 'drops') resolve(dropped)
      else if (isBad) time.after(timeoutMs, () => resolve(late))
      else time.after(100, () => resolve(yes))
    })
  }
  let knownAt: number | undefined
  const check = async (): Promise<void> => {
    if (!budget.take('check')) return void time.after(budget.checkWaitMs(), check)
    const answer = await readWithRepeats(time.after, ask, () => budget.take('check'))
    if (answer.kind === 'answered') knownAt = time.elapsed()
    else time.after(watchedCheckMs, check)
  }
  time.after(watchedCheckMs, check)
  while (knownAt === undefined) await time.pass(100)
  return knownAt / 1_000
}

test.each([
  ['hangs', 5.1],
  ['drops', 6.1],
] as const)('a watched sale is known soon where half of the reads: %s', async (bad, most) => {
  const chance = newChance(7)
  const times: number[] = []
  for (let sale = 0; sale < 200; sale++) times.push(await watchedSale(chance, bad))
  times.sort((one, other) => one - other)
  expect(times[100]).toBeLessThanOrEqual(4.1)
  expect(times[170]).toBeLessThanOrEqual(most)
})

/** Opens a list of one day that takes a while, on a limit as that of the connectors. */
function openList(takesMs: number, isThere = () => true) {
  const time = newTime()
  const budget = newBudget(time.elapsed, { perMinute: 40, atOnce: 20, keptForOrders: 0 })
  const looks: number[] = []
  const paid = new Map<string, string>()
  const list = newSharedList(time, budget, async () => {
    budget.take('check')
    looks.push(time.elapsed())
    const now = new Map(paid)
    await new Promise<void>(resolve => time.after(takesMs, resolve))
    return isThere() ? now : undefined
  })
  return { time, budget, looks, paid, list }
}

test('3,000 callbacks on 30 orders in a minute share looks, and each order is answered by one after its callback', async () => {
  const { time, looks, paid, list } = openList(300)
  const waits: number[] = []
  for (let order = 0; order < 30; order++) paid.set(`order ${order}`, 'open')
  for (let at = 0; at < 3_000; at++) {
    const order = `order ${at % 30}`
    const told = `paid ${at}`
    paid.set(order, told)
    list.forget()
    const heardAt = time.elapsed()
    void list.find(order).then(found => {
      if (at < 3) return // asked about alone
      waits.push(time.elapsed() - heardAt)
      expect(Number(found?.slice(5))).toBeGreaterThanOrEqual(at)
    })
    await time.pass(20)
  }
  await time.pass(5_000)
  expect(waits).toHaveLength(2_997)
  expect(Math.max(...waits)).toBeLessThanOrEqual(2_300)
  expect(looks.length).toBeLessThanOrEqual(32)
})

test('no list is read when the limit is used up: each order is asked about alone, in its turn', async () => {
  const { budget, looks, list } = openList(0)
  while (budget.take('check'));
  expect(await Promise.all(['a', 'b', 'c', 'd'].map(order => list.find(order)))).toEqual(
    Array.from({ length: 4 }),
  )
  expect(looks).toEqual([])
})

test('a list that does not come is not waited for again within half a minute', async () => {
  let isThere = false
  const { time, looks, paid, list } = openList(5_000, () => isThere)
  paid.set('a', 'open')
  const ask = async () => {
    const found = Promise.all([list.find('a'), list.find('a'), list.find('a')])
    await time.pass(6_000)
    return (await found).at(-1)
  }
  expect(await ask()).toBeUndefined()
  expect(await ask()).toBeUndefined()
  expect(looks).toHaveLength(1)
  isThere = true
  await time.pass(30_000)
  expect(await ask()).toBe('open')
  // One failure after that is an accident.
  isThere = false
  expect(await ask()).toBeUndefined()
  isThere = true
  expect(await ask()).toBe('open')
})
