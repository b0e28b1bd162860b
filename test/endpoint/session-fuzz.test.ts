// Random bodies to create and pay a session, made from their shapes and changed: each answer is documented in
// the API reference, and none is an internal error.
import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { fieldTypes } from '../../src/domain/session.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, type TestResponse } from '../kit/endpoint-answer.ts'
import { allMethods, metaOf, openSession, ownAmount, sessionsPath } from '../kit/endpoint-session.ts'
import { newChecker, type OpenApi } from '../kit/openapi.ts'
import { sized } from '../kit/proof.ts'

const shop = await openEndpointShop()
const checker = newChecker((await shop.request({ path: '/docs/json' })).json as OpenApi)
afterAll(() => shop.close())

const types = { 'content-type': 'application/json' }
const expectTold = (id: string, answer: TestResponse, raw: string, statuses: readonly number[]) => {
  expect({ raw, status: answer.status, wrong: checker.answer(id, answer) }).toEqual({
    raw,
    status: answer.status,
    wrong: [],
  })
  expect(answer.status).toBeOneOf([...statuses])
  if (at(answer, 'error_code') === 'validation_error') expect(at(answer, 'errors')).toBeArray()
}

const rare = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(499, 500, 2 ** 53 + 2, -0, 1e21, '5000', '', null, [], {}),
)
/** Returns mostly right values, and sometimes anything. */
const mostly = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 50, arbitrary: right }, { weight: 1, arbitrary: rare })
const some = (model: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) =>
  mostly(
    fc.record(Object.fromEntries(Object.entries(model).map(([name, one]) => [name, mostly(one)])), {
      requiredKeys,
    }),
  )
const text = fc.string({ unit: 'grapheme', maxLength: 60 })
const named = text.map(eachText => `${eachText}x`)
const flag = fc.boolean()
const whole = fc.integer({ min: 500, max: 20_000 })
const method = fc.constantFrom('mobile_money', 'qr', 'card')
const phone = fc.constantFrom('0754123456', '+255 654 123 456', '0612-345-678')
const answers = fc.dictionary(
  fc.oneof(fc.constantFrom('a', 'b', 'c'), text),
  mostly(fc.oneof(text, whole, flag)),
  { maxKeys: 5 },
)

const create = some(
  {
    amount: whole,
    currency: fc.constant('TZS'),
    allowed_methods: fc.array(method, { minLength: 1, maxLength: 4 }),
    allow_custom_amount: flag,
    min_amount: fc.constantFrom(500, 1_000),
    max_amount: fc.constantFrom(10_000, 20_000),
    customer: some({ name: text, phone, email: fc.emailAddress() }),
    redirect_url: fc.webUrl(),
    webhook_url: fc.webUrl(),
    description: text,
    metadata: fc.dictionary(
      named.map(eachText => eachText.slice(-40)),
      fc.oneof(text, fc.double({ noNaN: true }), flag),
      { maxKeys: 4 },
    ),
    expires_in: fc.integer({ min: 60, max: 86_400 }),
    line_items: fc.array(
      some({ name: named, quantity: whole, unit_price: whole, sku: text }, [
        'name',
        'quantity',
        'unit_price',
      ]),
      {
        maxLength: 3,
      },
    ),
    custom_fields: fc.array(
      some(
        {
          key: fc.constantFrom('a', 'b', 'c', 'toString', '__proto__'),
          label: named,
          type: fc.constantFrom(...fieldTypes),
          required: flag,
          options: fc.uniqueArray(fc.constantFrom('x', 'y', ' z', '🙂'), { maxLength: 4 }),
        },
        ['key', 'label', 'type', 'required'],
      ),
      { maxLength: 3 },
    ),
    display: some({ show_line_items: flag, theme: fc.constantFrom('light', 'dark'), button_text: text }),
  },
  ['amount'],
)
const pay = some(
  {
    payment_method: method,
    amount: whole,
    customer_name: text,
    customer_phone: phone,
    customer_email: fc.emailAddress(),
    custom_fields: answers,
    meta: fc.jsonValue({ maxDepth: 3 }).map(metaOf),
  },
  ['payment_method', 'customer_phone'],
)
const bodiesOf = (right: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 12, arbitrary: right.map(value => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )

const runs = sized({ test: 60, proof: 3_000 })
/** Of a few random bodies only some are good; one good one is among them. */
const fewest = sized({ test: 0, proof: 200 })

test('a body of any kind makes a session or is refused', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(bodiesOf(create), async raw => {
      const answer = await shop.request({ as: 'sandbox', path: sessionsPath, raw, headers: types })
      expectTold('createSession', answer, raw, [201, 400])
      if (answer.status !== 201) return
      made++
      const path = new URL(String(at(answer, 'data.checkout_url'))).pathname
      const got = await shop.request({
        as: 'sandbox',
        path: `${sessionsPath}/${at(answer, 'data.reference')}`,
      })
      expect(at(got, 'data')).toEqual(at(answer, 'data'))
      expectTold('getCheckout', await shop.request({ path }), raw, [200])
      expect((await shop.send({ path, headers: { accept: 'text/html' } })).status).toBe(200)
    }),
    { numRuns: runs, examples: [[JSON.stringify({ amount: 5_000 })]] },
  )
  expect(made).toBeGreaterThan(fewest)
})

const fields = fieldTypes.map(type => ({
  key: type.slice(0, 1),
  label: type,
  type,
  required: false,
  ...(type === 'select' ? { options: ['x', 'y'] } : {}),
}))
const kinds = [
  allMethods,
  { ...allMethods, ...ownAmount },
  { ...allMethods, custom_fields: [fields[0], fields[1]] },
]

const goodPay = JSON.stringify({ payment_method: 'mobile_money', customer_phone: '0754123456' })

test('a body of any kind pays or is refused', async () => {
  let paid = 0
  let posted = 0
  await fc.assert(
    fc.asyncProperty(bodiesOf(pay), fc.constantFrom(...kinds), fc.boolean(), async (raw, kind, isForm) => {
      // Twenty pushes an hour may go to one number.
      shop.advance(600_000)
      const customer = await openSession(shop, { amount: 5_000, ...kind })
      if (isForm) {
        const fields = Object.entries(Object(parsed(raw))).map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
        ])
        const body = new URLSearchParams(fields).toString()
        const form = { 'content-type': 'application/x-www-form-urlencoded' }
        const answer = await shop.send({
          method: 'POST',
          path: `${customer.path}/pay`,
          raw: body,
          headers: form,
        })
        expect({ body, status: answer.status }).toEqual({ body, status: answer.status === 303 ? 303 : 400 })
        if (answer.status === 303) posted++
      } else {
        const answer = await shop.request({ path: `${customer.path}/pay`, raw, headers: types })
        expectTold('payCheckout', answer, raw, [200, 400])
        if (answer.status === 200) paid++
      }
      await customer.status()
      const { payment_reference } = await customer.get()
      if (payment_reference) await customer.payment()
      expect((await shop.send({ path: customer.path, headers: { accept: 'text/html' } })).status).toBe(200)
    }),
    {
      numRuns: runs,
      examples: [
        [goodPay, allMethods, false],
        [goodPay, allMethods, true],
      ],
    },
  )
  expect(paid).toBeGreaterThan(fewest)
  expect(posted).toBeGreaterThan(fewest)
})

const prefixed = (answers: unknown) =>
  Object.fromEntries(Object.entries(Object(answers)).map(([key, value]) => [`custom_fields.${key}`, value]))

/** Returns the fields of a body, as a form names them. */
function parsed(raw: string): unknown {
  try {
    const { custom_fields, ...rest } = Object(JSON.parse(raw))
    return { ...rest, ...prefixed(custom_fields) }
  } catch {
    return { customer_name: raw }
  }
}
