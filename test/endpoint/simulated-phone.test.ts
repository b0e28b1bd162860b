// The simulated phone, which an owner switches off for one account: its prompts are neither listed, read nor
// answered there, and other accounts keep theirs.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { withPhoneSwitch } from '../../src/http/sandbox/phone-page.ts'
import { updateSettings } from '../../src/store/account.ts'
import { mobile, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, fetchPayment } from '../kit/endpoint-money.ts'

const switchPhone = (isOn: boolean, as: Who = 'owner') =>
  shop.request({ as, method: 'PATCH', path: '/api/v1/settings', json: { simulated_phone: isOn } })
const prompts = () => shop.request({ path: '/api/v1/handset/prompts?phone=0754123456' })
const idsIn = async () => [at(await prompts(), 'data')].flat().map(one => Object(one).id)
const answer = (id: string) =>
  shop.request({ path: `/api/v1/handset/prompts/${id}`, json: { answer: 'approve' } })
const scan = (token: string) => shop.request({ path: `/api/v1/handset/code?code=${token}` })
const push = async (as: Who) => {
  const json = { ...mobile, phone_number: '0754123456' }
  const made = await shop.request({ as, path: '/v1/payments', json })
  expect(made.status).toBe(201)
  return { reference: textAt(made, 'data.reference'), id: textAt(await prompts(), 'data.0.id') }
}
const off = { ...errorBody('not_found'), reason: 'phone_switched_off' }

const shop = await openEndpointShop()
await addRoles(shop)
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(60_000)
  expect((await switchPhone(true)).status).toBe(200)
})

describe('switched on, as it is at first', () => {
  test('it lists, reads and answers', async () => {
    const { reference, id } = await push('sandbox')
    const { payment_token } = await shop.make()
    expect((await scan(payment_token)).status).toBe(200)
    expect((await answer(id)).status).toBe(200)
    await shop.work()
    expect(await fetchPayment(shop, reference)).toMatchObject({ status: 'completed' })
  })
})

describe('switched off by the owner', () => {
  test('its prompts are not listed and not answered, and those of another account are', async () => {
    const own = await push('sandbox')
    shop.advance(60_000)
    const other = await push('stranger')
    await switchPhone(false)
    const listed = await idsIn()
    expect(listed).toContain(other.id)
    expect(listed).not.toContain(own.id)
    const refused = await answer(own.id)
    expect({ status: refused.status, body: refused.json }).toMatchObject({ status: 404, body: off })
    await shop.work()
    expect(await fetchPayment(shop, own.reference)).toMatchObject({ status: 'pending' })
    expect((await answer(other.id)).status).toBe(200)
  })

  test('a scanned code is not read', async () => {
    const { payment_token } = await shop.make()
    await switchPhone(false)
    const refused = await scan(payment_token)
    expect({ status: refused.status, body: refused.json }).toMatchObject({ status: 404, body: off })
  })

  test('the sandbox API decides its payments as before', async () => {
    const { reference } = await push('sandbox')
    await switchPhone(false)
    const path = `/v1/sandbox/payments/${reference}`
    expect((await shop.request({ as: 'sandbox', path, json: { outcome: 'completed' } })).status).toBe(200)
    await shop.work()
    expect(await fetchPayment(shop, reference)).toMatchObject({ status: 'completed' })
  })

  test('the console reads it with the account', async () => {
    await switchPhone(false)
    const me = await shop.request({ as: 'owner', path: '/api/v1/me' })
    const shown = [at(me, 'data.accounts')].flat().map(one => [Object(one).mode, Object(one).simulated_phone])
    expect(shown).toContainEqual(['sandbox', false])
  })
})

test.each<[Who, number]>([
  ['owner', 200],
  ['admin', 403],
  ['developer', 403],
  ['cashier', 403],
  ['sandbox', 403],
  ['anonymous', 401],
])('%s switches it: %d', async (as, status) => {
  expect((await switchPhone(false, as)).status).toBe(status)
  const read = await shop.request({ as: 'owner', path: '/api/v1/settings' })
  expect(at(read, 'data.simulated_phone')).toBe(status !== 200)
})

test('the page is there while an account has it on, and 404 when none has', async () => {
  const { appliance, accounts } = shop
  const pages = withPhoneSwitch(appliance, () => Promise.resolve(new Response('page')))
  const status = async (path: string) => (await pages(new Request(`http://localhost${path}`), path))?.status
  await switchPhone(false)
  expect(await status('/phone')).toBe(200)
  const stranger = { ...accounts.stranger, simulatedPhone: false }
  await appliance.store.write(tx => updateSettings(tx, stranger))
  expect([await status('/phone'), await status('/phone/x'), await status('/till')]).toEqual([404, 404, 200])
  await appliance.store.write(tx => updateSettings(tx, accounts.stranger))
  expect(await status('/phone')).toBe(200)
})
