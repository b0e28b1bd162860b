// The health of the server in the API: what `kaunta doctor` finds, gathered beside the sales.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { makePrivate } from '../../src/store/private.ts'
import { type EndpointShop, openEndpointShop, qr } from '../kit/endpoint.ts'

let box: EndpointShop
beforeAll(async () => {
  box = await openEndpointShop()
  makePrivate(box.folder)
})
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
  expect(wrong(found)).toEqual([])
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

test('two who ask at once are answered by one look', async () => {
  const [one, other] = await Promise.all([look(), look()])
  expect(one).toEqual(other)
})

test('a balance without postings, and jobs that do not run', async () => {
  const db = new Database(join(box.folder, 'kaunta.db'))
  db.run('pragma busy_timeout = 5000')
  db.run("insert into balance select id, 'available', 5000 from account limit 1")
  db.close()
  box.flags.ready = false
  expect(wrong(await look())).toEqual(['ledger_wrong', 'port_unready'])
  box.flags.ready = true
})
