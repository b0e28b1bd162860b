// The simulated network of sandbox accounts, as stories: the sandbox call, the handset, and numbers that
// decide automatically.
import { describe, expect, test } from 'bun:test'
import { complaintsAbout } from '../kit/invariant.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

async function sandboxShop(): Promise<SimulatedShop> {
  const shop = await openSimulatedShop()
  shop.afterStep = () => expect(complaintsAbout(shop)).toEqual([])
  return shop
}
const typesHeard = (shop: SimulatedShop) => shop.merchant.received.map(({ event }) => event.type)
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
    const shop = await sandboxShop()
    const payment = await shop.cashier.asksForQr(5_000)
    expect(await shop.sandbox.decides(payment, decision)).toMatchObject({ status: 'pending' })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject(view)
    expect(typesHeard(shop)).toEqual([...types])
  })

  test('delay_ms: the answer comes that much later, not before', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed', delayMs: 90_000 })
    await shop.advance({ ms: 89_999 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ ms: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  })

  test('delay_ms beyond the end: late money', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.asksForQr(5_000, { expiresIn: 60 })
    await shop.sandbox.decides(payment, { outcome: 'completed', delayMs: 120_000 })
    await shop.advance({ minutes: 3 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(typesHeard(shop)).toEqual(['payment.expired', 'payment.completed'])
  })

  test('times 0, a lost callback: status checks finds it', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed', times: 0 })
    await shop.advance({ seconds: 19 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  })

  test('times 3: three callbacks, one completion', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'completed', times: 3, delayMs: 1 })
    expect(rechecks(shop)).toBe(3)
    await shop.advance({ minutes: 1 })
    expect(rechecks(shop)).toBe(0)
    expect(typesHeard(shop)).toEqual(['payment.completed'])
    expect(shop.books()).toEqual({ network: -5_000, merchant: 4_975, held: 0, fees: 25, suspense: 0 })
  })

  test('unknown, and decided later', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.pushes('0754123456', 5_000)
    await shop.sandbox.decides(payment, { outcome: 'unknown' })
    await shop.advance({ minutes: 10 })
    await shop.sandbox.decides(payment, { outcome: 'completed' })
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', outcome_unknown: false })
  })

  test('changes nothing on a final payment', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.sandbox.decides(payment, { outcome: 'failed' })
    await shop.advance({ seconds: 1 })
    expect(await shop.sandbox.decides(payment, { outcome: 'completed' })).toMatchObject({ status: 'failed' })
    await shop.advance({ hours: 1 })
    expect(typesHeard(shop)).toEqual(['payment.failed'])
  })

  test('of a live payment is refused', async () => {
    const shop = await openSimulatedShop({ mode: 'live' })
    const payment = await shop.cashier.asksForQr(5_000)
    await expect(shop.sandbox.decides(payment, { outcome: 'completed' })).rejects.toMatchObject({
      reason: 'live_account_needed',
    })
  })

  test('survives a power cut', async () => {
    const shop = await sandboxShop()
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
    const shop = await sandboxShop()
    const payment = await shop.cashier.pushes(phone, 5_000)
    await shop.advance({ ms: 1_999 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    await shop.advance({ ms: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject(view)
  })

  test('129 never answers: unknown, until the payment expires', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.pushes('0754000129', 5_000)
    await shop.advance({ hours: 3 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await shop.advance({ hours: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: true })
    expect(typesHeard(shop)).toEqual(['payment.expired'])
  })
})

describe('the handset', () => {
  test('approves a push', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.pushes('0754123456', 5_000)
    await shop.customer.picksUp('+255 754 123 456').approves()
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({
      status: 'completed',
      channel: { provider: 'mpesa' },
    })
  })

  test('declines, and cannot answer twice', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.pushes('0754123456', 5_000)
    const handset = shop.customer.picksUp('0754123456')
    await handset.declines()
    await expect(handset.approves()).rejects.toMatchObject({ kind: 'invalid_state' })
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'failed' })
  })

  test('pays a code that was voided: late money', async () => {
    const shop = await sandboxShop()
    const payment = await shop.cashier.asksForQr(5_000)
    await shop.cashier.voids(payment)
    await shop.customer.scans(payment).approves()
    await shop.advance({ seconds: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(typesHeard(shop)).toEqual(['payment.voided', 'payment.completed'])
  })
})
