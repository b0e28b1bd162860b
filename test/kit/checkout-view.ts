// The states of the checkout page for its tests, and the page as a client gets it.

import { toString as toSvg } from 'qrcode'
import { checkoutPage } from '../../src/http/checkout/checkout-page.ts'
import type { CheckoutState, CheckoutView } from '../../ui/checkout/view.ts'
import { plainShop } from './receipt-shop.ts'

export const now = Date.parse('2026-03-31T11:04:00Z')
const path = '/checkout/aB3dE5fG7hJ9kL1mN3pQ5r'
const qr = await toSvg('00020101021226370011tz.go.bot.tips01180123456789012345676304ABCD', {
  type: 'svg',
  margin: 4,
})

type FormState = Extract<CheckoutState, { kind: 'form' }>

/** A form with nothing in it. */
export const emptyForm: FormState = {
  kind: 'form',
  values: {},
  problems: {},
  failed: null,
  now,
  expiresAt: now + 3_600_000,
}

/** Returns a plain sale of 45,000 by mobile money, in English, with changes. */
export const viewOf = (changes: Partial<CheckoutView> = {}): CheckoutView => ({
  path,
  locale: 'en',
  theme: 'light',
  merchantName: 'Duka la Asha',
  logo: null,
  brandColor: '#0b6e4f',
  sandbox: false,
  amount: 45_000,
  custom: null,
  lineItems: [],
  lineItemsStyle: 'compact',
  description: 'Oda 1042',
  methods: ['mobile_money'],
  customFields: [],
  collectEmail: false,
  buttonText: '',
  successMessage: '',
  meta: null,
  refused: null,
  state: emptyForm,
  ...changes,
})

export const itemsOf = (count: number): CheckoutView['lineItems'] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Unga wa sembe, mfuko ${index + 1}`,
    description: `Kilo ${index + 1}`,
    image_url: `https://pictures.example/${index}.png`,
    quantity: (index % 3) + 1,
    unit_price: 1_500 + index * 50,
    sku: `U-${index}`,
  }))

export const allFields: CheckoutView['customFields'] = [
  { key: 'house', label: 'House number', type: 'text', required: true, placeholder: 'Such as 3B' },
  { key: 'mail', label: 'E-mail for the invoice', type: 'email', required: false },
  { key: 'other', label: 'Second phone', type: 'phone', required: false },
  { key: 'guests', label: 'Guests', type: 'number', required: true },
  { key: 'day', label: 'Day of delivery', type: 'date', required: true },
  { key: 'size', label: 'Size', type: 'select', required: true, options: ['Small', 'Large'] },
  { key: 'note', label: 'Note for the driver', type: 'textarea', required: false },
]

export const waiting: Extract<CheckoutState, { kind: 'waiting' }> = {
  kind: 'waiting',
  method: 'mobile_money',
  attemptId: 'att-1',
  phone: '0754 123 456',
  qr: null,
  paymentToken: null,
  tillName: null,
  isHandset: false,
  picturePath: null,
  cardUrl: null,
  now,
  againAt: now + 30_000,
  expiresAt: now + 118_000,
}
const elsewhere = { ...waiting, phone: null, againAt: null }

export const paid: Extract<CheckoutState, { kind: 'paid' }> = {
  kind: 'paid',
  reference: '019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b',
  paymentNumber: '48213905',
  networkReference: 'CKL7H3X9QW',
  provider: 'mpesa',
  paidAt: now,
  timeZone: 'Africa/Dar_es_Salaam',
  shop: plainShop,
  returnUrl: 'https://shop.example/thanks?reference=sess_1&status=completed',
}

/** Every state in each of its forms. */
export const views: Readonly<Record<string, CheckoutView>> = {
  form: viewOf(),
  'form with all': viewOf({
    custom: { min: 1_000, max: 5_000_000 },
    methods: ['mobile_money', 'qr', 'card'],
    customFields: allFields,
    collectEmail: true,
    lineItems: itemsOf(8),
    lineItemsStyle: 'cards',
    sandbox: true,
    logo: '/logo/1',
    state: {
      ...emptyForm,
      values: { customer_phone: '0754123456', customer_name: 'Neema Mushi', amount: '250000' },
      expiresAt: now + 600_000,
    },
  }),
  'form with problems': viewOf({
    custom: { min: 1_000, max: 5_000_000 },
    customFields: allFields,
    collectEmail: true,
    state: {
      ...emptyForm,
      values: { amount: '5', customer_phone: '12', 'custom_fields.guests': 'x' },
      problems: {
        'custom_fields.guests': { kind: 'number' },
        customer_email: { kind: 'required' },
        customer_phone: { kind: 'phone' },
        amount: { kind: 'amount', min: 1_000, max: 5_000_000 },
      },
    },
  }),
  'form after a failure': viewOf({
    state: { ...emptyForm, values: { customer_phone: '0754 123 456' }, failed: 'insufficient_balance' },
  }),
  'form while an attempt is checked': viewOf({
    state: { ...emptyForm, values: { customer_phone: '0754 123 456' }, failed: 'checking' },
  }),
  'form after a refused push': viewOf({
    state: { ...emptyForm, values: { customer_phone: '0754 123 456' } },
    refused: { reason: 'push_too_soon', ms: 7_000 },
  }),
  'waiting, a push was refused': viewOf({
    state: waiting,
    refused: { reason: 'phone_pushes_used_up', ms: 2_400_000 },
  }),
  'waiting for the phone': viewOf({ state: waiting }),
  'waiting, may send again': viewOf({ state: { ...waiting, now: now + 40_000 } }),
  'waiting for a scan': viewOf({
    methods: ['mobile_money', 'qr'],
    state: { ...elsewhere, method: 'qr', qr, paymentToken: '48213905' },
  }),
  'waiting for a scan, without a session': viewOf({
    path: '/pay/019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b',
    theme: 'device',
    methods: ['qr'],
    state: { ...elsewhere, attemptId: null, method: 'qr', qr, paymentToken: '48213905' },
  }),
  'waiting for a scan, on a phone': viewOf({
    path: '/pay/019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b',
    theme: 'device',
    methods: ['qr'],
    state: {
      ...elsewhere,
      attemptId: null,
      method: 'qr',
      qr,
      paymentToken: '48213905',
      isHandset: true,
      picturePath: '/pay/019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b/picture',
    },
  }),
  'waiting for a card': viewOf({
    methods: ['card'],
    state: { ...elsewhere, method: 'card', cardUrl: '/sandbox/card/X1' },
  }),
  unknown: viewOf({ state: { kind: 'unknown', method: 'mobile_money' } }),
  'unknown, of a card without a session': viewOf({
    path: '/pay/019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b',
    theme: 'device',
    state: { kind: 'unknown', method: 'card', leadsToShop: true },
  }),
  paid: viewOf({ state: paid }),
  'paid in the sandbox': viewOf({
    sandbox: true,
    successMessage: 'Asante sana!',
    state: { ...paid, returnUrl: null },
  }),
  failed: viewOf({ state: { kind: 'failed', reason: 'insufficient_balance' } }),
  expired: viewOf({ state: { kind: 'expired' } }),
  cancelled: viewOf({ state: { kind: 'cancelled' } }),
}

export const pageOf = (view: CheckoutView): Promise<string> => checkoutPage(view).text()
