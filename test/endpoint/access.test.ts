// Who gets in and how far: keys, tokens, browsers, hosts, rate limits and the claim of a fresh server, as
// data and stories.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { isClaimed, newClaimCode } from '../../src/flow/account.ts'
import { defaultProfileOf } from '../../src/flow/profile.ts'
import { listAccounts } from '../../src/store/account.ts'
import { openEndpointShop, openUnclaimedServer, owner, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { runScenario, type Scenario, testScenarios } from '../kit/endpoint-scenario.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
/** A minute passes between tests, so that no window of a rate limit spans two. */
beforeEach(() => shop.advance(60_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const scenarios = (table: Record<string, Scenario>) => testScenarios(shop, table)

describe('API keys', () => {
  const request = { name: 'Website', scopes: ['collection:read'] }

  test('are shown once, work, are listed without their secret, and end when revoked', async () => {
    const made = await run({
      request: { as: 'owner', path: '/api/v1/keys', json: request },
      status: 201,
      changes: { api_key: 1, audit_entry: 1 },
    })
    const key = textAt(made, 'data.key')
    expect(key).toMatch(/^kn_test_\w{32}$/)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const use = () => shop.request({ path: '/v1/payments', headers: { authorization: `Bearer ${key}` } })
    expect((await use()).status).toBe(200)
    expect((await shop.request({ path: '/v1/payments', headers: { 'x-api-key': key } })).status).toBe(200)
    const listed = await shop.request({ as: 'owner', path: '/api/v1/keys' })
    expect(listed.text).not.toContain(key)
    expect(at(listed, 'data.0')).toMatchObject({
      name: 'Website',
      scopes: ['collection:read'],
      revoked_at: null,
    })
    const path = `/api/v1/keys/${textAt(made, 'data.id')}`
    expect((await shop.request({ as: 'owner of live', method: 'DELETE', path })).status).toBe(404)
    expect((await use()).status).toBe(200)
    await run({
      request: { as: 'owner', method: 'DELETE', path },
      status: 200,
      changes: { api_key: 1, audit_entry: 1 },
    })
    expect((await use()).json).toMatchObject({ error_code: 'unauthorized' })
    expect((await shop.request({ as: 'owner', method: 'DELETE', path })).status).toBe(404)
  })

  scenarios({
    'of the live account begin otherwise': {
      request: { as: 'owner of live', path: '/api/v1/keys', json: request },
      status: 201,
      body: { data: { key: expect.stringMatching(/^kn_live_/) } },
      changes: { api_key: 1, audit_entry: 1 },
    },
    'without a name': {
      request: { as: 'owner', path: '/api/v1/keys', json: { ...request, name: ' ' } },
      status: 400,
    },
    'without a scope': {
      request: { as: 'owner', path: '/api/v1/keys', json: { ...request, scopes: [] } },
      status: 400,
    },
    'with a scope there is not': {
      request: { as: 'owner', path: '/api/v1/keys', json: { ...request, scopes: ['everything'] } },
      status: 400,
      body: { ...errorBody('validation_error', 'scope_unknown'), errors: [{ field: 'scopes' }] },
    },
  })
})

describe('who may', () => {
  const unknown = { status: 401, body: errorBody('unauthorized') }
  scenarios({
    'list with Basic': {
      request: { path: '/v1/payments', headers: { authorization: 'Basic eDp5' } },
      ...unknown,
    },
    'list with nothing behind Bearer': {
      request: { path: '/v1/payments', headers: { authorization: 'Bearer ' } },
      ...unknown,
    },
    'list with an unknown key': {
      request: { path: '/v1/payments', headers: { authorization: `Bearer kn_test_${'a'.repeat(32)}` } },
      ...unknown,
    },
    'list with X-API-Key that is none': {
      request: { path: '/v1/payments', headers: { 'x-api-key': 'kn_test_x' } },
      ...unknown,
    },
    'list with a token that is none': {
      request: { path: '/v1/payments', headers: { authorization: 'Bearer a.b.c' } },
      ...unknown,
    },
    'list with a cookie that is none': {
      request: { path: '/v1/payments', headers: { cookie: 'kaunta.session_token=x' } },
      ...unknown,
    },
  })

  const seen: [what: string, credential: () => Promise<string>, reason: string][] = [
    ['a key of another system', async () => 'snp_live_0123456789abcdef', 'credential_foreign'],
    ['a key that no one made', async () => `kn_live_${'a'.repeat(32)}`, 'key_unknown'],
    ['a revoked key', revokedKey, 'key_revoked'],
    ['a token that is none', async () => 'a.b.c', 'token_invalid'],
    ['a token after its hour', expiredToken, 'token_expired'],
    ['nothing', async () => '', 'credential_not_bearer'],
  ]
  test.each(seen)('a 401 names the credential it saw: %s', async (_, credential, reason) => {
    const headers = { authorization: `Bearer ${await credential()}` }
    for (let count = 0; count < 2; count++) {
      const answer = await shop.request({ path: '/v1/payments', headers })
      expect(answer.json).toMatchObject({ code: 401, error_code: 'unauthorized', reason })
      expect(answer.text).not.toContain('snp_l')
    }
  })

  test('a person gets a token that works on both families, for one hour', async () => {
    const got = await shop.request({
      path: '/api/v1/auth/token',
      json: { ...owner, account_id: shop.accounts.sandbox.id },
    })
    expect(got.json).toMatchObject({
      code: 200,
      data: { token_type: 'Bearer', expires_at: expect.any(String) },
    })
    const headers = { authorization: `Bearer ${textAt(got, 'data.token')}` }
    for (const path of [
      '/v1/payments',
      '/api/v1/payments',
      '/v1/payments/balance',
      '/api/v1/keys',
      '/api/v1/me',
    ])
      expect([path, (await shop.request({ path, headers })).status]).toEqual([path, 200])
    expect((await shop.request({ path: '/v1/payments', json: qr, headers })).status).toBe(201)
    const plain = await shop.request({ path: '/api/v1/auth/token', json: owner })
    const me = await shop.request({
      path: '/api/v1/me',
      headers: { authorization: `Bearer ${textAt(plain, 'data.token')}` },
    })
    expect(at(me, 'data.account')).toBe(shop.accounts.live.id)
  })

  scenarios({
    'get a token with a wrong password': {
      request: { path: '/api/v1/auth/token', json: { ...owner, password: 'not-the-one' } },
      status: 401,
      body: errorBody('unauthorized'),
    },
    'get a token for an account of others': {
      request: { path: '/api/v1/auth/token', json: { ...owner, account_id: 'acct_stranger' } },
      status: 403,
      body: errorBody('forbidden'),
    },
    'get a token without a password': {
      request: { path: '/api/v1/auth/token', json: { email: owner.email } },
      status: 400,
      body: { ...errorBody('validation_error', 'required'), errors: [{ field: 'password' }] },
    },
  })

  test('the signing key is read by the owner and never cached', async () => {
    const answer = await shop.request({ as: 'owner', path: '/api/v1/settings/webhook-secret' })
    expect(answer.json).toEqual({ code: 200, webhook_secret: shop.made.sandbox_webhook_secret })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a browser', () => {
  const sell = (headers: Record<string, string>): TestRequest => ({
    as: 'browser',
    path: '/v1/payments',
    json: qr,
    headers,
  })
  test('sells on the account it names, from our own pages only', async () => {
    const account = { 'kaunta-account': shop.accounts.sandbox.id }
    const { host } = new URL(shop.url)
    const statusOf = async (headers: Record<string, string>) => (await shop.request(sell(headers))).status
    expect(await statusOf({ ...account, origin: shop.url, 'sec-fetch-site': 'same-origin' })).toBe(201)
    expect(await statusOf({ ...account, origin: `https://${host}` })).toBe(201)
    expect(await statusOf({ ...account, origin: 'http://evil.example' })).toBe(403)
    expect(await statusOf({ ...account, origin: 'null' })).toBe(403)
    expect(await statusOf({ ...account, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusOf({ ...account, 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await statusOf({ 'kaunta-account': shop.accounts.stranger.id })).toBe(403)
    // If a request names no account, it is for the live one.
    expect((await shop.request(sell({}))).json).toMatchObject({ error_code: 'method_unavailable' })
  })

  test('logs in, sees who it is, and logs out', async () => {
    const login = await shop.request({
      path: '/api/auth/sign-in/email',
      json: owner,
      headers: { origin: shop.url },
    })
    expect(login.status).toBe(200)
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const me = await shop.request({ path: '/api/v1/me', headers: { cookie } })
    expect(me.json).toMatchObject({
      data: {
        staff: { email: owner.email },
        accounts: [{ role: 'owner', mode: expect.any(String) }, { role: 'owner' }],
      },
    })
    await shop.request({ path: '/api/auth/sign-out', json: {}, headers: { cookie, origin: shop.url } })
    expect((await shop.request({ path: '/api/v1/me', headers: { cookie } })).status).toBe(401)
  })

  scenarios({
    'cannot sign up': {
      request: { path: '/api/auth/sign-up/email', json: { ...owner, email: 'x@duka.co.tz', name: 'X' } },
      status: 404,
    },
  })
})

describe('the rate limit', () => {
  test('is counted per key, shown on every answer, and reset after a minute', async () => {
    const box = await openEndpointShop({ rateLimit: 3 })
    const list: TestRequest = { as: 'reader', path: '/v1/payments' }
    const left = async (request: TestRequest) => {
      const { status, headers } = await box.request(request)
      return [status, ...['limit', 'remaining', 'reset'].map(name => headers.get(`x-ratelimit-${name}`))]
    }
    expect(await left(list)).toEqual([200, '3', '2', '60'])
    box.advance(15_500)
    expect(await left({ as: 'reader', path: '/v1/payments/nothing' })).toEqual([404, '3', '1', '45'])
    expect(await left({ as: 'reader', path: '/v1/payments', json: qr })).toEqual([403, '3', '0', '45'])
    const over = await box.request(list)
    expect(over.json).toMatchObject({ code: 429, error_code: 'rate_limit_exceeded' })
    expect(over.headers.get('retry-after')).toBe('45')
    expect(await left({ ...list, headers: { 'x-forwarded-for': '203.0.113.9' } })).toEqual([
      429,
      '3',
      '0',
      '45',
    ])
    expect(await left({ as: 'sandbox', path: '/v1/payments' })).toEqual([200, '3', '2', '60'])
    expect(await left({ as: 'browser', path: '/v1/payments' })).toEqual([200, '1200', '1199', '60'])
    box.advance(44_500)
    expect(await left(list)).toEqual([200, '3', '2', '60'])
    await box.close()
  })

  test('of wrong credentials is counted per address, whatever X-Forwarded-For is', async () => {
    const box = await openUnclaimedServer({ rateLimit: 3 })
    const guess = async (index: number) => {
      const headers = { authorization: `Bearer kn_live_${index}`, 'x-forwarded-for': `203.0.113.${index}` }
      return (await box.request({ path: '/v1/payments', headers })).status
    }
    for (let index = 0; index < 60; index++) expect(await guess(index)).toBe(401)
    expect(await guess(60)).toBe(429)
    await box.close()
  })

  test('counts clients behind a listed proxy by their own address', async () => {
    const box = await openUnclaimedServer({ rateLimit: 3, trustedProxies: ['127.0.0.1'] })
    const guess = async (forwarded: string) =>
      (await box.request({ path: '/v1/payments', headers: { 'x-forwarded-for': forwarded } })).headers.get(
        'x-ratelimit-remaining',
      )
    expect(await guess('203.0.113.1')).toBe('59')
    expect(await guess('203.0.113.2')).toBe('59')
    expect(await guess('10.9.9.9, 203.0.113.1')).toBe('58')
    expect(await guess('203.0.113.1, 127.0.0.1')).toBe('57')
    await box.close()
  })

  test('can be switched off', async () => {
    const box = await openEndpointShop({ rateLimit: 0 })
    const response = await box.send({ as: 'reader', path: '/v1/payments' })
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null])
    await box.close()
  })
})

describe('setting up', () => {
  const claim = (code: string) => ({ code, store: 'Duka la Asha', name: 'Asha', ...owner })
  const claims = (box: Awaited<ReturnType<typeof openUnclaimedServer>>, code: string, more: object = {}) =>
    box.request({ path: '/api/v1/setup/claim', json: { ...claim(code), ...more } })

  test('with the right code makes two accounts and logs the owner in, once', async () => {
    const box = await openUnclaimedServer()
    const code = await newClaimCode(box.appliance)
    expect((await box.request({ path: '/api/v1/setup' })).json).toEqual({
      code: 200,
      data: { claimed: false },
    })
    expect((await claims(box, 'wrong')).json).toMatchObject({ code: 403, error_code: 'forbidden' })
    for (const bad of [{ password: 'short' }, { email: 'asha' }, { store: '' }, { name: 1 }])
      expect((await claims(box, code, bad)).json).toMatchObject({
        code: 400,
        errors: [{ field: Object.keys(bad)[0] }],
      })
    const before = await box.rows()
    const answer = await claims(box, code)
    expect(answer.json).toMatchObject({
      code: 201,
      data: {
        account: {
          mode: 'live',
          role: 'owner',
          name: 'Duka la Asha',
          takes: { 'dynamic-qr': false, mobile: false },
        },
        sandbox_account: {
          mode: 'sandbox',
          name: 'Duka la Asha',
          takes: { 'dynamic-qr': true, mobile: true },
        },
      },
    })
    expect(changesBetween(before, await box.rows())).toEqual({
      account: 2,
      audit_entry: 2,
      member: 2,
      setting: 1,
      staff_name: 2,
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await box.request({ path: '/api/v1/me', headers: { cookie } })).json).toMatchObject({
      data: { staff: { email: owner.email } },
    })
    expect((await box.request({ path: '/api/v1/setup' })).json).toEqual({
      code: 200,
      data: { claimed: true },
    })
    expect((await claims(box, code)).json).toMatchObject({ code: 409, error_code: 'conflict' })
    await box.close()
  })

  test('gives both accounts’ pages the chosen language, also a page that was made before', async () => {
    const box = await openUnclaimedServer()
    const code = await newClaimCode(box.appliance)
    for (const early of await listAccounts(box.appliance.store.read))
      await defaultProfileOf(box.appliance, early)
    expect((await claims(box, code, { locale: 'fr' })).json).toMatchObject({
      code: 400,
      errors: [{ field: 'locale' }],
    })
    const answer = await claims(box, code, { locale: 'sw' })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (const name of ['account', 'sandbox_account']) {
      const headers = { cookie, 'kaunta-account': textAt(answer, `data.${name}.id`) }
      const listed = await box.request({ path: '/api/v1/profiles', headers })
      expect(at(listed, 'data')).toMatchObject([{ is_default: true, locale: 'sw' }])
    }
    await box.close()
  })

  test('waits a minute after ten wrong codes, which leave the right one as it is', async () => {
    const box = await openUnclaimedServer()
    const code = await newClaimCode(box.appliance)
    for (let guess = 0; guess < 10; guess++) expect((await claims(box, `wrong-${guess}`)).status).toBe(403)
    expect((await claims(box, code)).json).toMatchObject({ code: 429, reason: 'too_many_requests' })
    expect(await isClaimed(box.appliance)).toBe(false)
    box.advance(60_000)
    expect((await claims(box, code)).status).toBe(201)
    await box.close()
  })

  test('is over after half an hour', async () => {
    const box = await openUnclaimedServer()
    const code = await newClaimCode(box.appliance)
    box.advance(30 * 60_000)
    expect((await claims(box, code)).status).toBe(403)
    await box.close()
  })

  test('by two people in parallel succeeds for one', async () => {
    const box = await openUnclaimedServer()
    const code = await newClaimCode(box.appliance)
    const answers = await Promise.all([claims(box, code), claims(box, code, { email: 'juma@duka.co.tz' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    await box.close()
  })
})
test('nothing that was logged names a key or a phone', () => {
  const text = shop.logged.join('\n')
  expect(text).not.toMatch(/kn_(live|test)_\w|whsec_|754123456/)
})

async function revokedKey(): Promise<string> {
  const made = await shop.request({
    as: 'owner',
    path: '/api/v1/keys',
    json: { name: 'Old till', scopes: ['collection:read'] },
  })
  const key = textAt(made, 'data.key')
  const used = await shop.request({ path: '/v1/payments', headers: { authorization: `Bearer ${key}` } })
  expect(used.status).toBe(200)
  await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/keys/${textAt(made, 'data.id')}` })
  return key
}

async function expiredToken(): Promise<string> {
  const got = await shop.request({ path: '/api/v1/auth/token', json: owner })
  shop.advance(3_700_000)
  return textAt(got, 'data.token')
}
