// Background work together with requests, on real files: both are committed, the requests first.
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { putSetting } from '../../src/store/account.ts'
import type { WriteKind } from '../../src/store/engine/group-body.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'

let folder: string
let store: Store
/** What has ended, in its order. */
let ended: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaunta-background-'))
  ended = []
  store = openSqlite(folder, 0, cause => assert(false, `the disk failed: ${cause}`))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string, kind?: WriteKind) =>
  store.write(tx => putSetting(tx, name, 'x'), kind).then(() => void ended.push(name))
/** Returns the names that another process sees. */
function committed(): unknown[] {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  const names = db.query("select name from setting where value = 'x' order by name").values().flat()
  db.close()
  return names
}

test('alone it waits for nothing', async () => {
  await write('webhook', 'delivery')
  expect(committed()).toEqual(['webhook'])
})

test('a request that came later is answered first', async () => {
  await Promise.all([write('webhook', 'delivery'), write('status check', 'money'), write('sale')])
  expect(ended).toEqual(['sale', 'status check', 'webhook'])
})

test('a request that comes during a backlog waits for one group of it at most', async () => {
  const backlog = Array.from({ length: 30 }, (_, index) => write(`webhook ${index}`, 'delivery'))
  await backlog[0]
  const before = ended.length
  await write('sale')
  expect(ended.indexOf('sale') - before).toBeLessThanOrEqual(8)
  await Promise.all(backlog)
})

test('what waits is committed before the store is closed', async () => {
  await write('sale')
  const webhook = write('webhook', 'delivery')
  await store.close()
  await webhook
  store = openSqlite(folder, 0, () => {})
  expect(committed()).toEqual(['sale', 'webhook'])
})
