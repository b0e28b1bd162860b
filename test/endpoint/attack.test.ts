// Small things that an attack on the running server found: streams without end, names that deceive, customers
// sent over plain http, PINs guessed with patience.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { currentCaller } from '../../src/http/access/caller.ts'
import { newCsvExporter } from '../../src/http/admin/export.ts'
import { openEndpointShop, owner, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addCashiers, errorOf, pairTill, pinLocked, pins, pinWrong, setPin } from '../kit/endpoint-till.ts'
import { proofTest, sized } from '../kit/proof.ts'

const shop = await openEndpointShop()
const crew = await addCashiers(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

describe('streams', () => {
  test('are 200 for a caller; then 503 in words, and another caller opens one', async () => {
    const path = '/api/v1/events/stream'
    const open: Response[] = []
    for (let count = 0; count < 200; count++) open.push(await shop.send({ as: 'sandbox', path }))
    const refused = await shop.request({ as: 'sandbox', path })
    expect(refused.json).toMatchObject({
      code: 503,
      error_code: 'service_unavailable',
      reason: 'caller_streams_used_up',
      params: { max: 200, seconds: 30 },
    })
    expect(refused.headers.get('retry-after')).toBe('30')
    const other = await shop.send({ as: 'stranger', path })
    expect(other.status).toBe(200)
    await other.body?.cancel()
    for (const response of open) {
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
    // The server hears of a closed connection on its own time.
    for (let status = 503; status !== 200; ) {
      const again = await shop.send({ as: 'sandbox', path })
      status = again.status
      await again.body?.cancel()
    }
  })
})

/** Names as they are sent, and what is kept of them. */
const readNames = [
  ['Zoë 👩‍🍳 Ñandú’s', 'Zoë 👩‍🍳 Ñandú’s'],
  ['Asha\u202egnp.exe', 'Ashagnp.exe'],
  ['\u202aJuma\u202c', 'Juma'],
  ['\ufeffNeema\u200f', 'Neema'],
  ['Am\u200bi\u00adna\u2066', 'Amina'],
  ['Ba\u200draka', 'Baraka'],
  ['ශ්\u200dරී ලංකා', 'ශ්\u200dරී ලංකා'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['മോഹന്\u200d', 'മോഹന്\u200d'],
  ['کتاب\u200c', 'کتاب'],
  ['हैप्पी\u200e', 'हैप्पी'],
] as const

describe('a name', () => {
  const fields: [string, Omit<TestRequest, 'json'>, (name: string) => object][] = [
    ['of a key', { as: 'owner', path: '/api/v1/keys' }, name => ({ name, scopes: ['collection:read'] })],
    ['of a till', { as: 'owner', path: '/api/v1/tills' }, name => ({ name })],
    ['of an invitation', { as: 'owner', path: '/api/v1/invitations' }, name => ({ name, role: 'cashier' })],
    [
      'of a profile’s shop',
      { as: 'owner', path: '/api/v1/profiles' },
      name => ({ name: 'a', merchant_name: name }),
    ],
    ['of the account', { as: 'owner', method: 'PATCH', path: '/api/v1/settings' }, name => ({ name })],
    ['of a customer', { as: 'sandbox', path: '/v1/payments' }, name => ({ ...qr, customer: { name } })],
    [
      'of a session’s customer',
      { as: 'sandbox', path: '/api/v1/sessions' },
      name => ({ amount: 5_000, customer: { name } }),
    ],
  ]
  test.each(fields)('%s holds no control and no invisible characters', async (_, request, bodyOf) => {
    const send = (name: string) => shop.request({ ...request, json: bodyOf(name) })
    expect(errorOf(await send('As\u0007ha')).slice(0, 2)).toEqual([400, 'validation_error'])
    for (const [name, kept] of readNames) {
      const answer = await send(name)
      expect(answer.status).toBeWithin(200, 202)
      for (const word of kept.split(' ')) expect(answer.text).toContain(word)
      if (kept !== name) expect(answer.text).not.toContain(name)
    }
  })
})

describe('a text', () => {
  const asOwner = { as: 'owner' } as const
  const item = { name: 'Khanga', quantity: 1, unit_price: 500 }
  const question = { key: 'a', label: 'Size', type: 'select', required: false, options: ['S', 'M'] }
  const session = { as: 'sandbox', path: '/api/v1/sessions' } as const
  const fields: [string, Omit<TestRequest, 'json'>, (text: string) => object][] = [
    ['description', session, description => ({ amount: 5_000, description })],
    ['line_items.0.name', session, name => ({ amount: 5_000, line_items: [{ ...item, name }] })],
    [
      'line_items.0.description',
      session,
      description => ({ amount: 5_000, line_items: [{ ...item, description }] }),
    ],
    ['custom_fields.0.label', session, label => ({ amount: 5_000, custom_fields: [{ ...question, label }] })],
    [
      'custom_fields.0.options.1',
      session,
      text => ({ amount: 5_000, custom_fields: [{ ...question, options: ['S', text] }] }),
    ],
    [
      'display.success_message',
      session,
      success_message => ({ amount: 5_000, display: { success_message } }),
    ],
    [
      'customer.address',
      { as: 'sandbox', path: '/v1/payments' },
      address => ({ ...qr, customer: { address } }),
    ],
    [
      'line_items.0.sku',
      { as: 'sandbox', path: '/v1/payments' },
      sku => ({ ...qr, line_items: [{ ...item, sku }] }),
    ],
    [
      'narration',
      { ...asOwner, path: '/v1/payouts/send' },
      narration => ({
        amount: 5_000,
        channel: 'mobile',
        recipient_name: 'Asha',
        recipient_phone: '0754123456',
        narration,
      }),
    ],
    ['name', { ...asOwner, path: '/api/v1/profiles' }, name => ({ name, merchant_name: 'Duka' })],
  ]
  test.each(fields)('%s holds no control characters', async (field, request, bodyOf) => {
    for (const text of ['a\u0007b', '\u001b[31mred', 'a\u007f', 'a\u0085b', 'a\u009bb']) {
      const answer = await shop.request({ ...request, json: bodyOf(text) })
      expect(answer.json).toMatchObject({
        code: 400,
        errors: [{ field, reason: 'control_characters_in_text' }],
      })
    }
  })

  test('of several lines keeps its line breaks and tabs', async () => {
    const description = 'Khanga\r\n\t2 × red\n'
    const made = await shop.request({ ...session, json: { amount: 5_000, description } })
    expect(at(made, 'data.description')).toBe(description)
  })

  test('that a customer answers holds no control characters, from a program and from a page', async () => {
    const custom_fields = [{ key: 'note', label: 'Note', type: 'textarea', required: false }]
    const made = await shop.request({ ...session, json: { amount: 5_000, custom_fields } })
    const path = `${new URL(textAt(made, 'data.checkout_url')).pathname}/pay`
    const pay = (note: string) =>
      shop.request({
        path,
        json: { payment_method: 'mobile_money', customer_phone: '0754123456', custom_fields: { note } },
      })
    expect((await pay('a\u001bb')).json).toMatchObject({
      code: 400,
      errors: [{ field: 'custom_fields.note', reason: 'control_characters_in_text' }],
    })
    expect((await pay('a\r\n\tb')).json).toMatchObject({ code: 200 })
  })
})

test('a live account sends customers to https, or to a host that an admin listed', async () => {
  const profile = (redirect_url: string) =>
    shop.request({
      as: 'owner of live',
      path: '/api/v1/profiles',
      json: { name: 'a', merchant_name: 'Duka', redirect_url },
    })
  for (const url of ['http://shop.example/thanks', 'http://192.168.1.20/thanks'])
    expect(await profile(url).then(({ json }) => json)).toMatchObject({
      code: 400,
      errors: [{ field: 'redirect_url', reason: 'web_address_not_https' }],
    })
  expect((await profile('https://shop.example/thanks')).status).toBe(201)
  const hosts = { webhook_hosts: ['192.168.1.0/24'] }
  const listed = await shop.request({
    as: 'owner of live',
    method: 'PATCH',
    path: '/api/v1/settings',
    json: hosts,
  })
  expect(listed.status).toBe(200)
  expect((await profile('http://192.168.1.20/thanks')).status).toBe(201)
  expect((await profile('http://shop.example/thanks')).status).toBe(400)
})

proofTest('the lock of a PIN doubles with each five wrong ones, up to a day, until it is right', async () => {
  const { juma } = crew
  const till = await pairTill(shop, 'Bar')
  for (const minutes of [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]) {
    for (const left of [4, 3, 2, 1])
      expect((await till.signIn(juma, '1111')).json).toMatchObject(pinWrong(left))
    const locked = await till.signIn(juma, '1111')
    expect(locked.json).toMatchObject(pinLocked(minutes))
    expect((await till.signIn(juma, pins.juma)).headers.get('retry-after')).toBe(String(minutes * 60))
    shop.advance(minutes * 60_000)
  }
  expect((await till.signIn(juma, pins.juma)).status).toBe(200)
  for (let count = 0; count < 5; count++) await till.signIn(juma, '1111')
  expect((await till.signIn(juma, pins.juma)).headers.get('retry-after')).toBe('900')
})

test('wrong PINs of a person count over all tills of the account', async () => {
  const { juma, neema } = crew
  await setPin(shop, juma, pins.juma)
  const [bar, door, yard] = [
    await pairTill(shop, 'Bar'),
    await pairTill(shop, 'Door'),
    await pairTill(shop, 'Yard'),
  ]
  const said = async (till: typeof bar, staffId = juma) => (await till.signIn(staffId, '1111')).json
  for (const till of [bar, door, bar, door]) await said(till)
  expect(await said(door)).toMatchObject(pinLocked(15))
  for (const till of [bar, yard, bar, yard]) await said(till)
  expect(await said(bar)).toMatchObject(pinLocked(30))
  // Another person has a count of their own.
  expect(await said(yard, neema)).toMatchObject(pinWrong(4))
  // The right PIN elsewhere resets the count, and ends no lock.
  expect((await yard.signIn(juma, pins.juma)).status).toBe(200)
  expect((await bar.signIn(juma, pins.juma)).headers.get('retry-after')).toBe('1800')
  shop.advance(30 * 60_000)
  // Nor does it make the next lock here shorter: a stranger here would guess on, as the cashier works
  // elsewhere.
  for (let count = 0; count < 4; count++) await said(bar)
  expect(await said(bar)).toMatchObject(pinLocked(60))
  for (let count = 0; count < 4; count++) await said(yard)
  expect(await said(yard)).toMatchObject(pinLocked(30))
})

const oneTill = ['one till', 35, ['Bar']] as const
const twoTills = ['two tills', 45, ['Bar', 'Door']] as const
test.each(sized({ test: [twoTills], proof: [oneTill, twoTills] }))(
  'on %s a PIN can be guessed %i times in the first day',
  async (_, tries, names) => {
    const { juma } = crew
    await setPin(shop, juma, pins.juma)
    const tills = await Promise.all(names.map(name => pairTill(shop, name)))
    let guesses = 0
    for (let minute = 0; minute < 1_440; minute += 15) {
      for (const till of tills) while ((await till.signIn(juma, '1111')).status === 400) guesses++
      shop.advance(15 * 60_000)
    }
    expect(guesses).toBe(tries)
  },
)

/** Returns headers with the owner’s cookie. Its last password entry is too old for what moves money. */
async function ownerCookie() {
  const [cookie = ''] = await shop.login.cookiesFor(owner, new Request(shop.url), 'attack')
  return { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': shop.accounts.sandbox.id }
}

test.each(['payout_approval_above', 'cash_refund_approval_above'])(
  'more without a second person, by %s: the password again',
  async field => {
    const headers = await ownerCookie()
    const change = (sum: number | null) =>
      shop.request({ method: 'PATCH', path: '/api/v1/settings', json: { [field]: sum }, headers })
    const said = async (sum: number | null) => errorOf(await change(sum))
    expect((await change(100_000)).status).toBe(200)
    const refused = [403, 'confirmation_required']
    expect(await said(100_001)).toEqual(refused)
    expect(await said(null)).toEqual(refused)
    expect((await change(50_000)).status).toBe(200)
    const confirm = { path: '/api/v1/me/confirm', json: { password: owner.password }, headers }
    expect((await shop.request(confirm)).status).toBe(200)
    expect((await change(null)).status).toBe(200)
  },
)

test('an export ends once its reader lost the right to it', async () => {
  // Over a socket it could be sent whole before the right is lost.
  const parts = { appliance: shop.appliance, login: shop.login, peerOf: () => '127.0.0.1' }
  const request = new Request(shop.url, { headers: await ownerCookie() })
  const caller = await currentCaller(parts, request)
  if (!caller) throw new Error('the owner is not signed in')
  const rows = Array.from({ length: 201 }, (_, index) => ({ id: String(index).padStart(4, '0') }))
  const answer = newCsvExporter(parts)('keys', { id: ({ id }) => id }, () => async () => rows)
  const { body } = await answer({ caller, query: {}, request })
  const reader = body?.getReader()
  for (const part of ['the names of the columns', 'a page', 'another'])
    expect([part, (await reader?.read())?.done]).toEqual([part, false])
  const ended = await shop.request({ method: 'DELETE', path: '/api/v1/logins', as: 'owner' })
  expect(ended.status).toBe(200)
  const readOn = async () => {
    for (let count = 0; count < 10; count++) await reader?.read()
  }
  await expect(readOn()).rejects.toThrow('the reader of an export lost their rights')
})
