// Money, as stories on simulated time: requested, paid, declined, late, twice, and voided. More stories:
// unknown.test.ts (networks that do not answer), idempotency.test.ts (repeated keys), webhook.test.ts,
// sandbox.test.ts, power-cut.test.ts.
import { describe, expect, test } from 'bun:test'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

const hour = { hours: 1 }
const nothing = { network: 0, merchant: 0, held: 0, fees: 0, suspense: 0 }
/** 1 % and 50 shillings of 10,000. */
const tenThousand = { network: -10_000, merchant: 9_850, held: 0, fees: 150, suspense: 0 }

const liveShop = () => openCheckedShop({ mode: 'live' })

/** Returns payments about which an owner gets an alarm that the money was taken back. */
const alarms = (shop: SimulatedShop) =>
  shop.query(
    "select subject from owner_notice join audit_entry on id = entry_id where kind = 'payment.reversed'",
  )

describe('taken back by the customer', () => {
  async function paidSale() {
    const shop = await liveShop()
    const payment = await shop.cashier.pushes('0754 123 456', 10_000)
    await shop.customer.picksUp('0754123456').approves()
    await shop.advance({ seconds: 5 })
    const [order = ''] = [...shop.network.orders.keys()]
    return { shop, payment, order }
  }
  const alarm = (reference: string) => [{ subject: reference }]

  test('raises one alarm, and the sale stays paid', async () => {
    const { shop, payment, order } = await paidSale()
    // The callback about the money itself comes again.
    await shop.callsBack(order)
    await shop.advance({ hours: 2 })
    expect(alarms(shop)).toEqual([])
    shop.network.takesBack(order)
    await shop.advance({})
    expect(alarms(shop)).toEqual(alarm(payment.reference))
    await shop.callsBack(order)
    await shop.advance({ days: 2 })
    expect(alarms(shop)).toEqual(alarm(payment.reference))
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
    expect(shop.books()).toEqual(tenThousand)
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test.each(['reply lost', 'unreachable'] as const)(
    'raises the alarm also when the status check is at first %s',
    async passage => {
      const { shop, payment, order } = await paidSale()
      shop.network.next(passage)
      shop.network.takesBack(order)
      await shop.advance({})
      expect(alarms(shop)).toEqual([])
      await shop.advance({ days: 1 })
      expect(alarms(shop)).toEqual(alarm(payment.reference))
    },
  )

  test('raises the alarm also when the power fails as the answer arrives', async () => {
    const { shop, payment, order } = await paidSale()
    shop.crashAt(2, { minutes: 5 })
    shop.network.takesBack(order)
    await shop.advance({ minutes: 20 })
    expect(alarms(shop)).toEqual(alarm(payment.reference))
  })
})

describe('paid', () => {
  test('a QR payment in the sandbox completes, with one event and its fee', async () => {
    const shop = await openSimulatedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    expect(payment).toMatchObject({ status: 'pending', payment_qr_code: expect.stringMatching(/^000201/) })
    await shop.advance({ seconds: 30 })
    expect(shop.merchant.eventTypes()).toEqual([])

    await shop.customer.scans(payment).approves()
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({
      status: 'completed',
      late: false,
      settlement: { gross: { value: 5_000 }, fees: { value: 25 }, net: { value: 4_975 } },
    })
    expect(shop.books()).toEqual({ network: -5_000, merchant: 4_975, held: 0, fees: 25, suspense: 0 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
    expect(shop.merchant.received[0]).toMatchObject({
      signed: true,
      event: { data: { reference: payment.reference } },
    })
    expect(shop.published.map(({ status }) => status)).toEqual(['completed'])
    await shop.advance({ hours: 5 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('a push completes over a network that calls back', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.pushes('0754 123 456', 10_000)
    expect(payment).toMatchObject({ status: 'pending', customer: { phone: '+255754123456' } })
    await shop.advance({ seconds: 5 })
    await shop.customer.picksUp('0754123456').approves()
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({
      status: 'completed',
      channel: { provider: 'airtel' },
    })
    expect(shop.books()).toEqual(tenThousand)
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('without a callback, status checks find it', async () => {
    const shop = await liveShop()
    shop.network.callbacks = () => []
    const payment = await shop.cashier.asksForQr(10_000)
    expect(payment.payment_qr_code).toStartWith('QR ')
    await shop.customer.scans(payment).approves()
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ seconds: 10 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  })

  test('a callback only rechecks: a forged one changes nothing', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    for (const reference of [...shop.network.orders.keys(), 'NOBODYKNOWSTHIS00001'])
      await shop.callsBack(reference)
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    expect(shop.books()).toEqual(nothing)
  })

  test('a network that makes its own payment token: that one is shown', async () => {
    const shop = await openSimulatedShop({
      mode: 'live',
      connections: ([simulated, network]) => {
        if (!simulated || network?.reach !== 'network') throw new Error('the scripted network comes second')
        const collect: typeof network.collect = async call => {
          const answer = await network.collect(call)
          return answer.kind === 'pending' ? { ...answer, token: '12345674' } : answer
        }
        return [simulated, { ...network, collect }]
      },
    })
    expect(await shop.cashier.asksForQr(10_000)).toMatchObject({ payment_token: '12345674' })
  })
})

test('declined: the payment fails with the network’s message, and is not checked again', async () => {
  const shop = await liveShop()
  const payment = await shop.cashier.pushes('0754123456', 10_000)
  await shop.customer.picksUp('0754123456').declines()
  await shop.advance({})
  expect(await shop.cashier.sees(payment)).toMatchObject({
    status: 'failed',
    failure_reason: 'payment_not_approved',
  })
  expect(shop.merchant.received.map(({ event }) => event.data)).toMatchObject([
    { failure_reason: 'payment_not_approved' },
  ])
  await shop.advance({ hours: 5 })
  expect(shop.merchant.eventTypes()).toEqual(['payment.failed'])
  expect(shop.books()).toEqual(nothing)
})

describe('expired', () => {
  test.each([
    [undefined, 4 * 3_600],
    [60, 60],
    [900, 900],
  ])('expires_in %p: after %p seconds, not before', async (expiresIn, seconds) => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000, expiresIn === undefined ? {} : { expiresIn })
    await shop.advance({ seconds, ms: -1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ ms: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired' })
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired'])
  })

  test('a payment that was paid in its last second is checked once more, and completes', async () => {
    const shop = await liveShop()
    shop.network.callbacks = () => []
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 3_600 })
    await shop.advance({ hours: 1, ms: -1 })
    await shop.customer.scans(payment).approves()
    await shop.advance({ ms: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: false })
  })
})

describe('late money is booked, and published once', () => {
  const paidLate = { status: 'completed', late: true, failure_reason: null }

  test('expired, then paid', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 60 })
    await shop.advance({ minutes: 3 })
    await shop.customer.scans(payment).approves()
    await shop.advance(hour)
    expect(await shop.cashier.sees(payment)).toMatchObject(paidLate)
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired', 'payment.completed'])
    expect(shop.merchant.received[1]?.event.data).toMatchObject({ late: true })
    expect(shop.books()).toEqual(tenThousand)
  })

  test('voided, then paid', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    expect(await shop.cashier.voids(payment)).toMatchObject({ status: 'voided' })
    await shop.advance({ minutes: 3 })
    await shop.customer.scans(payment).approves()
    await shop.advance(hour)
    expect(await shop.cashier.sees(payment)).toMatchObject(paidLate)
    expect(shop.merchant.eventTypes()).toEqual(['payment.voided', 'payment.completed'])
  })

  test('a network that declined calls back: it has the money after all', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.pushes('0754123456', 10_000)
    await shop.customer.picksUp('0754123456').declines()
    await shop.advance(hour)
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'failed' })
    shop.network.next('reply lost')
    shop.network.paysAfterAll([...shop.network.orders.keys()][0] ?? '')
    await shop.advance(hour)
    expect(await shop.cashier.sees(payment)).toMatchObject(paidLate)
    expect(shop.merchant.eventTypes()).toEqual(['payment.failed', 'payment.completed'])
    expect(shop.books()).toEqual(tenThousand)
  })

  test('a network calls back with the money while its decline is on the way, and then cannot be reached', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.pushes('0754123456', 10_000)
    const slowReply = [0, 5_000]
    shop.network.latency = () => slowReply.shift() ?? 0
    shop.network.next('arrives', 'unreachable')
    await shop.customer.picksUp('0754123456').declines()
    await shop.advance({ seconds: 1 })
    shop.network.paysAfterAll([...shop.network.orders.keys()][0] ?? '')
    await shop.advance(hour)
    expect(await shop.cashier.sees(payment)).toMatchObject(paidLate)
    expect(shop.books()).toEqual(tenThousand)
  })

  test('expired, then paid, with the clock set back over a restart: still received in order', async () => {
    const shop = await liveShop()
    shop.merchant.down()
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 60 })
    await shop.advance({ minutes: 2 })
    shop.setClock({ minutes: -1, seconds: -30 })
    await shop.crash()
    await shop.customer.scans(payment).approves()
    await shop.advance({})
    shop.merchant.up()
    await shop.advance(hour)
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired', 'payment.completed'])
  })
})

describe('money that fits no open payment waits in suspense', () => {
  const suspended = { network: -9_000, merchant: 0, held: 0, fees: 0, suspense: 9_000 }

  test('another amount than asked: the payment stays pending until it expires', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.customer.scans(payment).approves(9_000)
    await shop.advance(hour)
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: false })
    expect(shop.books()).toEqual(suspended)
    expect(shop.merchant.eventTypes()).toEqual([])
    await shop.advance({ hours: 4 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired'])
    expect(shop.books()).toEqual(suspended)
  })

  test('another amount, found after an unknown period: the period ends', async () => {
    const shop = await liveShop()
    shop.network.next('reply lost', 'reply lost', 'reply lost')
    const asked = shop.cashier.pushes('0754123456', 10_000)
    await shop.advance({ seconds: 35 })
    const payment = await asked
    expect(await shop.cashier.sees(payment)).toMatchObject({ outcome_unknown: true })
    shop.network.pays([...shop.network.orders.keys()][0] ?? '', 9_000)
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: false })
    expect(shop.books()).toEqual(suspended)
  })

  test('a QR payment that a push paid is a push: its method, fee and phone, and its page stays', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    expect(await shop.cashier.sees(payment)).toMatchObject({ payment_type: 'dynamic-qr' })
    await shop.customer.picksUp('0754123456').approves()
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({
      payment_type: 'mobile',
      status: 'completed',
      channel: { type: 'mobile_money', provider: 'airtel' },
      settlement: { fees: { value: 150 } },
      payment_url: payment.payment_url,
    })
    expect(
      shop.query("select type, status, count from total where count > 0 and status = 'completed'"),
    ).toEqual([{ type: 'mobile', status: 'completed', count: 1 }])
  })

  test('a push that paid another amount leaves the payment as it was requested', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    await shop.customer.picksUp('0754123456').approves(9_000)
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ payment_type: 'dynamic-qr', status: 'pending' })
  })

  test('paid twice, by QR and by push: completed once, the second waits', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    await shop.customer.scans(payment).approves()
    await shop.advance({ seconds: 1 })
    await shop.customer.picksUp('0754123456').approves()
    await shop.advance(hour)
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: false })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
    expect(shop.books()).toEqual({ ...tenThousand, network: -20_000, suspense: 10_000 })
  })
})

describe('voided', () => {
  test('a pending payment, once', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    expect(await shop.cashier.voids(payment)).toMatchObject({ status: 'voided', completed_at: null })
    await expect(shop.cashier.voids(payment)).rejects.toMatchObject({ kind: 'invalid_state' })
    await shop.advance({ hours: 5 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.voided'])
  })

  test('never a completed payment', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.customer.scans(payment).approves()
    await shop.advance({})
    await expect(shop.cashier.voids(payment)).rejects.toMatchObject({ kind: 'invalid_state' })
  })
})
