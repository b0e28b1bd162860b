// The contract of the fields and limits of a session. States and endpoints: contract-checkout.test.ts.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { checkoutOf, listOf, openSession, order, ownAmount, sessionsPath } from '../kit/endpoint-session.ts'
import { profileOf, profileRequester } from '../kit/profile.ts'

const shop = await openEndpointShop()
await addRoles(shop)
afterAll(() => shop.close())
// An hour, because pushes to one number are counted for an hour.
beforeEach(() => shop.advance(3_600_000))

const create = (json: object) => shop.request({ as: 'owner', path: sessionsPath, json })
const make = (json: object = order) => openSession(shop, json, 'owner')
const made = async (json: object = order) => (await make(json)).made
/** The first wrong field of a request; undefined when it was accepted. */
const refusedField = async (json: object) => {
  const answer = await create(json)
  expect(answer.status).toBe(at(answer, 'errors') ? 400 : 201)
  return at(answer, 'errors.0.field')
}
const text = (length: number) => 'x'.repeat(length)
const many = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => one(index))
const line = { name: 'Khanga', quantity: 2, unit_price: 2_500 }
const field = { key: 'table', label: 'Table?', type: 'text', required: true }
type Rows = Record<string, () => Promise<void>>
const rows = (table: Rows) => test.each(Object.entries(table))('%s', (_, proves) => proves())
const withLine = (more: object) => ({ ...order, line_items: [{ ...line, ...more }] })
const withField = (more: object) => ({ ...order, custom_fields: [{ ...field, ...more }] })
const withDisplay = (display: object) => ({ ...order, display })
const both = async (good: object, bad: object, name: string) =>
  expect([await refusedField(good), await refusedField(bad)]).toEqual([undefined, name])

describe('Session, create-request fields', () => {
  rows({
    amount: async () => {
      await both(order, { amount: 499 }, 'amount')
      expect([await refusedField({}), await refusedField(ownAmount)]).toEqual(['amount', undefined])
      expect((await made({ ...ownAmount, amount: 2_000 })).amount).toBe(2_000)
    },
    currency: async () => {
      expect((await made()).currency).toBe('TZS')
      await both({ ...order, currency: 'TZS' }, { ...order, currency: 'KES' }, 'currency')
    },
    allowed_methods: async () => {
      expect((await made()).allowed_methods).toEqual(['mobile_money'])
      await both(
        { ...order, allowed_methods: ['mobile_money'] },
        { ...order, allowed_methods: ['cash'] },
        'allowed_methods.0',
      )
    },
    allow_custom_amount: async () => {
      expect([(await made()).allow_custom_amount, (await made(ownAmount)).allow_custom_amount]).toEqual([
        false,
        true,
      ])
    },
    min_amount: async () => {
      await both({ ...ownAmount, min_amount: 500 }, { ...ownAmount, min_amount: 499 }, 'min_amount')
      expect(await refusedField({ ...ownAmount, min_amount: undefined })).toBe('min_amount')
    },
    max_amount: async () => {
      await both({ ...ownAmount, max_amount: 1_001 }, { ...ownAmount, max_amount: 1_000 }, 'max_amount')
      expect(await refusedField({ ...ownAmount, max_amount: undefined })).toBe('max_amount')
    },
    customer: async () => {
      const { load } = await make({ ...order, customer: { name: 'Neema' } })
      expect(checkoutOf(await load()).customer_name).toBe('Neema')
    },
    profile_id: async () => {
      const json = { name: 'Juice bar', merchant_name: 'Juisi' }
      const { id } = profileOf(await profileRequester(shop)('', { json }))
      expect([
        (await made()).merchant_name,
        (await made({ ...order, profile_id: id })).merchant_name,
      ]).toEqual(['Duka la Asha', 'Juisi'])
    },
    redirect_url: async () => {
      const url = (length: number) => ({ ...order, redirect_url: `https://a.example/${text(length - 18)}` })
      await both(url(500), url(501), 'redirect_url')
    },
    webhook_url: async () => {
      const url = (length: number) => ({ ...order, webhook_url: `https://a.example/${text(length - 18)}` })
      await both(url(500), url(501), 'webhook_url')
    },
    description: () =>
      both({ ...order, description: text(500) }, { ...order, description: text(501) }, 'description'),
    metadata: async () =>
      expect((await made({ ...order, metadata: { order: 'A-17' } })).metadata).toEqual({ order: 'A-17' }),
    expires_in: async () => {
      const lasts = ({ created_at, expires_at }: { created_at: string; expires_at: string }) =>
        Date.parse(expires_at) - Date.parse(created_at)
      expect([lasts(await made()), lasts(await made({ ...order, expires_in: 60 }))]).toEqual([
        3_600_000, 60_000,
      ])
      await both({ ...order, expires_in: 60 }, { ...order, expires_in: 59 }, 'expires_in')
      await both({ ...order, expires_in: 86_400 }, { ...order, expires_in: 86_401 }, 'expires_in')
    },
    line_items: () =>
      both(
        { ...order, line_items: many(50, () => line) },
        { ...order, line_items: many(51, () => line) },
        'line_items',
      ),
    custom_fields: async () => {
      const fields = (count: number) => ({
        ...order,
        custom_fields: many(count, index => ({ ...field, key: `k${index}` })),
      })
      await both(fields(20), fields(21), 'custom_fields')
    },
    display: async () => expect((await made(withDisplay({ theme: 'dark' }))).display.theme).toBe('dark'),
    'merchant_name, merchant_logo, brand_color, locale, collect_email are not accepted': async () => {
      const branding = {
        merchant_name: 'X',
        merchant_logo: 'X',
        brand_color: '#000001',
        locale: 'sw',
        collect_email: true,
      }
      const { id, reference, ...shown } = await made({ ...order, ...branding })
      for (const [name, value] of Object.entries(branding)) expect(Reflect.get(shown, name)).not.toBe(value)
    },
  })
})

describe('Session, customer object', () => {
  const of = (customer: object) => ({ ...order, customer })
  rows({
    name: () => both(of({ name: text(200) }), of({ name: text(201) }), 'customer.name'),
    phone: async () => expect((await made(of({ phone: '0754123456' }))).customer_phone).toBe('+255754123456'),
    email: () => both(of({ email: 'a@b.co' }), of({ email: 'a' }), 'customer.email'),
  })
})

describe('Session, line_items element', () => {
  const full = {
    id: 'K-1',
    description: 'Red',
    image_url: 'https://a.example/k.png',
    sku: 'S',
    category: 'Cloth',
  }
  test.each(Object.entries(full))('%s may be there', async (name, value) => {
    expect((await made(withLine({ [name]: value }))).line_items).toEqual([{ ...line, [name]: value }])
  })
  test.each(Object.keys(line))('%s is required', name =>
    both(withLine({}), withLine({ [name]: undefined }), `line_items.0.${name}`),
  )
})

describe('Session, custom_fields element', () => {
  rows({
    key: async () => {
      await both(withField({ key: 'A_z0' }), withField({ key: 'a-b' }), 'custom_fields.0.key')
      expect(await refusedField(withField({ key: undefined }))).toBe('custom_fields.0.key')
    },
    label: () => both(withField({}), withField({ label: undefined }), 'custom_fields.0.label'),
    type: async () => {
      for (const type of ['text', 'email', 'phone', 'number', 'date', 'select', 'textarea'])
        expect(await refusedField(withField({ type, options: ['A'] }))).toBeUndefined()
      expect(await refusedField(withField({ type: 'file' }))).toBe('custom_fields.0.type')
    },
    required: () =>
      both(withField({ required: false }), withField({ required: undefined }), 'custom_fields.0.required'),
    placeholder: async () =>
      expect((await made(withField({ placeholder: '7' }))).custom_fields).toEqual([
        { ...field, placeholder: '7' },
      ] as never),
    options: () =>
      both(
        withField({ type: 'select', options: ['A'] }),
        withField({ type: 'select' }),
        'custom_fields.0.options',
      ),
  })
})

describe('Session, display object', () => {
  const defaults = {
    show_line_items: false,
    line_items_style: 'compact',
    show_description: false,
    show_merchant_logo: false,
    theme: 'light',
  }
  test.each(Object.entries(defaults))('%s: %j by default', async (name, value) =>
    expect((await made()).display).toMatchObject({ [name]: value }),
  )
  const others = {
    show_line_items: true,
    line_items_style: 'cards',
    show_description: true,
    show_merchant_logo: true,
    theme: 'dark',
  }
  test.each(Object.entries({ ...others, success_message: 'Asante', button_text: 'Lipa' }))(
    '%s: %j',
    async (name, value) =>
      expect((await made(withDisplay({ [name]: value }))).display).toMatchObject({ [name]: value }),
  )
})

describe('Session, metadata constraints', () => {
  const of = (metadata: object) => ({ ...order, metadata })
  const keys = (count: number) => of(Object.fromEntries(many(count, index => [`k${index}`, index])))
  rows({
    'at most 50 keys': () => both(keys(50), keys(51), 'metadata'),
    'key length at most 40': () => both(of({ [text(40)]: 1 }), of({ [text(41)]: 1 }), 'metadata'),
    'value length at most 500': () => both(of({ a: text(500) }), of({ a: text(501) }), 'metadata.a'),
    'string, number or boolean': () => both(of({ a: 'x', b: 1.5, c: true }), of({ a: null }), 'metadata.a'),
    'returned in webhook payloads': async () => {
      shop.dispatches.splice(0)
      const { tries, approves } = await make({
        ...of({ order: 'A-17' }),
        webhook_url: 'http://192.168.1.20/hook',
      })
      await tries()
      await approves()
      expect(shop.dispatches.splice(0).map(({ body }) => JSON.parse(body).data.metadata)).toEqual([
        { order: 'A-17' },
      ])
    },
  })
})

describe('Session, response fields of create, get and list', () => {
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const fields: Record<string, unknown> = {
    id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    reference: expect.stringMatching(/^sess_/),
    status: 'pending',
    mode: 'payment',
    amount: 5_000,
    currency: 'TZS',
    checkout_url: expect.stringMatching(/\/checkout\/\w{22}$/),
    short_code: expect.stringMatching(/^\w{8}$/),
    payment_link_url: expect.stringMatching(/\/p\/\w{8}$/),
    merchant_name: 'Duka la Asha',
    merchant_logo: '',
    brand_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    locale: 'en',
    customer_name: 'Neema',
    customer_phone: '+255754123456',
    customer_email: 'neema@example.com',
    allowed_methods: ['mobile_money'],
    redirect_url: 'https://a.example/thanks',
    webhook_url: 'https://a.example/hook',
    description: 'Tea',
    metadata: { order: 17 },
    allow_custom_amount: false,
    min_amount: 0,
    max_amount: 0,
    line_items: [line],
    custom_fields: [field],
    display: expect.any(Object),
    collect_email: false,
    expires_at: iso,
    created_at: iso,
  }
  const request = {
    ...order,
    description: 'Tea',
    redirect_url: 'https://a.example/thanks',
    webhook_url: 'https://a.example/hook',
  }
  const customer = { name: 'Neema', phone: '0754123456', email: 'neema@example.com' }
  test.each(Object.entries(fields))('%s', async (name, value) => {
    const { made, get } = await make({
      ...request,
      customer,
      metadata: { order: 17 },
      line_items: [line],
      custom_fields: [field],
    })
    const [listed] = listOf(await shop.request({ as: 'owner', path: `${sessionsPath}?limit=1` }))
    for (const shown of [made, await get(), listed]) expect(Reflect.get(Object(shown), name)).toEqual(value)
  })
})

describe('Limits', () => {
  rows({
    'minimum amount of sessions and min_amount: 500': async () => {
      await both({ amount: 500 }, { amount: 499 }, 'amount')
      await both({ ...ownAmount, min_amount: 500 }, { ...ownAmount, min_amount: 499 }, 'min_amount')
    },
    'session expires_in: 60 to 86400': async () => {
      for (const [expires_in, name] of [[59, 'expires_in'], [60], [86_400], [86_401, 'expires_in']])
        expect(await refusedField({ ...order, expires_in })).toBe(name)
    },
    'description: 500 characters': () =>
      both({ ...order, description: text(500) }, { ...order, description: text(501) }, 'description'),
    'customer name: 200 characters': () =>
      both(
        { ...order, customer: { name: text(200) } },
        { ...order, customer: { name: text(201) } },
        'customer.name',
      ),
  })
})
