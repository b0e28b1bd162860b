// A product created at a till: owners and admins keep this right there, and no other one of the price list.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { addCashiers, addRolePins, type PairedTill, pairTill, pins, rolePins } from '../kit/endpoint-till.ts'

const path = '/api/v1/products'
const soap = { name: 'Sabuni', price: 1_200, barcodes: ['6161100110014'] }

let shop: EndpointShop
let till: PairedTill
let neema = ''
let ids: Awaited<ReturnType<typeof addRolePins>>

beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
  neema = (await addCashiers(shop)).neema
  ids = await addRolePins(shop)
  till = await pairTill(shop, 'Counter')
})
afterAll(() => shop.close())

const signIn = async (role: keyof typeof rolePins) => {
  expect((await till.signIn(ids.get(role) ?? '', rolePins[role])).status).toBe(200)
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
