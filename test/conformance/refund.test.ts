// What every connector must do when a sale is refunded, over flow, connector and network: the customer gets
// the money once, it comes back only after a certain "no", and what is unknown is never sent again.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { findPayout } from '../../src/store/payout.ts'
import type { RefundView } from '../../src/wire/refund.ts'
import { qr } from '../kit/endpoint.ts'
import { at, paymentOf } from '../kit/endpoint-answer.ts'
import { balanceOf } from '../kit/endpoint-money.ts'
import { lineFaults } from '../kit/faulty-line.ts'
import { type Bench, merchantOf, type Order, openBench } from './bench.ts'
import { connectors } from './connector.ts'

const minutes = 60
const doneFaults = lineFaults.filter(fault => fault.startsWith('done'))

describe.each(connectors)('%s', (name, connector) => {
  let bench: Bench
  let merchant: ReturnType<typeof merchantOf>
  beforeAll(async () => {
    bench = await openBench(connector)
    merchant = merchantOf(bench)
    await sells(3_000_000)
  })
  afterAll(() => bench.close())
  beforeEach(() => {
    bench.line.mend()
    bench.network.revoke(false)
    bench.network.allowRefunds?.(true)
    bench.network.decideNextPayout('paid')
  })

  async function sells(amount = 20_000): Promise<Order> {
    const asked = await merchant.asks({ ...qr, details: { amount, currency: 'TZS' } })
    const order = await merchant.orderOf(paymentOf(asked).reference)
    bench.network.decide(order, 'paid')
    await merchant.waits(10)
    return order
  }
  const refunds = async ({ reference }: Order, json: object = {}) => {
    const path = `/v1/payments/${reference}/refunds`
    const answer = await bench.shop.request({ as: 'live', path, json: { reason: 'Broken', ...json } })
    return at(answer, 'data') as RefundView
  }
  const sees = async ({ id }: RefundView) =>
    at(await bench.shop.request({ as: 'live', path: `/v1/refunds/${id}` }), 'data') as RefundView
  const available = async () => (await balanceOf(bench.shop, 'live')).available
  /** Returns the order of a refund that is sent as a payout. */
  const payoutOf = async ({ id }: RefundView): Promise<Order> => {
    const payout = await findPayout(bench.shop.appliance.store.read, id)
    return { reference: id, networkReference: payout?.networkReference ?? '' }
  }
  const sentRefunds = () => bench.line.requests.filter(request => /refund/.test(request)).length
  const byPayout = { recipient: { phone: '0713 000 111' } }

  test('by payout: paid once, under the name that the network has', async () => {
    const order = await sells()
    const refund = await refunds(order, byPayout)
    expect(refund).toMatchObject({ way: 'payout', recipient: { name: 'ASHA JUMA' } })
    expect(await sees(refund)).toMatchObject({ status: 'completed' })
    expect(bench.network.paidOut(await payoutOf(refund))).toBe(1)
    expect((await merchant.sees(order)).refunded.value).toBe(20_000)
  })

  test('by payout, refused: the money is back, and another refund may follow', async () => {
    const order = await sells()
    const before = await available()
    bench.network.decideNextPayout('declined')
    expect(await sees(await refunds(order, byPayout))).toMatchObject({ status: 'failed' })
    expect(await available()).toBe(before)
    bench.network.decideNextPayout('paid')
    expect(await sees(await refunds(order, byPayout))).toMatchObject({ status: 'completed' })
  })

  test.each(doneFaults)('by payout, and the answer is lost (%s): never sent again', async fault => {
    const order = await sells()
    bench.line.breaks(fault)
    const refund = await refunds(order, byPayout)
    bench.line.mend()
    const sent = bench.line.requests.filter(request => request.startsWith('POST')).length
    expect(await sees(refund)).toMatchObject({ status: 'pending' })
    await merchant.waits(10 * minutes)
    expect(await sees(refund)).toMatchObject({ status: 'completed' })
    expect(bench.line.requests.filter(request => request.startsWith('POST'))).toHaveLength(sent)
    expect(bench.network.paidOut(await payoutOf(refund))).toBe(1)
  })

  test('without a refund of the network it asks for a wallet, or gives cash', async () => {
    const path = `/v1/payments/${(await sells()).reference}/refunds/options`
    const ways = at(await bench.shop.request({ as: 'live', path }), 'data.ways') as { way: string }[]
    expect(ways.map(({ way }) => way)).toEqual(
      name === 'selcom' ? ['network', 'payout', 'cash'] : ['payout', 'cash'],
    )
    const refund = await refunds(await sells(), { way: 'payout' })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'recipient_needed' })
  })

  if (connector.name !== 'selcom') return

  test('by the network, all of it and in parts', async () => {
    const order = await sells()
    expect(await refunds(order, { amount: 5_000 })).toMatchObject({ way: 'network' })
    expect(await sees(await refunds(order))).toMatchObject({ status: 'completed', amount: { value: 15_000 } })
    expect(bench.network.refunded?.(order)).toBe(20_000)
    expect((await merchant.sees(order)).refunded.value).toBe(20_000)
  })

  test.each(doneFaults)('by the network, and the answer is lost (%s): only asked about', async fault => {
    const order = await sells()
    bench.line.breaks(fault, 'refund-payment')
    const refund = await refunds(order)
    const sent = sentRefunds()
    expect(await sees(refund)).toMatchObject({ status: 'pending', pending_reason: 'unknown' })
    bench.line.mend()
    await merchant.waits(10 * minutes)
    expect(await sees(refund)).toMatchObject({ status: 'completed' })
    expect([sentRefunds(), bench.network.refunded?.(order)]).toEqual([sent, 20_000])
  })

  test('by the network, of a contract without the call: nothing is sent, and the money is back', async () => {
    const order = await sells()
    const before = await available()
    bench.network.allowRefunds?.(false)
    expect(await sees(await refunds(order))).toMatchObject({ status: 'failed' })
    expect([await available(), bench.network.refunded?.(order)]).toEqual([before, 0])
    expect(await refunds(order, byPayout)).toMatchObject({ way: 'payout' })
  })

  test('a refund by the network is no reversal by the customer', async () => {
    const order = await sells()
    await refunds(order)
    await merchant.waits(10 * minutes)
    const notices = await bench.shop.request({
      as: 'owner of live',
      path: '/api/v1/audit-log?kind=payment.reversed',
    })
    expect(notices.text).not.toContain(order.reference)
  })
})
