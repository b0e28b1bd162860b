// Executables that start together on one empty PostgreSQL database: its tables are made once, one of them
// sets up the shop, and those with another secret key stop. `bun run test:postgres` runs it; elsewhere it is
// skipped.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { migrations, staffMigrations } from '../../migrations/list.ts'
import { assert } from '../../src/domain/fault.ts'
import { locks } from '../../src/store/postgres/lock.ts'
import { type Binary, startBinary } from '../kit/binary.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { until } from '../kit/wait.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-start-'))
afterAll(() => rmSync(root, { recursive: true }))
const names = ['a', 'b', 'c', 'd']

describe.skipIf(!testServer)('executables that start together on an empty database', () => {
  let url: string
  let database: SQL
  let nodes: Binary[]
  beforeEach(async () => {
    assert(testServer, 'skipped without a server')
    url = newPostgresDatabase(testServer)
    nodes = []
    database = new SQL({ url, max: 1 })
    await database.unsafe('drop schema public cascade; drop schema staff cascade; create schema public')
  })
  afterEach(async () => {
    await Promise.all(nodes.map(node => node.stop()))
    await database.close()
  })
  const rows = (text: string) => database.unsafe(text).values() as Promise<unknown[][]>

  /** Starts all nodes before the tables exist, and then before the shop does: none has the database alone. */
  async function startAll(keyOf: (name: string) => string) {
    const { space, node, migration, turn } = locks
    await rows(`select pg_advisory_lock_shared(${space}, ${node}), pg_advisory_lock(${space}, ${migration}),
      pg_advisory_lock(${space}, ${turn})`)
    const starting = names.map(name =>
      startBinary({
        data: join(root, name),
        env: { KAUNTA_DATABASE_URL: url, KAUNTA_SECRET_KEY_FILE: keyOf(name), KAUNTA_RATE_LIMIT: '0' },
      }).then(
        binary => {
          nodes.push(binary)
          return { name, binary, said: '' }
        },
        (error: Error) => ({ name, binary: undefined, said: error.message }),
      ),
    )
    for (const lock of [migration, turn]) {
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted and objid = ${lock}
        and database = (select oid from pg_database where datname = current_database())`
      await until(async () => (await rows(waiting)).length >= names.length)
      await rows(`select pg_advisory_unlock(${space}, ${lock})`)
    }
    return Promise.all(starting)
  }

  const keyIn = (binary: Binary) => /Bearer (\S+?)'/.exec(binary.output())?.[1]
  /** Returns the key that the first start prints at one of the nodes. */
  async function trialKey(): Promise<string> {
    for (;;) {
      const [key] = nodes.map(keyIn).filter(found => found !== undefined)
      if (key) return key
      await Bun.sleep(5)
    }
  }
  async function sell({ url: at }: Binary, key: string): Promise<number> {
    const answer = await fetch(`${at}/v1/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }),
    })
    return answer.status
  }

  test('with one key file: the tables and the shop are made once, and all of them sell', async () => {
    const folder = mkdtempSync(join(root, 'keys-'))
    const started = await startAll(() => join(folder, 'shared.key'))
    expect(started.map(({ said }) => said)).toEqual(['', '', '', ''])
    expect(readdirSync(folder)).toEqual(['shared.key'])
    expect(await rows('select count(*)::int from migration')).toEqual([[migrations.length]])
    expect(await rows('select count(*)::int from staff.migration')).toEqual([[staffMigrations.length]])
    expect(await rows('select mode from account')).toEqual([['sandbox']])
    const key = await trialKey()
    expect(await Promise.all(nodes.map(node => sell(node, key)))).toEqual([201, 201, 201, 201])
    expect(nodes.map(keyIn).filter(found => found !== undefined)).toEqual([key])
  }, 300_000)

  test('with a key each: one makes the shop, and the others stop because theirs is not its key', async () => {
    const keyOf = (name: string) => join(root, `${name}.key`)
    const started = await startAll(keyOf)
    const refused = started.filter(({ binary }) => !binary)
    expect(refused.map(({ said }) => said)).toEqual(
      refused.map(({ name }) =>
        expect.stringMatching(
          new RegExp(
            `, status 1:\nkaunta: ${keyOf(name)} is not the key of this database: .*another node.*\n$`,
          ),
        ),
      ),
    )
    expect(nodes).toHaveLength(1)
    expect(await rows('select mode from account')).toEqual([['sandbox']])
    const key = await trialKey()
    expect(await Promise.all(nodes.map(node => sell(node, key)))).toEqual([201])
  }, 300_000)
})
