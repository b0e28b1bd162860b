// Refunds by payout, as stories on simulated time: sent once whatever the network and the power do, never
// failed while unknown, never more than was paid. And the mistakes that someone could make one day: the rules
// must catch them.
import { describe, expect, test } from 'bun:test'
import type { Call, PayoutAnswer } from '../../src/connector/connector.ts'
import { requestedByServer } from '../../src/domain/actor.ts'
import { unsent } from '../../src/domain/answer.ts'
import type { PayoutOrder } from '../../src/domain/payout.ts'
import { decideOnPayout } from '../../src/flow/payout-approval.ts'
import { updateSettings } from '../../src/store/account.ts'
import type { Read } from '../../src/store/engine/statement.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { isProof } from '../kit/proof.ts'
import { ConnectionLost } from '../kit/simulated-people.ts'
import { openSimulatedShop, type SimulatedShop, type SimulatedShopOptions } from '../kit/simulated-shop.ts'

/** What was earned by the sale and by another one: 1 % and 50 shillings of each went to fees. */
const earned = { network: -200_000, merchant: 197_900, held: 0, fees: 2_100, suspense: 0 }
const held = { ...earned, merchant: 177_600, held: 20_300 }
const gone = { ...earned, network: -180_000, merchant: 177_600, fees: 2_400 }

type Plant = Pick<SimulatedShopOptions, 'connections' | 'store'>

async function openShop(plant: Plant = {}): Promise<{ shop: SimulatedShop; sale: { reference: string } }> {
  const shop = await openSimulatedShop({ mode: 'live', ...plant })
  const pays = async () => {
    const payment = await shop.cashier.asksForQr(100_000)
    await shop.customer.scans(payment).approves()
    await shop.advance({})
    return payment
  }
  await pays()
  const sale = await pays()
  shop.merchant.received.splice(0)
  expect(shop.books()).toEqual(earned)
  return { shop, sale }
}

const complaintsOf = (shop: SimulatedShop) => [
  ...complaintsAbout(shop),
  ...[...shop.network.payoutsSent].flatMap(([reference, times]) =>
    times > 1 ? [`${reference} sent twice`] : [],
  ),
]
const references = (shop: SimulatedShop) => [...shop.network.payouts.keys()]

test('is held, sent once, and books when the network delivers it', async () => {
  const { shop, sale } = await openShop()
  shop.afterStep = () => expect(complaintsOf(shop)).toEqual([])
  const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
  expect(shop.books()).toEqual(held)
  shop.network.delivers(references(shop)[0] ?? '')
  await shop.advance({})
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'completed' })
  expect([shop.books(), shop.merchant.eventTypes()]).toEqual([gone, ['refund.completed']])
  expect((await shop.cashier.sees(sale)).refunded.value).toBe(20_000)
  shop.network.returns(references(shop)[0] ?? '')
  await shop.advance({ days: 1 })
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'failed' })
  expect([shop.books(), shop.merchant.eventTypes()]).toEqual([earned, ['refund.completed', 'refund.failed']])
  expect((await shop.cashier.sees(sale)).refunded.value).toBe(0)
})

/** Makes a network that pays nothing out while its float is empty, or while the shop's own line is cut. */
const withFloat = (float: { isEmpty: boolean; isCut?: boolean }): Plant => ({
  connections: own =>
    own.map(connection =>
      connection.reach === 'network'
        ? {
            ...connection,
            async payOut(call: Call<PayoutOrder>) {
              if (float.isCut) return unsent
              return float.isEmpty ? { ...unsent, reason: 'insufficient_balance' } : connection.payOut(call)
            },
          }
        : connection,
    ),
})

test('waits while the float does not cover it, and is sent once there is money', async () => {
  const float = { isEmpty: true }
  const { shop, sale } = await openShop(withFloat(float))
  shop.afterStep = () => expect(complaintsOf(shop)).toEqual([])
  const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
  await shop.advance({ hours: 1 })
  const waiting = { status: 'pending', pending_reason: 'insufficient_balance' }
  expect(await shop.owner.seesRefund(refund)).toMatchObject(waiting)
  expect([shop.books(), references(shop)]).toEqual([held, []])
  float.isEmpty = false
  await shop.advance({ minutes: 10 })
  expect(references(shop)).toHaveLength(1)
  shop.network.delivers(references(shop)[0] ?? '')
  await shop.advance({})
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'completed' })
  expect(shop.books()).toEqual(gone)
})

test.each([
  ['that waits for the float', ''],
  [
    'that waits for the float since a version that did not record it',
    'update refund set failure_reason = null',
  ],
])('%s outlives an hour without internet', async (_, before) => {
  const float = { isEmpty: true, isCut: false }
  const { shop, sale } = await openShop(withFloat(float))
  shop.afterStep = () => expect(complaintsOf(shop)).toEqual([])
  const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
  if (before) shop.query(before)
  float.isCut = true
  await shop.advance({ hours: 1 })
  const waiting = { status: 'pending', pending_reason: 'insufficient_balance', failure_reason: null }
  expect(await shop.owner.seesRefund(refund)).toMatchObject(waiting)
  expect([shop.books(), references(shop)]).toEqual([held, []])
  Object.assign(float, { isEmpty: false, isCut: false })
  await shop.advance({ minutes: 10 })
  shop.network.delivers(references(shop)[0] ?? '')
  await shop.advance({})
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'completed' })
  expect([shop.books(), shop.merchant.eventTypes()]).toEqual([gone, ['refund.completed']])
})

test('that waits for the float is still tried while the clock is set ahead', async () => {
  const float = { isEmpty: true }
  const { shop, sale } = await openShop(withFloat(float))
  const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
  shop.setClock({ days: 10 })
  await shop.advance({ hours: 1 })
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'pending' })
  float.isEmpty = false
  await shop.advance({ minutes: 10 })
  expect(references(shop)).toHaveLength(1)
})

test('fails after seven days without float, and its money is back', async () => {
  const { shop, sale } = await openShop(withFloat({ isEmpty: true }))
  const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
  await shop.advance({ hours: 1 })
  // It is tried every ten minutes, a thousand times: `test` leaves the server off for most of them.
  const middle = { days: 6, hours: 22 }
  if (!isProof) await shop.crash(middle)
  await shop.advance(middle)
  await shop.advance({ minutes: 50 })
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'pending' })
  await shop.advance({ minutes: 20 })
  const failed = { status: 'failed', failure_reason: 'float_empty' }
  expect(await shop.owner.seesRefund(refund)).toMatchObject(failed)
  expect([shop.books(), references(shop)]).toEqual([earned, []])
})

test('a part that the network gave back hides no reversal by the customer', async () => {
  const { shop, sale } = await openShop()
  await shop.owner.refunds(sale, { amount: 20_000, way: 'network' })
  shop.network.delivers(references(shop)[0] ?? '')
  await shop.advance({})
  shop.network.takesBack(orderOf(shop, sale))
  await shop.advance({ minutes: 1 })
  expect(alarms(shop)).toEqual([{ subject: sale.reference }])
  const again = await shop.owner.refunds(sale, { amount: 20_000 }).catch(error => error.reason)
  expect(again).toBe('refund_of_reversed')
})

test('that waits for the float is not sent once the customer took the money back at the network', async () => {
  const float = { isEmpty: true }
  const { shop, sale } = await openShop(withFloat(float))
  const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
  shop.network.takesBack(orderOf(shop, sale))
  await shop.advance({ minutes: 1 })
  expect(alarms(shop)).toEqual([{ subject: sale.reference }])
  float.isEmpty = false
  await shop.advance({ days: 7, minutes: 20 })
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'failed' })
  expect([shop.books(), references(shop)]).toEqual([earned, []])
})

test('that waits for a second person is not approved once the customer took the money back', async () => {
  const { shop, sale } = await openShop()
  await shop.callServer('live', ({ store }, account) =>
    store.write(tx => updateSettings(tx, { ...account, payoutApprovalAbove: 10_000 })),
  )
  // Kaunta reads its settings again.
  await shop.crash()
  const { refund } = await shop.owner.refunds(sale, { amount: 20_000 })
  shop.network.takesBack(orderOf(shop, sale))
  await shop.advance({ minutes: 1 })
  const approves = shop.callServer('live', (appliance, account) =>
    decideOnPayout(appliance, { account, staffId: 'second', ...requestedByServer }, refund.id, 'approved'),
  )
  await expect(approves).rejects.toMatchObject({ reason: 'refund_of_reversed' })
  expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: 'pending' })
  expect(references(shop)).toEqual([])
})

const orderOf = (shop: SimulatedShop, { reference }: { reference: string }): string =>
  shop.query<{ network_reference: string }>(
    'select network_reference from attempt where payment_id = ?',
    reference,
  )[0]?.network_reference ?? ''
const alarms = (shop: SimulatedShop) =>
  shop.query<{ subject: string }>("select subject from audit_entry where kind = 'payment.reversed'")

test.each(['refuses', 'delivers and returns'] as const)(
  'a reversal by the customer during a whole refund that the network %s is an alarm then',
  async ends => {
    const { shop, sale } = await openShop()
    await shop.owner.refunds(sale, { way: 'network' })
    const [refund = ''] = references(shop)
    if (ends !== 'refuses') shop.network.delivers(refund)
    await shop.advance({ minutes: 1 })
    shop.network.takesBack(orderOf(shop, sale))
    await shop.advance({ minutes: 1 })
    // Until then it may be the refund itself that the network calls a reversal.
    expect(alarms(shop)).toEqual([])
    if (ends === 'refuses') shop.network.refuses(refund)
    else shop.network.returns(refund)
    await shop.advance({ minutes: 1 })
    expect(alarms(shop)).toEqual([{ subject: sale.reference }])
  },
)

/**
 * Opens a shop with a sale that was paid by its QR code and a second time by a push, whose money is
 * unmatched.
 */
async function openPaidTwice() {
  const { shop } = await openShop()
  const sale = await shop.cashier.asksForQr(30_000)
  await shop.cashier.pushesToo(sale, '0754123456')
  const [scan, push] = [shop.customer.scans(sale), shop.customer.picksUp('0754123456')]
  await scan.approves()
  await shop.advance({})
  await push.approves()
  await shop.advance({ minutes: 1 })
  const [unmatched] = await shop.admin.seesUnmatched('live')
  const [order] = shop.query<{ network_reference: string }>(
    'select network_reference from attempt a join unmatched u on u.attempt_id = a.id',
  )
  return { shop, sale, unmatchedId: unmatched?.id ?? '', order: order?.network_reference ?? '' }
}

describe('the second money of a sale that was paid twice', () => {
  test('is taken back by the customer: it is not refunded as well, and the sale still is', async () => {
    const { shop, sale, unmatchedId, order } = await openPaidTwice()
    shop.network.takesBack(order)
    await shop.advance({ minutes: 1 })
    expect(alarms(shop)).toEqual([{ subject: sale.reference }])
    const twice = await shop.owner.refunds(sale, { way: 'network', unmatchedId }).catch(error => error.reason)
    expect(twice).toBe('refund_of_reversed')
    expect((await shop.owner.refunds(sale, { way: 'network' })).refund).toBeTruthy()
  })

  test('is given back by us, and the network calls that a reversal: nobody is alarmed', async () => {
    const { shop, sale, unmatchedId, order } = await openPaidTwice()
    await shop.owner.refunds(sale, { way: 'network', unmatchedId })
    shop.network.delivers(references(shop)[0] ?? '')
    await shop.advance({ minutes: 1 })
    shop.network.takesBack(order)
    await shop.advance({ minutes: 1 })
    expect(alarms(shop)).toEqual([])
    expect((await shop.owner.refunds(sale, { way: 'network' })).refund).toBeTruthy()
  })
})

test('a refunded payment of the sandbox is answered to its key as it was created', async () => {
  const shop = await openSimulatedShop()
  const ask = { type: 'dynamic-qr', amount: 100_000, key: 'k1' } as const
  const { body, payment } = await shop.cashier.asks(ask)
  await shop.customer.scans(payment).approves()
  await shop.advance({})
  await shop.owner.refunds(payment, { amount: 20_000, way: 'cash' })
  expect((await shop.cashier.sees(payment)).refunded.value).toBe(20_000)
  expect(await shop.cashier.asks(ask)).toMatchObject({ replayed: true, body })
})

describe('the power fails', () => {
  test.each(Array.from({ length: 14 }, (_, index) => index + 1))(
    'at point %p, and the client repeats: one refund at most, and the right state in the end',
    async point => {
      const { shop, sale } = await openShop()
      shop.afterStep = () => expect(complaintsOf(shop)).toEqual([])
      shop.crashAt(point, { seconds: 5 })
      const ask = { amount: 20_000, key: 'k1' }
      const answer = await shop.owner.refunds(sale, ask).catch(error => error)
      expect(answer instanceof ConnectionLost || answer.status === 201).toBe(true)
      await shop.advance({ seconds: 6 })
      const { refund } = await shop.owner.refunds(sale, ask)
      await shop.advance({ minutes: 5 })
      for (const reference of references(shop)) shop.network.delivers(reference)
      await shop.advance({ days: 2 })
      const wasSent = references(shop).length > 0
      expect(await shop.owner.seesRefund(refund)).toMatchObject({ status: wasSent ? 'completed' : 'failed' })
      expect(shop.query('select id from refund')).toEqual([{ id: refund.reference }])
      expect(shop.books()).toEqual(wasSent ? gone : earned)
    },
  )
})

type Rows = Read['rows']
const meddling = (meddle: (rows: Rows) => Rows): Plant => ({
  store: store => ({
    ...store,
    write: (body, urgency) => store.write(tx => body({ ...tx, rows: meddle(tx.rows) }), urgency),
  }),
})
const isPosting = (text: string, values: readonly unknown[], reason: string) =>
  text.startsWith('insert into "posting"') && values.includes(reason)

const bugs: Record<string, Plant> = {
  'a refund counts twice': meddling(rows => async (text, values = [], ...rest) => {
    const found = await rows(text, values, ...rest)
    return /^update "payment" set "refunded"/.test(text) ? rows(text, values, ...rest) : found
  }),
  'what is unknown is sent again': {
    connections: own =>
      own.map(connection =>
        connection.reach === 'network'
          ? {
              ...connection,
              async checkPayout(call: Call<PayoutOrder>): Promise<PayoutAnswer> {
                const answer = await connection.payOut?.(call)
                return answer && answer.kind !== 'step' ? answer : { kind: 'unknown' }
              },
            }
          : connection,
      ),
  },
  'refunds at once see what was there before': meddling(
    rows =>
      async (text, values = [], ...rest) =>
        /^select .* from "refund" where "refund"."payment_id" = /.test(text)
          ? []
          : rows(text, values, ...rest),
  ),
  'what was held does not return': meddling(rows => {
    let isBack = false
    return async (text, values = [], ...rest) => {
      isBack ||= isPosting(text, values, 'refund.failed')
      return isBack && /^insert into "(posting|balance)"/.test(text) ? [] : rows(text, values, ...rest)
    }
  }),
}

/**
 * Plays an afternoon: one refund arrives, one is refused, one is unknown for a while; ten at once ask for
 * more than is left.
 */
async function afternoon(plant?: Plant): Promise<string[]> {
  const { shop, sale } = await openShop(plant)
  const complaints = new Set<string>()
  shop.afterStep = () => {
    for (const complaint of complaintsOf(shop)) complaints.add(complaint)
  }
  const refund = (amount: number) => shop.owner.refunds(sale, { amount }).catch(() => undefined)
  await refund(20_000)
  shop.network.delivers(references(shop)[0] ?? '')
  await shop.advance({ minutes: 1 })
  await refund(10_000)
  shop.network.refuses(references(shop)[1] ?? '')
  await shop.advance({ minutes: 1 })
  await Promise.all(Array.from({ length: 10 }, () => refund(15_000)))
  await shop.advance({ minutes: 30 })
  for (const reference of references(shop).slice(2)) shop.network.delivers(reference)
  await shop.advance({ hours: 2 })
  return [...complaints]
}

describe('a planted bug is caught', () => {
  test('and none where there is none', async () =>
    expect(
      await afternoon(
        meddling(
          rows =>
            (...all) =>
              rows(...all),
        ),
      ),
    ).toEqual([]))
  test.each(Object.entries(bugs))('%s', async (_, plant) => expect(await afternoon(plant)).not.toEqual([]))
})
