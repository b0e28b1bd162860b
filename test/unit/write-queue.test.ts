// Whose write comes first: requests, then a little of the background.
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

test('requests are first, then money that is asked about, eight of the background in all', () => {
  const queue = queueOf({ upkeep: 1, delivery: 1, expiry: 1, money: 9 })
  expect(groupsOfRequests(queue, 3)).toEqual([
    ['request', ...times(8, 'money')],
    ['request', 'money', 'expiry', 'delivery', 'upkeep'],
    ['request'],
  ])
})

test('no backlog keeps another waiting until it is through', () => {
  const queue = queueOf({ upkeep: 900, delivery: 900, expiry: 900 })
  expect([group(queue), group(queue)]).toEqual([
    ['expiry', 'delivery', 'upkeep', 'expiry', 'delivery', 'upkeep', 'expiry', 'delivery'],
    ['upkeep', 'expiry', 'delivery', 'upkeep', 'expiry', 'delivery', 'upkeep', 'expiry'],
  ])
})

test('who waits alone has all places of the background', () => {
  const queue = queueOf({ upkeep: 10 })
  expect([group(queue), group(queue)]).toEqual([times(8, 'upkeep'), times(2, 'upkeep')])
})

test('a group takes 256 requests, and then no background', () => {
  const queue = queueOf({ request: 257, money: 1 })
  expect([group(queue), group(queue)]).toEqual([times(256, 'request'), ['request', 'money']])
})
