// A shop connects its own till number over the API, sells over it, and its phone forwards the provider's SMS.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { openEndpointShop, owner, qr } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { mpesaSms, printedQr } from '../kit/sms.ts'

const shop = await openEndpointShop()
const [cookie = ''] = await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
const headers = { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': shop.accounts.live.id }
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(15 * 60_000)
  await shop.request({ path: '/api/v1/me/confirm', json: { password: owner.password }, headers })
})

const path = '/api/v1/networks/till-number'
const credentials = {
  number: '57241234',
  name: 'Duka la Asha',
  provider: 'mpesa',
  qr: printedQr,
  automatic: 'true',
}
const connect = (more: object = {}, to: Record<string, string> = headers) =>
  shop.request({ method: 'PUT', path, json: { credentials: { ...credentials, ...more } }, headers: to })
const sell = async (amount: number) =>
  paymentOf(
    await shop.request({
      as: 'live',
      path: '/v1/payments',
      json: { ...qr, details: { amount, currency: 'TZS' } },
    }),
  )
const forward = (url: string, text: string, more: Record<string, string> = {}) =>
  shop.request({
    path: new URL(url).pathname,
    raw: JSON.stringify({ from: 'MPESA', text }),
    headers: { 'content-type': 'application/json', ...more },
  })
const smsOf = (amount: number, id?: string) =>
  mpesaSms({
    amount: String(amount),
    paidAt: shop.appliance.world.clock.now(),
    ...(id === undefined ? {} : { id }),
  })

test('connects, sells and is paid by the SMS that its phone forwards', async () => {
  const answer = await connect()
  expect(answer.status).toBe(200)
  const url = textAt(answer, 'data.sms_url')
  const secret = textAt(answer, 'data.sms_secret')
  expect(url).toStartWith('http://192.168.1.10:8080/api/v1/sms/net_')
  expect(at(answer, 'data')).toMatchObject({ connected: true, enabled: true, state: 'unused' })
  const payment = await sell(7_000)
  expect(payment).toMatchObject({ payment_token: '57241234', channel: { provider: 'till_number' } })
  const text = smsOf(7_000)
  const raw = JSON.stringify({ from: 'MPESA', text })
  const signature = createHmac('sha256', secret).update(raw).digest('hex')
  expect(at(await forward(url, text, { 'x-signature': signature }), 'data')).toEqual({
    result: 'completed',
    reason: null,
  })
  expect(
    paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${payment.reference}` })),
  ).toMatchObject({ status: 'completed', channel: { provider: 'mpesa' } })
  const networks = await shop.request({ path: '/api/v1/networks', headers })
  const items = at(networks, 'data.items') as { name: string; state: string; last_ok_at: string }[]
  expect(items.find(({ name }) => name === 'till-number')).toMatchObject({
    state: 'ok',
    last_ok_at: expect.any(String),
    values: { number: '57241234', name: 'Duka la Asha', provider: 'mpesa', automatic: 'true' },
  })
  expect(networks.text).not.toContain('sms_')
  expect(networks.text).not.toContain(new URL(url).pathname)
  expect(networks.text).not.toContain(secret)
})

test('the phone fetches the rule of its app from the address on the console, and the rule works', async () => {
  const answer = await connect({ signed_only: 'true' })
  const setup = new URL(textAt(answer, 'data.setup_url')).pathname
  const file = await shop.request({ path: setup })
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="kaunta-sms.json"')
  const [rule] = JSON.parse(file.text)
  expect(rule).toMatchObject({ url: textAt(answer, 'data.sms_url'), local_mode: true, is_sms_enabled: true })
  const sender = new RegExp(rule.sender.replace('(?i)', ''), 'i')
  expect(['MPESA', 'M-Pesa', ' vodacom'].filter(name => !sender.test(name))).toEqual([])
  expect(['255754000000', 'MPESA OFFERS', 'MAMA', 'TIGOPESA'].filter(name => sender.test(name))).toEqual([])
  expect(new RegExp(rule.notification_filter).test('MPESA: you have received')).toBe(false)
  const { reference } = await sell(7_300)
  const now = String(shop.appliance.world.clock.now())
  const filled: Record<string, string> = {
    from: 'MPESA',
    text: smsOf(7_300),
    sentStamp: now,
    receivedStamp: now,
    sim: 'sim1',
  }
  const raw = rule.template.replace(/%(\w+)%/g, (_: string, name: string) => filled[name] ?? '')
  const signed = {
    'content-type': 'application/json',
    'x-signature': createHmac('sha256', rule.sign_hmac_sha256_secret).update(raw).digest('hex'),
  }
  const path = new URL(rule.url).pathname
  expect(
    (await shop.request({ path, raw, headers: { 'content-type': 'application/json' } })).json,
  ).toMatchObject(errorBody('unauthorized', 'sms_signature_missing'))
  expect(at(await shop.request({ path, raw, headers: signed }), 'data.result')).toBe('completed')
  expect(paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` })).status).toBe(
    'completed',
  )
  shop.advance(31 * 60_000)
  expect((await shop.request({ path: setup })).json).toMatchObject(
    errorBody('not_found', 'sms_setup_expired'),
  )
})

test('a replaced phone has another address and secret, and the former ones are void', async () => {
  const before = await connect()
  const setup = new URL(textAt(before, 'data.setup_url')).pathname
  const replace = { method: 'PUT', path, json: { replace_phone: true }, headers }
  const after = await shop.request(replace)
  expect(after.status).toBe(200)
  for (const name of ['sms_url', 'sms_secret', 'setup_url'])
    expect(textAt(after, `data.${name}`)).not.toBe(textAt(before, `data.${name}`))
  const { reference } = await sell(7_400)
  expect((await forward(textAt(before, 'data.sms_url'), smsOf(7_400))).json).toMatchObject(
    errorBody('not_found', 'sms_address_not_found'),
  )
  expect((await shop.request({ path: setup })).status).toBe(404)
  const settings = await connect({ automatic: 'true', automatic_most: '90000' })
  expect(textAt(settings, 'data.sms_url')).toBe(textAt(after, 'data.sms_url'))
  expect(at(await forward(textAt(after, 'data.sms_url'), smsOf(7_400)), 'data.result')).toBe('completed')
  expect(paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` })).status).toBe(
    'completed',
  )
  shop.advance(6 * 60_000)
  expect((await shop.request(replace)).json).toMatchObject(errorBody('confirmation_required'))
  const audit = await shop.request({ path: '/api/v1/audit-log?limit=5', headers })
  expect(audit.text).toContain('network.phone_replaced')
})

const replacePhone = () => shop.request({ method: 'PUT', path, json: { replace_phone: true }, headers })

test('a replaced phone stays replaced when a former number is connected again', async () => {
  const stolen = textAt(await connect(), 'data.sms_url')
  const replaced = textAt(await replacePhone(), 'data.sms_url')
  await connect({ number: '57245678', qr: '' })
  expect(textAt(await connect(), 'data.sms_url')).toBe(replaced)
  expect((await forward(stolen, smsOf(7_450))).json).toMatchObject(
    errorBody('not_found', 'sms_address_not_found'),
  )
})

test('a phone is replaced for the former numbers of the shop too', async () => {
  const stolen = textAt(await connect(), 'data.sms_url')
  await connect({ number: '57245678', qr: '' })
  await replacePhone()
  expect((await forward(stolen, smsOf(7_460))).status).toBe(404)
  expect(textAt(await connect(), 'data.sms_url')).not.toBe(stolen)
})

test('a transaction id counts once, even after the till number was connected again', async () => {
  const { reference } = await sell(7_100)
  const text = smsOf(7_100, 'ANEW000001')
  const before = textAt(await connect(), 'data.sms_url')
  await forward(before, text)
  expect((await shop.request({ method: 'DELETE', path, headers })).status).toBe(200)
  expect((await forward(before, text)).status).toBe(404)
  const after = textAt(await connect(), 'data.sms_url')
  expect(after).not.toBe(before)
  const second = await sell(7_100)
  expect(at(await forward(after, text), 'data.result')).toBe('repeated')
  expect(paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${second.reference}` })).status).toBe(
    'pending',
  )
  expect(paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` })).status).toBe(
    'completed',
  )
})

test.each([
  [{ number: 'abc' }, 'credentials.number', 'till_number_malformed'],
  [{ provider: 'vodacom' }, 'credentials.provider', 'wrong_choice'],
  [{ qr: 'https://example.com' }, 'credentials.qr', 'tanqr_malformed'],
  [{ number: '45342017' }, 'credentials.qr', 'tanqr_number_other'],
  [{ number: '45342017', qr_number: '45342017' }, 'credentials.qr', 'tanqr_number_other'],
  [{ name: '' }, 'credentials.name', 'required'],
])('%p is refused', async (wrong, field, reason) => {
  const before = await shop.rows()
  const answer = await connect(wrong)
  expect(answer.json).toMatchObject({ reason, errors: [{ field, reason }] })
  expect((await shop.rows()).get('network')).toEqual(before.get('network'))
})

test('a network without a phone has none to replace', async () => {
  const other = '/api/v1/networks/selcom'
  const credentials = { vendor: 'TILL60012345', api_key: 'a-key', api_secret: 'a-secret' }
  await shop.request({ method: 'PUT', path: other, json: { credentials, enabled: false }, headers })
  expect(
    (await shop.request({ method: 'PUT', path: other, json: { replace_phone: true }, headers })).json,
  ).toMatchObject({ errors: [{ field: 'replace_phone', reason: 'not_till_number' }] })
})

test('a sandbox account cannot take real money by it', async () => {
  const answer = await connect({}, { ...headers, 'kaunta-account': shop.accounts.sandbox.id })
  expect(answer.json).toMatchObject({ reason: 'network_live_only' })
})

describe('a phone that sends nothing', () => {
  const stateNow = async () => {
    const items = at(await shop.request({ path: '/api/v1/networks', headers }), 'data.items')
    const overview = await shop.request({ path: '/api/v1/overview', headers })
    return {
      state: (items as { name: string; state: string }[]).find(({ name }) => name === 'till-number')?.state,
      silent: at(overview, 'data.attention.silent_phones'),
    }
  }
  const heard = async () => {
    const url = textAt(await connect(), 'data.sms_url')
    await shop.request({ path: new URL(url).pathname, raw: '' })
    return url
  }

  test('is well while the shop sells nothing', async () => {
    await heard()
    shop.advance(20 * 3_600_000)
    expect(await stateNow()).toEqual({ state: 'ok', silent: 0 })
  })

  test('is silent an hour after its last message, when a sale went on, until it sends again', async () => {
    const url = await heard()
    shop.advance(5 * 60_000)
    await sell(7_500)
    shop.advance(54 * 60_000)
    expect(await stateNow()).toEqual({ state: 'ok', silent: 0 })
    shop.advance(60_000)
    expect(await stateNow()).toEqual({ state: 'silent', silent: 1 })
    await shop.request({ path: new URL(url).pathname, raw: '' })
    expect(await stateNow()).toEqual({ state: 'ok', silent: 0 })
  })

  test('is well while its message may still be on the way', async () => {
    await heard()
    shop.advance(3 * 3_600_000)
    await sell(7_600)
    shop.advance(9 * 60_000)
    expect(await stateNow()).toEqual({ state: 'ok', silent: 0 })
    shop.advance(60_001)
    expect(await stateNow()).toEqual({ state: 'silent', silent: 1 })
  })
})

describe('a payment link over the till number', () => {
  const link = async (amount: number) => {
    const json = { amount, allowed_methods: ['qr'] }
    const { url } = shop
    const answer = await shop.request({ path: '/api/v1/sessions', json, headers })
    expect(answer.status).toBe(201)
    const page = textAt(answer, 'data.checkout_url').replace(/^https?:\/\/[^/]+/, '')
    const reference = textAt(answer, 'data.reference')
    return {
      pay: () => shop.request({ path: `${page}/pay`, json: { payment_method: 'qr' } }),
      open: async () =>
        (await (await fetch(`${url}${page}`, { headers: { accept: 'text/html' } })).text()).replace(
          /\s+/g,
          ' ',
        ),
      session: async () => at(await shop.request({ path: `/api/v1/sessions/${reference}`, headers }), 'data'),
    }
  }
  const words = (html: string) =>
    html.replace(/<style.*?<\/style>|<script.*?<\/script>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')

  test.each([
    ['with its printed code', {}, true],
    ['without a code', { qr: '' }, false],
  ])('%s: the page shows number, name and amount, and is paid by the SMS', async (_, more, hasCode) => {
    const sms = textAt(await connect(more), 'data.sms_url')
    const amount = hasCode ? 8_100 : 8_200
    const { pay, open, session } = await link(amount)
    expect((await pay()).status).toBe(200)
    const page = await open()
    expect(words(page)).toContain('5724 1234')
    expect(words(page)).toContain('Duka la Asha')
    expect(words(page)).toContain(`Pay exactly TZS ${amount.toLocaleString('en')}`)
    expect(page.includes('aria-label="QR code for this payment"')).toBe(hasCode)
    expect(at(await forward(sms, smsOf(amount, `LINK00${amount}`)), 'data')).toMatchObject({
      result: 'completed',
    })
    expect(await session()).toMatchObject({ status: 'completed' })
    expect(words(await open())).toContain('Paid')
  })

  /** Creates a link for which the owner used an SMS of another amount, and which its customer pays again. */
  const linkWithSms = async (amount: number) => {
    const sms = textAt(await connect(), 'data.sms_url')
    const { pay } = await link(amount)
    await pay()
    const reference = textAt(
      await shop.request({ as: 'live', path: '/v1/payments?limit=1' }),
      'data.items.0.reference',
    )
    const choices = `/api/v1/payments/${reference}/sms`
    const choose = async () => {
      const waiting = await shop.request({ path: '/api/v1/unmatched/sms?limit=1', headers })
      const json = { sms: textAt(waiting, 'data.items.0.id'), reason: 'A part' }
      return shop.request({ path: choices, json, headers })
    }
    const part = await forward(sms, smsOf(amount - 50, `LINKPART${amount}`))
    expect(at(part, 'data.reason')).toBe('other_amount')
    expect(paymentOf(await choose())).toMatchObject({ status: 'pending' })
    expect((await pay()).status).toBe(200)
    return { sms, reference, choices, choose }
  }

  test('a second SMS for a link waits, and a person confirms it by its receipt number', async () => {
    const { sms, reference, choices, choose } = await linkWithSms(8_600)
    expect(at(await forward(sms, smsOf(8_600, 'LINKREST01')), 'data.result')).toBe('waiting')
    expect(at(await shop.request({ path: choices, headers }), 'data.items')).toEqual([])
    expect((await choose()).json).toMatchObject(errorBody('invalid_state', 'sms_not_for_payment'))
    const receipt = { reason: 'The customer shows it', receipt_number: 'LINKREST01' }
    const confirmed = await shop.request({
      path: `/v1/payments/${reference}/confirm`,
      json: receipt,
      headers,
    })
    expect(paymentOf(confirmed)).toMatchObject({ status: 'completed' })
  })

  test('a second SMS for a link completes no equal sale without a person', async () => {
    const { sms } = await linkWithSms(8_700)
    await sell(8_700)
    expect(at(await forward(sms, smsOf(8_700, 'LINKREST02')), 'data')).toEqual({
      result: 'choice',
      reason: 'several_sales',
    })
  })

  test('a link that names no method has the one that works', async () => {
    await connect()
    const answer = await shop.request({ path: '/api/v1/sessions', json: { amount: 8_400 }, headers })
    expect(at(answer, 'data.allowed_methods')).toEqual(['qr'])
    const json = { amount: 8_400, allowed_methods: ['mobile_money'] }
    const refused = await shop.request({ path: '/api/v1/sessions', json, headers })
    expect(refused.json).toMatchObject(errorBody('method_unavailable', 'network_for_method_missing'))
  })

  test('two links of one amount: the SMS completes neither, and a person chooses', async () => {
    const sms = textAt(await connect(), 'data.sms_url')
    const [one, other] = [await link(8_300), await link(8_300)]
    await one.pay()
    await other.pay()
    expect(at(await forward(sms, smsOf(8_300, 'LINK008300')), 'data')).toMatchObject({
      result: 'choice',
      reason: 'several_sales',
    })
    expect([await one.session(), await other.session()]).toMatchObject([
      { status: 'active' },
      { status: 'active' },
    ])
  })
})
