// Every field of a request to create a session: valid values up to the bounds, and invalid ones, which are
// refused by name and change nothing.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { runScenario } from '../kit/endpoint-scenario.ts'
import {
  openSession,
  order,
  ownAmount,
  rowsOfNewSession,
  sessionOf,
  sessionsPath,
} from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
await openSession(shop)
afterAll(() => shop.close())
// An hour: pushes to one number are counted as long.
beforeEach(() => shop.advance(3_600_000))

const types = { 'content-type': 'application/json' }
const refuses = async (raw: string, field: string) => {
  const answer = await runScenario(shop, {
    request: { as: 'sandbox', path: sessionsPath, raw, headers: types },
    status: 400,
    body: errorBody('validation_error'),
  })
  expect(textAt(answer, 'message')).toStartWith(`${field} `)
  const { message, reason, params } = Object(answer.json)
  expect(at(answer, 'errors.0')).toEqual({ field, message, reason, ...(params ? { params } : {}) })
}
const takes = async (json: object) => {
  const request = { as: 'sandbox', path: sessionsPath, json } as const
  const made = sessionOf(await runScenario(shop, { request, status: 201, changes: rowsOfNewSession }))
  const read = async (path: string) => (await shop.request({ as: 'sandbox', path: sessionsPath + path })).json
  expect(await read(`/${made.reference}`)).toMatchObject({ data: made })
  expect(await read('?limit=1')).toMatchObject({ data: [made] })
  return made
}
const body = (more: object) => JSON.stringify({ ...order, ...more })
/** Names a case. */
const short = (value: object) => JSON.stringify(value).slice(0, 100)
const chars = (count: number, one = 'x') => one.repeat(count)
const times = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => of(index))
const line = { name: 'Khanga', quantity: 2, unit_price: 15_000 }
const asked = { key: 'for_whom', label: 'For whom?', type: 'text', required: true }
const select = { ...asked, type: 'select', options: ['A', 'B'] }
/** Values that are not text. */
const noText: readonly unknown[] = [5, true, [], {}]
/** As above, where a text is required. */
const noRequiredText: readonly unknown[] = [null, ...noText]
const noWhole: readonly unknown[] = [
  '5000',
  5_000.5,
  true,
  [5_000],
  { value: 5_000 },
  -5_000,
  1_000_000_000_000,
  1e21,
]
const noObject: readonly unknown[] = [5, 'x', true, ['x']]
const noList: readonly unknown[] = [5, 'x', true, {}]
const noFlag: readonly unknown[] = [0, 1, 'true', [], {}]

type Case = readonly [field: string, more: object]
const each = (field: string, values: readonly unknown[], more: object = {}): Case[] =>
  values.map(value => [field, { ...more, [field]: value }])
const eachIn = (
  parent: string,
  base: object,
  name: string,
  values: readonly unknown[],
  isList = true,
): Case[] =>
  values.map(value => {
    const one = { ...base, [name]: value }
    return [isList ? `${parent}.0.${name}` : `${parent}.${name}`, { [parent]: isList ? [one] : one }]
  })
const without = (base: object, name: string) =>
  Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))

const badUrls = [
  'shop.example',
  '/thanks',
  '//shop.example/thanks',
  'https://',
  'javascript:alert(1)',
  'JAVASCRIPT://x',
]
  .concat([
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://shop.example/',
    'myapp://thanks',
    'https://a:b@shop.example/',
    ' ',
  ])
  .concat([
    'https://a@shop.example/',
    'https://exa mple.com/',
    ' https://shop.example/',
    'https://shop.example/\r\nX: y',
  ])
  .concat(['https://shop.example/\u0001', `https://shop.example/${chars(480)}`])

const bad: Case[] = [
  ...each('amount', [...noWhole, null, undefined, 0, 499]),
  ...each('currency', [...noText, '', 'KES', 'tzs', 'TZS ']),
  ...each('allowed_methods', [...noList, [], times(21, () => 'qr')]),
  ...['cash', 'MOBILE_MONEY', '', null, 5, {}].map(
    (method): Case => ['allowed_methods.1', { allowed_methods: ['qr', method] }],
  ),
  ...each('allow_custom_amount', noFlag),
  ...each('min_amount', [...noWhole, null, undefined, 0, 499], ownAmount),
  ...each('max_amount', [...noWhole, null, undefined, 999, 1_000], ownAmount),
  ...each('amount', [1, 499, 999, 9_001, '5000'], ownAmount),
  ...each('customer', noObject),
  ...eachIn('customer', {}, 'name', [...noText, chars(201), chars(201, '🙂')], false),
  ...eachIn(
    'customer',
    {},
    'phone',
    [...noText, '07541', '+254712345678', 'x', chars(31, '0'), '0641234567'],
    false,
  ),
  ...eachIn('customer', {}, 'email', [...noText, 'asha', 'a b@c', '@', 'a@b@c', `${chars(320)}@b`], false),
  ...each('profile_id', [...noText, 'prof_none', `prof_${chars(32, '0')}`, chars(61), '__proto__', '🙂']),
  ...each('redirect_url', [
    ...noText,
    ...badUrls,
    'https:\\\\shop.example',
    'https://a;script-src.example/',
    'http:///x',
  ]),
  ...each('webhook_url', [
    ...noText,
    ...badUrls,
    'http://169.254.169.254/latest',
    'http://0.0.0.0/',
    'http://2852039166/',
  ]),
  ...each('description', [...noText, chars(501), chars(501, 'é'), chars(501, '🙂')]),
  ...each('metadata', [
    ...noObject,
    Object.fromEntries(times(51, index => [`k${index}`, 1])),
    { [chars(41)]: 1 },
    { [chars(41, '🙂')]: 1 },
    { '': 1 },
  ]),
  ...[null, [], {}, chars(501)].map((note): Case => ['metadata.note', { metadata: { note } }]),
  ...each('expires_in', ['60', 60.5, true, [], {}, 0, -60, 59, 86_401]),
  ...each('line_items', [...noList, times(51, () => line)]),
  ...[null, [], ...noObject].map((item): Case => ['line_items.1', { line_items: [line, item] }]),
  ...['name', 'quantity', 'unit_price'].map(
    (name): Case => [`line_items.0.${name}`, { line_items: [without(line, name)] }],
  ),
  ...eachIn('line_items', line, 'name', [...noRequiredText, '', ' ', chars(201)]),
  ...eachIn('line_items', line, 'quantity', [null, '2', 0, -1, 1.5, 1_000_001]),
  ...eachIn('line_items', line, 'unit_price', [null, ...noWhole]),
  ...eachIn('line_items', line, 'id', [...noText, chars(101)]),
  ...eachIn('line_items', line, 'description', [...noText, chars(501)]),
  ...eachIn('line_items', line, 'image_url', [...noText, chars(501)]),
  ...eachIn('line_items', line, 'sku', [...noText, chars(101)]),
  ...eachIn('line_items', line, 'category', [...noText, chars(101)]),
  ...each('custom_fields', [...noList, times(21, index => ({ ...asked, key: `k${index}` }))]),
  ...[null, [], ...noObject].map((field): Case => ['custom_fields.0', { custom_fields: [field] }]),
  ...Object.keys(asked).map(
    (name): Case => [`custom_fields.0.${name}`, { custom_fields: [without(asked, name)] }],
  ),
  ...eachIn('custom_fields', asked, 'key', [
    ...noRequiredText,
    '',
    'a b',
    'a-b',
    'é',
    '🙂',
    'a.b',
    chars(41),
  ]),
  ...eachIn('custom_fields', asked, 'key', ['__proto__', 'constructor', 'prototype']),
  ...eachIn('custom_fields', asked, 'label', [...noRequiredText, '', '  ', chars(201)]),
  ...eachIn('custom_fields', asked, 'type', [...noRequiredText, '', 'TEXT', 'checkbox', 'password']),
  ...eachIn('custom_fields', asked, 'required', [null, ...noFlag]),
  ...eachIn('custom_fields', asked, 'placeholder', [...noText, chars(201)]),
  ...eachIn('custom_fields', select, 'options', [
    ...noList,
    [],
    undefined,
    times(101, String),
    ['A', 'A'],
    ['A', ' A '],
    ['a  b', 'a b'],
  ]),
  ...[5, '', ' ', null, chars(201)].map(
    (one): Case => ['custom_fields.0.options.1', { custom_fields: [{ ...select, options: ['A', one] }] }],
  ),
  ['custom_fields.1.key', { custom_fields: [asked, asked] }],
  ...each('display', noObject),
  ...['show_line_items', 'show_description', 'show_merchant_logo'].flatMap(name =>
    eachIn('display', {}, name, noFlag, false),
  ),
  ...eachIn('display', {}, 'line_items_style', [...noText, '', 'table'], false),
  ...eachIn('display', {}, 'theme', [...noText, '', 'auto', 'Dark'], false),
  ...eachIn('display', {}, 'success_message', [...noText, chars(501)], false),
  ...eachIn('display', {}, 'button_text', [...noText, chars(61)], false),
]

describe('is refused', () => {
  test.each(bad.map(([field, more]) => [field, short(more), more] as const))('%s in %s', (field, _, more) =>
    refuses(body(more), field),
  )

  const noBody = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '5',
    '{"amount":5000,}',
    '{"amount":5000}{}',
    '{"amount":5000,"amount":6000}',
  ]
  test.each(noBody)('a body that is %j', raw => refuses(raw, 'body'))

  const where = ['', '"metadata":', '"customer":', '"display":', '"line_items":[', '"unknown":{"deep":']
  const keys = ['__proto__', 'constructor', 'prototype', '\\u005f_proto__']
  test.each(where.flatMap(place => keys.map(key => [key, place] as const)))(
    '%s in %j',
    async (key, place) => {
      const closing =
        place === '' ? '' : `}${place.endsWith('[') ? ']' : ''}${place.endsWith('deep":') ? '}' : ''}`
      await refuses(`{"amount":5000,${place}${place === '' ? '' : '{'}"${key}":{"x":1}${closing}}`, 'body')
    },
  )

  test('all problems together, in the order of the fields', async () => {
    const json = { amount: '5', currency: 'KES', expires_in: 1, display: { theme: 'x' } }
    const answer = await shop.request({ as: 'sandbox', path: sessionsPath, json })
    const fields = (at(answer, 'errors') as { field: string }[]).map(({ field }) => field)
    expect(fields).toEqual(['amount', 'currency', 'expires_in', 'display.theme'])
  })

  test('anything that is not JSON', async () => {
    const request = { as: 'sandbox', path: sessionsPath } as const
    await runScenario(shop, {
      request: { ...request, raw: new URLSearchParams({ amount: '5000' }) },
      status: 415,
    })
    await runScenario(shop, { request: { ...request, method: 'POST' }, status: 415 })
    const large = { ...request, raw: body({}).padEnd(262_145), headers: types }
    await runScenario(shop, { request: large, status: 413, body: errorBody('payload_too_large') })
  })
})

describe('is taken', () => {
  const url = (length: number) => `https://shop.example/${chars(length - 21)}`
  const good: readonly [given: object, shown?: object][] = [
    ...[500, 501, 999_999_999_999].map((amount): [object] => [{ amount }]),
    [{ currency: 'TZS' }],
    [
      { allowed_methods: ['mobile_money', 'mobile_money', 'qr'] },
      { allowed_methods: ['mobile_money', 'qr'] },
    ],
    [{ allowed_methods: ['card', 'qr', 'mobile_money'] }],
    [
      { allow_custom_amount: false, min_amount: 7, max_amount: 5 },
      { min_amount: 0, max_amount: 0 },
    ],
    [{ ...ownAmount, amount: 1_000 }],
    [{ ...ownAmount, amount: 9_000 }],
    [{ ...ownAmount, amount: 0 }],
    [{ ...ownAmount, min_amount: 500, max_amount: 501, amount: undefined }, { amount: 0 }],
    [{ customer: {} }, { customer_name: '', customer_phone: '', customer_email: '' }],
    [
      { customer: { name: chars(200), phone: '0754-123 456', email: `${chars(318)}@b` } },
      { customer_phone: '+255754123456' },
    ],
    [{ customer: { name: ' Zoë 🙂 ', phone: '', email: '' } }, { customer_name: 'Zoë 🙂' }],
    [
      { profile_id: '', redirect_url: '', webhook_url: '' },
      { redirect_url: '', webhook_url: '' },
    ],
    [
      { customer: null, profile_id: null, redirect_url: null, webhook_url: null, metadata: null },
      { customer_name: '', redirect_url: '', webhook_url: '', metadata: {} },
    ],
    [
      { customer: { name: null, email: null }, metadata: [], display: { button_text: null, theme: null } },
      { customer_name: '', metadata: {}, display: { button_text: '', theme: 'light' } },
    ],
    [
      { currency: null, expires_in: null, allow_custom_amount: null, line_items: null, custom_fields: null },
      {
        currency: 'TZS',
        expires_in: undefined,
        allow_custom_amount: false,
        line_items: [],
        custom_fields: [],
      },
    ],
    [{ redirect_url: url(499), webhook_url: url(499) }],
    [{ redirect_url: url(500), webhook_url: url(500) }],
    [
      {
        redirect_url: 'http://192.168.1.20:3000/thanks?a=b#c',
        webhook_url: 'http://192.168.1.20:9000/hook?a=b',
      },
    ],
    [{ redirect_url: 'https://dúka.example/asante' }, { redirect_url: 'https://xn--dka-8na.example/asante' }],
    ...['', '🙂', 'Agizo “A-17” — ✓', '<script>', chars(500), chars(500, '🙂')].map(
      (description): [object] => [{ description }],
    ),
    [{ metadata: {} }],
    [{ metadata: { [chars(40, '🙂')]: chars(500, '🙂') } }],
    [{ metadata: Object.fromEntries(times(50, index => [String(index).padEnd(40, '_'), chars(500)])) }],
    [
      {
        metadata: {
          text: '',
          number: -1.5,
          flag: false,
          'with blank': '🙂',
          hasOwnProperty: 'x',
          'nguo ✓': 1,
        },
      },
    ],
    [{ line_items: [] }],
    [{ line_items: times(50, () => line) }],
    [
      {
        line_items: [
          { ...line, quantity: 1, unit_price: 0 },
          { ...line, quantity: 1_000_000, unit_price: 999_999_999_999 },
        ],
      },
    ],
    [
      {
        line_items: [
          { ...line, name: chars(200), id: chars(100), description: chars(500), image_url: chars(500) },
        ],
      },
    ],
    [{ line_items: [{ ...line, sku: chars(100), category: '🙂', name: 'Kitenge ✂' }] }],
    [{ custom_fields: times(20, index => ({ ...asked, key: `k${index}` })) }],
    [
      {
        custom_fields: ['text', 'email', 'phone', 'number', 'date', 'textarea'].map(type => ({
          ...asked,
          type,
          key: type,
        })),
      },
    ],
    [{ custom_fields: [{ ...select, options: times(100, index => `${index}`.padEnd(200, '.')) }] }],
    [
      {
        custom_fields: [
          { ...asked, key: chars(40, '_'), label: chars(200, '✓'), placeholder: chars(200), required: false },
        ],
      },
    ],
    [
      {
        custom_fields: [
          { ...asked, key: 'toString' },
          { ...asked, key: 'A_1' },
        ],
      },
    ],
    [{ custom_fields: [{ ...asked, options: ['A'] }] }, { custom_fields: [asked] }],
    [
      {
        display: {
          theme: 'dark',
          line_items_style: 'cards',
          success_message: chars(500),
          button_text: chars(60),
        },
      },
      {},
    ],
    [{ display: { show_line_items: true, show_description: true, show_merchant_logo: true } }, {}],
  ]
  test.each(good.map(([given, shown = {}]) => [short(given), given, shown] as const))(
    '%s',
    async (_, given, shown) => {
      const json = { ...order, ...given }
      const made = await takes(json)
      expect(made).toMatchObject(
        JSON.parse(JSON.stringify({ ...without(without(json, 'customer'), 'profile_id'), ...shown })),
      )
    },
  )

  test.each([60, 61, 3_599, 86_399, 86_400])('expires_in %d', async seconds => {
    const made = await takes({ ...order, expires_in: seconds })
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(seconds * 1_000)
  })

  test('and unknown fields, branding too, are ignored and never stored', async () => {
    const branding = {
      merchant_name: 'CANARY',
      merchant_logo: 'CANARY',
      brand_color: '#CANARY',
      locale: 'sw',
      collect_email: true,
    }
    const ours = {
      id: 'CANARY',
      reference: 'CANARY',
      status: 'completed',
      token: 'CANARY',
      mode: 'CANARY',
      short_code: 'CANARY',
    }
    const inside = { CANARY: 'CANARY' }
    const made = await takes({
      ...order,
      ...branding,
      ...ours,
      CANARY: inside,
      customer: { name: 'Asha', ...inside },
      display: { theme: 'dark', ...inside },
      line_items: [{ ...line, ...inside }],
      custom_fields: [{ ...asked, ...inside }],
    })
    expect(made).toMatchObject({
      status: 'pending',
      locale: 'en',
      collect_email: false,
      merchant_name: 'Duka la Asha',
    })
    expect(JSON.stringify([...(await shop.rows())])).not.toContain('CANARY')
  })
})

test('nothing is left on any prototype', () => expect('x' in {}).toBe(false))
