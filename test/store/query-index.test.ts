// Checks by which columns each statement of the store searches: none reads a whole table. scale.test.ts,
// scale-event.test.ts and scale-console.test.ts check the lists and counts that grow with the shop.
import { expect, test } from 'bun:test'
import type { Job } from '../../src/domain/job.ts'
import {
  findAccount,
  findKey,
  findSetting,
  listKeys,
  listMemberships,
  revokeKey,
} from '../../src/store/account.ts'
import {
  findAttempt,
  findAttemptByReference,
  findAttemptPaidWith,
  listAttempts,
  listOpenAttempts,
} from '../../src/store/attempt.ts'
import { findCash, findCashOf, findCashOfLink, listCash } from '../../src/store/cash.ts'
import {
  countDisplays,
  findDisplayHolder,
  findDisplayPairing,
  listDisplays,
  removeDisplays,
} from '../../src/store/display.ts'
import { holdDueJobs, listHeldJobs, listHeldQueues } from '../../src/store/engine/host-queue.ts'
import { findNewest } from '../../src/store/engine/newest-id.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import {
  findDelivery,
  findDeliveryToSend,
  findEarlierDelivery,
  findEvent,
  findNextDelivery,
  listDeliveries,
  listDispatches,
  listEvents,
} from '../../src/store/event.ts'
import { fillAnswer, findAnswer, forgetAnswers, removeAnswer } from '../../src/store/idempotency.ts'
import { nextJobAt, recoverParkedJobs } from '../../src/store/job.ts'
import {
  claimHeldJob,
  claimJobs,
  finishJob,
  moveJob,
  recoverJobs,
  renewJob,
} from '../../src/store/job-claim.ts'
import { makeFarJobsDue, moveJobsForward } from '../../src/store/job-clock.ts'
import {
  findPausedAddress,
  listPausedAddresses,
  listPausedDeliveries,
} from '../../src/store/paused-address.ts'
import {
  findPayment,
  findPaymentByReceipt,
  findPaymentByToken,
  listNetworkToken,
} from '../../src/store/payment.ts'
import { listPayments } from '../../src/store/payment-list.ts'
import { countPayoutsUpTo, findPayout, findPayoutByReference, listPayouts } from '../../src/store/payout.ts'
import { findPinHolder, findPinTry, updatePin } from '../../src/store/pin.ts'
import { findBalance } from '../../src/store/posting.ts'
import { countShifts, findShift, listMoves, listShifts, listTotals } from '../../src/store/shift.ts'
import { listSalesOfShift } from '../../src/store/shift-sale.ts'
import { findSimulation, findSimulationByToken, listSimulations } from '../../src/store/simulation.ts'
import { countStatusCheck, listStatusChecks } from '../../src/store/status-check.ts'
import { findHolder, findPairing, findTill, signOutOfTills } from '../../src/store/till.ts'
import { beginUnknownPeriod, endUnknownPeriod, listUnknownPeriods } from '../../src/store/unknown-period.ts'
import { findUnmatched } from '../../src/store/unmatched.ts'
import { expectNoWalk, planOf, scansOf, searchesOf, sortsOf } from '../kit/query-plan.ts'

const delivery = { subject: 'p', url: 'u', id: 'd' } as Parameters<typeof findEarlierDelivery>[1]
const job = { id: 'j', dueAt: 0 } as Parameters<typeof finishJob>[1]
const filter = { accountId: 'a' }
const range = { ...filter, fromId: 'a', beforeId: 'b' }
type Ask = (tx: Tx) => Promise<unknown>

/** Returns the plan of what a group's body asks, as if one job were due. */
const stepsOf = (ask: Ask) =>
  planOf(
    read => ask({ ...read, writes: true, afterCommit() {} }),
    text => (/^select min\("due_at"\) from "job"/.test(text) ? [[0]] : []),
  )

/** Each statement, and the columns by which it searches each table in turn. */
const statements: Record<string, [ask: Ask, searches: string]> = {
  findPayment: [tx => findPayment(tx, 'x'), 'payment(id)'],
  findPaymentByToken: [tx => findPaymentByToken(tx, 'x', [1, 2]), 'payment(rowid)'],
  'listPayments, orders of shop pages': [
    tx => listPayments(tx, { ...filter, isShopOrder: true, status: 'completed' }, 20, 0),
    'payment(account_id) where staff_id is null and till_id is null and key_id is null',
  ],
  listNetworkToken: [tx => listNetworkToken(tx, 'x'), 'network_token(token)'],
  findPayout: [tx => findPayout(tx, 'x'), 'payout(id), refund(id)'],
  findPayoutByReference: [
    tx => findPayoutByReference(tx, 'x'),
    'payout(network_reference), refund(network_reference)',
  ],
  listPayouts: [tx => listPayouts(tx, filter, 20, 0), 'payout(account_id)'],
  'listPayouts by status': [
    tx => listPayouts(tx, { ...filter, status: 'failed' }, 20, 0),
    'payout(account_id status)',
  ],
  countPayoutsUpTo: [
    tx => countPayoutsUpTo(tx, range, 10_000),
    'payout(account_id id..id), payout(account_id id..id)',
  ],
  countStatusCheck: [
    tx => countStatusCheck(tx, { attemptId: 'x', answer: 'pending', now: 0 }),
    'status_check(attempt_id number), status_check(attempt_id), status_check(attempt_id)',
  ],
  listStatusChecks: [tx => listStatusChecks(tx, 'x'), 'status_check(attempt_id)'],
  beginUnknownPeriod: [tx => beginUnknownPeriod(tx, 'x', 0), 'unknown_period(payment_id)'],
  endUnknownPeriod: [tx => endUnknownPeriod(tx, 'x', 0), 'unknown_period(payment_id)'],
  listUnknownPeriods: [tx => listUnknownPeriods(tx, 'x'), 'unknown_period(payment_id)'],
  findUnmatched: [tx => findUnmatched(tx, 'x'), 'unmatched(id)'],
  findAttempt: [tx => findAttempt(tx, 'x'), 'attempt(id)'],
  findAttemptByReference: [tx => findAttemptByReference(tx, 'x'), 'attempt(network_reference)'],
  findAttemptPaidWith: [
    tx => findAttemptPaidWith(tx, 'c', 'r'),
    "attempt(connection external_reference) where state = 'succeeded' and external_reference is not null and planned_order is not null",
  ],
  findEvent: [tx => findEvent(tx, 'x'), 'event(id)'],
  findDelivery: [tx => findDelivery(tx, 'x'), 'delivery(id)'],
  findDeliveryToSend: [
    tx => findDeliveryToSend(tx, 'x'),
    'delivery(id), event(id), earlier(subject ..id), paused_address(account_id url)',
  ],
  listDeliveries: [tx => listDeliveries(tx, 'x'), 'delivery(subject)'],
  findEarlierDelivery: [tx => findEarlierDelivery(tx, delivery), 'delivery(subject ..id)'],
  findNextDelivery: [tx => findNextDelivery(tx, delivery), 'delivery(subject id..)'],
  findPausedAddress: [tx => findPausedAddress(tx, 'a', 'u'), 'paused_address(account_id url)'],
  listPausedAddresses: [tx => listPausedAddresses(tx, 'a'), 'paused_address(account_id)'],
  listPausedDeliveries: [
    tx => listPausedDeliveries(tx, 'a', 'u', 500),
    "delivery(account_id url) where next_at is null and status in ('pending', 'failed', 'retrying')",
  ],
  listDispatches: [tx => listDispatches(tx, 'x'), 'dispatch(delivery_id)'],
  findAccount: [tx => findAccount(tx, 'x'), 'account(id)'],
  findKey: [tx => findKey(tx, 'x'), 'api_key(hash)'],
  listKeys: [tx => listKeys(tx, 'x'), 'api_key(account_id)'],
  revokeKey: [tx => revokeKey(tx, 'a', 'k', 0), 'api_key(id)'],
  findSetting: [tx => findSetting(tx, 'x'), 'setting(name)'],
  findAnswer: [tx => findAnswer(tx, 'a', 'k'), 'idempotency(account_id key)'],
  fillAnswer: [
    tx => fillAnswer(tx, { accountId: 'a', key: 'k', status: 201, body: '' }),
    'idempotency(account_id key)',
  ],
  removeAnswer: [tx => removeAnswer(tx, 'a', 'k'), 'idempotency(account_id key)'],
  forgetAnswers: [
    tx => forgetAnswers(tx, 1, 1_000),
    'idempotency(ran_at account_id key), idempotency(..ran_at)',
  ],
  findBalance: [tx => findBalance(tx, 'a', 'merchant'), 'balance(account_id book)'],
  findSimulation: [
    tx => findSimulation(tx, 'x'),
    'simulation(network_reference), attempt(network_reference), payment(id), account(id)',
  ],
  listSimulations: [tx => listSimulations(tx, 'x'), 'simulation(phone) where phone is not null, account(id)'],
  renewJob: [tx => renewJob(tx, job as Job, 0, 0), 'job(id)'],
  finishJob: [tx => finishJob(tx, job), 'job(id)'],
  moveJob: [tx => moveJob(tx, job, { state: 'waiting', dueAt: 0, tries: 0, lastError: null }), 'job(id)'],
  findPaymentByReceipt: [
    tx => findPaymentByReceipt(tx, 'a', 'x'),
    'payment(account_id external_reference) where external_reference is not null',
  ],
  findTill: [tx => findTill(tx, 'x'), 'till(id)'],
  findHolder: [tx => findHolder(tx, 'x'), 'till(hash), account(id), member(staff_id account_id)'],
  findPairing: [tx => findPairing(tx, 'x'), 'till(pairing_hash) where pairing_hash is not null'],
  findDisplayPairing: [
    tx => findDisplayPairing(tx, 'x'),
    'display(pairing_hash) where pairing_hash is not null',
  ],
  findDisplayHolder: [tx => findDisplayHolder(tx, 'x'), 'display(hash), till(id), account(id)'],
  listDisplays: [tx => listDisplays(tx, 't'), 'display(till_id)'],
  countDisplays: [tx => countDisplays(tx, 't'), 'display(till_id)'],
  removeDisplays: [tx => removeDisplays(tx, 't'), 'display(till_id)'],
  signOutOfTills: [tx => signOutOfTills(tx, 'a', 's'), 'till(account_id)'],
  findPinHolder: [tx => findPinHolder(tx, 'a', 's'), 'member(staff_id account_id)'],
  updatePin: [
    tx => updatePin(tx, { accountId: 'a', staffId: 's', pinHash: '', pinSetAt: 0, pinLength: 4 }),
    'member(staff_id account_id)',
  ],
  findPinTry: [
    tx => findPinTry(tx, { accountId: 'a', staffId: 's', tillId: 't' }),
    'pin_try(account_id staff_id)',
  ],
  findShift: [tx => findShift(tx, 'x'), 'shift(id)'],
  listTotals: [tx => listTotals(tx, 'x'), 'shift_total(shift_id)'],
  listMoves: [tx => listMoves(tx, 'x'), 'drawer_move(shift_id)'],
  listShifts: [
    tx => listShifts(tx, filter, 20, 0),
    'shift(account_id opened_at..) where opened_at is not null',
  ],
  'listShifts below one': [
    tx => listShifts(tx, { ...filter, beforeId: '5 s' }, 20, 0),
    'shift(account_id opened_at..opened_at ..id) where opened_at is not null',
  ],
  'listShifts of a cashier': [
    tx => listShifts(tx, { ...filter, cashier: 's' }, 20, 0),
    'shift(account_id opened_by opened_at..) where opened_at is not null',
  ],
  'listShifts open on a day': [
    tx => listShifts(tx, { ...filter, openFrom: 1, beforeId: '5 s' }, 20, 0),
    'shift(account_id opened_at..opened_at ..id) where opened_at is not null',
  ],
  'listShifts of a till': [
    tx => listShifts(tx, { ...filter, tillId: 't' }, 20, 0),
    'shift(till_id opened_at..) where opened_at is not null',
  ],
  listSalesOfShift: [
    tx => listSalesOfShift(tx, { id: 'shift_x', tillId: 't', accountId: 'a', openedAt: null }, 0),
    'cash_sale(till_id id..), payment(id..), payment(account_id till_id rowid..) where till_id is not null',
  ],
  countShifts: [tx => countShifts(tx, filter), 'shift(account_id opened_at..) where opened_at is not null'],
  findCash: [tx => findCash(tx, 'x'), 'cash_sale(id)'],
  findCashOf: [
    tx => findCashOf(tx, 'x'),
    'cash_sale(payment_id) where payment_id is not null and voided_at is null',
  ],
  findCashOfLink: [
    tx => findCashOfLink(tx, 'x'),
    'cash_sale(session_id) where session_id is not null and voided_at is null',
  ],
  listCash: [tx => listCash(tx, 't', 20), 'cash_sale(till_id)'],
  listHeldJobs: [tx => listHeldJobs(tx, 'x', 100), "job(queue) where state = 'held'"],
  claimHeldJob: [tx => claimHeldJob(tx, 'x', 0), 'job(id)'],
  listHeldQueues: [tx => listHeldQueues(tx), "job(queue..) where state = 'held'"],
}
test.each(Object.entries(statements))('%s', async (_, [ask, searches]) => {
  const steps = await stepsOf(ask)
  expect(searchesOf(steps).join(', ')).toBe(searches)
  expectNoWalk(steps)
})

/** A payment has few attempts and events, a person few accounts: they are sorted. */
const sorted: Record<string, Ask> = {
  listAttempts: tx => listAttempts(tx, 'x'),
  listOpenAttempts: tx => listOpenAttempts(tx, 'x'),
  listEvents: tx => listEvents(tx, 'x'),
  listMemberships: tx => listMemberships(tx, 'x'),
  findSimulationByToken: tx => findSimulationByToken(tx, 'x', [1], 0),
}
/** In the indexes of what is due, held, claimed or parked. Claimed and parked jobs are few. */
const ofJobs: Record<string, Ask> = {
  claimJobs: tx => claimJobs(tx, 0, { money: 1, expiry: 1, delivery: 1, upkeep: 1 }),
  nextJobAt: tx => nextJobAt(tx),
  recoverJobs: tx => recoverJobs(tx, 0),
  recoverParkedJobs: tx => recoverParkedJobs(tx, 0),
  makeFarJobsDue: tx => makeFarJobsDue(tx, 0),
  moveJobsForward: tx => moveJobsForward(tx, 'payment.expire', 1, 0, 1),
  holdDueJobs: tx => holdDueJobs(tx, 'x', 0, 100),
}
test.each(Object.entries({ ...sorted, ...ofJobs }))('%s scans no table', async (_, ask) => {
  const scans = scansOf(await stepsOf(ask))
  expect(scans.filter(scan => !/^job where state = '(claimed|parked)'$/.test(scan))).toEqual([])
})

test('the newest rows are read without sorting', async () => {
  expect(sortsOf(await stepsOf(findNewest))).toEqual([])
})
