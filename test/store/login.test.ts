// Staff login against the real better-auth on a database in memory: who gets in, who is kept out, and what a
// token is worth.

import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, mock, setSystemTime, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getMigrations } from 'better-auth/db/migration'
import { AssertionError, Fault } from '../../src/domain/fault.ts'
import { newAuth } from '../../src/login/auth.ts'
import type { Login } from '../../src/login/login.ts'
import { openLogin } from '../../src/login/open-login.ts'
import { openAuthRoutes } from '../../src/login/route.ts'
import { newThrottle } from '../../src/login/throttle.ts'
import { quickHash } from '../kit/password-hash.ts'
import { newLoginPlace } from '../kit/store-database.ts'

const secret = 'a secret of this test, forty letters long'
const asha = { name: 'Asha', email: 'asha@duka.co.tz', password: 'siri-kubwa' }
const settings = {
  place: ':memory:',
  secret,
  mayUseHost: (host: string) => host !== 'evil.example',
  secureCookies: false,
  idleSeconds: 43_200,
  passwordHash: quickHash,
}
const home = 'http://192.168.1.10:8080'
const peer = '192.168.1.77'
const hour = 60 * 60 * 1_000
const now = Date.UTC(2026, 10, 21, 9)

let login: Login
let ashaId: string

beforeEach(async () => {
  login = await openLogin({ ...settings, place: await newLoginPlace() })
})
/** Adds Asha before each test; only where someone logs in. */
const withAsha = () =>
  beforeEach(async () => {
    ashaId = (await login.createStaff(asha)).id
  })
afterEach(async () => {
  setSystemTime()
  await login.close()
})

type Headers = Record<string, string>
const post = (path: string, body: unknown, headers: Headers = {}, at = home) =>
  new Request(`${at}/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const { email, password } = asha
const signIn = (headers: Headers = {}, at = home) =>
  login.answer(post('/sign-in/email', { email, password }, headers, at), peer)
const guess = (headers: Headers = {}, from = peer) =>
  login.answer(post('/sign-in/email', { email, password: 'not-the-one' }, headers), from)
const statuses = async (count: number, ask: (index: number) => Promise<Response | undefined>) => {
  const seen: (number | undefined)[] = []
  for (let index = 0; index < count; index++) seen.push((await ask(index))?.status)
  return seen
}
const cookieOf = (response: Response | undefined) => response?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
const withCookie = (cookie: string) => new Request(`${home}/v1/payments`, { headers: { cookie } })
const faultOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    thrown => thrown,
  )
  return error instanceof Fault ? error : undefined
}

describe('people', () => {
  withAsha()

  test.each([
    ['a taken e-mail', { ...asha, email: 'ASHA@duka.co.tz' }, 'email'],
    ['no e-mail', { ...asha, email: 'asha' }, 'email'],
    ['an e-mail that sign-in would refuse', { ...asha, email: 'a sha@duka.co.tz' }, 'email'],
    ['a password of seven characters', { ...asha, email: 'b@duka.tz', password: '1234567' }, 'password'],
    ['a password of 129 characters', { ...asha, email: 'b@duka.tz', password: 'x'.repeat(129) }, 'password'],
  ])('are not made with %s', async (_, person, field) => {
    const fault = await faultOf(login.createStaff(person))
    expect(fault?.kind).toBe('validation_error')
    expect(fault?.problems[0]?.field).toBe(field)
    expect(fault?.message).toStartWith(field)
  })

  test('are found by id, and by e-mail in any case', async () => {
    expect(await login.find(ashaId)).toEqual({ id: ashaId, name: 'Asha', email })
    expect(await login.find('nobody')).toBeUndefined()
    expect(await login.check({ email: 'Asha@Duka.co.tz', password }, peer)).toEqual({
      id: ashaId,
      name: 'Asha',
      email,
    })
    expect(await login.check({ email, password: 'not-the-one' }, peer)).toBeUndefined()
    expect(await login.check({ email: 'nobody@duka.co.tz', password }, peer)).toBeUndefined()
    expect(await login.check({ email: 'not an address', password }, 'elsewhere')).toBeUndefined()
  })

  test('are made once by two requests at once', async () => {
    const person = { ...asha, email: 'juma@duka.co.tz' }
    const faults = await Promise.all([faultOf(login.createStaff(person)), faultOf(login.createStaff(person))])
    expect(faults.map(fault => fault?.kind).toSorted()).toEqual(['validation_error', undefined])
    expect(await login.check(person, peer)).toBeDefined()
  })
})

describe('a login cookie', () => {
  withAsha()

  test('is HttpOnly, SameSite=Strict, and Secure only where asked for', async () => {
    expect((await signIn())?.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^kaunta\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const secure = await openLogin({ ...settings, secureCookies: true })
    await secure.createStaff(asha)
    const cookies = await secure.cookiesFor(asha, post('/', {}), peer)
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Secure-kaunta\.session_token=[^;]+;.*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
    // A page on plain http can set a cookie of the other name, but none with the prefix.
    const value = cookies.join().split(';')[0] ?? ''
    expect(await secure.loginOf(withCookie(value))).toMatchObject({ staff: { email } })
    expect(await secure.loginOf(withCookie(value.replace('__Secure-', '')))).toBeUndefined()
    await secure.close()
  })

  test('identifies the person until they sign out', async () => {
    const cookie = cookieOf(await signIn())
    const staff = { id: ashaId, name: 'Asha', email }
    expect(await login.loginOf(withCookie(cookie))).toMatchObject({ staff })
    expect(await login.loginOf(withCookie(`theme=dark; ${cookie}; x=1`))).toMatchObject({ staff })
    const mine = await login.answer(
      new Request(`${home}/api/auth/get-session`, { headers: { cookie } }),
      peer,
    )
    expect(await mine?.json()).toMatchObject({ user: { id: ashaId } })
    expect((await login.answer(post('/sign-out', {}, { cookie, origin: home }), peer))?.status).toBe(200)
    expect(await login.loginOf(withCookie(cookie))).toBeUndefined()
  })

  test('that was looked up during its sign-out is not cached', async () => {
    const cookie = cookieOf(await signIn())
    await Promise.all([
      login.loginOf(withCookie(cookie)),
      login.answer(post('/sign-out', {}, { cookie }), peer),
    ])
    expect(await login.loginOf(withCookie(cookie))).toBeUndefined()
  })

  test.each([
    ['none', () => ''],
    ['another', () => 'other=1'],
    ['an empty one', () => 'kaunta.session_token='],
    ['one without a signature', (cookie: string) => cookie.split('.').slice(0, 2).join('.')],
    [
      'one with a changed letter',
      (cookie: string) => cookie.replace(/=(.)/, (_, letter) => `=${letter === 'A' ? 'B' : 'A'}`),
    ],
  ])('is refused: %s', async (_, spoil) => {
    const cookie = cookieOf(await signIn())
    expect(await login.loginOf(withCookie(spoil(cookie)))).toBeUndefined()
  })

  test('of another secret is refused', async () => {
    const cookie = cookieOf(await signIn())
    const other = await openLogin({ ...settings, secret: secret.toUpperCase() })
    expect(await other.loginOf(withCookie(cookie))).toBeUndefined()
    await other.close()
  })

  describe('and time', () => {
    /** Opened on a clock of this test, which also makes a remembered login be looked up again. */
    let passed = 0
    const wait = (hours: number) => {
      passed += hours * hour
      setSystemTime(Date.now() + hours * hour)
      spyOn(performance, 'now').mockImplementation(() => passed)
    }
    afterEach(() => {
      passed = 0
      mock.restore()
    })

    test('ends it after twelve hours without use', async () => {
      const cookie = cookieOf(await signIn())
      wait(12.01)
      expect(await login.loginOf(withCookie(cookie))).toBeUndefined()
      expect(await login.logins(ashaId)).toEqual([])
    })

    test('keeps it while it is used, and renews its cookie', async () => {
      const cookie = cookieOf(await signIn())
      for (let day = 0; day < 3; day++) {
        wait(8)
        const request = withCookie(cookie)
        expect(await login.loginOf(request)).toMatchObject({ staff: { id: ashaId } })
        expect(login.renewed(request)).toEqual([
          expect.stringMatching(/^kaunta\.session_token=[^;]+; Max-Age=43200;/),
        ])
        expect(login.renewed(request)[0]?.split(';')[0]).toBe(cookie)
      }
      wait(0.01)
      const soon = withCookie(cookie)
      expect(await login.loginOf(soon)).toMatchObject({ staff: { id: ashaId } })
      expect(login.renewed(soon)).toEqual([])
      const [entry] = await login.logins(ashaId)
      expect(Number(entry?.seenAt) - Number(entry?.createdAt)).toBeWithin(24 * hour, 24 * hour + 60_000)
    })

    test.each<Record<string, string>>([{ 'kaunta-idle': '1' }, { accept: 'text/event-stream' }])(
      'does not count automatic requests of an open page as use: %o',
      async headers => {
        const cookie = cookieOf(await signIn())
        const byItself = () => new Request(home, { headers: { cookie, ...headers } })
        for (let hours = 0; hours < 11; hours++) {
          wait(1)
          const request = byItself()
          expect(await login.loginOf(request)).toMatchObject({ staff: { id: ashaId } })
          expect(login.renewed(request)).toEqual([])
        }
        // A person who comes back right after it stays logged in.
        const used = withCookie(cookie)
        await login.loginOf(used)
        expect(login.renewed(used)).toHaveLength(1)
        wait(11)
        expect(await login.loginOf(byItself())).toMatchObject({ staff: { id: ashaId } })
        wait(1.01)
        expect(await login.loginOf(byItself())).toBeUndefined()
      },
    )

    test('ends it after thirty days, however much it is used', async () => {
      const cookie = cookieOf(await signIn())
      let days = 0
      while ((await login.loginOf(withCookie(cookie))) !== undefined && days < 40) {
        wait(8)
        days += 1 / 3
      }
      expect(days).toBeWithin(30, 31.1)
      expect(await login.logins(ashaId)).toEqual([])
    })
  })

  test('is listed with its browser and address, and ended by its id or with all others', async () => {
    const [mine, other] = [
      cookieOf(await signIn({ 'user-agent': 'Firefox' })),
      cookieOf(await signIn({ 'user-agent': 'Safari' })),
    ]
    const known = await login.loginOf(withCookie(mine))
    expect(await login.loginOf(withCookie(other))).toMatchObject({ staff: { id: ashaId } })
    expect(
      (await login.logins(ashaId)).map(({ userAgent, address }) => [userAgent, address]).toSorted(),
    ).toEqual([
      ['Firefox', peer],
      ['Safari', peer],
    ])
    await login.endLogins(ashaId, now, known?.id)
    expect(await login.loginOf(withCookie(other))).toBeUndefined()
    expect(await login.loginOf(withCookie(mine))).toMatchObject({ staff: { id: ashaId } })
    expect(await login.endLogin('somebody else', known?.id ?? '')).toBe(false)
    expect(await login.endLogin(ashaId, known?.id ?? '')).toBe(true)
    expect(await login.loginOf(withCookie(mine))).toBeUndefined()
    expect(await login.endLogin(ashaId, known?.id ?? '')).toBe(false)
  })

  test('is made by the set-up', async () => {
    const [cookie] = await login.cookiesFor(asha, post('/setup', {}, { 'user-agent': 'Firefox' }), peer)
    expect(await login.loginOf(withCookie(cookie?.split(';')[0] ?? ''))).toMatchObject({
      staff: { id: ashaId },
    })
    expect(
      (await faultOf(login.cookiesFor({ email, password: 'not-the-one' }, post('/', {}), peer)))?.kind,
    ).toBe('unauthorized')
  })
})

describe('routes', () => {
  withAsha()

  test('sign-up does not exist', async () => {
    expect(
      await login.answer(post('/sign-up/email', { ...asha, email: 'stranger@x.tz' }), peer),
    ).toBeUndefined()
  })

  test('that better-auth mounts are closed, but for the list', async () => {
    const { api } = newAuth(
      new Database(':memory:'),
      settings,
      newThrottle(() => 0),
    )
    const open: string[] = []
    let mounted = 0
    for (const endpoint of Object.values(api)) {
      const { path, options } = endpoint as { path?: string; options: { method: string | string[] } }
      if (path === undefined) continue
      const address = `${home}/api/auth${path.replace(/:\w+/g, 'x')}`
      for (const method of [options.method].flat()) {
        mounted += 1
        const answer = await login.answer(new Request(address, { method, headers: { origin: home } }), peer)
        if (answer !== undefined) open.push(`${method} /api/auth${path}`)
        for (const twist of [
          `${address}/`,
          address.replace('/api/auth', '/api/auth/.'),
          address.replace('/api/auth', '/api//auth'),
        ])
          if (!openAuthRoutes.has(`${method} ${new URL(twist).pathname}`))
            expect(await login.answer(new Request(twist, { method }), peer)).toBeUndefined()
      }
    }
    expect(open.toSorted()).toEqual([...openAuthRoutes].toSorted())
    expect(mounted).toBeGreaterThan(30)
  })

  test('work under every host of ours, with an Origin or without', async () => {
    let from = 0
    for (const at of [
      'http://localhost:8080',
      home,
      'http://duka.local:8080',
      'http://[::1]:8080',
      'http://duka.example',
    ])
      for (const headers of [
        {},
        { origin: at },
        { referer: `${at}/admin` },
        { 'sec-fetch-site': 'same-origin' },
        { cookie: 'a=1' },
      ]) {
        const knock = await login.answer(
          post('/sign-in/email', { email: 'asha', password }, headers, at),
          `10.0.0.${from++}`,
        )
        expect([at, headers, await knock?.json()]).toEqual([
          at,
          headers,
          { code: 'INVALID_EMAIL', message: 'Invalid email' },
        ])
      }
    expect((await signIn({ cookie: 'kaunta.session_token=old' }, 'http://duka.local:8080'))?.status).toBe(200)
    expect((await signIn({ origin: 'https://duka.example' }, 'http://duka.example'))?.status).toBe(200)
  })

  test('check the host of the Host header', async () => {
    const asked = new Set<string>()
    const other = await openLogin({ ...settings, mayUseHost: host => asked.add(host).size > 0 })
    for (const at of [home, 'http://duka.example', 'http://[::1]:8080'])
      await other.answer(post('/sign-out', {}, {}, at), peer)
    expect([...asked]).toEqual(['192.168.1.10:8080', 'duka.example', '[::1]:8080'])
    await other.close()
  })

  test.each([
    ['a foreign Origin', { origin: 'http://evil.example' }, home],
    ['the same name at another port', { origin: 'http://192.168.1.10:9999' }, home],
    ['Origin: null', { origin: 'null' }, home],
    ['a foreign Referer', { referer: 'http://evil.example/page' }, home],
    ['a foreign page, by the header of the browser', { 'sec-fetch-site': 'cross-site' }, home],
    ['a file', { origin: 'file://192.168.1.10:8080' }, home],
    ['a host that is not ours', { origin: 'http://evil.example' }, 'http://evil.example'],
    ['a host that is not ours, without Origin', {}, 'http://evil.example'],
    ['the placeholder of our settings', { origin: 'http://kaunta.invalid' }, home],
  ])('refuse %s', async (_, headers, at) => {
    expect((await signIn(headers, at))?.status).toBe(403)
    const cookie = cookieOf(await signIn())
    expect((await login.answer(post('/sign-out', {}, { ...headers, cookie }, at), peer))?.status).toBe(403)
    expect(await login.loginOf(withCookie(cookie))).toBeDefined()
  })

  test('better-auth refuses a foreign Origin by itself too', async () => {
    const { handler } = newAuth(
      new Database(':memory:'),
      settings,
      newThrottle(() => 0),
    )
    expect(
      (await handler(post('/sign-in/email', { email, password }, { origin: 'http://evil.example' }))).status,
    ).toBe(403)
    expect((await handler(post('/sign-up/email', asha, { origin: home }))).status).toBe(400)
  })

  test('answer over a real socket', async () => {
    const server = Bun.serve({
      port: 0,
      fetch: async (request, socket) =>
        (await login.answer(request, socket.requestIP(request)?.address ?? '')) ??
        new Response(null, { status: 404 }),
    })
    const ask = (path: string, init: RequestInit) => fetch(new URL(`/api/auth${path}`, server.url), init)
    const headers = { 'content-type': 'application/json' }
    const entered = await ask('/sign-in/email', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    })
    expect(entered.status).toBe(200)
    const cookie = cookieOf(entered)
    expect(await (await ask('/get-session', { headers: { cookie } })).json()).toMatchObject({
      user: { email },
    })
    expect((await ask('/sign-out', { method: 'POST', headers: { cookie } })).status).toBe(200)
    expect(await (await ask('/get-session', { headers: { cookie } })).json()).toBeNull()
    await server.stop(true)
  })
})

describe('wrong passwords', () => {
  withAsha()

  test('are throttled per address, whatever X-Forwarded-For says', async () => {
    const rotating = (index: number) =>
      guess({ 'x-forwarded-for': `10.0.0.${index}`, 'x-real-ip': `10.0.1.${index}` })
    expect(await statuses(6, rotating)).toEqual([401, 401, 401, 429, 429, 429])
    expect(await statuses(1, () => guess({ 'x-kaunta-peer': '10.9.9.9' }))).toEqual([429])
    expect(await statuses(1, () => guess({}, '192.168.1.78'))).toEqual([401])
    const refused = await guess()
    expect(Number(refused?.headers.get('retry-after'))).toBeWithin(1, 11)
  })

  test('share one count between sign-in and check', async () => {
    await statuses(3, () => guess())
    expect((await faultOf(login.check({ email, password }, peer)))?.kind).toBe('rate_limit_exceeded')
    expect((await faultOf(login.cookiesFor(asha, post('/', {}), peer)))?.kind).toBe('rate_limit_exceeded')
    expect(await login.check({ email, password }, '192.168.1.78')).toBeDefined()
  })

  test('from addresses that cannot be read share one count', async () => {
    expect(await statuses(4, index => guess({}, index % 2 ? '' : 'unix'))).toEqual([401, 401, 401, 429])
  })

  test('from one IPv6 household share one count', async () => {
    expect(await statuses(4, index => guess({}, `2001:db8:0:1::${index}`))).toEqual([401, 401, 401, 429])
    expect(await statuses(4, index => guess({}, index % 2 ? '::ffff:10.1.1.1' : '10.1.1.1'))).toEqual([
      401, 401, 401, 429,
    ])
  })

  test('count; right ones are free', async () => {
    expect(await statuses(6, () => signIn())).toEqual([200, 200, 200, 200, 200, 200])
    expect(await statuses(5, index => (index === 2 ? signIn() : guess()))).toEqual([401, 401, 200, 401, 429])
  })

  test('are counted by each login on its own, not by the wall clock', async () => {
    await statuses(3, () => guess())
    setSystemTime(Date.now() - 24 * hour)
    const other = await openLogin(settings)
    expect((await other.answer(post('/sign-in/email', { email, password }), peer))?.status).toBe(401)
    await other.close()
  })
})

describe('the throttle', () => {
  const rule = { window: 10, max: 3 }

  test('opens again ten seconds after the last try that it allowed', () => {
    let at = 0
    const throttle = newThrottle(() => at)
    const take = (time: number) => {
      at = time
      return throttle.take('a', rule)
    }
    expect([0, 1_000, 2_000].map(take)).toEqual([undefined, undefined, undefined])
    expect(take(2_500)).toBe(10)
    expect(take(11_999)).toBe(1)
    expect(take(12_000)).toBeUndefined()
    expect(throttle.take('b', rule)).toBeUndefined()
  })

  test('gives back no more than was taken', () => {
    const throttle = newThrottle(() => 0)
    throttle.giveBack('a')
    throttle.take('a', rule)
    throttle.giveBack('a')
    throttle.giveBack('a')
    expect([1, 2, 3, 4].map(() => throttle.take('a', rule))).toEqual([undefined, undefined, undefined, 10])
  })

  test('forgets the address longest silent when it is full', () => {
    const throttle = newThrottle(() => 0)
    for (let index = 0; index < 3; index++) throttle.take('first', rule)
    for (let index = 0; index < 10_000; index++) throttle.take(`${index}`, rule)
    expect(throttle.take('first', rule)).toBeUndefined()
    for (let index = 0; index < 3; index++) throttle.take('9999', rule)
    expect(throttle.take('9999', rule)).toBe(10)
  })
})

describe('a token', () => {
  const claims = { staffId: 's1', accountId: 'acc_1', removals: 0 }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('identifies its person, for one hour and a minute', async () => {
    const { token, expiresAt } = await login.mintToken(claims, now)
    expect(expiresAt).toBe(now + hour)
    expect(await login.readToken(token, now)).toEqual(claims)
    expect(await login.readToken(token, now + hour + 59_000)).toEqual(claims)
    expect(await login.readToken(token, now + hour + 61_000)).toBe('expired')
    expect(await login.readToken(token, now)).toEqual(claims)
  })

  test('never seen before is refused when it is expired', async () => {
    const { token } = await login.mintToken(claims, now)
    expect(await login.readToken(token, now + hour + 61_000)).toBe('expired')
  })

  test('is valid on a clock set back, and carries no nbf', async () => {
    const { token } = await login.mintToken(claims, now)
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toEqual({
      sub: 's1',
      account: 'acc_1',
      removals: 0,
      generation: 0,
      iat: now / 1_000,
      exp: (now + hour) / 1_000,
      iss: 'kaunta',
      aud: 'kaunta',
    })
    expect(await login.readToken(token, now - 24 * hour)).toEqual(claims)
  })

  test.each([
    ['at the same time', 0, 0],
    ['after the clock was set back by two hours', 0, -2 * hour],
    ['by a clock that is half an hour ahead', hour / 2, 0],
    ['within one second', 0, 900],
  ])('ends with the logins of its person, %s, and stays ended', async (_, firstMs, secondMs) => {
    const { id } = await login.createStaff(asha)
    const own = { ...claims, staffId: id }
    const mint = async (at: number) => (await login.mintToken(own, at)).token
    const tokens = [await mint(now)]
    for (const at of [now + firstMs, now + secondMs]) {
      await login.endLogins(id, at)
      tokens.unshift(await mint(at))
      const read = await Promise.all(tokens.map(token => login.readToken(token, at)))
      expect(read).toEqual([own, ...Array(tokens.length - 1).fill(undefined)])
    }
  })

  test('is valid for one hour also after logins ended by a clock that was years ahead', async () => {
    const { id } = await login.createStaff(asha)
    await login.endLogins(id, now + 87_600 * hour)
    const { token, expiresAt } = await login.mintToken({ ...claims, staffId: id }, now)
    expect(expiresAt).toBe(now + hour)
    expect(await login.readToken(token, now)).toEqual({ ...claims, staffId: id })
  })

  test('changed by one letter, anywhere, is refused', async () => {
    const { token } = await login.mintToken(claims, now)
    for (let index = 0; index < token.length; index++)
      for (const letter of index === token.length - 1
        ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
        : 'A.') {
        if (letter === token[index]) continue
        expect(
          await login.readToken(token.slice(0, index) + letter + token.slice(index + 1), now),
        ).toBeUndefined()
      }
  })

  test('signed by others is refused', async () => {
    const { token } = await login.mintToken(claims, now)
    const [head = '', body = '', signature = ''] = token.split('.')
    const other = await openLogin({ ...settings, secret: secret.toUpperCase() })
    const foreign = await other.mintToken(claims, now)
    await other.close()
    const none = part({ alg: 'none' })
    for (const bad of [
      '',
      '.',
      '..',
      'kn_live_0000000000000000',
      'é.é.é',
      foreign.token,
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${part({ alg: 'HS256', kid: 'x' })}.${body}.${signature}`,
      `${head}.${part({ ...claims, exp: 9_999_999_999 })}.${signature}`,
      `${head}.${body}`,
      `${head}.${body}.`,
      `${token}=`,
      `${token}.`,
      `${head}.${'x'.repeat(5_000)}.${signature}`,
    ])
      expect([bad, await login.readToken(bad, now)]).toEqual([bad, undefined])
  })

  /** Opens logins in a file, with a function that signs any token with their key. */
  async function openSigning() {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-login-'))
    const file = join(folder, 'staff.db')
    const own = await openLogin({ ...settings, place: file })
    await own.mintToken(claims, now)
    const auth = newAuth(
      new Database(file),
      settings,
      newThrottle(() => 0),
    )
    const sign = async (payload: Record<string, unknown>) =>
      (await auth.api.signJWT({ body: { payload } })).token
    const close = async () => {
      await own.close()
      rmSync(folder, { recursive: true })
    }
    return { own, sign, close }
  }

  const times = { iat: now / 1_000, exp: (now + hour) / 1_000 }
  test.each<[what: string, payload: object, read: typeof claims | undefined]>([
    ['of better-auth itself, without an account, is refused', { exp: times.exp }, undefined],
    [
      'that names a role, as they did once, is taken, and the role is not read',
      { ...times, account: 'acc_1', removals: 0, role: 'owner' },
      claims,
    ],
  ])('%s', async (_, payload, read) => {
    const { own, sign, close } = await openSigning()
    expect(await own.readToken(await sign({ sub: 's1', ...payload }), now)).toEqual(read)
    await close()
  })

  test.each([
    ['in the same second as its person’s tokens ended is refused', 0, false],
    ['a second later is valid', 1, true],
    ['within the allowed clock skew is valid', 60, true],
    ['by a clock that was ahead is refused', 61, false],
  ])('of an earlier version, which has no generation, issued %s', async (_, seconds, isValid) => {
    const { own, sign, close } = await openSigning()
    const { id } = await own.createStaff(asha)
    await own.endLogins(id, now)
    const iat = now / 1_000 + seconds
    const token = await sign({ sub: id, account: 'acc_1', removals: 0, iat, exp: iat + hour / 1_000 })
    expect(await own.readToken(token, now)).toEqual(isValid ? { ...claims, staffId: id } : undefined)
    await close()
  })

  test('is not handed out by /get-session', async () => {
    const cookie = cookieOf(await signIn())
    const answer = await login.answer(
      new Request(`${home}/api/auth/get-session`, { headers: { cookie } }),
      peer,
    )
    expect(answer?.headers.has('set-auth-jwt')).toBe(false)
  })
})

describe('staff.db', () => {
  test('keeps people, hashed passwords, logins and the key of tokens over a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-login-'))
    const file = join(folder, 'staff.db')
    const real = { ...settings, passwordHash: undefined, place: file }
    const before = await openLogin(real)
    const { id } = await before.createStaff(asha)
    const [cookie] = await before.cookiesFor(asha, post('/', {}), peer)
    const { token } = await before.mintToken({ staffId: id, accountId: 'a', removals: 0 }, now)
    await before.close()

    const after = await openLogin(real)
    expect(await after.loginOf(withCookie(cookie?.split(';')[0] ?? ''))).toMatchObject({ staff: { id } })
    expect(await after.readToken(token, now)).toEqual({ staffId: id, accountId: 'a', removals: 0 })
    expect(await after.check(asha, peer)).toMatchObject({ id })
    await after.close()

    const raw = new Database(file)
    expect(raw.query('pragma journal_mode').values()).toEqual([['wal']])
    expect(raw.query('select count(*) from session').values()).toEqual([[1]])
    // scrypt: a salt and 64 bytes
    expect(String(raw.query('select password from account').values())).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    raw.run('pragma user_version = 99')
    raw.close()
    expect(openLogin({ ...settings, place: file })).rejects.toThrow('newer Kaunta')
    rmSync(folder, { recursive: true })
  })

  test('opened again reports wrong passwords, and answers requests without a login', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-login-'))
    const file = join(folder, 'staff.db')
    const before = await openLogin({ ...settings, place: file })
    const { id } = await before.createStaff(asha)
    await before.close()

    const after = await openLogin({ ...settings, place: file })
    const reported = Promise.withResolvers<unknown>()
    after.onFailure((...failure) => reported.resolve(failure))
    const stranger = withCookie('other=1')
    expect([await after.loginOf(stranger), after.renewed(stranger)]).toEqual([undefined, []])
    expect(await after.check({ email, password: 'not-the-one' }, peer)).toBeUndefined()
    expect(await reported.promise).toEqual([id, peer])
    await after.close()
    rmSync(folder, { recursive: true })
  })

  test('of layout 1 is brought up to date, its people and logins kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-login-'))
    const file = join(folder, 'staff.db')
    const now = await openLogin({ ...settings, place: file })
    const { id } = await now.createStaff(asha)
    const [cookie] = await now.cookiesFor(asha, post('/', {}), peer)
    await now.close()
    const raw = new Database(file)
    raw.run('drop table "twoFactor"')
    for (const column of ['twoFactorEnabled', 'lastLoginAt', 'tokensAfter'])
      raw.run(`alter table user drop column "${column}"`)
    raw.run('pragma user_version = 1')
    raw.close()

    const later = await openLogin({ ...settings, place: file })
    expect(await later.loginOf(withCookie(cookie?.split(';')[0] ?? ''))).toMatchObject({ staff: { id } })
    expect(await later.people([id])).toMatchObject([{ name: 'Asha', twoFactor: false, lastLoginAt: null }])
    expect(await later.check(asha, peer)).toMatchObject({ id })
    expect(await later.people([id])).toMatchObject([{ lastLoginAt: expect.any(Number) }])
    await later.close()
    rmSync(folder, { recursive: true })
  })

  test('has the tables of layout 2: another text here needs another number in src/login/file.ts', async () => {
    const auth = newAuth(
      new Database(':memory:'),
      settings,
      newThrottle(() => 0),
    )
    expect(await (await getMigrations(auth.options)).compileMigrations()).toMatchInlineSnapshot(`
      "create table "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null, "twoFactorEnabled" integer, "lastLoginAt" date, "tokensAfter" integer);

      create table "session" ("id" text not null primary key, "expiresAt" date not null, "token" text not null unique, "createdAt" date not null, "updatedAt" date not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade);

      create table "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text, "createdAt" date not null, "updatedAt" date not null);

      create table "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null);

      create table "jwks" ("id" text not null primary key, "publicKey" text not null, "privateKey" text not null, "createdAt" date not null, "expiresAt" date, "alg" text, "crv" text);

      create table "twoFactor" ("id" text not null primary key, "secret" text not null, "backupCodes" text not null, "userId" text not null references "user" ("id") on delete cascade, "verified" integer, "failedVerificationCount" integer, "lockedUntil" date);

      create index "session_userId_idx" on "session" ("userId");

      create index "account_userId_idx" on "account" ("userId");

      create index "verification_identifier_idx" on "verification" ("identifier");

      create index "twoFactor_secret_idx" on "twoFactor" ("secret");

      create index "twoFactor_userId_idx" on "twoFactor" ("userId");"
    `)
  })

  test('is not opened with a short secret', () => {
    expect(openLogin({ ...settings, secret: 'short' })).rejects.toBeInstanceOf(AssertionError)
  })
})

describe('a file whose disk is full', () => {
  const isWrite = (text: string) => /^\s*(insert|update|delete)/i.test(text)
  const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  let file: Login
  let id: string
  let cookie: string
  /** Makes every write fail from then on; a remembered login is looked up again. */
  function fillDisk(): void {
    const { prepare } = Database.prototype
    spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database, text: string) {
      if (isWrite(text)) throw full()
      return prepare.call(this, text)
    } as typeof prepare)
    const later = performance.now() + hour
    spyOn(performance, 'now').mockImplementation(() => later)
    setSystemTime(Date.now() + hour)
  }
  beforeEach(async () => {
    file = await openLogin(settings)
    id = (await file.createStaff(asha)).id
    cookie = cookieOf(await file.answer(post('/sign-in/email', { email, password }), peer))
    fillDisk()
  })
  afterEach(async () => {
    mock.restore()
    await file.close()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a sign-in', () => file.answer(post('/sign-in/email', { email, password }), peer)],
    ['a sign-in after set-up', () => file.cookiesFor(asha, new Request(home), peer)],
    ['a password for a token', () => file.check(asha, peer)],
    ['a token', () => file.mintToken({ staffId: id, accountId: 'a', removals: 0 }, Date.now())],
    ['confirming a password', () => file.isPassword(asha, peer)],
    ['a sign-out', () => file.answer(post('/sign-out', {}, { cookie }), peer)],
    ['a new person', () => file.createStaff({ ...asha, email: 'juma@duka.co.tz' })],
    ['a removed one', () => file.deleteStaff(id)],
    ['a new password', () => file.setPassword(id, 'siri-nyingine', 'password')],
    ['no second factor', () => file.dropSecondFactor(id)],
    ['the end of all logins', () => file.endLogins(id, Date.now())],
  ])('%s answers disk_full', async (_, write) => {
    await expect(write()).rejects.toMatchObject({ reason: 'disk_full' })
  })

  test('a person who is logged in stays so, though the login cannot be renewed', async () => {
    const request = withCookie(cookie)
    expect(await file.loginOf(request)).toMatchObject({ staff: { id } })
    expect(file.renewed(request)).toEqual([])
  })
})
