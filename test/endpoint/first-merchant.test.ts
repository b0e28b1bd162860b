// Routes of the whole server are for the owner and the admins of its first merchant: other merchants' owners
// get 403 with a reason, and see only their own metrics.
import { afterAll, describe, expect, test } from 'bun:test'
import type { Account } from '../../src/domain/account.ts'
import { insertAccount, listAccounts } from '../../src/store/account.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { testServer } from '../kit/store-database.ts'

const shop = await openEndpointShop()
const { login, accounts, appliance } = shop
const made = await shop.request({
  as: 'owner of live',
  path: '/api/v1/accounts',
  json: { name: 'Duka la pili' },
})
const owner = await login.findByEmail('asha@duka.co.tz')
const headersOn = async (accountId: string) => {
  const claims = { staffId: owner?.id ?? '', accountId, removals: 0 }
  return { authorization: `Bearer ${(await login.mintToken(claims, appliance.world.clock.now())).token}` }
}
/** The headers of an owner: of the first merchant's accounts, and of a further merchant's. */
const first = await Promise.all([accounts.live.id, accounts.sandbox.id].map(headersOn))
const second = await Promise.all(
  [textAt(made, 'data.account.id'), textAt(made, 'data.sandbox_account.id')].map(headersOn),
)
afterAll(() => shop.close())

describe.each(['GET', 'POST'])('%s /api/v1/backups', method => {
  test.skipIf(testServer !== undefined)('is the first merchant’s', async () => {
    for (const headers of first)
      expect((await shop.request({ method, path: '/api/v1/backups', headers })).status).toBeWithin(200, 202)
  })
  test('is 403 with a reason on another merchant’s accounts, also for an owner', async () => {
    for (const headers of second) {
      const before = await shop.rows()
      const answer = await shop.request({ method, path: '/api/v1/backups', headers })
      expect(answer.status).toBe(403)
      expect(answer.json).toMatchObject({ ...errorBody('forbidden'), reason: 'first_merchant_only' })
      expect(changesBetween(before, await shop.rows())).toEqual({})
    }
  })
})

test.skipIf(!testServer)(
  'a database has back-ups of its own: none is taken, and none announced',
  async () => {
    const headers = first[0] ?? {}
    const told = await shop.request({ path: '/api/v1/backups', headers })
    expect(told.json).toMatchObject({ data: { items: [], state: null, next_at: null, second_place: null } })
    for (const path of ['/api/v1/backups', '/api/v1/backups/drill']) {
      const before = await shop.rows()
      const refused = await shop.request({ method: 'POST', path, headers })
      expect(refused.status).toBe(409)
      expect(refused.json).toMatchObject({ ...errorBody('conflict'), reason: 'backup_without_disk' })
      expect(changesBetween(before, await shop.rows())).toEqual({})
    }
  },
)

test('the first merchant stays it when the clock was behind as another account was made', async () => {
  const { appliance, accounts } = shop
  const early: Account = { ...accounts.live, id: 'acct_000early', twinId: null, createdAt: 0 }
  await appliance.store.write(tx => insertAccount(tx, early))
  expect((await listAccounts(appliance.store.read)).at(-1)?.id).toBe(early.id)
  for (const headers of first)
    expect((await shop.request({ path: '/api/v1/backups', headers })).status).toBe(200)
})

test('the metrics of another merchant are those of its account', async () => {
  const namesIn = async (headers: Record<string, string> = {}) => {
    const { text } = await shop.request({ path: '/metrics', headers })
    return new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  }
  const [whole, part] = [await namesIn(first[0]), await namesIn(second[0])]
  // The disk of a database is another computer's.
  expect(whole).toContain(testServer ? 'kaunta_records_ok' : 'kaunta_disk_free_bytes')
  expect([...part].toSorted()).toEqual([
    'kaunta_addresses_paused',
    'kaunta_build',
    'kaunta_deliveries_abandoned',
    'kaunta_deliveries_oldest_seconds',
    'kaunta_deliveries_open',
    'kaunta_unknown_payments',
    'kaunta_unmatched_payments',
  ])
  expect(part.isSubsetOf(whole)).toBe(true)
})

test('a person reads where they may administer the server', async () => {
  const me = await shop.request({ path: '/api/v1/me', headers: first[0] ?? {} })
  const accounts = [at(me, 'data.accounts')].flat().map(one => Object(one))
  expect(accounts.map(account => [account.mode, account.name, account.server_admin])).toEqual([
    ['live', 'Duka la Asha', true],
    ['live', 'Duka la pili', false],
    ['sandbox', 'Duka la Asha', true],
    ['sandbox', 'Duka la pili', false],
  ])
})
