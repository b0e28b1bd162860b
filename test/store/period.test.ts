// Bounds of a period cost the same with a million rows as with a thousand: near rows are found by their id,
// and rows whose ids are far ahead in an index of their own.
import { expect, test } from 'bun:test'
import { type PeriodTable, rangeOfPeriod } from '../../src/store/period.ts'
import { expectNoWalk, planOf, searchesOf } from '../kit/query-plan.ts'

/** Finds near rows by their ids, and the others by the account and their time. */
const byIdAndTime = (name: string, time: string, column = 'created_at') => [
  `${name}(id..id)`,
  `${name}(account_id ..${column}) where ${time} > printf('%012x', ${column} + 10000)`,
]
const uuid = "replace(substr(id, 1, 13), '-', '')"

const searches: [table: PeriodTable, searches: string[]][] = [
  ['payment', byIdAndTime('payment', uuid)],
  ['attempt', byIdAndTime('attempt', uuid)],
  ['cash', byIdAndTime('cash_sale', 'substr(id, 6, 12)')],
  ['audit', byIdAndTime('audit_entry', 'substr(id, 7, 12)')],
  ['event', byIdAndTime('event', 'substr(id, 5, 12)')],
  ['delivery', byIdAndTime('delivery', 'substr(id, 5, 12)')],
  ['sms', byIdAndTime('sms', 'substr(id, 5, 12)', 'received_at')],
  ['payout', ['payout(account_id id..)']],
  ['refund', ['refund(account_id id..)']],
]

test.each(searches)('%s', async (table, wanted) => {
  const steps = await planOf(read => rangeOfPeriod(read, table, 'a', { to: 1 }))
  expect(searchesOf(steps)).toEqual(wanted)
  expectNoWalk(steps, 'across')
})
