// Card payments on HTTP: what a request must have, and the simulated network's hosted page that leads back to
// the shop.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readEmv } from '../../src/domain/emv.ts'
import { openEndpointShop, rowsOfNewPayment } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { fetchPayment, openOtherAccount } from '../kit/endpoint-money.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const details = {
  amount: 25_000,
  currency: 'TZS',
  redirect_url: 'https://shop.example/thanks?order=17',
  cancel_url: 'https://shop.example/basket',
}
const customer = {
  firstname: 'Amina',
  lastname: 'Salum',
  email: 'amina@example.co.tz',
  address: 'Mtaa wa Uhuru 4',
  city: 'Dar es Salaam',
  state: 'DSM',
  postcode: '11101',
  country: 'TZ',
}
const card = { payment_type: 'card', details, customer }
const create = (json: object, status: number) =>
  run({
    request: { as: 'creator', path: '/v1/payments', json },
    status,
    ...(status === 201 ? { changes: rowsOfNewPayment } : {}),
  })
const make = async (json: object = card) =>
  paymentOf(await shop.request({ as: 'sandbox', path: '/v1/payments', json }))
const pathOf = (url = '') => new URL(url).pathname
const click = (path: string, answer: string) =>
  shop.request({
    method: 'POST',
    path,
    raw: `answer=${answer}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

describe('creating', () => {
  test('answers the fields of a card payment', async () => {
    const answer = await create({ ...card, metadata: { order: 17 }, phone_number: '0754123456' }, 201)
    const payment = paymentOf(answer)
    expect(readEmv(payment.payment_qr_code ?? '')?.get('54')).toBe('25000')
    expect(payment).toMatchObject({
      object: 'payment',
      api_version: '2026-01-25',
      payment_type: 'card',
      status: 'pending',
      amount: { value: 25_000, currency: 'TZS' },
      channel: { type: 'card', provider: 'card' },
      customer: {
        first_name: 'Amina',
        last_name: 'Salum',
        email: 'amina@example.co.tz',
        phone: '+255754123456',
      },
      payment_token: expect.stringMatching(/^\d{8}$/),
      payment_url: expect.stringMatching(/^http:\/\/192\.168\.1\.10:8080\/sandbox\/card\/[A-Z0-9]{20}$/),
    })
    expect(Date.parse(payment.expires_at) - Date.parse(payment.created_at)).toBe(14_400_000)
  })

  const without = (from: object, field: string) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => name !== field))
  const incomplete: [string, object][] = [
    ...Object.keys(details).map((field): [string, object] => [
      `details.${field}`,
      { ...card, details: without(details, field) },
    ]),
    ...Object.keys(customer).flatMap((field): [string, object][] => [
      [`customer.${field}`, { ...card, customer: without(customer, field) }],
      [`customer.${field}`, { ...card, customer: { ...customer, [field]: '' } }],
      [`customer.${field}`, { ...card, customer: { ...customer, [field]: null } }],
      [`customer.${field}`, { ...card, customer: { ...customer, [field]: 5 } }],
    ]),
    ['customer.firstname', without(card, 'customer')],
    ['customer.firstname', { ...card, customer: {} }],
    ['customer.address', { ...card, customer: { ...customer, address: '   ' } }],
    ['customer.email', { ...card, customer: { ...customer, email: 'amina' } }],
    ['customer.country', { ...card, customer: { ...customer, country: 'TZA' } }],
    ['customer.country', { ...card, customer: { ...customer, country: '12' } }],
  ]
  test.each(incomplete)('%s is required and must be right', async (field, json) => {
    const answer = await create(json, 400)
    expect(answer.json).toMatchObject(errorBody('validation_error'))
    expect(textAt(answer, 'message')).toStartWith(`${field} `)
    expect(at(answer, 'errors.0.field')).toBe(field)
  })

  const wrong = [
    ...[
      '',
      'shop.example/thanks',
      '/thanks',
      '//shop.example/thanks',
      'https://',
      'javascript:alert(1)',
      'data:text/html,x',
    ],
    ...[
      'ftp://shop.example/',
      'myapp://thanks',
      'https://a:b@shop.example/',
      'https://shop.example/\r\nX: y',
      'https:\\\\shop.example',
    ],
    ...[
      'https://exa mple.com/',
      `https://shop.example/${'x'.repeat(480)}`,
      'https://a;script-src.example/',
      null,
      7,
      ['https://a.example'],
    ],
  ]
  test.each(
    (['redirect_url', 'cancel_url'] as const).flatMap(field => wrong.map(url => [field, url] as const)),
  )('details.%s %j is refused', async (field, url) => {
    const answer = await create({ ...card, details: { ...details, [field]: url } }, 400)
    expect(textAt(answer, 'message')).toStartWith(`details.${field} `)
  })

  const right = [
    ...[
      'https://shop.example',
      'http://192.168.1.20:3000/thanks',
      'https://duka.co.tz/asante?a=b&c=d#e',
      'https://dúka.example/asante',
    ],
    `https://shop.example/${'x'.repeat(479)}`,
  ]
  test.each(right)('both may be %s', async url => {
    await create({ ...card, details: { ...details, redirect_url: url, cancel_url: url } }, 201)
  })

  test('a country in small letters is kept in capitals', async () => {
    await create({ ...card, customer: { ...customer, country: 'tz' } }, 201)
  })
})

describe('the page', () => {
  test('shows the shop and the amount, runs no script, and cannot be framed', async () => {
    const { payment_url } = await make()
    const page = await shop.request({ path: pathOf(payment_url) })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8')
    expect(page.text).toContain('Duka la Asha')
    expect(page.text).toContain('TZS 25,000')
    expect(page.text).not.toContain('<script')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/=]{44}'$/),
      "form-action 'self' https://shop.example https://shop.example",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    const style = /<style>([\s\S]*)<\/style>/.exec(page.text)?.[1] ?? ''
    expect(policy).toContain(new Bun.CryptoHasher('sha256').update(style).digest('base64'))
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('a hostile shop name is shown as text', async () => {
    const name = `"><script>alert('1')</script>&<img src=x onerror=alert(1)>`
    await openOtherAccount(shop, { name })
    const payment = paymentOf(await shop.request({ as: 'other', path: '/v1/payments', json: card }))
    const page = await shop.request({ path: pathOf(payment.payment_url) })
    expect(page.text).not.toMatch(/<script|<img/)
    expect(page.text).toContain(Bun.escapeHTML(name).replaceAll('&#x27;', '&#39;'))
  })

  const answers = [
    ['approve', 'https://shop.example/thanks?order=17&reference=', 'completed'],
    ['decline', 'https://shop.example/basket?reference=', 'failed'],
    ['cancel', 'https://shop.example/basket?reference=', 'failed'],
  ] as const
  test.each(answers)('%s leads to %s, and the payment is %s', async (answer, address, status) => {
    const payment = await make({ ...card, webhook_url: 'http://192.168.1.20/hook' })
    const path = pathOf(payment.payment_url)
    const redirect = await click(path, answer)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([303, address + payment.reference])
    await shop.work()
    expect((await fetchPayment(shop, payment.reference)).status).toBe(status)
    expect(shop.dispatches.splice(0).map(({ body }) => JSON.parse(body).type)).toEqual([`payment.${status}`])
    expect((await shop.request({ path })).text).toContain('answered already')
  })

  test('leads back to the address as the shop wrote it', async () => {
    const redirect_url = 'https://shop.example/back?sig=a%20b~#paid'
    const cancel_url = 'https://shop.example/back?reference=INV-7&sig=a%20b~'
    const ownAddresses = { ...card, details: { ...details, redirect_url, cancel_url } }
    const payment = await make(ownAddresses)
    const answersOf = async ({ payment_url }: typeof payment, answer: string) =>
      (await click(pathOf(payment_url), answer)).headers.get('location')
    expect(await answersOf(payment, 'approve')).toBe(
      `https://shop.example/back?sig=a%20b~&reference=${payment.reference}#paid`,
    )
    expect(await answersOf(await make(ownAddresses), 'decline')).toBe(cancel_url)
  })

  test('takes the fee of cards', async () => {
    const payment = await make()
    await click(pathOf(payment.payment_url), 'approve')
    await shop.work()
    expect(await fetchPayment(shop, payment.reference)).toMatchObject({
      settlement: { gross: { value: 25_000 }, fees: { value: 750 }, net: { value: 24_250 } },
      channel: { type: 'card', provider: 'card' },
    })
  })

  test.each([
    ['approve', 'decline', 'https://shop.example/thanks?order=17&reference='],
    ['decline', 'approve', 'https://shop.example/basket?reference='],
  ])(
    '%s and then %s: the first answer counts, and the customer goes where it leads',
    async (first, second, address) => {
      const payment = await make()
      const path = pathOf(payment.payment_url)
      await click(path, first)
      await shop.work()
      const request = {
        method: 'POST',
        path,
        raw: `answer=${second}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
      await run({ request: request, status: 303, headers: { location: address + payment.reference } })
    },
  )

  test('of a payment that expired or was voided takes no answer', async () => {
    const payment = await make()
    await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${payment.reference}/void` })
    await shop.work()
    const path = pathOf(payment.payment_url)
    expect((await shop.request({ path })).text).not.toContain('<form')
    const redirect = await click(path, 'approve')
    await shop.work()
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      303,
      `https://shop.example/basket?reference=${payment.reference}`,
    ])
    expect((await fetchPayment(shop, payment.reference)).status).toBe('voided')
  })

  test.each(['', 'maybe', 'wrong_pin', 'approve&answer=decline'.slice(0, 0)])(
    'an unknown answer is refused: %j',
    async answer => {
      const payment = await make()
      expect((await click(pathOf(payment.payment_url), answer)).json).toMatchObject({
        code: 400,
        error_code: 'validation_error',
      })
    },
  )

  test('that does not exist', async () => {
    for (const path of ['/sandbox/card/NOTHING', '/sandbox/card/%3Cscript%3E']) {
      expect((await shop.request({ path })).json).toMatchObject({ code: 404, error_code: 'not_found' })
      expect((await click(path, 'approve')).json).toMatchObject({ code: 404, error_code: 'not_found' })
    }
  })
})
