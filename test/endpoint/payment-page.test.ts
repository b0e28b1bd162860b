// The page at `payment_url` of a QR payment: its address, each state of it, what it hides, and the limits for
// guesses. test/browser/payment-page.test.ts tests how it looks.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { qrPicture } from '../../src/http/checkout/qr-picture.ts'
import type { PaymentView } from '../../src/wire/payment.ts'
import { type EndpointShop, mobile, openEndpointShop, qr } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { byPush, openSession, order, postForm } from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const card = {
  payment_type: 'card',
  details: { ...qr.details, redirect_url: 'https://shop.example/yes', cancel_url: 'https://shop.example/no' },
  customer: {
    firstname: 'Amina',
    lastname: 'Salum',
    email: 'amina@example.co.tz',
    address: 'Uhuru 4',
    city: 'Dar es Salaam',
    state: 'DSM',
    postcode: '11101',
    country: 'TZ',
  },
}
/** What no customer may see of another. */
const secret = {
  ...qr,
  phone_number: '0754 987 654',
  customer: { name: 'Neema Mushi', email: 'neema@example.com' },
  metadata: { order: 'SECRET-1' },
  line_items: [{ name: 'SECRET-2', quantity: 1, unit_price: 5_000 }],
  webhook_url: 'https://secret.example/SECRET-3',
}

const pathOf = ({ payment_url = '' }: Pick<PaymentView, 'payment_url'>) => new URL(payment_url).pathname
const open = async (path: string, box: Pick<EndpointShop, 'send'> = shop) => {
  const response = await box.send({ path, headers: { accept: 'text/html' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
type Page = Awaited<ReturnType<typeof open>>
const decide = async ({ reference }: PaymentView, decision: object) => {
  const path = `/v1/sandbox/payments/${reference}`
  expect((await shop.request({ as: 'sandbox', path, json: decision })).status).toBe(200)
  await shop.work()
}
const stateOf = ({ text }: Page) => /<main data-state="(\w+)"/.exec(text)?.[1]
const isPage = (answer: Page, status = 200) =>
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html;charset=utf-8'])

describe('payment_url', () => {
  test('of a QR payment leads to its page, in every answer', async () => {
    const payment = await shop.make()
    const expected = `http://192.168.1.10:8080/pay/${payment.reference}`
    const read = { as: 'reader', path: `/v1/payments/${payment.reference}` } as const
    const list = await shop.request({ as: 'reader', path: '/v1/payments?limit=1' })
    const found = await shop.request({ as: 'reader', path: `/v1/payments/search?q=${payment.reference}` })
    const replay = {
      as: 'sandbox',
      path: '/v1/payments',
      json: qr,
      headers: { 'idempotency-key': 'k1' },
    } as const
    const voided = { as: 'sandbox', method: 'POST', path: `/v1/payments/${payment.reference}/void` } as const
    expect([
      payment.payment_url,
      paymentOf(await shop.request(read)).payment_url,
      at(list, 'data.items.0.payment_url'),
      at(found, 'data.items.0.payment_url'),
      paymentOf(await shop.request(voided)).payment_url,
    ]).toEqual([expected, expected, expected, expected, expected])
    expect((await shop.request(replay)).text).toBe((await shop.request(replay)).text)
  })

  test('of a card payment stays the network’s page; ours waits, and leads to the shop', async () => {
    const payment = await shop.make(card)
    expect(pathOf(payment)).toMatch(/^\/sandbox\/card\/\w{20}$/)
    const there = `/pay/${payment.reference}`
    const answer = await open(there)
    isPage(answer)
    expect(stateOf(answer)).toBe('unknown')
    expect(answer.text).not.toMatch(/sandbox\/card|class="qr"|<(form|button|input)\b/)
    await decide(payment, { outcome: 'completed' })
    const { status, headers } = await open(there)
    expect([status, headers.get('location')]).toEqual([
      303,
      `https://shop.example/yes?reference=${payment.reference}&status=completed`,
    ])
  })

  test('and payment_qr_code are absent from a mobile payment, which has neither', async () => {
    const { reference } = await shop.make(mobile)
    const answers = [
      await shop.request({ as: 'sandbox', path: '/v1/payments', json: mobile }),
      await shop.request({ as: 'sandbox', path: `/v1/payments/${reference}` }),
      await shop.request({ as: 'sandbox', path: '/v1/payments?limit=1' }),
    ]
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(300)
      expect(text).not.toMatch(/payment_url|payment_qr_code/)
    }
    isPage(await open(`/pay/${reference}`), 404)
    expect((await shop.request({ path: `/pay/${reference}/status` })).json).toMatchObject({
      code: 404,
      reason: 'payment_not_found',
    })
  })

  test('of a payment of a session leads to the session’s page', async () => {
    const { path, tries, payment } = await openSession(shop, {
      ...order,
      allowed_methods: ['qr', 'mobile_money'],
    })
    await tries({ payment_method: 'qr' })
    const made = await payment()
    const answer = await open(`${pathOf(made)}?lang=sw`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?lang=sw`])
    expect(at(await shop.request({ path: `${pathOf(made)}/status` }), 'data.state')).toBe('waiting')
  })
})

describe('the page', () => {
  const states: readonly [
    name: string,
    reach: (payment: PaymentView) => Promise<unknown>,
    state: string,
    en: string,
    sw: string,
  ][] = [
    ['open', async () => {}, 'waiting', 'Scan to pay', 'Skani ulipe'],
    [
      'unknown',
      payment => decide(payment, { outcome: 'unknown' }),
      'unknown',
      'Don’t pay again',
      'Usilipe tena',
    ],
    ['paid', payment => decide(payment, { outcome: 'completed' }), 'paid', 'Paid', 'Imelipwa'],
    [
      'failed',
      payment => decide(payment, { outcome: 'failed', failure_reason: 'insufficient_balance' }),
      'failed',
      'Not enough money',
      'Salio halitoshi',
    ],
    [
      'expired',
      payment => decide(payment, { outcome: 'expired' }),
      'expired',
      'This link has expired',
      'Muda wa kiungo hiki umeisha',
    ],
    [
      'voided',
      ({ reference }) =>
        shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` }),
      'cancelled',
      'This payment was cancelled',
      'Malipo haya yameghairiwa',
    ],
    [
      'paid after it was voided',
      async payment => {
        const { reference } = payment
        await decide(payment, { outcome: 'completed', delay_ms: 30_000 })
        await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
        shop.advance(30_000)
        await shop.work()
      },
      'paid',
      'Paid',
      'Imelipwa',
    ],
  ]
  test.each(states)('%s', async (_, reach, state, en, sw) => {
    const payment = await shop.make(secret)
    await reach(payment)
    const before = await shop.rows()
    for (const [lang, said] of [
      ['en', en],
      ['sw', sw],
    ] as const) {
      const answer = await open(`${pathOf(payment)}?lang=${lang}`)
      isPage(answer)
      expect(answer.text).toStartWith(`<!doctype html><html lang="${lang}">`)
      expect(stateOf(answer)).toBe(state)
      expect(answer.text).toContain(said)
      expect(answer.text).toContain('Duka la Asha')
      expect(answer.text).toContain(lang === 'en' ? 'Practice: no real money' : 'Mazoezi: si pesa halisi')
      // Six digits of the phone: three alone may be part of an id or of the QR code.
      expect(answer.text).not.toMatch(/754\D{0,2}987|987\D{0,2}654|neema|secret|acct_|prof_/i)
      expect(answer.text).not.toMatch(/<(form|button|input)\b/)
      // Without scripts only an open page loads itself again.
      expect(answer.text.includes('http-equiv="refresh"')).toBe(state === 'waiting' || state === 'unknown')
      // The whole page before compression. Drawings differ by 350 bytes with their codes: each counts 3,600.
      const [drawing = ''] = /<svg [^>]*crispEdges.*?<\/svg>/.exec(answer.text) ?? []
      expect(drawing.length).toBeLessThanOrEqual(3_600)
      const bytes = Buffer.byteLength(answer.text) - drawing.length + (drawing === '' ? 0 : 3_600)
      expect(bytes).toBeLessThanOrEqual(15_000)
    }
    expect(changesBetween(before, await shop.rows())).toEqual({})
    const status = await shop.request({ path: `${pathOf(payment)}/status` })
    expect(status.headers.get('cache-control')).toBe('no-store')
    expect(at(status, 'data')).toEqual({
      reference: payment.reference,
      status: paymentOf(await shop.request({ as: 'sandbox', path: `/v1/payments/${payment.reference}` }))
        .status,
      state,
    })
  })

  test('shows QR, number, amount and time left while it is open', async () => {
    const payment = await shop.make({ ...qr, details: { ...qr.details, amount: 1_234_567, expires_in: 90 } })
    const { text } = await open(pathOf(payment))
    expect(text).toContain(qrPicture(payment.payment_qr_code ?? ''))
    const { payment_token: token } = payment
    for (const part of [`${token.slice(0, 4)}\u2009${token.slice(4)}`, '1,<wbr/>234,<wbr/>567', '1:30'])
      expect(text).toContain(part)
  })

  test('leads back to the shop once it is paid, if the payment has its address', async () => {
    const redirect_url = 'https://shop.example/order-received/7/?key=k1'
    const payment = await shop.make({ ...qr, details: { ...qr.details, redirect_url } })
    const back = `https://shop.example/order-received/7/?key=k1&reference=${payment.reference}&status=completed`
    const link = `href="${back.replaceAll('&', '&amp;')}"`
    expect((await open(pathOf(payment))).text).not.toContain('shop.example')
    await decide(payment, { outcome: 'completed' })
    expect((await open(pathOf(payment))).text).toContain(link)
    const refused = { ...qr, details: { ...qr.details, redirect_url: 'javascript:alert(1)' } }
    expect((await shop.request({ as: 'sandbox', path: '/v1/payments', json: refused })).json).toMatchObject({
      code: 400,
      errors: [{ field: 'details.redirect_url' }],
    })
  })

  test.each<[address: string, back: (reference: string) => string]>([
    [
      'https://shop.example/back?reference=INV-7&status=x&sig=a%20b~',
      () => 'https://shop.example/back?reference=INV-7&status=x&sig=a%20b~',
    ],
    [
      'https://shop.example/back?sig=a%20b~*+%7E&reference=INV-7#paid?status=no',
      () => 'https://shop.example/back?sig=a%20b~*+%7E&reference=INV-7&status=completed#paid?status=no',
    ],
    [
      'https://shop.example/back?done&ref=7&',
      reference => `https://shop.example/back?done&ref=7&reference=${reference}&status=completed`,
    ],
    [
      'https://shop.example/back?#top',
      reference => `https://shop.example/back?reference=${reference}&status=completed#top`,
    ],
  ])('leads back to %s as the shop wrote it', async (redirect_url, back) => {
    const payment = await shop.make({ ...qr, details: { ...qr.details, redirect_url } })
    await decide(payment, { outcome: 'completed' })
    const link = `href="${Bun.escapeHTML(back(payment.reference))}"`
    expect((await open(pathOf(payment))).text).toContain(link)
  })

  test('shows no QR after its time, but that it is checking', async () => {
    const payment = await shop.make({ ...qr, details: { ...qr.details, expires_in: 60 } })
    shop.advance(60_000)
    const answer = await open(pathOf(payment))
    expect([stateOf(answer), answer.text.includes('class="qr"')]).toEqual(['waiting', false])
    expect(answer.text).toContain('Time is up. Checking one last time')
    await shop.work()
    expect(stateOf(await open(pathOf(payment)))).toBe('expired')
  })

  test('has name, colour and language of the default profile', async () => {
    const box = await openEndpointShop()
    const payment = await box.make()
    const read = async () => (await box.request({ path: pathOf(payment), headers: { accept: '*/*' } })).text
    expect(await read()).toContain('<html lang="en">')
    const json = {
      name: 'Own',
      merchant_name: 'Duka <Jipya>',
      brand_color: '#123456',
      locale: 'sw',
      is_default: true,
    }
    expect((await box.request({ as: 'owner', path: '/api/v1/profiles', json })).status).toBe(201)
    const page = await read()
    expect(page).toContain('<html lang="sw">')
    for (const part of ['Duka &lt;Jipya&gt;', '#123456']) expect(page).toContain(part)
    await box.close()
  })

  test('is sent with the checkout’s policy, compressed, and stored nowhere', async () => {
    const payment = await shop.make()
    const response = await shop.send({ path: pathOf(payment), headers: { 'accept-encoding': 'gzip' } })
    const text = await response.text()
    const hashOf = (tag: string) => {
      const inner = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? ''
      return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`
    }
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-ratelimit-limit': '120',
    })
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect(text).not.toMatch(/\b(src|srcset|poster|data)="|@import|url\((?!\/pay|\/font)/)
  })

  test('allows no action', async () => {
    const payment = await shop.make()
    const before = await shop.rows()
    for (const path of ['', '/status', '/pay', '/cancel/x'].map(end => pathOf(payment) + end)) {
      expect((await shop.request({ path, json: byPush })).status).toBeOneOf([404, 405])
      expect((await postForm(shop, path, { customer_phone: '0754 123 456' })).status).toBeOneOf([404, 405])
    }
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })
})

describe('a wrong reference', () => {
  test.each([
    'none',
    '019d43aa-1f00-7e5f-8a9b-0c1d2e3f4a5b',
    'x'.repeat(2_000),
    '%00',
    '__proto__',
    "'or 1=1--",
    '🙂',
  ])('%j: a page explains that the link is wrong', async reference => {
    const there = `/pay/${encodeURIComponent(reference).replace('%25', '%')}`
    const answer = await open(`${there}?lang=sw`)
    isPage(answer, 404)
    expect(answer.text).toContain('Kiungo hakipatikani')
    expect((await shop.request({ path: `${there}/status` })).json).toMatchObject({
      code: 404,
      ...errorBody('not_found'),
    })
  })

  test('neither the number nor a session’s reference opens one', async () => {
    const { payment_token, reference } = await shop.make()
    const { made } = await openSession(shop)
    for (const name of [
      payment_token,
      made.reference,
      made.id,
      reference.toUpperCase(),
      reference.slice(0, 35),
    ])
      expect([name, (await open(`/pay/${name}`)).status]).toEqual([name, 404])
  })
})

describe('limits', () => {
  test.each([0, 60])(
    '60 guesses a minute, also where the rate limit is %d; a right link opens',
    async rateLimit => {
      const box = await openEndpointShop({ rateLimit })
      const made = await (await box.send({ as: 'sandbox', path: '/v1/payments', json: qr })).json()
      const guess = (index: number) => box.send({ path: `/pay/x${index}${index % 2 === 0 ? '' : '/status'}` })
      const answers = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => (await guess(index)).status),
      )
      expect(new Set(answers)).toEqual(new Set([404]))
      const over = await open('/pay/x', box)
      isPage(over, 429)
      expect(over.text).toContain('Too many attempts')
      isPage(await open(pathOf(Object(made).data), box))
      await box.close()
    },
  )

  test('120 requests a minute for one page and address', async () => {
    const [first, second] = [await shop.make(), await shop.make()]
    const ask = async () => (await shop.send({ path: `${pathOf(first)}/status` })).status
    expect(new Set(await Promise.all(Array.from({ length: 120 }, ask)))).toEqual(new Set([200]))
    const over = await shop.request({ path: `${pathOf(first)}/status` })
    expect(over.json).toMatchObject({ code: 429, ...errorBody('rate_limit_exceeded') })
    isPage(await open(pathOf(first)), 429)
    isPage(await open(pathOf(second)))
    shop.advance(60_000)
    isPage(await open(pathOf(first)))
  })
})
