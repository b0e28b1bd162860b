// Rules for every request of any route: each answer's headers, the size of bodies, addresses of both
// families, and callers that hang up.
import { afterAll, describe, expect, test } from 'bun:test'
import { openEndpointShop, owner, qr } from '../kit/endpoint.ts'
import { until } from '../kit/wait.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())

describe('an answer is kept by no cache and taken for no other type', () => {
  test('of a host that is not ours, and after a sign-in', async () => {
    const wrong = await shop.send({ path: '/api/v1/me', headers: { host: 'evil.example' } })
    const signIn = await shop.send({
      path: '/api/auth/sign-in/email',
      json: owner,
      headers: { origin: shop.url },
    })
    expect([wrong.status, signIn.status]).toEqual([421, 200])
    for (const { headers } of [wrong, signIn]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test.each([
    '/v1/payments',
    '/api/v1/me',
    '/api/v1/no-such-path',
    '/api/v1/events/stream',
    '/api/v1/payments/export?format=csv',
    '/api/auth/get-session',
    '/api/auth/sign-in/email',
    '/api/auth/no-such-path',
    '/health',
    '/ready',
    '/metrics',
    '/sandbox/card/none',
    '/checkout/none',
  ])('%s', async path => {
    for (const as of ['anonymous', 'sandbox', 'owner'] as const)
      for (const method of ['GET', 'POST']) {
        const answered = await shop.send({ path, as, method })
        await answered.body?.cancel()
        const { headers } = answered
        expect([path, method, headers.get('x-content-type-options')]).toEqual([path, method, 'nosniff'])
        expect([path, method, headers.get('cache-control')]).toEqual([path, method, 'no-store'])
      }
  })
})

/** Sends raw bytes, and returns the first response bytes. */
async function sendRaw(head: string, ...more: Uint8Array[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const port = Number(new URL(shop.url).port)
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, bytes) {
        text += bytes.toString()
        if (text.includes('\r\n\r\n')) resolve(text)
      },
      close: () => resolve(text),
      error: () => resolve(text),
    },
  })
  socket.write(head)
  for (const bytes of more) socket.write(bytes)
  const answered = await promise
  socket.terminate()
  return answered
}

describe('an address that cannot be decoded gets 400 before any route, and leaves no line in the log', () => {
  const parts = ['%', '%zz', '%4', '%ff', '%C0%AF', '%ED%A0%80', '%E0%A4%A']
  const prefixes = [
    '/v1/payments/',
    '/api/v1/sessions/',
    '/api/v1/profiles/',
    '/logo/',
    '/checkout/',
    '/receipt/',
  ]
  test.each(prefixes)('%p', async prefix => {
    shop.logged.length = 0
    for (const part of parts)
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answered = await shop.send({ path: `${prefix}${part}`, as: 'sandbox', method })
        const { reason } = Object(await answered.json())
        expect([part, method, answered.status, reason]).toEqual([part, method, 400, 'address_malformed'])
      }
    expect(shop.logged).toEqual([])
  })

  test('a query may hold a lone % as it was typed', async () => {
    const statuses = []
    for (const q of ['50%', '%zz', '%25', '%ff'])
      statuses.push((await shop.send({ path: `/v1/payments/search?q=${q}`, as: 'sandbox' })).status)
    expect(statuses).toEqual([200, 200, 200, 200])
  })
})

const kib = 1_024
const routes = [
  ['/v1/payments', 256 * kib],
  ['/api/v1/auth/token', 256 * kib],
  ['/api/auth/sign-in/email', 256 * kib],
  ['/api/auth/sign-out', 256 * kib],
  ['/api/auth/two-factor/enable', 256 * kib],
  ['/sandbox/card/none', 256 * kib],
] as const

describe('a body over the limit gets 413 in the envelope', () => {
  test.each(routes)('%s, by its length, before a byte of it was sent', async (path, limit) => {
    for (const length of [limit + 1, 20_000_000, 9_000_000_000]) {
      const { authorization } = await headersOfOwner()
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
      const answered = await sendRaw(head)
      expect([length, answered.split('\r\n')[0]]).toEqual([length, 'HTTP/1.1 413 Payload Too Large'])
      expect(answered).toContain('"reason":"body_too_large"')
    }
  })

  test.each(routes.slice(0, 6))('%s, in chunks, as soon as they are too many', async (path, limit) => {
    let sent = 0
    const raw = new ReadableStream({
      pull(controller) {
        sent += 64 * kib
        controller.enqueue(new Uint8Array(64 * kib).fill(32))
        if (sent >= 4 * limit) controller.close()
      },
    })
    const headers = { 'content-type': 'application/json', origin: shop.url }
    const answered = await shop.send({ path, as: 'sandbox', method: 'POST', raw, headers })
    expect(answered.status).toBe(413)
    expect(await answered.json()).toMatchObject({ reason: 'body_too_large' })
  })
})

test.each([
  ['/v1/payments', 'application/json', 'gzip'],
  ['/v1/payments', 'application/json', 'identity, br'],
  ['/api/auth/sign-in/email', 'application/json', 'deflate'],
  ['/sandbox/card/none', 'application/x-www-form-urlencoded', 'GZIP'],
  ['/api/v1/reconciliation/file?network=simulator&date=2026-11-21', 'text/csv', 'zstd'],
])('an encoded body for %s is 415', async (path, type, encoding) => {
  const headers = { 'content-type': type, 'content-encoding': encoding, origin: shop.url }
  const answered = await shop.request({
    path,
    as: 'owner',
    method: 'POST',
    raw: Bun.gzipSync('{}'),
    headers,
  })
  expect(answered.status).toBe(415)
  expect(answered.json).toMatchObject({ reason: 'body_encoded', params: { encoding } })
})

test('a body may be marked as not encoded', async () => {
  const headers = { 'content-encoding': 'identity' }
  expect((await shop.request({ path: '/v1/payments', as: 'sandbox', json: qr, headers })).status).toBe(201)
})

describe('a caller that hangs up', () => {
  test.each([
    ['/v1/payments', 'application/json'],
    ['/api/auth/sign-in/email', 'application/json'],
    ['/sandbox/card/none', 'application/x-www-form-urlencoded'],
  ])('in the middle of a body for %s is logged at debug', async (path, type) => {
    const { authorization = '' } = await headersOfOwner()
    shop.logged.length = 0
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: Number(new URL(shop.url).port),
      socket: { data() {} },
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{"a`,
    )
    socket.flush()
    await shop.request({ path: '/health' })
    socket.terminate()
    await until(() => shop.logged.some(line => line.includes('hung up')))
    expect(shop.logged.filter(line => !line.includes('"level":"debug"'))).toEqual([])
  })
})

const headersOfOwner = async (): Promise<Readonly<Record<string, string>>> =>
  (await shop.credentials.get('owner')?.()) ?? {}
