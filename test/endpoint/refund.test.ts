// Refunds as the API shows them: what may be given back, by which way, what it does to the money, and who
// may.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Value } from '@sinclair/typebox/value'
import { assert } from '../../src/domain/fault.ts'
import { insertMember } from '../../src/store/account.ts'
import { rowProblems } from '../../src/store/row-check.ts'
import { type RefundView, RefundView as RefundViewShape } from '../../src/wire/refund.ts'
import { mobile, qr, type TestRequest, type Who } from '../kit/endpoint.ts'
import { at, paymentOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, balanceOf, collect, earn, payoutFee } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import { postForm } from '../kit/endpoint-session.ts'
import { addCashiers, type PairedTill, pairTill, pins, setPin } from '../kit/endpoint-till.ts'

const shop = await openShopOnNodes({}, 3)
await addRoles(shop)
const crew = await addCashiers(shop)
await earn(shop, 10_000_000)
afterAll(async () => {
  expect(await rowProblems(shop.appliance.store.read, async () => {})).toEqual([])
  await shop.close()
})
beforeEach(() => shop.advance(60_000))

const reason = 'The customer returned the goods'

function refundOf(answer: TestResponse): RefundView {
  const data = at(answer, 'data')
  if (Value.Check(RefundViewShape, data)) return data
  const problems = [...Value.Errors(RefundViewShape, data)].map(({ path, message }) => `${path} ${message}`)
  throw new Error(`no refund: ${problems} in ${answer.text}`)
}
const paid = async (amount = 20_000) => (await earn(shop, amount)).reference
const refund = (reference: string, json: object = {}, more: Partial<TestRequest> = {}) =>
  shop.request({
    as: 'sandbox',
    path: `/v1/payments/${reference}/refunds`,
    json: { reason, ...json },
    ...more,
  })
const decide = async (id: string, outcome: string, more: object = {}) => {
  const path = `/v1/sandbox/refunds/${id}`
  expect((await shop.request({ as: 'sandbox', path, json: { outcome, ...more } })).status).toBe(200)
  await shop.work()
  return see(id)
}
const see = async (id: string) => refundOf(await shop.request({ as: 'sandbox', path: `/v1/refunds/${id}` }))
const refunded = async (reference: string) =>
  paymentOf(await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}` })).refunded.value
const tzs = (value: number) => ({ value, currency: 'TZS' as const })
/** Returns the result of a step, and by how much it changed the available balance. */
async function gains<T>(step: () => Promise<T>): Promise<[T, number]> {
  const before = await balanceOf(shop)
  const done = await step()
  return [done, (await balanceOf(shop)).available - before.available]
}
const eventsOf = async (id: string) => {
  const list = await shop.request({ as: 'sandbox', path: `/api/v1/events?payment=${id}` })
  return (at(list, 'data.items') as { type: string }[]).map(({ type }) => type).toReversed()
}

describe('by the network', () => {
  test('gives the whole payment back', async () => {
    const reference = await paid()
    const [answer, held] = await gains(() => refund(reference, { metadata: { order: 7 } }))
    expect(answer.status).toBe(201)
    const { id, created_at: _, ...view } = refundOf(answer)
    expect(view).toEqual({
      reference: id,
      external_reference: '',
      object: 'refund',
      api_version: '2026-01-25',
      payment_reference: reference,
      unmatched_id: null,
      status: 'pending',
      pending_reason: 'processing',
      amount: tzs(20_000),
      line_items: [],
      fees: tzs(0),
      way: 'network',
      reason,
      recipient: null,
      failure_reason: null,
      metadata: { order: 7 },
      claim_url: null,
      claim_expires_at: null,
      approval: null,
      manual_outcome: null,
      completed_at: null,
    })
    expect(held).toBe(-20_000)
    expect(await refunded(reference)).toBe(0)
    const [done, moved] = await gains(() => decide(id, 'completed'))
    expect(done).toMatchObject({ status: 'completed', pending_reason: null })
    expect(done.completed_at).not.toBeNull()
    expect([moved, await refunded(reference), await eventsOf(id)]).toEqual([
      0,
      20_000,
      ['refund.completed'],
    ] as never)
    expect((await refund(reference)).json).toMatchObject({ code: 400, reason: 'refund_nothing_left' })
  })

  test('gives it back in parts, until all of it is back', async () => {
    const reference = await paid()
    const first = refundOf(await refund(reference, { amount: 12_000 }))
    expect((await refund(reference, { amount: 8_001 })).json).toMatchObject({
      reason: 'refund_above_left',
      errors: [{ field: 'amount', params: { left: 8_000 } }],
    })
    const rest = refundOf(await refund(reference))
    expect(rest.amount.value).toBe(8_000)
    await decide(first.id, 'completed')
    await decide(rest.id, 'completed')
    expect(await refunded(reference)).toBe(20_000)
    const list = await shop.request({ as: 'reader', path: `/v1/payments/${reference}/refunds` })
    expect(at(list, 'data.items.0.id')).toBe(rest.id)
    expect(at(list, 'data.total')).toBe(2)
  })

  test('that declines: the money is back, and may be refunded again', async () => {
    const reference = await paid()
    const { id } = refundOf(await refund(reference))
    const [failed, back] = await gains(() => decide(id, 'failed', { failure_reason: 'recipient_not_found' }))
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'recipient_not_found' })
    expect([back, await refunded(reference), await eventsOf(id)]).toEqual([
      20_000,
      0,
      ['refund.failed'],
    ] as never)
    expect((await refund(reference)).status).toBe(201)
  })

  test('whose money comes back later fails', async () => {
    const reference = await paid()
    const { id } = refundOf(await refund(reference))
    await decide(id, 'completed')
    const [failed, back] = await gains(() => decide(id, 'reversed'))
    expect(failed).toMatchObject({ status: 'failed', completed_at: null })
    expect([back, await refunded(reference)]).toEqual([20_000, 0])
    expect(await eventsOf(id)).toEqual(['refund.completed', 'refund.failed'])
  })

  test('that gives no outcome is asked, and nothing is sent again', async () => {
    const reference = await paid()
    const { id } = refundOf(await refund(reference))
    expect(await decide(id, 'unknown')).toMatchObject({ status: 'pending', pending_reason: 'unknown' })
    expect((await refund(reference)).json).toMatchObject({ reason: 'refund_nothing_left' })
    const orders = async () => (await shop.rows()).get('simulation')?.length
    const before = await orders()
    shop.advance(3_600_000)
    await shop.work()
    expect(await orders()).toBe(before)
    expect(await decide(id, 'completed')).toMatchObject({ status: 'completed' })
  })

  test('that paid after it had failed is completed late, and the owner hears of it', async () => {
    const reference = await paid()
    const { id } = refundOf(await refund(reference))
    await decide(id, 'failed')
    expect(await decide(id, 'completed')).toMatchObject({ status: 'completed', failure_reason: null })
    expect(await refunded(reference)).toBe(20_000)
    const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=refund.paid_late' })
    expect(at(log, 'data.items.0')).toMatchObject({ subject: reference, detail: { refund: id } })
  })

  test('that paid late and whose money comes back after that fails a second time', async () => {
    const reference = await paid()
    const { id } = refundOf(await refund(reference))
    for (const outcome of ['failed', 'completed']) await decide(id, outcome)
    const [failed, back] = await gains(() => decide(id, 'reversed'))
    expect(failed).toMatchObject({ status: 'failed', completed_at: null })
    expect([back, await refunded(reference)]).toEqual([20_000, 0])
    expect(await eventsOf(id)).toEqual(['refund.failed', 'refund.completed', 'refund.failed'])
    expect((await refund(reference)).status).toBe(201)
  })

  test('and an owner marks what it never answers', async () => {
    const { id } = refundOf(await refund(await paid()))
    await decide(id, 'unknown')
    const path = `/v1/refunds/${id}/mark`
    const json = { result: 'sent', reason: 'The statement shows it' }
    expect((await shop.request({ as: 'admin', path, json })).status).toBe(403)
    expect(refundOf(await shop.request({ as: 'owner', path, json }))).toMatchObject({
      status: 'completed',
      manual_outcome: { result: 'sent', network: 'silent' },
    })
  })
})

describe('by payout', () => {
  const phone = '0713 000 111'
  test('to the wallet that paid, with the name that the network has for it', async () => {
    const { reference } = await collect(
      shop,
      { ...mobile, details: { amount: 20_000, currency: 'TZS' } },
      { outcome: 'completed' },
    )
    const options = await shop.request({
      as: 'sandbox',
      path: `/v1/payments/${reference}/refunds/options?amount=5000`,
    })
    expect(options.json).toMatchObject({
      data: {
        way: 'network',
        ways: [
          { way: 'network', fee: tzs(0) },
          { way: 'payout', fee: tzs(payoutFee) },
          { way: 'cash', fee: tzs(0) },
        ],
      },
    })
    const [answer, held] = await gains(() => refund(reference, { amount: 5_000, way: 'payout' }))
    const view = refundOf(answer)
    expect(view).toMatchObject({ way: 'payout', fees: tzs(payoutFee), status: 'pending' })
    expect(view.recipient?.phone).toMatch(/^\+255\d+\*{5}\d{3}$/)
    expect(view.recipient?.name).toMatch(/MFANO$/)
    expect(held).toBe(-5_000 - payoutFee)
    expect(await decide(view.id, 'completed')).toMatchObject({ status: 'completed' })
    expect(await refunded(reference)).toBe(5_000)
  })

  test('to a wallet that the customer names, which decides by its ending', async () => {
    const reference = await paid()
    const { id, recipient, way } = refundOf(
      await refund(reference, { recipient: { phone: '0713 000 789', name: 'Juma' } }),
    )
    expect([way, recipient]).toEqual([
      'payout',
      { phone: '+2557*****789', provider: 'mixx', name: 'ASHA MFANO' },
    ] as never)
    shop.advance(10_000)
    await shop.work()
    expect(await see(id)).toMatchObject({ status: 'completed' })
  })

  test('is no payout of the payouts’ list, and has no events of payouts', async () => {
    const { id } = refundOf(await refund(await paid(), { recipient: { phone } }))
    expect((await shop.request({ as: 'sandbox', path: `/v1/payouts/${id}` })).status).toBe(404)
    const list = await shop.request({ as: 'sandbox', path: '/v1/payouts' })
    expect(list.text).not.toContain(id)
    await decide(id, 'completed')
    expect(await eventsOf(id)).toEqual(['refund.completed'])
  })

  test('waits for the wallet of a customer who scanned, and is sent once it is named', async () => {
    const reference = await paid()
    const [answer, held] = await gains(() => refund(reference, { way: 'payout' }))
    const { id, pending_reason, recipient, claim_url, created_at, claim_expires_at } = refundOf(answer)
    expect([pending_reason, recipient, held]).toEqual(['recipient_needed', null, -20_000 - payoutFee])
    expect(claim_url).toMatch(/^http:\/\/[^/]+\/claim\/[\w-]{43}$/)
    expect(Date.parse(claim_expires_at ?? '') - Date.parse(created_at)).toBe(7 * 86_400_000)
    const reader = await shop.request({ as: 'reader', path: `/v1/refunds/${id}` })
    expect(refundOf(reader)).toMatchObject({ pending_reason, claim_url: null, claim_expires_at: null })
    const name = (json: object) => shop.request({ as: 'sandbox', path: `/v1/refunds/${id}/recipient`, json })
    expect((await name({ phone: '12' })).json).toMatchObject({ errors: [{ field: 'phone' }] })
    expect(refundOf(await name({ phone: '0713 000 111' }))).toMatchObject({
      pending_reason: 'processing',
      recipient: { phone: '+2557*****111', name: 'JUMA MFANO' },
      claim_url: null,
      claim_expires_at: null,
    })
    expect((await name({ phone: '0713 000 222' })).json).toMatchObject({ reason: 'refund_wallet_not_needed' })
    expect(await decide(id, 'completed')).toMatchObject({ status: 'completed' })
  })

  test('that waits is withdrawn, or fails after seven days; its money is back', async () => {
    const withdraw = (id: string) =>
      shop.request({ as: 'sandbox', method: 'POST', path: `/v1/refunds/${id}/withdraw` })
    const [, moved] = await gains(async () => {
      const { id } = refundOf(await refund(await paid(), { way: 'payout' }))
      expect(refundOf(await withdraw(id))).toMatchObject({ status: 'failed', failure_reason: 'withdrawn' })
      expect((await withdraw(id)).json).toMatchObject({ reason: 'refund_not_withdrawable' })
      const late = refundOf(await refund(await paid(), { way: 'payout' }))
      shop.advance(7 * 86_400_000)
      await shop.work()
      expect(await see(late.id)).toMatchObject({ status: 'failed', failure_reason: 'wallet_not_named' })
    })
    expect(moved).toBe(2 * (20_000 - 100)) // the two sales, less their fees
  })

  test('above the owner’s sum waits for a second person', async () => {
    const settings = (above: number | null) =>
      shop.request({
        as: 'owner',
        method: 'PATCH',
        path: '/api/v1/settings',
        json: { payout_approval_above: above },
        headers: { 'kaunta-account': shop.accounts.sandbox.id },
      })
    expect((await settings(10_000)).status).toBe(200)
    const reference = await paid()
    const headers = { 'idempotency-key': 'refund-that-waits' }
    const { id, pending_reason } = refundOf(await refund(reference, { recipient: { phone } }, { headers }))
    expect(pending_reason).toBe('approval')
    for (const how of ['approve', 'decline']) {
      const path = `/v1/payouts/${id}/${how}`
      const asPayout = await shop.request({ as: 'admin', method: 'POST', path })
      expect([asPayout.status, at(asPayout, 'reason')]).toEqual([404, 'payout_not_found'])
    }
    const byKey = await shop.request({ as: 'admin', path: '/v1/payouts?idempotency_key=refund-that-waits' })
    expect(at(byKey, 'data.items')).toEqual([])
    const decline = (who: Who, how: string) =>
      shop.request({ as: who, method: 'POST', path: `/v1/refunds/${id}/${how}` })
    expect((await decline('developer', 'approve')).status).toBe(403)
    expect(refundOf(await decline('admin', 'approve'))).toMatchObject({
      pending_reason: 'processing',
      approval: { state: 'approved' },
    })
    expect((await decline('admin', 'decline')).json).toMatchObject({ reason: 'payout_decided' })
    expect(await decide(id, 'completed')).toMatchObject({ status: 'completed' })
    const other = refundOf(await refund(await paid(), { way: 'network' }))
    expect(other.pending_reason).toBe('approval')
    const [declined, back] = await gains(() =>
      shop.request({ as: 'admin', method: 'POST', path: `/v1/refunds/${other.id}/decline` }),
    )
    expect(refundOf(declined)).toMatchObject({ status: 'failed', failure_reason: 'approval_declined' })
    expect(back).toBe(20_000)
    const inParts = await paid()
    const part = async () => refundOf(await refund(inParts, { way: 'network', amount: 6_000 })).pending_reason
    const options = { as: 'sandbox', path: `/v1/payments/${inParts}/refunds/options?amount=6000` } as const
    const isNeeded = async () => at(await shop.request(options), 'data.approval_needed')
    expect([await isNeeded(), await part()]).toEqual([false, 'processing'])
    expect([await isNeeded(), await part()]).toEqual([true, 'approval'])
    expect((await settings(null)).status).toBe(200)
  })
})

describe('above the owner’s sum, to a wallet that is named later', () => {
  const settings = async (json: object) => {
    const headers = { 'kaunta-account': shop.accounts.sandbox.id }
    const done = await shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json, headers })
    expect(done.status).toBe(200)
  }
  const above = (payout_approval_above: number | null) => settings({ payout_approval_above })
  const adminId = 'staff_admin'
  const asOwner = { as: 'owner', headers: { 'kaunta-account': shop.accounts.sandbox.id } } as const
  const asAdmin = { as: 'admin' } as const
  type Person = typeof asOwner | typeof asAdmin

  const makes = async (person: Person) => refundOf(await refund(await paid(), { way: 'payout' }, person)).id
  const names = async (id: string, person: Person) => {
    const json = { phone: '0713 000 111' }
    const view = refundOf(await shop.request({ ...person, path: `/v1/refunds/${id}/recipient`, json }))
    expect(view.pending_reason).toBe('approval')
    return view.approval?.requested_by
  }
  const approves = (id: string, person: Person) =>
    shop.request({ ...person, method: 'POST', path: `/v1/refunds/${id}/approve` })
  const isRefused = async (id: string, person: Person) =>
    expect((await approves(id, person)).json).toMatchObject({ reason: 'payout_made_by_same_person' })
  const isSent = async (id: string, person: Person) =>
    expect(refundOf(await approves(id, person)).pending_reason).toBe('processing')
  afterEach(() => settings({ payout_approval_above: null, cash_refund_approval_above: null }))

  test('is not approved by the person who asked for it before the sum was set, and named the wallet', async () => {
    const id = await makes(asAdmin)
    await above(10_000)
    expect(await names(id, asAdmin)).toBe(adminId)
    await isRefused(id, asAdmin)
    await isSent(id, asOwner)
  })

  test.each([null, 10_000])('is not approved by the person who named it; the sum was %p', async before => {
    await above(before)
    const id = await makes(asOwner)
    await above(10_000)
    expect(await names(id, asAdmin)).toBe(adminId)
    await isRefused(id, asAdmin)
    await isSent(id, asOwner)
  })

  test.each([null, 10_000])(
    'is not approved by who asked when the customer names it; it was %p',
    async before => {
      await above(before)
      const id = await makes(asAdmin)
      await above(10_000)
      const path = new URL((await see(id)).claim_url ?? '').pathname
      const page = await (await postForm(shop, path, { phone: '0713 000 111' })).text()
      const wallet = /name="wallet" value="([^"]+)"/.exec(page)?.[1] ?? ''
      await postForm(shop, `${path}/confirm`, { wallet })
      expect(await see(id)).toMatchObject({ pending_reason: 'approval', approval: { requested_by: adminId } })
      await isRefused(id, asAdmin)
      await isSent(id, asOwner)
    },
  )

  test('is sent once named up to that sum, with all parts of the sale that are named before', async () => {
    await above(10_000)
    const reference = await paid()
    const makesPart = async () =>
      refundOf(await refund(reference, { way: 'payout', amount: 6_000 }, asAdmin)).id
    const [first, second] = [await makesPart(), await makesPart()]
    expect(await names(second, asAdmin)).toBe(adminId)
    const path = `/v1/refunds/${first}/recipient`
    const named = refundOf(await shop.request({ ...asAdmin, path, json: { phone: '0713 000 111' } }))
    expect(named.pending_reason).toBe('processing')
    await isRefused(second, asAdmin)
    await isSent(second, asOwner)
  })

  test('is sent once named when a second person approved it with their PIN', async () => {
    await settings({ payout_approval_above: 10_000, cash_refund_approval_above: 10_000 })
    await setPin(shop, adminId, '4917')
    const till = await pairTill(shop, 'Second person', { staffId: crew.neema, pin: pins.neema })
    const reference = await till.sellByQr(20_000)
    await till.pay(reference)
    const json = { reason, way: 'payout', pin: pins.neema, approver_id: adminId, approver_pin: '4917' }
    const { id } = refundOf(await till.request({ path: `/api/v1/payments/${reference}/refunds`, json }))
    const wallet = { phone: '0713 000 111' }
    const named = refundOf(await till.request({ path: `/api/v1/refunds/${id}/recipient`, json: wallet }))
    expect([named.pending_reason, named.approval]).toEqual(['processing', null])
  })
})

describe('in cash', () => {
  test('is completed at once, and moves nothing of what is available', async () => {
    const reference = await paid()
    const [answer, moved] = await gains(() => refund(reference, { amount: 700, way: 'cash' }))
    const view = refundOf(answer)
    expect(view).toMatchObject({ way: 'cash', status: 'completed', fees: tzs(0), recipient: null })
    expect([moved, await refunded(reference), await eventsOf(view.id)]).toEqual([
      0,
      700,
      ['refund.completed'],
    ] as never)
    const path = `/v1/sandbox/refunds/${view.id}`
    expect((await shop.request({ as: 'sandbox', path, json: { outcome: 'failed' } })).status).toBe(200)
    expect(await see(view.id)).toMatchObject({ status: 'completed' })
  })

  let till: PairedTill
  beforeAll(async () => {
    till = await pairTill(shop, 'Refunds', { staffId: crew.neema, pin: pins.neema })
  })
  const limit = (above: number | null) =>
    shop.request({
      as: 'owner',
      method: 'PATCH',
      path: '/api/v1/settings',
      json: { cash_refund_approval_above: above },
    })
  const atTill = (reference: string, json: object) =>
    till.request({ path: `/api/v1/payments/${reference}/refunds`, json: { reason, ...json } })

  test('comes from the drawer of an open shift, after the cashier’s PIN', async () => {
    const reference = await till.sellByQr(9_000)
    await till.pay(reference)
    const pin = pins.neema
    expect((await atTill(reference, { way: 'cash' })).json).toMatchObject({ errors: [{ field: 'pin' }] })
    expect((await atTill(reference, { way: 'cash', pin: '0000' })).json).toMatchObject({ code: 400 })
    expect((await atTill(reference, { way: 'cash', pin })).json).toMatchObject({ reason: 'shift_not_open' })
    await till.request({ path: '/api/v1/till/shift', json: { float: 10_000 } })
    const cash = textAt(await till.takeCash(5_000), 'data.id')
    expect((await atTill(reference, { way: 'cash', amount: 4_000, pin })).status).toBe(201)
    expect((await atTill(cash, { amount: 2_000, pin })).status).toBe(201)
    const sent = refundOf(await atTill(reference, { pin }))
    expect([sent.way, sent.amount.value]).toEqual(['network', 5_000])
    const { json } = await till.request({ path: '/api/v1/till/shift' })
    expect(json).toMatchObject({
      data: {
        shift: {
          report: {
            total: { count: 2, gross: 14_000 },
            cash: { float: 10_000, sales: 5_000, refunds: 6_000, expected: 9_000 },
            refunds: [
              { sale: reference, amount: 4_000, way: 'cash' },
              { sale: cash, amount: 2_000, way: 'cash' },
            ],
            sent_refunds: [{ sale: reference, amount: 5_000, way: 'network' }],
          },
        },
      },
    })
    const rest = await till.voidCash(cash, { reason })
    expect(rest.json).toMatchObject({ data: { state: 'voided', void_reason: reason } })
    const list = await shop.request({ as: 'owner', path: `/api/v1/payments/${cash}/refunds` })
    expect(at(list, 'data.items.0')).toMatchObject({ payment_reference: cash, amount: tzs(3_000) })
    expect((await atTill(cash, { pin })).json).toMatchObject({ reason: 'cash_sale_refunded' })
  })

  test('of one key is the same refund, whichever PINs come with it', async () => {
    const { store, world } = shop.appliance
    const accountId = shop.accounts.sandbox.id
    const membership = { accountId, role: 'admin', name: 'Amina', createdAt: world.clock.now() } as const
    await store.write(tx => insertMember(tx, { ...membership, staffId: 'staff_amina' }))
    const aminaPin = '5938'
    await setPin(shop, 'staff_amina', aminaPin)
    await limit(1_000)
    const reference = await till.sellByQr(9_000)
    await till.pay(reference)
    const key = { 'idempotency-key': 'refund-of-two-people' }
    const path = `/api/v1/payments/${reference}/refunds`
    const ask = async (pins: object): Promise<TestResponse> => {
      const json = { reason, way: 'cash', amount: 2_000, ...pins }
      const [answer] = await together(1, () => till.request({ path, json, headers: key }))
      assert(answer, 'one request has one answer')
      return answer
    }
    const pin = pins.neema
    expect((await ask({})).json).toMatchObject({ errors: [{ field: 'pin' }] })
    expect((await ask({ pin })).json).toMatchObject({ reason: 'refund_approval_needed' })
    const approver = { approver_id: 'staff_amina', approver_pin: aminaPin }
    const first = await ask({ pin, ...approver })
    expect(first.status).toBe(201)
    for (const again of [{}, { pin }, { pin: '0000' }, { pin, ...approver }])
      expect(textAt(await ask(again), 'data.id')).toBe(refundOf(first).id)
    await limit(null)
  })

  test('asked for in the console comes from the till’s drawer that is named, or from none', async () => {
    const cash = textAt(await till.takeCash(6_000), 'data.id')
    const drawer = async () =>
      at(await till.request({ path: '/api/v1/till/shift' }), 'data.shift.report.cash') as {
        refunds: number
        expected: number
      }
    const before = await drawer()
    const ask = (json: object) => refund(cash, json, { as: 'owner' })
    expect((await ask({ amount: 1_000, till_id: 'till_none' })).json).toMatchObject({
      code: 404,
      reason: 'till_not_found',
    })
    const old = textAt(
      await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name: 'Old' } }),
      'data.id',
    )
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${old}` })
    const sale = await earn(shop, 20_000, 'owner')
    const late = await refund(sale.reference, { amount: 1_000, till_id: old }, { as: 'owner' })
    expect(late.json).toMatchObject({ reason: 'till_revoked' })
    expect((await ask({ amount: 1_000 })).status).toBe(201)
    expect(await drawer()).toEqual(before)
    expect((await ask({ till_id: till.id })).status).toBe(201)
    const after = await drawer()
    expect([after.refunds - before.refunds, after.expected - before.expected]).toEqual([5_000, -5_000])
  })

  describe('of a cash sale, by payout whose money comes back', () => {
    const recipient = { phone: '0713000111' }
    const stateOf = async (sale: string) => {
      const sales = at(await till.request({ path: '/api/v1/till/sales' }), 'data')
      return (sales as { reference: string; state: string; refunded: number }[]).find(
        ({ reference }) => reference === sale,
      )
    }
    const sentBack = async (sale: string) => {
      const sent = refundOf(await refund(sale, { way: 'payout', recipient }))
      expect((await decide(sent.id, 'completed')).status).toBe('completed')
      expect(await stateOf(sale)).toMatchObject({ state: 'voided' })
      expect((await refund(sale, { way: 'cash' })).json).toMatchObject({ reason: 'cash_sale_refunded' })
      return sent.id
    }

    test('leaves the sale as it was, and it can be refunded again', async () => {
      const sale = textAt(await till.takeCash(20_000), 'data.id')
      expect((await decide(await sentBack(sale), 'reversed')).status).toBe('failed')
      expect(await stateOf(sale)).toMatchObject({ state: 'completed', refunded: 0 })
      const rest = await till.voidCash(sale, { reason })
      expect(rest.json).toMatchObject({ data: { state: 'voided', void_reason: reason } })
      expect(await stateOf(sale)).toMatchObject({ state: 'voided', refunded: 20_000 })
      expect((await refund(sale, { way: 'cash' })).json).toMatchObject({ reason: 'cash_sale_refunded' })
    })

    const begin = {
      payment: async () => ({ payment_reference: await till.sellByQr(8_000) }),
      async 'payment link'() {
        const made = await till.request({ path: '/api/v1/sessions', json: { amount: 8_000 } })
        return { session_reference: textAt(made, 'data.reference') }
      },
    }
    const begins = Object.entries(begin)
    test.each(begins)(
      'can be refunded again even after cash was taken for the same %s again',
      async (_, make) => {
        const replaced = await make()
        const take = async () => textAt(await till.takeCash(8_000, replaced), 'data.id')
        const sale = await take()
        const sent = await sentBack(sale)
        await take()
        expect((await decide(sent, 'reversed')).status).toBe('failed')
        expect(refundOf(await refund(sale, { way: 'cash' })).amount).toEqual(tzs(8_000))
        expect((await refund(sale, { way: 'cash' })).json).toMatchObject({ reason: 'cash_sale_refunded' })
      },
    )
  })

  test('above the limit together with earlier parts of the sale needs a second person', async () => {
    await setPin(shop, 'staff_admin', '4917')
    await limit(1_000)
    const reference = await till.sellByQr(20_000)
    await till.pay(reference)
    const part = async (amount: number, more: object = {}) => {
      const answer = await atTill(reference, { way: 'cash', amount, pin: pins.neema, ...more })
      return at(answer, 'reason') ?? answer.status
    }
    const second = { approver_id: 'staff_admin', approver_pin: '4917' }
    expect([await part(600), await part(401), await part(400)]).toEqual([201, 'refund_approval_needed', 201])
    expect([await part(1), await part(1, second)]).toEqual(['refund_approval_needed', 201])
    // From there it counts again.
    expect([await part(1_000), await part(1)]).toEqual([201, 'refund_approval_needed'])
    const cash = textAt(await till.takeCash(1_500), 'data.id')
    expect((await atTill(cash, { amount: 1_000, pin: pins.neema })).status).toBe(201)
    const rest = await till.voidCash(cash, { reason })
    expect(rest.json).toMatchObject({ reason: 'refund_approval_needed' })
    const other = await till.sellByQr(20_000)
    await till.pay(other)
    const json = { way: 'cash', amount: 600, pin: pins.neema }
    const answers = await together(5, () => atTill(other, json))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await refunded(other)).toBe(600)
    await limit(null)
  })

  test('is kept to the limit, to their own sales and off every drawer, for a cashier without a till', async () => {
    const own = await earn(shop, 20_000, 'cashier')
    const ask = (reference: string, json: object) => refund(reference, json, { as: 'cashier' })
    await limit(1_000)
    for (const way of ['cash', 'network']) {
      const answer = await ask(own.reference, { way, amount: 1_001 })
      expect([answer.status, at(answer, 'reason')]).toEqual([403, 'refund_approval_needed'])
    }
    expect((await ask(own.reference, {})).json).toMatchObject({ reason: 'refund_approval_needed' })
    const approver = { approver_id: crew.juma, approver_pin: pins.juma, pin: pins.neema }
    expect((await ask(own.reference, { ...approver, way: 'cash', amount: 1_001 })).status).toBe(403)
    expect((await ask(own.reference, { way: 'cash', amount: 1_000 })).status).toBe(201)
    expect((await ask(own.reference, { way: 'cash', amount: 1 })).json).toMatchObject({
      reason: 'refund_approval_needed',
    })
    expect((await refund(own.reference, { way: 'cash', amount: 1_001 }, { as: 'owner' })).status).toBe(201)
    await limit(null)
    const drawer = await ask(own.reference, { way: 'cash', amount: 500, till_id: till.id })
    expect([drawer.status, at(drawer, 'reason')]).toEqual([403, 'till_needed'])
    const cash = textAt(await till.takeCash(5_000), 'data.id')
    expect((await ask(cash, { amount: 500 })).status).toBe(404)
    const read = (path: string) =>
      shop.request({ as: 'cashier', path: `/v1/payments/${cash}/refunds${path}` })
    expect([(await read('')).status, (await read('/options')).status]).toEqual([404, 404])
  })

  test('of another till’s sale is not found', async () => {
    const other = await pairTill(shop, 'Elsewhere', { staffId: crew.juma, pin: pins.juma })
    const reference = await till.sellByQr(9_000)
    await till.pay(reference)
    const asked = { path: `/api/v1/payments/${reference}/refunds`, json: { reason, pin: pins.juma } }
    expect((await other.request(asked)).status).toBe(404)
  })
})

describe('is refused', () => {
  test('of what was not paid', async () => {
    const { reference } = paymentOf(await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr }))
    expect((await refund(reference)).json).toMatchObject({ code: 400, reason: 'refund_of_unpaid' })
    await shop.request({
      as: 'sandbox',
      path: `/v1/sandbox/payments/${reference}`,
      json: { outcome: 'unknown' },
    })
    await shop.work()
    expect((await refund(reference)).json).toMatchObject({ code: 409, reason: 'payment_outcome_unknown' })
  })

  test('above the balance', async () => {
    const big = await paid(50_000_000)
    await shop.request({
      as: 'payer',
      path: '/v1/payouts/send',
      json: { amount: 45_000_000, channel: 'mobile', recipient_name: 'A', recipient_phone: '0713000111' },
    })
    expect((await refund(big)).json).toMatchObject({ code: 400, reason: 'refund_balance_too_low' })
    expect((await refund(big, { way: 'cash' })).status).toBe(201)
  })

  test.each<[object, string]>([
    [{ reason: '' }, 'reason'],
    [{ reason: '  ' }, 'reason'],
    [{ reason: 'x'.repeat(201) }, 'reason'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 10.5 }, 'amount'],
    [{ amount: '500' }, 'amount'],
    [{ way: 'card' }, 'way'],
    [{ recipient: { phone: '12' } }, 'recipient.phone'],
    [{ recipient: {} }, 'recipient.phone'],
    [{ way: 'cash', recipient: { phone: '0713000111' } }, 'recipient'],
    [{ metadata: { a: {} } }, 'metadata.a'],
  ])('%p names %s', async (json, field) => {
    const answer = await refund(await paid(), json)
    expect([answer.status, at(answer, 'errors.0.field')]).toEqual([400, field])
  })

  test('of what does not exist, or is another’s', async () => {
    const reference = await paid()
    expect((await refund(reference, {}, { as: 'stranger' })).status).toBe(404)
    expect((await refund(reference, {}, { as: 'live' })).status).toBe(403)
    expect((await refund('01a1fe08-75bd-702a-a332-1e45424cbdf9')).status).toBe(404)
    expect((await refund('cash_none')).status).toBe(404)
    expect((await refund(reference, { unmatched_id: 'unmatched_none' })).json).toMatchObject({
      reason: 'unmatched_not_found',
    })
    expect((await shop.request({ as: 'sandbox', path: '/v1/refunds/none' })).status).toBe(404)
  })

  test.each<[Who, number]>([
    ['reader', 403],
    ['creator', 403],
    ['payer', 403],
    ['developer', 403],
    ['cashier', 404],
    ['admin', 201],
    ['owner', 201],
  ])('for %s or not: %d', async (as, status) => {
    expect((await refund(await paid(), { amount: 1_000 }, { as })).status).toBe(status)
  })

  test('past the owner’s limit of days, also of a cash sale', async () => {
    const till = await pairTill(shop, 'Old sales', { staffId: crew.neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 10_000 } })
    const cash = textAt(await till.takeCash(5_000), 'data.id')
    const payment = await paid()
    shop.advance(90 * 86_400_000)
    for (const sale of [payment, cash])
      expect((await refund(sale, { amount: 500, way: 'cash' })).status).toBe(201)
    shop.advance(1)
    await till.signIn(crew.neema, pins.neema)
    const tooOld = { reason: 'refund_too_old', params: { days: 90 } }
    for (const sale of [payment, cash])
      expect((await refund(sale, { amount: 500, way: 'cash' })).json).toMatchObject(tooOld)
    expect((await till.voidCash(cash)).json).toMatchObject(tooOld)
  })
})

test('money that fits no open payment is given back from where it waits', async () => {
  const { reference } = paymentOf(await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr }))
  const json = { outcome: 'completed', amount: 7_000 }
  await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })
  await shop.work()
  const list = await shop.request({ as: 'owner', path: '/api/v1/unmatched' })
  const unmatched_id = textAt(list, 'data.items.0.id')
  expect((await refund(reference)).json).toMatchObject({ reason: 'refund_of_unpaid' })
  const [part, moved] = await gains(() => refund(reference, { unmatched_id, amount: 2_000, way: 'cash' }))
  expect(refundOf(part)).toMatchObject({ unmatched_id, status: 'completed' })
  // What waited is the merchant's now, and the cash was theirs.
  expect(moved).toBe(7_000)
  const rest = refundOf(await refund(reference, { unmatched_id }))
  expect(rest.amount.value).toBe(5_000)
  await decide(rest.id, 'completed')
  expect((await refund(reference, { unmatched_id })).json).toMatchObject({ reason: 'refund_nothing_left' })
  expect(await refunded(reference)).toBe(0)
})

test('money that fits no open payment waits again once its refunds failed, until one was paid late', async () => {
  const { reference } = await collect(shop, qr, { outcome: 'completed', amount: 7_000 })
  const idIn = async (status: string) =>
    at(
      await shop.request({ as: 'owner', path: `/api/v1/unmatched?status=${status}&payment=${reference}` }),
      'data.items.0.id',
    )
  const unmatched_id = String(await idIn('open'))
  const ask = async (amount: number) => refundOf(await refund(reference, { unmatched_id, amount }))
  const [part, rest] = [await ask(2_000), await ask(4_000)]
  expect(rest.way).toBe('network')
  expect([await idIn('open'), await idIn('settled')]).toEqual([undefined, unmatched_id])
  await decide(part.id, 'failed')
  expect(await idIn('open')).toBeUndefined() // the other refund still gives a part of it back
  const [, afterFailure] = await gains(() => decide(rest.id, 'failed'))
  expect(afterFailure).toBe(4_000 - 7_000)
  expect([await idIn('open'), await idIn('settled')]).toEqual([unmatched_id, undefined])
  const [, afterPaid] = await gains(() => decide(rest.id, 'completed'))
  expect(afterPaid).toBe(7_000 - 4_000)
  expect([await idIn('open'), await idIn('settled')]).toEqual([undefined, unmatched_id])
})

test('money that fits no open payment is given back manually or by a refund, not by both', async () => {
  for (const resolution of ['returned', 'kept']) {
    const { reference } = await collect(shop, qr, { outcome: 'completed', amount: 7_000 })
    const openMoney = () =>
      shop.request({ as: 'owner', path: `/api/v1/unmatched?status=open&payment=${reference}` })
    const unmatched_id = textAt(await openMoney(), 'data.items.0.id')
    const { id } = refundOf(await refund(reference, { unmatched_id }))
    await decide(id, 'unknown')
    const result = { result: 'not_sent', reason: 'Asked the network' }
    await shop.request({ as: 'owner', path: `/v1/refunds/${id}/mark`, json: result })
    const note = 'Given at the counter'
    const settle = { as: 'owner', path: `/api/v1/unmatched/${unmatched_id}/settle` } as const
    expect((await shop.request({ ...settle, json: { resolution, note } })).status).toBe(200)
    const [again, gain] = await gains(() => refund(reference, { unmatched_id }))
    expect([again.json, gain]).toMatchObject([{ reason: 'unmatched_settled' }, 0])
    // The network agrees later that nothing was sent: what the person decided stays.
    const [, later] = await gains(() => decide(id, 'failed'))
    expect([later, at(await openMoney(), 'data.items')]).toEqual([0, []])
  }
})

test('money that fits no open payment lowers no sales when it is given back', async () => {
  shop.advance(30 * 86_400_000)
  const till = await pairTill(shop, 'Gives back', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 10_000 } })
  const [sale, more] = [await paid(), await collect(shop, qr, { outcome: 'completed', amount: 7_000 })]
  const unmatched_id = textAt(
    await shop.request({ as: 'owner', path: '/api/v1/unmatched' }),
    'data.items.0.id',
  )
  const back = (json: object) => refund(more.reference, { unmatched_id, ...json }, { as: 'owner' })
  expect((await back({ amount: 2_000, way: 'cash', till_id: till.id })).status).toBe(201)
  expect((await back({ recipient: { phone: '0713000111' } })).status).toBe(201)
  const onDrawer = await refund(sale, { amount: 500, way: 'cash', till_id: till.id }, { as: 'owner' })
  expect(onDrawer.status).toBe(201)
  const day = at(await shop.request({ as: 'owner', path: '/api/v1/overview' }), 'data.day')
  // Of the sale's fee of 100 the network keeps a fortieth; sending the unmatched money cost a payout's fee.
  expect(day).toMatchObject({ gross: 20_000, refunds: { count: 1, gross: 500, fees: payoutFee + 3 } })
  const shift = await till.request({ path: '/api/v1/till/shift' })
  const listed = [
    { amount: 2_000, unmatched_id },
    { amount: 500, unmatched_id: null },
  ]
  expect(shift.json).toMatchObject({
    data: { shift: { report: { cash: { refunds: 2_500 }, refunds: listed } } },
  })
  const path = `/api/v1/shifts/${textAt(shift, 'data.shift.id')}.csv`
  const rows = (await shop.request({ as: 'owner', path })).text.split('\r\n')
  expect(rows).toContain('"refunded","","",,500')
  expect(rows).toContain('"after refunds","","",,-500')
  const list = await shop.request({ as: 'owner', path: `/api/v1/shifts.csv?till=${till.id}` })
  expect(list.text).toEndWith(',-500\r\n')
})

test('the overview counts the kept part of a sale’s fees, rounded once', async () => {
  const fees = async () =>
    Number(at(await shop.request({ as: 'owner', path: '/api/v1/overview' }), 'data.day.refunds.fees'))
  shop.advance(30 * 86_400_000)
  const before = await fees()
  const sale = await earn(shop, 20_000)
  const kept = 100
  await refund(sale.reference, { amount: 10_000, way: 'cash' })
  expect((await fees()) - before).toBe(kept / 2)
  for (const amount of [5_000, 2_500, 2_500]) await refund(sale.reference, { amount, way: 'cash' })
  expect((await fees()) - before).toBe(kept)
})

/** Sends many requests at once. Time goes on: another node asks again after a while whether a key is free. */
async function together(
  count: number,
  ask: (index: number) => Promise<TestResponse>,
): Promise<TestResponse[]> {
  let open = count
  const answers = Promise.all(Array.from({ length: count }, (_, index) => ask(index).finally(() => open--)))
  while (open > 0) {
    shop.advance(100)
    await shop.rows()
    await turn()
  }
  return answers
}

describe('once', () => {
  test('for a key that is sent a thousand times', async () => {
    const reference = await paid()
    const headers = { 'idempotency-key': 'refund-1000' }
    const all = await together(1_000, () => refund(reference, { amount: 3_000 }, { headers }))
    // Where nodes share the key, a request that waited too long has to come again.
    const answered = all.filter(({ status }) => status !== 409)
    expect(new Set(answered.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answered[0]?.status).toBe(201)
    const list = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds` })
    expect(at(list, 'data.total')).toBe(1)
    const found = await shop.request({ as: 'sandbox', path: '/v1/refunds?idempotency_key=refund-1000' })
    expect(at(found, 'data.items.0.id')).toBe(textAt(list, 'data.items.0.id'))
    expect((await refund(reference, { amount: 3_001 }, { headers })).json).toMatchObject({
      code: 422,
      reason: 'idempotency_key_reused',
    })
  })

  test('in cash, too, and by payout', async () => {
    for (const json of [{ way: 'cash' }, { recipient: { phone: '0713000111' } }]) {
      const reference = await paid()
      const headers = { 'idempotency-key': `refund-${Object.keys(json)[0]}` }
      const all = await together(20, () => refund(reference, { amount: 6_000, ...json }, { headers }))
      expect(new Set(all.map(({ text }) => text)).size).toBe(1)
      const list = await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds` })
      expect(at(list, 'data.total')).toBe(1)
    }
  })

  test('never more than was paid, with fifty at once by every way; the limit of tills is for tills', async () => {
    const limit = (cash_refund_approval_above: number | null) =>
      shop.request({
        as: 'owner',
        method: 'PATCH',
        path: '/api/v1/settings',
        json: { cash_refund_approval_above },
      })
    await limit(5_000)
    const reference = await paid(100_000)
    const ways = [{ way: 'network' }, { way: 'cash' }, { recipient: { phone: '0713000111' } }]
    const all = await together(50, index => refund(reference, { amount: 7_000, ...ways[index % 3] }))
    expect(all.filter(({ status }) => status === 201).length).toBe(14)
    for (const { status, json } of all)
      if (status !== 201) expect(json).toMatchObject({ reason: 'refund_above_left' })
    for (const answer of all)
      if (answer.status === 201 && refundOf(answer).status === 'pending')
        await decide(refundOf(answer).id, 'completed')
    expect(await refunded(reference)).toBe(98_000)
    await limit(null)
  })
})

test('the list has filters and pages', async () => {
  const reference = await paid()
  const ids: string[] = []
  for (const way of ['cash', 'network', 'cash'])
    ids.push(refundOf(await refund(reference, { amount: 500, way })).id)
  const list = async (query: string) => {
    const answer = await shop.request({ as: 'sandbox', path: `/v1/refunds?${query}` })
    return (at(answer, 'data.items') as RefundView[]).map(({ id }) => id)
  }
  const [first = '', second = '', third = ''] = ids
  expect((await list('limit=3')).slice(0, 3)).toEqual([third, second, first])
  expect(await list('way=cash&limit=2')).toEqual([third, first])
  expect(await list('status=pending&limit=1')).toEqual([second])
  expect(await list(`starting_after=${second}&limit=1`)).toEqual([first])
  expect((await shop.request({ as: 'sandbox', path: '/v1/refunds?way=card' })).status).toBe(400)
})

describe('a refund is found', () => {
  const list = async (query: string) =>
    at(
      await shop.request({ as: 'sandbox', path: `/v1/refunds?limit=100&${query}` }),
      'data.items',
    ) as RefundView[]
  /** One of each state that waits for a person or a network. */
  beforeAll(async () => {
    const approve = (payout_approval_above: number | null) =>
      shop.request({
        as: 'owner',
        method: 'PATCH',
        path: '/api/v1/settings',
        json: { payout_approval_above },
      })
    await approve(0)
    await refund(await paid(31_000))
    await approve(null)
    await refund(await paid(32_000), { way: 'payout' })
    await decide(refundOf(await refund(await paid(33_000))).id, 'unknown')
    const recipient = { phone: '0713000222' }
    await refund(await paid(34_000), { way: 'payout', recipient, reason: 'Half (50%) of Émile’s was broken' })
    await decide(refundOf(await refund(await paid(35_000))).id, 'failed')
    const other = { phone: '0713000333' }
    const spelled = "JOSE MFANO: Ng'ombe a - b"
    await refund(await paid(36_000), { way: 'payout', recipient: other, reason: spelled })
  })

  test('by why it has not ended, which the totals count', async () => {
    const all = await list('')
    const stateOf = ({ status, pending_reason }: RefundView) => pending_reason ?? status
    const states = [...new Set(all.map(stateOf))].toSorted()
    expect(states).toEqual(['approval', 'completed', 'failed', 'processing', 'recipient_needed', 'unknown'])
    const counted = states.map(status => {
      const of = all.filter(one => stateOf(one) === status)
      return { status, count: of.length, amount: of.reduce((sum, { amount }) => sum + amount.value, 0) }
    })
    for (const { status, count } of counted) {
      const name = status === 'completed' || status === 'failed' ? 'status' : 'pending_reason'
      const found = await list(`${name}=${status}`)
      expect([status, found.length, ...new Set(found.map(stateOf))]).toEqual([status, count, status])
    }
    const totals = await shop.request({ as: 'owner', path: '/api/v1/totals/refunds' })
    const { status: _, ...unknown } = counted.find(({ status }) => status === 'unknown') ?? { status: '' }
    expect(at(totals, 'data')).toEqual({
      statuses: counted.filter(({ status }) => status !== 'unknown'),
      outcome_unknown: unknown,
      capped: false,
    })
  })

  test.each([
    ['34000', [34_000]],
    ['34,000', [34_000]],
    ['0713 000 222', [34_000]],
    ['…222', [34_000]],
    ['50%', [34_000]],
    ['émile', [34_000]],
    ['ÉMILE’S', [34_000]],
    ["Émile's", [34_000]],
    ['José', [36_000]],
    ['josé mfáno', [36_000]],
    ['Ng’ombe', [36_000]],
    ['NGʼOMBE', [36_000]],
    ['Ng´ombe', [36_000]],
    ['a – b', [36_000]],
    ['чай', []],
    ['’–', []],
    ['\u0301', []],
    ['´', []],
    ['nobody', []],
    ['%', [34_000]],
  ])('by %s', async (q, amounts) => {
    const found = await list(`q=${encodeURIComponent(q)}`)
    expect(found.map(({ amount }) => amount.value)).toEqual(amounts)
  })

  test('by a part of its reference or of its payment’s, and by its reason', async () => {
    const [one] = await list('pending_reason=unknown')
    for (const q of [one?.id.slice(-8), one?.payment_reference.slice(0, 23), one?.payment_reference])
      expect((await list(`q=${q}`)).map(({ id }) => id)).toContain(one?.id ?? '')
    expect((await list('q=RETURNED%20the')).length).toBeGreaterThan(5)
  })
})
