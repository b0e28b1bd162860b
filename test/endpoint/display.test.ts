// Displays over HTTP: paired on the till by a code that works once, showing what the till shows in the state
// the server knows, and ended.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { displaysMax } from '../../src/domain/display.ts'
import { type EndpointShop, mobile, openEndpointShop } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import {
  displayCode,
  displayIds,
  displayWithCookie,
  openDisplay,
  type PairedDisplay,
  pairDisplay,
  removeDisplays,
  setDisplayContent,
} from '../kit/endpoint-display.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import {
  addCashiers,
  type CashierIds,
  cookieOf,
  errorOf,
  type PairedTill,
  pairTill,
  pins,
} from '../kit/endpoint-till.ts'

/** Hashing PINs is slow on purpose, and slower on a busy machine. */
setDefaultTimeout(300_000)

let shop: EndpointShop
let crew: CashierIds
let till: PairedTill
let side: PairedTill
beforeAll(async () => {
  shop = await openEndpointShop()
  crew = await addCashiers(shop)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  side = await pairTill(shop, 'Side', { staffId: crew.juma, pin: pins.juma })
  for (const one of [till, side]) await one.request({ path: '/api/v1/till/shift', json: { float: 0 } })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(60_000)
  await removeDisplays(till)
  await setDisplayContent(till, { reference: null })
})

const shopShown = { name: 'Duka la Asha', logo: null, mode: 'sandbox' }
const plain = { line_items: [], qr: null, digits: null, ends_at: null, given: null, change: null }

describe('pairing', () => {
  test('a code pairs one device, once; its secret is kept nowhere', async () => {
    const answer = await till.request({ method: 'POST', path: '/api/v1/till/displays' })
    const code = textAt(answer, 'data.pairing_code')
    expect(code).toMatch(/^\d{8}$/)
    expect(textAt(answer, 'data.pairing_url')).toBe(`http://192.168.1.10:8080/display#code=${code}`)
    const image = (asked: string) => till.request({ path: `/api/v1/till/displays/pairing.svg?code=${asked}` })
    expect((await image(code)).text).toStartWith('<svg')
    expect(errorOf(await image(`${code}x`))).toEqual([404, 'not_found'])
    expect(JSON.stringify([...(await shop.rows())])).not.toContain(code)

    const before = await shop.rows()
    const paired = await pairDisplay(shop, ` ${code} `)
    expect(changesBetween(before, await shop.rows())).toEqual({ display: 1, audit_entry: 1 })
    expect(paired.json).toEqual({ code: 200, data: { shop: shopShown, known: true, sale: null } })
    expect(paired.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^kaunta_display=\w{32}; Max-Age=34560000; Path=\/api\/v1\/display; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const [secret = ''] = /\w{32}/.exec(cookieOf(paired)) ?? []
    expect(JSON.stringify([...(await shop.rows())])).not.toContain(secret)
    expect(errorOf(await pairDisplay(shop, code))).toEqual([403, 'forbidden'])
    expect(errorOf(await image(code))).toEqual([404, 'not_found'])
    const listed = at(await till.request({ path: '/api/v1/till/displays' }), 'data')
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^disp_/),
        name: 'Chrome on Android',
        paired_at: expect.any(String),
        last_seen_at: expect.any(String),
      },
    ])
  })

  test('within ten minutes, with the newest code of the till', async () => {
    const old = await displayCode(till)
    shop.advance(10 * 60_000)
    expect((await pairDisplay(shop, old)).json).toMatchObject({
      error_code: 'forbidden',
      reason: 'pairing_code_expired',
    })
    const [second, third] = [await displayCode(till), await displayCode(till)]
    expect((await pairDisplay(shop, second)).status).toBe(403)
    expect((await pairDisplay(shop, third)).status).toBe(200)
  })

  test('ten wrong codes a minute from one address, for displays and tills together', async () => {
    const code = await displayCode(till)
    for (let count = 0; count < 5; count++) {
      expect((await pairDisplay(shop, 'wrong')).status).toBe(403)
      expect((await shop.request({ path: '/api/v1/till/pair', json: { code: 'wrong' } })).status).toBe(403)
    }
    expect((await pairDisplay(shop, code)).status).toBe(429)
    shop.advance(60_000)
    expect((await pairDisplay(shop, code)).status).toBe(200)
    await removeDisplays(till)
  })

  test(`a till has ${displaysMax} displays at most`, async () => {
    for (let count = 0; count < displaysMax; count++) {
      await openDisplay(shop, till)
      shop.advance(3_000)
    }
    const rejection = await till.request({ method: 'POST', path: '/api/v1/till/displays' })
    expect(errorOf(rejection)).toEqual([400, 'invalid_state'])
    await removeDisplays(till)
    await displayCode(till)
  })
})

describe('what is shown', () => {
  let screen: PairedDisplay
  beforeEach(async () => {
    screen = await openDisplay(shop, till)
  })
  const sale = async () => (await screen.state()).sale

  test('a payment: its amount, code and digits, then that it is paid, and nothing about the customer', async () => {
    const reference = await till.sellByQr(8_300, {
      metadata: { note: 'Mkate wa siri' },
      customer: { phone: '255754123456' },
    })
    expect(await sale()).toBeNull()
    expect((await setDisplayContent(till, { reference })).json).toEqual({ code: 200, data: { displays: 1 } })
    const shown = await sale()
    expect(shown).toEqual({
      ...plain,
      phase: 'scan',
      amount: 8_300,
      qr: expect.stringMatching(/^[0-9a-f]{16}$/),
      digits: expect.stringMatching(/^\d{8}$/),
      ends_at: expect.any(String),
    })
    const { text } = await screen.request({ path: '/api/v1/display' })
    for (const secret of [reference, 'siri', '754123456', 'Neema', crew.neema])
      expect(text).not.toContain(secret)

    const image = await screen.request({ path: `/api/v1/display/qr.svg?name=${shown?.qr}` })
    expect(image.text).toStartWith('<svg')
    expect(errorOf(await screen.request({ path: '/api/v1/display/qr.svg?name=0123456789abcdef' }))).toEqual([
      404,
      'not_found',
    ])
    await till.pay(reference)
    expect(await sale()).toMatchObject({
      ...plain,
      phase: 'paid',
      amount: 8_300,
      digits: expect.stringMatching(/^\d{8}$/),
    })
    expect((await screen.request({ path: `/api/v1/display/qr.svg?name=${shown?.qr}` })).status).toBe(404)
  })

  test('a till cannot show it as paid', async () => {
    const reference = await till.sellByQr(5_000)
    await setDisplayContent(till, { reference, amount: 9_999, status: 'completed', phase: 'paid' })
    expect(await sale()).toMatchObject({ phase: 'scan', amount: 5_000 })
    await setDisplayContent(till, { reference: null, amount: 7_000 })
    expect(await sale()).toEqual({ ...plain, phase: 'wait', amount: 7_000 })
  })

  test.each([
    ['failed', { outcome: 'failed', reason: 'insufficient_funds' }, 'unpaid'],
    ['unknown', { outcome: 'unknown' }, 'wait'],
  ] as const)('a payment that is %s', async (_, decision, phase) => {
    const made = await till.request({ path: '/api/v1/payments', json: mobile })
    const reference = textAt(made, 'data.reference')
    await setDisplayContent(till, { reference })
    expect(await sale()).toMatchObject({ phase: 'phone', qr: null, digits: null })
    await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json: decision })
    await shop.work()
    expect((await sale())?.phase).toBe(phase)
  })

  test('voided: nothing; expired: not paid', async () => {
    const voided = await till.sellByQr(5_000)
    await setDisplayContent(till, { reference: voided })
    await till.request({ method: 'POST', path: `/api/v1/payments/${voided}/void` })
    expect(await sale()).toBeNull()
    const expired = await till.sellByQr(5_000, {
      details: { amount: 5_000, currency: 'TZS', expires_in: 60 },
    })
    await setDisplayContent(till, { reference: expired })
    shop.advance(61_000)
    await shop.work()
    expect(await sale()).toEqual({ ...plain, phase: 'unpaid', amount: 5_000 })
  })

  test('cash: given and change, until it is voided', async () => {
    const reference = textAt(await till.takeCash(3_500, { given: 10_000 }), 'data.id')
    await setDisplayContent(till, { reference })
    expect(await sale()).toEqual({ ...plain, phase: 'paid', amount: 3_500, given: 10_000, change: 6_500 })
    await till.voidCash(reference, { reason: 'Wrong price' })
    expect(await sale()).toBeNull()
  })

  test('a link: its page’s code, then the customer’s phone, then paid', async () => {
    const made = await till.request({
      path: '/api/v1/sessions',
      json: { amount: 6_000, allowed_methods: ['qr'] },
    })
    const reference = textAt(made, 'data.reference')
    await setDisplayContent(till, { reference })
    expect(await sale()).toMatchObject({ phase: 'link', amount: 6_000, digits: null, qr: expect.any(String) })
    await till.request({ method: 'POST', path: `/api/v1/sessions/${reference}/cancel` })
    expect(await sale()).toBeNull()
  })

  test('only what this till sells', async () => {
    const theirs = [
      await side.sellByQr(5_000),
      textAt(await side.takeCash(500), 'data.id'),
      textAt(await side.request({ path: '/api/v1/sessions', json: { amount: 6_000 } }), 'data.reference'),
    ]
    for (const reference of [...theirs, 'nothing', 'cash_0', 'sess_0'])
      expect(errorOf(await setDisplayContent(till, { reference }))).toEqual([404, 'not_found'])
    expect(await sale()).toBeNull()
    for (const json of [
      {},
      { reference: 5 },
      { reference: null, amount: 0 },
      { reference: null, amount: 1.5 },
    ])
      expect((await setDisplayContent(till, json)).status).toBe(400)
  })

  test('the shop’s picture', async () => {
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs='
    const profiles = at(await shop.request({ as: 'owner', path: '/api/v1/profiles' }), 'data') as {
      id: string
    }[]
    const path = `/api/v1/profiles/${profiles[0]?.id}`
    expect(
      (await shop.request({ as: 'owner', method: 'PATCH', path, json: { merchant_logo: pixel } })).status,
    ).toBe(200)
    const { logo } = (await screen.state()).shop
    expect(logo).toMatch(/^\/logo\/\w+$/)
    expect((await shop.request({ path: logo ?? '' })).status).toBe(200)
  })
})

describe('the stream', () => {
  test('sends the whole state first, then each change, as the server knows it', async () => {
    const screen = await openDisplay(shop, till)
    const stream = await screen.watches()
    expect(await stream.next()).toContain('"sale":null')
    const reference = await till.sellByQr(4_100)
    await setDisplayContent(till, { reference })
    expect(await stream.next()).toContain('"phase":"scan","amount":4100')
    await till.pay(reference)
    expect(await stream.next()).toContain('"phase":"paid","amount":4100')
    await setDisplayContent(till, { reference: null })
    expect(await stream.next()).toContain('"sale":null')
    await stream.stop()
  })

  test.each([
    ['is taken away', async () => removeDisplays(till)],
    ['loses its till to another browser', async () => void (await pairAgain(till))],
  ])('ends at once when the display %s', async (_, action) => {
    const screen = await openDisplay(shop, till)
    const stream = await screen.watches()
    await stream.next()
    await action()
    expect(await stream.next()).toStartWith('event: gone')
    expect(await stream.next()).toBe('end')
    expect((await screen.request({ path: '/api/v1/display' })).status).toBe(401)
  })

  async function pairAgain(counter: PairedTill) {
    const fresh = await shop.request({
      as: 'owner',
      method: 'POST',
      path: `/api/v1/tills/${counter.id}/pairing`,
    })
    const paired = await shop.request({
      path: '/api/v1/till/pair',
      json: { code: textAt(fresh, 'data.pairing_code') },
    })
    till = { ...(await pairTill(shop, 'Next', { staffId: crew.neema, pin: pins.neema })) }
    expect(paired.status).toBe(200)
  }

  test('a revoked till has no displays', async () => {
    const gone = await pairTill(shop, 'Gone', { staffId: crew.neema, pin: pins.neema })
    const screen = await openDisplay(shop, gone)
    const waiting = await displayCode(gone)
    const stream = await screen.watches()
    await stream.next()
    await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${gone.id}` })
    expect(await stream.next()).toStartWith('event: gone')
    expect((await pairDisplay(shop, waiting)).status).toBe(403)
    expect((await displayWithCookie(shop, screen.cookie).request({ path: '/api/v1/display' })).status).toBe(
      401,
    )
  })

  test('removing one leaves the others', async () => {
    const [one, other] = [await openDisplay(shop, till), await openDisplay(shop, till)]
    const [first = ''] = await displayIds(till)
    expect((await side.request({ method: 'DELETE', path: `/api/v1/till/displays/${first}` })).status).toBe(
      404,
    )
    expect((await till.request({ method: 'DELETE', path: `/api/v1/till/displays/${first}` })).status).toBe(
      200,
    )
    expect((await one.request({ path: '/api/v1/display' })).status).toBe(401)
    expect((await other.request({ path: '/api/v1/display' })).status).toBe(200)
  })
})
