// Sales that a till has taken up, when another tab of the same browser changes them.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import type { TakenSale } from '../../../ui/kit/parked-sale.ts'

/** Storage that another tab writes to: the browser then sends an event to this one. */
const stored = new Map<string, string>()
const tab = new EventTarget()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
  window: tab,
})
const { heldSales, holdSale } = await import('../../../ui/till/parked/held.ts')

const key = 'kaunta.till.held.a'
const sale = (id: string): TakenSale => ({
  id,
  name: id,
  amount: 500,
  line_count: 1,
  parked_by: null,
  till: null,
  created_at: '2026-11-28T09:00:00.000Z',
  content: {},
})
function anotherTabStores(...sales: readonly TakenSale[]): void {
  if (sales.length > 0) stored.set(key, JSON.stringify(sales))
  else stored.delete(key)
  tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
}
const ids = () => heldSales('a').map(({ id }) => id)

beforeEach(() => anotherTabStores())
afterAll(() => {
  for (const name of ['localStorage', 'window']) Reflect.deleteProperty(globalThis, name)
})

// No list is on the screen of this tab: nothing has subscribed.
test('a sale that another tab has sold is held no longer', () => {
  anotherTabStores(sale('park_1'))
  expect(ids()).toEqual(['park_1'])
  anotherTabStores()
  expect(ids()).toEqual([])
})

test('a sale that another tab has sold does not come back with the next one', () => {
  anotherTabStores(sale('park_1'))
  expect(ids()).toEqual(['park_1'])
  anotherTabStores()
  holdSale('a', sale('park_2'))
  expect(ids()).toEqual(['park_2'])
  expect(stored.get(key)).toBe(JSON.stringify([sale('park_2')]))
})
