// Idempotency keys under chaos: power cuts and clock changes over three days, from seeds.
import { expect, test } from 'bun:test'
import { reportTrials, sized } from '../kit/proof.ts'
import type { SaleRequest } from '../kit/simulated-people.ts'
import { openSimulatedShop } from '../kit/simulated-shop.ts'
import { testServer } from '../kit/store-database.ts'

const hour = 3_600_000
const seeds = sized({ test: 3, proof: testServer ? 3 : 30 })
const ask: SaleRequest = { type: 'dynamic-qr', amount: 5_000, key: 'k1' }

test(
  'no Idempotency-Key is lost within 24 hours',
  async () => {
    reportTrials(seeds)
    let forgotten = 0
    for (let seed = 1; seed <= seeds; seed++) {
      const shop = await openSimulatedShop({ seed, skipsIdle: false })
      const { chance } = shop
      await shop.advance({ minutes: chance.between(0, 600) })
      const { body, payment } = await shop.cashier.asks(ask)
      const madeAt = shop.time.now()
      const age = () => shop.time.now() - madeAt
      while (age() < 72 * hour) {
        if (chance.happens(0.3)) await shop.crash({ minutes: chance.between(0, 120) })
        if (chance.happens(0.3)) shop.setClock({ hours: chance.between(-5_000, 10_000) })
        await shop.advance({ minutes: chance.between(1, 240) })
        if (!shop.isUp()) continue
        const isKept =
          shop.query('select key from idempotency where subject = ?', payment.reference).length > 0
        if (!isKept) forgotten++
        expect({ seed, isKept: isKept || age() >= 24 * hour }).toEqual({ seed, isKept: true })
        if (!isKept) break
        if (age() < 24 * hour) expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
      }
      shop.close()
    }
    expect(forgotten).toBeGreaterThan(seeds / 2)
  },
  seeds * 60_000,
)
