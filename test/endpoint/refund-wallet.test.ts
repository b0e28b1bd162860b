// Which wallet and which order a refund goes to where a payment had several attempts.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { requestedByServer, staffActor } from '../../src/domain/actor.ts'
import { assert } from '../../src/domain/fault.ts'
import { recordOwnerNotice } from '../../src/flow/owner-notice.ts'
import { createRefund } from '../../src/flow/refund.ts'
import { withdrawRefund } from '../../src/flow/refund-waiting.ts'
import { findAccount } from '../../src/store/account.ts'
import { listAttempts } from '../../src/store/attempt.ts'
import { findRefund } from '../../src/store/payout.ts'
import { mobile, openEndpointShop } from '../kit/endpoint.ts'
import { paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, earn } from '../kit/endpoint-money.ts'
import { allMethods, openSession } from '../kit/endpoint-session.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'

const shop = await openEndpointShop()
const { read } = shop.appliance.store
await addRoles(shop)
await earn(shop, 1_000_000)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const amina = '+255754111222'
const baraka = '+255754333444'

/** Approves the newest request on this phone as its customer. */
async function approve(phone: string): Promise<void> {
  const prompts = await shop.request({ path: `/api/v1/handset/prompts?phone=${encodeURIComponent(phone)}` })
  const path = `/api/v1/handset/prompts/${textAt(prompts, 'data.0.id')}`
  expect((await shop.request({ path, json: { answer: 'approve' } })).status).toBe(200)
  await shop.work()
}

/** Refunds a payment, and returns the stored refund. */
async function refund(reference: string, json: object) {
  const path = `/v1/payments/${reference}/refunds`
  const answer = await shop.request({ as: 'sandbox', path, json: { reason: 'Goods returned', ...json } })
  expect(answer.status).toBe(201)
  return findRefund(read, textAt(answer, 'data.id'))
}

/** Returns the unmatched money of a payment. */
async function unmatchedOf(reference: string): Promise<string> {
  const list = await shop.request({ as: 'owner', path: `/api/v1/unmatched?payment=${reference}` })
  return textAt(list, 'data.items.0.id')
}

/** Requests a session's money from Amina, who seems not to answer, and then from Baraka. */
async function requestedFromBoth() {
  const session = await openSession(shop, { amount: 20_000, ...allMethods })
  const { attempt_id } = await session.tries({ payment_method: 'mobile_money', customer_phone: amina })
  await session.giveUp(attempt_id)
  shop.advance(60_000)
  await session.tries({ payment_method: 'mobile_money', customer_phone: baraka })
  return session
}

test('a payout goes to the phone that paid, not to the one that was asked first', async () => {
  const details = { amount: 20_000, currency: 'TZS' }
  const json = { ...mobile, details, phone_number: amina }
  const { reference } = paymentOf(await shop.request({ as: 'sandbox', path: '/v1/payments', json }))
  shop.advance(60_000)
  const path = `/v1/payments/${reference}/push`
  expect((await shop.request({ as: 'sandbox', path, json: { phone: baraka } })).status).toBe(200)
  await approve(baraka)
  expect(await refund(reference, { way: 'payout' })).toMatchObject({ recipient: { phone: baraka } })
})

test('money that came twice goes back to whom it came from', async () => {
  const session = await requestedFromBoth()
  await approve(baraka)
  await approve(amina)
  const { payment_reference: reference } = await session.get()
  const unmatched_id = await unmatchedOf(reference)
  expect(await refund(reference, { way: 'payout', unmatched_id })).toMatchObject({
    recipient: { phone: amina },
  })
  expect(await refund(reference, { way: 'payout' })).toMatchObject({ recipient: { phone: baraka } })
})

test('an alarm of an earlier release, which does not name the reversed order, bars both', async () => {
  const session = await requestedFromBoth()
  await approve(baraka)
  await approve(amina)
  const { payment_reference: reference } = await session.get()
  const account = await findAccount(read, shop.accounts.sandbox.id)
  assert(account, 'the shop has its account')
  const entry = { account, by: requestedByServer, kind: 'payment.reversed', subject: reference } as const
  await shop.appliance.store.write(tx =>
    recordOwnerNotice(tx, shop.appliance, { ...entry, detail: { amount: 20_000 } }),
  )
  for (const json of [{}, { unmatched_id: await unmatchedOf(reference) }]) {
    const path = `/v1/payments/${reference}/refunds`
    const answer = await shop.request({ as: 'sandbox', path, json: { reason: 'Paid twice', ...json } })
    expect(answer.json).toMatchObject({ reason: 'refund_of_reversed' })
  }
})

test('a network gives back the order that brought the money, whichever of two was paid last', async () => {
  const session = await requestedFromBoth()
  await approve(amina)
  await approve(baraka)
  const { payment_reference: reference } = await session.get()
  const orders = new Map(
    (await listAttempts(read, reference)).map(({ phone, networkReference }) => [phone, networkReference]),
  )
  const unmatched_id = await unmatchedOf(reference)
  expect(await refund(reference, { way: 'network', unmatched_id })).toMatchObject({
    origin: { networkReference: orders.get(baraka) },
  })
  expect(await refund(reference, { way: 'network' })).toMatchObject({
    origin: { networkReference: orders.get(amina) },
  })
})

test.each(['scanned at once', 'declined a request first'])(
  'a customer who %s has no known wallet, although a number was typed',
  async how => {
    const session = await openSession(shop, { amount: 20_000, ...allMethods })
    const declinesFirst = how !== 'scanned at once'
    if (declinesFirst) {
      await session.tries({ payment_method: 'mobile_money', customer_phone: amina })
      await session.declines()
    }
    await session.tries({ payment_method: 'qr', ...(declinesFirst ? {} : { customer_phone: amina }) })
    await session.approves()
    const { payment_reference: reference } = await session.get()
    expect(await refund(reference, { way: 'payout' })).toMatchObject({
      state: 'waiting',
      recipient: { phone: '' },
    })
  },
)

test('no more is given back than was approved, if another refund ends at that moment', async () => {
  const crew = await addCashiers(shop)
  const till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
  const reference = textAt(await till.takeCash(30_000), 'data.id')
  const pending = await refund(reference, { way: 'payout', amount: 25_000 })
  const account = await findAccount(read, shop.accounts.sandbox.id)
  assert(pending && account, 'both were made above')
  const by = { actor: staffActor(crew.neema, till.id), address: null }
  const sale = { reference, salesScope: { tillId: till.id }, tillId: till.id }
  const request = { ...sale, way: 'cash', reason: 'Goods returned', metadata: {}, by } as const
  const approved: number[] = []
  const approve = async (amount: number) => {
    approved.push(amount)
    await withdrawRefund(shop.appliance, account, pending.id, by)
    return undefined
  }
  const answer = createRefund(shop.appliance, account, request, undefined, approve)
  expect(await answer.catch(error => error.reason)).toBe('refund_left_changed')
  // The rest of the sale, and the part that is pending without a second person.
  expect(approved).toEqual([5_000 + 25_000])
  const repeated = await createRefund(shop.appliance, account, request)
  expect(repeated).toMatchObject({ value: { amount: 30_000, state: 'settled' } })
})

test('a key that has expired makes a new refund', async () => {
  const sales = [await earn(shop, 20_000), await earn(shop, 30_000)]
  const send = (reference = '') =>
    shop.request({
      as: 'sandbox',
      path: `/v1/payments/${reference}/refunds`,
      json: { reason: 'Goods returned', way: 'network' },
      headers: { 'idempotency-key': 'refund-1' },
    })
  for (const sale of sales) {
    expect(textAt(await send(sale.reference), 'data.payment_reference')).toBe(sale.reference)
    shop.advance(86_400_000 + 1_000)
  }
})
