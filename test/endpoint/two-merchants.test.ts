// A person who works for two merchants of one server: each merchant has its own name, role and PIN for them,
// and changes by one merchant do not affect the other.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Account } from '../../src/domain/account.ts'
import { insertMember } from '../../src/store/account.ts'
import { dropMember } from '../../src/store/staff.ts'
import { openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

const password = 'siri-ya-tatu-sana'
const neema = { email: 'neema.k@duka.co.tz', password }
const rival = { email: 'rival@duka.co.tz', password }

let till: PairedTill

/** Returns a login cookie of a person. */
async function cookieOf(entry: { email: string; password: string }): Promise<string> {
  const [cookie = ''] = await shop.login.cookiesFor(entry, new Request(shop.url), 'test')
  return cookie.split(';')[0] ?? ''
}
const asked = (cookie: string, account: Account, ask: TestRequest) =>
  shop.request({ ...ask, headers: { cookie, 'kaunta-account': account.id } })
const byRival = async (ask: TestRequest) => asked(await cookieOf(rival), theirs, ask)

async function employ(account: Account, id: string, name: string, role: 'owner' | 'cashier') {
  const member = { staffId: id, accountId: account.id, role, name, createdAt: 0 }
  await shop.appliance.store.write(tx => insertMember(tx, member))
}

/** Returns the names that our staff list, audit log and till show for Neema. */
async function ourNames() {
  const staff = await shop.request({ as: 'owner', path: '/api/v1/staff' })
  const one = [at(staff, 'data')].flat().find(each => Reflect.get(Object(each), 'id') === staffId)
  const atTill = await till.request({ path: '/api/v1/till/me' })
  const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=pin.changed&limit=1' })
  return {
    staff: Reflect.get(Object(one), 'name'),
    till: at(atTill, 'data.staff.name'),
    log: at(log, 'data.items.0.subject_name'),
  }
}
const neemaEverywhere = { staff: 'Neema', till: 'Neema', log: 'Neema' }

const shop = await openEndpointShop()
const ours = shop.accounts.sandbox
const theirs = shop.accounts.stranger
const staffId = (await shop.login.createStaff({ ...neema, name: 'Neema' })).id
const { id } = await shop.login.createStaff({ ...rival, name: 'Rival' })
await employ(theirs, id, 'Rival', 'owner')
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(60_000)
  await shop.appliance.store.write(async tx => {
    for (const account of [ours, theirs]) await dropMember(tx, account.id, staffId)
  })
  await employ(ours, staffId, 'Neema', 'cashier')
  await employ(theirs, staffId, 'Neema K.', 'cashier')
  await shop.request({
    as: 'owner',
    method: 'PUT',
    path: `/api/v1/staff/${staffId}/pin`,
    json: { pin: pins.neema },
  })
  till = await pairTill(shop, 'Front', { staffId, pin: pins.neema })
})

describe('the admin of another merchant', () => {
  test('renames their person: our name stays', async () => {
    const renamed = await byRival({
      method: 'PATCH',
      path: `/api/v1/staff/${staffId}`,
      json: { name: 'Mwizi' },
    })
    expect([renamed.status, textAt(renamed, 'data.name')]).toEqual([200, 'Mwizi'])
    expect(await ourNames()).toEqual(neemaEverywhere)
  })

  test('removes their person: our login, token and till stay', async () => {
    const cookie = await cookieOf(neema)
    const token = textAt(
      await shop.request({ path: '/api/v1/auth/token', json: { ...neema, account_id: ours.id } }),
      'data.token',
    )
    shop.advance(2_000)
    expect((await byRival({ method: 'DELETE', path: `/api/v1/staff/${staffId}` })).status).toBe(200)
    expect((await asked(cookie, ours, { path: '/api/v1/me' })).status).toBe(200)
    expect((await asked(cookie, theirs, { path: '/api/v1/me' })).status).toBe(403)
    const bearer = { authorization: `Bearer ${token}` }
    expect((await shop.request({ path: '/api/v1/me', headers: bearer })).status).toBe(200)
    expect((await till.request({ path: '/api/v1/till/sales' })).status).toBe(200)
    expect(await ourNames()).toEqual(neemaEverywhere)
  })

  test('sets a PIN for their person: ours opens our till, theirs does not', async () => {
    const set = { method: 'PUT', path: `/api/v1/staff/${staffId}/pin`, json: { pin: '5802' } }
    expect((await byRival(set)).status).toBe(200)
    expect((await till.request({ path: '/api/v1/till/sales' })).status).toBe(200)
    expect((await till.signIn(staffId, '5802')).status).toBe(400)
    expect((await till.signIn(staffId, pins.neema)).status).toBe(200)
  })

  test.each([
    { email: 'mwizi@duka.co.tz' },
    { password: 'mwizi-mwizi' },
    { two_factor: false },
    { pin: '5802' },
  ])('changes nothing with %j', async change => {
    const before = (await shop.login.people([staffId]))[0]
    await byRival({ method: 'PATCH', path: `/api/v1/staff/${staffId}`, json: change })
    expect((await shop.login.people([staffId]))[0]).toEqual(before)
    expect(await cookieOf(neema)).not.toBe('')
    expect((await till.signIn(staffId, pins.neema)).status).toBe(200)
  })

  test('ends no login of our person', async () => {
    const cookie = await cookieOf(neema)
    const [login] = await shop.login.logins(staffId)
    await byRival({ method: 'DELETE', path: `/api/v1/logins/${login?.id}` })
    await byRival({ method: 'DELETE', path: '/api/v1/logins' })
    expect((await asked(cookie, ours, { path: '/api/v1/me' })).status).toBe(200)
  })
})

test('the last merchant that removes a person ends their logins and tokens', async () => {
  const cookie = await cookieOf(neema)
  await byRival({ method: 'DELETE', path: `/api/v1/staff/${staffId}` })
  expect((await shop.login.logins(staffId)).length).toBeGreaterThan(0)
  await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/staff/${staffId}` })
  expect((await asked(cookie, ours, { path: '/api/v1/me' })).status).toBe(401)
  expect(await shop.login.logins(staffId)).toEqual([])
})

test('a person reads their own name as the merchant in question calls them', async () => {
  const cookie = await cookieOf(neema)
  const nameAt = async (account: Account) =>
    textAt(await asked(cookie, account, { path: '/api/v1/me' }), 'data.staff.name')
  expect([await nameAt(ours), await nameAt(theirs)]).toEqual(['Neema', 'Neema K.'])
})

test('a name stays in the records of a merchant that the person has left', async () => {
  await shop.request({ as: 'owner', method: 'DELETE', path: `/api/v1/staff/${staffId}` })
  await byRival({ method: 'PATCH', path: `/api/v1/staff/${staffId}`, json: { name: 'Mwizi' } })
  const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=staff.removed&limit=1' })
  expect(at(log, 'data.items.0.subject_name')).toBe('Neema')
})

test('who joins with an invitation has their chosen name there, and the former elsewhere', async () => {
  const invited = await byRival({ path: '/api/v1/invitations', json: { name: 'X', role: 'cashier' } })
  const code = new URL(textAt(invited, 'data.url')).searchParams.get('code')
  await byRival({ method: 'DELETE', path: `/api/v1/staff/${staffId}` })
  const joined = await shop.request({ path: '/api/v1/join', json: { code, name: 'Neema Kessy', ...neema } })
  expect(joined.status).toBe(201)
  const staff = await byRival({ path: '/api/v1/staff' })
  expect(staff.text).toContain('"Neema Kessy"')
  expect(await ourNames()).toEqual(neemaEverywhere)
})
