// The list of payments and payouts with an unknown outcome, checking them now, and an owner's decision on a
// payout.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { staffActor } from '../../src/domain/actor.ts'
import { markPayout } from '../../src/flow/unknown.ts'
import { findPayout } from '../../src/store/payout.ts'
import { mobile, qr, type Who } from '../kit/endpoint.ts'
import { at, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, balanceOf, collect, earn, loseOutcome, wallet } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'

const shop = await openShopOnNodes()
await addRoles(shop)
await earn(shop, 1_000_000)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const list = async (query = '') => {
  const answer = await shop.request({ as: 'owner', path: `/api/v1/unknown${query}` })
  return Object(at(answer, 'data'))
}
const post = (path: string, json?: object, as: Who = 'owner') =>
  shop.request({ as, method: 'POST', path, ...(json ? { json } : {}) })
const unknownPayout = async () =>
  loseOutcome(
    shop,
    textAt(await shop.request({ as: 'owner', path: '/v1/payouts/send', json: wallet }), 'data.reference'),
  )
const check = (kind: 'payments' | 'payouts', reference: string) => post(`/api/v1/${kind}/${reference}/check`)
const mark = (reference: string, json: object, as: Who = 'owner') =>
  post(`/api/v1/payouts/${reference}/mark`, json, as)

test('payments and payouts are in one list, newest first, with what was asked of which network', async () => {
  expect(await list()).toMatchObject({ items: [], total: 0 })
  await collect(shop, qr, { outcome: 'completed' })
  const first = await collect(shop, mobile, { outcome: 'unknown' })
  shop.advance(1_000)
  const payout = await unknownPayout()
  shop.advance(1_000)
  const last = await collect(shop, qr, { outcome: 'unknown' })
  const found = await list()
  expect(found).toMatchObject({ total: 3 })
  expect(found.items).toEqual([
    expect.objectContaining({ kind: 'payment', reference: last.reference, method: 'qr', to: '' }),
    {
      kind: 'payout',
      reference: payout,
      payment_reference: null,
      status: 'pending',
      amount: { value: 5_000, currency: 'TZS' },
      network: { name: 'simulator', title: expect.any(String) },
      method: 'mobile',
      to: '+255713000111',
      name: 'Juma Ally',
      created_at: expect.any(String),
    },
    expect.objectContaining({ kind: 'payment', reference: first.reference, method: 'push' }),
  ])
  expect((await list('?limit=1&offset=1')).items).toMatchObject([{ reference: payout }])
  expect(at(await shop.request({ as: 'owner', path: '/api/v1/overview' }), 'data.attention')).toMatchObject({
    unknown_payments: 2,
    unknown_payouts: 1,
  })
})

test('a payment is checked now: the network’s answer is booked immediately', async () => {
  const { reference } = await collect(shop, qr, { outcome: 'unknown' })
  expect(paymentOf(await check('payments', reference))).toMatchObject({
    status: 'pending',
    outcome_unknown: true,
  })
  await post(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' }, 'sandbox')
  shop.advance(1_000)
  expect(paymentOf(await check('payments', reference))).toMatchObject({
    status: 'completed',
    outcome_unknown: false,
  })
})

test('an owner marks a payout as not sent: its money returns, and the audit log has the person and the reason', async () => {
  const before = await balanceOf(shop)
  const reference = await unknownPayout()
  const answer = await mark(reference, { result: 'not_sent', reason: 'Not on the statement' })
  expect(at(answer, 'data')).toMatchObject({
    status: 'failed',
    outcome_unknown: false,
    manual_outcome: { result: 'not_sent', reason: 'Not on the statement', network: 'silent' },
  })
  expect(await balanceOf(shop)).toEqual(before)
  const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?limit=1' })
  expect(at(log, 'data.items.0')).toMatchObject({
    kind: 'payout.marked',
    subject: reference,
    detail: { amount: 5_000, result: 'not_sent', reason: 'Not on the statement' },
  })
  expect((await mark(reference, { result: 'sent', reason: 'x' })).json).toMatchObject({
    reason: 'payout_outcome_known',
  })
})

test('only for an unknown outcome, only with a reason, and only by an owner', async () => {
  const known = textAt(
    await shop.request({ as: 'owner', path: '/v1/payouts/send', json: wallet }),
    'data.reference',
  )
  const sent = { result: 'sent', reason: 'On the statement' }
  expect((await mark(known, sent)).json).toMatchObject({ reason: 'payout_outcome_known' })
  const reference = await unknownPayout()
  expect((await mark(reference, { result: 'sent' })).status).toBe(400)
  expect((await mark(reference, { result: 'sent', reason: ' ' })).status).toBe(400)
  expect((await mark(reference, sent, 'admin')).status).toBe(403)
  expect((await mark(reference, sent, 'sandbox')).status).toBe(403)
  expect(at(await mark(reference, sent), 'data')).toMatchObject({ status: 'completed' })
})

test('of another merchant there is nothing', async () => {
  const reference = await unknownPayout()
  const { store } = shop.appliance
  const { stranger } = shop.accounts
  const by = { staffId: 'owner', actor: staffActor('owner'), address: null } as const
  const word = { result: 'sent', reason: 'x', by } as const
  await expect(markPayout(shop.appliance, stranger, reference, word)).rejects.toMatchObject({
    reason: 'payout_not_found',
  })
  expect(await findPayout(store.read, reference)).toMatchObject({ state: 'unknown' })
})
