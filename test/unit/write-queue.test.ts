// The order of writes: requests, then money, then a bounded part of the background.
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
/** Returns a queue with these numbers of waiting bodies. */
function queueOf(waiting: Partial<Record<JobPriority | 'request', number>>) {
  const queue = newWriteQueue()
  for (const name of [...jobPriorities, 'request'] as const)
    for (let count = 0; count < (waiting[name] ?? 0); count++)
      queue.add(body(name), name === 'request' ? undefined : name)
  return queue
}
/** Returns the names of the next group. */
function group(queue: ReturnType<typeof newWriteQueue>): string[] {
  const names: string[] = []
  queue.begin()
  for (let next = queue.next(); next; next = queue.next()) names.push(bodies.get(next) ?? '')
  return names
}

test('requests come first, then money, then part of the background work', () => {
  const names = group(queueOf({ upkeep: 90, delivery: 90, expiry: 90, money: 2, request: 3 }))
  expect(names.slice(0, 5)).toEqual(['request', 'request', 'request', 'money', 'money'])
  expect(names.length).toBeGreaterThan(5)
  expect(names.length).toBeLessThan(20)
})

test('no backlog keeps another waiting, nor the next request', () => {
  const queue = queueOf({ upkeep: 900, delivery: 900, expiry: 900 })
  expect(new Set(group(queue))).toEqual(new Set(['expiry', 'delivery', 'upkeep']))
  queue.add(body('request'))
  const next = group(queue)
  expect(next[0]).toBe('request')
  expect(new Set(next)).toEqual(new Set(['request', 'expiry', 'delivery', 'upkeep']))
})

test('work that waits alone gets all background places', () => {
  const alone = group(queueOf({ upkeep: 90 }))
  expect(alone).toHaveLength(group(queueOf({ upkeep: 90, delivery: 90 })).length)
})

test('a group is bounded, and the next one takes what is left', () => {
  const queue = queueOf({ request: 300 })
  const first = group(queue).length
  expect(first).toBeLessThan(300)
  expect(group(queue)).toHaveLength(300 - first)
})
