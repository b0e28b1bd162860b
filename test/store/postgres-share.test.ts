// Two nodes on one PostgreSQL database, each a whole server of this process: what one of them does, the other
// knows. `bun run test:postgres` runs it; elsewhere it is skipped.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { NetworkConnection } from '../../src/connector/connector.ts'
import { purposeOf } from '../../src/domain/routing.ts'
import { circuitOf, throughCircuit } from '../../src/flow/circuit.ts'
import { changeNetworkHealth } from '../../src/flow/node-state.ts'
import { listNetworks, removeNetwork } from '../../src/store/network.ts'
import {
  type EndpointShop,
  mobile,
  openEndpointShop,
  openUnclaimedServer,
  owner,
  type TestRequest,
  workOn,
} from '../kit/endpoint.ts'
import { messagesOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { openDisplay, setDisplayContent } from '../kit/endpoint-display.ts'
import { addCashiers, type CashierIds, pairTill, pins } from '../kit/endpoint-till.ts'
import { testServer } from '../kit/store-database.ts'
import { insertTillNumber } from '../kit/till-number-network.ts'
import { totpOf } from '../kit/totp.ts'
import { whileAdvancing } from '../kit/wait.ts'

type Node = Awaited<ReturnType<typeof openUnclaimedServer>>

/** Resolves when a node takes no more answers that are for one that starts. */
const isOld = (node: Node) =>
  new Promise<void>(resolve => {
    let beats = 0
    node.appliance.store.channel?.onBeat(() => void (++beats === 3 && resolve()))
  })

describe.skipIf(!testServer)('two nodes on one database', () => {
  let shop: EndpointShop
  let other: Node
  let crew: CashierIds
  /** Another program on the database. */
  let sql: SQL
  beforeAll(async () => {
    shop = await openEndpointShop({ sharesGuesses: true })
    other = await openUnclaimedServer({ sharesGuesses: true, joins: shop })
    crew = await addCashiers(shop)
    sql = new SQL({ url: shop.database ?? '', max: 1 })
  })
  afterAll(async () => {
    await sql.close({ timeout: 0 })
    await other.close()
    await shop.close()
  })
  /** Moves the clock that is behind to the other one. */
  function alignClocks(): void {
    const [first, second] = [shop, other].map(node => node.appliance.world.clock.now()) as [number, number]
    if (first > second) other.advance(first - second)
    else shop.advance(second - first)
  }
  /** A minute passes between tests, so that no limit spans two. */
  beforeEach(() => {
    alignClocks()
    shop.advance(60_000)
    other.advance(60_000)
  })
  /** Runs what is due on both nodes: after two seconds of silence the second takes over the jobs. */
  async function work(): Promise<void> {
    if (other.appliance.store.nodes?.runsJobs()) alignClocks()
    await workOn([shop.jobs, other.jobs])
  }

  const make = async (on: Node = shop) =>
    textAt(await on.request({ as: 'sandbox', path: '/v1/payments', json: mobile }), 'data.reference')
  async function pay(on: Node, reference: string): Promise<void> {
    const path = `/v1/sandbox/payments/${reference}`
    await on.request({ as: 'sandbox', path, json: { outcome: 'completed' } })
    await work()
  }
  const watch = async (on: Node, request: TestRequest) => messagesOf(await on.send(request))
  type Stream = Awaited<ReturnType<typeof watch>>
  /** Returns the next message with this text; others come before it. */
  async function messageWith(stream: Stream, text: string): Promise<string> {
    for (;;) {
      const message = await stream.next()
      if (message === 'end' || message.includes(text)) return message
    }
  }
  /** Ends the listening connections. Notes that are sent until they are back are lost. */
  const killListeners = () =>
    sql.unsafe("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %'")

  describe('a stream hears what the other node commits', () => {
    test('of one payment', async () => {
      const reference = await make()
      const stream = await watch(other, { as: 'sandbox', path: `/v1/payments/${reference}/events` })
      await messageWith(stream, '"status":"pending"')
      await pay(shop, reference)
      expect(await messageWith(stream, '"status":"completed"')).toContain(reference)
    })

    test('of all payments of an account', async () => {
      const stream = await watch(other, { as: 'sandbox', path: '/v1/payments/events' })
      await messageWith(stream, 'event: open')
      const reference = await make()
      await pay(shop, reference)
      expect(await messageWith(stream, '"status":"completed"')).toContain(reference)
    })

    test('of events, in the order of their ids on both nodes', async () => {
      const stream = await watch(other, { as: 'sandbox', path: '/api/v1/events/stream' })
      await messageWith(stream, 'id: evt_')
      // The clock of the first node is ahead.
      shop.advance(3_600_000)
      const paid = [await make(), await make()]
      await pay(shop, paid[0] ?? '')
      await pay(other, paid[1] ?? '')
      expect(await messageWith(stream, 'event: event')).toContain(paid[0] ?? '')
      expect(await messageWith(stream, 'event: event')).toContain(paid[1] ?? '')
    })

    test('of the tables of each new payment, also of the last of many', async () => {
      const { store } = other.appliance
      const heardPayment = () =>
        new Promise<void>(resolve => {
          const end = store.changes(tables => {
            if (!tables.has('payment')) return
            end()
            resolve()
          })
        })
      for (let left = 3; left > 0; left--) {
        const hears = heardPayment()
        await make()
        await hears
      }
    })

    test('also what was committed while its connection was gone', async () => {
      const reference = await make()
      const stream = await watch(other, { as: 'sandbox', path: `/v1/payments/${reference}/events` })
      await messageWith(stream, '"status":"pending"')
      await killListeners()
      await pay(shop, reference)
      expect(await messageWith(stream, '"status":"completed"')).toContain(reference)
    })
  })

  /** Waits until the other node has heard what this one sent so far. */
  async function heard(from: Node = shop, by: Node = other): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { notifier } = by.appliance
    const word = crypto.randomUUID()
    const leave = [notifier.onTill(word, resolve), notifier.onMissed(resolve)]
    from.appliance.store.channel?.send(`till ${word}`)
    await promise
    for (const call of leave) call()
  }
  const statusOf = async (on: Node, request: TestRequest) => (await on.request(request)).status
  const password = 'siri-ndogo-sana'

  const cookieOf = (answer: TestResponse) =>
    answer.headers
      .getSetCookie()
      .map(text => text.split(';')[0] ?? '')
      .filter(text => !text.endsWith('='))
      .join('; ')

  /** Adds a person to the shop, with a login that both nodes know. */
  async function newPerson() {
    const email = `${crypto.randomUUID()}@duka.co.tz`
    const invitation = { name: 'Zawadi', role: 'owner' }
    const invited = await shop.request({ as: 'owner', path: '/api/v1/invitations', json: invitation })
    const code = new URL(textAt(invited, 'data.url')).searchParams.get('code')
    const json = { code, name: 'Zawadi', email, password }
    const joined = await shop.request({ path: '/api/v1/join', json })
    const cookie = cookieOf(joined)
    const headers = { cookie, 'kaunta-account': shop.accounts.sandbox.id }
    const id = textAt(await shop.request({ path: '/api/v1/me', headers }), 'data.staff.id')
    return { id, email, headers }
  }
  const me = (on: Node, headers: Record<string, string>) => statusOf(on, { path: '/api/v1/me', headers })

  test('the health of the server has the checks of its database', async () => {
    const { status, json } = await shop.request({ as: 'owner', path: '/api/v1/doctor' })
    expect(status).toBe(200)
    const { checks } = Object(json).data as {
      checks: readonly { name: string; state: string; reason: string }[]
    }
    expect(checks.filter(({ state }) => state === 'bad')).toEqual([])
    const names = checks.map(({ name }) => name)
    expect(names).toContain('database')
    expect(names).toContain('ledger')
    expect(names).toContain('records')
    expect(names).not.toContain('kaunta.db')
  })

  describe('what a node remembers it forgets when the other changes it', () => {
    test('a key that is revoked, once that was answered', async () => {
      const answer = await shop.request({
        as: 'owner',
        path: '/api/v1/keys',
        json: { name: 'Web shop', scopes: ['collection:read'] },
      })
      const headers = { authorization: `Bearer ${textAt(answer, 'data.key')}` }
      const list = { path: '/v1/payments', headers }
      expect(await statusOf(other, list)).toBe(200)
      await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/keys/${textAt(answer, 'data.id')}` })
      expect(await statusOf(other, list)).toBe(401)
    })

    test('settings of an account', async () => {
      expect(await statusOf(other, { as: 'sandbox', path: '/v1/payments' })).toBe(200)
      await shop.request({
        as: 'owner',
        method: 'PATCH',
        path: '/api/v1/settings',
        json: { amount_max: 1_000 },
      })
      await heard()
      expect(await statusOf(other, { as: 'sandbox', path: '/v1/payments', json: mobile })).toBe(400)
      await shop.request({
        as: 'owner',
        method: 'PATCH',
        path: '/api/v1/settings',
        json: { amount_max: null },
      })
    })

    test('a network that is connected and disconnected', async () => {
      const names = () => other.appliance.networks.connectionsOf(shop.accounts.live).map(({ id }) => id)
      const before = names()
      const id = await insertTillNumber(shop)
      await heard()
      await other.appliance.networks.reread(() => listNetworks(other.appliance.store.read))
      expect(names()).toEqual([...before, id])
      await shop.appliance.store.write(tx => removeNetwork(tx, id))
      await heard()
      await other.appliance.networks.reread(() => listNetworks(other.appliance.store.read))
      expect(names()).toEqual(before)
    })

    test('a login that ends, by itself or with all of its person', async () => {
      const { id, headers } = await newPerson()
      const { token } = await shop.login.mintToken(
        { staffId: id, accountId: shop.accounts.sandbox.id, removals: 0 },
        other.appliance.world.clock.now(),
      )
      const byToken = { authorization: `Bearer ${token}` }
      expect([await me(other, headers), await me(other, byToken)]).toEqual([200, 200])
      await shop.login.endLogins(id, shop.appliance.world.clock.now())
      await heard()
      expect([await me(other, headers), await me(other, byToken)]).toEqual([401, 401])
    })

    test('also what changed while its connection was gone', async () => {
      const { headers } = await newPerson()
      expect(await me(other, headers)).toBe(200)
      await killListeners()
      // It waits some seconds of its clock for a node that hears nothing.
      await whileAdvancing(shop, shop.request({ method: 'POST', path: '/api/auth/sign-out', headers }))
      await heard()
      expect(await me(other, headers)).toBe(401)
    })
  })

  describe('what must not be guessed counts on both nodes together', () => {
    const auth = (on: Node, path: string, json: object, headers: Record<string, string> = {}) =>
      on.request({ path: `/api/auth${path}`, json, headers: { ...headers, origin: on.url } })

    test('a code of an authenticator app logs in on one of them', async () => {
      const { email, headers } = await newPerson()
      const begun = await auth(shop, '/two-factor/enable', { password }, headers)
      const code = totpOf(textAt(begun, 'totpURI'))
      await auth(shop, '/two-factor/verify-totp', { code }, headers)
      const enter = async (on: Node) => {
        const half = { cookie: cookieOf(await auth(on, '/sign-in/email', { email, password })) }
        return (await auth(on, '/two-factor/verify-totp', { code }, half)).status
      }
      const statuses = await Promise.all([enter(shop), enter(other)])
      expect(statuses.sort()).toEqual([200, 401])
      expect([await enter(shop), await enter(other)]).toEqual([401, 401])
    })

    test('wrong passwords', async () => {
      const guess = (on: Node) => auth(on, '/sign-in/email', { email: owner.email, password: 'not-the-one' })
      const statuses = []
      for (const on of [shop, other, shop, other, shop, other]) statuses.push((await guess(on)).status)
      expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
      await sql.unsafe('delete from staff.login_try')
    })

    test('wrong PINs', async () => {
      const till = await pairTill(shop, 'Counter 1')
      const headers = { cookie: till.cookie, 'kaunta-till': '1' }
      const guess = async (on: Node, pin: string) =>
        textAt(
          await on.request({ path: '/api/v1/till/login', json: { staff_id: crew.neema, pin }, headers }),
          'reason',
        )
      const reasons = []
      // The clock of the first node is a little ahead.
      shop.advance(2_000)
      for (const on of [shop, other, shop, other, shop, other]) reasons.push(await guess(on, '0000'))
      const wrong = 'pin_wrong'
      expect(reasons).toEqual([wrong, wrong, wrong, wrong, 'pin_wrong_locked', 'pin_locked'])
    })

    test('requests, by the rate limit', async () => {
      const limited = await openUnclaimedServer({ sharesGuesses: true, joins: shop, rateLimit: 10 })
      const alsoLimited = await openUnclaimedServer({ sharesGuesses: true, joins: shop, rateLimit: 10 })
      const request = { path: '/v1/payments', headers: await shop.credentials.get('reader')?.() }
      const ask = (on: Node) => statusOf(on, request as TestRequest)
      for (let count = 0; count < 6; count++) expect(await ask(limited)).toBe(200)
      limited.advance(200)
      await heard(limited, alsoLimited)
      const statuses = []
      for (let count = 0; count < 6; count++) statuses.push(await ask(alsoLimited))
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
      await limited.close()
      await alsoLimited.close()
    })
  })

  describe('what a node has in memory the other knows', () => {
    test('of circuits and failing networks a node that starts later learns, and no other one', async () => {
      const connection = { id: 'net_2', connector: 'selcom' } as NetworkConnection
      const send = (answer: { readonly kind: string }) =>
        throughCircuit(shop.appliance, connection, purposeOf('mobile'), async () => answer)
      for (let count = 0; count < 3; count++) await send({ kind: 'unknown' })
      const { id } = shop.accounts.sandbox
      changeNetworkHealth(shop.appliance, id, () => ({ push: 1_234 }))
      await heard()
      await isOld(other)
      // It has heard better.
      other.appliance.circuits.clear()
      const late = await openUnclaimedServer({ sharesGuesses: true, joins: shop })
      await heard(late, shop)
      await heard(shop, late)
      expect(circuitOf(late.appliance, 'net_2', 'mobile').state).toBe('open')
      expect(late.appliance.networkHealth.get(id)).toEqual({ push: 1_234 })
      await heard(shop, other)
      expect(circuitOf(other.appliance, 'net_2', 'mobile').state).toBe('closed')
      changeNetworkHealth(shop.appliance, id, () => ({}))
      await late.close()
    })

    test('a circuit that opened, and closed', async () => {
      const circuit = () => circuitOf(other.appliance, 'net_1', 'mobile').state
      const connection = { id: 'net_1', connector: 'selcom' } as NetworkConnection
      const send = (answer: { readonly kind: string }) =>
        throughCircuit(shop.appliance, connection, purposeOf('mobile'), async () => answer)
      for (let count = 0; count < 3; count++) await send({ kind: 'unknown' })
      await heard()
      expect(circuit()).toBe('open')
      other.advance(30_000)
      expect(circuit()).toBe('half_open')
      shop.advance(30_000)
      await send({ kind: 'completed' })
      await heard()
      expect(circuit()).toBe('closed')
    })

    test('what a display is to show', async () => {
      const till = await pairTill(shop, 'Counter 2', { staffId: crew.juma, pin: pins.juma })
      const { cookie } = await openDisplay(shop, till)
      const stream = await watch(other, { path: '/api/v1/display/stream', headers: { cookie } })
      await messageWith(stream, 'event: display')
      await setDisplayContent(till, { reference: null, amount: 7_000 })
      expect(await messageWith(stream, '7000')).toContain('7000')
      await killListeners()
      await setDisplayContent(till, { reference: null, amount: 8_000 })
      expect(await messageWith(stream, '8000')).toContain('8000')
      const late = await openUnclaimedServer({ sharesGuesses: true, joins: shop })
      const begun = await watch(late, { path: '/api/v1/display/stream', headers: { cookie } })
      expect(await messageWith(begun, '8000')).toContain('8000')
      await late.close()
    })

    test('a password that was confirmed', async () => {
      const { headers } = await newPerson()
      await shop.request({ path: '/api/v1/me/confirm', json: { password }, headers })
      await heard()
      const json = { name: 'Payouts', scopes: ['disbursement:create'] }
      expect(await statusOf(other, { path: '/api/v1/keys', json, headers })).toBe(201)
    })
  })

  // Last, as the nodes count it in real minutes, and no till could pair afterwards.
  test('wrong codes, by the address', async () => {
    const statuses: number[] = []
    for (const on of [shop, other]) {
      for (let count = 0; count < 6; count++)
        statuses.push(await statusOf(on, { path: '/api/v1/till/pair', json: { code: 'wrong' } }))
      on.advance(200)
      await heard(on, on === shop ? other : shop)
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
    expect(await statusOf(shop, { path: '/api/v1/join?code=wrong' })).toBe(429)
  })
})
