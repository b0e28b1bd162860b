// Postings and audit entries for tests of the record chain. Run as a program with a folder, it writes those
// of 60 sales there, one commit each, and dies like kill -9.
import { assert } from '../../src/domain/fault.ts'
import { insertAuditEntry } from '../../src/store/audit-log.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { insertPostings } from '../../src/store/posting.ts'
import { recordsSubject } from '../../src/store/record-problem.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

export const accountRow = `insert into account (id, number, name, mode, twin_id, city, time_zone, api_version, signing_key, webhook_url,
  webhook_hosts, fees, amount_max, expiry_seconds, created_at, routing,
  quick_amounts, pin_length, blind_count)
  values ('acct_1', 1, 'Duka', 'live', null, 'Dar', 'UTC', '2026-01-25', 'none', null, '[]', '{}', null, 14400, 0, '{}', '[]', 4, 0)`

const paymentRow = `insert into payment (number, id, account_id, type, status, amount, currency, connector, channel_type,
  provider, customer, metadata, api_version, token, fees, late, unknown, created_at, expires_at, ended_at)
  values ($1, $2, 'acct_1', 'dynamic-qr', 'completed', $3, 'TZS', 'simulator', 'qr', 'mpesa', '{}', '{}', '2026-01-25', '0', 10, 0, 0, 0, 0, 0)`

export const pay = (tx: Tx, sale: number) => tx.rows(paymentRow, [sale, `p${sale}`, 1_000 + sale])

/** Inserts two postings and an audit entry of a sale. */
export async function book(tx: Tx, sale: number): Promise<void> {
  const postings = [
    { reason: 'payment.completed', from: 'network', to: 'merchant', amount: 1_000 + sale },
    { reason: 'payment.fee', from: 'merchant', to: 'fees', amount: 10 },
  ] as const
  await insertPostings(tx, { accountId: 'acct_1', subject: `p${sale}`, postings }, sale)
  await insertAuditEntry(tx, {
    id: `audit_${sale}`,
    accountId: 'acct_1',
    staffId: 'staff_1',
    tillId: null,
    keyId: null,
    kind: 'payment.voided',
    subject: `p${sale}`,
    detail: { amount: sale },
    address: '127.0.0.1',
    createdAt: sale,
  })
}

/** Returns an entry about a problem of the records in Kaunta's form. */
export const problemEntry = (kind: 'records.changed' | 'records.accepted', id: string, problem: string) => ({
  id,
  accountId: 'acct_1',
  staffId: null,
  tillId: null,
  keyId: null,
  kind,
  subject: recordsSubject,
  detail: { problem },
  address: null,
  createdAt: 0,
})

if (import.meta.main) {
  const store = openSqlite(process.argv[2] ?? '', 0, cause => assert(false, String(cause)))
  // In one write, so that no checkpoint comes in between.
  await store.write(async tx => {
    await tx.rows(accountRow, [], 'once')
    for (let sale = 0; sale < 60; sale++) await pay(tx, sale)
  })
  for (let sale = 0; sale < 60; sale++) await store.write(tx => book(tx, sale))
  process.kill(process.pid, 'SIGKILL')
}
