// Bounds of a period cost the same with a million rows as with a thousand: near rows are found by their id,
// and rows whose ids are far ahead in an index of their own.
import { expect, test } from 'bun:test'
import { type PeriodTable, rangeOfPeriod } from '../../src/store/period.ts'
import { expectNoWalk, planOf, searchesOf } from '../kit/query-plan.ts'

const ahead = (time: string) => ` where ${time} > printf('%012x', created_at + 10000)`
const byId = (name: string) => `${name}(id..id)`

const searches: [table: PeriodTable, searches: string[]][] = [
  [
    'payment',
    [byId('payment'), `payment(account_id ..created_at)${ahead("replace(substr(id, 1, 13), '-', '')")}`],
  ],
  ['cash', [byId('cash_sale'), `cash_sale(account_id ..created_at)${ahead('substr(id, 6, 12)')}`]],
  ['audit', [byId('audit_entry'), `audit_entry(account_id ..created_at)${ahead('substr(id, 7, 12)')}`]],
  ['event', [byId('event'), `event(account_id ..created_at)${ahead('substr(id, 5, 12)')}`]],
  ['delivery', [byId('delivery'), `delivery(account_id ..created_at)${ahead('substr(id, 5, 12)')}`]],
  ['payout', ['payout(account_id id..)']],
  ['refund', ['refund(account_id id..)']],
]

test.each(searches)('%s', async (table, wanted) => {
  const steps = await planOf(read => rangeOfPeriod(read, table, 'a', { to: 1 }))
  expect(searchesOf(steps)).toEqual(wanted)
  expectNoWalk(steps, 'across')
})
