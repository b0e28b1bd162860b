// People and logins on a real PostgreSQL: its tables are those that better-auth wants, a second node knows
// what the first one made, and a connection that goes ends no login. test/store/login.test.ts runs there as
// well. `bun run test:postgres` runs it; elsewhere it is skipped.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { getMigrations } from 'better-auth/db/migration'
import { SQL } from 'bun'
import { staffMigrations } from '../../migrations/list.ts'
import { assert } from '../../src/domain/fault.ts'
import { newAuth } from '../../src/login/auth.ts'
import type { Login } from '../../src/login/login.ts'
import { openLogin } from '../../src/login/open-login.ts'
import { newThrottle } from '../../src/login/throttle.ts'
import { migrateStaff } from '../../src/store/postgres/migration.ts'
import { openSession } from '../../src/store/postgres/session.ts'
import { openStaffPool, type StaffPool } from '../../src/store/postgres/staff.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { after, outcome, settles } from '../kit/wait.ts'

const asha = { name: 'Asha', email: 'asha@duka.co.tz', password: 'siri-kubwa' }
const settings = {
  secret: 'a secret of this test, forty letters long',
  mayUseHost: () => true,
  secureCookies: false,
  idleSeconds: 43_200,
}
const home = 'http://192.168.1.10:8080'
const peer = '192.168.1.77'
const now = Date.UTC(2026, 10, 21, 9)
const withCookie = (cookie = '') =>
  new Request(`${home}/v1/payments`, { headers: { cookie: cookie.split(';')[0] ?? '' } })
const signIn = () =>
  new Request(`${home}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asha),
  })
const unavailable = { error: expect.objectContaining({ reason: 'database_unavailable' }) }

describe.skipIf(!testServer)('people and logins on PostgreSQL', () => {
  let url: string
  let pool: StaffPool
  let login: Login
  /** Another program on the same database. */
  let other: SQL
  beforeEach(async () => {
    assert(testServer, 'skipped without a server')
    url = newPostgresDatabase(testServer)
    pool = await openStaffPool(url, after)
    login = await openLogin({ ...settings, place: pool })
    other = new SQL({ url, max: 1 })
  })
  afterEach(async () => {
    await login.close()
    await other.close({ timeout: 0 })
  })

  const killOthers = () =>
    other.unsafe(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  const stored = async (name: string) =>
    (await other.unsafe(`select * from staff."${name}" order by 1`)) as Record<string, unknown>[]
  const allow = (isAllowed: boolean) =>
    other.unsafe(
      `update pg_database set datallowconn = ${isAllowed} where datname = '${new URL(url).pathname.slice(1)}'`,
    )

  describe('the tables', () => {
    test('are those that better-auth wants: another version may need another migration', async () => {
      const auth = newAuth(
        pool,
        { ...settings, place: pool },
        newThrottle(() => 0),
      )
      const { toBeCreated, toBeAdded } = await getMigrations(auth.options)
      expect([toBeCreated, toBeAdded]).toEqual([[], []])
    })

    test('of a newer Kaunta are refused', async () => {
      await other.unsafe("insert into staff.migration values (99, 'newer', 0)")
      const session = await openSession(url)
      expect(await outcome(migrateStaff(session, staffMigrations, 0))).toEqual({
        error: expect.objectContaining({ exitStatus: 4, message: expect.stringContaining('newer Kaunta') }),
      })
      session.end()
    })

    test('keep moments, flags and numbers as such, and what is secret hashed or sealed', async () => {
      const { id } = await login.createStaff(asha)
      await login.endLogins(id, now)
      await login.mintToken({ staffId: id, accountId: 'a', removals: 0 }, now)
      expect(await stored('user')).toEqual([
        expect.objectContaining({
          id,
          emailVerified: false,
          createdAt: expect.any(Date),
          tokensAfter: String(now / 1_000),
        }),
      ])
      const rows = JSON.stringify([await stored('account'), await stored('jwks')])
      expect(rows).not.toContain(asha.password)
      expect(rows).not.toContain('"d\\"')
    })
  })

  describe('a second node', () => {
    const secondLogin = async (secret = settings.secret) =>
      openLogin({ ...settings, secret, place: await openStaffPool(url, after) })

    test('with the same key knows person, login and token', async () => {
      const { id } = await login.createStaff(asha)
      const [cookie] = await login.cookiesFor(asha, withCookie(), peer)
      const claims = { staffId: id, accountId: 'a', removals: 0 }
      const { token } = await login.mintToken(claims, now)
      const second = await secondLogin()
      expect(await second.loginOf(withCookie(cookie))).toMatchObject({ staff: { id } })
      expect(await second.readToken(token, now)).toEqual(claims)
      expect(await second.check(asha, peer)).toMatchObject({ id })
      await second.endLogins(id, now)
      expect(await second.loginOf(withCookie(cookie))).toBeUndefined()
      await second.endLogins(id, now)
      const later = await second.mintToken(claims, now)
      await second.close()
      const third = await secondLogin()
      expect(await third.readToken(token, now)).toBeUndefined()
      expect(await third.readToken(later.token, now)).toEqual(claims)
      await third.close()
    })

    test('with another key takes no login of the first', async () => {
      await login.createStaff(asha)
      const [cookie] = await login.cookiesFor(asha, withCookie(), peer)
      const second = await secondLogin('another secret of this test, forty letters')
      expect(await second.loginOf(withCookie(cookie))).toBeUndefined()
      await second.close()
    })
  })

  test('end after a restore as docs/postgres.md describes: cookie and token are refused, and people log in again', async () => {
    const { id } = await login.createStaff(asha)
    const [cookie] = await login.cookiesFor(asha, withCookie(), peer)
    const { token } = await login.mintToken({ staffId: id, accountId: 'a', removals: 0 }, now)
    await other.unsafe('delete from staff.session; delete from staff.verification; delete from staff.jwks')
    const second = await openLogin({ ...settings, place: await openStaffPool(url, after) })
    expect(await second.loginOf(withCookie(cookie))).toBeUndefined()
    expect(await second.readToken(token, now)).toBeUndefined()
    expect(await second.check(asha, peer)).toMatchObject({ id })
    await second.close()
  })

  describe('a connection that goes', () => {
    test('while nothing runs costs nothing', async () => {
      const { id } = await login.createStaff(asha)
      const [cookie] = await login.cookiesFor(asha, withCookie(), peer)
      await killOthers()
      expect(await login.loginOf(withCookie(cookie))).toMatchObject({ staff: { id } })
      expect(await login.check(asha, peer)).toMatchObject({ id })
    })

    test('before a transaction costs nothing', async () => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query('commit')
      client.release()
      await killOthers()
      await client.query('begin')
      expect(await client.query('commit')).toMatchObject({ command: 'COMMIT' })
      client.release()
    })

    test('in a transaction: nothing of it is kept, and the next one is', async () => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query('insert into "user" values ($1, $2, $3, $4, null, $5, $6)', [
        'u1',
        'Juma',
        'juma@duka.co.tz',
        false,
        new Date(now),
        new Date(now),
      ])
      await killOthers()
      expect(await outcome(client.query('commit'))).toEqual(unavailable)
      client.release()
      expect(await stored('user')).toHaveLength(0)
      await login.createStaff(asha)
      expect(await stored('user')).toHaveLength(1)
    })

    test('to a database that lets nobody in is reported, and logins work again once it does', async () => {
      await login.createStaff(asha)
      await allow(false)
      await killOthers()
      expect(await outcome(login.check(asha, peer))).toEqual(unavailable)
      expect(await outcome(login.answer(signIn(), peer))).toEqual(unavailable)
      await allow(true)
      // A connection that was being opened before may still be refused, and a write is then not repeated.
      await settles(
        () => outcome(login.check(asha, peer)),
        shown => expect(shown).toMatchObject({ value: { name: 'Asha' } }),
      )
    })
  })

  test('a commit that the server turned into a rollback is no success', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await outcome(client.query('select 1/0'))
    expect(await client.query('commit')).toMatchObject({ command: 'ROLLBACK' })
    client.release()
  })
})
