// An attempt that the customer replaces may be paid already, although its network has not reported it yet:
// the network is asked a last time, and no second order is sent for what is paid.
import { expect, test } from 'bun:test'
import type { CollectAnswer } from '../../src/connector/connector.ts'
import { progressOf } from '../../src/flow/checkout.ts'
import { checkoutPageView } from '../../src/http/checkout/checkout-view.ts'
import { newCheckoutPeople } from '../kit/checkout-people.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { openNaiveShop } from '../kit/naive-network.ts'

const phone = '0754 123 456'

/**
 * Opens a session whose customer has approved the push, while the network still reports it as in progress.
 */
async function slowReport() {
  const network = await openNaiveShop()
  const { shop } = network
  shop.afterStep = () => expect(complaintsAbout(shop)).toEqual([])
  const checkout = newCheckoutPeople(shop, 'live')
  const session = await checkout.opens()
  const attempt = await checkout.pays(session, { phone })
  const { order } = network.newest()
  network.newest().state = 'paid'
  network.answersCheck = ({ networkReference }) =>
    networkReference === order.networkReference ? { kind: 'pending' } : undefined
  return { network, shop, checkout, session, attempt }
}

/** Returns what the form shows about the last attempt. */
const noticeOf = ({ shop, session }: Awaited<ReturnType<typeof slowReport>>) =>
  shop.callServer('live', async appliance => {
    const progress = await progressOf(appliance, session.checkout_url.split('/').at(-1) ?? '')
    const visit = { locale: 'en' as const, meta: null, typed: {}, isHandset: true }
    const { state } = await checkoutPageView(appliance, progress, visit)
    return state.kind === 'form' ? state.failed : state.kind
  })

test('past its time, the form is still checking; paying again finds it paid and sends no second order', async () => {
  const story = await slowReport()
  const { network, shop, checkout, session, attempt } = story
  await shop.advance({ seconds: 181 })
  expect(await checkout.page(session)).toBe('form')
  expect(await noticeOf(story)).toBe('checking')
  await shop.advance({ seconds: 20 })
  network.answersCheck = () => undefined
  expect(await checkout.pays(session, { phone })).toMatchObject({
    attempt_id: attempt.attempt_id,
    status: 'completed',
  })
  expect(await checkout.page(session)).toBe('paid')
  await shop.advance({ hours: 1 })
  expect(network.orders.size).toBe(1)
  expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  expect(shop.books()).toMatchObject({ network: -10_000, suspense: 0 })
})

test.each([
  ['another number', { phone: '0713 000 111' }],
  ['a code', { method: 'qr' as const }],
])('paying with %s finds it paid, too', async (_, choice) => {
  const { network, shop, checkout, session } = await slowReport()
  await shop.advance({ seconds: 201 })
  network.answersCheck = () => undefined
  await checkout.pays(session, choice)
  expect([await checkout.page(session), network.orders.size]).toEqual(['paid', 1])
})

test('“send again” finds it paid, too', async () => {
  const { network, shop, checkout, session } = await slowReport()
  await shop.advance({ seconds: 31 })
  network.answersCheck = () => undefined
  await checkout.pays(session, { phone, again: true })
  expect([await checkout.page(session), network.orders.size]).toEqual(['paid', 1])
})

test('an attempt that its network still reports as open is replaced', async () => {
  const { network, shop, checkout, session } = await slowReport()
  await shop.advance({ seconds: 201 })
  const { checks } = network
  await checkout.pays(session, { phone })
  expect([network.checks, network.orders.size]).toEqual([checks + 1, 2])
  expect(await checkout.page(session)).toBe('waiting')
})

test('nothing is sent while the connection has no request left to ask with', async () => {
  const { network, shop, checkout, session } = await slowReport()
  await shop.advance({ seconds: 201 })
  network.answersCheck = () => ({
    kind: 'pending',
    isUnasked: true,
    nextCheckAt: shop.serverNow() + 5_000,
  })
  expect(await checkout.pays(session, { phone }).catch(error => error)).toMatchObject({
    kind: 'conflict',
    reason: 'attempt_outcome_unknown',
  })
  expect(network.orders.size).toBe(1)
  network.answersCheck = () => undefined
  await shop.advance({ minutes: 5 })
  expect([await checkout.page(session), network.orders.size]).toEqual(['paid', 1])
})

test('“another number” finds it paid, too', async () => {
  const { network, shop, checkout, session, attempt } = await slowReport()
  await shop.advance({ seconds: 20 })
  network.answersCheck = () => undefined
  const giving = checkout.givesUp(session, attempt).catch(error => error)
  expect(await giving).toMatchObject({ reason: 'attempt_paid' })
  expect([await checkout.page(session), network.orders.size]).toEqual(['paid', 1])
})

test('without an answer in time nothing is sent, and the late answer is recorded', async () => {
  const { network, shop, checkout, session } = await slowReport()
  await shop.advance({ seconds: 201 })
  const answer = Promise.withResolvers<CollectAnswer>()
  network.answersCheck = () => answer.promise
  const paying = checkout.pays(session, { phone }).catch(error => error)
  await shop.advance({ seconds: 9 })
  expect(await paying).toMatchObject({ kind: 'conflict', reason: 'attempt_outcome_unknown' })
  answer.resolve({ kind: 'completed', amount: 10_000, receipt: 'R1' })
  await shop.advance({ seconds: 1 })
  expect([await checkout.page(session), network.orders.size]).toEqual(['paid', 1])
})
