// Resending webhooks under chaos: a receiver that fails at random and power cuts, from seeds.
import { expect, test } from 'bun:test'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { sized } from '../kit/proof.ts'
import { ConnectionLost } from '../kit/simulated-people.ts'
import { opening, type SimulatedShop } from '../kit/simulated-shop.ts'

async function sells(shop: SimulatedShop) {
  const payment = await shop.cashier.asksForQr(5_000)
  await shop.customer.scans(payment).approves()
  return payment.reference
}
const statuses = (shop: SimulatedShop) =>
  shop.query<{ status: string }>('select status from delivery').map(({ status }) => status)

test.each(Array.from({ length: sized({ test: 3, proof: 30 }) }, (_, seed) => seed + 1))(
  'seed %p: each event is received and accepted in the end, resent between failures and power cuts',
  async seed => {
    const shop = await openCheckedShop({ seed })
    const { chance } = shop
    shop.merchant.behavior = () =>
      chance.pick(
        { kind: 'answers', status: 200, afterMs: chance.between(0, 3_000) },
        { kind: 'answers', status: chance.pick(500, 404, 302), afterMs: 0 },
        { kind: 'unreachable' },
        { kind: 'drops' },
      )
    const sold: string[] = []
    const orLost = (error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error
      return 0
    }
    for (let step = 0; step < 40; step++) {
      if (chance.happens(0.6)) await sells(shop).then(reference => sold.push(reference), orLost)
      const reference = chance.pick('', ...sold)
      if (reference) await shop.developer.resends({ reference }).catch(orLost)
      if (chance.happens(0.2))
        await shop.developer
          .resendsSince(opening, chance.pick('failed', 'abandoned', 'success'))
          .catch(orLost)
      if (chance.happens(0.2)) shop.crashAt(chance.between(1, 20), { seconds: chance.between(0, 90) })
      await shop.advance({ seconds: chance.between(0, 400) })
    }
    shop.merchant.up()
    await shop.advance({ hours: 2 })
    await shop.developer.resendsSince(opening, 'failed', 'abandoned')
    await shop.advance({ minutes: 5 })
    expect(new Set(statuses(shop))).toEqual(new Set(['success']))
    const events = shop.query<{ id: string }>('select id from event')
    expect(new Set(shop.merchant.received.map(({ event }) => event.id))).toEqual(
      new Set(events.map(({ id }) => id)),
    )
    expect(shop.query("select id from job where id like 'delivery.%'")).toEqual([])
  },
)
