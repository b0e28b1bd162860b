// The health of the server in the API: the findings of `kaunta doctor`, collected while sales go on.
import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { makePrivate } from '../../src/store/folder/private.ts'
import { openEndpointShop, qr } from '../kit/endpoint.ts'

const box = await openEndpointShop()
makePrivate(box.folder)
afterAll(() => box.close())

interface Check {
  readonly name: string
  readonly state: string
  readonly reason: string
  readonly params: object
  readonly message: string
  readonly cure: string
}
async function look(): Promise<{ readonly checks: Check[]; readonly checked_at: string }> {
  const { status, json } = await box.request({ as: 'owner', path: '/api/v1/doctor' })
  expect(status).toBe(200)
  return Object(json).data
}
const wrong = ({ checks }: { readonly checks: readonly Check[] }) =>
  checks.flatMap(({ state, reason }) => (state === 'good' ? [] : [reason]))

test('all checks of a well server, with reasons and params', async () => {
  const found = await look()
  // Without a second place its back-ups are lost with its disk.
  expect(wrong(found)).toEqual(['second_lacking'])
  expect(found.checked_at).toMatch(/^2026-11-21T/)
  expect(found.checks.map(({ name }) => name)).toEqual([
    ...['disk', 'disk_speed', 'rights', 'secret_key', 'kaunta.db', 'ledger', 'records', 'staff.db'],
    ...['certificate', 'links', 'name', 'port', 'clock', 'backup', 'restore_drill', 'second_place'],
  ])
  expect(found.checks.find(({ reason }) => reason === 'name_found')).toEqual({
    name: 'name',
    state: 'good',
    reason: 'name_found',
    params: { name: 'kaunta.local' },
    message: 'devices in the network find it as kaunta.local',
    cure: '',
  })
})

test.each([
  ['http://192.168.1.11:8080', ['name_gone', 'second_lacking']],
  // The owner's certificate names it: a name is no address that a computer could lose.
  ['https://pay.duka.co.tz:8443', ['second_lacking']],
])('links that lead to %s', async (publicUrl, reasons) => {
  const before = box.flags.publicUrl
  box.flags.publicUrl = publicUrl
  expect(wrong(await look())).toEqual(reasons)
  box.flags.publicUrl = before
})

test('payments are created while the files are checked', async () => {
  let isDone = false
  const looking = look().finally(() => {
    isDone = true
  })
  let meanwhile = 0
  while (!isDone) {
    const { status } = await box.request({ as: 'sandbox', path: '/v1/payments', json: qr })
    expect(status).toBe(201)
    meanwhile++
  }
  await looking
  expect(meanwhile).toBeGreaterThan(1)
})

test('two parallel questions are answered by one look', async () => {
  const [one, other] = await Promise.all([look(), look()])
  expect(one).toEqual(other)
})

describe('rights', () => {
  const ask = async (path: string, json: object | undefined, method: string) => {
    const body = json && { json }
    const { status, json: answer } = await box.request({
      as: 'owner',
      path: `/api/v1${path}`,
      method,
      ...body,
    })
    expect(status).toBeLessThan(300)
    return Object(answer).data
  }
  const change = (statement: string) => {
    using db = new Database(join(box.folder, 'kaunta.db'))
    db.run('pragma busy_timeout = 5000')
    expect(db.run(statement).changes).toBe(1)
  }
  const problems = async () =>
    (await look()).checks.filter(({ name, state }) => name === 'records' && state !== 'good')

  test('that people give and take are in the audit log, and well', async () => {
    const key = { name: 'Duka', scopes: ['collection:read'] }
    await ask(`/keys/${(await ask('/keys', key, 'POST')).id}`, undefined, 'DELETE')
    await ask('/keys', key, 'POST')
    for (const [name, pin] of Object.entries({ Juma: '4719', Neema: '5820', Asha: '6931' })) {
      const { id } = await ask('/staff', { name, pin }, 'POST')
      if (name === 'Juma') await ask(`/staff/${id}`, { role: 'developer' }, 'PATCH')
      if (name === 'Neema') await ask(`/staff/${id}/grants`, { confirm_manually: true }, 'PUT')
      if (name === 'Asha') await ask(`/staff/${id}`, undefined, 'DELETE')
    }
    expect(await problems()).toEqual([])
  })

  const table: [what: string, change: string, back: string, wanted: RegExp][] = [
    [
      'more scopes of an API key',
      `update api_key set scopes = '["collection:read","disbursement:create"]' where name = 'Duka' and revoked_at is null`,
      `update api_key set scopes = '["collection:read"]' where name = 'Duka' and revoked_at is null`,
      /^API key \S+ may do collection:read disbursement:create, and it was created for collection:read$/,
    ],
    [
      'another secret of an API key',
      `update api_key set hash = 'x' || hash where name = 'Duka' and revoked_at is null`,
      `update api_key set hash = substr(hash, 2) where name = 'Duka' and revoked_at is null`,
      /^API key \S+ has another secret than it was created with$/,
    ],
    [
      'a revoked API key that works',
      `update api_key set revoked_at = null where revoked_at is not null`,
      `update api_key set revoked_at = 1 where id = (select min(id) from api_key where name = 'Duka')`,
      /^API key \S+ works, and the audit log says that it was revoked$/,
    ],
    [
      'another role',
      `update member set role = 'owner' where role = 'developer' and account_id in (select id from account where mode = 'sandbox')`,
      `update member set role = 'developer' where pin_hash is not null and role = 'owner' and account_id in (select id from account where mode = 'sandbox')`,
      /^\S+ is owner, and is developer by the audit log \(account acct_\w+\)$/,
    ],
  ]
  test.each(table)('%s in the file is found', async (_, made, back, wanted) => {
    change(made)
    const [found, ...more] = await problems()
    change(back)
    expect(more).toEqual([])
    expect(found?.reason).toBe('records_changed')
    expect(Object(found?.params).problem).toMatch(wanted)
    expect(await problems()).toEqual([])
  })
})

test('a balance without postings, and jobs that do not run', async () => {
  const db = new Database(join(box.folder, 'kaunta.db'))
  db.run('pragma busy_timeout = 5000')
  db.run("insert into balance select id, 'available', 5000 from account limit 1")
  db.close()
  box.flags.ready = false
  expect(wrong(await look())).toEqual(['ledger_wrong', 'port_unready', 'second_lacking'])
  box.flags.ready = true
})
