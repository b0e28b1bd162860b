// Notices to owners: a change of the live webhooks by someone else, and a restore. The owners' overview shows
// them until one of them acknowledges it.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { recordRestore } from '../../src/flow/restore.ts'
import { insertMember } from '../../src/store/account.ts'
import { openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'

const acknowledgePath = '/api/v1/owner-notices/acknowledge'

/** Adds people to the live account other than its owner. */
async function addPerson(role: 'admin' | 'developer', name: string) {
  const { appliance, accounts, login, credentials } = shop
  const member = { staffId: `staff_live_${role}`, accountId: accounts.live.id, role, name, createdAt: 0 }
  await appliance.store.write(tx => insertMember(tx, member))
  credentials.set(`live ${role}`, async () => ({
    authorization: `Bearer ${(await login.mintToken({ ...member, removals: 0 }, appliance.world.clock.now())).token}`,
  }))
}
const set = (as: Who, json: object) => shop.request({ as, method: 'PATCH', path: '/api/v1/settings', json })
const changes = async (as: Who = 'owner of live') =>
  at(await shop.request({ as, path: '/api/v1/overview' }), 'data.attention.owner_notices') as unknown[]
const acknowledge = (id: unknown, as: Who = 'owner of live') =>
  shop.request({ as, path: acknowledgePath, json: { id } })
const lastAudit = async () =>
  at(await shop.request({ as: 'owner of live', path: '/api/v1/audit-log?limit=1' }), 'data.items.0')

const shop = await openEndpointShop()
await addRoles(shop)
await addPerson('developer', 'Neema')
await addPerson('admin', 'Juma')
afterAll(() => shop.close())
beforeEach(async () => {
  shop.advance(61_000)
  for (const change of await changes()) await acknowledge(Object(change).id)
  await set('owner of live', { webhook_url: null, webhook_hosts: [] })
})

describe('a change of the live webhooks', () => {
  test('by a developer is shown to owners until one acknowledges it', async () => {
    const answer = await set('live developer', { webhook_url: 'https://evil.example.com/hook?secret=1' })
    expect(answer.status).toBe(200)
    const [change] = await changes()
    expect(await changes()).toEqual([
      {
        id: expect.stringMatching(/^audit_/),
        kind: 'webhook_change',
        what: 'address',
        name: 'Neema',
        to: 'evil.example.com',
        created_at: new Date(shop.appliance.world.clock.now()).toISOString(),
      },
    ])
    expect(await changes('live developer')).toEqual([])
    expect(await changes('live admin')).toEqual([])
    expect(at(await shop.request({ as: 'live', path: '/api/v1/overview' }), 'data.attention')).toMatchObject({
      owner_notices: [],
    })

    const { id } = Object(change)
    for (const as of ['live developer', 'live admin', 'live'] as const)
      expect((await acknowledge(id, as)).status).toBe(403)
    // The owner of another account acknowledges nothing here.
    expect((await acknowledge(id, 'owner')).status).toBe(200)
    expect(await changes()).toHaveLength(1)

    expect((await acknowledge(id)).json).toEqual({ code: 200, message: 'acknowledged' })
    expect(await changes()).toEqual([])
    expect(await lastAudit()).toMatchObject({ kind: 'notice.acknowledged', subject: id })
    const again = await acknowledge(id)
    expect([again.status, await changes()]).toEqual([200, []])
  })

  test('of the signing key, the allowed hosts and a profile’s address: each one, oldest first', async () => {
    await shop.request({
      as: 'live developer',
      method: 'POST',
      path: '/api/v1/settings/webhook-secret/regenerate',
    })
    await set('live admin', { webhook_hosts: ['hooks.example.com', '192.168.1.0/24'] })
    const made = await shop.request({
      as: 'live admin',
      path: '/api/v1/profiles',
      json: { name: 'Side', webhook_url: 'https://one.example.com/hook' },
    })
    const profile = `/api/v1/profiles/${textAt(made, 'data.id')}`
    await shop.request({ as: 'live admin', method: 'PATCH', path: profile, json: { name: 'Other side' } })
    await shop.request({ as: 'live admin', method: 'PATCH', path: profile, json: { webhook_url: null } })
    expect(await lastAudit()).toMatchObject({
      kind: 'profile.webhook_changed',
      detail: {
        name: 'Other side',
        changes: [{ field: 'webhook_url', from: 'https://one.example.com/hook', to: null }],
      },
    })
    expect(await changes()).toMatchObject([
      { what: 'key', name: 'Neema', to: null },
      { what: 'hosts', name: 'Juma', to: 'hooks.example.com, 192.168.1.0/24' },
      { what: 'profile_address', name: 'Juma', to: 'one.example.com' },
      { what: 'profile_address', name: 'Juma', to: null },
    ])
  })

  test('by an owner, of other settings, and of the sandbox, is in the audit log only', async () => {
    await set('owner of live', { webhook_url: 'https://own.example.com/hook' })
    await set('live admin', { city: 'Arusha' })
    expect((await set('developer', { webhook_url: 'https://try.example.com/hook' })).status).toBe(200)
    expect(await changes()).toEqual([])
    expect(await changes('owner')).toEqual([])
  })
})

test('a restore is shown to the owners of each account, with the keys that work again, until one acknowledges it', async () => {
  const { appliance, accounts, made } = shop
  const [copiedAt, createdAt] = [
    '2026-11-20T22:00:00.000Z',
    new Date(appliance.world.clock.now()).toISOString(),
  ]
  const { live } = await recordRestore(appliance, { copiedAt: Date.parse(copiedAt), former: undefined })
  const keysOf = (accountId: string) => live.filter(({ account }) => account.id === accountId).length
  const restored = (accountId: string) => ({
    id: expect.stringMatching(/^audit_/),
    kind: 'data_restored',
    copied_at: copiedAt,
    live_keys: keysOf(accountId),
    created_at: createdAt,
  })
  expect([keysOf(made.account.id), await changes()]).toEqual([1, [restored(accounts.live.id)]])
  expect(await changes('owner')).toEqual([restored(accounts.sandbox.id)])
  for (const as of ['live admin', 'live developer', 'live', 'cashier'] as const)
    expect((await changes(as)) ?? []).toEqual([])
  const [notice] = await changes()
  expect((await acknowledge(Object(notice).id)).status).toBe(200)
  expect(await changes()).toEqual([])
  expect(await lastAudit()).toMatchObject({ kind: 'notice.acknowledged', subject: Object(notice).id })
})
