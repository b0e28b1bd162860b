// People and logins on a real PostgreSQL while another program's transactions are in the way: what ends with
// a deadlock or a serialisation failure runs again, and who logs in never sees it. `bun run test:postgres`
// runs it; elsewhere it is skipped.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import type { Login } from '../../src/login/login.ts'
import { openLogin } from '../../src/login/open-login.ts'
import { runsMax } from '../../src/store/postgres/error.ts'
import { openStaffPool, type StaffPool } from '../../src/store/postgres/staff.ts'
import {
  type ConflictingProgram,
  conflictCases,
  conflictPlaces,
  openConflicting,
} from '../kit/postgres-conflict.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { after, outcome, until } from '../kit/wait.ts'

const asha = { name: 'Asha', email: 'asha@duka.co.tz', password: 'siri-kubwa' }
const unavailable = { error: expect.objectContaining({ reason: 'database_unavailable' }) }
const add = (
  table: string,
) => `insert into ${table} (id, name, email, "emailVerified", "createdAt", "updatedAt")
  values ($1, $1, $1, false, now(), now())`
const rename = (id: string, more: string) =>
  `update staff."user" set name = name || ' ${more}' where id = '${id}'`

describe.skipIf(!testServer)('another program is in the way of people and logins', () => {
  let pool: StaffPool
  let login: Login
  let other: ConflictingProgram
  beforeEach(async () => {
    assert(testServer, 'skipped without a server')
    const url = newPostgresDatabase(testServer)
    other = await openConflicting(url)
    pool = await openStaffPool(url, after)
    login = await openLogin({
      place: pool,
      secret: 'a secret of this test, forty letters long',
      mayUseHost: () => true,
      secureCookies: false,
      idleSeconds: 43_200,
    })
  })
  afterEach(async () => {
    await login.close()
    await other.close()
  })
  const people = async () => (await other.rows('select name from staff."user" order by name')).flat()
  const addPeople = async (...ids: string[]) => {
    for (const id of ids) await other.rows(add('staff."user"'), [id])
  }

  test.each(conflictCases)('a %s at %s is not seen', async (conflict, place) => {
    await other.fail(['staff."user"', 'insert'], 1, [conflict, place])
    const { id } = await login.createStaff(asha)
    expect(await login.check(asha, '192.168.1.77')).toMatchObject({ id })
    expect(await people()).toEqual(['Asha'])
    expect(await other.tries()).toBe(2)
  })

  test('one that does not end is reported as unavailable', async () => {
    await other.fail(['staff."user"', 'insert'], 1_000)
    expect(await outcome(login.createStaff(asha))).toEqual(unavailable)
    expect([await other.tries(), await people()]).toEqual([runsMax, []])
  })

  describe('a transaction', () => {
    test.each(conflictPlaces)('runs again, all of it, after a failure at %s', async place => {
      await other.fail(['staff."user"', 'insert'], 1, ['serialisation failure', place])
      const client = await pool.connect()
      await client.query('begin')
      const verification = 'insert into "verification" values ($1, $2, $3, now(), now(), now())'
      await client.query(verification, ['v', 'who', 'x'])
      await client.query(add('"user"'), ['juma'])
      expect(await client.query('commit')).toMatchObject({ command: 'COMMIT' })
      client.release()
      expect(await people()).toEqual(['juma'])
      expect(await other.rows('select id from staff."verification"')).toEqual([['v']])
    })

    test('that waits for one that waits for it runs again when that is done', async () => {
      await addPeople('a', 'b')
      await other.run('begin')
      await other.run(rename('b', 'other'))
      const client = await pool.connect()
      await client.query('begin')
      await client.query(rename('a', 'ours'))
      const others = other.run(rename('a', 'other'))
      const waiting = 'select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0'
      await until(async () => (await other.rows(waiting)).length > 0)
      const ours = client.query(rename('b', 'ours'))
      await others
      await other.run('commit')
      expect(await ours).toMatchObject({ rowCount: 1 })
      await client.query('commit')
      client.release()
      expect(await people()).toEqual(['a other ours', 'b other ours'])
    })

    /** Reads, lets another one change the row, and then changes it; the transaction sees one moment. */
    async function changeAfter(read: string) {
      await addPeople('u')
      const client = await pool.connect()
      await client.query('start transaction isolation level repeatable read')
      await client.query(read)
      await other.run(rename('u', 'other'))
      const result = await outcome(client.query(rename('u', 'ours')))
      const ended = await client.query('error' in result ? 'rollback' : 'commit')
      client.release()
      return { result, ended: ended.command }
    }

    test('that gets the same answers when it runs again goes on', async () => {
      const result = { value: expect.objectContaining({ rowCount: 1 }) }
      expect(await changeAfter('select count(*) from "user"')).toEqual({ result, ended: 'COMMIT' })
      expect(await people()).toEqual(['u other ours'])
    })

    test('that gets another answer when it runs again ends: its decision may be wrong', async () => {
      expect(await changeAfter('select name from "user"')).toEqual({ result: unavailable, ended: 'ROLLBACK' })
      expect(await people()).toEqual(['u other'])
    })

    test('is not repeated once it has ended', async () => {
      await addPeople('u')
      const client = await pool.connect()
      await client.query('begin')
      await client.query(rename('u', 'ours'))
      await client.query('commit')
      await other.fail(['staff."user"', 'insert'], 1)
      expect(await outcome(client.query(add('"user"'), ['late']))).toEqual(unavailable)
      client.release()
      expect(await people()).toEqual(['u ours'])
    })
  })
})
