// A repeated Idempotency-Key, as stories: executed once and answered the same, for 24 hours.
import { describe, expect, test } from 'bun:test'
import type { SaleRequest } from '../kit/simulated-people.ts'
import { openSimulatedShop } from '../kit/simulated-shop.ts'

describe('the same Idempotency-Key', () => {
  const ask: SaleRequest = { type: 'dynamic-qr', amount: 10_000, key: 'k1' }

  test.each(['sandbox', 'live'] as const)(
    '50 times at once on the %s account: one payment, one answer',
    async mode => {
      const shop = await openSimulatedShop({ mode })
      const answers = await Promise.all(Array.from({ length: 50 }, () => shop.cashier.asks(ask)))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(shop.query('select count(*) as payments from payment')).toEqual([{ payments: 1 }])
    },
  )

  test('with another body: refused, and nothing happens', async () => {
    const shop = await openSimulatedShop({ mode: 'live' })
    await shop.cashier.asks(ask)
    await expect(shop.cashier.asks({ ...ask, amount: 10_001 })).rejects.toMatchObject({
      kind: 'idempotency_mismatch',
    })
    expect(shop.query('select amount from payment')).toEqual([{ amount: 10_000 }])
  })

  test('is another key on another account', async () => {
    const shop = await openSimulatedShop()
    const [one, other] = [await shop.cashier.asks(ask, 'live'), await shop.cashier.asks(ask, 'sandbox')]
    expect(one.payment.reference).not.toBe(other.payment.reference)
  })

  test('is kept for 24 hours, through restarts, and then forgotten', async () => {
    const shop = await openSimulatedShop()
    const first = await shop.cashier.asks(ask)
    await shop.crash()
    await shop.advance({ hours: 24, ms: -1 })
    expect(await shop.cashier.asks(ask)).toEqual({ ...first, replayed: true })
    await shop.advance({ ms: 1 })
    const second = await shop.cashier.asks(ask)
    expect(second.payment.reference).not.toBe(first.payment.reference)
    await shop.advance({ hours: 25 })
    expect(shop.query('select key from idempotency')).toEqual([])
  })
})
