// Many open payments that screens wait for cost their network a few calls: one list answers all of them,
// within its limit, and each is still completed within seconds.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { watchPayment } from '../../src/flow/watch.ts'
import { qr } from '../kit/endpoint.ts'
import { paymentOf } from '../kit/endpoint-answer.ts'
import { type Bench, merchantOf, type Order, openBench } from './bench.ts'
import { connectors } from './connector.ts'

const payments = 50

describe.each(connectors)('%s', (_, connector) => {
  let bench: Bench
  let merchant: ReturnType<typeof merchantOf>
  beforeAll(async () => {
    bench = await openBench(connector)
    merchant = merchantOf(bench)
  })
  afterAll(() => bench.close())

  test('50 watched payments: less than a call a second, and all are completed', async () => {
    const orders: Order[] = []
    for (let at = 0; at < payments; at++) {
      orders.push(await merchant.orderOf(paymentOf(await merchant.asks(qr)).reference))
      // Orders keep the limit of the network, too.
      bench.shop.advance(1_500)
    }
    for (const { reference } of orders) watchPayment(bench.shop.appliance, reference, () => {})
    await merchant.waits(8)
    const before = bench.line.requests.length
    await merchant.waits(30)
    const calls = bench.line.requests.length - before
    expect(calls).toBeGreaterThan(5)
    expect(calls).toBeLessThanOrEqual(25)
    for (const order of orders) bench.network.decide(order, 'paid')
    await merchant.waits(8)
    for (const order of orders) expect(await merchant.sees(order)).toMatchObject({ status: 'completed' })
    expect(bench.line.requests.length - before - calls).toBeLessThanOrEqual(10)
  })
})
