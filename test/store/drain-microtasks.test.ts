// What group commit takes for granted of Bun's drainMicrotasks (decision 16). A failure here after an upgrade
// of Bun means that src/store/engine/group-body.ts may commit half a body: do not release that Bun.
import { drainMicrotasks } from 'bun:jsc'
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { UnfinishedWrite } from '../../src/store/engine/write-error.ts'
import { groupWriter } from '../../src/store/sqlite/group.ts'

/** Starts `work` and drains, as a body is run. @returns whether it ended within the drain */
function endsWithin(work: () => Promise<unknown>): boolean {
  let ended = false
  const end = () => {
    ended = true
  }
  void work().then(end, end)
  drainMicrotasks()
  return ended
}

/** Runs `work` in the turn of the event loop that the writer runs in. */
const inImmediate = <T>(work: () => T): Promise<T> =>
  new Promise((resolve, reject) =>
    setImmediate(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    }),
  )

async function awaits(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) await Promise.resolve(turn)
}
const nested = async (depth: number): Promise<number> => (depth === 0 ? 0 : 1 + (await nested(depth - 1)))

describe('drainMicrotasks ends', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a function that awaits nothing', async () => {}],
    ['100,000 awaits in a row', () => awaits(100_000)],
    ['awaits 1,000 calls deep', () => nested(1_000)],
    ['a body that throws at once', async () => Promise.reject(new Error('no'))],
    ['one that throws after awaits', async () => awaits(10).then(() => Promise.reject(new Error('no')))],
    [
      'Promise.all of many',
      () => Promise.all(Array.from({ length: 1_000 }, (_, index) => awaits(index % 7))),
    ],
    ['a callback of queueMicrotask', () => new Promise<void>(resolve => queueMicrotask(resolve))],
    [
      'a thenable of drizzle’s kind',
      // biome-ignore lint/suspicious/noThenProperty: a query builder is one
      async () => await { then: (done: (value: number) => void) => done(1) },
    ],
    [
      'an async iterator',
      async () => {
        async function* numbers() {
          for (let number = 0; number < 100; number++) yield number
        }
        for await (const number of numbers()) await awaits(number % 3)
      },
    ],
  ])('%s', async (_, work) => {
    expect(endsWithin(work)).toBe(true)
    expect(await inImmediate(() => endsWithin(work))).toBe(true)
  })
})

describe('drainMicrotasks does not wait for', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a timer', () => new Promise(resolve => setTimeout(resolve, 0))],
    ['setImmediate', () => new Promise(resolve => setImmediate(resolve))],
    ['a file', () => Bun.file(import.meta.path).text()],
    ['a promise that never ends', () => new Promise(() => {})],
  ])('%s', async (_, work) => {
    expect(await inImmediate(() => endsWithin(work))).toBe(false)
  })
})

test('it returns before anything else of the event loop runs', async () => {
  const order: string[] = []
  await inImmediate(() => {
    setImmediate(() => order.push('immediate'))
    setTimeout(() => order.push('timer'), 0)
    queueMicrotask(() => order.push('microtask'))
    drainMicrotasks()
    order.push('returned')
  })
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(order.slice(0, 2)).toEqual(['microtask', 'returned'])
  expect(order.toSorted()).toEqual(['immediate', 'microtask', 'returned', 'timer'])
})

test('bodies with many awaits are one commit, and one that awaits a timer is rolled back alone', async () => {
  const raw = new Database(':memory:')
  raw.run('create table t (n integer)')
  let commits = 0
  const { write, changes } = groupWriter(raw, () => {})
  changes(() => commits++)
  const insert = (n: number, wait: () => Promise<unknown>) =>
    write(async tx => {
      await tx.rows('insert into t values (?)', [n])
      await wait()
      await tx.rows('insert into t values (?)', [-n])
    })
  const results = await Promise.allSettled([
    insert(1, () => awaits(1_000)),
    insert(2, () => Bun.sleep(1)),
    insert(3, () => nested(500)),
  ])
  expect(results).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: expect.any(UnfinishedWrite) },
    { status: 'fulfilled', value: undefined },
  ])
  await Bun.sleep(5)
  expect(commits).toBe(1)
  expect(raw.query('select n from t order by n').values().flat()).toEqual([-3, -1, 1, 3])
})
