// Every route × who asks × whose it is: exactly the statuses of test/kit/route-table.ts. A route that is
// missing there fails here. Requests are made from what each route says of itself in the API reference.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Account, type Role, type Scope, scopes } from '../../src/domain/account.ts'
import { createKey } from '../../src/flow/key.ts'
import { insertMember } from '../../src/store/account.ts'
import { pauseAddress } from '../../src/store/paused-address.ts'
import { updateRole } from '../../src/store/staff.ts'
import {
  at,
  changesBetween,
  type EndpointShop,
  errorBody,
  mobile,
  openEndpointShop,
  qr,
  type TestRequest,
  type TestResponse,
  textAt,
} from '../kit/endpoint.ts'
import { wallet } from '../kit/endpoint-money.ts'
import { cookieOf } from '../kit/endpoint-till.ts'
import { openPrinter, type Printer } from '../kit/printer.ts'
import { appOf, asForm, bodiesOf, foreignPages, formTypes, statusOf } from '../kit/route-request.ts'
import {
  displayRoutes,
  groups,
  guardedRoutes,
  type Need,
  openRoutes,
  ownNeeds,
  type Row,
  tillRoutes,
} from '../kit/route-table.ts'

type Headers = Record<string, string>
const roles: readonly Role[] = ['owner', 'admin', 'developer', 'cashier']
const password = 'siri-kubwa-sana'
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` })

/**
 * An account with people of every role, logged in with cookies, a key, and a till where the cashier is signed
 * in.
 */
interface House {
  readonly account: Account
  readonly people: Readonly<Record<Role, { readonly id: string; readonly headers: Headers }>>
  readonly key: Headers
  readonly till: Headers
}

let shop: EndpointShop
let printer: Printer
let own: House
let other: House
/** A key with each scope left out. */
const without = new Map<string, Headers>()
let bodies: ReadonlyMap<string, unknown>
let mounted: string[]

async function settle(account: Account, name: string): Promise<House> {
  const { appliance, login } = shop
  const people = {} as Record<Role, { id: string; headers: Headers }>
  for (const role of roles) {
    const entry = { email: `${role}@${name}.co.tz`, password }
    const { id } = await login.createStaff({ ...entry, name: role })
    await appliance.store.write(tx =>
      insertMember(tx, { staffId: id, accountId: account.id, role, name: role, createdAt: 0 }),
    )
    const [cookie = ''] = await login.cookiesFor(entry, new Request(shop.url), 'test')
    people[role] = { id, headers: { cookie: cookie.split(';')[0] ?? '', 'kaunta-account': account.id } }
  }
  const { key } = await createKey(appliance, account, { name: 'all', scopes }, null)
  return { account, people, key: bearer(key), till: await openTill(people) }
}

async function openTill({ owner, cashier }: House['people']): Promise<Headers> {
  const { headers } = owner
  const pin = '407193'
  await shop.request({ method: 'PUT', path: `/api/v1/staff/${cashier.id}/pin`, json: { pin }, headers })
  const code = await made(headers, '/api/v1/tills', { name: 'Counter' }, 'data.pairing_code')
  const till = {
    cookie: cookieOf(await shop.request({ path: '/api/v1/till/pair', json: { code } })),
    'kaunta-till': '1',
  }
  await made(till, '/api/v1/till/login', { staff_id: cashier.id, pin }, 'data.staff.id')
  return till
}

beforeAll(async () => {
  shop = await openEndpointShop()
  printer = await openPrinter()
  own = await settle(shop.accounts.sandbox, 'own')
  other = await settle(shop.accounts.stranger, 'other')
  for (const scope of scopes) {
    const rest = scopes.filter(one => one !== scope)
    without.set(
      scope,
      bearer((await createKey(shop.appliance, own.account, { name: 'part', scopes: rest }, null)).key),
    )
  }
  for (const house of [own, other])
    for (let index = 0; index < 5; index++)
      await paid(house, { ...qr, details: { amount: 900_000, currency: 'TZS' } }, {})
  const { routes } = appOf(shop)
  mounted = routes.map(({ method, path }) => `${method} ${path}`)
  bodies = bodiesOf(routes)
}, 60_000)
afterAll(() => Promise.all([shop.close(), printer.off()]))
/** A minute passes between tests, so that errors never come to the limit of an address. */
beforeEach(() => shop.advance(60_000))

async function paid(house: House, json: object, decision: object): Promise<string> {
  const reference = textAt(
    await shop.request({ path: '/v1/payments', json, headers: house.key }),
    'data.reference',
  )
  const outcome = { outcome: 'completed', ...decision }
  await shop.request({ path: `/v1/sandbox/payments/${reference}`, json: outcome, headers: house.key })
  await shop.work()
  return reference
}
const made = async (headers: Headers, path: string, json: object, name: string) =>
  textAt(await shop.request({ path, json, headers }), name)

/** What a list of events or deliveries begins with once a payment was paid and published. */
async function newest(house: House, path: string): Promise<string> {
  await paid(house, { ...qr, webhook_url: 'https://shop.example.com/kaunta' }, {})
  return textAt(await shop.request({ path, headers: house.key }), 'data.items.0.id')
}

/** Who makes a sale that this person asks for: a cashier is shown what they made themselves. */
const makerOf = ({ key, people }: House, asker: Role) => (asker === 'cashier' ? people.cashier.headers : key)

/** Makes what a path needs, on the account of a house; `asker` is whose login is meant. */
const needs: Record<Need, (house: House, asker: Role) => Promise<string>> = {
  payment: (house, asker) => made(makerOf(house, asker), '/v1/payments', qr, 'data.reference'),
  'mobile payment': (house, asker) => made(makerOf(house, asker), '/v1/payments', mobile, 'data.reference'),
  payout: ({ key }) => made(key, '/v1/payouts/send', wallet, 'data.reference'),
  async 'waiting payout'({ key, people: { owner } }) {
    const setSum = (sum: number | null) =>
      shop.request({
        method: 'PATCH',
        path: '/api/v1/settings',
        json: { payout_approval_above: sum },
        headers: owner.headers,
      })
    await setSum(0)
    const reference = await made(key, '/v1/payouts/send', wallet, 'data.reference')
    await setSum(null)
    return reference
  },
  session: (house, asker) =>
    made(makerOf(house, asker), '/api/v1/sessions', { amount: 5_000 }, 'data.reference'),
  profile: ({ people }) => made(people.owner.headers, '/api/v1/profiles', { name: 'Juice bar' }, 'data.id'),
  key: ({ people }) =>
    made(people.owner.headers, '/api/v1/keys', { name: 'k', scopes: ['collection:read'] }, 'data.id'),
  async unmatched(house) {
    await paid(house, qr, { amount: 4_000 })
    return textAt(
      await shop.request({ path: '/api/v1/unmatched', headers: house.people.owner.headers }),
      'data.items.0.id',
    )
  },
  async invitation({ people }) {
    const request = { name: 'X', role: 'cashier' }
    const answer = await shop.request({
      path: '/api/v1/invitations',
      json: request,
      headers: people.owner.headers,
    })
    const code = new URL(textAt(answer, 'data.url')).searchParams.get('code')
    return `${textAt(answer, 'data.id')}?code=${code}`
  },
  async cashier({ account }) {
    const staffId = `mtu_${shop.appliance.world.ids.uuid(0)}`
    await shop.appliance.store.write(tx =>
      insertMember(tx, { staffId, accountId: account.id, role: 'cashier', name: 'X', createdAt: 0 }),
    )
    return staffId
  },
  delivery: house => newest(house, '/api/v1/webhooks/deliveries?limit=1'),
  event: house => newest(house, '/api/v1/events?limit=1'),
  async 'paused address'(house) {
    const deliveryId = await newest(house, '/api/v1/webhooks/deliveries?limit=1')
    const url = `https://shop.example.com/${shop.appliance.world.ids.uuid(0)}`
    const paused = { accountId: house.account.id, url, deliveryId, createdAt: 0 }
    await shop.appliance.store.write(tx => pauseAddress(tx, paused))
    return url
  },
  async till({ people }) {
    const answer = await shop.request({
      path: '/api/v1/tills',
      json: { name: 'Side' },
      headers: people.owner.headers,
    })
    return `${textAt(answer, 'data.id')}?code=${textAt(answer, 'data.pairing_code')}`
  },
  async 'till with a printer'({ people: { owner } }) {
    const id = await made(owner.headers, '/api/v1/tills', { name: 'Printing' }, 'data.id')
    const json = { host: printer.host, port: printer.port, paper: 80 }
    await shop.request({ method: 'PUT', path: `/api/v1/tills/${id}/printer`, json, headers: owner.headers })
    return id
  },
  async shift({ people, till }) {
    await shop.request({ path: '/api/v1/till/shift', json: { float: 0 }, headers: till })
    return textAt(
      await shop.request({ path: '/api/v1/shifts', headers: people.owner.headers }),
      'data.items.0.id',
    )
  },
  async login({ people, account }, asker) {
    const email = `${asker}@${account.id === own.account.id ? 'own' : 'other'}.co.tz`
    await shop.login.cookiesFor({ email, password }, new Request(shop.url), 'test')
    const [newest] = (await shop.login.logins(people[asker].id)).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const current = at(await shop.request({ path: '/api/v1/logins', headers: people[asker].headers }), 'data')
    const mine = [current].flat().find(one => Reflect.get(Object(one), 'current'))
    const logins = await shop.login.logins(people[asker].id)
    return logins.find(({ id }) => id !== Reflect.get(Object(mine), 'id'))?.id ?? newest?.id ?? ''
  },
}

/** A receipt pays for one payment only. */
let receipts = 0
const manualConfirmation = () => ({ reason: 'The network is down', receipt_number: `DKL7X2M${receipts++}` })

/** Bodies that depend on who asks or for what. */
const ownBodies: Record<string, (thing: string) => unknown> = {
  'POST /v1/payments/:reference/confirm': manualConfirmation,
  'POST /api/v1/payments/:reference/confirm': manualConfirmation,
  'POST /api/v1/webhooks/paused/resume': url => ({ url }),
  // Its example names a webhook_url, which no cashier may.
  'POST /api/v1/sessions': () => ({ amount: 5_000 }),
  'POST /api/v1/me/password': () => ({ current: password, new: password }),
  'POST /api/v1/me/confirm': () => ({ password }),
  'PUT /api/v1/profiles/:id/logo': () => undefined,
}
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const queries: Record<string, string> = {
  'GET /v1/payouts/fee': '?amount=5000',
  'GET /api/v1/payouts/fee': '?amount=5000',
}

/** The path with what it needs in its place; a need may bring a query along. */
function pathOf(route: string, thing: string): string {
  const [id = '', query] = thing.split('?')
  const path = (route.split(' ')[1] ?? '').replace(/:(reference|id)/, id)
  return path + (query ? `?${query}` : (queries[route] ?? ''))
}

function askOf(route: string, thing: string, headers: Headers): TestRequest {
  const [method = ''] = route.split(' ')
  const path = pathOf(route, thing)
  if (route.endsWith('/logo') && method === 'PUT')
    return { method, path, headers: { ...headers, 'content-type': 'image/gif' }, raw: new Uint8Array(pixel) }
  const own = ownBodies[route]
  const json = own ? own(thing) : bodies.get(route)
  return { method, path, headers, ...(json === undefined ? {} : { json }) }
}

const asksFreshness = /payouts\/send$|payouts\/:reference\/|hand-over\/:id$|webhook-secret\/regenerate$/

/**
 * Puts the roles back that a request may have moved, and makes the owner's login fresh where that is asked
 * for.
 */
async function restore(route: string, house: House): Promise<void> {
  await shop.appliance.store.write(async tx => {
    for (const role of roles) await updateRole(tx, house.account.id, house.people[role].id, role)
  })
  if (asksFreshness.test(route)) for (const role of roles) await confirm(house, role)
}

const confirm = ({ people }: House, role: Role) =>
  shop.request({ path: '/api/v1/me/confirm', json: { password }, headers: people[role].headers })

const thingFor = ({ need }: Row, house: House, asker: Role) => (need ? needs[need](house, asker) : '')
const allowed = (row: Row, role: Role) => (groups[row.roles] as readonly Role[]).includes(role)
const rows = Object.entries(guardedRoutes)
const ok = (status: number) => ({ status, code: '' })

test('the table has every route, and no other', () => {
  expect(
    [
      ...rows.map(([route]) => route),
      ...Object.keys(openRoutes),
      ...Object.keys(tillRoutes),
      ...Object.keys(displayRoutes),
    ].toSorted(),
  ).toEqual(mounted.toSorted())
})

describe.each(rows)('%s', (route, row) => {
  test.each(roles.map(role => [role, allowed(row, role) ? row.status : 403] as const))(
    '%s gets %d',
    async (role, status) => {
      await restore(route, own)
      const thing = await thingFor(row, own, role)
      const answer = await statusOf(shop, askOf(route, thing, own.people[role].headers))
      expect(answer).toEqual(status === 403 ? { status, code: 'insufficient_scope' } : ok(status))
    },
  )

  if (row.need && ownNeeds.includes(row.need) && allowed(row, 'cashier'))
    test('a cashier does not find what another person made', async () => {
      const thing = await thingFor(row, own, 'owner')
      const before = await shop.rows()
      const answer = await statusOf(shop, askOf(route, thing, own.people.cashier.headers))
      expect(answer).toEqual({ status: 404, code: 'not_found' })
      expect(changesBetween(before, await shop.rows())).toEqual({})
    })

  test('no one gets 401', async () => {
    const thing = await thingFor(row, own, 'owner')
    const before = await shop.rows()
    expect(await statusOf(shop, askOf(route, thing, {}))).toEqual({ status: 401, code: 'unauthorized' })
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('a key gets it by its scope only', async () => {
    const thing = await thingFor(row, own, 'owner')
    const expected = row.scope === null ? { status: 403, code: 'insufficient_scope' } : ok(row.status)
    expect(await statusOf(shop, askOf(route, thing, own.key))).toEqual(expected)
    if (row.scope === null || row.scope === 'any') return
    const lacking = without.get(row.scope) ?? {}
    expect(await statusOf(shop, askOf(route, thing, lacking))).toEqual({
      status: 403,
      code: 'insufficient_scope',
    })
  })

  test('a person gets 403 on an account they do not belong to', async () => {
    const headers = { ...own.people.owner.headers, 'kaunta-account': other.account.id }
    const thing = await thingFor(row, other, 'owner')
    const before = await shop.rows()
    expect(await statusOf(shop, askOf(route, thing, headers))).toEqual({ status: 403, code: 'forbidden' })
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  if (row.scope === null || !allowed(row, 'cashier'))
    test('is refused to a till', async () => {
      const thing = await thingFor(row, own, 'owner')
      const before = await shop.rows()
      expect((await statusOf(shop, askOf(route, thing, own.till))).status).toBe(403)
      expect(changesBetween(before, await shop.rows())).toEqual({})
    })

  if (row.need)
    test('of another account is not found', async () => {
      await restore(route, own)
      const thing = await thingFor(row, other, 'owner')
      const before = await shop.rows()
      const answer = await statusOf(shop, askOf(route, thing, own.people.owner.headers))
      expect(answer.status).toBe(row.other ?? 404)
      expect(changesBetween(before, await shop.rows())).toEqual({})
    })

  if (!route.startsWith('GET')) {
    test.each(foreignPages)('is refused from %s, cookie or not', async (_, sent) => {
      await restore(route, own)
      const thing = await thingFor(row, own, 'owner')
      const before = await shop.rows()
      const request = askOf(route, thing, { ...own.people.owner.headers, ...sent })
      expect(await statusOf(shop, request)).toEqual({ status: 403, code: 'forbidden' })
      expect(changesBetween(before, await shop.rows())).toEqual({})
    })

    test('takes no body that a form could send', async () => {
      await restore(route, own)
      const thing = await thingFor(row, own, 'owner')
      const request = askOf(route, thing, own.people.owner.headers)
      if (request.json === undefined) return
      const before = await shop.rows()
      for (const type of formTypes) {
        expect(await statusOf(shop, asForm(request, type))).toEqual({
          status: 415,
          code: 'unsupported_media_type',
        })
      }
      expect(changesBetween(before, await shop.rows())).toEqual({})
    })
  }
})

/**
 * Whether a person may do all that a scope opens to a key: read off the table of routes, and not
 * off the rights.
 */
const mayUse = (role: Role, scope: Scope) =>
  rows.every(([, row]) => row.scope !== scope || allowed(row, role))

describe.each([...scopes])('a key with %s', scope => {
  test.each(roles.map(role => [role, mayUse(role, scope) ? 201 : 403] as const))(
    'made by %s is %d',
    async (role, status) => {
      await confirm(own, role)
      const before = await shop.rows()
      const request = {
        path: '/api/v1/keys',
        json: { name: 'k', scopes: [scope] },
        headers: own.people[role].headers,
      }
      expect(await statusOf(shop, request)).toEqual(
        status === 403 ? { status, code: 'insufficient_scope' } : ok(status),
      )
      expect(changesBetween(before, await shop.rows())).toEqual(
        status === 403 ? {} : { api_key: 1, audit_entry: 1 },
      )
    },
  )
})

test.each(Object.entries(openRoutes))('%s, made up, is answered %d', async (route, status) => {
  const [method = '', path = ''] = route.split(' ')
  const request = { method, path: path.replace(/:\w+/g, 'none').replace('*', 'none') }
  const response = await shop.send(method === 'POST' ? { ...request, raw: '{}' } : request)
  await response.body?.cancel()
  expect(response.status).toBe(status)
})

test('a method that a path does not have is 405', async () => {
  const answer: TestResponse = await shop.request({
    method: 'DELETE',
    path: '/api/v1/settings',
    headers: own.people.owner.headers,
  })
  expect(answer.json).toMatchObject(errorBody('method_not_allowed'))
  expect(answer.headers.get('allow')).toBe('GET, PATCH')
})

test.each([
  ['PUT', '/v1/payments', 'GET, POST'],
  ['DELETE', '/v1/payments/01a1fecd-c2a0-706d-9394-4bfb5450ab98', 'GET'],
  ['GET', '/api/v1/webhooks/test', 'POST'],
  ['POST', '/health', 'GET'],
])('%s %s names the methods there are', async (method, path, allow) => {
  const answer = await shop.request({ as: 'sandbox', method, path })
  expect(answer.json).toMatchObject({ code: 405, params: { methods: allow } })
  expect(answer.headers.get('allow')).toBe(allow)
})
