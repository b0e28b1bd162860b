// Which keys may be created and by whom, when they were last used, and which other actions need the password
// again.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Role, scopes } from '../../src/domain/account.ts'
import { staffActor } from '../../src/domain/actor.ts'
import { newClaimCode } from '../../src/flow/account.ts'
import { assertMayGiveScopes, giveKey } from '../../src/flow/key.ts'
import { newJobLoop } from '../../src/job/loop.ts'
import { insertMember } from '../../src/store/account.ts'
import { updateRole } from '../../src/store/staff.ts'
import { openEndpointShop, openUnclaimedServer, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { earn, wallet } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'

const password = 'siri-kubwa-sana'
const roles: readonly Role[] = ['owner', 'admin', 'developer', 'cashier']

/** All people by role, on the live account and on the sandbox. */
const people = new Map<Role, { readonly id: string; readonly cookie: string }>()
const shop = await openEndpointShop()
const { login, appliance, accounts, url } = shop
for (const role of roles) {
  const entry = { email: `${role}@keys.co.tz`, password }
  const { id } = await login.createStaff({ ...entry, name: role })
  for (const { id: accountId } of [accounts.live, accounts.sandbox])
    await appliance.store.write(tx =>
      insertMember(tx, { staffId: id, accountId, role, name: role, createdAt: 0 }),
    )
  const [cookie = ''] = await login.cookiesFor(entry, new Request(url), 'test')
  people.set(role, { id, cookie: cookie.split(';')[0] ?? '' })
}
afterAll(() => shop.close())
/** Longer than a confirmed password is valid. */
beforeEach(() => shop.advance(301_000))

const idOf = (role: Role) => people.get(role)?.id ?? ''
type Mode = 'live' | 'sandbox'
const asks = (role: Role, request: Omit<TestRequest, 'as'>, mode: Mode = 'sandbox') =>
  shop.request({
    ...request,
    headers: { cookie: people.get(role)?.cookie ?? '', 'kaunta-account': shop.accounts[mode].id },
  })
const confirms = (role: Role) => asks(role, { path: '/api/v1/me/confirm', json: { password } })
const making = (scopes: readonly string[]) => ({ path: '/api/v1/keys', json: { name: 'Agent', scopes } })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/**
 * Returns the scopes that a role may not give. Developers refund nothing and set no prices themselves,
 * either.
 */
const beyond = (role: 'admin' | 'developer'): readonly (typeof scopes)[number][] =>
  role === 'admin' ? ['disbursement:create'] : ['catalog:write', 'collection:refund', 'disbursement:create']

describe.each(['live', 'sandbox'] as const)('on the %s account', mode => {
  test.each(['admin', 'developer'] as const)(
    '%s can send money by a key only if they can themselves',
    async role => {
      await confirms(role)
      const before = await shop.rows()
      for (const request of [['disbursement:create'], ['collection:read', 'disbursement:create'], scopes]) {
        const answer = await asks(role, making(request), mode)
        expect(answer.json).toMatchObject({
          ...errorBody('insufficient_scope', 'key_scopes_not_allowed', {
            scopes: beyond(role)
              .filter(one => request.includes(one))
              .join(' '),
          }),
          code: 403,
        })
      }
      expect(changesBetween(before, await shop.rows())).toEqual({})
      expect(
        (await asks(role, making(scopes.filter(scope => !beyond(role).includes(scope))), mode)).status,
      ).toBe(201)
    },
  )

  test('an owner makes a key that sends money with a fresh login only', async () => {
    const before = await shop.rows()
    expect((await asks('owner', making(['disbursement:create']), mode)).json).toMatchObject(
      errorBody('confirmation_required'),
    )
    expect(changesBetween(before, await shop.rows())).toEqual({})
    await confirms('owner')
    expect((await asks('owner', making(['disbursement:create']), mode)).status).toBe(201)
  })
})

test('a person without permission is rejected without asking for a password', async () => {
  expect((await asks('developer', making(['disbursement:create']))).json).toMatchObject(
    errorBody('insufficient_scope'),
  )
  expect((await asks('owner', making(['disbursement:create', 'everything']))).status).toBe(400)
})

test('a key without payouts asks for no password, nor does a token for one with them', async () => {
  expect((await asks('owner', making(['collection:create', 'disbursement:read']))).status).toBe(201)
  expect((await shop.request({ as: 'owner', ...making(['disbursement:create']) })).status).toBe(201)
})

test('an owner’s key sends money', async () => {
  await earn(shop, 50_000)
  await confirms('owner')
  const key = textAt(await asks('owner', making(['disbursement:create'])), 'data.key')
  expect((await shop.request({ path: '/v1/payouts/send', json: wallet, headers: bearer(key) })).status).toBe(
    201,
  )
})

test('a person who stops being an owner during the request makes no key', async () => {
  const { appliance, accounts } = shop
  const by = {
    actor: staffActor(idOf('owner')),
    address: null,
    account: accounts.sandbox,
    staffId: idOf('owner'),
  }
  const request = { name: 'Late', scopes: ['disbursement:create'] } as const
  assertMayGiveScopes('owner', request.scopes)
  await appliance.store.write(tx => updateRole(tx, by.account.id, by.staffId, 'admin'))
  const before = await shop.rows()
  await expect(giveKey(appliance, by, request)).rejects.toMatchObject({
    reason: 'key_scopes_not_allowed',
    params: { scopes: 'disbursement:create' },
  })
  expect(changesBetween(before, await shop.rows())).toEqual({})
  await appliance.store.write(tx => updateRole(tx, by.account.id, by.staffId, 'owner'))
})

test('an owner who has just claimed the server makes the first key without entering the password again', async () => {
  const box = await openUnclaimedServer()
  const code = await newClaimCode(box.appliance)
  const claim = { code, store: 'Duka', name: 'Asha', email: 'asha@duka.co.tz', password }
  const claimed = await box.request({ path: '/api/v1/setup/claim', json: claim })
  expect(claimed.status).toBe(201)
  const headers = { cookie: claimed.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  const first = { path: '/api/v1/keys', json: { name: 'First key', scopes }, headers }
  expect((await box.request(first)).status).toBe(201)
  box.advance(301_000)
  expect((await box.request(first)).json).toMatchObject(errorBody('confirmation_required'))
  await box.close()
})

test('the person who created a key is shown with it', async () => {
  const made = await asks('developer', making(['metrics:read']))
  const created_by = { type: 'staff', id: idOf('developer'), till_id: null, name: 'developer' }
  expect(at(made, 'data.created_by')).toEqual(created_by)
  expect(at(await asks('owner', { path: '/api/v1/keys' }), 'data.0')).toMatchObject({ created_by })
})

describe('the password must be entered again', () => {
  const renew = { method: 'POST', path: '/api/v1/settings/webhook-secret/regenerate' }
  test.each(['owner', 'admin', 'developer'] as const)(
    'before %s replaces the webhook signing key',
    async role => {
      const before = await shop.rows()
      expect((await asks(role, renew)).json).toMatchObject(errorBody('confirmation_required'))
      expect(changesBetween(before, await shop.rows())).toEqual({})
      await confirms(role)
      expect((await asks(role, renew)).status).toBe(200)
    },
  )

  const inviting = (role: Role) => ({ path: '/api/v1/invitations', json: { name: 'Juma', role } })
  test('before an owner is invited, and for no other role', async () => {
    expect((await asks('owner', inviting('owner'))).json).toMatchObject(errorBody('confirmation_required'))
    for (const role of ['admin', 'developer', 'cashier'] as const)
      expect((await asks('owner', inviting(role))).status).toBe(201)
    expect((await asks('admin', inviting('owner'))).json).toMatchObject(errorBody('insufficient_scope'))
    await confirms('owner')
    expect((await asks('owner', inviting('owner'))).status).toBe(201)
  })

  test('before a person is made an owner', async () => {
    const change = (role: Role) => ({
      method: 'PATCH',
      path: `/api/v1/staff/${idOf('cashier')}`,
      json: { role },
    })
    expect((await asks('owner', change('owner'))).json).toMatchObject(errorBody('confirmation_required'))
    expect((await asks('admin', change('owner'))).json).toMatchObject(errorBody('insufficient_scope'))
    await confirms('owner')
    expect((await asks('owner', change('owner'))).status).toBe(200)
    expect((await asks('owner', change('cashier'))).status).toBe(200)
  })
})

describe('an owner’s PIN and permissions', () => {
  const setPin = (by: Role, of: Role) =>
    asks(by, { method: 'PUT', path: `/api/v1/staff/${idOf(of)}/pin`, json: { pin: '4071' } })
  const setGrant = (by: Role, of: Role) =>
    asks(by, { method: 'PUT', path: `/api/v1/staff/${idOf(of)}/grants`, json: { confirm_manually: false } })

  test('cannot be set by an admin', async () => {
    const before = await shop.rows()
    for (const set of [setPin, setGrant]) {
      const answer = await set('admin', 'owner')
      expect(answer.json).toMatchObject({
        ...errorBody('insufficient_scope', 'owner_pin_not_allowed'),
        code: 403,
      })
    }
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('can be set by the owner and by another owner', async () => {
    expect((await setPin('owner', 'owner')).status).toBe(200)
    const asha = textAt(await shop.request({ as: 'owner', path: '/api/v1/me' }), 'data.staff.id')
    const path = `/api/v1/staff/${asha}/pin`
    expect((await asks('owner', { method: 'PUT', path, json: { pin: '4071' } })).status).toBe(200)
    expect((await asks('admin', { method: 'PUT', path, json: { pin: '4071' } })).status).toBe(403)
  })

  test('of all other people can be set by an admin', async () => {
    for (const of of ['admin', 'developer', 'cashier'] as const) {
      expect((await setPin('admin', of)).status).toBe(200)
      expect((await setGrant('admin', of)).status).toBe(200)
    }
  })
})

describe('when a key was last used', () => {
  const usedAt = async (id: string) => {
    const list = at(await asks('owner', { path: '/api/v1/keys' }), 'data')
    return Reflect.get(
      Object([list].flat().find(one => Reflect.get(Object(one), 'id') === id)),
      'last_used_at',
    )
  }
  const rowsOf = async () => (await shop.rows()).get('key_use')?.length
  const now = () => new Date(shop.appliance.world.clock.now()).toISOString()

  test('is published immediately, and written by no request', async () => {
    const made = await asks('owner', making(['collection:read']))
    const id = textAt(made, 'data.id')
    expect(at(made, 'data.last_used_at')).toBeNull()
    expect(await usedAt(id)).toBeNull()
    const before = await shop.rows()
    const use = () =>
      shop.request({ path: '/v1/payments?limit=1', headers: bearer(textAt(made, 'data.key')) })
    expect((await use()).status).toBe(200)
    const first = now()
    expect(await usedAt(id)).toBe(first)
    expect(changesBetween(before, await shop.rows())).toEqual({})

    // The job loop stores it, for all keys in one write, and not again within the minute.
    const { appliance } = shop
    const writes: string[] = []
    const store = {
      ...appliance.store,
      write: ((work, ...rest) => {
        writes.push('write')
        return appliance.store.write(work, ...rest)
      }) as typeof appliance.store.write,
    }
    await appliance.keyUses.save(store)
    expect(writes).toHaveLength(1)
    expect(await rowsOf()).toBeGreaterThan(0)
    expect(await usedAt(id)).toBe(first)
    shop.advance(10_000)
    await use()
    await appliance.keyUses.save(store)
    expect(writes).toHaveLength(1)
    expect(await usedAt(id)).toBe(now())
    const second = now()
    shop.advance(50_000)
    await appliance.keyUses.save(store)
    expect(writes).toHaveLength(2)
    expect(await usedAt(id)).toBe(second)
    shop.advance(60_000)
    await appliance.keyUses.save(store)
    expect(writes).toHaveLength(2)
  })

  test('is kept when the server stops', async () => {
    const made = await asks('owner', making(['collection:read']))
    await shop.request({ path: '/v1/payments?limit=1', headers: bearer(textAt(made, 'data.key')) })
    const id = textAt(made, 'data.id')
    await newJobLoop(shop.appliance, () => {}).stop()
    expect([...((await shop.rows()).get('key_use') ?? [])].some(row => row.includes(id))).toBe(true)
  })

  test('stays null for a wrong key, and for a key of another account', async () => {
    const id = textAt(await asks('owner', making(['collection:read'])), 'data.id')
    await shop.request({ path: '/v1/payments', headers: bearer('kn_test_nobodys') })
    expect(await usedAt(id)).toBeNull()
    expect((await asks('owner', { path: '/api/v1/keys' }, 'live')).text).not.toContain(id)
  })
})
