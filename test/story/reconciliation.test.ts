// The night after a day of sales, on simulated time: Kaunta compares the day with the network's own list,
// finds each planted difference and no other, and finds nothing on a day without any.
import { describe, expect, test } from 'bun:test'
import type { Call, Connection, SeenMoney } from '../../src/connector/connector.ts'
import { assert } from '../../src/domain/fault.ts'
import { timeOfReference } from '../../src/domain/id.ts'
import { updateSettings } from '../../src/store/account.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

/** Money that the network has and we never asked for. */
type Strange = Pick<SeenMoney, 'amount' | 'reference' | 'orderedAt'>

/** Opens a live shop whose network lists what was paid over it. */
async function listedShop() {
  const strange: Strange[] = []
  const state = { answers: true, knowsOrders: true, knowsParts: true, unclear: new Set<string>() }
  let shop: SimulatedShop | undefined
  const paidOrders = (): SeenMoney[] =>
    [...(shop?.network.orders.values() ?? [])].flatMap(({ order, state: paid, took }) =>
      paid === 'paid'
        ? [
            {
              amount: took,
              reference: order.networkReference,
              orderedAt: timeOfReference(order.networkReference),
              proof: 'network',
            },
          ]
        : [],
    )
  shop = await openSimulatedShop({
    mode: 'live',
    connections: own =>
      own.map(
        (connection): Connection =>
          connection.reach === 'local'
            ? connection
            : {
                ...connection,
                check: async (call: Call) =>
                  (state.knowsOrders &&
                    !state.unclear.has(call.order.networkReference) &&
                    (await connection.check?.(call))) || { kind: 'unknown' as const },
                checkRefund: async call =>
                  state.knowsParts || call.order.amount === call.order.origin?.amount
                    ? ((await connection.checkRefund?.(call)) ?? { kind: 'unknown' })
                    : { kind: 'unknown' },
                async list(since, _, __, until = Number.POSITIVE_INFINITY) {
                  if (!state.answers) throw new Error('the network is down for the night')
                  const all = [
                    ...paidOrders(),
                    ...strange.map(stranger => ({ ...stranger, proof: 'network' as const })),
                  ]
                  return {
                    seen: all.filter(({ orderedAt = 0 }) => orderedAt >= since && orderedAt <= until),
                  }
                },
              },
      ),
  })
  shop.afterStep = () => shop && expect(complaintsAbout(shop)).toEqual([])
  return { shop, strange, state }
}
type Listed = Awaited<ReturnType<typeof listedShop>>

/** Makes a sale that its customer has paid. @returns the network's order */
async function sold({ shop }: Listed, amount: number) {
  await shop.cashier.asksForQr(amount)
  const order = [...shop.network.orders.values()].at(-1)
  assert(order, 'the network has the order')
  shop.network.pays(order.order.networkReference)
  await shop.advance({ minutes: 20 })
  return order
}
const found = ({ shop }: Listed) =>
  shop.query<{ result: string; own_amount: number | null; network_amount: number | null }>(
    `select iif(is_refund = 1 and kind = 'payment', 'refund_missing_here', result) as result, own_amount, network_amount
     from difference order by 1, own_amount`,
  )
/** Returns sales about which an owner gets an alarm that they were taken back. */
const alarms = ({ shop }: Listed) =>
  shop.query(
    "select subject from owner_notice join audit_entry on id = entry_id where kind = 'payment.reversed'",
  )
const nights = ({ shop }: Listed) =>
  shop.query<{ day: number; matched: number; error: string | null }>(
    'select day, matched_count as matched, error from reconciliation order by day',
  )

describe('the night', () => {
  test('finds each difference of the day and no other', async () => {
    const day = await listedShop()
    const { shop, strange } = day
    await sold(day, 100_000)
    await sold(day, 2_000)
    await sold(day, 3_000)
    const less = await sold(day, 5_000)
    const reversed = await sold(day, 6_000)
    const lost = await sold(day, 4_000)
    await shop.cashier.asksForQr(8_000)
    await shop.owner.paysOut({ amount: 20_000, phone: '0713000111' })
    const [payout = ''] = [...shop.network.payouts.keys()]
    shop.network.delivers(payout)
    await shop.advance({ minutes: 5 })
    less.took = 4_900
    Object.assign(reversed, { state: 'declined', reason: 'reversed', took: 0 })
    // What no list and no answer has any more, the network has forgotten.
    ;(shop.network.orders as Map<string, unknown>).delete(lost.order.networkReference)
    strange.push({ amount: 9_000, reference: 'WEB-1', orderedAt: shop.serverNow() })
    expect(found(day)).toEqual([])
    shop.afterStep = () => {}
    await shop.advance({ days: 1 })
    expect(found(day)).toEqual([
      { result: 'missing_here', own_amount: null, network_amount: 9_000 },
      { result: 'missing_there', own_amount: 4_000, network_amount: null },
      { result: 'other_amount', own_amount: 5_000, network_amount: 4_900 },
      { result: 'refund_missing_here', own_amount: 6_000, network_amount: null },
    ])
    expect(alarms(day)).toEqual([{ subject: reversed.order.paymentId }])
    const first = nights(day)
    expect(first[0]).toMatchObject({ matched: 4, error: null })
    // The next nights find no more, and lose none.
    await shop.advance({ days: 2 })
    expect(found(day)).toHaveLength(4)
    expect(alarms(day)).toHaveLength(1)
    expect(nights(day).length).toBeGreaterThan(first.length)
  })

  test('of a day on which both sides agree finds nothing', async () => {
    const day = await listedShop()
    for (const amount of [2_000, 3_000, 4_000]) await sold(day, amount)
    await day.shop.cashier.asksForQr(8_000)
    await day.shop.advance({ days: 2 })
    expect(found(day)).toEqual([])
    expect(nights(day)[0]).toMatchObject({ matched: 3, error: null })
  })

  test('matches the refunds of the network, and names one that the network made on its own', async () => {
    const day = await listedShop()
    const { shop } = day
    const [whole, part, strange] = [await sold(day, 6_000), await sold(day, 7_000), await sold(day, 8_000)]
    const refunds = async ({ order }: typeof whole, amount: number) => {
      await shop.owner.refunds({ reference: order.paymentId }, { amount, way: 'network' })
      shop.network.delivers([...shop.network.payouts.keys()].at(-1) ?? '')
      await shop.advance({})
    }
    await refunds(whole, 6_000)
    await refunds(part, 2_000)
    for (const one of [whole, strange]) Object.assign(one, { state: 'declined', reason: 'reversed', took: 0 })
    shop.afterStep = () => {}
    await shop.advance({ days: 1 })
    expect(found(day)).toEqual([{ result: 'refund_missing_here', own_amount: 8_000, network_amount: null }])
    expect(alarms(day)).toEqual([{ subject: strange.order.paymentId }])
    expect(nights(day)[0]).toMatchObject({ matched: 3, error: null })
  })

  test('names a sale that its customer took back while its refund waits for a second person', async () => {
    const day = await listedShop()
    const { shop } = day
    await shop.callServer('live', ({ store }, account) =>
      store.write(tx => updateSettings(tx, { ...account, payoutApprovalAbove: 1_000 })),
    )
    await shop.crash()
    await sold(day, 9_000)
    const sale = await sold(day, 6_000)
    await shop.owner.refunds({ reference: sale.order.paymentId }, { amount: 6_000, way: 'network' })
    expect(shop.query('select state from refund')).toEqual([{ state: 'waiting' }])
    Object.assign(sale, { state: 'declined', reason: 'reversed', took: 0 })
    shop.afterStep = () => {}
    await shop.advance({ days: 1 })
    expect(found(day)).toEqual([{ result: 'refund_missing_here', own_amount: 6_000, network_amount: null }])
    expect(alarms(day)).toEqual([{ subject: sale.order.paymentId }])
  })

  test('names a refund that the network does not know', async () => {
    const day = await listedShop()
    const { shop } = day
    const sale = await sold(day, 20_000)
    await shop.owner.refunds({ reference: sale.order.paymentId }, { amount: 6_000, way: 'network' })
    const [reference = ''] = [...shop.network.payouts.keys()]
    shop.network.delivers(reference)
    await shop.advance({})
    ;(shop.network.payouts as Map<string, unknown>).delete(reference)
    shop.afterStep = () => {}
    await shop.advance({ days: 1 })
    expect(found(day)).toEqual([{ result: 'missing_there', own_amount: 6_000, network_amount: null }])
    expect(shop.query('select kind, is_refund from difference')).toEqual([{ kind: 'payout', is_refund: 1 }])
  })

  test('asks about each refund, also after three parts that the network cannot be asked about', async () => {
    const day = await listedShop()
    const { shop } = day
    const parts = await sold(day, 20_000)
    const whole = await sold(day, 6_000)
    const refunds = async ({ order }: typeof whole, amount: number) => {
      await shop.owner.refunds({ reference: order.paymentId }, { amount, way: 'network' })
      const reference = [...shop.network.payouts.keys()].at(-1) ?? ''
      shop.network.delivers(reference)
      await shop.advance({})
      return reference
    }
    for (const amount of [1_000, 2_000, 3_000]) await refunds(parts, amount)
    ;(shop.network.payouts as Map<string, unknown>).delete(await refunds(whole, 6_000))
    day.state.knowsParts = false
    shop.afterStep = () => {}
    await shop.advance({ days: 1 })
    expect(found(day)).toEqual([{ result: 'missing_there', own_amount: 6_000, network_amount: null }])
  })

  test('in which the network answers about no order is made up for an hour after it does', async () => {
    const day = await listedShop()
    await sold(day, 2_000)
    for (const amount of [3_000, 4_000, 5_000, 6_000]) {
      const { order } = await sold(day, amount)
      ;(day.shop.network.orders as Map<string, unknown>).delete(order.networkReference)
    }
    day.state.knowsOrders = false
    day.shop.afterStep = () => {}
    await day.shop.advance({ days: 1 })
    expect(found(day)).toEqual([])
    expect(nights(day)[0]).toMatchObject({ matched: 1, error: 'network_silent' })
    day.state.knowsOrders = true
    await day.shop.advance({ hours: 1 })
    expect(found(day).map(({ own_amount }) => own_amount)).toEqual([3_000, 4_000, 5_000, 6_000])
    expect(nights(day)[0]).toMatchObject({ matched: 1, error: null })
  })

  test('asks last about orders to which the network never has an answer', async () => {
    const day = await listedShop()
    await sold(day, 2_000)
    for (const amount of [3_000, 4_000, 5_000, 6_000]) {
      const { order } = await sold(day, amount)
      ;(day.shop.network.orders as Map<string, unknown>).delete(order.networkReference)
      if (amount < 6_000) day.state.unclear.add(order.networkReference)
    }
    day.shop.afterStep = () => {}
    await day.shop.advance({ days: 1 })
    expect(found(day)).toEqual([{ result: 'missing_there', own_amount: 6_000, network_amount: null }])
    expect(nights(day)[0]).toMatchObject({ matched: 1, error: 'network_silent' })
  })

  test('in which the network is down is made up for', async () => {
    const day = await listedShop()
    await sold(day, 2_000)
    day.strange.push({ amount: 9_000, reference: 'WEB-1', orderedAt: day.shop.serverNow() })
    day.state.answers = false
    await day.shop.advance({ days: 1 })
    expect(found(day)).toEqual([])
    day.state.answers = true
    await day.shop.advance({ days: 1 })
    expect(found(day)).toEqual([{ result: 'missing_here', own_amount: null, network_amount: 9_000 }])
  })
})
