// The console reads no more of a million payments than of a thousand: each of its questions searches by all
// columns that narrow it.
import { expect, test } from 'bun:test'
import { attentionItemsOf } from '../../src/flow/attention.ts'
import { ownerNoticesOf } from '../../src/flow/owner-notice.ts'
import { recordProblems } from '../../src/flow/record-check.ts'
import { listAuditEntries, listAuditEntriesOn } from '../../src/store/audit-log.ts'
import type { Read } from '../../src/store/engine/statement.ts'
import { findJob } from '../../src/store/job.ts'
import {
  countAbandoned,
  countPaused,
  sumCashBetween,
  sumRefundsBetween,
  sumSalesBetween,
  sumUnmatched,
  totalsOfDay,
} from '../../src/store/overview.ts'
import { countPayments, listPayments } from '../../src/store/payment-list.ts'
import { listPayouts } from '../../src/store/payout.ts'
import { listPinHolders } from '../../src/store/pin.ts'
import { listProfileNames } from '../../src/store/profile.ts'
import { salesByDay, salesByName } from '../../src/store/sale-total.ts'
import { countSessionsUpTo, listSessions } from '../../src/store/session.ts'
import { findInvitation, listInvitations, listMembers } from '../../src/store/staff.ts'
import { countStuckJobs, countStuckJobsOf } from '../../src/store/stuck-job.ts'
import { listTills } from '../../src/store/till.ts'
import { countUnknown, listUnknown } from '../../src/store/unknown.ts'
import { countUnmatchedUpTo, listUnmatched, listUnmatchedOf } from '../../src/store/unmatched.ts'
import { expectNoWalk, planOf, scansOf, searchesOf } from '../kit/query-plan.ts'

/** Parked jobs are few: all of them may be read. */
const parked = "job where state = 'parked'"

const moneyKinds = "'attempt.check', 'attempt.recheck', 'attempt.cancel', 'payout.check', 'payout.recheck'"

/** Sales whose ids are ahead of their creation: most shops have none. */
const ahead = " where replace(substr(id, 1, 13), '-', '') > printf('%012x', created_at + 10000)"

/** Each question, and the columns by which it searches each table in turn. */
const questions: Record<string, [asks: (read: Read) => Promise<unknown>, searches: string]> = {
  'a day’s totals': [read => totalsOfDay(read, 'a', 20261121), 'total(account_id day)'],
  'the days of a report': [
    read => salesByDay(read, { accountId: 'a', first: 1, last: 31 }),
    'sale_total(account_id kind day..day)',
  ],
  'an hour’s sales': [
    read => sumSalesBetween(read, 'a', { from: 1, to: 2 }),
    `payment(id..), payment(id..), payment(account_id status rowid..rowid), payment(account_id created_at..created_at)${ahead}`,
  ],
  'a day’s refunds': [
    read => sumRefundsBetween(read, 'a', { from: 1, to: 2 }),
    'refund(account_id status id..), payment(id)',
  ],
  'an hour’s cash': [
    read => sumCashBetween(read, 'a', { from: 1, to: 2 }),
    'cash_sale(account_id created_at..created_at)',
  ],
  'how many outcomes are unknown': [
    read => countUnknown(read, 'a'),
    "payment(account_id) where unknown = 1, payout(account_id) where state = 'unknown', refund(account_id) where state = 'unknown'",
  ],
  'unknown outcomes': [
    read => listUnknown(read, { accountId: 'a' }, 50, 1_000),
    "payment(account_id) where unknown = 1, payout(account_id) where state = 'unknown', refund(account_id) where state = 'unknown'",
  ],
  'unmatched money': [read => sumUnmatched(read, 'a'), 'unmatched(account_id) where settled_at is null'],
  'abandoned deliveries': [read => countAbandoned(read, 'a', 'b'), 'delivery(account_id status type id..)'],
  'paused addresses': [read => countPaused(read, 'a'), 'paused_address(account_id)'],
  'stuck jobs': [
    read => countStuckJobs(read, 0),
    [
      `in (${moneyKinds})`,
      "in ('payment.expire', 'session.expire')",
      `not in (${moneyKinds}, 'payment.expire', 'session.expire')`,
    ]
      .map(kinds => `job(..due_at) where queue is null and state in ('waiting', 'claimed') and kind ${kinds}`)
      .join(', '),
  ],
  'the staff of an account': [read => listMembers(read, 'a'), 'member(account_id)'],
  'open invitations': [
    read => listInvitations(read, 'a', 0),
    'invitation(account_id) where ended_at is null',
  ],
  'a code': [read => findInvitation(read, 'a'), 'invitation(hash)'],
  'what profiles are called': [read => listProfileNames(read, 'a', 10_000), 'profile(account_id)'],
  'entries on a payment': [
    read => listAuditEntriesOn(read, 'a', 'b'),
    'audit_entry(subject) where subject is not null',
  ],
  'unmatched money of a payment': [read => listUnmatchedOf(read, 'a'), 'unmatched(payment_id)'],
  'a page of unmatched money': [
    read => listUnmatched(read, { accountId: 'a', status: 'open' }, 25, 0),
    'unmatched(account_id) where settled_at is null',
  ],
  'a page of settled unmatched money': [
    read => listUnmatched(read, { accountId: 'a', status: 'settled' }, 25, 0),
    'unmatched(account_id) where settled_at is not null',
  ],
  'a page of unmatched money far down': [
    read => listUnmatched(read, { accountId: 'a', status: 'open' }, 25, 9_975),
    'unmatched(id), unmatched(account_id) where settled_at is null',
  ],
  'how much unmatched money is settled': [
    read => countUnmatchedUpTo(read, { accountId: 'a', status: 'settled' }, 10_000),
    'unmatched(account_id) where settled_at is not null, unmatched(account_id) where settled_at is not null',
  ],
  'a job': [read => findJob(read, 'attempt.check', 'a'), 'job(id)'],
  'a page of an export of payments': [
    read => listPayments(read, { accountId: 'a', beforeId: 'b' }, 501, 0),
    'payment(id..), payment(account_id ..rowid)',
  ],
  'a page of an export of payouts': [
    read => listPayouts(read, { accountId: 'a', beforeId: 'b' }, 501, 0),
    'payout(account_id ..id)',
  ],
  'payouts of one state between two moments': [
    read => listPayouts(read, { accountId: 'a', status: 'pending', fromId: 'b', beforeId: 'c' }, 20, 0),
    'payout(account_id status id..id)',
  ],
  'a page of an export of sessions': [
    read => listSessions(read, { accountId: 'a', status: 'expired', beforeId: 'b' }, 501, 0),
    'session(account_id status ..id)',
  ],
  'a page of one’s own sessions': [
    read => listSessions(read, { accountId: 'a', status: undefined, staffId: 's' }, 20, 10_000),
    'session(account_id staff_id till_id) where staff_id is not null and till_id is null',
  ],
  'a page of one’s own sessions in one state': [
    read => listSessions(read, { accountId: 'a', status: 'expired', staffId: 's' }, 20, 0),
    'session(account_id staff_id till_id) where staff_id is not null and till_id is null',
  ],
  'how many sessions one made': [
    read => countSessionsUpTo(read, { accountId: 'a', status: undefined, staffId: 's' }, 10_000),
    'session(account_id staff_id till_id) where staff_id is not null and till_id is null, session(account_id staff_id till_id) where staff_id is not null and till_id is null',
  ],
  'a page of an export of entries': [
    read => listAuditEntries(read, { accountId: 'a', beforeId: 'b' }, 501, 0),
    'audit_entry(account_id ..id)',
  ],
}
test.each(Object.entries(questions))('%s', async (_, [asks, searches]) => {
  const steps = await planOf(asks)
  expect(searchesOf(steps).join(', ')).toBe(searches)
  expectNoWalk(steps, parked, 'sales')
})

// Few rows: those of one page, the parked jobs with the rows that they belong to, and the stored totals of
// the days of a report, however many sales made them up.
test.each<[string, (read: Read) => Promise<unknown>]>([
  ['stuck jobs of an account', read => countStuckJobsOf(read, 'a', 0)],
  [
    'unmatched money of a page of payments',
    read => listUnmatched(read, { accountId: 'a', status: 'open', payments: ['b', 'c'] }, 100, 0),
  ],
  ['the items of a report', read => salesByName(read, { accountId: 'a', first: 1, last: 31, kind: 'item' })],
])('%s scan no table', async (_, asks) => {
  expect(scansOf(await planOf(asks)).filter(scan => scan !== parked)).toEqual([])
})

/** All that Home asks but the day's sums, which are above. */
const home: Record<string, (read: Read) => Promise<unknown>> = {
  'what needs attention': read => attentionItemsOf(read, 'a', 0, 'account'),
  'what needs attention on the server': read => attentionItemsOf(read, 'a', 0, 'server'),
  'notices for the owners': read => ownerNoticesOf(read, 'a'),
  'changed records': recordProblems,
  'the first sale': read => countPayments(read, { accountId: 'a', status: 'completed' }),
  'PINs that are set': read => listPinHolders(read, 'a'),
  'paired tills': read => listTills(read, 'a'),
}
test.each(Object.entries(home))('Home walks no table for %s', async (_, asks) => {
  const steps = await planOf(asks)
  expectNoWalk(steps, parked)
})
