// Sending a push for a payment that is pending: a new attempt, allowed while the last one is sent, not while
// it is unknown.
import type { Appliance } from '../appliance.ts'
import { nextCheckMs } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type Attempt, nextAttempt } from '../domain/attempt.ts'
import { assert, badField, Fault } from '../domain/fault.ts'
import { isFinal, type Payment } from '../domain/payment.ts'
import { readPhone } from '../domain/phone.ts'
import { isInScope, type SalesScope } from '../domain/sales-scope.ts'
import { insertAttempt, listOpenAttempts } from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import { findPayment, findPaymentByToken, lockPayment } from '../store/payment.ts'
import type { Tx } from '../store/statement.ts'
import { connectorFor, planAttempt, recordOutcome } from './attempt.ts'
import { networkWaitMs, withTimeout } from './idempotency.ts'

/**
 * The payment by reference or token. @throws Fault `forbidden` for another account's, as the specification
 * says of push alone
 */
async function pushable(
  appliance: Appliance,
  account: Account,
  referenceOrToken: string,
  sight: SalesScope,
): Promise<Payment> {
  const { read } = appliance.store
  const found = /^\d{8}$/.test(referenceOrToken)
    ? await findPaymentByToken(read, referenceOrToken)
    : await findPayment(read, referenceOrToken)
  if (!found || !isInScope(sight, found))
    throw new Fault(
      'not_found',
      `there is no payment with the reference or token ${referenceOrToken.slice(0, 60)}`,
    )
  if (found.accountId !== account.id) throw new Fault('forbidden', 'this payment belongs to another account')
  return found
}

function assertPushable(payment: Payment, open: readonly Attempt[]): void {
  if (isFinal(payment.status))
    throw new Fault('invalid_request', `the payment is ${payment.status}: a push needs a pending payment`)
  if (open.some(attempt => attempt.state === 'unknown' || attempt.state === 'planned'))
    throw new Fault(
      'conflict',
      'the network has not answered the last attempt: another push could charge the customer twice; wait until it is known',
    )
}

/** What a push answers: the payment and the number that was asked. */
export interface Pushed {
  readonly payment: Payment
  /** E.164. */
  readonly phone: string
}

/**
 * Sends a push to `phone`, or to the payer's own number. What is out of the asker's sight is not found.
 * @throws Fault `invalid_request` when the payment has ended, `conflict` while an attempt is unknown
 */
export async function pushPayment(
  appliance: Appliance,
  account: Account,
  referenceOrToken: string,
  given: string | undefined,
  sight: SalesScope = {},
): Promise<Pushed> {
  const { store, world } = appliance
  const { id, phone: payer, customer } = await pushable(appliance, account, referenceOrToken, sight)
  const phone = given ?? payer ?? readPhone(customer.phone ?? '')?.e164
  if (!phone) throw badField('phone', 'is required: this payment has no payer’s number')
  const connector = connectorFor(appliance, account, 'push')
  const planned = await store.write(async tx => {
    const payment = await lockPayment(tx, id)
    assert(payment, 'the payment was found a moment ago')
    assertPushable(payment, await listOpenAttempts(tx, id))
    const now = world.clock.now()
    const { attempt, order } = planAttempt(
      appliance,
      account,
      payment,
      { method: 'push', phone, connector },
      now,
    )
    const checkAt = now + nextCheckMs(connector, connector.reach === 'box' ? 0 : networkWaitMs * 2)
    if (connector.reach === 'network')
      return { payment, order, attempt: await keep(tx, appliance, attempt, checkAt) }
    const answer = await connector.collect(tx, order, now)
    await keep(tx, appliance, nextAttempt(attempt, answer, now), answer.nextCheckAt ?? checkAt)
    return { payment }
  })
  if (!planned.order || connector.reach === 'box') return { payment: planned.payment, phone }
  const recorded = connector
    .collect(planned.order)
    .then(answer =>
      store.write(tx => recordOutcome(tx, appliance, planned.attempt, answer, world.clock.now())),
    )
  return { payment: (await withTimeout(appliance, networkWaitMs, recorded)) ?? planned.payment, phone }
}

async function keep(tx: Tx, appliance: Appliance, attempt: Attempt, checkAt: number): Promise<Attempt> {
  await insertAttempt(tx, attempt)
  await putJob(tx, 'attempt.check', attempt.id, checkAt)
  tx.after(() => appliance.notifier.publishJob(checkAt))
  return attempt
}
