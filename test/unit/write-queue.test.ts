// Whose write comes first: requests, then money that is asked about; the rest of the background shares what is left.
import { expect, test } from 'bun:test'
import { type JobPriority, jobPriorities } from '../../src/domain/job.ts'
import type { WriteBody } from '../../src/store/group-body.ts'
import { newWriteQueue } from '../../src/store/write-queue.ts'

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

test('a request is first, and three of the background go with it: those about money', () => {
  const queue = queueOf({ upkeep: 9, delivery: 9, expiry: 9, money: 4, request: 1 })
  expect(group(queue)).toEqual(['request', 'money', 'money', 'money'])
  expect(group(queue)).toEqual(['money', 'expiry', 'delivery'])
})

test('while requests come, one payment expires in three groups, and webhooks go on', () => {
  const queue = queueOf({ upkeep: 1, delivery: 9, expiry: 9 })
  const groups = Array.from({ length: 5 }, () => {
    queue.add(body('request'))
    return group(queue)
  })
  expect(groups).toEqual([
    ['request', 'expiry', 'delivery', 'delivery'],
    ['request', 'upkeep', 'delivery', 'delivery'],
    ['request', 'delivery', 'delivery', 'delivery'],
    ['request', 'delivery', 'expiry', 'delivery'],
    ['request'],
  ])
})

test('a group that would be empty takes what expires', () => {
  const queue = queueOf({ expiry: 4, request: 1 })
  expect([group(queue), group(queue), group(queue), group(queue), group(queue)]).toEqual([
    ['request', 'expiry'],
    ['expiry'],
    ['expiry'],
    ['expiry'],
    [],
  ])
})

test('only work in the background may wait for a request, while requests come, and never for money', () => {
  const queue = queueOf({ delivery: 1 })
  expect(queue.mayWait()).toBe(false)
  queue.add(body('request'))
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

test('beside a slow disk more of the background goes with each request', () => {
  const queue = queueOf({ delivery: 40, request: 1 })
  queue.committed(4)
  expect(group(queue)).toHaveLength(9)
})

test('who waits alone has all places', () => {
  expect(group(queueOf({ upkeep: 40 }))).toHaveLength(16)
})
