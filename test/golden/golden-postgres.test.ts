// Dumps of databases of each released schema, as the release wrote them: today's executable starts on each,
// brings its tables up to date, finds nothing wrong, lets its owner in and sells. The tables are then those
// of a new database.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { statSync, writeFileSync } from 'node:fs'
import { type Binary, freePort, runBinary, startBinary } from '../kit/binary.ts'
import { owner } from '../kit/people.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'
import { isProof } from '../kit/proof.ts'
import {
  countRows,
  type DumpFacts,
  dumpedVersions,
  dumpFactsOf,
  dumpOf,
  dumpSum,
  dumpText,
  newestVersions,
  readDump,
} from './golden.ts'

test('the newest tables have their golden dump', () => {
  if (!Bun.deepEquals(dumpedVersions().at(-1), newestVersions))
    throw new Error('migrations/list.ts has a new one: bun scripts/golden.ts makes its dump')
})

/**
 * Only nodes of the build that made these dumps use these. An upgrade keeps them, because such a node may
 * still be running.
 */
const retired = `
  drop function if exists take_turn, share_turn, payment_numbers;
  drop sequence if exists payment_number, payment_ms, payment_writer`

const ask = async ({ url }: Binary, credential: string, path: string, body?: object) => {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, data: Object(await answer.json()).data }
}

/** The oldest one takes all steps of the others. */
const tested = isProof ? dumpedVersions() : dumpedVersions().slice(0, 1)
describe.skipIf(!hasPostgres).each(tested)('a database of schema %i, staff %i', (...versions) => {
  const facts: DumpFacts = require(dumpFactsOf(versions))
  const database = 'golden'
  let place: ClusterPlace
  let env: Record<string, string>
  beforeAll(async () => {
    place = await openCluster()
    await place.cluster.sql(`create database ${database}`)
    await place.cluster.sql(readDump(versions), database)
    writeFileSync(place.path('secret.key'), Buffer.from(facts.secret_key, 'base64'), { mode: 0o600 })
    env = {
      KAUNTA_RATE_LIMIT: '0', // the sale is looked at every few milliseconds
      KAUNTA_DATABASE_URL: place.cluster.url(database),
      KAUNTA_SECRET_KEY_FILE: place.path('secret.key'),
    }
  }, 300_000)
  afterAll(() => place?.remove())
  const sql = (text: string) => place.cluster.sql(text, database)

  test('its migrations are those that it was made by', () => {
    if (facts.migrations !== dumpSum(versions))
      throw new Error(
        `a migration up to ${versions} has changed since ${dumpOf(versions)} was made. Released: never, add ` +
          'another migration. Not released yet: bun scripts/golden.ts',
      )
  })

  test('is brought up to date and sells: its owner sees every payment, its key reads old ones', async () => {
    expect(statSync(dumpOf(versions)).size).toBeLessThan(100_000)
    // A command brings it up to date and runs no jobs, which would end payments that are due.
    const listed = await runBinary(['network', 'list', '--data', place.path('node')], { env })
    expect([listed.code, listed.log]).toEqual([0, ''])
    expect(await countRows(sql)).toEqual(facts.rows)
    const server = await startBinary({ data: place.path('node'), env })
    const numbers = 'select (select max(number) from migration), (select max(number) from staff.migration)'
    expect((await sql(numbers)).map(row => row.map(Number))).toEqual([[...newestVersions]])

    const { data } = await ask(server, '', '/api/v1/auth/token', owner)
    const { accounts } = (await ask(server, data.token, '/api/v1/me')).data
    const sandbox = accounts.find(({ mode }: { mode: string }) => mode === 'sandbox')
    const inSandbox = await ask(server, '', '/api/v1/auth/token', { ...owner, account_id: sandbox.id })
    const { items } = (await ask(server, inSandbox.data.token, '/v1/payments?limit=100')).data
    const completed = items.filter(({ status }: { status: string }) => status === 'completed')
    expect(completed).toHaveLength(facts.rows['payment completed'] ?? 0)
    for (const { reference, amount } of items)
      expect((await ask(server, facts.api_key, `/v1/payments/${reference}`)).data.amount).toEqual(amount)

    const sale = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
    const made = await ask(server, facts.api_key, '/v1/payments', sale)
    expect([made.status, made.data.status]).toEqual([201, 'pending'])
    const path = `/v1/sandbox/payments/${made.data.reference}`
    expect((await ask(server, facts.api_key, path, { outcome: 'completed' })).status).toBe(200)
    const status = async () =>
      (await ask(server, facts.api_key, `/v1/payments/${made.data.reference}`)).data.status
    while ((await status()) !== 'completed') await Bun.sleep(5)
    expect(server.log()).not.toContain('"level":"error"')
    expect(await server.stop()).toBe(0)
    expect((await countRows(sql))['payment completed']).toBe(completed.length + 1)
  }, 300_000)

  test('has nothing that the doctor calls bad', async () => {
    const words = ['doctor', '--data', place.path('node'), '--port', String(freePort()), '--json']
    const { output } = await runBinary(words, { env })
    const { checks }: { checks: { name: string; state: string }[] } = JSON.parse(output)
    const stateOf = (name: string) => checks.find(check => check.name === name)?.state
    for (const name of ['database', 'rights', 'secret_key', 'ledger', 'records'])
      expect([name, stateOf(name)]).toEqual([name, 'good'])
    expect(checks.filter(({ state }) => state === 'bad')).toEqual([])
  })

  test('has the tables, functions and triggers of a new database', async () => {
    const fresh = await place.newShop()
    const server = await startBinary({ data: place.path('fresh'), env: fresh.env })
    await server.stop()
    await sql(retired)
    const [ours, theirs] = [database, fresh.database].map(name =>
      dumpText(place.cluster.url(name), '--schema-only'),
    )
    expect(ours).toBe(theirs ?? '')
  }, 300_000)
})
