// Resetting a login: which owner of several is chosen, what ends, and how other people are let in again.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { CommandError } from '../../src/cli/client.ts'
import { resetMessage } from '../../src/cli/login-reset.ts'
import { resetOwner } from '../../src/cli/owner.ts'
import { resetStaff } from '../../src/cli/staff.ts'
import { insertMember } from '../../src/store/account.ts'
import { dropMember } from '../../src/store/staff.ts'
import { type EndpointShop, openEndpointShop, owner } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { totpOf } from '../kit/totp.ts'

let shop: EndpointShop
beforeEach(async () => {
  shop = await openEndpointShop()
})
afterEach(() => shop.close())

const juma = { name: 'Juma', email: 'juma@duka.co.tz', password: 'siri-ya-juma' }
const reset = (email?: string) => resetOwner(shop.appliance, shop.login, email)
const faultOf = (work: Promise<unknown>) =>
  work.then(String, error => (error instanceof CommandError ? error.message : String(error)))

test('with several owners it asks which one, and changes none', async () => {
  const { id } = await shop.login.createStaff(juma)
  const { live } = shop.accounts
  await shop.appliance.store.write(tx =>
    insertMember(tx, { staffId: id, accountId: live.id, role: 'owner', name: juma.name, createdAt: 0 }),
  )
  expect(await faultOf(reset())).toMatch(/^choose an owner with --email: .*asha@duka\.co\.tz.*/)
  expect(await faultOf(reset('neema@duka.co.tz'))).toContain('is no owner')
  expect(await shop.login.check(juma, 'test')).toBeDefined()
  const made = await reset('Juma@duka.co.tz')
  expect(await shop.login.check(juma, 'test')).toBeUndefined()
  expect(await shop.login.check({ ...juma, password: made.password }, 'test')).toMatchObject({ id })
  expect(await shop.login.check(owner, 'test')).toBeDefined()
  expect(resetMessage(made)).toContain(made.password)
  const entries = await shop.request({ as: 'owner of live', path: '/api/v1/audit-log?kind=owner.reset' })
  expect(at(entries, 'data.items')).toMatchObject([
    { actor: { type: 'server', id: null }, subject: id, address: null },
  ])
  expect(
    at(await shop.request({ as: 'owner', path: '/api/v1/audit-log?kind=owner.reset' }), 'data.total'),
  ).toBe(0)
})

test('ends the second factor and every login', async () => {
  const asked = { as: 'browser', headers: { origin: shop.url } } as const
  const begun = await shop.request({
    ...asked,
    path: '/api/auth/two-factor/enable',
    json: { password: owner.password },
  })
  const code = totpOf(textAt(begun, 'totpURI'))
  expect(
    (await shop.request({ ...asked, path: '/api/auth/two-factor/verify-totp', json: { code } })).status,
  ).toBe(200)
  const half = await shop.request({
    path: '/api/auth/sign-in/email',
    json: owner,
    headers: { origin: shop.url },
  })
  expect(half.json).toMatchObject({ twoFactorRedirect: true })
  const id = textAt(await shop.request({ as: 'owner', path: '/api/v1/me' }), 'data.staff.id')
  expect(await shop.login.logins(id)).toHaveLength(1)
  const { password } = await reset()
  expect(await shop.login.logins(id)).toEqual([])
  const entered = await shop.request({
    path: '/api/auth/sign-in/email',
    json: { ...owner, password },
    headers: { origin: shop.url },
  })
  expect(entered.json).toMatchObject({ user: { email: owner.email } })
})

test('a person of any role is let in again by their e-mail address, and the audit log shows it', async () => {
  const { id } = await shop.login.createStaff(juma)
  const { live, sandbox } = shop.accounts
  const member = { staffId: id, name: juma.name, createdAt: 0 }
  await shop.appliance.store.write(async tx => {
    await insertMember(tx, { ...member, accountId: live.id, role: 'owner' })
    await insertMember(tx, { ...member, accountId: sandbox.id, role: 'developer' })
  })
  expect(await faultOf(resetStaff(shop.appliance, shop.login, 'zuhura@duka.co.tz'))).toStartWith(
    'no login has the e-mail zuhura@duka.co.tz',
  )
  const made = await resetStaff(shop.appliance, shop.login, 'Juma@duka.co.tz')
  expect(made).toMatchObject({ name: 'Juma', email: juma.email })
  expect(await shop.login.check(juma, 'test')).toBeUndefined()
  expect(await shop.login.check({ ...juma, password: made.password }, 'test')).toMatchObject({ id })
  expect(await shop.login.check(owner, 'test')).toBeDefined()
  const kindsOf = async (as: 'owner' | 'owner of live') => {
    const entries = await shop.request({ as, path: '/api/v1/audit-log' })
    return [at(entries, 'data.items')]
      .flat()
      .filter(entry => Reflect.get(Object(entry), 'subject') === id)
      .map(entry => Reflect.get(Object(entry), 'kind'))
  }
  expect([await kindsOf('owner of live'), await kindsOf('owner')]).toEqual([['owner.reset'], ['staff.reset']])
})

test('a server whose owners have no login is not taken for one without an owner', async () => {
  const id = textAt(await shop.request({ as: 'owner', path: '/api/v1/me' }), 'data.staff.id')
  const { live, sandbox } = shop.accounts
  const member = { staffId: 'by-pin', name: 'Zawadi', role: 'owner', createdAt: 0 } as const
  await shop.appliance.store.write(async tx => {
    for (const accountId of [live.id, sandbox.id]) {
      await dropMember(tx, accountId, id)
      await insertMember(tx, { ...member, accountId })
    }
  })
  expect(await faultOf(reset())).toStartWith('no owner has a login, only a PIN')
})
