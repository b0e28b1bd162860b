// A product created at a till: owners and admins keep this right there, and no other one of the price list.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins, setPin } from '../kit/endpoint-till.ts'

const path = '/api/v1/products'
const soap = { name: 'Sabuni', price: 1_200, barcodes: ['6161100110014'] }
const ownPins = { owner: '5150', admin: '6160', developer: '7170' } as const
type Person = keyof typeof ownPins

let shop: EndpointShop
let till: PairedTill
let neema = ''
const ids = new Map<string, string>()

beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
  neema = (await addCashiers(shop)).neema
  const people = at(await shop.request({ as: 'owner', path: '/api/v1/staff' }), 'data')
  for (const { id, role } of people as { id: string; role: Person }[]) {
    if (ids.has(role) || ownPins[role] === undefined) continue
    ids.set(role, id)
    await setPin(shop, id, ownPins[role])
  }
  till = await pairTill(shop, 'Counter')
})
afterAll(() => shop.close())

const signIn = async (person: Person) => {
  expect((await till.signIn(ids.get(person) ?? '', ownPins[person])).status).toBe(200)
}
const refused = errorBody('insufficient_scope', 'role_not_allowed', { role: 'cashier' })

test('a cashier and a developer may not create a product at a till', async () => {
  await till.signIn(neema, pins.neema)
  expect((await till.request({ path, json: soap })).json).toMatchObject(refused)
  await signIn('developer')
  expect((await till.request({ path, json: soap })).json).toMatchObject(refused)
})

test('an owner creates one, and the audit log names the till', async () => {
  await signIn('owner')
  const made = await till.request({ path, json: soap, headers: { 'idempotency-key': 'soap' } })
  expect(made.status).toBe(201)
  const again = await till.request({ path, json: soap, headers: { 'idempotency-key': 'soap' } })
  expect(at(again, 'data.id')).toBe(at(made, 'data.id'))
  const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=product.created&limit=1' })
  expect(at(log, 'data.items.0')).toMatchObject({ detail: { name: 'Sabuni' }, actor: { till_id: till.id } })
})

test('an admin gets an error that names the product with the same code', async () => {
  await signIn('admin')
  const taken = await till.request({ path, json: { ...soap, name: 'Soap' } })
  expect(taken.json).toMatchObject({
    errors: [{ field: 'barcodes.0', reason: 'barcode_taken', params: { product: 'Sabuni' } }],
  })
})

test('at a till an owner changes, deletes and imports nothing, and sees no cost', async () => {
  await signIn('owner')
  const made = await till.request({ path, json: { name: 'Pipi', price: 50, cost: 20 } })
  expect(at(made, 'data.cost')).toBeNull()
  const id = textAt(made, 'data.id')
  for (const request of [
    { method: 'PATCH', path: `${path}/${id}`, json: { price: 1 } },
    { method: 'DELETE', path: `${path}/${id}` },
    { method: 'DELETE', path: `${path}/${id}/picture` },
  ])
    expect((await till.request(request)).json).toMatchObject(refused)
})
