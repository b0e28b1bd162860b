// Two networks of one account. The second takes an order only when certainly nothing was sent over the first;
// what may have arrived stays with the first for good.
import { describe, expect, test } from 'bun:test'
import type { Call, CollectAnswer, Connection, PayoutAnswer } from '../../src/connector/connector.ts'
import type { Account } from '../../src/domain/account.ts'
import { unsent } from '../../src/domain/answer.ts'
import { failuresMax, openMs } from '../../src/domain/circuit.ts'
import type { PayoutOrder } from '../../src/domain/payout.ts'
import { decideOnPayout } from '../../src/flow/payout-approval.ts'
import { updateRouting, updateSettings } from '../../src/store/account.ts'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { openSimulatedShop } from '../kit/simulated-shop.ts'

async function twoNetworks() {
  const first = {
    /** What it answers; undefined is as usual. */
    collect: undefined as CollectAnswer | Promise<CollectAnswer> | undefined,
    payOut: undefined as PayoutAnswer | undefined,
    calls: 0,
  }
  const second = { payOut: undefined as PayoutAnswer | undefined }
  const shop = await openCheckedShop({
    mode: 'live',
    connections: own =>
      own.flatMap((connection): readonly Connection[] =>
        connection.reach === 'local'
          ? [connection]
          : [
              {
                ...connection,
                id: 'net_first',
                connector: 'first',
                collect: (call: Call) => {
                  first.calls++
                  return first.collect ? Promise.resolve(first.collect) : connection.collect(call)
                },
                payOut: (call: Call<PayoutOrder>) => {
                  first.calls++
                  return first.payOut ? Promise.resolve(first.payOut) : connection.payOut(call)
                },
              },
              {
                ...connection,
                id: 'net_second',
                connector: 'second',
                payOut: (call: Call<PayoutOrder>) =>
                  second.payOut ? Promise.resolve(second.payOut) : connection.payOut(call),
              },
            ],
      ),
  })
  return { shop, first, second }
}
type Two = Awaited<ReturnType<typeof twoNetworks>>

/** Opens a shop on two networks with money to pay out. */
async function earnedTwo(): Promise<Two> {
  const two = await twoNetworks()
  await two.shop.cashier.asksForQr(100_000)
  const [reference = ''] = [...two.shop.network.orders.keys()]
  two.shop.network.pays(reference)
  await two.shop.advance({ minutes: 1 })
  two.first.calls = 0
  return two
}
/** Changes settings, and has Kaunta read its accounts again. */
async function change({ shop }: Two, settings: Partial<Account>): Promise<void> {
  await shop.callServer('live', ({ store }, account) =>
    store.write(async tx => {
      const changed = { ...account, ...settings }
      await updateSettings(tx, changed)
      await updateRouting(tx, changed)
    }),
  )
  await shop.crash()
}
const payoutsOf = ({ shop }: Two) =>
  shop.query<{ connection: string; state: string }>('select connection, state from payout order by id')

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
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('ends the unknown period that began while the first was called', async () => {
    const two = await twoNetworks()
    const { shop, first } = two
    const answer = Promise.withResolvers<CollectAnswer>()
    first.collect = answer.promise
    const asked = shop.cashier.pushes('0754123456', 10_000)
    await shop.advance({ seconds: 20 })
    const payment = await asked
    expect(await shop.cashier.sees(payment)).toMatchObject({ outcome_unknown: true })
    answer.resolve(unsent)
    await shop.advance({ seconds: 1 })
    expect(attempts(two)).toEqual([overFirst('failed'), overSecond('sent')])
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: false })
    expect(shop.query('select number, ended_at is null as is_open from unknown_period')).toEqual([
      { number: 1, is_open: 0 },
    ])
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

  test('takes a payout when the float of the first is empty, and no circuit opens for that', async () => {
    const two = await earnedTwo()
    two.first.payOut = { kind: 'failed', reason: 'insufficient_balance', unsent: true }
    for (let sent = 1; sent <= failuresMax + 1; sent++) {
      await two.shop.owner.paysOut({ amount: 10_000, phone: '0713000111' })
      expect([two.first.calls, two.shop.network.payoutsSent.size]).toEqual([sent, sent])
    }
    expect(payoutsOf(two)).toEqual(Array(failuresMax + 1).fill({ connection: 'net_second', state: 'sent' }))
  })

  test('that is out of reach ends no refund for which the float of the first is empty', async () => {
    const two = await twoNetworks()
    const { shop, first, second } = two
    const sale = await shop.cashier.asksForQr(100_000)
    const [reference = ''] = [...shop.network.orders.keys()]
    shop.network.pays(reference)
    await shop.advance({ minutes: 1 })
    first.payOut = { kind: 'failed', reason: 'insufficient_balance', unsent: true }
    second.payOut = unsent
    const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
    await shop.advance({ minutes: 30 })
    const waiting = { status: 'pending', pending_reason: 'insufficient_balance' }
    expect(await shop.owner.seesRefund(refund)).toMatchObject(waiting)
    first.payOut = undefined
    await shop.advance({ minutes: 10 })
    shop.network.delivers([...shop.network.payouts.keys()][0] ?? '')
    await shop.advance({ minutes: 1 })
    expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'completed' })
  })

  test('is never asked for a payout that got no answer, or that nobody owns', async () => {
    for (const payOut of [{ kind: 'unknown' }, { kind: 'failed', reason: 'recipient_not_found' }] as const) {
      const two = await earnedTwo()
      two.first.payOut = payOut
      await two.shop.owner.paysOut({ amount: 10_000, phone: '0713000111' })
      await two.shop.advance({ minutes: 2 })
      expect(payoutsOf(two).map(({ connection }) => connection)).toEqual(['net_first'])
      expect(two.shop.network.payoutsSent.size).toBe(0)
    }
  })

  test('that has no float either fails the payout with that reason, and its money is back', async () => {
    const two = await earnedTwo()
    const empty = { kind: 'failed', reason: 'insufficient_balance', unsent: true } as const
    two.first.payOut = empty
    two.second.payOut = empty
    const { payout } = await two.shop.owner.paysOut({ amount: 10_000, phone: '0713000111' })
    expect(await two.shop.owner.sees(payout)).toMatchObject({
      status: 'failed',
      failure_reason: 'insufficient_balance',
    })
    expect(two.shop.books()).toMatchObject({ held: 0 })
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

describe('a payout that was approved', () => {
  const waitingPayout = async () => {
    const two = await earnedTwo()
    await change(two, { payoutApprovalAbove: 10_000 })
    const { payout } = await two.shop.owner.paysOut({ amount: 20_000, phone: '0713000111' })
    expect(payout).toMatchObject({ approval: { state: 'waiting' } })
    return { ...two, payout }
  }
  const approve = ({ shop, payout: { reference } }: Awaited<ReturnType<typeof waitingPayout>>) =>
    shop.callServer('live', (appliance, account) => {
      const actor = { kind: 'staff', staffId: 'juma', tillId: null } as const
      const by = { account, staffId: 'juma', actor, address: 'test' }
      return decideOnPayout(appliance, by, reference, 'approved')
    })

  test('goes over the network that the routing names by then', async () => {
    const two = await waitingPayout()
    expect(payoutsOf(two)).toEqual([{ connection: 'net_first', state: 'waiting' }])
    await change(two, { routing: { 'payout.mobile': ['second'] } })
    await approve(two)
    expect([two.first.calls, payoutsOf(two)]).toEqual([0, [{ connection: 'net_second', state: 'sent' }]])
    expect([...two.shop.network.payoutsSent.values()]).toEqual([1])
  })

  test('goes to the next network when nothing was sent over the first', async () => {
    const two = await waitingPayout()
    two.first.payOut = unsent
    await approve(two)
    expect([two.first.calls, payoutsOf(two)]).toEqual([1, [{ connection: 'net_second', state: 'sent' }]])
    const [reference = ''] = [...two.shop.network.payouts.keys()]
    two.shop.network.delivers(reference)
    await two.shop.advance({ minutes: 5 })
    expect(await two.shop.owner.sees(two.payout)).toMatchObject({ status: 'completed' })
    expect([...two.shop.network.payoutsSent.values()]).toEqual([1])
  })

  test('stays with the first when that gave no answer', async () => {
    const two = await waitingPayout()
    two.first.payOut = { kind: 'unknown' }
    await approve(two)
    expect(payoutsOf(two)).toEqual([{ connection: 'net_first', state: 'unknown' }])
    await two.shop.advance({ minutes: 2 })
    expect(payoutsOf(two)).toMatchObject([{ connection: 'net_first' }])
    expect(two.shop.network.payoutsSent.size).toBe(0)
  })

  test('waits on when no network of the routing takes it', async () => {
    const two = await waitingPayout()
    await change(two, { routing: { 'payout.mobile': ['none'] } })
    await expect(approve(two)).rejects.toMatchObject({ reason: 'network_for_payout_missing' })
    expect(payoutsOf(two)).toEqual([{ connection: 'net_first', state: 'waiting' }])
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

  test('and is the only one is reported immediately', async () => {
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
