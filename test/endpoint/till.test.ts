// Tills over HTTP: created and paired by the console, revoked, people on them by PIN, and what a till may
// see.

import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { isTillRequest, tillCookie } from '../../src/http/till/till-cookie.ts'
import { insertMember } from '../../src/store/account.ts'
import { changeOf } from '../kit/change.ts'
import { mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import {
  addCashiers,
  type CashierIds,
  cookieOf,
  errorOf,
  pairTill,
  pinLocked,
  pins,
  pinWrong,
  setPin,
  tillWithCookie,
} from '../kit/endpoint-till.ts'
import { plainShop } from '../kit/receipt-shop.ts'

/** Hashing PINs and passwords is slow on purpose, and slower on a busy machine. */
setDefaultTimeout(300_000)

const shop = await openEndpointShop()
await addRoles(shop)
let crew = await addCashiers(shop)
const door = await pairTill(shop, 'Door', { staffId: crew.neema, pin: pins.neema })
afterAll(() => shop.close())
/** A minute passes between tests, so that no window of a rate limit spans two. */
beforeEach(() => shop.advance(60_000))

const make = async (name = 'Back') => {
  const answer = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name } })
  return { id: textAt(answer, 'data.id'), code: textAt(answer, 'data.pairing_code'), answer }
}
const pair = (code: string) => shop.request({ path: '/api/v1/till/pair', json: { code } })
const listed = async (id: string) => {
  const all = at(await shop.request({ as: 'owner', path: '/api/v1/tills' }), 'data')
  return [all].flat().find(till => Reflect.get(Object(till), 'id') === id)
}

describe('a till', () => {
  test('is made with a code that pairs one browser once', async () => {
    const { id, code, answer } = await make(' Juice bar ')
    expect(answer.json).toMatchObject({
      code: 201,
      data: {
        name: 'Juice bar',
        pairing_url: `http://192.168.1.10:8080/till?pair=${code}`,
        paired_at: null,
        staff: null,
      },
    })
    expect(code).toMatch(/^\d{8}$/)
    const image = `/api/v1/tills/${id}/pairing.svg?code=${code}`
    expect((await shop.request({ as: 'owner', path: image })).text).toStartWith('<svg')
    expect(errorOf(await shop.request({ as: 'owner', path: `${image}x` }))).toEqual([404, 'not_found'])

    const before = await shop.rows()
    const paired = await pair(` ${code} `)
    expect(changesBetween(before, await shop.rows())).toEqual({ till: 1, audit_entry: 1 })
    expect(paired.json).toEqual({
      code: 200,
      data: {
        till: { id, name: 'Juice bar', printer: null },
        account: {
          id: shop.accounts.sandbox.id,
          name: 'Duka la Asha',
          mode: 'sandbox',
          time_zone: 'Africa/Dar_es_Salaam',
          takes: { 'dynamic-qr': true, mobile: true },
          quick_amounts: [1_000, 2_000, 5_000, 10_000],
          receipt: { ...plainShop, city: 'Dar es Salaam' },
          simulated_phone: true,
        },
        staff: null,
        shift: null,
        displays: 0,
      },
    })
    expect(paired.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kaunta_till=\w{32}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    const [secret = ''] = /\w{32}/.exec(cookieOf(paired)) ?? []
    expect(JSON.stringify([...(await shop.rows())])).not.toContain(secret)
    expect(errorOf(await pair(code))).toEqual([403, 'forbidden'])
    expect(await listed(id)).toMatchObject({ paired_at: expect.any(String), pairing_expires_at: null })
  })

  test('is paired within ten minutes, with the newest code', async () => {
    const { id, code } = await make()
    shop.advance(10 * 60_000)
    expect((await pair(code)).json).toMatchObject({
      error_code: 'forbidden',
      reason: 'pairing_code_expired',
    })
    const again = () => shop.request({ as: 'owner', method: 'POST', path: `/api/v1/tills/${id}/pairing` })
    const second = textAt(await again(), 'data.pairing_code')
    const third = textAt(await again(), 'data.pairing_code')
    expect((await pair(second)).status).toBe(403)
    const first = tillWithCookie(shop, id, cookieOf(await pair(third)))
    expect((await first.request({ path: '/api/v1/till/me' })).status).toBe(200)
    const moved = await pair(textAt(await again(), 'data.pairing_code'))
    expect(moved.status).toBe(200)
    expect((await first.request({ path: '/api/v1/till/me' })).status).toBe(401)
  })

  test('keeps its code through wrong ones, of which one address may send ten a minute', async () => {
    const { code } = await make()
    for (let guess = 0; guess < 10; guess++) expect((await pair(`wrong-${guess}`)).status).toBe(403)
    const over = await pair('wrong')
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
    shop.advance(60_000)
    expect((await pair(code)).status).toBe(200)
  })

  test('shows who is signed in and when it was last seen, and is renamed', async () => {
    const now = new Date(shop.appliance.world.clock.now()).toISOString()
    await door.request({ path: '/api/v1/till/sales' })
    expect(await listed(door.id)).toMatchObject({
      name: 'Door',
      staff: { id: crew.neema, name: 'Neema' },
      last_seen_at: now,
    })
    const path = `/api/v1/tills/${door.id}`
    const renamed = await shop.request({ as: 'admin', method: 'PATCH', path, json: { name: 'Main door' } })
    expect(at(renamed, 'data.name')).toBe('Main door')
    expect(errorOf(await shop.request({ as: 'owner', method: 'PATCH', path, json: { name: ' ' } }))).toEqual([
      400,
      'validation_error',
      'name',
    ])
    expect(
      (await shop.request({ as: 'owner of live', method: 'PATCH', path, json: { name: 'x' } })).status,
    ).toBe(404)
  })

  test('that is revoked loses access immediately, and its shift is closed', async () => {
    const lost = await pairTill(shop, 'Lost', { staffId: crew.juma, pin: pins.juma })
    await lost.request({ path: '/api/v1/till/shift', json: { float: 1_000 } })
    await lost.takeCash(500)
    expect(
      (await shop.request({ as: 'owner of live', method: 'DELETE', path: `/api/v1/tills/${lost.id}` }))
        .status,
    ).toBe(404)
    const gone = await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${lost.id}` })
    expect(gone.json).toMatchObject({
      code: 200,
      data: { revoked_at: expect.any(String), staff: null, shift: null },
    })
    for (const path of ['/api/v1/till/me', '/api/v1/till/sales', '/api/v1/payments'])
      expect(errorOf(await lost.request({ path }))).toEqual([401, 'unauthorized'])
    const shifts = await shop.request({ as: 'owner', path: `/api/v1/shifts?till=${lost.id}` })
    expect(at(shifts, 'data.items.0')).toMatchObject({
      state: 'closed',
      closed_by: { name: 'asha' },
      report: { cash: { expected: 1_500, counted: null, difference: null } },
    })
    for (const [method, end] of [
      ['DELETE', ''],
      ['POST', '/pairing'],
    ] as const)
      expect(
        errorOf(await shop.request({ as: 'owner', method, path: `/api/v1/tills/${lost.id}${end}` })),
      ).toEqual([400, 'invalid_state'])
  })
})

describe('a PIN', () => {
  const put = (staffId: string, pin: string, as: TestRequest['as'] = 'owner') =>
    shop.request({ as, method: 'PUT', path: `/api/v1/staff/${staffId}/pin`, json: { pin } })

  const bad = ['0000', '1234', '4321', '1212', '7890', '99999999', '123', '123456789', '12a4', ' 4071', '']
  test.each(bad)('%j is refused', async pin => {
    expect(errorOf(await put(crew.neema, pin))).toEqual([400, 'validation_error', 'pin'])
  })

  test('is stored as a slow hash only', async () => {
    const text = JSON.stringify([...(await shop.rows())])
    expect(text).toContain('$argon2id$v=19$m=19456,t=2')
    expect(text).not.toMatch(new RegExp(`"(${pins.neema}|${pins.juma})"`))
  })

  const setters: [who: TestRequest['as'], whose: string, status: number][] = [
    ['admin', 'neema', 200],
    ['cashier', 'neema', 200],
    ['cashier', 'juma', 403],
    ['developer', 'juma', 403],
    ['sandbox', 'juma', 403],
    ['owner of live', 'juma', 404],
    ['anonymous', 'juma', 401],
  ]
  test.each(setters)('is set by %s for %s: %d', async (who, whose, status) => {
    const name = whose === 'neema' ? 'neema' : 'juma'
    expect((await put(crew[name], pins[name], who)).status).toBe(status)
  })

  test('is not set from a till, nor for an unknown person', async () => {
    await door.signIn(crew.neema, pins.neema)
    const mine = { method: 'PUT', path: `/api/v1/staff/${crew.neema}/pin`, json: { pin: '5093' } }
    expect(errorOf(await door.request(mine))).toEqual([403, 'forbidden'])
    expect((await put('anonymous', '5093')).status).toBe(404)
  })

  test('signs in, replaces the cashier before, and signs out', async () => {
    expect((await door.request({ path: '/api/v1/till/staff' })).json).toEqual({
      code: 200,
      data: [
        { id: crew.juma, name: 'Juma', pin_length: 4, may_approve_refunds: false },
        { id: crew.neema, name: 'Neema', pin_length: 4, may_approve_refunds: false },
      ],
    })
    const signed = await door.signIn(crew.juma, pins.juma)
    expect(at(signed, 'data.staff')).toEqual({
      id: crew.juma,
      name: 'Juma',
      role: 'cashier',
      may_confirm: false,
    })
    expect(cookieOf(signed)).toBe(door.cookie)
    await door.signIn(crew.neema, pins.neema)
    expect(at(await door.request({ path: '/api/v1/till/me' }), 'data.staff.name')).toBe('Neema')
    expect(at(await door.request({ method: 'POST', path: '/api/v1/till/logout' }), 'data.staff')).toBeNull()
    for (const path of ['/api/v1/till/sales', '/api/v1/till/shift', '/api/v1/payments'])
      expect(errorOf(await door.request({ path }))).toEqual([403, 'forbidden'])
    await door.signIn(crew.neema, pins.neema)
  })

  test('entered wrong five times locks that person on that till for a quarter of an hour', async () => {
    const back = await pairTill(shop, 'Bar')
    const left = async (pin: string) => (await back.signIn(crew.juma, pin)).json
    for (const tries of [4, 3, 2, 1]) expect(await left('1111')).toMatchObject(pinWrong(tries))
    const before = await shop.rows()
    expect(await left('1111')).toMatchObject(pinLocked(15))
    expect(changesBetween(before, await shop.rows())).toEqual({ pin_try: 1, audit_entry: 1 })
    const entries = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=pin.locked' })
    expect(at(entries, 'data.items.0')).toMatchObject({
      actor: { type: 'staff', id: crew.juma, till_id: back.id, name: 'Juma' },
      subject: crew.juma,
      address: '127.0.0.1',
    })
    const locked = await back.signIn(crew.juma, pins.juma)
    expect(locked.json).toMatchObject({ code: 429, reason: 'pin_locked', params: { minutes: 15 } })
    expect(locked.headers.get('retry-after')).toBe('900')
    // Others, and the same person elsewhere, are not locked.
    expect((await back.signIn(crew.neema, pins.neema)).status).toBe(200)
    expect((await door.signIn(crew.juma, pins.juma)).status).toBe(200)
    shop.advance(15 * 60_000 - 1)
    expect(await left(pins.juma)).toMatchObject({ code: 429 })
    shop.advance(1)
    expect(await left('1111')).toMatchObject(pinWrong(4))
    expect(await left(pins.juma)).toMatchObject({ code: 200 })
    expect(await left('1111')).toMatchObject(pinWrong(4))
  })

  test('guessed by many parallel requests is tried five times', async () => {
    const back = await pairTill(shop, 'Many')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => back.signIn(crew.neema, `90${10 + index}`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(400), ...Array(7).fill(429)])
  })

  test('that is changed ends a lock, and signs out', async () => {
    const back = await pairTill(shop, 'New', { staffId: crew.juma, pin: pins.juma })
    for (let guess = 0; guess < 5; guess++) await back.signIn(crew.juma, '1111')
    await setPin(shop, crew.juma, '6027')
    expect(at(await back.request({ path: '/api/v1/till/me' }), 'data.staff')).toBeNull()
    expect((await back.signIn(crew.juma, '6027')).status).toBe(200)
    expect((await back.signIn(crew.juma, pins.juma)).status).toBe(400)
    await setPin(shop, crew.juma, pins.juma)
  })

  test('is refused for a person without one, and for one who left', async () => {
    for (const staffId of ['staff_admin', 'anonymous'])
      expect(errorOf(await door.signIn(staffId, '4071'))).toEqual([400, 'validation_error', 'staff_id'])
    const back = await pairTill(shop, 'Gone', { staffId: crew.juma, pin: pins.juma })
    await shop.appliance.store.write(tx =>
      tx.rows('delete from member where staff_id = $1', [crew.juma], 'once', changeOf('member')),
    )
    expect(at(await back.request({ path: '/api/v1/till/me' }), 'data.staff')).toBeNull()
    expect(errorOf(await back.request({ path: '/api/v1/payments' }))).toEqual([403, 'forbidden'])
    crew = { ...crew, juma: (await again()).juma }
  })

  test('must be entered by a person who was removed and comes back; the shift they opened stays', async () => {
    const tills = [
      await pairTill(shop, 'First', { staffId: crew.juma, pin: pins.juma }),
      await pairTill(shop, 'Second', { staffId: crew.juma, pin: pins.juma }),
    ]
    const [first] = tills
    await first?.request({ path: '/api/v1/till/shift', json: { float: 1_000 } })
    const shifts = (await shop.rows()).get('shift')
    const removed = await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/staff/${crew.juma}` })
    expect(removed.status).toBe(200)
    await joinAgain()
    for (const till of tills) {
      expect(at(await till.request({ path: '/api/v1/till/me' }), 'data.staff')).toBeNull()
      expect(errorOf(await till.request({ path: '/api/v1/payments', json: qr }))).toEqual([403, 'forbidden'])
    }
    expect((await shop.rows()).get('shift')).toEqual(shifts)
    expect(at(await door.request({ path: '/api/v1/till/me' }), 'data.staff.id')).toBe(crew.neema)
    await setPin(shop, crew.juma, pins.juma)
  })

  /** Brings Juma back as a member, without the PIN he had. */
  async function joinAgain(): Promise<void> {
    const { store, world } = shop.appliance
    const row = {
      accountId: shop.accounts.sandbox.id,
      staffId: crew.juma,
      role: 'cashier',
      name: 'Juma',
      createdAt: world.clock.now(),
    } as const
    await store.write(tx => insertMember(tx, row))
  }
  async function again(): Promise<CashierIds> {
    await joinAgain()
    expect((await door.signIn(crew.juma, pins.juma)).status).toBe(400)
    await setPin(shop, crew.juma, pins.juma)
    await door.signIn(crew.neema, pins.neema)
    return crew
  }
})

describe('a till sells', () => {
  test('and sees only its own sales', async () => {
    const bar = await pairTill(shop, 'Bar 2', { staffId: crew.juma, pin: pins.juma })
    const mine = await bar.sellByQr(5_000, { metadata: { note: 'Table 4' } })
    const theirs = await door.sellByQr(6_000)
    const shops = (await shop.make()).reference
    for (const reference of [theirs, shops]) {
      const asks: [TestRequest['method'], string, unknown?][] = [
        ['GET', ''],
        ['GET', '/events'],
        ['GET', '/qr.svg'],
        ['GET', '/qr.png'],
        ['POST', '/void'],
        ['POST', '/push', { phone: '0754123456' }],
      ]
      for (const [method = 'GET', end, json] of asks)
        for (const prefix of ['/v1', '/api/v1'])
          expect(
            errorOf(
              await bar.request({
                method,
                path: `${prefix}/payments/${reference}${end}`,
                ...(json ? { json } : {}),
              }),
            ),
          ).toEqual([404, 'not_found'])
      const decide = { path: `/v1/sandbox/payments/${reference}`, json: { outcome: 'completed' } }
      expect((await bar.request(decide)).status).toBe(404)
    }
    const all = await bar.request({ path: '/api/v1/payments' })
    expect(all.json).toMatchObject({ data: { total: 1, items: [{ reference: mine }] } })
    expect(at(await bar.request({ path: `/api/v1/payments/search?reference=${theirs}` }), 'data.total')).toBe(
      0,
    )
    expect((await bar.request({ method: 'POST', path: `/api/v1/payments/${mine}/void` })).json).toMatchObject(
      {
        data: { status: 'voided' },
      },
    )
    const [action] = [
      at(await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=payment.voided' }), 'data.items'),
    ].flat()
    expect(action).toMatchObject({
      subject: mine,
      actor: { type: 'staff', id: crew.juma, till_id: bar.id, name: 'Juma' },
    })
  })

  test('payment links, which count on it, too', async () => {
    const made = await door.request({ path: '/api/v1/sessions', json: { amount: 4_000 } })
    expect(made.status).toBe(201)
    const path = `/api/v1/sessions/${textAt(made, 'data.reference')}`
    expect((await door.request({ path })).status).toBe(200)
    const bar = await pairTill(shop, 'Bar 3', { staffId: crew.juma, pin: pins.juma })
    expect((await bar.request({ path })).status).toBe(404)
    expect((await bar.request({ method: 'POST', path: `${path}/cancel` })).status).toBe(404)
    expect((await bar.request({ path: '/api/v1/sessions' })).status).toBe(403)
    const page = new URL(textAt(made, 'data.checkout_url')).pathname
    const json = { payment_method: 'mobile_money', customer_phone: '0754123789' }
    await shop.request({ path: `${page}/pay`, json, headers: { accept: 'application/json' } })
    expect(at(await door.request({ path: '/api/v1/till/sales' }), 'data.0')).toMatchObject({
      amount: 4_000,
      cashier: { name: 'Neema' },
    })
  })

  test('and lists the last ones without numbers to call', async () => {
    const bar = await pairTill(shop, 'Bar 4', { staffId: crew.juma, pin: pins.juma })
    await bar.request({ path: '/api/v1/till/shift', json: { float: 0 } })
    const { reference } = paymentOf(
      await bar.request({ path: '/api/v1/payments', json: { ...mobile, metadata: { note: 'Sugar' } } }),
    )
    shop.advance(1_000)
    await bar.takeCash(700, { given: 1_000, note: 'Matches' })
    await bar.signIn(crew.neema, pins.neema)
    const sales = await bar.request({ path: '/api/v1/till/sales' })
    expect(at(sales, 'data')).toMatchObject([
      {
        kind: 'cash',
        method: 'cash',
        state: 'completed',
        amount: 700,
        note: 'Matches',
        given: 1_000,
        change: 300,
      },
      {
        kind: 'payment',
        method: 'mobile',
        state: 'pending',
        amount: 1_500,
        note: 'Sugar',
        phone_hint: '•••456',
        cashier: { name: 'Juma' },
      },
    ])
    for (const path of [
      '/api/v1/till/sales',
      '/api/v1/payments',
      `/api/v1/payments/${reference}`,
      '/api/v1/payments/search?q=0754123456',
    ])
      expect([path, (await bar.request({ path })).text]).toEqual([
        path,
        expect.not.stringContaining('123456'),
      ])
    expect(at(await bar.request({ path: '/api/v1/till/sales?limit=1' }), 'data')).toHaveLength(1)
    expect((await bar.request({ path: '/api/v1/till/sales?limit=0' })).status).toBe(400)
    await bar.signIn(crew.juma, pins.juma)
    expect(at(await bar.request({ path: `/api/v1/payments/${reference}` }), 'data.customer.phone')).toBe(
      '+255754123456',
    )
  })

  test('as the cashier who is signed in', async () => {
    const me = textAt(await shop.request({ as: 'browser', path: '/api/v1/me' }), 'data.staff.id')
    await setPin(shop, me, '7051')
    const admin = await pairTill(shop, 'AccountAdmin', { staffId: me, pin: '7051' })
    const closed: [string, string, unknown?][] = [
      ['GET', '/api/v1/payments/balance'],
      ['GET', '/api/v1/keys'],
      ['POST', '/api/v1/keys', { name: 'x', scopes: ['collection:read'] }],
      ['GET', '/api/v1/settings'],
      ['GET', '/api/v1/settings/webhook-secret'],
      ['GET', '/api/v1/audit-log'],
      ['GET', '/api/v1/unmatched'],
      ['GET', '/api/v1/payouts'],
      ['GET', '/api/v1/tills'],
      ['POST', '/api/v1/tills', { name: 'x' }],
      ['GET', '/api/v1/shifts'],
      ['PUT', `/api/v1/staff/${crew.neema}/grants`, { confirm_manually: true }],
      ['POST', '/api/v1/profiles', { name: 'x' }],
    ]
    for (const [method, path, json] of closed)
      expect([path, ...errorOf(await admin.request({ method, path, ...(json ? { json } : {}) }))]).toEqual([
        path,
        403,
        'insufficient_scope',
      ])
    expect((await admin.request({ path: '/api/v1/payments', json: qr })).status).toBe(201)
  })

  test('from its own pages, and with a staff login only with its header', async () => {
    const login = (await shop.send({ as: 'browser', path: '/api/v1/me' })).status
    expect(login).toBe(200)
    const staff = (await shop.credentials.get('browser')?.())?.cookie ?? ''
    const cookie = `${staff}; ${door.cookie}`
    const account = { 'kaunta-account': shop.accounts.sandbox.id }
    const total = async (path: string, headers: Record<string, string>) =>
      at(await shop.request({ path, headers: { cookie, ...headers } }), 'data.total')
    const everything = Number(await total('/api/v1/payments', account))
    const own = Number(await total('/api/v1/payments', { 'kaunta-till': '1' }))
    expect(own).toBeLessThan(everything)
    expect(await total('/api/v1/payments?till=1', account)).toBe(own)
    expect((await shop.request({ path: '/api/v1/till/sales', headers: { cookie } })).status).toBe(200)
    expect((await shop.request({ path: '/api/v1/payments', headers: { cookie: door.cookie } })).status).toBe(
      401,
    )
    for (const headers of [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      for (const path of ['/api/v1/payments', '/api/v1/till/login'])
        expect(errorOf(await door.request({ path, json: qr, headers }))).toEqual([403, 'forbidden'])
  })

  test('with a rate limit of its own', async () => {
    const { headers } = await door.request({ path: '/api/v1/till/me' })
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([
      '1000000',
      '999999',
    ])
    const busy = await openEndpointShop({ rateLimit: 3 })
    const crew = await addCashiers(busy)
    busy.advance(60_000)
    const bar = await pairTill(busy, 'Bar', { staffId: crew.neema, pin: pins.neema })
    expect((await bar.request({ path: '/api/v1/till/me' })).headers.get('x-ratelimit-limit')).toBe('1200')
    await busy.close()
  })
})

test('a till cookie that is none sells nothing', async () => {
  const headers = { cookie: 'kaunta_till=x', 'kaunta-till': '1' }
  const answer = await shop.request({ path: '/api/v1/payments', json: qr, headers })
  expect(answer.json).toMatchObject({ code: 401, ...errorBody('unauthorized') })
})

test('nothing that was logged names a PIN, a cookie or a code', () => {
  expect(shop.logged.join('\n')).not.toMatch(new RegExp(`kaunta_till|\\b${pins.neema}\\b|\\b${pins.juma}\\b`))
})

test('the cookie travels over https only where that is the address of the server', () => {
  expect(tillCookie('x', true)).toEndWith('; HttpOnly; SameSite=Strict; Secure')
  expect(tillCookie('x', false)).toEndWith('; HttpOnly; SameSite=Strict')
})

const requests: [path: string, headers: Record<string, string>, isTills: boolean][] = [
  ['/api/v1/till/me', {}, true],
  ['/api/v1/till/shift?account=acct_1', { 'kaunta-account': 'acct_1' }, true],
  ['/api/v1/tills', {}, false],
  ['/api/v1/payments', { 'kaunta-till': '1' }, true],
  ['/api/v1/payments', { 'kaunta-till': '0' }, false],
  ['/api/v1/payments/x/qr.svg?till=1', {}, true],
  ['/api/v1/payments?till=till_x', {}, false],
  ['/api/v1/payments', { cookie: 'kaunta_till=x' }, false],
]
test.each(requests)('%s with %j is the till’s: %p', (path, headers, wanted) => {
  expect(isTillRequest(new Request(`http://box${path}`, { headers }))).toBe(wanted)
})
