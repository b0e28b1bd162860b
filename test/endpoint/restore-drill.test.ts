// A restore drill from the console: restores the newest back-up aside, checks it, and removes it again; its
// result is stored, and due again after a hundred days.
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../../src/store/folder/private.ts'
import { type EndpointShop, openEndpointShop, qr } from '../kit/endpoint.ts'

let box: EndpointShop
beforeEach(async () => {
  box = await openEndpointShop()
  makePrivate(box.folder)
})
afterEach(() => box.close())

const post = async (path: string) => {
  const { status, json } = await box.request({ as: 'owner', method: 'POST', path })
  expect(status).toBeLessThan(300)
  return Object(json).data
}
const get = async (path: string) => Object((await box.request({ as: 'owner', path })).json).data
const drill = () => post('/api/v1/backups/drill')
const check = async () =>
  (await get('/api/v1/doctor')).checks.find(({ name }: { name: string }) => name === 'restore_drill')
const dayMs = 86_400_000

test('the newest back-up passes, and prints that', async () => {
  for (let count = 0; count < 3; count++) await box.make(qr)
  box.advance(60_000)
  const { name } = await post('/api/v1/backups')
  await box.make(qr)
  const result = await drill()
  expect(result).toEqual({ at: expect.any(String), backup: name, payments: 3, failure: null })
  expect((await get('/api/v1/backups')).drill).toEqual({ last: result, late: false })
  expect(await check()).toMatchObject({ state: 'good', reason: 'drill_passed' })
  expect(readdirSync(box.folder).filter(file => file.startsWith('restore-drill'))).toEqual([])
  const entries = await get('/api/v1/audit-log?kind=backup.drilled')
  expect(entries.items).toMatchObject([{ subject: name, actor: { type: 'staff' } }])
})

test('it passes when the clock was set back since: newer sales are not missed in it', async () => {
  await box.make(qr)
  box.advance(60_000)
  await post('/api/v1/backups')
  await box.make(qr)
  using live = new Database(join(box.folder, 'kaunta.db'))
  live.run(
    'update payment set created_at = created_at - 90000 where number = (select max(number) from payment)',
  )
  expect(await drill()).toMatchObject({ payments: 1, failure: null })
})

test('a back-up dated in the future is passed over', async () => {
  const backups = join(box.folder, 'backups')
  const { name: first } = await post('/api/v1/backups')
  cpSync(join(backups, first), join(backups, '2100-01-01T000000Z'), { recursive: true })
  await box.make(qr)
  box.advance(60_000)
  const { name } = await post('/api/v1/backups')
  expect(await drill()).toMatchObject({ backup: name, payments: 1, failure: null })
})

test('without a back-up it fails with a message', async () => {
  expect(await drill()).toMatchObject({ backup: null, failure: 'there is no back-up yet' })
  expect(await check()).toMatchObject({
    state: 'bad',
    reason: 'drill_failed',
    params: { why: 'there is no back-up yet' },
  })
})

/** Changes the newest back-up past Kaunta. */
async function spoil(statement: string): Promise<string> {
  await box.make(qr)
  box.advance(60_000)
  const { name } = await post('/api/v1/backups')
  const file = join(box.folder, 'backups', name, 'kaunta.db')
  using db = new Database(file)
  const triggers = db.query<{ name: string; sql: string }, []>(
    "select name, sql from sqlite_master where type = 'trigger'",
  )
  const all = triggers.all()
  for (const { name: trigger } of all) db.run(`drop trigger ${trigger}`)
  db.run(statement)
  for (const { sql } of all) db.run(sql)
  return file
}

test.each([
  [
    'whose books do not add up',
    "insert into balance select id, 'available', 1 from account limit 1",
    'do not add up',
  ],
  ['that lacks a sale', 'delete from payment', 'it has 0 of 1 rows of the table payment'],
  [
    'that lacks an old entry',
    'delete from audit_entry where rowid = 1',
    'the records of the back-up are not whole',
  ],
])('a back-up %s fails', async (_, statement, words) => {
  const file = await spoil(statement)
  expect(await drill()).toMatchObject({ failure: expect.stringContaining(words) })
  expect(existsSync(file)).toBe(true)
  expect(existsSync(join(box.folder, 'restore-drill'))).toBe(false)
})

test('a drill is due each quarter', async () => {
  expect(await check()).toMatchObject({ state: 'good', reason: 'drill_first' })
  box.advance(101 * dayMs)
  expect((await get('/api/v1/backups')).drill).toEqual({ last: null, late: true })
  expect(await check()).toMatchObject({ state: 'warning', reason: 'drill_late' })
  expect((await get('/api/v1/overview')).server.backup.drill_late).toBe(true)
  await post('/api/v1/backups')
  await drill()
  expect((await get('/api/v1/overview')).server.backup.drill_late).toBe(false)
  expect(await check()).toMatchObject({ state: 'good', reason: 'drill_passed' })
})
