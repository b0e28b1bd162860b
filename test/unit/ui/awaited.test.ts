// Requests about parked sales that have no answer yet, also in a browser that stores nothing.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { newAwaitedRequest } from '../../../ui/till/parked/awaited.ts'

const stored = new Map<string, string>()
let isFull = false
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new Error('the storage is full')
      stored.set(key, value)
    },
    removeItem: (key: string) => stored.delete(key),
  },
})
const isText = (value: unknown): value is string => typeof value === 'string'

beforeEach(() => stored.clear())
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'))

test.each([false, true])('is of one account, and is there until it is removed; storage full: %p', full => {
  isFull = full
  const awaited = newAwaitedRequest('taking', isText)
  awaited.store('live', 'Table 4')
  expect([awaited.find('live'), awaited.find('practice')]).toEqual(['Table 4', undefined])
  awaited.store('practice', 'Table 5')
  awaited.store('practice', undefined)
  expect([awaited.find('live'), awaited.find('practice')]).toEqual(['Table 4', undefined])
  // A reload keeps only what the browser stored.
  expect(newAwaitedRequest('taking', isText).find('live')).toBe(full ? undefined : 'Table 4')
})

test('is the newest one, also once there is room again', () => {
  const awaited = newAwaitedRequest('taking', isText)
  isFull = true
  awaited.store('live', 'Table 4')
  isFull = false
  awaited.store('live', 'Table 5')
  expect(awaited.find('live')).toBe('Table 5')
})
