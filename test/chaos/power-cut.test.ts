// A power cut at every point of a sale, one after another: before a write, before its commit, after it,
// before a call leaves, before its answer is received. The client repeats with its key; there is one payment,
// one order, and all of the money.
import { describe, expect, test } from 'bun:test'
import type { Mode } from '../../src/domain/account.ts'
import { Fault } from '../../src/domain/fault.ts'
import type { PaymentView } from '../../src/wire/payment.ts'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { isProof, sized } from '../kit/proof.ts'
import { ConnectionLost, type SaleRequest } from '../kit/simulated-people.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'

/** More points than a sale has. */
const pointsMax = 60

async function shopThatDiesAt(point: number, mode: Mode): Promise<SimulatedShop> {
  // Idle rounds count as points, too: without them the last points lie in a job that ends with the test.
  const shop = await openCheckedShop({ mode, skipsIdle: false })
  shop.crashAt(point, { seconds: 3 })
  return shop
}

/** A client repeats with its key until there is an answer. */
async function asksUntilAnswered(shop: SimulatedShop, ask: SaleRequest): Promise<PaymentView> {
  for (;;) {
    const answer = await shop.cashier.asks(ask).catch(error => error)
    if (!(answer instanceof Error)) return answer.payment
    const passes =
      answer instanceof ConnectionLost || (answer instanceof Fault && answer.kind === 'network_unavailable')
    if (!passes) throw answer
    await shop.advance({ seconds: 30 })
  }
}

/** Pays as a customer who enters the PIN again if the phone went dark. */
async function pays(shop: SimulatedShop, mode: Mode, payment: PaymentView): Promise<void> {
  for (const reference of shop.network.orders.keys()) shop.network.pays(reference)
  if (mode === 'live') return
  const handset =
    payment.payment_type === 'mobile' ? shop.customer.picksUp('0754123456') : shop.customer.scans(payment)
  for (;;) {
    const refused = await handset.approves().catch(error => error)
    if (!(refused instanceof ConnectionLost)) return
    await shop.advance({ seconds: 10 })
  }
}

interface Sale {
  readonly crashed: boolean
  readonly status: string
  readonly heard: readonly string[]
}

async function sale(point: number, mode: Mode, type: SaleRequest['type']): Promise<Sale> {
  const shop = await shopThatDiesAt(point, mode)
  const payment = await asksUntilAnswered(shop, { type, amount: 10_000, phone: '0754123456', key: 'k1' })
  await pays(shop, mode, payment)
  await shop.advance({ minutes: 20 })

  expect(shop.query('select count(*) as payments from payment')).toEqual([{ payments: 1 }])
  expect(Math.max(0, ...shop.network.sent.values())).toBeLessThanOrEqual(1)
  const { status } = await shop.cashier.sees(payment)
  expect(shop.books(mode).network + (status === 'completed' ? 10_000 : 0)).toBe(0)
  const heard = new Map(shop.merchant.received.map(({ event }) => [event.id, event.type]))
  return { crashed: shop.starts() > 1, status, heard: [...heard.values()] }
}

// In `test` each kind of sale is cut at every third point, and the kinds begin at different points.
const step = sized({ test: 3, proof: 1 })
describe.each([
  ['sandbox', 'dynamic-qr', 1],
  ['sandbox', 'mobile', 2],
  ['live', 'dynamic-qr', 3],
  ['live', 'mobile', 1],
] as const)('%s, %s', (mode, type, from) => {
  test('at each point', async () => {
    const statuses = new Set<string>()
    let points = 0
    for (let point = isProof ? 1 : from; point <= pointsMax; point += step) {
      const { crashed, status, heard } = await sale(point, mode, type)
      expect({ point, heard }).toEqual({ point, heard: [`payment.${status}`] })
      if (crashed) points = point
      statuses.add(status)
    }
    expect(points).toBeGreaterThan(15)
    // It died between plan and call, and nothing was sent: only then there is no sale.
    expect([...statuses].sort()).toEqual(mode === 'live' ? ['completed', 'failed'] : ['completed'])
  })
})

test('after the plan and before the call: nothing was sent, and the payment fails once that is sure', async () => {
  const shop = await shopThatDiesAt(4, 'live')
  await expect(shop.cashier.asksForQr(10_000)).rejects.toBeInstanceOf(ConnectionLost)
  await shop.advance({ seconds: 5 })
  expect(shop.query('select state from attempt')).toEqual([{ state: 'planned' }])
  expect(shop.network.sent.size).toBe(0)
  await shop.advance({ minutes: 20 })
  expect(shop.query('select state, failure_reason from attempt')).toEqual([
    { state: 'failed', failure_reason: 'not_found' },
  ])
  expect(shop.merchant.eventTypes()).toEqual(['payment.failed'])
})

test('after the call and before its answer: it was sent once, and its key continues it', async () => {
  const shop = await shopThatDiesAt(5, 'live')
  const ask: SaleRequest = { type: 'dynamic-qr', amount: 10_000, key: 'k1' }
  await expect(shop.cashier.asks(ask)).rejects.toBeInstanceOf(ConnectionLost)
  await shop.advance({ seconds: 5 })
  expect(shop.query('select state from attempt')).toEqual([{ state: 'planned' }])
  expect((await shop.cashier.asks(ask)).payment.payment_qr_code).toStartWith('QR ')
  expect([...shop.network.sent.values()]).toEqual([1])
})
