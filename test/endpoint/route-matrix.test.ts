// Every route × each caller × each owner of the object: exactly the statuses of test/kit/route-table.ts. A
// route that is missing there fails here. Requests are made from the API reference of each route.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Account, type Role, type Scope, scopes } from '../../src/domain/account.ts'
import { requestedByServer } from '../../src/domain/actor.ts'
import { connectNetwork, disconnectNetwork } from '../../src/flow/network.ts'
import { insertMember } from '../../src/store/account.ts'
import { pauseAddress } from '../../src/store/paused-address.ts'
import { putDifference } from '../../src/store/reconciliation.ts'
import { insertSms } from '../../src/store/sms.ts'
import { updateRole } from '../../src/store/staff.ts'
import { newDifference } from '../kit/difference.ts'
import { type EndpointShop, mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { loseOutcome, wallet } from '../kit/endpoint-money.ts'
import { openPrinter, type Printer } from '../kit/printer.ts'
import { newerRelease, newerSignature, signatureHeader } from '../kit/release.ts'
import {
  type CallerKind,
  callerKinds,
  displayAnswers,
  guardedAnswers,
  mayRole,
  type RouteAnswer,
  tillAnswers,
} from '../kit/route-caller.ts'
import {
  type House,
  headersOf,
  openHouse,
  type PersonName,
  password,
  roleOf,
  roles,
} from '../kit/route-house.ts'
import {
  appOf,
  asForm,
  assertNotKept,
  bodiesOf,
  foreignPagesFor,
  formTypes,
  statusOf,
} from '../kit/route-request.ts'
import {
  displayRoutes,
  firstMerchantRoutes,
  guardedRoutes,
  type Need,
  openRoutes,
  ownNeeds,
  type Row,
  tillRoutes,
} from '../kit/route-table.ts'
import { selcomCredentials } from '../kit/selcom.ts'
import { newSms } from '../kit/sms.ts'
import { testServer } from '../kit/store-database.ts'

type Headers = Record<string, string>

let shop: EndpointShop
let printer: Printer
let own: House
let other: House
let bodies: ReadonlyMap<string, unknown>
let mounted: string[]

beforeAll(async () => {
  shop = await openEndpointShop()
  printer = await openPrinter()
  own = await openHouse(shop, shop.accounts.sandbox, 'own')
  other = await openHouse(shop, shop.accounts.stranger, 'other')
  for (const house of [own, other])
    for (let index = 0; index < 5; index++)
      await paid(house, { ...qr, details: { amount: 900_000, currency: 'TZS' } }, {})
  const { routes } = appOf(shop)
  mounted = routes.map(({ method, path }) => `${method} ${path}`)
  bodies = bodiesOf(routes)
}, 300_000)
afterAll(() => Promise.all([shop.close(), printer.off()]))
/** Half a minute passes between tests: no caller comes to its limit, and all is on one day. */
beforeEach(() => shop.advance(30_000))

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

/** Returns the first entry of a list of events or deliveries once a payment was paid and published. */
async function newest(house: House, path: string): Promise<string> {
  await paid(house, { ...qr, webhook_url: 'https://shop.example.com/kaunta' }, {})
  return textAt(await shop.request({ path, headers: house.key }), 'data.items.0.id')
}

/** Makes something while every sum waits for a second person. */
async function waiting({ people: { owner } }: House, make: () => Promise<string>): Promise<string> {
  const setSum = (sum: number | null) =>
    shop.request({
      method: 'PATCH',
      path: '/api/v1/settings',
      json: { payout_approval_above: sum },
      headers: owner.headers,
    })
  await setSum(0)
  const reference = await make()
  await setSum(null)
  return reference
}

/** Creates a payment with this outcome. */
async function decided(key: Headers, maker: Headers, outcome: string): Promise<string> {
  const reference = await made(maker, '/v1/payments', qr, 'data.reference')
  await shop.request({ path: `/v1/sandbox/payments/${reference}`, json: { outcome }, headers: key })
  await shop.work()
  return reference
}

/** Makes a person a cashier of an account. @returns their id */
async function newCashier(account: Account, staffId: string): Promise<string> {
  await shop.appliance.store.write(tx =>
    insertMember(tx, { staffId, accountId: account.id, role: 'cashier', name: 'X', createdAt: 0 }),
  )
  return staffId
}

/**
 * Creates what a path needs, on the account of a house. `maker` makes a sale, because cashiers and tills see
 * only their own; `asker` owns the login.
 */
const needs: Record<Need, (house: House, maker: Headers, asker: PersonName) => Promise<string>> = {
  payment: (_, maker) => made(maker, '/v1/payments', qr, 'data.reference'),
  'mobile payment': (_, maker) => made(maker, '/v1/payments', mobile, 'data.reference'),
  payout: ({ key }) => made(key, '/v1/payouts/send', wallet, 'data.reference'),
  'paid payment': ({ key }, maker) => decided(key, maker, 'completed'),
  'unknown payment': ({ key }, maker) => decided(key, maker, 'unknown'),
  async refund(house, maker) {
    const path = `/v1/payments/${await needs['paid payment'](house, maker, 'owner')}/refunds`
    return made(house.key, path, { reason: 'Broken' }, 'data.id')
  },
  async 'unnamed refund'(house, maker) {
    const path = `/v1/payments/${await needs['paid payment'](house, maker, 'owner')}/refunds`
    return made(house.key, path, { reason: 'Broken', way: 'payout' }, 'data.id')
  },
  'waiting refund': house => waiting(house, () => needs.refund(house, house.key, 'owner')),
  'unknown refund': async house => loseOutcome(shop, await needs.refund(house, house.key, 'owner')),
  'waiting payout': house => waiting(house, () => needs.payout(house, house.key, 'owner')),
  'unknown payout': async house => loseOutcome(shop, await needs.payout(house, house.key, 'owner')),
  session: (_, maker) => made(maker, '/api/v1/sessions', { amount: 5_000 }, 'data.reference'),
  profile: ({ people }) => made(people.owner.headers, '/api/v1/profiles', { name: 'Juice bar' }, 'data.id'),
  'parked sale': ({ key }) =>
    made(key, '/api/v1/parked-sales', { name: 'T', amount: 1, line_count: 1, content: {} }, 'data.id'),
  product: ({ key }) => made(key, '/api/v1/products', { name: 'Sugar', price: 3_000 }, 'data.id'),
  'stocked product': ({ key }) =>
    made(key, '/api/v1/products', { name: 'Salt', track_stock: true }, 'data.id'),
  key: ({ people }) =>
    made(people.owner.headers, '/api/v1/keys', { name: 'k', scopes: ['collection:read'] }, 'data.id'),
  async unmatched(house) {
    await paid(house, qr, { amount: 4_000 })
    return textAt(
      await shop.request({ path: '/api/v1/unmatched', headers: house.people.owner.headers }),
      'data.items.0.id',
    )
  },
  sms: house => forwardedSms(house),
  async 'payment with an SMS'(house, maker) {
    const reference = await made(maker, '/v1/payments', qr, 'data.reference')
    return `${reference}?sms=${await forwardedSms(house)}`
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
  cashier: ({ account }) => newCashier(account, `mtu_${shop.appliance.world.ids.uuid(0)}`),
  async 'cashier with a login'({ account }) {
    const email = `${shop.appliance.world.ids.uuid(0)}@duka.co.tz`
    const { id } = await shop.login.createStaff({ name: 'X', email, password })
    return newCashier(account, id)
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
  async 'printer and product'(house, maker, asker) {
    const till = await needs['till with a printer'](house, maker, asker)
    return `${till}?product=${await needs.product(house, maker, asker)}`
  },
  async shift({ people, till }) {
    await shop.request({ path: '/api/v1/till/shift', json: { float: 0 }, headers: till })
    return textAt(
      await shop.request({ path: '/api/v1/shifts', headers: people.owner.headers }),
      'data.items.0.id',
    )
  },
  async difference(house) {
    const one = newDifference(house.account.id, ++differences)
    await shop.appliance.store.write(tx => putDifference(tx, one))
    return one.id
  },
  // Every account calls it by the same name, so only one of them has it.
  async network(house) {
    const { appliance } = shop
    for (const { account } of [own, other])
      if (appliance.networks.rowOf(account.id, 'selcom'))
        await disconnectNetwork(appliance, account, 'selcom', requestedByServer)
    const request = { credentials: selcomCredentials, enabled: false }
    await connectNetwork(appliance, house.account, 'selcom', request, requestedByServer)
    return 'selcom'
  },
  async login({ people, name }, _, asker) {
    const email = `${asker}@${name}.co.tz`
    await shop.login.cookiesFor({ email, password }, new Request(shop.url), 'test')
    const [newest] = (await shop.login.logins(people[asker].id)).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const current = at(await shop.request({ path: '/api/v1/logins', headers: people[asker].headers }), 'data')
    const mine = [current].flat().find(one => Reflect.get(Object(one), 'current'))
    const logins = await shop.login.logins(people[asker].id)
    return logins.find(({ id }) => id !== Reflect.get(Object(mine), 'id'))?.id ?? newest?.id ?? ''
  },
}

/** Stores an SMS of the amount of our payments, as if the simulator were a till number. */
async function forwardedSms(house: House): Promise<string> {
  const now = shop.appliance.world.clock.now()
  const id = `sms_${shop.appliance.world.ids.uuid(now).replaceAll('-', '')}`
  const sms = newSms({
    id,
    accountId: house.account.id,
    connection: 'simulator',
    amount: qr.details.amount,
    paidAt: now,
    receivedAt: now,
  })
  await shop.appliance.store.write(tx => insertSms(tx, sms))
  return id
}

/** A receipt pays for one payment only. */
let receipts = 0
let differences = 0
const manualConfirmation = () => ({ reason: 'The network is down', receipt_number: `DKL7X2M${receipts++}` })

/** Bodies that depend on the caller or the object. */
const ownBodies: Record<string, (thing: string) => unknown> = {
  'POST /v1/payments/:reference/confirm': manualConfirmation,
  'POST /api/v1/payments/:reference/confirm': manualConfirmation,
  'POST /v1/payments/:reference/mark-not-paid': () => ({ reason: 'Not on the statement' }),
  'POST /api/v1/payments/:reference/mark-not-paid': () => ({ reason: 'Not on the statement' }),
  // A till asks for its cashier's PIN (route-house.ts).
  'POST /v1/payments/:reference/refunds': () => ({ reason: 'Broken', pin: '4071' }),
  'POST /api/v1/payments/:reference/refunds': () => ({ reason: 'Broken', pin: '4071' }),
  'POST /api/v1/webhooks/paused/resume': url => ({ url }),
  'POST /v1/payments/:reference/sms': thing => ({ sms: thing.split('=')[1] }),
  'POST /api/v1/payments/:reference/sms': thing => ({ sms: thing.split('=')[1] }),
  'POST /api/v1/tills/:id/printer/labels': thing => ({ labels: [{ product_id: thing.split('=')[1] }] }),
  // Its example names a webhook_url, which no cashier may.
  'POST /api/v1/sessions': () => ({ amount: 5_000 }),
  'POST /api/v1/me/password': () => ({ current: password, new: password }),
  'POST /api/v1/me/confirm': () => ({ password }),
  'PUT /api/v1/profiles/:id/logo': () => undefined,
  'POST /api/v1/reconciliation': () => ({ date: '2026-11-20' }),
}
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
const queries: Record<string, string> = {
  'GET /v1/payouts/name': '?channel=mobile&recipient_phone=0713000111',
  'GET /api/v1/payouts/name': '?channel=mobile&recipient_phone=0713000111',
  'GET /v1/payouts/fee': '?amount=5000',
  'GET /api/v1/payouts/fee': '?amount=5000',
  // A day without sales: about each of them a network would be asked, in simulated time.
  'GET /api/v1/reconciliation': '?date=2026-11-20',
  'POST /api/v1/reconciliation/file': '?network=selcom&date=2026-11-20',
}

/** Returns the path with its object in place; an object may add a query. */
function pathOf(route: string, thing: string): string {
  const [id = '', query] = thing.split('?')
  const path = (route.split(' ')[1] ?? '').replace(/:(reference|id)/, id).replace(':name', 'selcom')
  return path + (query ? `?${query}` : (queries[route] ?? ''))
}

function askOf(route: string, thing: string, headers: Headers): TestRequest {
  const [method = ''] = route.split(' ')
  const path = pathOf(route, thing)
  if (route === 'PUT /api/v1/upgrade/file')
    return { method, path, headers: { ...headers, ...signatureHeader(newerSignature()) }, raw: newerRelease }
  if (route.endsWith('/logo') && method === 'PUT')
    return { method, path, headers: { ...headers, 'content-type': 'image/gif' }, raw: new Uint8Array(pixel) }
  if (route.endsWith('/picture') && method === 'PUT')
    return { method, path, headers: { ...headers, 'content-type': 'image/png' }, raw: new Uint8Array(pixel) }
  if (route.endsWith('/import')) return { method, path, headers, raw: 'name,price\nSalt,500' }
  if (route.endsWith('/file')) return { method, path, headers, raw: 'order_id,amount\nWEB1,9000' }
  const own = ownBodies[route]
  const json = own ? own(thing) : bodies.get(route)
  return { method, path, headers, ...(json === undefined ? {} : { json }) }
}

const asksFreshness =
  /payouts\/send$|payouts\/:reference\/|(POST .*\/refunds|refunds\/:id\/(approve|decline|mark|recipient))$|hand-over\/:id$|webhook-secret\/regenerate$|networks\/:name|routing$|upgrade(\/file)?$/

/** Restores the roles that a request may have changed, and reauthenticates the owner's login where needed. */
async function restore(route: string, house: House): Promise<void> {
  await shop.appliance.store.write(async tx => {
    for (const [name, role] of Object.entries(roleOf) as [PersonName, Role][])
      await updateRole(tx, house.account.id, house.people[name].id, role)
  })
  shop.flags.isUpgrading = false
  if (asksFreshness.test(route)) for (const role of roles) await confirm(house, role)
}

const confirm = ({ people }: House, role: Role) =>
  shop.request({ path: '/api/v1/me/confirm', json: { password }, headers: people[role].headers })

const thingFor = ({ need }: Row, house: House, maker = house.key, asker: PersonName = 'owner') =>
  need ? needs[need](house, maker, asker) : Promise.resolve('')
const rows = Object.entries(guardedRoutes)

/** Kinds of caller who see only their own sales or login. */
const askers: Partial<Record<CallerKind, PersonName>> = {
  'an admin': 'admin',
  'a developer': 'developer',
  'a cashier': 'cashier',
  'an owner’s token': 'token-owner',
  'a cashier’s token': 'token-cashier',
}
const isCashier = (kind: CallerKind) => /cashier/.test(kind)

/** Returns what this kind of caller sends to a route. */
const callerOf = (kind: CallerKind, { scope }: Row) =>
  headersOf(shop, kind, { own, other }, scope === 'any' || scope === null ? undefined : scope)
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

test.each<object>([guardedAnswers, tillAnswers, displayAnswers])(
  'each kind of caller has an answer',
  answers => {
    expect(Object.keys(answers).toSorted()).toEqual([...callerKinds].toSorted())
  },
)

describe.each(rows.filter(([route]) => !(testServer && firstMerchantRoutes.includes(route))))(
  '%s',
  (route, row) => {
    const answers = callerKinds.map(kind => [kind, guardedAnswers[kind](row, route)] as const)
    const allowedKinds = answers.filter(([, { status }]) => status < 400)
    const refusedKinds = answers.filter(([, { status }]) => status >= 400)

    test('is answered to each kind of caller that may', async () => {
      const got: [CallerKind, RouteAnswer][] = []
      for (const [kind] of allowedKinds) {
        const isForeign = kind.includes('another account')
        const house = isForeign ? other : own
        await restore(route, house)
        const headers = await callerOf(kind, row)
        const thing = await thingFor(row, house, isCashier(kind) ? headers : house.key, askers[kind])
        const before = isForeign ? await shop.snapshot() : undefined
        got.push([kind, await statusOf(shop, askOf(route, thing, headers))])
        if (before) expect(await before.changes(row => row.includes(own.account.id))).toEqual({})
      }
      expect(new Map(got)).toEqual(new Map(allowedKinds))
    })

    test('is refused to each other kind, and to another account, and changes nothing', async () => {
      await restore(route, own)
      await restore(route, other)
      const thing = await thingFor(row, own)
      const before = await shop.snapshot()
      const got: [CallerKind, RouteAnswer][] = []
      for (const [kind] of refusedKinds)
        got.push([kind, await statusOf(shop, askOf(route, thing, await callerOf(kind, row)))])
      expect(new Map(got)).toEqual(new Map(refusedKinds))
      expect(await before.changes()).toEqual({})
    })

    if (row.need && ownNeeds.includes(row.need) && mayRole(row, 'cashier'))
      test.each(['a cashier', 'a cashier’s token', 'a till with a cashier'] as const)(
        '%s does not find what another person made',
        async kind => {
          const thing = await thingFor(row, own)
          const before = await shop.snapshot()
          const answer = await statusOf(shop, askOf(route, thing, await callerOf(kind, row)))
          expect(answer).toEqual({ status: 404, code: 'not_found' })
          expect(await before.changes()).toEqual({})
        },
      )

    test('a person gets 403 on an account they do not belong to', async () => {
      const headers = { ...own.people.owner.headers, 'kaunta-account': other.account.id }
      const thing = await thingFor(row, other)
      const before = await shop.snapshot()
      expect(await statusOf(shop, askOf(route, thing, headers))).toEqual({ status: 403, code: 'forbidden' })
      expect(await before.changes()).toEqual({})
    })

    if (!route.startsWith('GET')) {
      test.each(foreignPagesFor(route))('is refused from %s, cookie or not', async (_, sent) => {
        await restore(route, own)
        const thing = await thingFor(row, own)
        const before = await shop.snapshot()
        const request = askOf(route, thing, { ...own.people.owner.headers, ...sent })
        expect(await statusOf(shop, request)).toEqual({ status: 403, code: 'forbidden' })
        expect(await before.changes()).toEqual({})
      })

      test('takes no body that a form could send', async () => {
        await restore(route, own)
        const thing = await thingFor(row, own)
        const request = askOf(route, thing, own.people.owner.headers)
        if (request.json === undefined) return
        const before = await shop.snapshot()
        for (const type of formTypes) {
          expect(await statusOf(shop, asForm(request, type))).toEqual({
            status: 415,
            code: 'unsupported_media_type',
          })
        }
        expect(await before.changes()).toEqual({})
      })
    }
  },
)

/** Returns whether a person may do all that a scope opens to a key, by the table of routes. */
const mayUse = (role: Role, scope: Scope) =>
  rows.every(([, row]) => row.scope !== scope || mayRole(row, role))

describe.each([...scopes])('a key with %s', scope => {
  test.each(roles.map(role => [role, mayUse(role, scope) ? 201 : 403] as const))(
    'made by %s is %d',
    async (role, status) => {
      await confirm(own, role)
      const before = await shop.snapshot()
      const request = {
        path: '/api/v1/keys',
        json: { name: 'k', scopes: [scope] },
        headers: own.people[role].headers,
      }
      expect(await statusOf(shop, request)).toEqual(
        status === 403 ? { status, code: 'insufficient_scope' } : { status, code: '' },
      )
      expect(await before.changes()).toEqual(status === 403 ? {} : { api_key: 1, audit_entry: 1 })
    },
  )
})

describe.each(Object.entries(openRoutes))('%s, made up', (route, status) => {
  const [method = '', path = ''] = route.split(' ')
  const request = {
    method,
    path: path.replace(/:\w+/g, 'none').replace('*', 'none'),
    ...(method === 'POST' ? { raw: '{}' } : {}),
  }

  test(`is answered ${status} to each kind of caller, and changes nothing`, async () => {
    const before = await shop.snapshot()
    const got: [CallerKind, number][] = []
    for (const kind of callerKinds) {
      // So that no limit of the address answers in place of the route.
      shop.advance(60_000)
      const headers = await headersOf(shop, kind, { own, other }, undefined)
      const response = await shop.send({ ...request, headers })
      if (!path.startsWith('/docs')) assertNotKept(request, response)
      await response.body?.cancel()
      // Sign-in has a limit by the real clock (login.test.ts), whatever credential is sent.
      const isLimit = path === '/api/auth/sign-in/email' && kind !== 'anonymous' && response.status === 429
      got.push([kind, isLimit ? status : response.status])
    }
    expect(got).toEqual(callerKinds.map(kind => [kind, status]))
    // Readiness is proven by a write of the server's own.
    expect(await before.changes()).toEqual(path === '/ready' ? { setting: 1 } : {})
  })
})

describe('a method that a path does not have', () => {
  const all = [guardedRoutes, openRoutes, tillRoutes, displayRoutes].flatMap(table => Object.keys(table))
  const pathOfRoute = (route: string) => route.split(' ')[1] ?? ''
  const paths = [...new Set(all.map(pathOfRoute))].filter(path => !path.includes('*'))
  const takes = (pattern: string, path: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`).test(path)
  const methodsOf = (routes: readonly string[]) =>
    [...new Set(routes.map(route => route.split(' ')[0] ?? ''))].toSorted()
  /**
   * Returns the methods of a path, and those that another route's parameter or wildcard takes, to find
   * nothing there.
   */
  const methodsAt = (path: string) => {
    const taking = all.filter(route => takes(pathOfRoute(route), path))
    const naming = all.filter(route => pathOfRoute(route) === path)
    const own = methodsOf(naming.length > 0 ? naming : taking)
    return { own, taken: methodsOf(taking) }
  }

  test.each(paths)('of %s is 405, names those there are, and does nothing', async pattern => {
    const path = pattern.replace(/:\w+/g, 'none')
    const { own: methods, taken } = methodsAt(path)
    const before = await shop.snapshot()
    const callers = [{}, own.people.owner.headers, own.key, own.till]
    const missing = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(one => !taken.includes(one))
    // Each method from one kind of caller; over the paths each from every kind.
    for (const [index, method] of missing.entries()) {
      const headers = callers[(index + path.length) % callers.length] ?? {}
      const answer: TestResponse = await shop.request({ method, path, headers })
      expect({ method, status: answer.status, allow: answer.headers.get('allow') }).toEqual({
        method,
        status: 405,
        allow: methods.join(', '),
      })
      expect(answer.json).toMatchObject(errorBody('method_not_allowed'))
    }
    expect(await before.changes()).toEqual({})
  })
})

test.each([
  ['PUT', '/v1/payments', 'GET, POST'],
  ['DELETE', '/v1/payments/01a1fecd-c2a0-706d-9394-4bfb5450ab98', 'GET'],
  ['GET', '/api/v1/webhooks/test', 'POST'],
  ['POST', '/health', 'GET'],
  // Another route's parameter would take these as well, and find nothing.
  ['DELETE', '/api/v1/webhooks/deliveries/retry', 'POST'],
  ['PATCH', '/v1/payouts/send', 'POST'],
  ['PUT', '/api/auth/sign-in/email', 'POST'],
])('%s %s names the methods there are', async (method, path, allow) => {
  const answer = await shop.request({ as: 'sandbox', method, path })
  expect(answer.json).toMatchObject({ code: 405, params: { methods: allow } })
  expect(answer.headers.get('allow')).toBe(allow)
})

test('a path that only a wildcard takes is not found by any method', async () => {
  const answer = await shop.request({ method: 'PUT', path: '/api/auth/none' })
  expect(answer.json).toMatchObject(errorBody('not_found'))
  expect(answer.headers.get('allow')).toBeNull()
})
