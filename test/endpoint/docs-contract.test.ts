// The API contract: docs/openapi.json is what the server serves, shares its error answers, and breaks no
// client of the last release.
import { afterAll, expect, test } from 'bun:test'
import { createPayment, sendPayout } from '../../src/http/docs/example.ts'
import { breakingChanges } from '../kit/breaking-change.ts'
import { openUnclaimedServer } from '../kit/endpoint.ts'
import {
  consoleContractPath,
  contractPath,
  contractText,
  newChecker,
  type OpenApi,
  operationsOf,
  referencesIn,
  releasedPath,
  resolved,
} from '../kit/openapi.ts'
import { mayRole } from '../kit/route-caller.ts'
import {
  cookieRoutes,
  guardedRoutes,
  type Row,
  routesKeptAtTills,
  routesOfTillPeople,
  routesRefusedToTills,
} from '../kit/route-table.ts'

const box = await openUnclaimedServer()
const served = (await box.request({ path: '/docs/json' })).json as OpenApi
afterAll(() => box.close())

/** Returns the differences of two documents, as JSON pointers. */
function differences(one: unknown, other: unknown, pointer = ''): string[] {
  if (Bun.deepEquals(one, other)) return []
  if (!(one instanceof Object) || !(other instanceof Object)) return [pointer]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  const inner = [...names].flatMap(name =>
    differences(Reflect.get(one, name), Reflect.get(other, name), `${pointer}/${name.replaceAll('/', '~1')}`),
  )
  return inner.length > 0 ? inner : [pointer]
}

test.each([
  ['/docs/openapi.json', contractPath],
  ['/docs/till.json', consoleContractPath],
])('%s is what is stored; bun scripts/openapi.ts writes it', async (path, file) => {
  const part = contractText((await box.request({ path })).json as OpenApi)
  const stored = await Bun.file(file).text()
  expect(differences(JSON.parse(stored), JSON.parse(part)).slice(0, 20)).toEqual([])
  expect(stored === part).toBe(true)
})

test('each operation that takes an Idempotency-Key documents what a malformed one gets', () => {
  const takesKey = operationsOf(served).filter(({ operation }) =>
    JSON.stringify(operation.parameters ?? []).includes('Idempotency-Key'),
  )
  expect(takesKey.length).toBeGreaterThan(20)
  const silent = takesKey.filter(({ operation }) => !('400' in operation.responses))
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([])
})

test('each operation is in the document for integrators, or in that of till and console', async () => {
  const parts = await Promise.all(
    ['/docs/openapi.json', '/docs/till.json'].map(async path => (await box.request({ path })).json),
  )
  const idsOf = (document: unknown) =>
    operationsOf(document as OpenApi).map(({ operation }) => operation.operationId)
  const [integrators = [], others = []] = parts.map(idsOf)
  expect([...integrators, ...others].sort()).toEqual(idsOf(served).sort())
  expect(integrators).toContainValues(['createPayment', 'sendPayout', 'listDeliveries', 'getWebhookSecret'])
  expect(integrators).not.toContain('openShift')
  for (const part of parts)
    for (const reference of referencesIn(part)) expect(resolved(Object(part), reference)).toBeDefined()
})

test('names are distinct for client generators, and no whole number is a float', () => {
  const names = Object.keys(served.components.schemas).map(name => name.toLowerCase())
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([])
  expect(JSON.stringify(served)).not.toMatch(/"const":\d/)
  expect(JSON.stringify(served)).not.toContain('"type":["object","null"]')
  expect(JSON.stringify(served)).not.toContain('"additionalProperties":{"anyOf"')
  const tagged = new Set(operationsOf(served).flatMap(({ operation }) => operation.tags ?? []))
  const ofWebhooks = Object.values(served.webhooks).flatMap(({ post }) => post?.tags ?? [])
  expect(ofWebhooks.filter(tag => tagged.has(tag))).toEqual([])
})

test('the document breaks no client of the last release', async () => {
  const released = Bun.file(releasedPath)
  const older = (await released.exists()) ? Object(await released.json()) : served
  expect(breakingChanges(older, served)).toEqual([])
})

const pointed = (value: unknown, pointer: string) =>
  pointer
    .split('#/')[1]
    ?.split('/')
    .reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), value)

test('the answer to a creation links to the operations on what it made', () => {
  const operations = operationsOf(served)
  const paths = new Map(operations.map(({ path, operation }) => [operation.operationId, path]))
  const links = operations.flatMap(({ operation }) => {
    const { links = {}, content } = operation.responses['201'] ?? {}
    const [example] = Object.values(content?.['application/json']?.examples ?? {})
    return Object.values(links).map(link => ({ from: operation.operationId, ...link, example }))
  })
  for (const { operationId, parameters, example } of links)
    for (const [name, pointer] of Object.entries(parameters)) {
      expect(paths.get(operationId)).toContain(`{${name}}`)
      expect(pointed(example?.value, pointer)).toBeString()
    }
  const counts = Object.groupBy(links, ({ from }) => from)
  expect(Object.entries(counts).map(([from, { length = 0 } = []]) => `${from} ${length}`)).toEqual([
    'createKey 1',
    'createPayment 16',
    'sendPayout 6',
    'createRefund 8',
    'createSession 4',
    'createProfile 6',
    'createProduct 7',
    'createInvitation 2',
    'createTill 8',
  ])
})

test('every one of our error answers is a shared component', () => {
  const shared = Object.keys(served.components.responses)
  const answers = operationsOf(served).flatMap(({ operation, path }) =>
    Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { $ref = `${path} ${status}` }]) => $ref.replace('#/components/responses/', '')),
  )
  // better-auth's own errors have other bodies, and /ready answers 503 with the same body as 200.
  const own = answers.filter(name => !name.startsWith('/api/auth/') && name !== '/ready 503')
  expect(own.filter(name => !shared.includes(name))).toEqual([])
  expect(shared.filter(name => !own.includes(name))).toEqual([])
  expect(own.length).toBeGreaterThan(1_000)
})

test('each operation lists the credentials that open it', () => {
  const told = operationsOf(served).flatMap(({ method, path, operation }) => {
    const route = `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`
    const row = guardedRoutes[route]
    const opened = (operation.security ?? []).flatMap(one => Object.keys(one))
    return row ? [{ route, row, opened }] : []
  })
  expect(told.length).toBeGreaterThan(100)
  const isForTills = (route: string, row: Row) =>
    (row.scope !== null || routesOfTillPeople.includes(route)) && !routesRefusedToTills.includes(route)
  // Cashiers confirm, or mark as not paid, with a grant; owners and admins keep a right.
  const isGranted = (route: string) =>
    routesKeptAtTills.includes(route) || /\/payments\/:reference\/(confirm|mark-not-paid)$/.test(route)
  expect(told.map(({ route, opened }) => [route, opened])).toEqual(
    told.map(({ route, row }) => [
      route,
      [
        ...(row.scope === null ? [] : ['api_key']),
        ...(cookieRoutes.includes(route) ? [] : ['token']),
        'staff',
        ...((mayRole(row, 'cashier') && isForTills(route, row)) || isGranted(route) ? ['till'] : []),
      ],
    ]),
  )
})

test('the document has the fields that a card and a mobile payment need, and the allowed words', () => {
  const { body } = newChecker(served)
  const details = { amount: 5_000, currency: 'TZS' }
  const card = createPayment['A card page']
  expect(body('createPayment', card)).toEqual([])
  expect(body('createPayment', { ...card, customer: { ...card.customer, city: '' } })).not.toEqual([])
  expect(body('createPayment', { payment_type: 'card', details })).not.toEqual([])
  expect(body('createPayment', { payment_type: 'mobile', details })).not.toEqual([])
  expect(body('createPayment', { payment_type: 'dynamic-qr', details, customer: null })).toEqual([])
  const bank = sendPayout['To a bank']
  expect(body('sendPayout', { ...bank, recipient_bank: 'NMB' })).toEqual([])
  expect(body('sendPayout', { ...bank, recipient_bank: 'NOBANK' })).not.toEqual([])
  expect(body('regenerateWebhookSecret', { grace_hours: null })).toEqual([])
  expect(body('regenerateWebhookSecret', { grace_hours: 'x' })).not.toEqual([])
  const { Error: error, Reason: reason } = served.components.schemas
  expect(error?.properties?.error_code).toMatchObject({
    enum: expect.arrayContaining(['conflict', 'PAY_001']),
  })
  expect(reason).toMatchObject({ enum: expect.arrayContaining(['key_unknown', 'too_low', 'internal_error']) })
})
