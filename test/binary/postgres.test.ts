// Nodes on one PostgreSQL database, one after another: each has its own data folder, and they share the
// secret key. `bun run test:postgres` runs it; elsewhere it is skipped.
import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { freePort, type Initial, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-nodes-')
const [first, second, third] = ['first', 'second', 'third'].map(name => join(root, name)) as [
  string,
  string,
  string,
]
const keyFile = join(root, 'shared.key')

describe.skipIf(!testServer)('nodes on one database', () => {
  let env: Record<string, string>
  let made: Initial
  beforeAll(async () => {
    assert(testServer, 'skipped without a server')
    env = { KAUNTA_DATABASE_URL: newPostgresDatabase(testServer), KAUNTA_SECRET_KEY_FILE: keyFile }
    made = await initBinary(first, env)
  })

  const logIn = (url: string) =>
    fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    })
  const personOf = async (url: string, cookie: string) => {
    const answer = await fetch(`${url}/api/auth/get-session`, { headers: { cookie } })
    return Object(await answer.json())?.user?.email
  }
  const serve = (data: string, more: Record<string, string | undefined> = {}) =>
    runBinary(['serve', '--data', data, '--host', '127.0.0.1', '--port', String(freePort())], {
      env: { ...env, ...more } as Record<string, string>,
    })

  test('the first makes the key, for its owner alone, and nothing of it is in the data folder', () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(readdirSync(first)).toEqual([])
  })

  test('the second knows the login that the first one made, and the first no login that the second ended', async () => {
    const one = await startBinary({ data: first, env })
    const signedIn = await logIn(one.url)
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect([signedIn.status, await personOf(one.url, cookie)]).toEqual([200, owner.email])
    expect(await one.stop()).toBe(0)

    const two = await startBinary({ data: second, env })
    expect(await personOf(two.url, cookie)).toBe(owner.email)
    expect((await logIn(two.url)).status).toBe(200)
    const headers = { authorization: `Bearer ${made.api_key}` }
    expect((await fetch(`${two.url}/v1/payments`, { headers })).status).toBe(200)
    const out = { cookie, origin: two.url, 'content-type': 'application/json' }
    expect(
      (await fetch(`${two.url}/api/auth/sign-out`, { method: 'POST', headers: out, body: '{}' })).status,
    ).toBe(200)
    await two.stop()

    const again = await startBinary({ data: first, env })
    expect(await personOf(again.url, cookie)).toBeUndefined()
    await again.stop()
    for (const folder of [first, second]) expect(readdirSync(folder)).toEqual([])
  })

  test('one without the key, or with another, is refused with a cure', async () => {
    const missing = join(root, 'missing.key')
    expect(await serve(third, { KAUNTA_SECRET_KEY_FILE: missing })).toEqual({
      code: 1,
      output: '',
      log: expect.stringMatching(/^kaunta: .*missing\.key is missing: .*copy it from another node.*\n$/),
    })
    expect(existsSync(missing)).toBe(false)
    const foreign = {
      KAUNTA_DATABASE_URL: newPostgresDatabase(testServer ?? ''),
      KAUNTA_SECRET_KEY_FILE: join(root, 'foreign.key'),
    }
    await initBinary(join(root, 'elsewhere'), foreign)
    expect(await serve(third, { KAUNTA_SECRET_KEY_FILE: foreign.KAUNTA_SECRET_KEY_FILE })).toEqual({
      code: 1,
      output: '',
      log: expect.stringMatching(
        /^kaunta: .*foreign\.key is not the key of this database: .*another node.*\n$/,
      ),
    })
  })

  test('a key that others can read is taken away from them', async () => {
    chmodSync(keyFile, 0o644)
    await (await startBinary({ data: second, env })).stop()
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  })

  test('a dump that is restored elsewhere is noticed: payouts wait for an owner, logins end, numbers go on', async () => {
    const one = await startBinary({ data: first, env })
    const cookie = (await logIn(one.url)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const key = { authorization: `Bearer ${made.sandbox_api_key}`, 'content-type': 'application/json' }
    const sale = JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } })
    const sell = async (url: string) =>
      Object(await (await fetch(`${url}/v1/payments`, { method: 'POST', headers: key, body: sale })).json())
        .data
    await sell(one.url)
    await one.stop()

    const url = new URL(env.KAUNTA_DATABASE_URL ?? '')
    const copied = url.pathname.slice(1)
    const server = new Bun.SQL({ url: testServer ?? '', max: 1 })
    await server.unsafe(`create database ${copied}_copy template ${copied}`)
    await server.close()
    url.pathname += '_copy'
    const restored = { ...env, KAUNTA_DATABASE_URL: url.href }

    const overviewOf = async (box: { url: string }) => {
      const { data } = Object(
        await (
          await fetch(`${box.url}/api/v1/auth/token`, {
            method: 'POST',
            headers: { ...key, authorization: `Bearer ${made.api_key}` },
            body: JSON.stringify(owner),
          })
        ).json(),
      )
      const headers = { authorization: `Bearer ${data.token}` }
      return Object(await (await fetch(`${box.url}/api/v1/overview`, { headers })).json()).data
    }
    for (let start = 0; start < 2; start++) {
      const two = await startBinary({ data: second, env: restored })
      expect(await personOf(two.url, cookie)).toBeUndefined()
      const notices = (await overviewOf(two)).attention.owner_notices
      expect(notices.map(({ kind }: { kind: string }) => kind)).toEqual(['data_restored'])
      expect(await sell(two.url)).toMatchObject({ status: 'pending' })
      await two.stop()
    }
    const rows = new Bun.SQL({ url: url.href, max: 1 })
    const numbers: unknown[] = (
      await rows.unsafe('select number from payment order by number').values()
    ).flat()
    await rows.close()
    expect(numbers.map(Number).map(number => number > 1_000_000)).toEqual([false, true, true])

    const again = await startBinary({ data: first, env })
    expect(await personOf(again.url, cookie)).toBe(owner.email)
    expect((await overviewOf(again)).attention.owner_notices).toEqual([])
    await again.stop()
  }, 300_000)
})

test('a shared key without a database is refused: the back-ups of a data folder hold its own', async () => {
  const env = { KAUNTA_SECRET_KEY_FILE: keyFile }
  const data = join(root, 'alone')
  expect(await runBinary(['serve', '--data', data, '--port', String(freePort())], { env })).toEqual({
    code: 1,
    output: '',
    log: expect.stringMatching(
      /^kaunta: KAUNTA_SECRET_KEY_FILE must be empty without KAUNTA_DATABASE_URL.*\n$/,
    ),
  })
  expect(existsSync(data)).toBe(false)
})
