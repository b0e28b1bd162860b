// Completing manually over HTTP: who may, the required input, the PIN on a till, and the view of each role.
import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { addCashiers, errorOf, pairTill, pins, pinWrong } from '../kit/endpoint-till.ts'

/** Hashing PINs and passwords is slow on purpose, and slower on a busy machine. */
setDefaultTimeout(300_000)

let number = 0
const shop = await openEndpointShop()
await addRoles(shop)
const crew = await addCashiers(shop)
const till = await pairTill(shop, 'Door', { staffId: crew.neema, pin: pins.neema })
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const word = (more: object = {}) => ({
  reason: 'The phone says paid',
  receipt_number: `QK${1_000 + ++number}`,
  ...more,
})
const path = (reference: string) => `/api/v1/payments/${reference}/confirm`
const grant = (staffId: string, confirm_manually: boolean) =>
  shop.request({
    as: 'owner',
    method: 'PUT',
    path: `/api/v1/staff/${staffId}/grants`,
    json: { confirm_manually },
  })

test('an owner confirms: booked, published and noted in one transaction', async () => {
  const { reference } = await shop.make()
  const before = await shop.rows()
  const done = await shop.request({
    as: 'owner',
    path: path(reference),
    json: word({ receipt_number: ' qk-77a ' }),
  })
  expect(done.json).toMatchObject({
    code: 200,
    data: {
      status: 'completed',
      external_reference: 'QK-77A',
      settlement: { gross: { value: 5_000 }, fees: { value: 0 } },
      manual_confirmation: {
        by: { type: 'staff', id: expect.any(String), till_id: null, name: 'asha' },
        reason: 'The phone says paid',
        receipt_number: 'QK-77A',
        confirmed: false,
      },
    },
  })
  expect(changesBetween(before, await shop.rows())).toEqual({
    payment: 1,
    posting: 1,
    balance: 2,
    event: 1,
    total: 2,
    payment_total: 2,
    sale_total: 2,
    audit_entry: 1,
  })
  const entries = await shop.request({
    as: 'owner',
    path: '/api/v1/audit-log?kind=payment.confirmed_manually',
  })
  expect(at(entries, 'data.items.0')).toMatchObject({
    subject: reference,
    detail: { amount: 5_000, reason: 'The phone says paid', receipt_number: 'QK-77A', was: 'pending' },
  })
  expect(
    at(
      await shop.request({ as: 'reader', path: `/v1/payments/search?external_reference=QK-77A` }),
      'data.items.0.reference',
    ),
  ).toBe(reference)
  expect(errorOf(await shop.request({ as: 'owner', path: path(reference), json: word() }))).toEqual([
    400,
    'invalid_state',
  ])
  const other = (await shop.make()).reference
  expect(
    errorOf(await shop.request({ as: 'admin', path: path(other), json: word({ receipt_number: 'QK-77A' }) })),
  ).toEqual([409, 'conflict'])
})

describe('a cashier', () => {
  test('only if allowed, by login as on a till, and the permission can be taken back', async () => {
    // A sale of their own: another's is not found, whatever the grants.
    const reference = textAt(
      await shop.request({ as: 'cashier', path: '/v1/payments', json: qr }),
      'data.reference',
    )
    const asks = (of = reference) => shop.request({ as: 'cashier', path: path(of), json: word() })
    expect(errorOf(await asks())).toEqual([403, 'insufficient_scope'])
    expect((await grant(crew.neema, true)).json).toEqual({ code: 200, data: { confirm_manually: true } })
    expect((await asks()).status).toBe(200)
    expect(errorOf(await asks((await shop.make()).reference))).toEqual([404, 'not_found'])
    await grant(crew.neema, false)
    expect(errorOf(await asks())).toEqual([403, 'insufficient_scope'])
    expect((await grant('anonymous', true)).status).toBe(404)
    const entries = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=grants.changed' })
    expect(at(entries, 'data.items.0')).toMatchObject({
      subject: crew.neema,
      detail: { confirm_manually: false },
    })
  })

  test('enters the PIN again on a till; wrong ones count', async () => {
    const reference = await till.sellByQr(3_000)
    const asks = (pin?: string) =>
      till.request({ path: path(reference), json: word(pin === undefined ? {} : { pin }) })
    expect(errorOf(await asks(pins.neema))).toEqual([403, 'insufficient_scope'])
    await grant(crew.neema, true)
    expect(at(await till.request({ path: '/api/v1/till/me' }), 'data.staff.may_confirm')).toBe(true)
    expect(errorOf(await asks())).toEqual([400, 'validation_error', 'pin'])
    expect((await asks('9999')).json).toMatchObject(pinWrong(4))
    expect((await asks(pins.juma)).json).toMatchObject(pinWrong(3))
    const done = await asks(pins.neema)
    expect(done.json).toMatchObject({
      data: { manual_confirmation: { by: { type: 'staff', id: crew.neema, till_id: till.id } } },
    })
    expect((await shop.rows()).get('pin_try')).toEqual([])
    expect(at(await till.request({ path: '/api/v1/till/sales?limit=1' }), 'data.0')).toMatchObject({
      reference,
      manual_confirmation: true,
    })
    const elsewhere = (await shop.make()).reference
    expect(errorOf(await till.request({ path: path(elsewhere), json: word({ pin: pins.neema }) }))).toEqual([
      404,
      'not_found',
    ])
    await grant(crew.neema, false)
  })

  test('is locked after wrong PINs here, too', async () => {
    const bar = await pairTill(shop, 'Bar', { staffId: crew.juma, pin: pins.juma })
    await grant(crew.juma, true)
    const reference = await bar.sellByQr(3_000)
    const asks = (pin: string) => bar.request({ path: path(reference), json: word({ pin }) })
    for (let guess = 0; guess < 5; guess++) expect((await asks('9999')).status).toBe(400)
    expect((await asks(pins.juma)).status).toBe(429)
    expect((await bar.signIn(crew.juma, pins.juma)).status).toBe(429)
    await grant(crew.juma, false)
  })

  test('an owner on a till may, with the PIN', async () => {
    const me = textAt(await shop.request({ as: 'browser', path: '/api/v1/me' }), 'data.staff.id')
    await shop.request({
      as: 'owner',
      method: 'PUT',
      path: `/api/v1/staff/${me}/pin`,
      json: { pin: '7051' },
    })
    const admin = await pairTill(shop, 'AccountAdmin', { staffId: me, pin: '7051' })
    const reference = await admin.sellByQr(3_000)
    expect((await admin.request({ path: path(reference), json: word({ pin: '7051' }) })).status).toBe(200)
  })
})

const wrong: [what: string, json: object, field: string][] = [
  ['no reason', { receipt_number: 'QK1234' }, 'reason'],
  ['an empty reason', { reason: '   ', receipt_number: 'QK1234' }, 'reason'],
  ['no receipt', { reason: 'The phone says paid' }, 'receipt_number'],
  ['a short receipt', { reason: 'The phone says paid', receipt_number: 'x' }, 'receipt_number'],
  ['a receipt with spaces', { reason: 'The phone says paid', receipt_number: 'QK 12 34' }, 'receipt_number'],
]
test.each(wrong)('%s', async (_, json, field) => {
  const { reference } = await shop.make()
  expect(errorOf(await shop.request({ as: 'owner', path: path(reference), json }))).toEqual([
    400,
    'validation_error',
    field,
  ])
})

test('a payment of the twin account is refused', async () => {
  const { reference } = await shop.make()
  expect((await shop.request({ as: 'owner of live', path: path(reference), json: word() })).status).toBe(403)
})

describe('marking as not paid', () => {
  const notPaid = (reference: string) => `/api/v1/payments/${reference}/mark-not-paid`
  const reason = { reason: 'Not on the statement' }
  const unknownSale = async () => (await collect(shop, qr, { outcome: 'unknown' })).reference

  test('an owner marks: failed, published and noted in one transaction', async () => {
    const reference = await unknownSale()
    const before = await shop.rows()
    const done = await shop.request({ as: 'owner', path: notPaid(reference), json: reason })
    expect(done.json).toMatchObject({
      code: 200,
      data: { status: 'failed', failure_reason: 'marked_not_paid', outcome_unknown: false },
    })
    const changes = changesBetween(before, await shop.rows())
    expect(changes).toMatchObject({ payment: 1, attempt: 1, event: 1, unknown_period: 1, audit_entry: 1 })
    const entries = await shop.request({
      as: 'owner',
      path: '/api/v1/audit-log?kind=payment.marked_not_paid',
    })
    expect(at(entries, 'data.items.0')).toMatchObject({
      subject: reference,
      detail: { amount: 5_000, reason: 'Not on the statement', was: 'pending' },
    })
    expect(errorOf(await shop.request({ as: 'owner', path: notPaid(reference), json: reason }))).toEqual([
      400,
      'invalid_state',
    ])
  })

  test('by the people who may confirm, with the PIN on a till; a known outcome and a short reason are refused', async () => {
    const reference = await unknownSale()
    const asks = async (as: 'cashier' | 'reader' | 'developer' | 'owner', json: object = reason) =>
      errorOf(await shop.request({ as, path: notPaid(reference), json }))
    for (const as of ['cashier', 'reader', 'developer'] as const)
      expect(await asks(as)).toEqual([403, 'insufficient_scope'])
    expect(await asks('owner', {})).toEqual([400, 'validation_error', 'reason'])
    expect(await asks('owner', { reason: 'x' })).toEqual([400, 'validation_error', 'reason'])
    const known = (await shop.make()).reference
    expect(errorOf(await shop.request({ as: 'admin', path: notPaid(known), json: reason }))).toEqual([
      400,
      'invalid_state',
    ])
    await grant(crew.neema, true)
    const sold = await till.sellByQr(3_000)
    const onTill = (json: object) => till.request({ path: notPaid(sold), json })
    expect(errorOf(await onTill(reason))).toEqual([400, 'validation_error', 'pin'])
    expect((await onTill({ ...reason, pin: '9999' })).json).toMatchObject(pinWrong(4))
    expect(errorOf(await onTill({ ...reason, pin: pins.neema }))).toEqual([400, 'invalid_state'])
    await grant(crew.neema, false)
    expect((await shop.request({ as: 'admin', path: notPaid(reference), json: reason })).status).toBe(200)
  })
})
