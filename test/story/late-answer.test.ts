// Late answers about an attempt of a session that was cancelled or failed, or that a person marked as not
// paid: only money changes the payment.
import { expect, test } from 'bun:test'
import type { CollectAnswer } from '../../src/connector/connector.ts'
import { staffActor } from '../../src/domain/actor.ts'
import type { CollectOrder } from '../../src/domain/attempt.ts'
import { markNotPaid } from '../../src/flow/manual-confirmation.ts'
import { newCheckoutPeople } from '../kit/checkout-people.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openNaiveShop } from '../kit/naive-network.ts'

const phone = '0754 123 456'

/** Opens a shop over a network that sends a memo with every answer, as a relay does. */
async function relayedCheckout() {
  const network = await openNaiveShop()
  const { shop } = network
  shop.afterStep = () => expect(complaintsAbout(shop)).toEqual([])
  const memoOf = ({ networkReference }: CollectOrder) => ({ memo: { payment: networkReference } })
  const checkout = newCheckoutPeople(shop, 'live')
  const session = await checkout.opens()
  const paymentNow = async () => {
    const { payment_reference: reference } = await checkout.sees(session)
    return shop.cashier.sees({ reference })
  }
  return { network, shop, checkout, session, memoOf, paymentNow }
}

test('an unknown outcome after “not paid” leaves the payment known, and money still completes it', async () => {
  const { network, shop, checkout, session, memoOf, paymentNow } = await relayedCheckout()
  const unknown = (order: CollectOrder): CollectAnswer => ({ kind: 'unknown', ...memoOf(order) })
  network.answersOrder = unknown
  network.answersCheck = unknown
  await checkout.pays(session, { phone })
  expect(await paymentNow()).toMatchObject({ status: 'pending', outcome_unknown: true })
  const { reference } = await paymentNow()
  await shop.callServer('live', (appliance, account) =>
    markNotPaid(appliance, account, reference, 'Not on the statement', {
      actor: staffActor('asha'),
      address: '192.168.1.20',
      salesScope: {},
    }),
  )
  const { checks } = network
  await shop.advance({ minutes: 10 })
  expect(network.checks).toBeGreaterThan(checks)
  expect(await paymentNow()).toMatchObject({ status: 'pending', outcome_unknown: false })
  expect(await checkout.page(session)).toBe('form')
  network.answersCheck = () => undefined
  network.newest().state = 'paid'
  await shop.advance({ minutes: 10 })
  expect(await paymentNow()).toMatchObject({ status: 'completed' })
})

test('a failed QR attempt that its network reopens does not replace the code of the next one', async () => {
  const { network, shop, checkout, session, paymentNow } = await relayedCheckout()
  await checkout.pays(session, { method: 'qr' })
  const firstOrder = network.newest()
  firstOrder.state = 'declined'
  await shop.advance({ minutes: 1 })
  await checkout.pays(session, { method: 'qr' })
  const { payment_qr_code: code } = await paymentNow()
  firstOrder.state = 'open'
  network.answersCheck = order =>
    firstOrder.order.networkReference === order.networkReference
      ? { kind: 'pending', qr: `QR ${order.networkReference}` }
      : undefined
  await shop.advance({ minutes: 10 })
  expect(shop.query('select state from attempt')).toEqual([{ state: 'sent' }, { state: 'sent' }])
  expect(await paymentNow()).toMatchObject({ status: 'pending', payment_qr_code: code })
})

test('a cancelled QR attempt does not replace the code of the next one, and its money is booked', async () => {
  const { network, shop, checkout, session, memoOf, paymentNow } = await relayedCheckout()
  const codeOf = ({ networkReference }: CollectOrder) => `QR ${networkReference}`
  const first = await checkout.pays(session, { method: 'qr' })
  const firstOrder = network.newest()
  await checkout.givesUp(session, first)
  await checkout.pays(session, { method: 'qr' })
  const code = codeOf(network.newest().order)
  expect(await paymentNow()).toMatchObject({ payment_qr_code: code })
  const { checks } = network
  network.answersCheck = order =>
    firstOrder.order.networkReference === order.networkReference
      ? { kind: 'pending', qr: codeOf(order), ...memoOf(order) }
      : { kind: 'pending' }
  await shop.advance({ minutes: 10 })
  expect(network.checks).toBeGreaterThan(checks)
  expect(await paymentNow()).toMatchObject({ status: 'pending', payment_qr_code: code })
  network.answersCheck = () => undefined
  firstOrder.state = 'paid'
  await shop.advance({ minutes: 10 })
  expect(await paymentNow()).toMatchObject({ status: 'completed' })
})
