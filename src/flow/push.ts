// Sending a push for a pending payment: a new attempt of it. Allowed while the last attempt is sent, not
// while it is unknown.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import type { Attempt } from '../domain/attempt.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import { isFinal, type Payment } from '../domain/payment.ts'
import { readPhone } from '../domain/phone.ts'
import { assertPushGap } from '../domain/push-limit.ts'
import { isInScope, type SalesScope } from '../domain/sales-scope.ts'
import { listAttempts } from '../store/attempt.ts'
import { findPayment, lockPayment, updatePayment } from '../store/payment.ts'
import type { Tx } from '../store/statement.ts'
import { collect } from './collect.ts'
import { connectionFor } from './connector.ts'
import { paymentOfToken } from './payment-number.ts'
import { assertNotOfTwin } from './twin.ts'

/**
 * The payment by reference or token. @throws Fault `forbidden` for another account's reference, as the
 * specification says of push alone; `not_found` for its token
 */
async function pushable(
  appliance: Appliance,
  account: Account,
  referenceOrToken: string,
  salesScope: SalesScope,
): Promise<Payment> {
  const { read } = appliance.store
  const isToken = /^\d{8}$/.test(referenceOrToken)
  const found = isToken
    ? await paymentOfToken(appliance, referenceOrToken)
    : await findPayment(read, referenceOrToken)
  // Tokens can be counted through: one of another account is as if it did not exist.
  const isHidden = isToken && found?.accountId !== account.id
  if (!found || isHidden || !isInScope(salesScope, found))
    throw fault('payment_not_found', { reference: referenceOrToken.slice(0, 60) })
  assertNotOfTwin(account, found.accountId)
  if (found.accountId !== account.id) throw fault('payment_of_other_account')
  return found
}

function assertPushable(payment: Payment, attempts: readonly Attempt[]): void {
  if (isFinal(payment.status)) throw fault('payment_not_pushable', { status: payment.status })
  if (attempts.some(attempt => attempt.state === 'unknown' || attempt.state === 'planned'))
    throw fault('attempt_outcome_unknown')
}

/** Published clients trigger the push of a new payment at once, which has sent one itself: that one is free. */
const repeatedPushes = ({ sessionId }: Payment, attempts: readonly Attempt[]) =>
  sessionId === null ? attempts.slice(0, -1) : attempts

export interface PushResult {
  readonly payment: Payment
  /** The number that the push went to, E.164. */
  readonly phone: string
}

/**
 * Sends a push to `phone`, or to the payer's own number. A payment out of the caller's scope is not found.
 * @throws Fault `invalid_request` when the payment has ended, `conflict` while an attempt is unknown,
 * `rate_limit_exceeded` right after another push of it
 */
export async function pushPayment(
  appliance: Appliance,
  account: Account,
  referenceOrToken: string,
  given: string | undefined,
  salesScope: SalesScope = {},
): Promise<PushResult> {
  const { id, phone: payer, customer } = await pushable(appliance, account, referenceOrToken, salesScope)
  const phone = given ?? payer ?? readPhone(customer.phone ?? '')?.e164
  if (!phone) throw badField('phone', 'payer_phone_required')
  const connection = connectionFor(appliance, account, { collect: 'push' })
  const sent = await collect(appliance, connection, undefined, async (tx, now) => {
    const payment = await lockPayment(tx, id)
    assert(payment, 'the payment was found a moment ago')
    const attempts = await listAttempts(tx, id)
    assertPushable(payment, attempts)
    assertPushGap(repeatedPushes(payment, attempts), now)
    const save = async (tx: Tx, offered: Payment) => {
      if (offered !== payment) await updatePayment(tx, payment, offered, account.timeZone)
    }
    return { account, payment, method: 'push', phone, connection, now, save }
  })
  assert(sent.kind === 'sent', 'a push has no idempotency key')
  return { payment: sent.value, phone }
}
