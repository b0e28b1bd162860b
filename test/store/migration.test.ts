// A data folder of the first tables is brought up to date with all it holds: its deliveries learn their event's type, tries and
// jobs stay, and nobody is on a till who is gone.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from '../../migrations/list.ts'
import { migrate } from '../../src/store/migration.ts'

/** A data folder as it was when this was the last migration. */
function openAt(name: string): Database {
  const raw = new Database(':memory:', { strict: true })
  const words: Record<string, string> = { int: 'integer', text: 'text', strict: 'strict', clustered: 'strict, without rowid' }
  raw.run('create table migration (number integer primary key, name text not null, applied_at integer not null) strict')
  const last = migrations.findIndex(one => one.name === name)
  for (const [index, { name, text }] of migrations.slice(0, last + 1).entries()) {
    raw.run(text.replace(/\{(\w+)\}/g, (_, word) => words[word] ?? ''))
    raw.run('insert into migration values (?, ?, 0)', [index + 1, name])
  }
  return raw
}

test('whoever was removed while signed in on a till is on it no more, should they come back', () => {
  const raw = openAt('item')
  raw.run(
    `insert into account (id, name, mode, city, time_zone, api_version, signing_key, webhook_hosts, fees, expiry_seconds, created_at)
     values ('a', 'Duka', 'sandbox', 'Ilala', 'Africa/Dar_es_Salaam', '2026-01-25', 'k', '[]', '{}', 600, 0)`,
  )
  raw.run("insert into member (staff_id, account_id, role, created_at) values ('here', 'a', 'cashier', 0)")
  for (const person of ['here', 'gone', null])
    raw.run(
      "insert into till (id, account_id, name, pairing_tries, staff_id, shift_id, created_at) values (?, 'a', 'Door', 0, ?, 's', 0)",
      [`till_${person}`, person],
    )
  migrate(raw, 0)
  expect(raw.query('select id, staff_id from till order by id').values()).toEqual([
    ['till_gone', null],
    ['till_here', 'here'],
    ['till_null', null],
  ])
  raw.close()
})

test('deliveries made before they knew their event’s type know it now, and keep their tries and jobs', () => {
  const raw = openAt('first')
  raw.run(
    `insert into account values ('a', 'Duka', 'sandbox', null, 'Ilala', 'Africa/Dar_es_Salaam', '2026-01-25', 'k', null, '[]', '{}', null, 600, 0)`,
  )
  for (const type of ['payment.expired', 'payment.completed']) {
    raw.run('insert into event values (?, ?, ?, ?, ?, ?, 0)', [`evt_${type}`, 'a', 's', type, '2026-01-25', '{}'])
    raw.run("insert into delivery values (?, ?, 'a', 's', 'https://x/', 'x', 'failed', 2, 9, 500, 'no', 0, null)", [
      `del_${type}`,
      `evt_${type}`,
    ])
    for (const number of [1, 2])
      raw.run("insert into dispatch values (?, ?, ?, 5, 7, '{}', 500, '{}', 'no', null)", [
        `${type}-${number}`,
        `del_${type}`,
        number,
      ])
    raw.run("insert into job values (?, 'delivery.send', ?, 'x', 'waiting', 9, 0, null)", [
      `delivery.send:del_${type}`,
      `del_${type}`,
    ])
  }
  expect(migrate(raw, 0)).toBe(migrations.length)
  expect(raw.query('select id, type, tries, next_at from delivery order by id').values()).toEqual([
    ['del_payment.completed', 'payment.completed', 2, 9],
    ['del_payment.expired', 'payment.expired', 2, 9],
  ])
  expect(
    raw.query('select delivery_id, number, took_ms, status, response_body from dispatch order by delivery_id, id').values(),
  ).toEqual(['completed', 'expired'].flatMap(type => [1, 2].map(number => [`del_payment.${type}`, number, 7, 500, 'no'])))
  expect(raw.query('select id, lane, due_at from job order by id').values()).toEqual(
    ['completed', 'expired'].map(type => [`delivery.send:del_payment.${type}`, 'x', 9]),
  )
  raw.close()
})
