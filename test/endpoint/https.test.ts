// https next to http: it has its own cookies, a certificate changes without a dropped request, and browsers
// are redirected to it when the settings require that.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { redirectTarget, strictTransport } from '../../src/http/server/redirect.ts'
import { newAuthority, newLeaf } from '../../src/lan/authority.ts'
import { typefacePath } from '../../ui/kit/typeface.ts'
import { type EndpointShop, openEndpointShop, owner } from '../kit/endpoint.ts'
import { messagesOf, textAt } from '../kit/endpoint-answer.ts'
import { openDisplay, setDisplayContent } from '../kit/endpoint-display.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { openRoutes } from '../kit/route-table.ts'

const serial = () => crypto.getRandomValues(new Uint8Array(16))
const names = ['kaunta.local', 'localhost']
const now = Date.now()

describe('https', () => {
  let shop: EndpointShop
  let ca: string
  let port: number
  let next: () => Promise<void>
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`https://127.0.0.1:${port}${path}`, { ...init, redirect: 'manual', tls: { ca } } as RequestInit)
  const signIn = (origin: string, send: typeof ask) =>
    send('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    })
  const pairOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  beforeAll(async () => {
    shop = await openEndpointShop()
    const authority = await newAuthority({ names, label: 'test', now, serial: serial() })
    const leaf = () => newLeaf({ authority, names, addresses: ['127.0.0.1'], now, serial: serial() })
    ca = authority.certificate
    port = shop.serveHttps(0, await leaf())
    next = async () => {
      expect(shop.serveHttps(0, await leaf())).toBe(port)
    }
  })
  afterAll(() => shop?.close())

  test('a login’s cookie is Secure and has a name that http cannot set', async () => {
    const answer = await signIn(`https://127.0.0.1:${port}`, ask)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-kaunta\.session_token=.+; Secure$/)
    const me = await ask('/api/v1/me', { headers: { cookie: pairOf(answer) } })
    expect(me.status).toBe(200)
  })

  test('a cookie that came over http counts for nothing over https', async () => {
    const answer = await signIn(shop.url, (path, init) => fetch(`${shop.url}${path}`, init))
    expect(answer.headers.getSetCookie()[0]).not.toContain('Secure')
    const cookie = pairOf(answer)
    expect((await fetch(`${shop.url}/api/v1/me`, { headers: { cookie } })).status).toBe(200)
    expect((await ask('/api/v1/me', { headers: { cookie } })).status).toBe(401)
  })

  test('a certificate changes, and a stream that is open goes on', async () => {
    const { reference } = await shop.make()
    const headers = { ...(await shop.credentials.get('sandbox')?.()) }
    const stream = messagesOf(await ask(`/v1/payments/${reference}/events`, { headers }))
    expect(await stream.next()).toBe('retry: 1000')
    expect(await stream.next()).toContain('"status":"pending"')
    await next()
    expect((await ask('/health')).status).toBe(200)
    await shop.request({ as: 'sandbox', method: 'POST', path: `/v1/payments/${reference}/void` })
    expect(await stream.next()).toContain('"status":"voided"')
    await stream.close()
  })

  test('while it changes again and again, no connection is refused or reset', async () => {
    let isChanging = true
    const ends = new Map<string, number>()
    const count = (end: string) => ends.set(end, (ends.get(end) ?? 0) + 1)
    async function hammer() {
      while (isChanging)
        await ask('/health', { keepalive: false }).then(
          async answer => count(await answer.text()),
          error => count(String(error.code)),
        )
    }
    const hammers = Array.from({ length: 8 }, hammer)
    for (let change = 0; change < 40; change++) {
      await next()
      await ask('/health')
    }
    isChanging = false
    await Promise.all(hammers)
    expect([...ends.keys()]).toEqual([expect.stringContaining('"ok"')])
  })

  test('a certificate that cannot be served leaves the last one in place', async () => {
    expect(() => shop.serveHttps(0, { certificate: 'none', key: 'none' })).toThrow()
    expect((await ask('/health')).status).toBe(200)
  })

  test('a port that is taken is refused, and http goes on', async () => {
    const other = await openEndpointShop()
    const authority = await newAuthority({ names, label: 'other', now, serial: serial() })
    const leaf = await newLeaf({ authority, names, addresses: [], now, serial: serial() })
    expect(() => other.serveHttps(port, leaf)).toThrow('in use')
    expect((await fetch(`${other.url}/health`)).status).toBe(200)
    await other.close()
  })
})

describe.each([false, true])('over https, with cookies Secure on every socket: %p', secureCookies => {
  let shop: EndpointShop
  let ask: (path: string, init?: RequestInit) => Promise<Response>
  beforeAll(async () => {
    shop = await openEndpointShop({ secureCookies })
    const authority = await newAuthority({ names, label: 'test', now, serial: serial() })
    const leaf = await newLeaf({ authority, names, addresses: ['127.0.0.1'], now, serial: serial() })
    const url = `https://127.0.0.1:${shop.serveHttps(0, leaf)}`
    const tls = { ca: authority.certificate }
    ask = (path, init = {}) => fetch(url + path, { ...init, tls } as RequestInit)
  })
  afterAll(() => shop?.close())

  const post = (path: string, json: object, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: JSON.stringify(json),
    })
  /** Returns the one cookie that an answer sets, as its name and its whole header. */
  const cookieOf = (answer: Response) => {
    const cookies = answer.headers.getSetCookie()
    expect(cookies).toHaveLength(1)
    const [cookie = ''] = cookies
    expect(cookie.match(/; Secure(?=;|$)/g)).toHaveLength(1)
    return cookie.slice(0, cookie.indexOf(';'))
  }
  const statusWith = async (path: string, cookie: string) => (await ask(path, { headers: { cookie } })).status

  test('a till is paired under one name, so it stays paired when that changes', async () => {
    const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name: 'Counter 1' } })
    const cookie = cookieOf(await post('/api/v1/till/pair', { code: textAt(made, 'data.pairing_code') }))
    expect(cookie).toStartWith('__Secure-kaunta_till=')
    expect(await statusWith('/api/v1/till/me', cookie)).toBe(200)
    expect(await statusWith('/api/v1/till/me', `kaunta_till=of-http; ${cookie}`)).toBe(200)
    // A proxy sends the cookie as http named it, and so does a till that was paired by an earlier version.
    const plain = cookie.replace('__Secure-', '')
    expect(await statusWith('/api/v1/till/me', plain)).toBe(secureCookies ? 200 : 401)
  })

  test('of two cookies of a browser, the one that was paired last counts', async () => {
    const { neema } = await addCashiers(shop)
    const as = { staffId: neema, pin: pins.neema }
    const former = await pairTill(shop, 'Former')
    const formerDisplay = await openDisplay(shop, await pairTill(shop, 'Side', as))
    shop.advance(1_000)
    const latter = await pairTill(shop, 'Latter', as)
    const display = await openDisplay(shop, latter)
    await setDisplayContent(latter, { reference: await latter.sellByQr(5_000) })
    const read = async (path: string, plain: string, prefixed: string) => {
      const answer = await ask(path, { headers: { cookie: `${plain}; __Secure-${prefixed}` } })
      const { data } = Object(await answer.json())
      return data?.till?.id ?? data?.sale?.amount ?? answer.status
    }
    const me = (plain: string, prefixed: string) => read('/api/v1/till/me', plain, prefixed)
    expect(await me('kaunta_till=unpaired', latter.cookie)).toBe(latter.id)
    expect(await me(former.cookie, latter.cookie)).toBe(latter.id)
    expect(await me(latter.cookie, 'kaunta_till=unpaired')).toBe(secureCookies ? latter.id : 401)
    expect(await me(latter.cookie, former.cookie)).toBe(secureCookies ? latter.id : former.id)
    const shown = (plain: string, prefixed: string) => read('/api/v1/display', plain, prefixed)
    expect(await shown('kaunta_display=unpaired', display.cookie)).toBe(5_000)
    expect(await shown(display.cookie, 'kaunta_display=unpaired')).toBe(secureCookies ? 5_000 : 401)
    expect(await shown(display.cookie, formerDisplay.cookie)).toBe(secureCookies ? 5_000 : 200)

    // The next sign-in renews the cookie of that till under the one name.
    const cookie = `${latter.cookie}; __Secure-${(secureCookies ? former : latter).cookie}`
    const renewed = await post('/api/v1/till/login', { staff_id: neema, pin: pins.neema }, { cookie })
    expect(cookieOf(renewed)).toBe(`__Secure-${latter.cookie}`)
    expect((await post('/api/v1/till/logout', {}, { cookie })).status).toBe(200)
  })

  test('over http, browsers that would drop the cookie are sent to https, and use no code up', async () => {
    const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name: 'Counter 2' } })
    const pairing = { code: textAt(made, 'data.pairing_code') }
    const send = (path: string, json: object, origin?: string) =>
      shop.request({ path, json, headers: { host: 'kaunta.local', ...(origin && { origin }) } })
    const http = 'http://kaunta.local'
    const refused = { code: 421, reason: 'https_needed', params: { address: 'http://192.168.1.10:8080' } }
    for (const [path, json] of [
      ['/api/v1/till/pair', { code: '00000000' }],
      ['/api/v1/display/pair', { code: '00000000' }],
      ['/api/v1/join', { code: 'x', name: 'Juma', email: 'juma@duka.co.tz', password: owner.password }],
      ['/api/auth/sign-in/email', { email: owner.email, password: 'not-the-one' }],
    ] as const) {
      const { json: answer } = await send(path, json, http)
      if (secureCookies) expect(answer).toMatchObject(refused)
      else expect(Object(answer).reason).not.toBe('https_needed')
    }
    // Programs keep cookies as they like, and a page behind a proxy has the proxy's scheme.
    expect((await send('/api/auth/sign-in/email', owner)).status).toBe(200)
    expect((await send('/api/auth/sign-in/email', owner, 'https://kaunta.local')).status).toBe(200)
    const local = { headers: { origin: shop.url } } // browsers treat this computer as secure
    expect((await shop.request({ path: '/api/auth/sign-in/email', json: owner, ...local })).status).toBe(200)
    if (secureCookies) expect((await send('/api/v1/till/pair', pairing, http)).json).toMatchObject(refused)
    expect((await post('/api/v1/till/pair', pairing)).status).toBe(200)
  })

  test('a person is logged in under one name, until they sign out', async () => {
    const cookie = cookieOf(await post('/api/auth/sign-in/email', owner))
    expect(cookie).toStartWith('__Secure-kaunta.session_token=')
    expect(await statusWith('/api/v1/me', cookie)).toBe(200)
    expect(await statusWith('/api/v1/me', cookie.replace('__Secure-', ''))).toBe(401)
    const init = { method: 'POST', headers: { cookie, 'sec-fetch-site': 'same-origin' } }
    for (const ended of (await ask('/api/auth/sign-out', init)).headers.getSetCookie())
      expect(ended).toMatch(/^__Secure-kaunta\.\w+=; Max-Age=0;/)
    expect(await statusWith('/api/v1/me', cookie)).toBe(401)
  })
})

describe('http is sent to https', () => {
  const table: [url: string, peer: string, target: string | undefined][] = [
    ['http://kaunta.local:8080/till?pair=x', '192.168.1.20', 'https://kaunta.local:8443/till?pair=x'],
    ['http://192.168.1.10:8080/v1/payments', '192.168.1.20', 'https://192.168.1.10:8443/v1/payments'],
    ['http://[fd00::1]/admin', 'fd00::2', 'https://[fd00::1]:8443/admin'],
    ['http://kaunta.local:8080/trust', '192.168.1.20', undefined],
    ['http://kaunta.local:8080/trust/ca.crt', '192.168.1.20', undefined],
    ['http://kaunta.local:8080/ready', '192.168.1.20', undefined],
    ['http://kaunta.local:8080/chunk-0a1b2c3d.js', '192.168.1.20', undefined],
    ['http://kaunta.local:8080/trusted', '192.168.1.20', 'https://kaunta.local:8443/trusted'],
    ['http://localhost:8080/admin', '127.0.0.1', undefined],
    ['http://localhost:8080/admin', '::1', undefined],
  ]
  test.each(table)('%s from %s', (url, peer, target) => {
    expect(redirectTarget(url, peer, { httpsPort: 8443, isPublic: false, isCertified: () => true })).toBe(
      target,
    )
  })

  test.each([
    ['http://pay.duka.co.tz:8080/shop/prof_1', 'https://pay.duka.co.tz:8443/shop/prof_1'],
    ['http://192.168.1.10:8080/shop/prof_1', undefined],
    ['http://192.168.1.10:8080/api/v1/sms/x', undefined],
    ['http://kaunta.local:8080/till', undefined],
  ])('only at a host that the certificate names: %s', (url, target) => {
    const isCertified = (host: string) => host === 'pay.duka.co.tz'
    const https = { httpsPort: 8443, isPublic: true, isCertified }
    expect(redirectTarget(url, '192.168.1.20', https)).toBe(target)
  })

  /** Open routes of the shop’s own devices, which trust its certificate. Customers may need all others. */
  const ownRoutes = /^\/(docs|api\/auth|api\/v1\/(auth|till|display|setup|join|handset))(\/|$)/
  const notRedirected = /^\/(trust|health|ready)(\/|$)/
  const foreignRoutes = Object.keys(openRoutes)
    .map(name => name.slice(name.indexOf('/')))
    .filter(path => !ownRoutes.test(path) && !notRedirected.test(path))
  test.each([
    ...new Set(foreignRoutes),
    '/p/abc',
    '/checkout/abc/pay',
    '/pay/abc',
    '/receipt',
    '/shop/prof_1',
    '/logo/1',
    typefacePath,
    '/callback/selcom/x',
    '/api/v1/sms/x',
  ])('%s is opened by phones that trust only a public certificate', path => {
    const url = `http://192.168.1.10:8080${path}`
    const https = { httpsPort: 8443, isCertified: () => true }
    const to = (isPublic: boolean) => redirectTarget(url, '192.168.1.20', { ...https, isPublic })
    expect(to(false)).toBeUndefined()
    expect(to(true)).toBe(`https://192.168.1.10:8443${path}`)
  })
})

describe('browsers stay with https', () => {
  const on = { redirectToHttps: true, port: 80 }
  test.each([
    ['every device trusts it, at the ports that browsers change', on, 443, 'max-age=86400'],
    ['not every device does', { ...on, redirectToHttps: false }, 443, undefined],
    ['http has another port, which a browser would keep', { ...on, port: 8_080 }, 443, undefined],
    ['https has another port', on, 8_443, undefined],
    ['there is no https', on, undefined, undefined],
  ] as const)('%s', (_, settings, httpsPort, header) => {
    expect(strictTransport(settings, httpsPort)).toBe(header)
  })
})
