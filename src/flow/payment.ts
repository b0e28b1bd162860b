// What can be done with a payment: create, read, void, settle an attempt, expire. Plan → call → record.
import type { Appliance } from '../appliance.ts'
import type { Connector } from '../connector/connector.ts'
import { nextPollMs } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type Attempt, isSettled, nextAttempt, type Outcome } from '../domain/attempt.ts'
import { assert, Fault } from '../domain/fault.ts'
import { isFinal, nextPayment, type Payment, type PaymentAction, type PaymentChange } from '../domain/payment.ts'
import { feeOf } from '../domain/posting.ts'
import { findAccount } from '../store/account.ts'
import { findAttempt, listOpenAttempts, updateAttempt } from '../store/attempt.ts'
import { dropJob } from '../store/job.ts'
import { findPayment, lockPayment, updatePayment } from '../store/payment.ts'
import { post } from '../store/posting.ts'
import type { Tx } from '../store/statement.ts'
import { announce } from './event.ts'

/** The account's payment, or 404: another account's is not found either. */
export async function getPayment(appliance: Appliance, account: Account, reference: string): Promise<Payment> {
  const found = await findPayment(appliance.store.read, reference)
  if (!found || found.accountId !== account.id)
    throw new Fault('not_found', `there is no payment with the reference ${reference}`)
  return found
}

export function connectorOf(appliance: Appliance, name: string): Connector {
  const connector = appliance.connectors.get(name)
  assert(connector, `there is no connector called ${name}`)
  return connector
}

/** Asks the network, wherever it is; never throws for what the network does. */
export const ask = (appliance: Appliance, connector: Connector, attempt: Attempt): Promise<Outcome & { nextCheckAt?: number }> =>
  connector.reach === 'box'
    ? connector.check(appliance.store.read, attempt.networkReference, appliance.world.clock.now())
    : connector.check(attempt.networkReference)

/** Writes a decided change: the row, the money, the events, and nothing left to do for a payment that ended. */
export async function applyChange(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  before: Payment,
  { payment, events, postings }: PaymentChange,
  now: number,
): Promise<void> {
  if (payment !== before) {
    await updatePayment(tx, before, payment, account.timeZone)
    tx.after(() => appliance.watch.tell(payment))
  }
  if (postings.length > 0)
    await post(tx, { accountId: account.id, subject: payment.id, postings }, now, () => appliance.world.ids.uuid(now))
  for (const type of events) await announce(tx, appliance, account, payment, type, now)
  if (isFinal(payment.status)) await dropJob(tx, 'payment.expire', payment.id)
}

/** What an outcome means for the payment of a direct attempt. */
export function actionOf(outcome: Outcome, attempt: Attempt, account: Account): PaymentAction {
  switch (outcome.kind) {
    case 'completed':
      return {
        kind: 'collected',
        amount: outcome.amount,
        fees: feeOf(outcome.amount, account.feeBasisPoints, account.feeFixed),
        ...(outcome.provider ? { provider: outcome.provider } : {}),
        ...(outcome.externalReference ? { externalReference: outcome.externalReference } : {}),
      }
    case 'failed':
      return outcome.reason === 'expired' ? { kind: 'expired', byNetwork: true } : { kind: 'failed', reason: outcome.reason }
    case 'pending':
      return {
        kind: 'offered',
        ...(outcome.qr ? { qr: outcome.qr } : {}),
        ...(outcome.token ? { token: outcome.token } : {}),
        ...(attempt.externalReference ? { externalReference: attempt.externalReference } : {}),
      }
    case 'unknown':
      return { kind: 'doubted' }
  }
}

/** Records what a network said of an attempt, on the rows as they are locked now: of all who race, one wins. */
export async function recordOutcome(
  tx: Tx,
  appliance: Appliance,
  attempt: Attempt,
  outcome: Outcome,
  now: number,
): Promise<Payment> {
  const payment = await lockPayment(tx, attempt.paymentId)
  const current = await findAttempt(tx, attempt.id)
  const account = await findAccount(tx, attempt.accountId)
  assert(payment && current && account, 'an attempt has its payment and account')
  const next = nextAttempt(current, outcome, now)
  if (next === current) return payment
  await updateAttempt(tx, next)
  const change = nextPayment(payment, actionOf(outcome, next, account), now)
  await applyChange(tx, appliance, account, payment, change, now)
  return change.payment
}

/**
 * Asks the network about an attempt and records what is true.
 * @returns when to ask again, or undefined when there is nothing left to ask
 */
export async function settleAttempt(appliance: Appliance, attemptId: string): Promise<number | undefined> {
  const attempt = await findAttempt(appliance.store.read, attemptId)
  return attempt && !isSettled(attempt.state) ? (await askAbout(appliance, attempt)).next : undefined
}

async function askAbout(appliance: Appliance, attempt: Attempt): Promise<{ outcome: Outcome; next: number | undefined }> {
  const connector = connectorOf(appliance, attempt.connector)
  const outcome = await ask(appliance, connector, attempt)
  const now = appliance.world.clock.now()
  const same = outcome.kind === 'pending' && attempt.state === 'sent'
  if (!same) await appliance.store.write(tx => recordOutcome(tx, appliance, attempt, outcome, now))
  const isClear = outcome.kind === 'completed' || outcome.kind === 'failed'
  const next = isClear ? undefined : (outcome.nextCheckAt ?? now + nextPollMs(connector, now - attempt.createdAt))
  return { outcome, next }
}

/**
 * A callback arrived: it only makes us ask, even where the network had said no, for it may have the money after all.
 * @param subject the attempt's id and the callback's number
 * @returns when to ask again. Nobody else asks about a failed attempt, and an open one may fail in a moment by a no that was
 * on its way before this callback; so a callback is done only when the network answered after it.
 */
export async function pokeAttempt(appliance: Appliance, subject: string): Promise<number | undefined> {
  const attempt = await findAttempt(appliance.store.read, subject.split(':')[0] ?? subject)
  if (!attempt || attempt.state === 'succeeded') return undefined
  const { outcome, next } = await askAbout(appliance, attempt)
  return attempt.state === 'failed' || outcome.kind === 'unknown' ? next : undefined
}

/**
 * Ends a payment whose time is over, after asking once more about attempts in flight.
 * @returns when to come back, if its time is not over yet
 */
export async function expirePayment(appliance: Appliance, paymentId: string): Promise<number | undefined> {
  const { store, world } = appliance
  for (const attempt of await listOpenAttempts(store.read, paymentId)) await settleAttempt(appliance, attempt.id)
  return store.write(async tx => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || isFinal(payment.status)) return undefined
    const now = world.clock.now()
    if (now < payment.expiresAt) return payment.expiresAt
    const account = await findAccount(tx, payment.accountId)
    assert(account, 'a payment has an account')
    await applyChange(tx, appliance, account, payment, nextPayment(payment, { kind: 'expired' }, now), now)
    return undefined
  })
}

/** Cancels a pending payment. Money that arrives all the same is still booked, as late. */
export async function voidPayment(appliance: Appliance, account: Account, reference: string): Promise<Payment> {
  await getPayment(appliance, account, reference)
  return appliance.store.write(async tx => {
    const payment = await lockPayment(tx, reference)
    assert(payment, 'the payment was found a moment ago')
    const now = appliance.world.clock.now()
    const change = nextPayment(payment, { kind: 'voided' }, now)
    await applyChange(tx, appliance, account, payment, change, now)
    return change.payment
  })
}
