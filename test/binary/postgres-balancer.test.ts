// The balancer of docs/postgres/compose.yml as written, before three nodes of the executable on one database:
// what shops and browsers see of it while nodes end, hang, stop, move and come back. `bun run test:postgres`
// runs it; it needs haproxy.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { assert } from '../../src/domain/fault.ts'
import { type BalancedShop, openBalancedShop, type Sale } from '../kit/balanced-shop.ts'
import { haproxyHere } from '../kit/haproxy.ts'
import { until } from '../kit/lan.ts'
import { owner } from '../kit/people.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-balancer-'))
afterAll(() => rmSync(root, { recursive: true }))

describe.skipIf(!testServer || !haproxyHere)('the documented balancer', () => {
  let shop: BalancedShop
  let database: SQL
  beforeAll(async () => {
    assert(testServer, 'skipped without a server')
    const url = newPostgresDatabase(testServer)
    shop = await openBalancedShop(root, url)
    database = new SQL({ url, max: 1 })
  })
  afterAll(async () => {
    await shop?.close()
    await database?.close()
  })

  /** Sends a request like a browser: HTTP/2, the shop's name, from a separate address. */
  const curl = (...words: string[]) => {
    const { httpPort, httpsPort, authorityFile } = shop.balancer
    const places = [httpPort, httpsPort].flatMap(port => ['--resolve', `${shop.host}:${port}:127.0.0.1`])
    return Bun.spawn(
      ['curl', '-sS', '-N', '--interface', '127.0.0.2', '--cacert', authorityFile, ...places, ...words],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
  }
  const page = (path: string) => `https://${shop.host}:${shop.balancer.httpsPort}${path}`
  const paymentCount = async () => Number((await database`select count(*) as n from payment`)[0].n)
  const node = (number: number) => {
    const found = shop.nodes[number]
    assert(found, 'there are three nodes')
    return found
  }
  /** Waits until a status check ends a payment, a moment after the sandbox has its outcome. */
  const untilPaid = (reference: string) =>
    until(
      () => shop.outside.ask(`/v1/payments/${reference}`),
      ({ body }) => body.data.status === 'completed',
    )
  /** Checks that every sale was answered, is stored once, and is paid. @param before earlier payments */
  async function expectKept(sales: readonly Sale[], before: number): Promise<void> {
    expect(sales.length).toBeGreaterThan(0)
    expect(await paymentCount()).toBe(before + sales.length)
    expect(new Set(sales.map(({ reference }) => reference)).size).toBe(sales.length)
    await Promise.all(sales.map(({ reference }) => untilPaid(reference)))
  }

  test('HAProxy accepts its configuration', () => {
    expect(shop.balancer.checked).toEqual({ code: 0, words: 'Configuration file is valid\n' })
  })

  test('plain http is sent to https, with its method', async () => {
    const url = `http://127.0.0.1:${shop.balancer.httpPort}/v1/payments?limit=1`
    const init = { method: 'POST', redirect: 'manual', headers: { host: shop.host }, body: '{}' } as const
    const answer = await fetch(url, init)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      307,
      `https://${shop.host}/v1/payments?limit=1`,
    ])
  })

  test('any node answers any request: created on one, read, listed and paid on the others', async () => {
    const { create, ask, pay } = shop.outside
    const before = await shop.requests()
    const { body } = await create('any-node')
    const reference = String(body.data.reference)
    const read = () => ask(`/v1/payments/${reference}`)
    for (const one of await Promise.all([read(), read(), read()])) expect(one.body.data).toEqual(body.data)
    const list = () => ask('/v1/payments?limit=1')
    for (const { body } of await Promise.all([list(), list(), list()]))
      expect(body.data.items).toEqual([expect.objectContaining({ reference })])
    expect((await pay(reference)).status).toBeLessThan(300)
    await untilPaid(reference)
    for (const one of await Promise.all([read(), read(), read()]))
      expect(one.body.data.status).toBe('completed')
    const after = await shop.requests()
    for (const [number, count] of after.entries()) expect(count).toBeGreaterThan(before[number] ?? 0)
  })

  test('one Idempotency-Key on all nodes is one payment', async () => {
    const count = await paymentCount()
    const before = await shop.requests()
    const answers = await Promise.all(Array.from({ length: 9 }, () => shop.outside.create('one-key')))
    const again = await shop.outside.create('one-key')
    const references = [...answers, again]
      .filter(({ status }) => status < 300)
      .map(({ body }) => body.data.reference)
    expect(references).toContain(again.body.data.reference)
    expect(new Set(references).size).toBe(1)
    expect(await paymentCount()).toBe(count + 1)
    const given = (await shop.requests()).map((number, index) => number - (before[index] ?? 0))
    for (const number of given) expect(number).toBeGreaterThan(1)
  })

  test('an event stream stays open while nothing happens, and receives a payment of another node', async () => {
    const { body } = await shop.outside.create('a-stream')
    const { reference } = body.data
    const authorization = `authorization: Bearer ${shop.made.sandbox_api_key}`
    const stream = curl('-i', '-H', authorization, page(`/v1/payments/${reference}/events`))
    let text = ''
    let isPaid = false
    for await (const chunk of stream.stdout) {
      text += new TextDecoder().decode(chunk)
      if (text.includes('"status":"completed"')) break
      if (isPaid || !text.includes('event: ping')) continue
      isPaid = true
      const states = await Promise.all(shop.nodes.map(({ name }) => shop.balancer.state(name)))
      expect(states.map(({ underWay }) => underWay).toSorted()).toEqual([0, 0, 1])
      const other = node(states.findIndex(({ underWay }) => underWay === 0))
      const headers = {
        authorization: `Bearer ${shop.made.sandbox_api_key}`,
        'content-type': 'application/json',
      }
      const paid = await fetch(`${other.box().url}/v1/sandbox/payments/${reference}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ outcome: 'completed' }),
      })
      expect(paid.ok).toBe(true)
    }
    stream.kill()
    expect(text).toStartWith('HTTP/2 200')
    expect(text).toMatch(/"status":"pending".*event: ping.*"status":"completed"/s)
  })

  test('a login on one node holds on all, with the real address of its browser', async () => {
    const jar = join(root, 'cookies')
    const login = JSON.stringify({ email: owner.email, password: owner.password })
    const said = ['-H', 'x-forwarded-for: 203.0.113.9', '-b', jar, '-c', jar]
    const typed = ['-H', 'content-type: application/json', '-H', `origin: ${page('')}`]
    const signedIn = curl('-i', ...said, ...typed, '-d', login, page('/api/auth/sign-in/email'))
    expect(await new Response(signedIn.stdout).text()).toMatch(/^HTTP\/2 200.*set-cookie: [^\n]*; Secure/is)
    const logins = () => new Response(curl(...said, page('/api/v1/logins')).stdout).json()
    for (const answer of await Promise.all([logins(), logins(), logins()]))
      expect(Object(answer).data).toEqual([expect.objectContaining({ address: '127.0.0.2', current: true })])
  })

  test('a node that is killed: only what was under way there shows it, and it comes back by itself', async () => {
    const before = await paymentCount()
    const closeTills = shop.outside.openTills(4)
    const first = node(0)
    await first.box().kill9()
    // What reaches the balancer before it has read that its connections ended was under way too.
    await shop.balancer.state(first.name)
    const gone = performance.now()
    await shop.until(first, 'DOWN')
    const [given] = await shop.requests()
    for (let sales = 0; sales < 6; sales++) expect((await shop.outside.sell()).failed).toEqual([])
    expect((await shop.requests())[0]).toBe(given ?? -1)
    await first.start()
    await shop.until(first, 'UP')
    for (let sales = 0; sales < 3; sales++) expect((await shop.outside.sell()).failed).toEqual([])
    expect((await shop.requests())[0]).toBeGreaterThan(given ?? 0)
    const sales = await closeTills()
    expect(sales.flatMap(({ failed }) => failed).filter(({ at }) => at > gone)).toEqual([])
    expect(await paymentCount()).toBe(before + sales.length + 9)
  })

  test('a node that moves is found where its name leads', async () => {
    const last = node(2)
    await last.box().stop()
    await shop.until(last, 'DOWN')
    await last.start('127.0.0.3')
    shop.balancer.move(last.name, '127.0.0.3')
    await shop.until(last, 'UP')
    const [, , given] = await shop.requests()
    for (let sales = 0; sales < 3; sales++) expect((await shop.outside.sell()).failed).toEqual([])
    expect((await shop.requests())[2]).toBeGreaterThan(given ?? 0)
  })

  test('a node that hangs: its callers are cut off, and repeat with their key', async () => {
    const before = await paymentCount()
    const first = node(0)
    first.box().process.kill('SIGSTOP')
    const sales = await Promise.all(Array.from({ length: 6 }, () => shop.outside.sell())).finally(() =>
      first.box().process.kill('SIGCONT'),
    )
    expect(sales.flatMap(({ failed }) => failed).length).toBeGreaterThan(0)
    await shop.until(first, 'UP')
    await expectKept(sales, before)
  })

  test('a restart of one node after another under steady sales: each is answered, none is lost or there twice', async () => {
    const before = await paymentCount()
    const closeTills = shop.outside.openTills(4)
    for (const one of shop.nodes) {
      expect(await one.box().stop()).toBe(0)
      await shop.until(one, 'DOWN')
      shop.balancer.move(one.name, '127.0.0.1')
      await one.start()
      await shop.until(one, 'UP')
    }
    const sales = await closeTills()
    // From the balancer: a connection to a node ended before the answer came.
    const statuses = new Set(sales.flatMap(({ failed }) => failed.map(({ status }) => status)))
    expect([...statuses].filter(status => status !== 'broken' && status !== 502)).toEqual([])
    await expectKept(sales, before)
  })

  test('a node that is not ready gets no requests; while none is, each reports its reason', async () => {
    const second = node(1)
    second.cut()
    await shop.until(second, 'DOWN')
    const said = await fetch(`${second.box().url}/ready`)
    expect([said.status, await said.json()]).toMatchObject([
      503,
      { status: 'not ready', reason: 'database_unavailable' },
    ])
    const [, given] = await shop.requests()
    for (let sales = 0; sales < 6; sales++) expect((await shop.outside.sell()).failed).toEqual([])
    expect((await shop.requests())[1]).toBe(given ?? -1)
    for (const other of shop.nodes) if (other !== second) other.cut()
    for (const one of shop.nodes) await shop.until(one, 'DOWN')
    expect(await shop.outside.create('no-database')).toMatchObject({
      status: 503,
      body: { reason: 'database_unavailable' },
    })
    expect((await shop.outside.send('/till')).status).toBe(200)
    await Promise.all(shop.nodes.map(balancedNode => balancedNode.mend()))
    for (const one of shop.nodes) await shop.until(one, 'UP')
    expect((await shop.outside.create('no-database')).status).toBe(201)
  })
})
