// An unreliable wall clock: it is noticed, and no Idempotency-Key is dropped because of it.
import { describe, expect, test } from 'bun:test'
import { newClockTrust } from '../../src/world.ts'
import { sized } from '../kit/proof.ts'
import type { SaleRequest } from '../kit/simulated-people.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

const minute = 60_000
const hour = 60 * minute

describe('a clock is unreliable', () => {
  /** Steps: how far real time goes, and how far the wall clock jumps in addition. */
  const table: [
    what: string,
    steps: readonly (readonly [ms: number, jump: number])[],
    unreliable: boolean,
  ][] = [
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
  test.each(table)('%s', (_, steps, unreliable) => {
    let elapsed = 0
    let wall = Date.UTC(2026, 10, 21)
    const unknown = newClockTrust(
      () => wall,
      () => elapsed,
    )
    expect(unknown.isUnreliable()).toBe(false)
    let last = false
    for (const [ms, jump] of steps) {
      elapsed += ms
      wall += ms + jump
      last = unknown.isUnreliable()
    }
    expect(last).toBe(unreliable)
  })

  const until: [what: string, confirmed: number, unreliable: boolean][] = [
    ['until an independent clock agrees', 5 * minute, false],
    ['also once another clock differs', 5 * minute + 1, true],
    ['also once another clock is behind', -5 * minute - 1, true],
  ]
  test.each(until)('%s', (_, offset, unreliable) => {
    let elapsed = 0
    let wall = Date.UTC(2026, 10, 21)
    const clock = newClockTrust(
      () => wall,
      () => elapsed,
    )
    elapsed += hour
    wall += 9 * hour
    clock.confirm(wall + offset)
    expect(clock.isUnreliable()).toBe(unreliable)
    elapsed += hour
    wall += 9 * hour
    expect(clock.isUnreliable()).toBe(true)
  })

  test('while it is behind a known past time', () => {
    let wall = 1_000
    const unknown = newClockTrust(
      () => wall,
      () => wall,
    )
    unknown.floor(5_000)
    unknown.floor(2_000)
    expect(unknown.isUnreliable()).toBe(true)
    wall = 5_000
    expect(unknown.isUnreliable()).toBe(false)
  })
})

describe('an Idempotency-Key is as old as the server has run since', () => {
  const ask: SaleRequest = { type: 'dynamic-qr', amount: 5_000, key: 'k1' }
  const keys = (shop: SimulatedShop) => shop.query('select key from idempotency').length

  test.each(
    sized({
      test: [{ days: 2 }, { days: -2 }],
      proof: [{ days: 2 }, { days: -2 }, { days: 400 }, { days: -400 }],
    }),
  )('whatever the clock says, set by %j', async jump => {
    const shop = await openSimulatedShop({ skipsIdle: false })
    const { body } = await shop.cashier.asks(ask)
    await shop.advance({ minutes: 10 })
    shop.setClock(jump)
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
    await shop.advance({ hours: 23, minutes: 49 })
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: false })
  })

  test.each(
    sized({ test: [{ days: -400 }], proof: [{ days: 2 }, { hours: 23 }, { days: 3_650 }, { days: -400 }] }),
  )('also when it comes up set by %j after a power cut', async jump => {
    const shop = await openSimulatedShop({ skipsIdle: false })
    const { body } = await shop.cashier.asks(ask)
    await shop.advance({ hours: 2 })
    await shop.crash({ minutes: 5 })
    shop.setClock(jump)
    await shop.advance({ minutes: 10 })
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
    await shop.advance({ hours: 21 })
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
    expect(keys(shop)).toBe(1)
    await shop.advance({ hours: 2 })
    expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: false })
  })

  test('and is cleaned up, also on a server that is switched off every night', async () => {
    const shop = await openSimulatedShop({ skipsIdle: false })
    await shop.cashier.asks(ask)
    for (let day = 0; day < 2; day++) {
      expect(keys(shop)).toBe(1)
      await shop.advance({ hours: 11, minutes: 55 })
      await shop.crash({ hours: 12 })
      await shop.advance({ hours: 12, minutes: 5 })
    }
    expect(keys(shop)).toBe(1)
    await shop.advance({ minutes: 40 })
    expect(keys(shop)).toBe(0)
  })
})
