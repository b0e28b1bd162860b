// An account's settings on HTTP: every field at its bounds, who may change which, and that the next request
// uses them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { assert, type Params, type Reason } from '../../src/domain/fault.ts'
import { saleTotalName } from '../../src/flow/sale-sum.ts'
import { recountSaleTotals } from '../../src/flow/sale-total.ts'
import { changeSettings } from '../../src/flow/setting.ts'
import { findAccount, updateSettings } from '../../src/store/account.ts'
import { recountTotals } from '../../src/store/payment-total.ts'
import { listStoredSaleTotals } from '../../src/store/sale-total.ts'
import { SettingsView } from '../../src/wire/setting.ts'
import { mobile, openEndpointShop, qr, type Who } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, type TestResponse } from '../kit/endpoint-answer.ts'
import { addRoles, collect, earn, fetchPayment, wallet } from '../kit/endpoint-money.ts'
import { runScenario } from '../kit/endpoint-scenario.ts'
import { allMethods, openSession, order } from '../kit/endpoint-session.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

const shop = await openEndpointShop()
await addRoles(shop)
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(60_000)
  await change(start)
  await change({ ...start, webhook_url: null }, 'owner of live')
})

const path = '/api/v1/settings'
/** What each test begins with, on both accounts. */
const start = {
  name: 'Duka la Asha',
  city: 'Dar es Salaam',
  address: null,
  phone: null,
  tin: null,
  vrn: null,
  receipt_header: null,
  receipt_footer: null,
  time_zone: 'Africa/Dar_es_Salaam',
  api_version: '2026-01-25',
  expiry_seconds: 14_400,
  amount_max: null,
  payout_approval_above: null,
  cash_refund_approval_above: null,
  refund_days: 90,
  simulated_phone: true,
  quick_amounts: [1_000, 2_000, 5_000, 10_000],
  pin_length: 4,
  blind_count: false,
  fees: {
    'dynamic-qr': { basis_points: 50, fixed: 0 },
    mobile: { basis_points: 50, fixed: 0 },
    card: { basis_points: 300, fixed: 0 },
    payout: { basis_points: 0, fixed: 1_500 },
  },
  webhook_url: null,
  webhook_hosts: [],
}
const change = (json: object, as: Who = 'owner') => shop.request({ as, method: 'PATCH', path, json })
const read = (as: Who = 'owner') => shop.request({ as, path })
function settingsIn(answer: TestResponse): SettingsView {
  const data = at(answer, 'data')
  if (Value.Check(SettingsView, data)) return data
  throw new Error(`no settings: ${answer.text}`)
}
const fieldsIn = (answer: TestResponse) =>
  [at(answer, 'errors')].flat().map(error => Reflect.get(Object(error), 'field'))

describe('a setting', () => {
  const hosts = Array.from({ length: 50 }, (_, index) => `host-${index}.lan`)
  const good: [field: keyof typeof start, value: unknown, shown?: unknown][] = [
    ['name', 'D'],
    ['name', 'Ü'.repeat(100)],
    ['name', '  Duka Jipya  ', 'Duka Jipya'],
    ['city', 'A'],
    ['city', 'm'.repeat(60)],
    ['address', ' Mtaa wa Lumumba 12 \r\n\tKariakoo\n', 'Mtaa wa Lumumba 12\nKariakoo'],
    ['address', 'é'.repeat(200)],
    ['address', '', null],
    ['phone', '0754 123 456', '+255754123456'],
    ['phone', '(022) 212-3456', '+255222123456'],
    ['phone', '+254 20 2345678', '+254202345678'],
    ['phone', ' ', null],
    ['tin', '123456789', '123-456-789'],
    ['tin', '123 456–789', '123-456-789'],
    ['vrn', '40-012345-a', '40012345A'],
    ['vrn', null],
    ['receipt_header', 'Karibu sana – “Duka la Mama Ng’ombe”'],
    ['receipt_footer', 'a\n\nb\nc\nd\ne'],
    ['time_zone', 'Africa/Nairobi'],
    ['time_zone', 'UTC'],
    ['time_zone', 'asia/kathmandu', 'Asia/Kathmandu'],
    ['api_version', '2026-01-01'],
    ['expiry_seconds', 60],
    ['expiry_seconds', 14_399],
    ['amount_max', 500],
    ['amount_max', 999_999_999_999],
    ['fees', { card: { basis_points: 0, fixed: 0 } }, { ...start.fees, card: { basis_points: 0, fixed: 0 } }],
    [
      'fees',
      { payout: { basis_points: 10_000, fixed: 1 } },
      { ...start.fees, payout: { basis_points: 10_000, fixed: 1 } },
    ],
    ['webhook_url', 'https://shop.example.com/hook'],
    ['webhook_url', 'HTTPS://Shop.example.com', 'https://shop.example.com/'],
    ['webhook_url', 'http://192.168.1.20:3000/hook'],
    ['webhook_url', `https://a.tz/${'x'.repeat(487)}`],
    ['webhook_hosts', ['erp.lan', '10.0.0.0/8', '192.168.1.20', 'fd00::/8', '::1']],
    ['webhook_hosts', [' ERP.lan. ', '[::1]', 'erp.lan'], ['erp.lan', '::1']],
    ['webhook_hosts', hosts],
    ['quick_amounts', [2_500, 500, 1_000]],
    ['pin_length', 8],
    ['blind_count', true],
    ['refund_days', 3_650],
  ]
  test.each(good)('%s may be %j', async (field, value, shown = value) => {
    const answer = await change({ [field]: value })
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text })
    expect(settingsIn(answer)).toEqual({
      id: shop.accounts.sandbox.id,
      mode: 'sandbox',
      ...start,
      [field]: shown,
    } as SettingsView)
    expect(settingsIn(await read())).toEqual(settingsIn(answer))
  })

  const fee = { basis_points: 0, fixed: 0 }
  type Case = [change: object, field: string, reason: Reason, params?: Params]
  const bad: Case[] = [
    [{ name: '' }, 'name', 'length_out_of_range', { max: 100 }],
    [{ name: '   ' }, 'name', 'length_out_of_range', { max: 100 }],
    [{ name: 'D'.repeat(101) }, 'name', 'length_out_of_range', { max: 100 }],
    [{ name: null }, 'name', 'not_text'],
    [{ city: '' }, 'city', 'length_out_of_range', { max: 60 }],
    [{ city: 'm'.repeat(61) }, 'city', 'length_out_of_range', { max: 60 }],
    [{ address: 'm'.repeat(201) }, 'address', 'too_long', { max: 200 }],
    [{ address: 5 }, 'address', 'wrong_type', { types: 'a string of at most 2000 characters or null' }],
    [{ address: '1\n2\n3\n4\n5\n6\n7' }, 'address', 'too_many_lines', { max: 6 }],
    [{ receipt_header: 'Karibu\u0007' }, 'receipt_header', 'control_characters_in_text'],
    [{ receipt_footer: 'Asante 🙏 مرحبا' }, 'receipt_footer', 'unprintable', { characters: '🙏 م ر ح ب ا' }],
    ...['12', '0754 12', '0604 123 456', '022 212 345', 'simu', '+255 12 345 6789'].map(
      (phone): Case => [{ phone }, 'phone', 'shop_phone_malformed'],
    ),
    ...['12345678', '1234567890', '12345678A', 'TIN 123456789'].map(
      (tin): Case => [{ tin }, 'tin', 'tin_malformed'],
    ),
    ...['40012345', '4001234A', '40012345AB', 'NOT REGISTERED'].map(
      (vrn): Case => [{ vrn }, 'vrn', 'vrn_malformed'],
    ),
    [{ time_zone: 'Africa/Dodoma' }, 'time_zone', 'time_zone_unknown'],
    [{ time_zone: '+03:00' }, 'time_zone', 'time_zone_unknown'],
    [{ time_zone: '' }, 'time_zone', 'time_zone_unknown'],
    [{ api_version: '2025-01-01' }, 'api_version', 'wrong_choice', { choices: '2026-01-25, 2026-01-01' }],
    [{ api_version: null }, 'api_version', 'wrong_choice', { choices: '2026-01-25, 2026-01-01' }],
    [{ expiry_seconds: 59 }, 'expiry_seconds', 'out_of_range', { min: 60, max: 14_400 }],
    [{ expiry_seconds: 14_401 }, 'expiry_seconds', 'out_of_range', { min: 60, max: 14_400 }],
    [{ expiry_seconds: '900' }, 'expiry_seconds', 'not_whole_number_in_range', { min: 60, max: 14_400 }],
    [{ expiry_seconds: 90.5 }, 'expiry_seconds', 'not_whole_number_in_range', { min: 60, max: 14_400 }],
    [{ expiry_seconds: null }, 'expiry_seconds', 'not_whole_number_in_range', { min: 60, max: 14_400 }],
    [{ refund_days: 0 }, 'refund_days', 'out_of_range', { min: 1, max: 3_650 }],
    [{ refund_days: 3_651 }, 'refund_days', 'out_of_range', { min: 1, max: 3_650 }],
    [{ amount_max: 499 }, 'amount_max', 'account_limit_out_of_range', { min: 500, max: 999_999_999_999 }],
    [
      { amount_max: 1_000_000_000_000 },
      'amount_max',
      'account_limit_out_of_range',
      { min: 500, max: 999_999_999_999 },
    ],
    [{ amount_max: '5000' }, 'amount_max', 'wrong_type', { types: 'a whole number or null' }],
    [
      { fees: { card: { basis_points: -1, fixed: 0 } } },
      'fees.card.basis_points',
      'out_of_range',
      { min: 0, max: 10_000 },
    ],
    [
      { fees: { card: { basis_points: 10_001, fixed: 0 } } },
      'fees.card.basis_points',
      'out_of_range',
      { min: 0, max: 10_000 },
    ],
    [
      { fees: { 'dynamic-qr': { basis_points: 0, fixed: -1 } } },
      'fees.dynamic-qr.fixed',
      'out_of_range',
      { min: 0, max: 999_999_999_999 },
    ],
    [
      { fees: { mobile: { basis_points: 0.5, fixed: 0 } } },
      'fees.mobile.basis_points',
      'not_whole_number_in_range',
      { min: 0, max: 10_000 },
    ],
    [{ fees: { mobile: { basis_points: 50 } } }, 'fees.mobile.fixed', 'required'],
    [{ fees: { payout: null } }, 'fees.payout', 'not_object'],
    [{ fees: [] }, 'fees', 'not_object'],
    [{ webhook_url: 'ftp://shop.example.com' }, 'webhook_url', 'web_address_not_http'],
    [{ webhook_url: '' }, 'webhook_url', 'web_address_not_http'],
    [{ webhook_url: 'http://169.254.1.1/' }, 'webhook_url', 'web_address_reserved'],
    [
      { webhook_url: `https://a.tz/${'x'.repeat(488)}` },
      'webhook_url',
      'wrong_type',
      { types: 'a string of at most 500 characters or null' },
    ],
    [
      { webhook_url: 5 },
      'webhook_url',
      'wrong_type',
      { types: 'a string of at most 500 characters or null' },
    ],
    [{ webhook_hosts: [...hosts, 'one-more.lan'] }, 'webhook_hosts', 'too_many_entries', { max: 50 }],
    [{ webhook_hosts: null }, 'webhook_hosts', 'not_list'],
    ...['0.0.0.0/0', '192.0.0.0/7', '::/0', '2000::/3'].map(
      (wide): Case => [{ webhook_hosts: [wide] }, 'webhook_hosts.0', 'webhook_host_too_wide'],
    ),
    ...['169.254.0.0/16', '224.0.0.0/8'].map(
      (never): Case => [{ webhook_hosts: [never] }, 'webhook_hosts.0', 'webhook_host_reserved'],
    ),
    [{ webhook_hosts: [5] }, 'webhook_hosts.0', 'not_text'],
    ...['', 'http://erp.lan', 'erp.lan:80', '*.lan', '10.0.0.0/33', '300.1.1.1', 'a b', 'x'.repeat(254)].map(
      (host): Case => [{ webhook_hosts: ['erp.lan', host] }, 'webhook_hosts.1', 'webhook_host_malformed'],
    ),
    [{ name: '', webhook_url: 'x', fees: { card: fee } }, 'name', 'length_out_of_range', { max: 100 }],
  ]
  test.each(bad)('refuses %j', async (json, field, reason, params = {}) => {
    const answer = await runScenario(shop, {
      request: { as: 'owner', method: 'PATCH', path, json },
      status: 400,
      body: errorBody('validation_error', reason),
    })
    expect(at(answer, 'errors.0')).toMatchObject({ field, reason })
    for (const place of ['params', 'errors.0.params']) expect(at(answer, place) ?? {}).toEqual(params)
    expect(at(answer, 'message')).toBe(at(answer, 'errors.0.message'))
  })

  test('that is invalid is named with all others that are', async () => {
    const answer = await change({
      name: '',
      city: '',
      time_zone: 'Mars',
      amount_max: 1,
      webhook_hosts: ['?'],
      webhook_url: 'x',
    })
    expect(fieldsIn(answer)).toEqual([
      'name',
      'city',
      'time_zone',
      'amount_max',
      'webhook_hosts.0',
      'webhook_url',
    ])
  })

  test('that is unknown is ignored, and an empty change changes nothing', async () => {
    for (const json of [
      {},
      { colour: 'red', fees: { cheque: { basis_points: 1, fixed: 1 } } },
      { city: start.city },
    ])
      await runScenario(shop, {
        request: { as: 'owner', method: 'PATCH', path, json },
        status: 200,
        body: { data: start },
        changes: {},
      })
  })

  test('is changed with an audit entry that has the old and the new value, and no secret', async () => {
    const before = { webhook_url: 'https://erp.example.com/hook/a?token=siri2', webhook_hosts: ['10.0.0.1'] }
    await change(before)
    const fees = { card: { basis_points: 325, fixed: 100 } }
    const url = 'https://erp.example.com/hook/b?token=siri4#siri5'
    const json = {
      fees,
      tin: '123456789',
      receipt_footer: 'Asante\nKaribu',
      webhook_url: url,
      webhook_hosts: ['10.0.0.1', 'erp.lan'],
      expiry_seconds: 90,
      name: 'Duka Jipya',
    }
    const answer = await shop.request({ as: 'owner', method: 'PATCH', path, json })
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
    const told = await shop.request({ as: 'owner', path: '/api/v1/audit-log?limit=2' })
    const { changes } = Object(at(told, 'data.items.0.detail'))
    expect(changes).toEqual([
      { field: 'name', from: start.name, to: 'Duka Jipya' },
      { field: 'tin', from: null, to: '123-456-789' },
      { field: 'receipt_footer', from: null, to: 'Asante\nKaribu' },
      { field: 'expiry_seconds', from: start.expiry_seconds, to: 90 },
      { field: 'fees.card.basis_points', from: start.fees.card.basis_points, to: 325 },
      { field: 'fees.card.fixed', from: start.fees.card.fixed, to: 100 },
      { field: 'webhook_url', from: 'https://erp.example.com/hook/a', to: 'https://erp.example.com/hook/b' },
      { field: 'webhook_hosts', from: '10.0.0.1', to: '10.0.0.1, erp.lan' },
    ])
    expect(told.text).not.toContain('siri')
    // A change of only the secret part is named without its values.
    await change({ webhook_url: 'https://erp.example.com/hook/b?token=siri6' })
    const last = await shop.request({ as: 'owner', path: '/api/v1/audit-log?limit=1' })
    expect(at(last, 'data.items.0.detail')).toEqual({ fields: 'webhook_url', changes: [] })
    await change({ webhook_url: null })
    expect(
      at(await shop.request({ as: 'owner', path: '/api/v1/audit-log?limit=1' }), 'data.items.0.detail'),
    ).toEqual({
      fields: 'webhook_url',
      changes: [{ field: 'webhook_url', from: 'https://erp.example.com/hook/b', to: null }],
    })
    const { name, fees: old, expiry_seconds } = start
    await change({
      name,
      fees: { card: old.card },
      expiry_seconds,
      webhook_hosts: [],
      tin: null,
      receipt_footer: null,
    })
  })

  test('can be changed beside a webhook address that an earlier version stored longer than allowed', async () => {
    const account = await findAccount(shop.appliance.store.read, shop.accounts.sandbox.id)
    assert(account, 'the shop has a sandbox')
    const webhookUrl = `https://a.tz/${'%C3%A9'.repeat(100)}`
    await shop.appliance.store.write(tx => updateSettings(tx, { ...account, webhookUrl }))
    const answer = await change({ name: 'Duka la Juma' })
    expect(answer).toMatchObject({ status: 200 })
    expect(at(answer, 'data.webhook_url')).toBe(webhookUrl)
  })

  test('is changed with an audit entry that names what changed, and nothing else', async () => {
    await runScenario(shop, {
      request: {
        as: 'admin',
        method: 'PATCH',
        path,
        json: { city: 'Arusha', name: start.name, amount_max: 90_000 },
      },
      status: 200,
      changes: { account: 1, audit_entry: 1 },
    })
    expect(at(await shop.request({ as: 'owner', path: '/api/v1/audit-log' }), 'data.items.0')).toMatchObject({
      kind: 'settings.changed',
      actor: { type: 'staff', id: 'staff_admin' },
      subject: shop.accounts.sandbox.id,
      detail: { fields: 'city amount_max' },
      address: '127.0.0.1',
    })
  })
})

describe('webhooks of a live account', () => {
  const live = (json: object) => change(json, 'owner of live')
  test('go to private hosts only where they are listed, in the same change or before', async () => {
    const webhook_url = 'http://erp.lan/hook'
    expect((await live({ webhook_url })).json).toMatchObject({ errors: [{ field: 'webhook_url' }] })
    expect((await live({ webhook_url, webhook_hosts: ['erp.lan'] })).status).toBe(200)
    const answer = await live({ webhook_hosts: ['10.0.0.0/8'] })
    expect(answer.json).toMatchObject({
      code: 400,
      errors: [{ field: 'webhook_hosts', reason: 'webhook_host_in_use', params: { host: 'erp.lan' } }],
    })
    expect((await live({ webhook_hosts: [], webhook_url: 'https://shop.example.com/' })).status).toBe(200)
  })
})

describe('who may', () => {
  type OfOwners =
    | 'payout_approval_above'
    | 'cash_refund_approval_above'
    | 'refund_days'
    | 'simulated_phone'
    | 'blind_count'
  type OfOthers = 'webhook_url' | OfOwners
  type OfManagers = Exclude<keyof typeof start, OfOthers>
  const values: Record<OfManagers, unknown> = {
    name: 'New',
    city: 'New',
    address: 'New',
    phone: '0754123456',
    tin: '123456789',
    vrn: '40012345A',
    receipt_header: 'New',
    receipt_footer: 'New',
    time_zone: 'UTC',
    api_version: '2026-01-01',
    expiry_seconds: 600,
    amount_max: 9_000,
    quick_amounts: [700, 1_500],
    pin_length: 6,
    fees: { card: { basis_points: 1, fixed: 1 } },
    webhook_hosts: ['new.lan'],
  }
  const fields = Object.entries({ ...values, webhook_url: 'https://new.example.com/' })
  const ofWebhooks = ['webhook_url']
  const may: [Who, 'all' | 'webhooks' | 'none', number][] = [
    ['owner', 'all', 200],
    ['admin', 'all', 200],
    ['developer', 'webhooks', 200],
    ['cashier', 'none', 403],
    ['sandbox', 'none', 403],
    ['anonymous', 'none', 401],
  ]
  test.each(may)('%s changes %s, and reading answers %d', async (as, what, reading) => {
    expect((await read(as)).status).toBe(reading)
    for (const [field, value] of fields) {
      const isAllowed = what === 'all' || (what === 'webhooks' && ofWebhooks.includes(field))
      const answer = await change({ [field]: value }, as)
      const rejection = reading === 401 ? 401 : 403
      expect({ field, status: answer.status, text: answer.text }).toMatchObject({
        field,
        status: isAllowed ? 200 : rejection,
      })
      if (what === 'webhooks' && !isAllowed)
        expect(answer.json).toMatchObject({ reason: 'settings_not_allowed', params: { fields: field } })
    }
  })

  test('a developer who sends more than they may change changes nothing', async () => {
    const json = { webhook_url: 'https://new.example.com/', amount_max: 600, city: 'X' }
    const request = { as: 'developer', method: 'PATCH', path, json } as const
    await runScenario(shop, {
      request: request,
      status: 403,
      body: errorBody('insufficient_scope', 'settings_not_allowed', { fields: 'city, amount_max' }),
      changes: {},
    })
  })

  test('the owner of one account changes nothing on another', async () => {
    for (const id of ['acct_stranger', 'acct_none']) {
      const headers = { 'kaunta-account': id }
      for (const request of [{ path }, { method: 'PATCH', path, json: { city: 'X' } }])
        await runScenario(shop, {
          request: { as: 'browser', headers, ...request },
          status: 403,
          body: errorBody('forbidden'),
        })
    }
  })
})

describe('the next request uses', () => {
  /** Sells with a key that was used before the change, so that it is cached. */
  const sell = async (json: object = qr, as: Who = 'sandbox') =>
    shop.request({ as, path: '/v1/payments', json })
  beforeEach(async () => void paymentOf(await sell()))

  test('the new fees', async () => {
    await change({ fees: { 'dynamic-qr': { basis_points: 100, fixed: 7 } } })
    expect(await collect(shop, qr, { outcome: 'completed' })).toMatchObject({
      settlement: { fees: { value: 57 } },
    })
    expect(await collect(shop, mobile, { outcome: 'completed' })).toMatchObject({
      settlement: { fees: { value: 8 } },
    })
  })

  test('the new fee of payouts', async () => {
    await earn(shop, 100_000)
    await change({ fees: { payout: { basis_points: 0, fixed: 2_000 } } })
    expect((await shop.request({ as: 'sandbox', path: '/v1/payouts/fee?amount=5000' })).json).toMatchObject({
      data: { fee_amount: 2_000 },
    })
    expect(
      (await shop.request({ as: 'sandbox', path: '/v1/payouts/send', json: wallet })).json,
    ).toMatchObject({
      data: { fees: { value: 2_000 } },
    })
  })

  test('the new version, and older payments by their own', async () => {
    const { reference } = paymentOf(await sell())
    await change({ api_version: '2026-01-01' })
    expect(paymentOf(await sell()).api_version).toBe('2026-01-01')
    expect((await fetchPayment(shop, reference)).api_version).toBe('2026-01-25')
  })

  test('the new expiry', async () => {
    await change({ expiry_seconds: 60 })
    const { created_at, expires_at } = paymentOf(await sell())
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000)
  })

  test('the new limit', async () => {
    await change({ amount_max: 4_999 })
    expect((await sell()).json).toMatchObject({ code: 400, errors: [{ field: 'details.amount' }] })
    await change({ amount_max: 5_000 })
    expect((await sell()).status).toBe(201)
  })

  test('the new name and city, in the QR code', async () => {
    await change({ name: 'Duka Jipya', city: 'Arusha' })
    const { payment_qr_code } = paymentOf(await sell())
    expect(payment_qr_code).toContain('Duka Jipya')
    expect(payment_qr_code).toContain('Arusha')
  })

  test('the new webhook address', async () => {
    /** Returns the addresses to which the events of one new payment went. */
    const goneTo = async () => {
      const { reference } = await collect(shop, qr, { outcome: 'completed' })
      return shop.dispatches.filter(({ body }) => body.includes(reference)).map(({ url }) => String(url))
    }
    await change({ webhook_url: 'https://new.example.com/hook' })
    expect(await goneTo()).toEqual(['https://new.example.com/hook'])
    await change({ webhook_url: null })
    expect(await goneTo()).toEqual([])
  })

  test('settings of its own account only', async () => {
    await change({ amount_max: 600, city: 'Mbeya' })
    expect(settingsIn(await read('owner of live'))).toMatchObject({ mode: 'live', ...start })
    expect(settingsIn(await read())).toMatchObject({ mode: 'sandbox', city: 'Mbeya' })
    expect((await sell(qr, 'stranger')).status).toBe(201)
  })
})

test('a new time zone counts all days again', async () => {
  const rows = async () => (await shop.rows()).get('total') ?? []
  const daysOf = (totals: readonly string[]) => new Set(totals.map(line => JSON.parse(line)[1]))
  await shop.make()
  shop.advance(2 * 3_600_000)
  await shop.make()
  expect(daysOf(await rows())).toEqual(new Set([20261121]))
  const before = (await rows()).toSorted()
  await change({ time_zone: 'Pacific/Kiritimati' })
  expect(daysOf(await rows())).toEqual(new Set([20261121, 20261122]))
  const { reference } = await shop.make()
  await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
  const counts = (await rows()).map(line => Number(JSON.parse(line)[4]))
  expect(counts.every(count => count >= 0)).toBe(true)
  await change({ time_zone: start.time_zone })
  expect((await rows()).length).toBeGreaterThanOrEqual(before.length)
  expect(daysOf(await rows())).toEqual(new Set([20261121]))
})

describe('a time zone that changes between a request’s read of the account and its write counts for', () => {
  const zone = 'Pacific/Kiritimati'
  const { store } = shop.appliance
  const { id } = shop.accounts.sandbox
  let till: PairedTill
  beforeAll(async () => {
    shop.advance(2 * 3_600_000)
    const { neema } = await addCashiers(shop)
    till = await pairTill(shop, 'Front', { staffId: neema, pin: pins.neema })
    await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
  })
  const counted = async () => {
    const totals = (await shop.rows()).get('total') ?? []
    const sales = await listStoredSaleTotals(store.read, id)
    return {
      totals: totals.filter(line => JSON.parse(line)[4] !== 0).toSorted(),
      sales: sales
        .filter(({ count }) => count !== 0)
        .map(sum => `${saleTotalName(sum)} ${sum.gross}`)
        .toSorted(),
    }
  }
  /** Changes the zone right before the next write. */
  function changeBeforeWrite(): void {
    const { write } = store
    const by = { actor: { kind: 'server' }, address: null, may: () => true } as const
    const first: typeof write = (...body) => {
      Object.assign(store, { write })
      void changeSettings(shop.appliance, id, { timeZone: zone }, by, () => {})
      return write(...body)
    }
    Object.assign(store, { write: first })
  }

  const cases: [string, () => Promise<() => Promise<TestResponse>>][] = [
    ['cash', async () => () => till.takeCash(700)],
    ['a payment', async () => () => shop.request({ as: 'sandbox', path: '/v1/payments', json: qr })],
    [
      'one that is voided',
      async () => {
        const { reference } = await shop.make()
        return () => shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
      },
    ],
    [
      'one of a link',
      async () => {
        const { pay } = await openSession(shop)
        return () => pay()
      },
    ],
    [
      'one of a link whose method changes',
      async () => {
        const link = await openSession(shop, { ...order, ...allMethods })
        await link.tries()
        await link.declines()
        return () => link.pay({ payment_method: 'qr' })
      },
    ],
  ]
  test.each(cases)('%s', async (_, prepare) => {
    const ask = await prepare()
    changeBeforeWrite()
    expect((await ask()).status).toBeOneOf([200, 201])
    expect(settingsIn(await read()).time_zone).toBe(zone)
    const kept = await counted()
    await store.write(async tx => {
      await recountTotals(tx, id, zone)
      await recountSaleTotals(tx, [{ id, timeZone: zone }])
    })
    expect(kept).toEqual(await counted())
  })
})
