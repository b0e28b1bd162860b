// An existing payment: reads it, voids it, expires it.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { assert, fault, shortValue } from '../domain/fault.ts'
import { isExpired } from '../domain/job.ts'
import { isFinal, nextPayment, type Payment } from '../domain/payment.ts'
import { isInScope, type SalesScope } from '../domain/sales-scope.ts'
import { findAccount } from '../store/account.ts'
import { listOpenAttempts } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { checkOpenAttempts } from './attempt-check.ts'
import { recordAudit } from './audit-log.ts'
import { ageMsOf } from './network-call.ts'
import { applyPaymentChange } from './payment-change.ts'
import { assertNotOfTwin } from './twin.ts'

/**
 * Returns a payment that the caller may see.
 * @throws Fault `payment_not_found`, also for a payment of another account or outside the caller's scope, or
 * as `assertNotOfTwin`
 */
export async function getPayment(
  appliance: Appliance,
  account: Account,
  reference: string,
  salesScope: SalesScope = {},
): Promise<Payment> {
  const payment = await findPayment(appliance.store.read, reference)
  assertNotOfTwin(account, payment?.accountId)
  if (payment?.accountId !== account.id || !isInScope(salesScope, payment))
    throw fault('payment_not_found', { reference: shortValue(reference) })
  return payment
}

/**
 * Expires a payment after a last check of its status, but not while a prompt may still ring.
 * @returns when to try again, milliseconds since 1970; undefined when the payment has ended
 */
export async function expirePayment(appliance: Appliance, paymentId: string): Promise<number | undefined> {
  const { store, world } = appliance
  const countUnchanged = await checkOpenAttempts(appliance, paymentId)
  return store.write(async tx => {
    await countUnchanged(tx)
    const payment = await findPayment(tx, paymentId)
    if (!payment || isFinal(payment.status)) return undefined
    const now = world.clock.now()
    if (!isExpired(payment, now)) return payment.expiresAt
    const ringingMs = await promptLeftMs(tx, appliance, payment.id)
    if (ringingMs > 0) return now + ringingMs
    const account = await findAccount(tx, payment.accountId)
    assert(account, 'a payment has an account')
    const change = nextPayment(payment, { kind: 'expired' }, now)
    await applyPaymentChange(tx, appliance, account, payment, change, now)
    return undefined
  })
}

/** Returns for how long a prompt of this payment may still ring, milliseconds; 0 when none does. */
async function promptLeftMs(tx: Tx, appliance: Appliance, paymentId: string): Promise<number> {
  const openAttempts = await listOpenAttempts(tx, paymentId)
  const remainingMs = openAttempts.map(attempt => {
    const connection = appliance.connections.find(attempt.connection)
    if (attempt.method !== 'push' || !connection) return 0
    return connection.facts.times.promptMs - ageMsOf(appliance, attempt)
  })
  return Math.max(0, ...remainingMs)
}

/**
 * Voids a pending payment. Money that still arrives is booked as late.
 * @throws Fault `payment_not_voidable` when the payment has ended, or as `getPayment`
 */
export async function voidPayment(
  appliance: Appliance,
  account: Account,
  reference: string,
  by: RequestedBy & { readonly salesScope: SalesScope },
): Promise<Payment> {
  await getPayment(appliance, account, reference, by.salesScope)
  return appliance.store.write(async tx => {
    const payment = await findPayment(tx, reference)
    assert(payment, 'the payment was found a moment ago')
    const now = appliance.world.clock.now()
    const change = nextPayment(payment, { kind: 'voided' }, now)
    await applyPaymentChange(tx, appliance, account, payment, change, now)
    const detail = { amount: payment.amount }
    await recordAudit(tx, appliance, { account, by, kind: 'payment.voided', subject: payment.id, detail })
    return change.payment
  })
}
