// The settings as forms: what is read, what is wrong, what is asked for, and what a fee does to 10,000
// shillings.

import { describe, expect, test } from 'bun:test'
import { exampleOf } from '../../../ui/admin/settings/fee-example.model.ts'
import {
  basisPointsOf,
  feeForm,
  feeIn,
  hostsOf,
  paymentForm,
  problemFor,
  type Settings,
  shopForm,
  webhookForm,
} from '../../../ui/admin/settings/setting.model.ts'
import { tillForm } from '../../../ui/admin/settings/till-form.model.ts'

const free = { basis_points: 0, fixed: 0 }
const settings: Settings = {
  name: 'Duka la Asha',
  city: 'Ilala',
  address: 'Mtaa wa Lumumba 12',
  phone: '+255222123456',
  tin: null,
  vrn: null,
  receipt_header: null,
  receipt_footer: 'Asante',
  time_zone: 'Africa/Dar_es_Salaam',
  api_version: '2026-01-25',
  expiry_seconds: 14_400,
  amount_max: null,
  payout_approval_above: null,
  cash_refund_approval_above: null,
  simulated_phone: true,
  quick_amounts: [1_000, 2_000, 5_000, 10_000],
  pin_length: 4,
  blind_count: false,
  fees: {
    'dynamic-qr': { basis_points: 50, fixed: 0 },
    mobile: { basis_points: 75, fixed: 1_100 },
    card: free,
    payout: free,
  },
  webhook_url: null,
  webhook_hosts: ['192.168.1.20', '10.0.0.0/24'],
}

test('the limit of cash refunds is a sum or none, and is sent when it was changed', () => {
  const before = tillForm.read(settings)
  const sent = (cash_refund_approval_above: string) => {
    const values = { ...before, cash_refund_approval_above }
    return tillForm.faults(values).cash_refund_approval_above ?? tillForm.patch(values, before)
  }
  expect(before.cash_refund_approval_above).toBe('')
  expect(sent('')).toEqual({})
  expect(sent('20,000')).toEqual({ cash_refund_approval_above: 20_000 })
  expect(sent('20,50')).toBe('approval_above_wrong')
  expect(sent('999999999999999')).toBe('approval_above_wrong')
})

test.each([
  ['2.5', 250],
  ['2,5', 250],
  ['0.75 %', 75],
  ['100', 10_000],
  ['100.01', Number.NaN],
  ['1.234', Number.NaN],
  ['', Number.NaN],
])('%j percent are %d basis points', (text, points) => expect(basisPointsOf(text)).toBe(points))

describe('the shop', () => {
  const values = shopForm.read(settings)
  test('needs a name and a city of some length', () => {
    expect(shopForm.faults(values)).toEqual({})
    expect(shopForm.faults({ ...values, name: ' ', city: 'x'.repeat(61) })).toEqual({
      name: 'field_empty',
      city: 'city_long',
    })
    expect(shopForm.faults({ ...values, name: '🛒'.repeat(100) })).toEqual({})
  })
  test('sends what was changed and nothing else', () => {
    expect(shopForm.patch({ ...values, name: ' Duka la Neema ' }, values)).toEqual({ name: 'Duka la Neema' })
    expect(
      shopForm.patch({ ...values, phone: '0754 123 456', receipt_footer: ' ', tin: '123456789' }, values),
    ).toEqual({ phone: '0754 123 456', tin: '123456789', receipt_footer: null })
    expect(shopForm.patch({ ...values, city: 'Arusha', time_zone: 'UTC' }, values)).toEqual({
      city: 'Arusha',
      time_zone: 'UTC',
    })
  })
})

describe('payments', () => {
  const values = paymentForm.read(settings)
  test('wait for minutes and have no largest amount at first', () =>
    expect(values).toEqual({ expiry_seconds: '240', amount_max: '' }))
  test.each([
    [{ expiry_seconds: '1.5', amount_max: '20,000' }, {}, { expiry_seconds: 90, amount_max: 20_000 }],
    [{ expiry_seconds: '240', amount_max: '' }, {}, {}],
    [
      { expiry_seconds: '0.5', amount_max: '499' },
      { expiry_seconds: 'expiry_wrong', amount_max: 'amount_max_wrong' },
      undefined,
    ],
    [
      { expiry_seconds: '241', amount_max: 'x' },
      { expiry_seconds: 'expiry_wrong', amount_max: 'amount_max_wrong' },
      undefined,
    ],
  ])('%j', (typed, faults, patch) => {
    expect(paymentForm.faults(typed)).toEqual(faults as ReturnType<typeof paymentForm.faults>)
    if (patch) expect(paymentForm.patch(typed, values)).toEqual(patch)
  })
  test('lose their largest amount', () =>
    expect(paymentForm.patch(values, { ...values, amount_max: '20,000' })).toEqual({ amount_max: null }))
  test('with odd seconds until expiry are shown and kept as they are', () => {
    const odd = paymentForm.read({ ...settings, expiry_seconds: 100 })
    expect(odd.expiry_seconds).toBe('1.67')
    expect(paymentForm.patch({ ...odd, amount_max: '500' }, odd)).toEqual({ amount_max: 500 })
  })
})

describe('fees', () => {
  const values = feeForm.read(settings)
  test('are percent and shillings', () =>
    expect(values).toMatchObject({
      'dynamic-qr.basis_points': '0.5',
      'mobile.basis_points': '0.75',
      'mobile.fixed': '1,100',
    }))
  test('name the field that is wrong', () =>
    expect(feeForm.faults({ ...values, 'card.basis_points': '101', 'payout.fixed': 'free' })).toEqual({
      'card.basis_points': 'fee_percent_wrong',
      'payout.fixed': 'fee_fixed_wrong',
    }))
  test('ask for the method that changed, whole', () =>
    expect(feeForm.patch({ ...values, 'mobile.fixed': '0' }, values)).toEqual({
      fees: { mobile: { basis_points: 75, fixed: 0 } },
    }))
  test('have no example while they are wrong', () =>
    expect(feeIn({ ...values, 'mobile.fixed': '1oo' }, 'mobile')).toBeUndefined())
  test.each([
    ['mobile', { basis_points: 75, fixed: 100 }, { fee: 175, net: 9_825 }],
    ['card', { basis_points: 0, fixed: 20_000 }, { fee: 10_000, net: 0 }],
    ['payout', { basis_points: 0, fixed: 1_500 }, { fee: 1_500, net: 11_500 }],
  ] as const)('%s %j', (method, fee, example) => expect(exampleOf(method, fee)).toEqual(example))
})

describe('webhooks', () => {
  const values = webhookForm.read(settings)
  test('list a host a line', () => {
    expect(values).toEqual({ webhook_url: '', webhook_hosts: '192.168.1.20\n10.0.0.0/24' })
    expect(hostsOf('Shop.local, 10.0.0.1\n\n 192.168.1.0/24 ')).toEqual([
      'shop.local',
      '10.0.0.1',
      '192.168.1.0/24',
    ])
  })
  test('name what is no host', () => {
    expect(webhookForm.faults({ webhook_url: 'shop', webhook_hosts: 'http://10.0.0.1' })).toEqual({
      webhook_url: 'url_wrong',
      webhook_hosts: { key: 'host_wrong', host: 'http://10.0.0.1' },
    })
    const many = Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`).join('\n')
    expect(webhookForm.faults({ ...values, webhook_hosts: many })).toEqual({ webhook_hosts: 'hosts_many' })
  })
  test('ask for what changed only', () => {
    expect(webhookForm.patch({ ...values, webhook_url: ' https://shop.example/hook ' }, values)).toEqual({
      webhook_url: 'https://shop.example/hook',
    })
    expect(webhookForm.patch({ ...values, webhook_hosts: '' }, values)).toEqual({ webhook_hosts: [] })
    expect(webhookForm.patch(values, { ...values, webhook_url: 'https://shop.example' })).toEqual({
      webhook_url: null,
    })
  })
})

test.each([
  [{ webhook_url: 'webhook_url must be an https:// address' }, 'webhook_url', 'Must be an https:// address'],
  [{ 'webhook_hosts.0': 'webhook_hosts.0 must be a host name' }, 'webhook_hosts', 'Must be a host name'],
  [
    { 'fees.mobile.fixed': 'fees.mobile.fixed must be a whole number' },
    'mobile.fixed',
    'Must be a whole number',
  ],
  [{ name: 'name must have 1 to 100 characters' }, 'city', undefined],
] as const)('%j at %s', (problems, field, words) => expect(problemFor(problems, field)).toBe(words))
