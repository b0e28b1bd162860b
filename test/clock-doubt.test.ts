// A wall clock that cannot be relied on: it is noticed, and nothing is forgotten by it.
import { describe, expect, test } from 'bun:test'
import { newDoubt } from '../src/world.ts'
import type { Ask } from './desk.ts'
import { openShop } from './shop.ts'

const minute = 60_000
const hour = 60 * minute

describe('a clock is in doubt', () => {
  /** Steps: how far real time goes, and how far the wall clock jumps besides. */
  const table: [what: string, steps: readonly (readonly [ms: number, jump: number])[], doubtful: boolean][] = [
    [
      'never, while it goes as time goes',
      [
        [hour, 0],
        [48 * hour, 0],
      ],
      false,
    ],
    ['not for being set by up to 5 minutes', [[hour, 5 * minute]], false],
    [
      'not for two small corrections',
      [
        [hour, 5 * minute],
        [hour, 5 * minute],
      ],
      false,
    ],
    ['once it was set forward', [[hour, 5 * minute + 1]], true],
    ['once it was set back', [[hour, -5 * minute - 1]], true],
    [
      'for a day',
      [
        [hour, 48 * hour],
        [24 * hour - 1, 0],
      ],
      true,
    ],
    [
      'and then no more',
      [
        [hour, 48 * hour],
        [24 * hour, 0],
      ],
      false,
    ],
    [
      'again after each jump',
      [
        [hour, 48 * hour],
        [12 * hour, -48 * hour],
        [13 * hour, 0],
      ],
      true,
    ],
  ]
  test.each(table)('%s', (_, steps, doubtful) => {
    let elapsed = 0
    let wall = Date.UTC(2026, 10, 21)
    const doubt = newDoubt(
      () => wall,
      () => elapsed,
    )
    expect(doubt.isDoubtful()).toBe(false)
    let last = false
    for (const [ms, jump] of steps) {
      elapsed += ms
      wall += ms + jump
      last = doubt.isDoubtful()
    }
    expect(last).toBe(doubtful)
  })

  test('while it says less than what is known to be past', () => {
    let wall = 1_000
    const doubt = newDoubt(
      () => wall,
      () => wall,
    )
    doubt.floor(5_000)
    doubt.floor(2_000)
    expect(doubt.isDoubtful()).toBe(true)
    wall = 5_000
    expect(doubt.isDoubtful()).toBe(false)
  })
})

describe('an Idempotency-Key', () => {
  const ask: Ask = { type: 'dynamic-qr', amount: 5_000, key: 'k1' }
  const keys = 'select key from idempotency'

  test.each([{ days: 2 }, { days: -2 }])('is kept while the clock is in doubt, set by %j', async jump => {
    const shop = await openShop()
    const { body } = await shop.cashier.asks(ask)
    await shop.advance({ minutes: 10 })
    shop.clockJumps(jump)
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
    await shop.advance({ hours: 23 })
    expect(shop.look(keys)).toHaveLength(1)
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
  })

  test('is kept by the hourly clean-up, too, and forgotten when the doubt is over', async () => {
    const shop = await openShop()
    await shop.cashier.asks(ask)
    await shop.advance({ minutes: 10 })
    shop.clockJumps({ days: 2 })
    await shop.advance({ hours: 20 })
    expect(shop.look(keys)).toHaveLength(1)
    await shop.advance({ hours: 8 })
    expect(shop.look(keys)).toHaveLength(0)
  })
})
