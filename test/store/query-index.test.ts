// Checks which index each statement of the store searches: none reads a whole table. scale.test.ts,
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
import { findCash, findCashOf, listCash } from '../../src/store/cash.ts'
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
  lockPayment,
} from '../../src/store/payment.ts'
import { countPayoutsUpTo, findPayout, findPayoutByReference, listPayouts } from '../../src/store/payout.ts'
import { findPinHolder, findPinTry, updatePin } from '../../src/store/pin.ts'
import { findBalance } from '../../src/store/posting.ts'
import { countShifts, findShift, listMoves, listShifts, listTotals } from '../../src/store/shift.ts'
import { findSimulation, findSimulationByToken, listSimulations } from '../../src/store/simulation.ts'
import { countStatusCheck, listStatusChecks } from '../../src/store/status-check.ts'
import { findHolder, findPairing, findTill, signOutOfTills } from '../../src/store/till.ts'
import { beginUnknownPeriod, endUnknownPeriod, listUnknownPeriods } from '../../src/store/unknown-period.ts'
import { findUnmatched } from '../../src/store/unmatched.ts'
import { expectNoWalk, indexesOf, planOf } from '../kit/query-plan.ts'

const delivery = { subject: 'p', url: 'u', id: 'd' } as Parameters<typeof findEarlierDelivery>[1]
const job = { id: 'j', dueAt: 0 } as Parameters<typeof finishJob>[1]
const filter = { accountId: 'a' }
const range = { ...filter, fromId: 'a', beforeId: 'b' }
type Ask = (tx: Tx) => Promise<unknown>

/** The plan of what a group's body asks, as if one job were due. */
const stepsOf = (ask: Ask) =>
  planOf(
    read => ask({ ...read, writes: true, after() {} }),
    text => (/^select min\("due_at"\) from "job"/.test(text) ? [[0]] : []),
  )

/** Each statement, and the indexes that it searches in turn; `TABLE` is the table's own order. */
const statements: Record<string, [ask: Ask, indexes: string]> = {
  findPayment: [tx => findPayment(tx, 'x'), 'payment.id'],
  lockPayment: [tx => lockPayment(tx, 'x'), 'payment.id'],
  findPaymentByToken: [tx => findPaymentByToken(tx, 'x', [1, 2]), 'payment'],
  listNetworkToken: [tx => listNetworkToken(tx, 'x'), 'network_token'],
  findPayout: [tx => findPayout(tx, 'x'), 'payout.id refund.id'],
  findPayoutByReference: [
    tx => findPayoutByReference(tx, 'x'),
    'payout.network_reference refund.network_reference',
  ],
  listPayouts: [tx => listPayouts(tx, filter, 20, 0), 'payout_account'],
  'listPayouts by status': [tx => listPayouts(tx, { ...filter, status: 'failed' }, 20, 0), 'payout_status'],
  countPayoutsUpTo: [tx => countPayoutsUpTo(tx, range, 10_000), 'payout_account payout_account'],
  countStatusCheck: [
    tx => countStatusCheck(tx, { attemptId: 'x', answer: 'pending', now: 0 }),
    'status_check status_check status_check',
  ],
  listStatusChecks: [tx => listStatusChecks(tx, 'x'), 'status_check'],
  beginUnknownPeriod: [tx => beginUnknownPeriod(tx, 'x', 0), 'unknown_period'],
  endUnknownPeriod: [tx => endUnknownPeriod(tx, 'x', 0), 'unknown_period'],
  listUnknownPeriods: [tx => listUnknownPeriods(tx, 'x'), 'unknown_period'],
  findUnmatched: [tx => findUnmatched(tx, 'x'), 'unmatched.id'],
  findAttempt: [tx => findAttempt(tx, 'x'), 'attempt'],
  findAttemptByReference: [tx => findAttemptByReference(tx, 'x'), 'attempt.network_reference'],
  findAttemptPaidWith: [tx => findAttemptPaidWith(tx, 'c', 'r'), 'attempt_receipt'],
  findEvent: [tx => findEvent(tx, 'x'), 'event.id'],
  findDelivery: [tx => findDelivery(tx, 'x'), 'delivery.id'],
  findDeliveryToSend: [
    tx => findDeliveryToSend(tx, 'x'),
    'delivery.id event.id delivery_subject paused_address.account_id',
  ],
  listDeliveries: [tx => listDeliveries(tx, 'x'), 'delivery_subject'],
  findEarlierDelivery: [tx => findEarlierDelivery(tx, delivery), 'delivery_subject'],
  findNextDelivery: [tx => findNextDelivery(tx, delivery), 'delivery_subject'],
  findPausedAddress: [tx => findPausedAddress(tx, 'a', 'u'), 'paused_address.account_id'],
  listPausedAddresses: [tx => listPausedAddresses(tx, 'a'), 'paused_address.account_id'],
  listPausedDeliveries: [tx => listPausedDeliveries(tx, 'a', 'u', 500), 'delivery_paused'],
  listDispatches: [tx => listDispatches(tx, 'x'), 'dispatch.delivery_id'],
  findAccount: [tx => findAccount(tx, 'x'), 'account.id'],
  findKey: [tx => findKey(tx, 'x'), 'api_key.hash'],
  listKeys: [tx => listKeys(tx, 'x'), 'api_key_account'],
  revokeKey: [tx => revokeKey(tx, 'a', 'k', 0), 'api_key.id'],
  findSetting: [tx => findSetting(tx, 'x'), 'setting.name'],
  findAnswer: [tx => findAnswer(tx, 'a', 'k'), 'idempotency.account_id'],
  fillAnswer: [
    tx => fillAnswer(tx, { accountId: 'a', key: 'k', status: 201, body: '' }),
    'idempotency.account_id',
  ],
  removeAnswer: [tx => removeAnswer(tx, 'a', 'k'), 'idempotency.account_id'],
  forgetAnswers: [tx => forgetAnswers(tx, 1, 1_000), 'idempotency idempotency'],
  findBalance: [tx => findBalance(tx, 'a', 'merchant'), 'balance.account_id'],
  findSimulation: [
    tx => findSimulation(tx, 'x'),
    'simulation.network_reference attempt.network_reference payment.id account.id',
  ],
  listSimulations: [tx => listSimulations(tx, 'x'), 'simulation_phone account.id'],
  renewJob: [tx => renewJob(tx, job as Job, 0, 0), 'job'],
  finishJob: [tx => finishJob(tx, job), 'job'],
  moveJob: [tx => moveJob(tx, job, { state: 'waiting', dueAt: 0, tries: 0, lastError: null }), 'job'],
  findPaymentByReceipt: [tx => findPaymentByReceipt(tx, 'a', 'x'), 'payment_external'],
  findTill: [tx => findTill(tx, 'x'), 'till.id'],
  findHolder: [tx => findHolder(tx, 'x'), 'till.hash account.id member.staff_id'],
  findPairing: [tx => findPairing(tx, 'x'), 'till_pairing'],
  findDisplayPairing: [tx => findDisplayPairing(tx, 'x'), 'display_pairing'],
  findDisplayHolder: [tx => findDisplayHolder(tx, 'x'), 'display.hash till.id account.id'],
  listDisplays: [tx => listDisplays(tx, 't'), 'display_till'],
  countDisplays: [tx => countDisplays(tx, 't'), 'display_till'],
  removeDisplays: [tx => removeDisplays(tx, 't'), 'display_till'],
  signOutOfTills: [tx => signOutOfTills(tx, 'a', 's'), 'till_account'],
  findPinHolder: [tx => findPinHolder(tx, 'a', 's'), 'member.staff_id'],
  updatePin: [
    tx => updatePin(tx, { accountId: 'a', staffId: 's', pinHash: '', pinSetAt: 0, pinLength: 4 }),
    'member.staff_id',
  ],
  findPinTry: [tx => findPinTry(tx, { accountId: 'a', staffId: 's', tillId: 't' }), 'pin_try'],
  findShift: [tx => findShift(tx, 'x'), 'shift.id'],
  listTotals: [tx => listTotals(tx, 'x'), 'shift_total'],
  listMoves: [tx => listMoves(tx, 'x'), 'drawer_move_shift'],
  listShifts: [tx => listShifts(tx, filter, 20, 0), 'shift_account'],
  'listShifts below one': [tx => listShifts(tx, { ...filter, beforeId: '5 s' }, 20, 0), 'shift_account'],
  'listShifts of a cashier': [tx => listShifts(tx, { ...filter, cashier: 's' }, 20, 0), 'shift_cashier'],
  'listShifts of a till': [tx => listShifts(tx, { ...filter, tillId: 't' }, 20, 0), 'shift_till'],
  countShifts: [tx => countShifts(tx, filter), 'shift_account'],
  findCash: [tx => findCash(tx, 'x'), 'cash_sale.id'],
  findCashOf: [tx => findCashOf(tx, 'x'), 'cash_sale_payment'],
  listCash: [tx => listCash(tx, 't', 20), 'cash_sale_till'],
  listHeldJobs: [tx => listHeldJobs(tx, 'x', 100), 'job_held'],
  claimHeldJob: [tx => claimHeldJob(tx, 'x', 0), 'job'],
  listHeldQueues: [tx => listHeldQueues(tx), 'job_held'],
}
test.each(Object.entries(statements))('%s', async (_, [ask, indexes]) => {
  const steps = await stepsOf(ask)
  expect(indexesOf(steps).join(' ')).toBe(indexes)
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
  const walks = (await stepsOf(ask)).filter(step => /^SCAN/.test(step))
  expect(walks.filter(step => !/^SCAN job USING INDEX job_(claimed|parked)$/.test(step))).toEqual([])
})

test('the newest rows are read without sorting', async () => {
  expect((await stepsOf(findNewest)).filter(step => step.includes('TEMP B-TREE'))).toEqual([])
})
