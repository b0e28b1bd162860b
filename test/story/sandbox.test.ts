// The simulated network of sandbox accounts, as stories: the sandbox call, the phone, and numbers that decide
// automatically.
import { describe, expect, test } from 'bun:test'
import type { PaymentView } from '../../src/wire/payment.ts'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { newCheckoutPeople } from '../kit/checkout-people.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

const rechecks = (shop: SimulatedShop) =>
  shop.query("select id from job where kind = 'attempt.recheck'").length

describe('the sandbox call', () => {
  test.each([
    [{ outcome: 'completed' }, { status: 'completed' }, ['payment.completed']],
    [{ outcome: 'failed' }, { status: 'failed', failure_reason: 'payment_not_approved' }, ['payment.failed']],
    [
      { outcome: 'failed', failureReason: 'wrong_pin' },
      { status: 'failed', failure_reason: 'wrong_pin' },
      ['payment.failed'],
    ],
    [{ outcome: 'expired' }, { status: 'expired' }, ['payment.expired']],
    [{ outcome: 'unknown' }, { status: 'pending', outcome_unknown: true }, []],
  ] as const)('%j', async (decision, view, types) => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    expect(await shop.sandbox.decides(payment, decision)).toMatchObject({ status: 'pending' })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject(view)
    expect(shop.merchant.eventTypes()).toEqual([...types])
  })

  test('delay_ms: the answer comes that much later, not before', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed', delayMs: 90_000 })
    await shop.advance({ ms: 89_999 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ ms: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  })

  test('delay_ms beyond the end: late money', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
    await shop.sandbox.decides(payment, { outcome: 'completed', delayMs: 120_000 })
    await shop.advance({ minutes: 3 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired', 'payment.completed'])
  })

  test('times 0, a lost callback: status checks find it', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed', times: 0 })
    await shop.advance({ seconds: 19 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  })

  test('times 3: three callbacks, one completion', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed', times: 3, delayMs: 1 })
    expect(rechecks(shop)).toBe(3)
    await shop.advance({ minutes: 1 })
    expect(rechecks(shop)).toBe(0)
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
    expect(shop.books()).toEqual({ network: -5_000, merchant: 4_975, held: 0, fees: 25, suspense: 0 })
  })

  test('an unknown outcome can be decided later', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.pushes('0754123456', 5_000)
    await shop.sandbox.decides(payment, { outcome: 'unknown' })
    await shop.advance({ minutes: 10 })
    await shop.sandbox.decides(payment, { outcome: 'completed' })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', outcome_unknown: false })
  })

  test('changes nothing on a completed payment', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed' })
    await shop.advance({ seconds: 1 })
    for (const outcome of ['failed', 'unknown', 'completed'] as const)
      expect(await shop.sandbox.decides(payment, { outcome })).toMatchObject({ status: 'completed' })
    await shop.advance({ hours: 1 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test.each([
    ['another amount', { outcome: 'completed', paidAmount: 4_000 }, { outcome: 'completed' }],
    ['a failed order', { outcome: 'failed' }, { outcome: 'unknown' }],
  ] as const)(
    'is refused with a reason when there is nothing left to decide: %s',
    async (_, before, after) => {
      const shop = await openCheckedShop()
      const payment = await shop.cashier.asksForQr(5_000)
      await shop.sandbox.decides(payment, before)
      await shop.advance({ seconds: 1 })
      await expect(shop.sandbox.decides(payment, after)).rejects.toMatchObject({
        reason: 'simulated_outcome_impossible',
      })
    },
  )

  test('of a live payment is refused', async () => {
    const shop = await openSimulatedShop({ mode: 'live' })
    const payment = await shop.cashier.asksForQr(5_000)
    await expect(shop.sandbox.decides(payment, { outcome: 'completed' })).rejects.toMatchObject({
      reason: 'live_account_needed',
    })
  })

  test('survives a power cut', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed', delayMs: 30_000 })
    await shop.crash({ seconds: 45 })
    await shop.advance({ seconds: 46 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  })
})

describe('a number that decides by itself, after 2 seconds', () => {
  test.each([
    ['0754000789', { status: 'completed' }],
    ['0754000049', { status: 'failed', failure_reason: 'insufficient_balance' }],
    ['0754000019', { status: 'failed', failure_reason: 'payer_limit_reached' }],
  ])('%s: %j', async (phone, view) => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.pushes(phone, 5_000)
    await shop.advance({ ms: 1_999 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ ms: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject(view)
  })

  test('129 never answers: unknown, until the payment expires', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.pushes('0754000129', 5_000)
    await shop.advance({ hours: 3 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await shop.advance({ hours: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: true })
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired'])
  })
})

describe('the handset', () => {
  test('approves a push', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.pushes('0754123456', 5_000)
    await shop.customer.picksUp('+255 754 123 456').approves()
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({
      status: 'completed',
      channel: { provider: 'mpesa' },
    })
  })

  test('declines, and cannot answer twice', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.pushes('0754123456', 5_000)
    const handset = shop.customer.picksUp('0754123456')
    await handset.declines()
    await expect(handset.approves()).rejects.toMatchObject({ kind: 'invalid_state' })
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'failed' })
  })

  test('pays a code that was voided: late money', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.cashier.voids(payment)
    await shop.customer.scans(payment).approves()
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(shop.merchant.eventTypes()).toEqual(['payment.voided', 'payment.completed'])
  })
})

const lateMoney = { status: 'completed', late: true }

describe('a customer pays what was voided', () => {
  const pays = {
    'by the sandbox call': (shop: SimulatedShop, payment: PaymentView) =>
      shop.sandbox.decides(payment, { outcome: 'completed' }),
    'by the handset': (shop: SimulatedShop, payment: PaymentView) => shop.customer.scans(payment).approves(),
    'by the sandbox call, and every callback is lost': (shop: SimulatedShop, payment: PaymentView) =>
      shop.sandbox.decides(payment, { outcome: 'completed', times: 0 }),
  }
  const orders = {
    'first voided': (voids: () => Promise<unknown>, pay: () => Promise<unknown>) => voids().then(pay),
    'first paid': (voids: () => Promise<unknown>, pay: () => Promise<unknown>) => pay().then(voids),
    'in the same moment': (voids: () => Promise<unknown>, pay: () => Promise<unknown>) =>
      Promise.all([voids(), pay()]),
    'in the same moment, paid before': (voids: () => Promise<unknown>, pay: () => Promise<unknown>) =>
      Promise.all([pay(), voids()]),
  }
  for (const [way, pay] of Object.entries(pays))
    test.each(Object.entries(orders))(`${way}, %s: late money`, async (_, inOrder) => {
      const shop = await openCheckedShop()
      const payment = await shop.cashier.asksForQr(5_000)
      await inOrder(
        () => shop.cashier.voids(payment),
        () => pay(shop, payment),
      )
      await shop.advance({ seconds: 20 })
      expect(await shop.cashier.sees(payment)).toMatchObject(lateMoney)
      expect(shop.merchant.eventTypes()).toEqual(['payment.voided', 'payment.completed'])
      expect(shop.books()).toMatchObject({ network: -5_000, suspense: 0 })
    })

  test('with another amount: it waits for a person', async () => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.cashier.voids(payment)
    await shop.sandbox.decides(payment, { outcome: 'completed', paidAmount: 4_000 })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'voided' })
    expect(await shop.admin.seesUnmatched('sandbox')).toMatchObject([
      { amount: 4_000, reason: 'other_amount' },
    ])
  })
})

describe('a customer pays after', () => {
  test.each([
    ['failed', {}],
    ['failed', { times: 0 }],
    ['expired', {}],
  ] as const)('%s %j: late money', async (outcome, how) => {
    const shop = await openCheckedShop()
    const payment = await shop.cashier.pushes('0754123456', 5_000)
    await shop.sandbox.decides(payment, { outcome })
    await shop.advance({ seconds: 1 })
    await shop.sandbox.decides(payment, { outcome: 'completed', ...how })
    await shop.advance({ seconds: 20 })
    expect(await shop.cashier.sees(payment)).toMatchObject(lateMoney)
    expect(shop.merchant.eventTypes()).toEqual([`payment.${outcome}`, 'payment.completed'])
  })

  test.each([
    ['the attempt on a payment link was cancelled', false],
    ['the link was cancelled too', true],
  ])('%s', async (_, isLinkCancelled) => {
    const shop = await openCheckedShop()
    const checkout = newCheckoutPeople(shop, 'sandbox')
    const session = await checkout.opens()
    const attempt = await checkout.pays(session, { phone: '0754 123 456' })
    await checkout.givesUp(session, attempt)
    if (isLinkCancelled) await checkout.cancels(session)
    const { payment_reference: reference } = await checkout.sees(session)
    await expect(shop.sandbox.decides({ reference }, { outcome: 'unknown' })).rejects.toMatchObject({
      reason: 'simulated_outcome_impossible',
    })
    await shop.sandbox.decides({ reference }, { outcome: 'completed' })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees({ reference })).toMatchObject({
      status: 'completed',
      late: isLinkCancelled,
    })
    expect(await checkout.sees(session)).toMatchObject({ status: 'completed' })
  })

  test('a payout failed: it completes late', async () => {
    const shop = await openCheckedShop()
    const paid = await shop.cashier.asksForQr(50_000)
    await shop.sandbox.decides(paid, { outcome: 'completed' })
    await shop.advance({ seconds: 1 })
    const { payout } = await shop.owner.paysOut({ amount: 5_000, phone: '0754123456' })
    await shop.sandbox.decidesPayout(payout, { outcome: 'failed' })
    await shop.advance({ seconds: 1 })
    await expect(shop.sandbox.decidesPayout(payout, { outcome: 'reversed' })).rejects.toMatchObject({
      reason: 'simulated_outcome_impossible',
    })
    await shop.sandbox.decidesPayout(payout, { outcome: 'completed', times: 0 })
    await shop.advance({ seconds: 20 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed' })
  })
})
