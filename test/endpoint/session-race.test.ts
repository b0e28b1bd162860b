// Concurrent requests: of a pay, a cancel and an approval, a session ends in one way, and its books, totals
// and events agree.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { openOtherAccount } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import {
  allMethods,
  byPush,
  type Customer,
  openSession,
  order,
  totalsOf,
  webhookTypes,
} from '../kit/endpoint-session.ts'

const shop = await openShopOnNodes()
afterAll(() => shop.close())
beforeEach(() => {
  shop.advance(60_000)
  shop.dispatches.splice(0)
})

/** Opens a session in its own account, so that its totals and events are this test's. */
const makeInOwnAccount = async (json: object = {}) => {
  await openOtherAccount(shop, {})
  return openSession(
    shop,
    { ...order, ...allMethods, webhook_url: 'http://192.168.1.20/hook', ...json },
    'other',
  )
}
const qr = { payment_method: 'qr' }
/** Approves a push on the phone. */
const approve = async (phone = '0754123456') => {
  const prompts = await shop.request({ path: `/api/v1/handset/prompts?phone=${phone}` })
  return shop.request({
    path: `/api/v1/handset/prompts/${textAt(prompts, 'data.0.id')}`,
    json: { answer: 'approve' },
  })
}
/** Expects that session and payment have ended in one way, with that way's one event. */
const expectOneEnd = async (customer: Customer) => {
  await shop.work()
  const { status, payment_reference } = await customer.get()
  const ends = { completed: 'completed', cancelled: 'voided', expired: 'expired' } as const
  if (status === 'pending' || status === 'active') throw new Error(`the session is still ${status}`)
  const { sessions, payments } = await totalsOf(shop, 'other')
  expect([sessions, payments]).toEqual([{ [status]: 1 }, payment_reference ? { [ends[status]]: 1 } : {}])
  return status
}

test('paid by two attempts: one payment, one event, and the second money is unmatched', async () => {
  const customer = await makeInOwnAccount()
  const { attempt_id } = await customer.tries()
  await customer.giveUp(attempt_id)
  const { payment_qr_code = '' } = await customer.tries(qr)
  const code = await shop.request({
    path: `/api/v1/handset/code?code=${encodeURIComponent(payment_qr_code)}`,
  })
  await approve()
  await shop.request({
    path: `/api/v1/handset/prompts/${textAt(code, 'data.id')}`,
    json: { answer: 'approve' },
  })
  expect(await expectOneEnd(customer)).toBe('completed')
  expect(webhookTypes(shop)).toEqual(['payment.completed'])
  const { payment_reference } = await customer.get()
  const reasons = (await shop.rows()).get('unmatched')?.filter(row => row.includes(payment_reference)) ?? []
  expect(reasons).toEqual([expect.stringContaining('paid_twice')])
})

test('another amount than asked completes nothing; the customer’s session stays as it was', async () => {
  const customer = await makeInOwnAccount()
  await customer.tries()
  await customer.decide({ outcome: 'completed', amount: 4_000 })
  expect(await customer.payment()).toMatchObject({ status: 'pending' })
  expect((await customer.get()).status).toBe('active')
  expect(webhookTypes(shop)).toEqual([])
})

describe.each([1, 2, 3])('round %d', () => {
  test('cancel against pay', async () => {
    const customer = await makeInOwnAccount()
    const [paid, cancelled] = await Promise.all([customer.pay(), customer.cancel()])
    expect([paid.status, cancelled.status]).toBeOneOf([
      [200, 200],
      [410, 200],
    ])
    expect(await expectOneEnd(customer)).toBe('cancelled')
    expect(webhookTypes(shop)).toEqual(paid.status === 200 ? ['payment.voided'] : [])
  })

  test('cancel, void and approve in parallel', async () => {
    const customer = await makeInOwnAccount()
    await customer.tries()
    const { payment_reference } = await customer.get()
    const voids = { as: 'other', method: 'POST', path: `/v1/payments/${payment_reference}/void` } as const
    const [cancelled, voided] = await Promise.all([customer.cancel(), shop.request(voids), approve()])
    expect([cancelled.status, voided.status].toSorted()).toEqual([200, 400])
    expect(await expectOneEnd(customer)).toBe('completed')
    expect((await customer.get()).late).toBe(true)
    expect(webhookTypes(shop)).toEqual(['payment.voided', 'payment.completed'])
  })

  test('cancelling, approving and paying again in parallel', async () => {
    const customer = await makeInOwnAccount()
    const { attempt_id } = await customer.tries()
    const answers = await Promise.all([customer.giveUp(attempt_id), approve(), customer.pay(qr), shop.work()])
    expect(answers[2].status).toBeOneOf([200, 409, 410])
    expect(await expectOneEnd(customer)).toBe('completed')
    expect(webhookTypes(shop)).toEqual(['payment.completed'])
  })

  test('expiry against pay', async () => {
    const customer = await makeInOwnAccount({ expires_in: 60 })
    shop.advance(60_000)
    const [paid] = await Promise.all([customer.pay(), shop.work()])
    expect(paid.status).toBe(410)
    expect(await expectOneEnd(customer)).toBe('expired')
    expect(webhookTypes(shop)).toEqual([])
  })

  test('the last millisecond is still in time', async () => {
    const customer = await makeInOwnAccount({ expires_in: 60 })
    shop.advance(59_999)
    expect((await customer.pay(byPush)).status).toBe(200)
    shop.advance(1)
    await Promise.all([approve(), shop.work()])
    expect(await expectOneEnd(customer)).toBe('completed')
    expect((await customer.get()).late).toBe(false)
  })
})

test('the account’s books hold what its sessions earned, once', async () => {
  const customer = await makeInOwnAccount()
  await customer.tries()
  await Promise.all([customer.approves(), customer.approves(), approve()])
  await expectOneEnd(customer)
  const answer = await shop.request({ as: 'other', path: '/v1/payments/balance' })
  expect(at(answer, 'data.balance.value')).toBe(4_975)
})

test('the books of every account are zero together', async () => {
  const sums = 'select account_id, sum(amount) from balance group by account_id having sum(amount) <> 0'
  expect(await shop.appliance.store.read.rows(sums)).toEqual([])
  expect(await shop.appliance.store.read.rows('select 1 from balance limit 1')).toHaveLength(1)
})
