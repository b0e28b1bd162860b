// Payments, payouts and refunds with an unknown outcome. Lists what was sent to the network for each, asks
// the network immediately, and records the outcome of a payout that an owner looked up at the network.

import type { Account } from '../domain/account.ts'
import type { RequestedByStaff } from '../domain/actor.ts'
import { assert, fault } from '../domain/fault.ts'
import type { Payment } from '../domain/payment.ts'
import type { ManualResult, Payout } from '../domain/payout.ts'
import { applyManualOutcome } from '../domain/payout-manual.ts'
import { isRefund, type Refund } from '../domain/refund.ts'
import type { UnknownOrder } from '../domain/unknown-order.ts'
import { findAttempt, listAttempts, listOpenAttempts } from '../store/attempt.ts'
import { findPayment } from '../store/payment.ts'
import { findPayout } from '../store/payout.ts'
import type { UnknownRow } from '../store/unknown.ts'
import type { Appliance } from './appliance.ts'
import { recheckAttempt } from './attempt-check.ts'
import { recordAudit } from './audit-log.ts'
import { getPayment } from './payment.ts'
import { getPayout } from './payout.ts'
import { applyPayoutChange } from './payout-change.ts'
import { recheckPayout } from './payout-check.ts'
import { getRefund } from './refund-read.ts'
import { isBeingSent } from './sending.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/**
 * Returns the orders of one page of the list. A payment comes with its attempt whose outcome is unknown, or
 * else its newest.
 */
export async function unknownOrders(
  { store: { read } }: Appliance,
  rows: readonly UnknownRow[],
): Promise<UnknownOrder[]> {
  const orders: UnknownOrder[] = []
  for (const { kind, id } of rows) {
    if (kind !== 'payment') {
      const payout = await findPayout(read, id)
      if (payout) orders.push({ kind, payout })
      continue
    }
    const payment = await findPayment(read, id)
    const attempts = await listAttempts(read, id)
    const attempt = attempts.find(({ state }) => state === 'unknown') ?? attempts[0]
    if (payment && attempt) orders.push({ kind, payment, attempt })
  }
  return orders
}

/**
 * Asks the network about a payment now. A late answer is still recorded.
 * @returns the payment after the answer, or unchanged if none came in time
 * @throws Fault as `getPayment`
 */
export async function checkPaymentNow(
  appliance: Appliance,
  account: Account,
  reference: string,
): Promise<Payment> {
  const { id } = await getPayment(appliance, account, reference)
  await withTimeout(appliance, networkWaitMs, checkAttempts(appliance, id))
  return getPayment(appliance, account, id)
}

/** Asks the networks about the open attempts of a payment, and schedules no further checks. */
async function checkAttempts(appliance: Appliance, paymentId: string): Promise<void> {
  const recordNoJob = async () => {}
  for (const { id } of await listOpenAttempts(appliance.store.read, paymentId))
    if (await findAttempt(appliance.store.read, id)) await recheckAttempt(appliance, id, recordNoJob)
}

/**
 * Asks the network about a payout now. A late answer is still recorded.
 * @returns the payout after the answer, or unchanged if none came in time
 * @throws Fault as `getPayout`
 */
export async function checkPayoutNow(
  appliance: Appliance,
  account: Account,
  reference: string,
): Promise<Payout> {
  const { id } = await getPayout(appliance, account, reference)
  await withTimeout(appliance, networkWaitMs, recheckPayout(appliance, id))
  return getPayout(appliance, account, id)
}

/**
 * Asks the network about a refund now. A late answer is still recorded.
 * @returns the refund after the answer, or unchanged if none came in time
 * @throws Fault as `getRefund`
 */
export async function checkRefundNow(
  appliance: Appliance,
  account: Account,
  reference: string,
): Promise<Refund> {
  const { id } = await getRefund(appliance, account, reference)
  await withTimeout(appliance, networkWaitMs, recheckPayout(appliance, id))
  return getRefund(appliance, account, id)
}

/** The outcome that an owner looked up at the network. */
interface MarkedOutcome {
  readonly result: ManualResult
  readonly reason: string
  readonly by: RequestedByStaff
}

/**
 * Records the outcome of a payout that an owner looked up at the network. The network can correct it later.
 * @throws Fault as `getPayout` and `markOutcome`
 */
export async function markPayout(
  appliance: Appliance,
  account: Account,
  reference: string,
  outcome: MarkedOutcome,
): Promise<Payout> {
  await getPayout(appliance, account, reference)
  return markOutcome(appliance, account, reference, outcome)
}

/**
 * Records the outcome of a refund that an owner looked up at the network. The network can correct it later.
 * @throws Fault as `getRefund` and `markOutcome`
 */
export async function markRefund(
  appliance: Appliance,
  account: Account,
  reference: string,
  outcome: MarkedOutcome,
): Promise<Refund> {
  await getRefund(appliance, account, reference)
  await markOutcome(appliance, account, reference, outcome)
  return getRefund(appliance, account, reference)
}

/**
 * Records the outcome of a payout or refund that an owner looked up, and adds it to the audit log.
 * @throws Fault `payout_outcome_known` when the outcome is known, or while a call is still sending the money
 */
const markOutcome = (
  appliance: Appliance,
  account: Account,
  reference: string,
  { result, reason, by }: MarkedOutcome,
): Promise<Payout> =>
  appliance.store.write(async tx => {
    const payout = await findPayout(tx, reference)
    assert(payout, 'a payout is never deleted')
    // The call that sends the money may still be running, and its answer decides.
    if (await isBeingSent(appliance, payout.networkReference, tx)) throw fault('payout_outcome_known')
    const now = appliance.world.clock.now()
    const change = applyManualOutcome(payout, { result, reason, by: by.staffId }, now)
    await applyPayoutChange(tx, appliance, account, payout, change, now)
    const { id, amount } = payout
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: isRefund(payout) ? 'refund.marked' : 'payout.marked',
      subject: id,
      detail: { amount, result, reason },
    })
    return change.payout
  })
