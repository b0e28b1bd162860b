// The console asks no more of a million payments than of a thousand: each of its questions walks the one
// index that is meant for it.
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
  sumSalesBetween,
  sumUnmatched,
  totalsOfDay,
} from '../../src/store/overview.ts'
import { countPayments, listPayments } from '../../src/store/payment-list.ts'
import { listPayouts } from '../../src/store/payout.ts'
import { listPinHolders } from '../../src/store/pin.ts'
import { listProfileNames } from '../../src/store/profile.ts'
import { countSessionsUpTo, listSessions } from '../../src/store/session.ts'
import { findInvitation, listInvitations, listMembers } from '../../src/store/staff.ts'
import { countStuckJobs, countStuckJobsOf } from '../../src/store/stuck-job.ts'
import { listTills } from '../../src/store/till.ts'
import { countUnknown, listUnknown } from '../../src/store/unknown.ts'
import { countUnmatchedUpTo, listUnmatched, listUnmatchedOf } from '../../src/store/unmatched.ts'
import { planOf } from '../kit/query-plan.ts'

/** The first payment from a time on. */
const bound = 'SEARCH payment USING COVERING INDEX sqlite_autoindex_payment_1 (id>?)'

/** To whom a job belongs is a row each, found by its id. */
const owners = ['payment', 'session', 'delivery', 'attempt', 'payout', 'refund']
  .map(
    (table, index) =>
      `CORRELATED SCALAR SUBQUERY ${index + 1}|SEARCH ${table} USING ${table === 'attempt' ? 'PRIMARY KEY' : `INDEX sqlite_autoindex_${table}_1`} (id=?)`,
  )
  .join('|')
const dueIndexes = ['money', 'expiry', 'upkeep'].map(
  name => `SEARCH job USING INDEX job_due_${name} (due_at<?)`,
)
const questions: Record<string, [asks: (read: Read) => Promise<unknown>, step: string]> = {
  'a day’s totals': [
    read => totalsOfDay(read, 'a', 20261121),
    'SEARCH total USING PRIMARY KEY (account_id=? AND day=?)',
  ],
  'an hour’s sales': [
    read => sumSalesBetween(read, 'a', 'b', 'c'),
    `${bound}|${bound}|SEARCH payment USING INDEX payment_status (account_id=? AND status=? AND rowid>? AND rowid<?)`,
  ],
  'an hour’s cash': [
    read => sumCashBetween(read, 'a', { from: 1, to: 2 }),
    'SEARCH cash_sale USING INDEX cash_sale_day (account_id=? AND created_at>? AND created_at<?)',
  ],
  'how many outcomes are unknown': [
    read => countUnknown(read, 'a'),
    'SEARCH payment USING COVERING INDEX payment_unknown (account_id=?)|SEARCH payout USING COVERING INDEX payout_unknown (account_id=?)|SEARCH refund USING COVERING INDEX refund_unknown (account_id=?)',
  ],
  'unknown outcomes': [
    read => listUnknown(read, { accountId: 'a' }, 50, 1_000),
    'SEARCH payment USING INDEX payment_unknown (account_id=?)|SEARCH payout USING COVERING INDEX payout_unknown (account_id=?)|SEARCH refund USING COVERING INDEX refund_unknown (account_id=?)',
  ],
  'unmatched money': [
    read => sumUnmatched(read, 'a'),
    'SEARCH unmatched USING INDEX unmatched_open (account_id=?)',
  ],
  'abandoned deliveries': [
    read => countAbandoned(read, 'a', 'b'),
    'SEARCH delivery USING COVERING INDEX delivery_status_type (account_id=? AND status=? AND type=? AND id>?)',
  ],
  'paused addresses': [
    read => countPaused(read, 'a'),
    'SEARCH paused_address USING COVERING INDEX sqlite_autoindex_paused_address_1 (account_id=?)',
  ],
  'stuck jobs': [
    read => countStuckJobs(read, 0),
    `SCAN job USING COVERING INDEX job_parked|${dueIndexes.join('|')}`,
  ],
  'stuck jobs of an account': [
    read => countStuckJobsOf(read, 'a', 0),
    `SCAN job USING INDEX job_parked|${owners}|${dueIndexes.map(index => `${index}|${owners}`).join('|')}`,
  ],
  'the staff of an account': [
    read => listMembers(read, 'a'),
    'SEARCH member USING INDEX member_account (account_id=?)',
  ],
  'open invitations': [
    read => listInvitations(read, 'a', 0),
    'SEARCH invitation USING INDEX invitation_open (account_id=?)',
  ],
  'a code': [
    read => findInvitation(read, 'a'),
    'SEARCH invitation USING INDEX sqlite_autoindex_invitation_2 (hash=?)',
  ],
  'what profiles are called': [
    read => listProfileNames(read, 'a', 10_000),
    'SEARCH profile USING INDEX profile_account (account_id=?)',
  ],
  'entries on a payment': [
    read => listAuditEntriesOn(read, 'a', 'b'),
    'SEARCH audit_entry USING INDEX audit_entry_subject (subject=?)',
  ],
  'unmatched money of a payment': [
    read => listUnmatchedOf(read, 'a'),
    'SEARCH unmatched USING INDEX unmatched_payment (payment_id=?)',
  ],
  'unmatched money of a page of payments': [
    read => listUnmatched(read, { accountId: 'a', status: 'open', payments: ['b', 'c'] }, 100, 0),
    'SEARCH unmatched USING INDEX unmatched_payment (payment_id=?)|USE TEMP B-TREE FOR ORDER BY',
  ],
  'a page of unmatched money': [
    read => listUnmatched(read, { accountId: 'a', status: 'open' }, 25, 0),
    'SEARCH unmatched USING INDEX unmatched_open (account_id=?)',
  ],
  'a page of settled unmatched money': [
    read => listUnmatched(read, { accountId: 'a', status: 'settled' }, 25, 0),
    'SEARCH unmatched USING INDEX unmatched_settled (account_id=?)',
  ],
  'a page of unmatched money far down': [
    read => listUnmatched(read, { accountId: 'a', status: 'open' }, 25, 9_975),
    'SEARCH unmatched USING INDEX sqlite_autoindex_unmatched_1 (id=?)|LIST SUBQUERY 1|SEARCH unmatched USING COVERING INDEX unmatched_open (account_id=?)',
  ],
  'how much unmatched money is settled': [
    read => countUnmatchedUpTo(read, { accountId: 'a', status: 'settled' }, 10_000),
    Array(2).fill('SEARCH unmatched USING COVERING INDEX unmatched_settled (account_id=?)').join('|'),
  ],
  'a job': [read => findJob(read, 'attempt.check', 'a'), 'SEARCH job USING PRIMARY KEY (id=?)'],
  'a page of an export of payments': [
    read => listPayments(read, { accountId: 'a', beforeId: 'b' }, 501, 0),
    `${bound}|SEARCH payment USING INDEX payment_account (account_id=? AND rowid<?)`,
  ],
  'a page of an export of payouts': [
    read => listPayouts(read, { accountId: 'a', beforeId: 'b' }, 501, 0),
    'SEARCH payout USING INDEX payout_account (account_id=? AND id<?)',
  ],
  'payouts of one state between two moments': [
    read => listPayouts(read, { accountId: 'a', status: 'pending', fromId: 'b', beforeId: 'c' }, 20, 0),
    'SEARCH payout USING INDEX payout_status (account_id=? AND status=? AND id>? AND id<?)',
  ],
  'a page of an export of sessions': [
    read => listSessions(read, { accountId: 'a', status: 'expired', beforeId: 'b' }, 501, 0),
    'SEARCH session USING COVERING INDEX session_status (account_id=? AND status=? AND id<?)',
  ],
  'a page of one’s own sessions': [
    read => listSessions(read, { accountId: 'a', status: undefined, staffId: 's' }, 20, 10_000),
    'SEARCH session USING COVERING INDEX session_staff (account_id=? AND staff_id=? AND till_id=?)',
  ],
  'a page of one’s own sessions in one state': [
    read => listSessions(read, { accountId: 'a', status: 'expired', staffId: 's' }, 20, 0),
    'SEARCH session USING INDEX session_staff (account_id=? AND staff_id=? AND till_id=?)',
  ],
  'how many sessions one made': [
    read => countSessionsUpTo(read, { accountId: 'a', status: undefined, staffId: 's' }, 10_000),
    Array(2)
      .fill('SEARCH session USING COVERING INDEX session_staff (account_id=? AND staff_id=? AND till_id=?)')
      .join('|'),
  ],
  'a page of an export of entries': [
    read => listAuditEntries(read, { accountId: 'a', beforeId: 'b' }, 501, 0),
    'SEARCH audit_entry USING INDEX audit_entry_account (account_id=? AND id<?)',
  ],
}
test.each(Object.entries(questions))('%s', async (_, [asks, step]) => {
  expect((await planOf(asks)).join('|')).toBe(step)
})

/** All that Home asks but the day's sums, which are above. The index of parked jobs holds nothing else. */
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
  expect(steps).not.toBeEmpty()
  const isParked = (step: string) => /^SCAN job USING (COVERING )?INDEX job_parked$/.test(step)
  expect(steps.filter(step => /^SCAN|TEMP B-TREE/.test(step) && !isParked(step))).toEqual([])
})
