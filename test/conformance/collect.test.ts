// What every connector must do when it collects, over flow, connector and network: yes, no and unknown,
// callbacks of any kind and none, and a line that breaks at every step. No money is lost, no customer is
// asked twice, and nothing unpaid counts as paid.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readEmv } from '../../src/domain/emv.ts'
import { mobile, qr } from '../kit/endpoint.ts'
import { errorBody, paymentOf } from '../kit/endpoint-answer.ts'
import { type LineFault, lineFaults } from '../kit/faulty-line.ts'
import { type Bench, merchantOf, type Order, openBench } from './bench.ts'
import { connectors } from './connector.ts'

const minutes = 60
const each = (faults: readonly LineFault[]) => faults.map(fault => [fault] as const)
const hours = 3_600

describe.each(connectors)('%s', (_, connector) => {
  let bench: Bench
  let merchant: ReturnType<typeof merchantOf>
  beforeAll(async () => {
    bench = await openBench(connector)
    merchant = merchantOf(bench)
  })
  afterAll(() => bench.close())
  beforeEach(() => {
    bench.line.mend()
    bench.network.revoke(false)
    bench.network.allowSkew?.(undefined)
    bench.skew.ms = 0
  })

  const makes = async (json: object = qr) => merchant.orderOf(paymentOf(await merchant.asks(json)).reference)
  const card = {
    payment_type: 'card',
    details: {
      amount: 5_000,
      currency: 'TZS',
      redirect_url: 'https://duka.example/done',
      cancel_url: 'https://duka.example/no',
    },
    phone_number: '0754123456',
    customer: {
      firstname: 'Asha',
      lastname: 'Juma',
      email: 'asha@example.com',
      address: 'Uhuru 1',
      city: 'Dar',
      state: 'Dar',
      postcode: '11101',
      country: 'TZ',
    },
  }
  const expectPaid = async (order: Order) => {
    expect(await merchant.sees(order)).toMatchObject({ status: 'completed' })
    expect(await merchant.events(order.reference, 'payment.completed')).toBe(1)
  }
  /**
   * Expects of an order whose line broke that it or another can be paid and is, or that no customer can pay
   * it any more.
   */
  const expectOneOrNone = async (fault: LineFault, { reference }: Order) => {
    const orders = await merchant.ordersOf(reference)
    const open = orders.filter(bench.network.canBePaid)
    const goesOn = connector.repeatsOrders || fault.startsWith('done')
    expect(open).toEqual(goesOn ? orders.slice(0, 1) : [])
    const [order] = open
    if (!order) return expect(await merchant.sees({ reference })).toMatchObject({ status: 'failed' })
    bench.network.decide(order, 'paid')
    await merchant.waits(5 * minutes)
    await expectPaid(order)
  }
  const callBack = (order: Order) =>
    bench.shop.request({ path: bench.callbackPath(), json: bench.network.callback(order) })

  describe('accepted', () => {
    test('a QR code of the network, completed by status checks alone', async () => {
      const payment = paymentOf(await merchant.asks(qr))
      expect(payment.status).toBe('pending')
      expect(payment.payment_token).toMatch(/^\d{8}$/)
      expect(readEmv(payment.payment_qr_code ?? '')?.get('26.02')).toBe(payment.payment_token)
      const order = await merchant.orderOf(payment.reference)
      bench.network.decide(order, 'paid')
      expect(await merchant.sees(order)).toMatchObject({ status: 'pending' })
      await merchant.waits(10)
      await expectPaid(order)
      expect((await merchant.sees(order)).channel.provider).toBe('mpesa')
    })

    test('a push, sent once', async () => {
      const order = await makes(mobile)
      expect(bench.network.prompts(order)).toBe(1)
      bench.network.decide(order, 'paid')
      await merchant.waits(10)
      await expectPaid(order)
    })

    test('a push to a number that has moved to another network: the payment shows whose wallet paid', async () => {
      const order = await makes(mobile)
      expect((await merchant.sees(order)).channel.provider).toBe('mpesa')
      bench.network.paysFromAirtel(order)
      await merchant.waits(10)
      await expectPaid(order)
      expect((await merchant.sees(order)).channel).toEqual({ type: 'mobile_money', provider: 'airtel' })
    })

    test('a card page of the network', async () => {
      const payment = paymentOf(await merchant.asks(card))
      expect(payment.payment_url).toMatch(/^https?:/)
      const order = await merchant.orderOf(payment.reference)
      bench.network.decide(order, 'paid')
      await merchant.waits(10)
      await expectPaid(order)
    })

    test('a push again, to a payment that was asked for by QR code', async () => {
      const order = await makes(qr)
      const path = `/v1/payments/${order.reference}/push`
      const answer = await bench.shop.request({ as: 'live', path, json: { phone: '0754123456' } })
      expect(answer.status).toBe(200)
      const pushed = await merchant.orderOf(order.reference)
      expect(bench.network.prompts(pushed)).toBe(1)
      bench.network.decide(pushed, 'paid')
      await merchant.waits(10)
      await expectPaid(pushed)
    })
  })

  describe('another push to this phone', () => {
    const pushesAgain = ({ reference }: Order) =>
      bench.shop.request({
        as: 'live',
        path: `/v1/payments/${reference}/push`,
        json: { phone: '0754123456' },
      })
    const expectOneOrder = async (order: Order, prompts: number) => {
      expect(await merchant.ordersOf(order.reference)).toHaveLength(1)
      expect(bench.network.prompts(order)).toBe(prompts)
      bench.network.decide(order, 'paid')
      await merchant.waits(5 * minutes)
      await expectPaid(order)
    }

    test('rings for the same order, once its prompt has passed', async () => {
      const order = await makes(mobile)
      for (const seconds of [1, 61]) {
        await merchant.waits(seconds)
        expect((await pushesAgain(order)).status).toBe(200)
      }
      // The prompt of a relay's order began later, so it rings longer.
      await merchant.waits(15)
      await pushesAgain(order)
      expect(await merchant.sees(order)).toMatchObject({ outcome_unknown: false })
      await expectOneOrder(order, 2)
    })

    test.each(each(lineFaults))('%s: never repeated by itself, and the order is paid', async fault => {
      const order = await makes(mobile)
      await merchant.waits(76)
      bench.line.breaks(fault, connector.pushAgainPath)
      expect((await pushesAgain(order)).status).toBeOneOf([200, 503])
      bench.line.mend()
      await merchant.waits(10)
      await pushesAgain(order)
      await expectOneOrder(order, fault.startsWith('done') ? 2 : 1)
    })
  })

  test('declined by the customer', async () => {
    const order = await makes(mobile)
    bench.network.decide(order, 'declined')
    await merchant.waits(10)
    expect(await merchant.sees(order)).toMatchObject({
      status: 'failed',
      failure_reason: 'payment_not_approved',
    })
  })

  test('no answer of the customer: it expires, and money that comes later counts', async () => {
    const order = await makes(mobile)
    await merchant.waits(5 * hours)
    expect(await merchant.sees(order)).toMatchObject({ status: 'expired' })
    expect(bench.network.canBePaid(order)).toBe(false)
    bench.network.paysAfterAll(order)
    await merchant.waits(2 * 24 * hours)
    expect(await merchant.sees(order)).toMatchObject({ status: 'completed' })
  })

  describe('a payment that is voided', () => {
    const voids = ({ reference }: Order) =>
      bench.shop.request({ as: 'live', path: `/v1/payments/${reference}/void`, json: {} })

    test.each([
      ['a QR code', qr],
      ['a push that rings', mobile],
      ['a card page', card],
    ])('%s cannot be paid any more, and money that comes all the same counts', async (_, asked) => {
      const order = await makes(asked)
      expect((await voids(order)).status).toBe(200)
      await bench.shop.work()
      expect(bench.network.canBePaid(order)).toBe(false)
      expect(await merchant.sees(order)).toMatchObject({ status: 'voided' })
      bench.network.paysAfterAll(order)
      await merchant.waits(2 * 24 * hours)
      await expectPaid(order)
      expect(await merchant.sees(order)).toMatchObject({ late: true })
    })

    test.each(each(lineFaults))('%s while it is withdrawn: it is withdrawn in the end', async fault => {
      const order = await makes()
      bench.line.breaks(fault)
      await voids(order)
      await merchant.waits(20)
      bench.line.mend()
      await merchant.waits(5 * minutes)
      expect(bench.network.canBePaid(order)).toBe(false)
      expect(await merchant.sees(order)).toMatchObject({ status: 'voided' })
    })

    test('while the line is down, and the push never arrived: it is not sent when the line is back', async () => {
      bench.line.breaks('lost')
      await merchant.asks(mobile)
      const order = await merchant.newestOrder()
      await voids(order)
      await merchant.waits(20)
      bench.line.mend()
      await merchant.waits(1 * minutes)
      expect(bench.network.prompts(order)).toBe(0)
      expect(await merchant.sees(order)).toMatchObject({ status: 'voided' })
      // A push that works ends the row of failures, so that no circuit opens in the next tests.
      await makes(mobile)
    })

    test('one that was paid a moment before is completed', async () => {
      const order = await makes()
      bench.network.decide(order, 'paid')
      await voids(order)
      await bench.shop.work()
      await expectPaid(order)
    })
  })

  describe('callbacks', () => {
    test('one completes the payment immediately', async () => {
      const order = await makes()
      bench.network.decide(order, 'paid')
      expect((await callBack(order)).status).toBe(200)
      await bench.shop.work()
      await expectPaid(order)
    })

    test('before the money, three times, and after the end: only the network’s own status counts', async () => {
      const order = await makes()
      for (const _ of [1, 2, 3]) await callBack(order)
      await bench.shop.work()
      expect(await merchant.sees(order)).toMatchObject({ status: 'pending' })
      bench.network.decide(order, 'paid')
      for (const _ of [1, 2, 3]) await callBack(order)
      await bench.shop.work()
      await expectPaid(order)
      await callBack(order)
      await merchant.waits(10 * minutes)
      await expectPaid(order)
    })

    test('a callback that arrives after its status check', async () => {
      const order = await makes()
      bench.network.decide(order, 'paid')
      await merchant.waits(10)
      await callBack(order)
      await merchant.waits(10)
      await expectPaid(order)
    })

    test('about an order that does not exist, with a secret that does not exist, with no JSON', async () => {
      const order = await makes()
      const unknown = { ...order, networkReference: '00000000000000000000' }
      expect((await callBack(unknown)).status).toBe(200)
      const json = bench.network.callback(order)
      const path = `${bench.callbackPath().slice(0, -1)}x`
      expect((await bench.shop.request({ path, json })).status).toBe(200)
      expect((await bench.shop.request({ path: bench.callbackPath(), raw: '{"order' })).status).toBe(200)
      const before = bench.line.requests.length
      await bench.shop.work()
      expect(bench.line.requests.length).toBe(before)
    })
  })

  describe('a line that breaks while the status is asked', () => {
    test.each(each(lineFaults))('%s: the payment waits, and completes afterwards', async fault => {
      const order = await makes()
      bench.network.decide(order, 'paid')
      bench.line.breaks(fault)
      await merchant.waits(30)
      expect(await merchant.sees(order)).toMatchObject({ status: 'pending' })
      bench.line.mend()
      await merchant.waits(5 * minutes)
      await expectPaid(order)
    })
  })

  describe('a line that breaks while a push is sent', () => {
    test.each(each(lineFaults))('%s: asked once and paid, or it has failed', async fault => {
      bench.line.breaks(fault)
      const answer = await merchant.asks(mobile)
      bench.line.mend()
      expect(answer.status).toBeOneOf([201, 503])
      const order = await merchant.newestOrder()
      await merchant.waits(20 * minutes)
      const prompts = (await merchant.ordersOf(order.reference)).map(bench.network.prompts)
      const goesOn = connector.repeatsOrders || fault.startsWith('done')
      expect(prompts.reduce((sum, one) => sum + one)).toBe(goesOn ? 1 : 0)
      await expectOneOrNone(fault, order)
    })

    test.each(each(lineFaults.filter(fault => fault.startsWith('done'))))(
      '%s once the phone rings: one prompt, and its payment completes',
      async fault => {
        bench.line.breaks(fault, connector.pushPath)
        await merchant.asks(mobile)
        bench.line.mend()
        const order = await merchant.newestOrder()
        expect(bench.network.prompts(order)).toBe(1)
        bench.network.decide(order, 'paid')
        await merchant.waits(10 * minutes)
        expect(bench.network.prompts(order)).toBe(1)
        await expectPaid(order)
      },
    )
  })

  describe('a line that breaks while a QR code is asked for', () => {
    test.each(each(lineFaults))('%s: a code comes after all, or it has failed', async fault => {
      bench.line.breaks(fault)
      const answer = await merchant.asks(qr)
      bench.line.mend()
      expect(answer.status).toBe(503)
      const order = await merchant.newestOrder()
      await merchant.waits(20 * minutes)
      const { payment_qr_code: code } = await merchant.sees(order)
      expect(code !== undefined).toBe(connector.repeatsOrders || fault.startsWith('done'))
      await expectOneOrNone(fault, order)
    })
  })

  describe('credentials and clock', () => {
    test('credentials that are revoked in the middle of a day', async () => {
      const order = await makes()
      bench.network.revoke(true)
      const refused = await merchant.asks(qr)
      expect(refused.status).toBe(503)
      expect(refused.json).toMatchObject(errorBody('network_unavailable', 'network_unreachable'))
      const unsent = await merchant.newestOrder()
      bench.network.decide(order, 'paid')
      await merchant.waits(10 * minutes)
      expect(await merchant.sees(order)).toMatchObject({ status: 'pending' })
      bench.network.revoke(false)
      await merchant.waits(10 * minutes)
      await expectPaid(order)
      expect(bench.network.canBePaid(unsent)).toBe(false)
    })

    test('a clock that is 5 minutes off, where the network does not mind', async () => {
      bench.skew.ms = 5 * minutes * 1_000
      const order = await makes()
      bench.network.decide(order, 'paid')
      await merchant.waits(10)
      await expectPaid(order)
    })

    if (connector.minds.clock)
      test('a clock that is 5 minutes off, where the network minds: nothing is sent, and nothing is lost', async () => {
        const order = await makes()
        bench.network.allowSkew?.(60_000)
        bench.skew.ms = -5 * minutes * 1_000
        expect((await merchant.asks(qr)).json).toMatchObject(errorBody('network_unavailable'))
        bench.network.decide(order, 'paid')
        await merchant.waits(10)
        expect(await merchant.sees(order)).toMatchObject({ status: 'pending' })
        bench.skew.ms = 0
        await merchant.waits(5 * minutes)
        await expectPaid(order)
      })
  })
})
