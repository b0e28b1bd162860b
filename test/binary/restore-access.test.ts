// Who gets in after a restore, on the built binary: no earlier login or token, cashiers with their PIN only,
// and API keys as the command lists them.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Binary, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { readDoctor } from '../kit/doctor.ts'
import { owner } from '../kit/people.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-restore-access-')
let folders = 0
const newFolder = () => join(root, `data${folders++}`)

const ask = (box: Binary, headers: Record<string, string>, path: string, json?: object, method?: string) =>
  fetch(box.url + path, {
    method: method ?? (json ? 'POST' : 'GET'),
    headers: { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })
const tokenOf = async (box: Binary, key: string): Promise<string> =>
  (await (await ask(box, bearer(key), '/api/v1/auth/token', owner)).json()).data.token

async function cookieOf(box: Binary): Promise<string> {
  const answer = await ask(box, { origin: box.url }, '/api/auth/sign-in/email', owner)
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
}

interface Key {
  readonly id: string
  readonly hint: string
  readonly key: string
}
const newKey = async (box: Binary, token: string, name: string): Promise<Key> =>
  (await (await ask(box, bearer(token), '/api/v1/keys', { name, scopes: ['collection:read'] })).json()).data
const isKnown = async (box: Binary, { key }: Key) =>
  (await ask(box, bearer(key), '/v1/payments')).status === 200

/** Makes a back-up, and changes the shop after it: one key is revoked, another created. */
async function shopWithBackup() {
  const data = newFolder()
  const { sandbox_api_key: first } = await initBinary(data)
  const box = await startBinary({ data })
  const token = await tokenOf(box, first)
  const cookie = await cookieOf(box)
  const kept = await newKey(box, token, 'kept')
  const lost = await newKey(box, token, 'lost to a thief')
  expect((await ask(box, bearer(token), '/api/v1/tills', { name: 'Counter' })).status).toBe(201)
  const made = await runBinary(['backup', '--data', data, '--to', join(root, 'copies'), '--json'])
  const backup: string = JSON.parse(made.output).folder
  expect((await ask(box, bearer(token), `/api/v1/keys/${lost.id}`, undefined, 'DELETE')).status).toBe(200)
  const later = await newKey(box, token, 'later')
  expect(await box.stop()).toBe(0)
  return { data, backup, first, token, cookie, kept, lost, later }
}

function inFile<T>(file: string, work: (db: Database) => T): T {
  using db = new Database(file, { readwrite: true })
  return work(db)
}

test('a restore ends logins, trusted devices and tokens, and signs cashiers out of paired tills', async () => {
  const { backup, first, token, cookie } = await shopWithBackup()
  inFile(join(backup, 'kaunta.db'), db =>
    db.run("update till set hash = 'paired', staff_id = (select staff_id from member limit 1)"),
  )
  inFile(join(backup, 'staff.db'), db =>
    db.run(
      `insert into verification (id, identifier, value, expiresAt, createdAt, updatedAt)
       select 'trusted', 'trust-device-x', id, '2999-01-01T00:00:00.000Z', createdAt, createdAt from user`,
    ),
  )
  const data = newFolder()
  expect(await runBinary(['restore', backup, '--data', data])).toMatchObject({ code: 0, log: '' })
  const box = await startBinary({ data })
  expect((await ask(box, { cookie }, '/api/v1/me')).status).toBe(401)
  expect((await ask(box, bearer(token), '/api/v1/me')).status).toBe(401)
  const fresh = await tokenOf(box, first)
  expect((await ask(box, bearer(fresh), '/api/v1/me')).status).toBe(200)
  expect((await ask(box, { cookie: await cookieOf(box) }, '/api/v1/me')).status).toBe(200)
  const entries = await (await ask(box, bearer(fresh), '/api/v1/audit-log?kind=data.restored')).json()
  expect(entries.data.items).toMatchObject([
    {
      actor: { type: 'server' },
      address: null,
      detail: { copied_at: expect.stringMatching(/^\d{4}-.*Z$/), live_keys: 3 },
    },
  ])
  expect(await box.stop()).toBe(0)
  expect(inFile(join(data, 'kaunta.db'), db => db.query('select hash, staff_id from till').values())).toEqual(
    [['paired', null]],
  )
  expect(inFile(join(data, 'staff.db'), db => db.query('select id from verification').values())).toEqual([])
  expect(readDoctor(await runBinary(['doctor', '--data', data, '--json'])).code).toBe(0)
})

test('a restore lists each valid API key, and what it cannot know', async () => {
  const { backup, kept, lost, later } = await shopWithBackup()
  const data = newFolder()
  const { output } = await runBinary(['restore', backup, '--data', data])
  for (const key of [kept, lost]) expect(output).toContain(key.hint)
  for (const text of [later.hint, kept.key]) expect(output).not.toContain(text)
  expect(output).toMatch(
    /API keys created after \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ no longer work\. Keys revoked after that work again:/,
  )
  expect(output).toMatch(/ {2}Duka la Asha \(live\) +lost to a thief +\S+ +created \S+Z +never used\n/)
  const box = await startBinary({ data })
  expect(await Promise.all([kept, lost, later].map(key => isKnown(box, key)))).toEqual([true, true, false])
  expect(await box.stop()).toBe(0)
})

test('a restore next to the former data folder revokes the keys that were revoked there', async () => {
  const { data: former, backup, kept, lost, later } = await shopWithBackup()
  const data = newFolder()
  const restored = await runBinary(['restore', backup, '--data', data, '--former', former, '--json'])
  expect(restored).toMatchObject({ code: 0, log: '' })
  const { keys, chain } = JSON.parse(restored.output)
  expect(chain).toEqual({ number: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const named = (key: Key, name: string) => expect.objectContaining({ name, hint: key.hint })
  expect(keys.revoked).toEqual([named(lost, 'lost to a thief')])
  expect(keys.missing).toEqual([named(later, 'later')])
  expect(keys.live).toContainEqual(named(kept, 'kept'))
  expect(keys.live).not.toContainEqual(named(lost, 'lost to a thief'))
  const box = await startBinary({ data })
  expect(await Promise.all([kept, lost, later].map(key => isKnown(box, key)))).toEqual([true, false, false])
  expect(await box.stop()).toBe(0)
})

test('a former folder that cannot be read stops a restore before it begins', async () => {
  const { backup } = await shopWithBackup()
  const data = newFolder()
  const { code, log } = await runBinary(['restore', backup, '--data', data, '--former', root])
  expect([code, log]).toEqual([1, `kaunta: ${root} is no data folder: it has no kaunta.db\n`])
  expect(existsSync(data)).toBe(false)
})
