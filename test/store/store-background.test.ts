// Work in the background beside requests, on real files: it has commits of its own after a few of theirs,
// waits only a little, and goes on one by one.
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
/** What waits for the time that the background waits at most. */
let waits: (() => void)[]
/** What has ended, in its order. */
let ended: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaunta-background-'))
  waits = []
  ended = []
  const after = (_: number, call: () => void) => {
    waits.push(call)
    return () => void waits.splice(waits.indexOf(call), 1)
  }
  const broken = (cause: unknown) => assert(false, `the disk failed: ${cause}`)
  store = openSqlite(folder, 0, broken, undefined, { after })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string, kind?: WriteKind) =>
  store.write(tx => putSetting(tx, name, 'x'), kind).then(() => void ended.push(name))
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve))
}
/** The names that another process sees. */
function committed(): unknown[] {
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  const names = db.query("select name from setting where value = 'x' order by name").values().flat()
  db.close()
  return names
}

test('without requests it does not wait', async () => {
  await write('webhook', 'delivery')
  expect([committed(), waits.length]).toEqual([['webhook'], 0])
})

test('while requests come, it has a commit of its own after three of theirs', async () => {
  await write('sale 1')
  const webhook = write('webhook', 'delivery')
  await turns(5)
  expect([committed(), waits.length]).toEqual([['sale 1'], 1])
  await write('sale 2')
  expect([committed(), waits.length]).toEqual([['sale 1', 'sale 2'], 1])
  await write('sale 3')
  expect([committed(), waits.length]).toEqual([['sale 1', 'sale 2', 'sale 3'], 0])
  await webhook
  expect([committed(), waits.length]).toEqual([['sale 1', 'sale 2', 'sale 3', 'webhook'], 0])
})

test('or when it has waited long enough', async () => {
  await write('sale')
  const webhook = write('webhook', 'delivery')
  await turns(5)
  waits[0]?.()
  await webhook
  expect(committed()).toEqual(['sale', 'webhook'])
})

test('money that is asked about does not wait', async () => {
  await write('sale')
  await write('status check', 'money')
  expect([committed(), waits.length]).toEqual([['sale', 'status check'], 0])
})

test('where a request waits by then they share a commit: it is answered first, and they go on one by one', async () => {
  await write('sale 1')
  const jobs = [write('1', 'delivery'), write('2', 'delivery'), write('3', 'delivery')]
  await write('sale 2')
  await write('sale 3')
  const last = write('sale 4').then(() => expect(committed()).toContain('3'))
  const seen: string[][] = []
  while (ended.length < 7) {
    await turns(1)
    if (seen.at(-1)?.length !== ended.length) seen.push([...ended])
  }
  await Promise.all([...jobs, last])
  expect(seen.filter(names => names.length > 3).map(names => names.at(-1) ?? '')).toEqual([
    'sale 4',
    '1',
    '2',
    '3',
  ])
})

test('what waits is committed before the store is closed', async () => {
  await write('sale')
  const webhook = write('webhook', 'delivery')
  const closed = store.close()
  waits[0]?.()
  await closed
  await webhook
  store = openSqlite(folder, 0, () => {})
  expect(committed()).toEqual(['sale', 'webhook'])
})
