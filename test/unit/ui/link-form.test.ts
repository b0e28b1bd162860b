// The form for a payment link: every rule at its field, and what is sent; the page that the preview shows.
import { describe, expect, test } from 'bun:test'
import { viewOfDraft } from '../../../ui/admin/links/checkout-preview.model.ts'
import { linkStateOf, linkWithoutScheme } from '../../../ui/admin/links/link.model.ts'
import { linkFaults } from '../../../ui/admin/links/link-fault.model.ts'
import {
  type Branding,
  createBodyOf,
  emptyLink,
  fieldKeyOf,
  itemsTotalOf,
  type LinkDraft,
  newField,
  newItem,
  newMetadata,
  secondsOf,
} from '../../../ui/admin/links/link-form.model.ts'
import { linkSearch } from '../../../ui/admin/links/link-search.model.ts'
import { form } from '../../../ui/admin/parts/form.text.ts'
import { reachOf } from '../../../ui/admin/parts/reach.model.ts'

const good: LinkDraft = { ...emptyLink, amount: '12,500' }
const item = { ...newItem([]), name: 'Juice', price: '3,000' }
const field = { ...newField([]), label: 'Table number' }
const pair = { ...newMetadata([]), key: 'order', value: 'A-1042' }

describe('each error is shown at its field', () => {
  const rules: [string, Partial<LinkDraft>, Record<string, string>][] = [
    ['nothing but the amount is needed', {}, {}],
    ['no amount', { amount: ' ' }, { amount: 'empty' }],
    ['words', { amount: 'elfu tano' }, { amount: 'digits' }],
    ['cents', { amount: '1500.50' }, { amount: 'digits' }],
    ['cents that are none', { amount: '1,500.00' }, {}],
    ['499', { amount: '499' }, { amount: 'amount_low' }],
    ['500', { amount: '500' }, {}],
    ['twelve digits', { amount: '999,999,999,999' }, {}],
    ['thirteen digits', { amount: '1000000000000' }, { amount: 'amount_high' }],
    ['open without bounds', { open: true, amount: '' }, { min_amount: 'empty', max_amount: 'empty' }],
    ['open', { open: true, amount: '', amountMin: '1,000', amountMax: '5,000' }, {}],
    [
      'bounds the wrong way round',
      { open: true, amount: '', amountMin: '5000', amountMax: '5000' },
      { max_amount: 'maximum_low' },
    ],
    [
      'a suggestion outside',
      { open: true, amount: '6000', amountMin: '1000', amountMax: '5000' },
      { amount: 'between' },
    ],
    ['a suggestion inside', { open: true, amount: '5000', amountMin: '1000', amountMax: '5000' }, {}],
    ['0 minutes', { expiry: 'own', minutes: '0' }, { expires_in: 'expiry' }],
    ['1 minute', { expiry: 'own', minutes: '1' }, {}],
    ['24 hours', { expiry: 'own', minutes: '1440' }, {}],
    ['more than 24 hours', { expiry: 'own', minutes: '1441' }, { expires_in: 'expiry' }],
    ['no minutes', { expiry: 'own' }, { expires_in: 'expiry' }],
    ['no way to pay', { methods: [] }, { allowed_methods: 'methods' }],
    ['a long description', { description: 'x'.repeat(501) }, { description: 'long' }],
    ['500 letters outside of the first plane', { description: '🥭'.repeat(500) }, {}],
    ['an item without a name', { items: [{ ...item, name: '' }] }, { 'line_items.0.name': 'empty' }],
    ['no pieces', { items: [item, { ...item, quantity: '0' }] }, { 'line_items.1.quantity': 'quantity' }],
    ['half a piece', { items: [{ ...item, quantity: 'half' }] }, { 'line_items.0.quantity': 'quantity' }],
    ['an item that is free', { items: [{ ...item, price: '0' }] }, {}],
    ['an item without a price', { items: [{ ...item, price: '' }] }, { 'line_items.0.unit_price': 'empty' }],
    ['a question without words', { fields: [{ ...field, label: '' }] }, { 'custom_fields.0.label': 'empty' }],
    ['a key with a dash', { fields: [{ ...field, key: 'table-no' }] }, { 'custom_fields.0.key': 'key' }],
    [
      'a label without a letter of ours',
      { fields: [{ ...field, label: '桌号' }] },
      { 'custom_fields.0.key': 'key' },
    ],
    ['the same key twice', { fields: [field, { ...field, id: 2 }] }, { 'custom_fields.1.key': 'duplicate' }],
    [
      'a choice of nothing',
      { fields: [{ ...field, type: 'select' }] },
      { 'custom_fields.0.options': 'options' },
    ],
    [
      'a choice of the same',
      { fields: [{ ...field, type: 'select', options: 'S\nS' }] },
      { 'custom_fields.0.options': 'options_duplicate' },
    ],
    ['a choice', { fields: [{ ...field, type: 'select', options: 'S\n\nM\n' }] }, {}],
    ['data without a name', { pairs: [{ ...pair, key: '' }] }, { 'metadata.0.key': 'empty' }],
    ['data named twice', { pairs: [pair, { ...pair, id: 2 }] }, { 'metadata.1.key': 'duplicate' }],
    ['a long button', { button: 'x'.repeat(61) }, { 'display.button_text': 'long' }],
    ['a Kenyan number', { phone: '+254 712 345 678' }, { 'customer.phone': 'phone' }],
    ['a number', { phone: '0754 123 456' }, {}],
    ['an address that is none', { email: 'neema' }, { 'customer.email': 'email' }],
    ['a redirect without https', { redirect: 'shop.example' }, { redirect_url: 'redirect' }],
    ['a webhook that is none', { webhook: 'javascript:alert(1)' }, { webhook_url: 'webhook' }],
    ['a webhook in the shop, which an admin may have listed', { webhook: 'http://192.168.1.20/hook' }, {}],
  ]
  test.each(rules)('%s', (_, part, faults) => {
    expect(linkFaults({ ...good, ...part })).toEqual(faults as never)
  })

  test('every error has a text', () => {
    const words = rules.flatMap(([, , faults]) => Object.values(faults)).concat('many', 'colour')
    for (const word of words) expect(Object.keys(form.en)).toContain(word)
  })
})

test('what is sent', () => {
  const draft: LinkDraft = {
    ...good,
    description: ' Order 1042 ',
    items: [{ ...item, quantity: '2' }],
    fields: [{ ...field, type: 'select', options: 'A\nB', required: true }],
    pairs: [pair],
    methods: ['qr'],
    phone: '0754 123 456',
    profile: 'prof_1',
  }
  expect(createBodyOf(draft)).toEqual({
    amount: 12_500,
    description: 'Order 1042',
    expires_in: 3_600,
    profile_id: 'prof_1',
    allowed_methods: ['qr'],
    line_items: [{ name: 'Juice', quantity: 2, unit_price: 3_000 }],
    custom_fields: [
      { key: 'table_number', label: 'Table number', type: 'select', required: true, options: ['A', 'B'] },
    ],
    metadata: { order: 'A-1042' },
    customer: { phone: '0754 123 456' },
    display: {
      show_line_items: true,
      show_description: true,
      show_merchant_logo: true,
      line_items_style: 'compact',
      theme: 'light',
      button_text: '',
      success_message: '',
    },
  })
  expect(createBodyOf({ ...emptyLink, open: true, amountMin: '1,000', amountMax: '5,000' })).toMatchObject({
    allow_custom_amount: true,
    min_amount: 1_000,
    max_amount: 5_000,
  })
})

test('what the preview shows', () => {
  const brand: Branding = {
    merchant_name: 'Duka la Asha',
    merchant_logo: 'http://192.168.1.10:8080/logo/abc',
    brand_color: '#0b6e4f',
    locale: 'sw',
    collect_email: true,
    allowed_methods: ['mobile_money'],
  }
  const draft = { ...good, items: [item, newItem([item])], fields: [field, newField([field])] }
  expect(viewOfDraft(draft, brand, true)).toMatchObject({
    amount: 12_500,
    custom: null,
    locale: 'sw',
    sandbox: true,
    logo: '/logo/abc',
    methods: ['mobile_money'],
    lineItems: [{ name: 'Juice' }],
    customFields: [{ label: 'Table number' }],
  })
  expect(viewOfDraft({ ...good, logo: false, methods: ['qr'] }, brand, false)).toMatchObject({
    logo: null,
    methods: ['qr'],
  })
  expect(
    viewOfDraft({ ...good, open: true, amountMin: '500', amountMax: '900' }, brand, false),
  ).toMatchObject({
    amount: null,
    custom: { min: 500, max: 900 },
  })
})

test.each([
  ['Table number', 'table_number'],
  ['  Saizi ya shati?  ', 'saizi_ya_shati'],
  ['Café', 'cafe'],
])('%p is called %s', (label, key) => expect(fieldKeyOf({ key: '', label })).toBe(key))

test('sums and times', () => {
  expect(itemsTotalOf([{ ...item, quantity: '2' }, item])).toBe(9_000)
  expect(itemsTotalOf([{ ...item, price: '' }])).toBeUndefined()
  expect(itemsTotalOf([])).toBeUndefined()
  expect(secondsOf({ ...good, expiry: '900' })).toBe(900)
  expect(secondsOf({ ...good, expiry: 'own', minutes: '90' })).toBe(5_400)
})

test.each([
  ['http://127.0.0.1:8080/p/abc', 'local'],
  ['http://localhost:8080/p/abc', 'local'],
  ['http://192.168.1.10:8080/p/abc', 'shop'],
  ['http://10.0.0.7/p/abc', 'shop'],
  ['http://kaunta.local:8080/p/abc', 'shop'],
  ['http://till/p/abc', 'shop'],
  ['https://pay.duka.co.tz/p/abc', 'everywhere'],
  ['http://41.59.1.2:8080/p/abc', 'everywhere'],
])('%s opens in: %s', (link, reach) => expect(reachOf(link)).toBe(reach as 'local'))

test('the rest of the model', () => {
  expect(linkWithoutScheme('https://pay.duka.co.tz/p/abc')).toBe('pay.duka.co.tz/p/abc')
  expect(linkSearch({ status: 'active', after: 'sess_1', junk: 1 })).toEqual({
    status: 'active',
    after: 'sess_1',
  })
  expect(linkSearch({ status: 'gone', after: 'a b' })).toEqual({})
  expect(linkStateOf({ status: 'completed', late: true })).toBe('late')
  expect(linkStateOf({ status: 'completed', late: false })).toBe('completed')
})
