// After a failed upgrade the data of before is put back only when the new version has recorded and sent
// nothing since the copy.
import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAsCopied } from '../../src/store/folder/put-back.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { accountRow } from '../kit/record-writer.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-put-back-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const copy = join(root, 'copy')
let folder = ''

const order = `'net', 'net_1', 'R0', '{"channel":"mobile"}', '', '{}', '2026-01-25', 'key_1', 0, 'Duka', 0, 0`
const orderColumns = `connector, connection, network_reference, recipient, narration, metadata, api_version,
  key_id, created_at, payer, ran_at, yes_count`
const store = openSqlite(copy, 0, cause => expect(cause).toBeUndefined())
await store.write(tx => tx.rows(accountRow, [], 'once'))
await store.close()
/** Runs SQL on the database of a folder, without its foreign keys. */
function runIn(place: string, ...statements: readonly string[]): void {
  const db = new Database(join(place, 'kaunta.db'))
  db.run('pragma foreign_keys = off')
  for (const statement of statements) db.run(statement)
  db.close()
}
const attempts = ['planned', 'sent', 'unknown'].map(
  state => `insert into attempt (id, payment_id, account_id, connector, connection, network_reference, method,
    amount, state, created_at, ran_at, yes_count, memo)
    values ('${state}', 'pay', 'acc', 'net', 'net_1', 'A_${state}', 'push', 5000, '${state}', 0, 0, 0, '{}')`,
)
runIn(
  copy,
  ...attempts,
  `insert into payout (id, account_id, status, amount, fees, state, ${orderColumns})
    select 'p', id, 'pending', 5000, 0, 'waiting', ${order} from account limit 1`,
  `insert into refund (id, account_id, status, amount, fees, state, cash_sale_id, way, reason, from_sales,
    claim_tries, ${orderColumns})
    select 'r', id, 'pending', 5000, 0, 'waiting', 'cash_1', 'payout', '', 0, 0, ${order} from account limit 1`,
  `insert into parked_sale (id, account_id, name, content, amount, line_count, created_at)
    select 'park_1', id, '', '{}', 0, 1, 0 from account limit 1`,
)

beforeEach(() => {
  folder = mkdtempSync(join(root, 'data-'))
  cpSync(copy, folder, { recursive: true })
})

test.each([
  ['nothing', 'select 1'],
  ['a migration', "insert into migration values (99, 'newer', 0)"],
  ['a new table with rows', 'create table newer as select 1 as id'],
  ['a status check without an answer', "update attempt set state = 'unknown' where id = 'sent'"],
  ['a status check with an answer', "update attempt set state = 'sent' where id = 'unknown'"],
  ['a new column', 'alter table payout add column newer text'],
])('it is as copied after %s', (_, statement) => {
  runIn(folder, statement)
  expect(isAsCopied(folder, copy)).toBe(true)
})

test.each([
  ['a payout was sent', "update payout set state = 'unknown'"],
  ['a payout was sent and refused', "update payout set network_reference = 'R1'"],
  ['a planned attempt was sent', "update attempt set state = 'unknown' where id = 'planned'"],
  ['an attempt failed', "update attempt set state = 'failed' where id = 'sent'"],
  ['an attempt was called again', `update attempt set memo = '{"calls":2}' where id = 'sent'`],
  ['a refund was sent', "update refund set state = 'unknown'"],
  ['a refund was sent and waits again', "update refund set network_reference = 'R1'"],
  ['a payout ended', "update payout set status = 'failed', state = 'settled', ended_at = 1"],
  ['a sale was parked and another one taken', "update parked_sale set id = 'park_2'"],
  ['a column was renamed', 'alter table payout rename column network_reference to newer'],
])('it is not as copied after %s', (_, statement) => {
  runIn(folder, statement)
  expect(isAsCopied(folder, copy)).toBe(false)
})

test('a table that the copy lacks does not count', () => {
  const older = mkdtempSync(join(root, 'older-'))
  cpSync(copy, older, { recursive: true })
  runIn(older, 'drop table parked_sale')
  expect(isAsCopied(folder, older)).toBe(true)
})
