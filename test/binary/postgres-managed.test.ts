// Kaunta on a PostgreSQL server as managed services have them: TLS with its own authority, a password whose
// characters mean something else in an address, and a role that only owns its database.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Binary, freePort, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { type ManagedPlace, openManagedCluster } from '../kit/managed-cluster.ts'
import { tillOf } from '../kit/node-till.ts'
import { owner } from '../kit/people.ts'
import { hasPostgres } from '../kit/postgres-cluster.ts'
import { proofTest } from '../kit/proof.ts'

describe.skipIf(!hasPostgres)('a managed server', () => {
  let place: ManagedPlace
  beforeAll(async () => {
    place = await openManagedCluster()
  }, 300_000)
  afterAll(() => place?.remove())

  const envOf = (url: string) => ({
    KAUNTA_DATABASE_URL: url,
    KAUNTA_SECRET_KEY_FILE: place.path('secret.key'),
    KAUNTA_RATE_LIMIT: '0',
  })
  const doctor = async (env: Record<string, string>) => {
    const words = ['doctor', '--data', place.path('doctor'), '--port', String(freePort()), '--json']
    const { code, output } = await runBinary(words, { env })
    const checks: { name: string; state: string; message: string; cure: string }[] = JSON.parse(output).checks
    return { code, unwell: checks.filter(({ state }) => state !== 'good') }
  }

  /** Sells and is paid; the owner logs in. */
  async function trade(box: Binary, key: string): Promise<void> {
    const till = tillOf(box, key)
    expect(await till.sell()).toBe('201')
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const path = `payments/${till.acknowledged[0]}`
    const pay = { method: 'POST', headers, body: JSON.stringify({ outcome: 'completed' }) }
    expect((await fetch(`${box.url}/v1/sandbox/${path}`, pay)).status).toBe(200)
    const status = async () =>
      Object(await (await fetch(`${box.url}/v1/${path}`, { headers })).json()).data.status
    while ((await status()) !== 'completed') await Bun.sleep(5)
    const json = { method: 'POST', headers, body: JSON.stringify(owner) }
    expect((await fetch(`${box.url}/api/v1/auth/token`, json)).status).toBe(200)
  }

  test('is set up, served and sold on, and the doctor finds it well', async () => {
    const url = place.url(await place.newDatabase())
    const env = envOf(url)
    const made = await initBinary(place.path('init'), env)
    const box = await startBinary({ data: place.path('node'), env })
    await trade(box, made.sandbox_api_key)
    expect(await doctor(env)).toEqual({ code: 0, unwell: [] })
    await box.stop()
    expect(`${box.log()}${box.output()}`).not.toContain('"level":"error"')
    for (const secret of [place.password, encodeURIComponent(place.password)])
      expect(`${box.log()}${box.output()}`).not.toContain(secret)
  }, 300_000)

  proofTest(
    'takes a shop from a folder, and gives it back',
    async () => {
      const folder = place.path('folder')
      const { sandbox_api_key: key } = await initBinary(folder)
      const before = await startBinary({ data: folder })
      await trade(before, key)
      await before.stop()
      const url = place.url(await place.newDatabase())
      const there = await runBinary(['move', '--from', folder, '--to', url])
      expect(there).toMatchObject({ code: 0, log: '' })
      expect(there.output).not.toContain(encodeURIComponent(place.password))
      const secret = `${folder}/secret.key`
      const env = { ...envOf(url), KAUNTA_SECRET_KEY_FILE: secret }
      const node = await startBinary({ data: place.path('moved'), env })
      await trade(node, key)
      expect(await doctor(env)).toEqual({ code: 0, unwell: [] })
      await node.stop()

      const back = place.path('back')
      expect(await runBinary(['move', '--from', url, '--to', back, '--key', secret])).toMatchObject({
        code: 0,
      })
      const after = await startBinary({ data: back })
      await trade(after, key)
      await after.stop()
    },
    60_000,
  )

  const wrong: Record<string, [address: () => Parameters<ManagedPlace['url']>[1], RegExp]> = {
    'another authority': [() => ({ authority: place.otherAuthority }), /certificate.*sslrootcert=/],
    'no authority': [() => ({ authority: '' }), /certificate.*sslrootcert=/],
    'a file that is not there': [() => ({ authority: '/nowhere/ca.pem' }), /\/nowhere\/ca\.pem/],
    'another host name': [() => ({ host: '127.0.0.1' }), /altnames.*as its certificate does/],
    'another password': [() => ({ password: 'guessed' }), /password authentication failed.*%25/],
    'no encryption': [() => ({ mode: 'disable', authority: '' }), /no encryption.*sslmode=verify-full/],
  }

  test.each(Object.entries(wrong))(
    '%s: a start and the doctor explain what to do',
    async (_, [address, words]) => {
      const env = envOf(place.url('managed_0', address()))
      const start = await runBinary(['serve', '--data', place.path('wrong'), '--port', String(freePort())], {
        env,
      })
      expect(start).toMatchObject({ code: 1, output: '' })
      expect(start.log).toMatch(/^kaunta: cannot open the database of KAUNTA_DATABASE_URL: .*\n$/)
      expect(start.log).toMatch(words)
      const { code, unwell } = await doctor(env)
      expect(code).toBe(2)
      expect(unwell).toMatchObject([{ name: 'database', state: 'bad' }])
      expect(`${unwell[0]?.message}; ${unwell[0]?.cure}`).toMatch(words)
    },
  )

  test('a start on a database that does not exist names createdb', async () => {
    const env = envOf(place.url('none'))
    const start = await runBinary(['serve', '--data', place.path('wrong'), '--port', '0'], { env })
    expect(start).toMatchObject({ code: 1, log: expect.stringMatching(/"none" does not exist.*createdb/) })
  })

  test('a password with reserved characters: the error shows how to write them, and not the password', async () => {
    for (const secret of ['half%', 'a%zz', 'open/door']) {
      const url = `postgres://shop:${secret}@localhost:${place.cluster.port}/managed_0?sslmode=verify-full`
      const words = { code: 1, output: '', log: expect.stringMatching(/^kaunta: .*% as %25.*\n$/) }
      for (const command of [['serve', '--port', '0'], ['doctor']]) {
        const ended = await runBinary([...command, '--data', place.path('wrong')], { env: envOf(url) })
        expect(ended).toEqual(words)
        expect(ended.log).not.toContain(secret)
      }
      const move = await runBinary(['move', '--from', place.path('folder'), '--to', url])
      expect(move).toEqual(words)
      expect(move.log).not.toContain(secret)
    }
  })

  proofTest(
    'whose password changes under a node: 503 with a reason, and sales once the node may come in again',
    async () => {
      const database = await place.newDatabase()
      const env = envOf(place.url(database))
      const made = await initBinary(place.path('changed'), {
        ...env,
        KAUNTA_SECRET_KEY_FILE: place.path('c.key'),
      })
      const box = await startBinary({
        data: place.path('changed-node'),
        env: { ...env, KAUNTA_SECRET_KEY_FILE: place.path('c.key') },
      })
      const till = tillOf(box, made.sandbox_api_key)
      expect(await till.sell()).toBe('201')
      await place.setPassword('another')
      await place.cluster.sql("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'")
      const refused = '503 database_unavailable'
      expect(new Set(await Promise.all([till.sell(), till.read(), till.ready()]))).toEqual(new Set([refused]))
      await place.setPassword(place.password)
      await till.until('201')
      await till.until('200', till.ready)
      await box.stop()
      expect(box.log()).not.toContain('a request failed')
    },
    60_000,
  )
})
