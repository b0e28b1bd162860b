// A shop is moved to PostgreSQL and back by the executable: the same rows, keys and logins; nothing is served
// twice; a place that is not empty is refused; a move that was cut off goes on. `bun run test:postgres` runs
// it.
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { assertSameRows, moveRows } from '../../src/store/move/move.ts'
import { forgetIndexes, makeIndexes, putOffIndexes } from '../../src/store/move/move-index.ts'
import { type MoveSide, newPostgresSide, openFolderSide } from '../../src/store/move/move-side.ts'
import { takeDatabase } from '../../src/store/postgres/postgres.ts'
import { allowLongWork, openSession, type Session } from '../../src/store/postgres/session.ts'
import { type Binary, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { rowsOf } from '../kit/moved-rows.ts'
import { owner } from '../kit/people.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { newTestFolder } from '../kit/test-folder.ts'
import { until } from '../kit/wait.ts'

const root = newTestFolder('kaunta-move-')
let made = 0
const newFolder = () => join(root, `place${made++}`)
const newDatabase = () => newPostgresDatabase(testServer ?? '')
const sale = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }

async function ask(box: Binary, credential: string, path: string, body?: object) {
  const answer = await fetch(box.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  return { status: answer.status, data }
}

/** Creates a shop with sales in every state. @returns its folder, a key and the references */
async function newShop() {
  const data = newFolder()
  const { sandbox_api_key: key } = await initBinary(data)
  const box = await startBinary({ data, env: { KAUNTA_RATE_LIMIT: '0' } })
  const references: string[] = []
  for (const outcome of ['completed', 'failed', 'expired', undefined]) {
    const { reference } = (await ask(box, key, '/v1/payments', sale)).data
    references.push(String(reference))
    if (outcome) await ask(box, key, `/v1/sandbox/payments/${reference}`, { outcome })
  }
  await ask(box, key, '/api/v1/auth/token', owner)
  await box.stop()
  return { data, key, references }
}

const take = (url: string) =>
  takeDatabase(url, 0, (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  })

/** Returns all indexes, references and triggers of the tables, by name. */
async function indexesOf(session: Session) {
  const rows = await session.rows(
    `select indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || conname, pg_get_constraintdef(oid) from pg_constraint
    union all select tgrelid::regclass || tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1`,
  )
  return Object.fromEntries(rows)
}

const move = (from: string, to: string, ...more: string[]) =>
  runBinary(['move', '--from', from, '--to', to, ...more])

describe.skipIf(!testServer)('a shop is moved', () => {
  test('to PostgreSQL and back: the same rows; keys and logins work there; the old place is not served', async () => {
    const { data, key, references } = await newShop()
    const shop = new Database(join(data, 'kaunta.db'))
    shop.run('update account set city = ?', ['\\N\t\\.\b\f\r\n\v\\t é😀'])
    shop.close()
    const before = rowsOf(data)
    const url = newDatabase()
    const there = await move(data, url, '--json')
    expect(there).toMatchObject({ code: 0, log: '' })
    const rows = Object.values(before).reduce((sum, table) => sum + table.length, 0)
    expect(JSON.parse(there.output)).toMatchObject({ payments: 4, rows })
    expect(rowsOf(data)).toEqual(before)
    expect(await runBinary(['serve', '--data', data, '--port', '0'])).toMatchObject({
      code: 1,
      log: expect.stringMatching(/was moved to/),
    })

    const back = newFolder()
    const secret = join(data, 'secret.key')
    expect(await move(url, back)).toMatchObject({ code: 1, log: expect.stringContaining('--key') })
    expect(await move(url, back, '--key', secret)).toMatchObject({ code: 0 })
    expect(rowsOf(back)).toEqual(before)
    expect(existsSync(`${back}.part`)).toBe(false)
    const left = { KAUNTA_DATABASE_URL: url, KAUNTA_SECRET_KEY_FILE: secret }
    expect(await runBinary(['serve', '--data', newFolder(), '--port', '0'], { env: left })).toMatchObject({
      code: 1,
      log: expect.stringMatching(/it was moved to/),
    })

    const box = await startBinary({ data: back })
    for (const reference of references)
      expect((await ask(box, key, `/v1/payments/${reference}`)).status).toBe(200)
    await box.stop()
    expect((await runBinary(['doctor', '--data', back])).output).not.toMatch(/ bad: /)
  }, 300_000)

  test('and served from the database: the key sells, the owner logs in', async () => {
    const { data, key, references } = await newShop()
    const url = newDatabase()
    expect(await move(data, url)).toMatchObject({ code: 0 })
    const env = { KAUNTA_DATABASE_URL: url, KAUNTA_SECRET_KEY_FILE: join(data, 'secret.key') }
    const box = await startBinary({ data: newFolder(), env })
    expect((await ask(box, key, '/v1/payments', sale)).status).toBe(201)
    for (const reference of references)
      expect((await ask(box, key, `/v1/payments/${reference}`)).status).toBe(200)
    expect((await ask(box, key, '/api/v1/auth/token', owner)).status).toBe(200)
    await box.stop()
  }, 300_000)

  test('not to a database with a shop, nor to a folder that is there', async () => {
    const [one, other] = [await newShop(), await newShop()]
    const url = newDatabase()
    expect(await move(one.data, url)).toMatchObject({ code: 0 })
    expect(await move(other.data, url)).toMatchObject({ code: 1, log: expect.stringContaining('not empty') })
    expect(await move(url, other.data, '--key', join(one.data, 'secret.key'))).toMatchObject({ code: 1 })
    expect(await move(url, newFolder(), '--key', join(other.data, 'secret.key'))).toMatchObject({ code: 1 })
  }, 300_000)

  test('and goes on where it was cut, wherever that was', async () => {
    const { data } = await newShop()
    const source = openFolderSide(data)
    const url = newDatabase()
    const session = await take(url)
    const to = newPostgresSide(session)
    let writes = 0
    for (let cuts = 0; ; cuts++) {
      let left = 1
      const cut: MoveSide = {
        ...to,
        write(table, rows, before) {
          if (left-- === 0) throw new Error('cut')
          writes++
          return to.write(table, rows, before)
        },
      }
      const sides = { tables: source.tables, from: source, onPart() {} }
      try {
        await moveRows({ ...sides, to: cut })
        await assertSameRows({ ...sides, to })
        expect(cuts).toBe(writes - 1)
        break
      } catch (error) {
        expect(String(error)).toContain('cut')
      }
    }
    expect(writes).toBeGreaterThan(10)
    await session.rows('update setting set value = $1 where name = (select min(name) from setting)', [
      'changed',
    ])
    expect(assertSameRows({ tables: source.tables, from: source, to, onPart() {} })).rejects.toThrow(
      'setting differs',
    )
    source.close()
    session.end()
  }, 300_000)

  test('with a sign in the place of a NUL, which a receiver may have answered and PostgreSQL has not', async () => {
    const { data } = await newShop()
    const shop = new Database(join(data, 'kaunta.db'))
    shop.run('update account set city = ?', ['Dar\0es\tSalaam'])
    shop.close()
    const source = openFolderSide(data)
    const session = await take(newDatabase())
    const sides = { tables: source.tables, from: source, to: newPostgresSide(session), onPart() {} }
    await moveRows(sides)
    await assertSameRows(sides)
    expect(await session.rows('select distinct city from account')).toEqual([['Dar\ufffdes\tSalaam']])
    source.close()
    session.end()
  }, 300_000)

  test('with its indexes and references made at the end, also after it was cut', async () => {
    const url = newDatabase()
    const first = await take(url)
    const before = await indexesOf(first)
    await putOffIndexes(first)
    const without = await indexesOf(first)
    expect(Object.keys(before).length - Object.keys(without).length).toBeGreaterThan(80)
    const [counted, isCounted, isNot] = ['audit_entrycount_row', 'O', 'D']
    expect([before[counted], without[counted]]).toEqual([isCounted, isNot])
    let left = 7
    const cut: Session = {
      ...first,
      rows(text, values) {
        if (text.startsWith('CREATE INDEX') && left-- === 0) throw new Error('cut')
        return first.rows(text, values)
      },
    }
    await expect(makeIndexes(cut, () => {})).rejects.toThrow('cut')
    first.end()

    const second = await take(url)
    await putOffIndexes(second)
    expect(Object.keys(await indexesOf(second)).length).toBeGreaterThan(Object.keys(without).length)
    await makeIndexes(second, () => {})
    await forgetIndexes(second)
    expect(await indexesOf(second)).toEqual(before)
    expect(await second.rows("select current_setting('synchronous_commit')")).toEqual([['on']])
    second.end()
  }, 300_000)

  test('and again soon after it died in the middle of long work', async () => {
    const url = newDatabase()
    const dead = await take(url)
    await allowLongWork(dead)
    const work = dead.rows("select pg_sleep(600), 'long'").catch(() => {}) // it ends with its connection
    const other = await openSession(url)
    const isRunning = async () => {
      const [row] = await other.rows(
        "select count(*) from pg_stat_activity where datname = current_database() and state = 'active' and query like '%600), ''long%' and pid <> pg_backend_pid()",
      )
      return row?.[0] === 1
    }
    await until(isRunning)
    dead.end()
    await work
    const next = await take(url)
    expect(await isRunning()).toBe(false)
    for (const one of [other, next]) one.end()
  }, 300_000)

  test('and no row follows a group that failed', async () => {
    const { data } = await newShop()
    const source = openFolderSide(data)
    const session = await take(newDatabase())
    const to = newPostgresSide(session)
    const table = source.tables.find(({ name }) => name === 'account')
    if (!table) throw new Error('a shop has accounts')
    const [one, other] = await source.read(table, undefined, 2)
    if (!one || !other) throw new Error('a shop has two accounts')
    const failed = to.write(table, [one, one], Promise.resolve())
    const next = to.write(table, [other], failed)
    const ends = await Promise.allSettled([failed, next])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await to.count(table)).toBe(0)
    source.close()
    session.end()
  }, 300_000)
})
