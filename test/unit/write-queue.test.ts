// Whose write comes first: requests, then money that is asked about; the rest of the background shares what
// is left.
import { expect, test } from 'bun:test'
import { type JobPriority, jobPriorities } from '../../src/domain/job.ts'
import type { WriteBody } from '../../src/store/engine/group-body.ts'
import { newWriteQueue } from '../../src/store/engine/write-queue.ts'

const bodies = new WeakMap<WriteBody, string>()
function body(name: string): WriteBody {
  const made: WriteBody = {
    run: async () => {},
    resolve() {},
    reject() {},
    isRepeatable: false,
    isLater: false,
    after: [],
    end() {},
  }
  bodies.set(made, name)
  return made
}
/** A queue with so many waiting bodies of each name. */
function queueOf(waiting: Partial<Record<JobPriority | 'request', number>>) {
  const queue = newWriteQueue()
  for (const name of [...jobPriorities, 'request'] as const)
    for (let count = 0; count < (waiting[name] ?? 0); count++)
      queue.add(body(name), name === 'request' ? undefined : name)
  return queue
}
/** The names of the next group. */
function group(queue: ReturnType<typeof newWriteQueue>): string[] {
  const names: string[] = []
  queue.begin()
  for (let next = queue.next(); next; next = queue.next()) names.push(bodies.get(next) ?? '')
  return names
}

const times = (count: number, name: string) => Array.from({ length: count }, () => name)
/** The next groups, each with a request. */
const groupsOfRequests = (queue: ReturnType<typeof newWriteQueue>, count: number) =>
  Array.from({ length: count }, () => {
    queue.add(body('request'))
    return group(queue)
  })

test('requests are first, and only what is about money goes with them', () => {
  const queue = queueOf({ upkeep: 9, delivery: 9, expiry: 9, money: 11 })
  expect(groupsOfRequests(queue, 3)).toEqual([
    ['request', ...times(9, 'money')],
    ['request', 'money', 'money'],
    ['request'],
  ])
})

test('while requests come, the background has groups of nine, and one payment expires in each', () => {
  const queue = queueOf({ upkeep: 1, delivery: 14, expiry: 9 })
  expect([...groupsOfRequests(queue, 3), group(queue), ...groupsOfRequests(queue, 2), group(queue)]).toEqual([
    ...[['request'], ['request'], ['request']],
    ['upkeep', 'delivery', 'expiry', ...times(6, 'delivery')],
    ...[['request'], ['request']],
    ['delivery', 'expiry', ...times(6, 'delivery')],
  ])
})

test('where requests always wait, nine of the background go with each fourth group of theirs', () => {
  const queue = queueOf({ delivery: 30 })
  expect(groupsOfRequests(queue, 9)).toEqual([
    ...[['request'], ['request'], ['request'], ['request', ...times(9, 'delivery')]],
    ...[['request'], ['request'], ['request'], ['request', ...times(9, 'delivery')]],
    ['request'],
  ])
})

test('what is about money goes with every request', () => {
  const queue = queueOf({ delivery: 1 })
  group(queue)
  for (let count = 0; count < 3; count++) {
    queue.add(body('money'), 'money')
    expect(groupsOfRequests(queue, 1)).toEqual([['request', 'money']])
  }
})

test('a group that would be empty takes what expires', () => {
  const queue = queueOf({ expiry: 4, request: 1 })
  expect(Array.from({ length: 6 }, () => group(queue))).toEqual([
    ['request'],
    ...[['expiry'], ['expiry'], ['expiry'], ['expiry']],
    [],
  ])
})

test('only work in the background may wait, while requests come and until they had three groups, and never with money', () => {
  const queue = queueOf({ delivery: 1 })
  expect(queue.mayWait()).toBe(false)
  queue.add(body('request'))
  expect(queue.mayWait()).toBe(false)
  group(queue)
  queue.add(body('delivery'), 'delivery')
  expect(queue.mayWait()).toBe(true)
  groupsOfRequests(queue, 2)
  expect(queue.mayWait()).toBe(false)
  group(queue)
  queue.add(body('delivery'), 'delivery')
  expect(queue.mayWait()).toBe(true)
  queue.add(body('money'), 'money')
  expect(queue.mayWait()).toBe(false)
  for (let quiet = 0; quiet < 40; quiet++) group(queue)
  queue.add(body('delivery'), 'delivery')
  expect(queue.mayWait()).toBe(false)
})

test('no backlog keeps another waiting until it is through', () => {
  const queue = queueOf({ upkeep: 900, delivery: 900, expiry: 900 })
  expect(group(queue).slice(0, 12)).toEqual([
    ...['expiry', 'expiry', 'delivery', 'expiry', 'delivery', 'upkeep'],
    ...['expiry', 'expiry', 'delivery', 'expiry', 'delivery', 'upkeep'],
  ])
})

test('with a slow disk a group takes more background work', () => {
  const queue = queueOf({ delivery: 40, request: 1 })
  queue.committed(7)
  expect([group(queue), group(queue)].map(({ length }) => length)).toEqual([1, 14])
})

test('who waits alone has all places', () => {
  expect(group(queueOf({ upkeep: 40 }))).toHaveLength(16)
})
