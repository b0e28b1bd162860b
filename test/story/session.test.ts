// Checkout sessions as stories on simulated time: paid, tried again, abandoned, late, unknown, cancelled,
// through crashes.
import { describe, expect, test } from 'bun:test'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { newCheckoutPeople } from '../kit/checkout-people.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'

const phone = '0754 123 456'
/** The customer chooses the amount. */
const customAmount = { amount: 0, allowCustomAmount: true, amountMin: 1_000, amountMax: 50_000 }
const payments = (shop: SimulatedShop) =>
  shop.query<{ status: string; type: string; amount: number; late: number }>(
    'select status, type, amount, late from payment where session_id is not null',
  )
const attempts = (shop: SimulatedShop) =>
  shop.query<{ state: string }>('select state from attempt order by id').map(({ state }) => state)

async function liveCheckout() {
  const shop = await openCheckedShop({ mode: 'live' })
  return { shop, checkout: newCheckoutPeople(shop, 'live') }
}

describe('paid', () => {
  test('on the phone: one payment, one event that names the session', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens({ metadata: { order: 'A-1042' } })
    expect(session).toMatchObject({ status: 'pending', payment_reference: '' })
    expect(await checkout.page(session)).toBe('form')
    expect(await checkout.pays(session, { phone })).toMatchObject({
      status: 'pending',
      payment_token: expect.stringMatching(/^\d{8}$/),
    })
    expect(await checkout.sees(session)).toMatchObject({ status: 'active' })
    expect(await checkout.page(session)).toBe('waiting')
    await shop.customer.picksUp(phone).approves()
    await shop.advance({ seconds: 1 })
    expect(await checkout.page(session)).toBe('paid')
    const seen = await checkout.sees(session)
    expect(seen).toMatchObject({ status: 'completed', late: false, completed_at: expect.any(String) })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
    expect(shop.merchant.received[0]).toMatchObject({
      signed: true,
      event: {
        data: {
          reference: seen.payment_reference,
          session_reference: session.reference,
          payment_method: 'mobile_money',
          metadata: { order: 'A-1042' },
          settlement: { gross: { value: 10_000 }, fees: { value: 150 }, net: { value: 9_850 } },
        },
      },
    })
    await shop.advance({ hours: 30 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('by a code after a declined push: the same payment, now of another type and fee', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    await checkout.pays(session, { phone })
    await shop.customer.picksUp(phone).declines()
    await shop.advance({ seconds: 1 })
    expect(await checkout.page(session)).toBe('form')
    expect(await checkout.sees(session)).toMatchObject({ status: 'active' })
    expect(shop.merchant.eventTypes()).toEqual([])

    await checkout.pays(session, { method: 'qr' })
    expect(payments(shop)).toEqual([{ status: 'pending', type: 'dynamic-qr', amount: 10_000, late: 0 }])
    const { payment_reference: reference } = await checkout.sees(session)
    await shop.customer.scans(await shop.cashier.sees({ reference })).approves()
    await shop.advance({ seconds: 1 })
    expect(payments(shop)).toEqual([{ status: 'completed', type: 'dynamic-qr', amount: 10_000, late: 0 }])
    expect(attempts(shop)).toEqual(['failed', 'succeeded'])
    expect(shop.merchant.received).toMatchObject([
      { event: { type: 'payment.completed', data: { payment_method: 'qr' } } },
    ])
  })

  test('an amount of the customer’s own, changed between two tries', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens(customAmount)
    const bounds = { min: customAmount.amountMin, max: customAmount.amountMax }
    await expect(checkout.pays(session, { phone, amount: 999 })).rejects.toMatchObject({
      reason: 'out_of_range',
      params: bounds,
    })
    await expect(checkout.pays(session, { phone })).rejects.toMatchObject({
      reason: 'amount_required',
      params: bounds,
    })
    const first = await checkout.pays(session, { phone, amount: 2_000 })
    await checkout.givesUp(session, first)
    await shop.advance({ seconds: 30 })
    await checkout.pays(session, { phone, amount: 3_000 })
    await shop.customer.picksUp(phone).approves()
    await shop.advance({ seconds: 1 })
    expect(payments(shop)).toEqual([{ status: 'completed', type: 'mobile', amount: 3_000, late: 0 }])
  })

  test('an abandoned attempt that is paid: its own amount completes the payment', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens(customAmount)
    const first = await checkout.pays(session, { phone, amount: 2_000 })
    await checkout.givesUp(session, first)
    const [reference = ''] = [...shop.network.orders.keys()]
    await shop.advance({ seconds: 10 })
    await checkout.pays(session, { phone: '0713 000 111', amount: 3_000 })
    shop.network.pays(reference)
    await shop.advance({ minutes: 1 })
    expect(payments(shop)).toEqual([{ status: 'completed', type: 'mobile', amount: 2_000, late: 0 }])
    // And the second prompt too: no second completion, the money waits for a person.
    await shop.customer.picksUp('0713 000 111').approves()
    await shop.advance({ minutes: 1 })
    expect(shop.query('select amount, reason from unmatched')).toEqual([
      { amount: 3_000, reason: 'paid_twice' },
    ])
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })
})

describe('a second attempt', () => {
  test('is refused while the push is open, and allowed when a cancelled one rings no more', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    const first = await checkout.pays(session, { phone })
    await expect(checkout.pays(session, { phone })).rejects.toMatchObject({ kind: 'conflict' })
    await checkout.givesUp(session, first)
    expect(await checkout.page(session)).toBe('form')
    await checkout.givesUp(session, first)
    await expect(checkout.pays(session, { phone })).rejects.toMatchObject({ reason: 'push_too_soon' })
    await shop.advance({ seconds: 30 })
    await checkout.pays(session, { phone })
    expect(attempts(shop)).toEqual(['cancelled', 'sent'])
    expect(shop.network.orders.size).toBe(2)
  })

  test('“send again” replaces the first after 30 seconds', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    await checkout.pays(session, { phone })
    await expect(checkout.pays(session, { phone, again: true })).rejects.toMatchObject({ kind: 'conflict' })
    await shop.advance({ seconds: 30 })
    await checkout.pays(session, { phone, again: true })
    expect(attempts(shop)).toEqual(['cancelled', 'sent'])
  })

  test('twenty in parallel are one', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => checkout.pays(session, { phone })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(shop.network.orders.size).toBe(1)
    expect(payments(shop)).toHaveLength(1)
  })

  test('is refused while the first is unknown, which cannot be cancelled either', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    shop.network.passage = () => 'reply lost'
    const paying = checkout.pays(session, { phone })
    await shop.advance({ seconds: 60 })
    const first = await paying
    expect(await checkout.page(session)).toBe('unknown')
    await expect(checkout.pays(session, { phone })).rejects.toMatchObject({ kind: 'conflict' })
    await expect(checkout.givesUp(session, first)).rejects.toMatchObject({ kind: 'conflict' })
    shop.network.passage = () => 'arrives'
    await shop.customer.picksUp(phone).approves()
    await shop.advance({ minutes: 2 })
    expect(await checkout.page(session)).toBe('paid')
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('follows immediately where nothing could be sent', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    shop.network.next('unreachable')
    await expect(checkout.pays(session, { phone })).rejects.toMatchObject({ kind: 'network_unavailable' })
    await shop.advance({ seconds: 2 })
    expect(payments(shop)).toMatchObject([{ status: 'pending' }])
    await checkout.pays(session, { phone })
    await shop.customer.picksUp(phone).approves()
    await shop.advance({ seconds: 1 })
    expect(await checkout.page(session)).toBe('paid')
  })
})

describe('the end', () => {
  test('expired without an attempt: no payment, no event', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens({ expiresInSeconds: 60 })
    await shop.advance({ seconds: 61 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'expired' })
    await expect(checkout.pays(session, { phone })).rejects.toMatchObject({ kind: 'payment_expired' })
    expect(payments(shop)).toEqual([])
    expect(shop.merchant.eventTypes()).toEqual([])
  })

  test('expired after a failed attempt: the payment ends with it', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens({ expiresInSeconds: 600 })
    await checkout.pays(session, { phone })
    await shop.customer.picksUp(phone).declines()
    await shop.advance({ seconds: 601 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'expired' })
    expect(payments(shop)).toMatchObject([{ status: 'expired' }])
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired'])
    await shop.advance({ hours: 8 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired'])
  })

  test('waits for the open attempt, and takes its money', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens({ expiresInSeconds: 60 })
    await shop.advance({ seconds: 50 })
    await checkout.pays(session, { phone })
    await shop.advance({ seconds: 60 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'active' })
    expect(await checkout.page(session)).toBe('waiting')
    await shop.customer.picksUp(phone).approves()
    await shop.advance({ seconds: 1 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'completed', late: false })
  })

  test('comes when the open attempt is declined', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens({ expiresInSeconds: 60 })
    await checkout.pays(session, { phone })
    await shop.advance({ seconds: 90 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'active' })
    await shop.customer.picksUp(phone).declines()
    await shop.advance({ seconds: 1 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'expired' })
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired'])
  })

  test('cancelled: the payment is voided, and late money completes both', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    await checkout.pays(session, { phone })
    await checkout.cancels(session)
    await shop.advance({ seconds: 1 })
    expect(await checkout.page(session)).toBe('cancelled')
    await expect(checkout.cancels(session)).rejects.toMatchObject({ kind: 'invalid_state' })
    expect(shop.merchant.eventTypes()).toEqual(['payment.voided'])
    await shop.customer.picksUp(phone).approves()
    await shop.advance({ minutes: 1 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'completed', late: true })
    expect(payments(shop)).toMatchObject([{ status: 'completed', late: 1 }])
    expect(shop.merchant.eventTypes()).toEqual(['payment.voided', 'payment.completed'])
  })

  test('the cashier voids the payment: its session is cancelled', async () => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    await checkout.pays(session, { phone })
    await shop.cashier.voids({ reference: (await checkout.sees(session)).payment_reference })
    expect(await checkout.sees(session)).toMatchObject({ status: 'cancelled' })
  })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a crash at point %i of an attempt loses and doubles nothing',
  async point => {
    const { shop, checkout } = await liveCheckout()
    const session = await checkout.opens()
    shop.crashAt(point, { seconds: 5 })
    await checkout.pays(session, { phone }).catch(() => undefined)
    await shop.advance({ minutes: 10 })
    if ((await checkout.page(session)) === 'form') await checkout.pays(session, { phone })
    await shop.customer.picksUp(phone).approves()
    await shop.advance({ minutes: 10 })
    expect(await checkout.sees(session)).toMatchObject({ status: 'completed' })
    expect([...shop.network.orders.values()].filter(({ state }) => state === 'paid')).toHaveLength(1)
    expect(shop.books('live')).toMatchObject({ network: -10_000, suspense: 0 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  },
)

test('in the sandbox, the card page leads back to the checkout', async () => {
  const shop = await openSimulatedShop()
  const checkout = newCheckoutPeople(shop, 'sandbox')
  const session = await checkout.opens()
  const { payment_url: cardPage } = await checkout.pays(session, { method: 'card' })
  expect(cardPage).toContain('/sandbox/card/')
  expect(shop.query('select redirect_url, cancel_url from payment')).toEqual([
    { redirect_url: session.checkout_url, cancel_url: session.checkout_url },
  ])
})
