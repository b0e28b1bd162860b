// A person's own logins: listed, ended, reauthenticated by the password; changing it; and the second factor,
// on and off.
import { afterAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { deviceOf } from '../../src/domain/device.ts'
import { openEndpointShop, owner, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { earn, wallet } from '../kit/endpoint-money.ts'
import { totpOf, wrongOf } from '../kit/totp.ts'

/** Each test has its own address, so that no throttle spans two. */
let address = ''
let tests = 0
const shop = await openEndpointShop({ trustedProxies: ['127.0.0.1'] })
afterAll(() => shop.close())
beforeEach(() => {
  shop.advance(60_000)
  address = `10.0.0.${++tests}`
})
const request = (what: TestRequest) =>
  shop.request({ ...what, headers: { 'x-forwarded-for': address, ...what.headers } })

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const password = 'siri-ndogo-sana'
let people = 0

type Headers = Record<string, string>
const cookieOf = (answer: TestResponse): Headers => ({
  cookie: answer.headers
    .getSetCookie()
    .map(text => text.split(';')[0] ?? '')
    .filter(text => !text.endsWith('='))
    .join('; '),
})
const auth = (path: string, json: object, headers: Headers = {}) =>
  request({ path: `/api/auth${path}`, json, headers: { origin: shop.url, ...headers } })

/** Adds an owner of the shop, who joins by invitation; the cookie is of a first login. */
async function person() {
  const email = `mtu${people++}@duka.co.tz`
  const invitation = { name: 'Neema', role: 'owner' }
  const made = await request({ as: 'owner', path: '/api/v1/invitations', json: invitation })
  const code = new URL(textAt(made, 'data.url')).searchParams.get('code')
  const answer = await request({ path: '/api/v1/join', json: { code, name: 'Neema', email, password } })
  const headers = { ...cookieOf(answer), 'kaunta-account': shop.accounts.sandbox.id }
  const id = textAt(await request({ path: '/api/v1/me', headers }), 'data.staff.id')
  return { id, email, headers }
}
const signIn = async (email: string, agent = firefox, secret = password) =>
  cookieOf(await auth('/sign-in/email', { email, password: secret }, { 'user-agent': agent }))
const me = async (headers: Headers) => (await request({ path: '/api/v1/me', headers })).status
const logins = async (headers: Headers) =>
  [at(await request({ path: '/api/v1/logins', headers }), 'data')].flat().map(Object)
const kinds = async () => {
  const entries = await request({ as: 'owner', path: '/api/v1/audit-log?limit=5' })
  return [at(entries, 'data.items')].flat().map(action => Reflect.get(Object(action), 'kind'))
}
const errorOf = ({ status, json }: TestResponse) => {
  const { code, reason, params, doc_url, request_id } = Object(json)
  expect(doc_url).toEndWith(`/docs/errors#${reason}`)
  expect(request_id).toStartWith('req_')
  return [status, code, reason, params]
}

describe('logins', () => {
  test('are listed with their browser and address, the current one marked', async () => {
    const { email, headers } = await person()
    await signIn(email)
    const listed = await logins(headers)
    expect(listed).toHaveLength(2)
    expect(listed.find(one => !one.current)).toEqual({
      id: expect.any(String),
      device: 'Firefox on Linux',
      user_agent: firefox,
      address,
      created_at: expect.any(String),
      seen_at: expect.any(String),
      expires_at: expect.any(String),
      current: false,
    })
    expect(listed.filter(one => one.current)).toHaveLength(1)
  })

  test('can be ended one by one by their own person', async () => {
    const [neema, juma] = [await person(), await person()]
    const other = await signIn(neema.email)
    const [target] = (await logins(neema.headers)).filter(login => !login.current)
    const end = (headers: Headers) =>
      request({ method: 'DELETE', path: `/api/v1/logins/${target.id}`, headers })
    expect((await end(juma.headers)).status).toBe(404)
    expect(await me(other)).toBe(200)
    expect((await end(neema.headers)).status).toBe(200)
    expect(await me(other)).toBe(401)
    expect((await end(neema.headers)).status).toBe(404)
    expect(await me(neema.headers)).toBe(200)
    expect((await kinds())[0]).toBe('login.ended')
  })

  test('can all be ended but the current one, with the tokens made so far', async () => {
    const { id, email, headers } = await person()
    const others = [await signIn(email), await signIn(email)]
    const claims = { staffId: id, accountId: shop.accounts.sandbox.id, removals: 0 }
    const { clock } = shop.appliance.world
    const bearer = async () => ({
      authorization: `Bearer ${(await shop.login.mintToken(claims, clock.now())).token}`,
    })
    const old = await bearer()
    expect(await me(old)).toBe(200)
    expect((await request({ method: 'DELETE', path: '/api/v1/logins', headers })).status).toBe(200)
    for (const other of [...others, old]) expect(await me(other)).toBe(401)
    for (const good of [headers, await bearer()]) expect(await me(good)).toBe(200)
    expect(await logins(headers)).toHaveLength(1)
  })

  test.each(['/v1/payments', '/api/v1/payments.csv'])(
    'are renewed while they are used, by the answer of %s',
    async path => {
      const { email } = await person()
      const [cookie = ''] = await shop.login.cookiesFor({ email, password }, new Request(shop.url), address)
      const headers = { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': shop.accounts.sandbox.id }
      setSystemTime(Date.now() + 10 * 60_000)
      const answer = await request({ path, headers })
      setSystemTime()
      expect(answer.status).toBe(200)
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^kaunta\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
        ),
      ])
      expect((await request({ path, headers })).headers.getSetCookie()).toEqual([])
    },
  )

  test('are not available to keys', async () => {
    expect((await request({ as: 'sandbox', path: '/api/v1/logins' })).json).toMatchObject(
      errorBody('insufficient_scope'),
    )
    expect((await request({ path: '/api/v1/logins' })).status).toBe(401)
    expect((await request({ as: 'owner', path: '/api/v1/logins' })).status).toBe(200)
  })

  const agents: [string, string][] = [
    [firefox, 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    ['curl/8.9', 'curl/8.9'],
    ['', 'unknown'],
  ]
  test.each(agents)('%s', (agent, device) => expect(deviceOf(agent)).toBe(device))
})

describe('a password', () => {
  const change = (headers: Headers, json: object) => request({ path: '/api/v1/me/password', json, headers })

  test('is changed with the old one; other logins and tokens end', async () => {
    const { id, email, headers } = await person()
    const other = await signIn(email)
    const next = 'siri-mpya-kabisa'
    expect((await change(headers, { current: 'not-the-one', new: next })).json).toMatchObject({
      errors: [{ field: 'current' }],
    })
    expect((await change(headers, { current: password, new: 'short' })).json).toMatchObject({
      errors: [{ field: 'new' }],
    })
    expect(await me(other)).toBe(200)
    expect((await change(headers, { current: password, new: next })).status).toBe(200)
    expect([await me(headers), await me(other)]).toEqual([200, 401])
    expect((await auth('/sign-in/email', { email, password })).status).toBe(401)
    expect(await me(await signIn(email, firefox, next))).toBe(200)
    expect((await kinds())[0]).toBe('password.changed')
    expect((await shop.login.people([id]))[0]?.lastLoginAt).toBeNumber()
  })

  test('has its guesses throttled as at sign-in', async () => {
    const { headers } = await person()
    const guess = () => request({ path: '/api/v1/me/confirm', json: { password: 'not-the-one' }, headers })
    const seen = [await guess(), await guess(), await guess(), await guess()].map(({ status }) => status)
    expect(seen).toEqual([400, 400, 400, 429])
    address = '10.0.1.1'
    expect((await guess()).status).toBe(400)
    expect(await me(headers)).toBe(200)
  })
})

test('wrong passwords are throttled by the socket’s address, whatever X-Forwarded-For is', async () => {
  const own = await openEndpointShop()
  const guess = (index: number) =>
    own.request({
      path: '/api/auth/sign-in/email',
      json: { email: owner.email, password: 'not-the-one' },
      headers: {
        origin: own.url,
        'x-forwarded-for': `203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
      },
    })
  const seen: number[] = []
  for (let index = 0; index < 5; index++) seen.push((await guess(index)).status)
  expect(seen).toEqual([401, 401, 401, 429, 429])
  expect((await own.request({ path: '/api/v1/auth/token', json: owner })).status).toBe(429)
  await own.close()
})

describe('an error of better-auth keeps its code and names our reason', () => {
  test('of wrong passwords, then of too many', async () => {
    const { email } = await person()
    const wrong = () => auth('/sign-in/email', { email, password: 'not-the-one' })
    for (let count = 0; count < 3; count++)
      expect(errorOf(await wrong())).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD', 'login_wrong', undefined])
    const last = await wrong()
    expect(last.headers.get('content-type')).toStartWith('application/json')
    const seconds = Number(last.headers.get('retry-after'))
    expect(errorOf(last)).toEqual([429, undefined, 'too_many_passwords', { seconds }])
  })

  test('of a password longer than any', async () => {
    const long = await auth('/sign-in/email', { ...owner, password: 'a'.repeat(129) })
    expect(errorOf(long).slice(0, 3)).toEqual([400, 'PASSWORD_TOO_LONG', 'login_wrong'])
  })

  test('of another site, a missing login and codes', async () => {
    const { headers } = await person()
    const foreign = await auth('/sign-in/email', { email: 'x', password }, { origin: 'https://evil.example' })
    expect(errorOf(foreign)).toEqual([403, 'INVALID_ORIGIN', 'request_from_other_site', undefined])
    expect(errorOf(await auth('/two-factor/enable', { password })).slice(2)).toEqual([
      'not_logged_in',
      undefined,
    ])
    const wrong = await auth('/two-factor/enable', { password: 'not-the-one' }, headers)
    expect(errorOf(wrong)).toEqual([400, 'INVALID_PASSWORD', 'password_wrong', undefined])
    const { totpURI } = Object((await auth('/two-factor/enable', { password }, headers)).json)
    const code = await auth('/two-factor/verify-totp', { code: wrongOf(totpOf(totpURI)) }, headers)
    expect(errorOf(code)).toEqual([401, 'INVALID_CODE', 'totp_wrong', undefined])
    const step = await auth('/two-factor/verify-totp', { code: '123456' })
    expect(errorOf(step)).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE', 'login_step_expired', undefined])
    const unknown = await auth('/sign-in/email', { password })
    expect(errorOf(unknown)).toEqual([400, 'VALIDATION_ERROR', 'request_unreadable', undefined])
  })
})

describe('a fresh login', () => {
  const payOut = (headers: Headers) => request({ path: '/v1/payouts/send', json: wallet, headers })
  const confirm = (headers: Headers, secret = password) =>
    request({ path: '/api/v1/me/confirm', json: { password: secret }, headers })

  test('is needed before a payout by cookie, lasts five minutes, and belongs to one login', async () => {
    await earn(shop, 200_000)
    const { email, headers } = await person()
    expect((await payOut(headers)).json).toMatchObject(errorBody('confirmation_required'))
    expect((await confirm(headers, 'not-the-one')).json).toMatchObject({
      code: 400,
      errors: [{ field: 'password' }],
    })
    const until = new Date(shop.appliance.world.clock.now() + 300_000).toISOString()
    expect((await confirm(headers)).json).toEqual({ code: 200, data: { until } })
    expect((await payOut(headers)).status).toBe(201)
    shop.advance(299_000)
    expect((await payOut(headers)).status).toBe(201)
    shop.advance(1_000)
    expect((await payOut(headers)).status).toBe(403)
    const fresh = { ...(await signIn(email)), 'kaunta-account': shop.accounts.sandbox.id }
    expect((await payOut(fresh)).status).toBe(201)
    expect((await payOut(headers)).status).toBe(403)
  })

  test('is not required of keys and tokens', async () => {
    for (const as of ['sandbox', 'owner'] as const)
      expect((await request({ as, path: '/v1/payouts/send', json: wallet })).status).toBe(201)
    const token = await request({
      as: 'owner',
      path: '/api/v1/me/confirm',
      json: { password: 'siri-kubwa-sana' },
    })
    expect(token.json).toMatchObject(errorBody('insufficient_scope'))
  })
})

describe('the second factor', () => {
  const enable = async () => {
    const { headers, ...who } = await person()
    const begun = await auth('/two-factor/enable', { password }, headers)
    const uri = textAt(begun, 'totpURI')
    const done = await auth('/two-factor/verify-totp', { code: totpOf(uri) }, headers)
    expect(done.status).toBe(200)
    const codes = [at(begun, 'backupCodes')].flat().map(String)
    return { ...who, uri, codes, headers: { ...cookieOf(done), 'kaunta-account': shop.accounts.sandbox.id } }
  }
  const token = (email: string, more: object = {}) =>
    request({ path: '/api/v1/auth/token', json: { email, password, ...more } })

  test('is not on before a first code was right', async () => {
    const { email, headers } = await person()
    const begun = await auth('/two-factor/enable', { password }, headers)
    expect(textAt(begun, 'totpURI')).toMatch(/^otpauth:\/\/totp\/Kaunta:/)
    expect(at(begun, 'backupCodes')).toHaveLength(10)
    const wrong = wrongOf(totpOf(textAt(begun, 'totpURI')))
    expect((await auth('/two-factor/verify-totp', { code: wrong }, headers)).status).toBe(401)
    expect(await me(await signIn(email))).toBe(200)
    expect((await auth('/two-factor/enable', { password: 'not-the-one' }, headers)).status).toBe(400)
    expect((await auth('/two-factor/enable', { password })).status).toBe(401)
  })

  test('ends the logins and tokens that were made without it, once it is on', async () => {
    const { id, email, headers } = await person()
    const other = await signIn(email)
    const made = textAt(await token(email), 'data.token')
    const byToken = async () =>
      (await request({ path: '/api/v1/me', headers: { authorization: `Bearer ${made}` } })).status
    const begun = await auth('/two-factor/enable', { password }, headers)
    expect([await me(other), await byToken()]).toEqual([200, 200])
    const done = await auth('/two-factor/verify-totp', { code: totpOf(textAt(begun, 'totpURI')) }, headers)
    expect([await me(other), await byToken(), await me(cookieOf(done))]).toEqual([401, 401, 200])
    expect(await shop.login.logins(id)).toHaveLength(1)
  })

  test('is asked for at sign-in, and takes nothing but a right code', async () => {
    const { email, uri, headers } = await enable()
    expect(await request({ path: '/api/v1/me', headers })).toMatchObject({
      status: 200,
      json: { data: { staff: { two_factor: true } } },
    })
    expect((await kinds())[0]).not.toBe('two_factor.disabled')
    const first = await auth('/sign-in/email', { email, password })
    expect(first.json).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    const half = cookieOf(first)
    expect(await me(half)).toBe(401)
    expect((await auth('/two-factor/verify-totp', { code: wrongOf(totpOf(uri)) }, half)).status).toBe(401)
    const second = await auth('/two-factor/verify-totp', { code: totpOf(uri) }, half)
    expect(second.status).toBe(200)
    expect(await me(cookieOf(second))).toBe(200)
  })

  test('logs in once with each code, wherever it is used again', async () => {
    const { id, email, uri } = await enable()
    const code = totpOf(uri)
    const enter = async () =>
      auth('/two-factor/verify-totp', { code }, cookieOf(await auth('/sign-in/email', { email, password })))
    expect((await enter()).status).toBe(200)
    const count = (await shop.login.logins(id)).length
    const again = await enter()
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
    expect((await token(email, { totp: code })).status).toBe(401)
    expect(await shop.login.logins(id)).toHaveLength(count)
  })

  test('takes the backup codes, each once', async () => {
    const { email, codes } = await enable()
    const use = async (code = '') => {
      const half = cookieOf(await auth('/sign-in/email', { email, password }))
      return (await auth('/two-factor/verify-backup-code', { code }, half)).status
    }
    expect([await use(codes[0]), await use(codes[0]), await use(codes[1])]).toEqual([200, 401, 200])
  })

  test.each([
    ['/two-factor/verify-totp', (one: { uri: string }) => totpOf(one.uri)],
    ['/two-factor/verify-backup-code', (one: { codes: string[] }) => one.codes[0]],
  ] as const)('logs in one of many that send the same code at once: %s', async (path, codeOf) => {
    const one = await enable()
    const { id, email } = one
    const before = (await shop.login.logins(id)).length
    const begin = async () => cookieOf(await auth('/sign-in/email', { email, password }))
    const halves = [await begin(), await begin()]
    const sent = await Promise.all(
      [...halves, ...halves.slice(0, 1)].map(half => auth(path, { code: codeOf(one) }, half)),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop.login.logins(id)).toHaveLength(before + 1)
    for (const { status, headers } of sent)
      if (status !== 200) expect(headers.getSetCookie().join()).not.toContain('session_token=')
  })

  test('ends a half login with its first right code', async () => {
    const { email, uri, codes } = await enable()
    const half = cookieOf(await auth('/sign-in/email', { email, password }))
    expect((await auth('/two-factor/verify-totp', { code: totpOf(uri) }, half)).status).toBe(200)
    const again = await auth('/two-factor/verify-backup-code', { code: codes[0] }, half)
    expect(errorOf(again).slice(0, 2)).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE'])
  })

  test('is not required on a device that is trusted, until the password changes', async () => {
    const { email, uri, headers } = await enable()
    const half = cookieOf(await auth('/sign-in/email', { email, password }))
    const done = await auth('/two-factor/verify-totp', { code: totpOf(uri), trustDevice: true }, half)
    const trusted = done.headers.getSetCookie().find(text => text.startsWith('kaunta.trust_device=')) ?? ''
    expect(trusted).toMatch(/HttpOnly; SameSite=Strict/)
    const again = await auth('/sign-in/email', { email, password }, { cookie: trusted.split(';')[0] ?? '' })
    expect(again.json).toMatchObject({ user: { email } })
    const next = 'siri-mpya-kabisa'
    expect(
      (await request({ path: '/api/v1/me/password', json: { current: password, new: next }, headers }))
        .status,
    ).toBe(200)
    const renewed = again.headers.getSetCookie().find(text => text.startsWith('kaunta.trust_device=')) ?? ''
    const later = await auth(
      '/sign-in/email',
      { email, password: next },
      { cookie: renewed.split(';')[0] ?? '' },
    )
    expect(later.json).toMatchObject({ twoFactorRedirect: true })
  })

  test('is required for tokens', async () => {
    const { email, uri } = await enable()
    expect((await token(email)).json).toMatchObject({ code: 401, errors: [{ field: 'totp' }] })
    expect((await token(email, { totp: wrongOf(totpOf(uri)) })).json).toMatchObject({
      code: 401,
      errors: [{ field: 'totp' }],
    })
    expect((await token(email, { totp: totpOf(uri) })).status).toBe(200)
    expect((await token(email, { password: 'not-the-one', totp: totpOf(uri) })).json).toMatchObject(
      errorBody('unauthorized'),
    )
  })

  test('is not required where only the password is confirmed', async () => {
    const { headers } = await enable()
    expect((await request({ path: '/api/v1/me/confirm', json: { password }, headers })).status).toBe(200)
  })

  test.each(['/two-factor/disable', '/two-factor/generate-backup-codes'])(
    'is not weakened by the password alone: %s',
    async path => {
      const { email, uri, headers } = await enable()
      const refused = [400, 'TOTP_REQUIRED', 'totp_required']
      for (const code of [undefined, '', 123_456])
        expect(errorOf(await auth(path, { password, code }, headers))).toEqual([...refused, undefined])
      const wrong = await auth(path, { password, code: wrongOf(totpOf(uri)) }, headers)
      expect(errorOf(wrong)).toEqual([401, 'INVALID_CODE', 'totp_wrong', undefined])
      const noCode = await auth(path, { password, code: 'aaaaa-bbbbb' }, headers)
      expect(errorOf(noCode)).toEqual([401, 'INVALID_BACKUP_CODE', 'backup_code_wrong', undefined])
      const code = totpOf(uri)
      const guess = await auth(path, { password: 'not-the-one', code }, headers)
      expect(errorOf(guess)).toEqual([400, 'INVALID_PASSWORD', 'password_wrong', undefined])
      expect((await auth(path, { password, code })).status).toBe(401)
      expect((await auth('/sign-in/email', { email, password })).json).toMatchObject({
        twoFactorRedirect: true,
      })
      expect((await auth(path, { password, code }, headers)).status).toBe(200)
    },
  )

  test('is not moved to another app by the password alone, and with a code only by turning it off', async () => {
    const { email, uri, codes, headers } = await enable()
    const path = '/two-factor/enable'
    for (const code of [undefined, ''])
      expect(errorOf(await auth(path, { password, code }, headers)).slice(0, 3)).toEqual([
        400,
        'TOTP_REQUIRED',
        'totp_required',
      ])
    const wrong = await auth(path, { password, code: wrongOf(totpOf(uri)) }, headers)
    expect(errorOf(wrong).slice(0, 3)).toEqual([401, 'INVALID_CODE', 'totp_wrong'])
    const right = await auth(path, { password, code: codes[0] }, headers)
    expect(errorOf(right).slice(0, 3)).toEqual([400, 'TOTP_ALREADY_ENABLED', 'second_factor_on'])
    expect((await token(email, { totp: totpOf(uri) })).status).toBe(200)
    expect((await auth('/two-factor/disable', { password, code: codes[1] }, headers)).status).toBe(200)
  })

  test('does not test codes within a login, where nothing counts them', async () => {
    const { uri, codes, headers } = await enable()
    const over = [401, 'INVALID_TWO_FACTOR_COOKIE', 'login_step_expired', undefined]
    for (const code of [totpOf(uri), wrongOf(totpOf(uri))])
      expect(errorOf(await auth('/two-factor/verify-totp', { code }, headers))).toEqual(over)
    const backup = await auth('/two-factor/verify-backup-code', { code: codes[0] }, headers)
    expect(errorOf(backup)).toEqual(over)
  })

  test('is switched off with a backup code, and leaves no further login', async () => {
    const { id, codes, headers } = await enable()
    const off = await auth('/two-factor/disable', { password, code: codes[0] }, headers)
    expect(off.status).toBe(200)
    expect(await shop.login.logins(id)).toHaveLength(1)
    expect(await me(cookieOf(off))).toBe(200)
  })

  test('is switched off with password and code; both changes are noted', async () => {
    const { id, email, uri, headers } = await enable()
    const entries = async () => {
      const told = await request({
        as: 'owner of live',
        path: `/api/v1/audit-log?actor=${encodeURIComponent(`staff:${id}`)}`,
      })
      return [at(told, 'data.items')].flat().map(action => Reflect.get(Object(action), 'kind'))
    }
    expect((await entries())[0]).toBe('two_factor.enabled')
    expect((await auth('/two-factor/disable', { password: 'not-the-one' }, headers)).status).toBe(400)
    const off = await auth('/two-factor/disable', { password, code: totpOf(uri) }, headers)
    expect(off.status).toBe(200)
    expect((await entries())[0]).toBe('two_factor.disabled')
    expect(await me(await signIn(email))).toBe(200)
    expect((await token(email)).status).toBe(200)
  })

  test('takes three wrong codes in ten seconds from an address, also over several half logins', async () => {
    const { email, uri } = await enable()
    const own = Array.from({ length: 5 }, () => wrongOf(totpOf(uri)))
    const seen: number[] = []
    for (const code of own) {
      const half = cookieOf(await auth('/sign-in/email', { email, password }))
      seen.push((await auth('/two-factor/verify-totp', { code }, half)).status)
    }
    expect(seen.slice(-2)).toEqual([429, 429])
    expect(seen).not.toContain(200)
  })
})
