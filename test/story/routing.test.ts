// Two networks of one account. The second takes an order only when certainly nothing was sent over the first; what
// may have arrived stays with the first for good.
import { describe, expect, test } from 'bun:test'
import type { Call, CollectAnswer, Connection, PayoutAnswer } from '../../src/connector/connector.ts'
import { unsent } from '../../src/domain/answer.ts'
import { failuresMax, openMs } from '../../src/domain/circuit.ts'
import type { PayoutOrder } from '../../src/domain/payout.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openSimulatedShop } from '../kit/simulated-shop.ts'

async function twoNetworks() {
  const first = {
    /** What it answers; undefined is as usual. */
    collect: undefined as CollectAnswer | undefined,
    payOut: undefined as PayoutAnswer | undefined,
    calls: 0,
  }
  const shop = await openSimulatedShop({
    mode: 'live',
    connections: own =>
      own.flatMap((one): readonly Connection[] =>
        one.reach === 'local'
          ? [one]
          : [
              {
                ...one,
                id: 'net_first',
                connector: 'first',
                collect: (call: Call) => {
                  first.calls++
                  return first.collect ? Promise.resolve(first.collect) : one.collect(call)
                },
                payOut: (call: Call<PayoutOrder>) => {
                  first.calls++
                  return first.payOut ? Promise.resolve(first.payOut) : one.payOut(call)
                },
              },
              { ...one, id: 'net_second', connector: 'second' },
            ],
      ),
  })
  shop.afterStep = () => expect(complaintsAbout(shop)).toEqual([])
  return { shop, first }
}
type Two = Awaited<ReturnType<typeof twoNetworks>>

const attempts = ({ shop }: Two) =>
  shop.query<{ connection: string; state: string }>('select connection, state from attempt order by id')
const overFirst = (state: string) => ({ connection: 'net_first', state })
const overSecond = (state: string) => ({ connection: 'net_second', state })

describe('the next network', () => {
  test('takes a push that the first could not send, and the customer is asked once', async () => {
    const two = await twoNetworks()
    const { shop, first } = two
    first.collect = unsent
    const payment = await shop.cashier.pushes('0754123456', 10_000)
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: false })
    expect(attempts(two)).toEqual([overFirst('failed'), overSecond('sent')])
    const [reference = ''] = [...shop.network.orders.keys()]
    expect([shop.network.sent.size, shop.network.pays(reference)]).toEqual([1, true])
    await shop.advance({ minutes: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: false })
    expect(shop.merchant.received.map(({ event }) => event.type)).toEqual(['payment.completed'])
  })

  test('takes a payout that the first could not send, and its money leaves once', async () => {
    const two = await twoNetworks()
    const { shop, first } = two
    await shop.cashier.asksForQr(100_000)
    const [reference = ''] = [...shop.network.orders.keys()]
    shop.network.pays(reference)
    await shop.advance({ minutes: 1 })
    first.payOut = unsent
    const { payout } = await shop.owner.paysOut({ amount: 60_000, phone: '0713000111' })
    const [sent = ''] = [...shop.network.payouts.keys()]
    shop.network.delivers(sent)
    await shop.advance({ minutes: 5 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed' })
    expect(shop.query('select connection, connector, state from payout')).toEqual([
      { connection: 'net_second', connector: 'second', state: 'settled' },
    ])
    expect(shop.network.payoutsSent.size).toBe(1)
  })

  test.each<[string, CollectAnswer]>([
    ['that got no answer', { kind: 'unknown' }],
    ['that the customer’s wallet refused', { kind: 'failed', reason: 'payer_not_found' }],
  ])('is never asked for a push %s', async (_, answer) => {
    const two = await twoNetworks()
    two.first.collect = answer
    await two.shop.cashier.pushes('0754123456', 10_000)
    await two.shop.advance({ seconds: 30 })
    expect(attempts(two).map(({ connection }) => connection)).toEqual(['net_first'])
    expect(two.shop.network.sent.size).toBe(0)
  })

  test('that cannot send either ends the payment, and nobody was asked', async () => {
    const two = await twoNetworks()
    two.first.collect = unsent
    two.shop.network.next('unreachable')
    await expect(two.shop.cashier.pushes('0754123456', 10_000)).rejects.toMatchObject({
      kind: 'network_unavailable',
    })
    expect(attempts(two)).toEqual([overFirst('failed'), overSecond('failed')])
    expect(two.shop.query('select status, failure_reason from payment')).toEqual([
      { status: 'failed', failure_reason: 'network_unavailable' },
    ])
  })
})

describe('a network that fails in a row', () => {
  test('is left out for a while, is then tried by one order, and is the first choice again', async () => {
    const two = await twoNetworks()
    const { shop, first } = two
    first.collect = unsent
    const sell = () => shop.cashier.asksForQr(5_000)
    for (let sale = 0; sale < failuresMax; sale++) await sell()
    expect(first.calls).toBe(failuresMax)
    await sell()
    expect([first.calls, attempts(two).at(-1)]).toEqual([failuresMax, overSecond('sent')])
    await shop.advance({ seconds: openMs / 1_000 })
    first.collect = undefined
    await sell()
    await sell()
    expect(first.calls).toBe(failuresMax + 2)
    expect(attempts(two).slice(-2)).toEqual([overFirst('sent'), overFirst('sent')])
  })

  test('and is the only one says so at once', async () => {
    const shop = await openSimulatedShop({ mode: 'live' })
    const sell = () => shop.cashier.pushes('0754123456', 5_000)
    const silent = { kind: 'network_unavailable' }
    for (let sale = 0; sale < failuresMax; sale++) {
      shop.network.next('unreachable')
      await expect(sell()).rejects.toMatchObject(silent)
    }
    await expect(sell()).rejects.toMatchObject(silent)
    expect(shop.network.orders.size).toBe(0)
    await shop.advance({ seconds: openMs / 1_000 })
    await sell()
    expect(shop.network.orders.size).toBe(1)
  })
})
