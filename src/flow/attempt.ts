// What a network answered about an attempt, and what that does to its payment. Status checks ask until the
// outcome is known.
import type { Appliance } from '../appliance.ts'
import { checkIdleMs, nextCheckMs } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type Attempt, isSettled, nextAttempt, type Outcome } from '../domain/attempt.ts'
import { paymentOfAttempt } from '../domain/channel.ts'
import { assert } from '../domain/fault.ts'
import { namedId } from '../domain/id.ts'
import { nextPayment, type Payment, type PaymentAction, type PaymentChange } from '../domain/payment.ts'
import { feeOf } from '../domain/posting.ts'
import type { Unmatched } from '../domain/unmatched.ts'
import { findAccount } from '../store/account.ts'
import { findAttempt, listOpenAttempts, updateAttempt } from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import { lockPayment } from '../store/payment.ts'
import type { Tx } from '../store/statement.ts'
import { countStatusCheck } from '../store/status-check.ts'
import { insertUnmatched } from '../store/unmatched.ts'
import { connectorOf } from './connector.ts'
import type { RecordJob } from './delivery.ts'
import { applyPaymentChange } from './payment-change.ts'

/** What an outcome means for the payment of its attempt. */
export function paymentActionOf(
  outcome: Outcome,
  attempt: Attempt,
  payment: Payment,
  account: Account,
): PaymentAction {
  switch (outcome.kind) {
    case 'completed':
      return {
        kind: 'collected',
        amount: outcome.amount,
        fees: feeOf(outcome.amount, account.fees[payment.type]),
        ...(outcome.provider ? { provider: outcome.provider } : {}),
        ...(outcome.externalReference ? { externalReference: outcome.externalReference } : {}),
      }
    case 'failed':
      return outcome.reason === 'expired'
        ? { kind: 'expired', byNetwork: true }
        : { kind: 'failed', reason: outcome.reason }
    case 'pending':
      return {
        kind: 'offered',
        ...(outcome.qr ? { qr: outcome.qr } : {}),
        ...(outcome.token ? { token: outcome.token } : {}),
        ...(outcome.pageUrl ? { pageUrl: outcome.pageUrl } : {}),
        ...(attempt.externalReference ? { externalReference: attempt.externalReference } : {}),
      }
    case 'unknown':
      return { kind: 'unknown' }
  }
}

/**
 * A customer may have chosen another method or amount since: what they pay is what this attempt asked for.
 */
const asPaid = (payment: Payment, attempt: Attempt, outcome: Outcome): Payment =>
  payment.sessionId && payment.status !== 'completed' && outcome.kind === 'completed'
    ? paymentOfAttempt(payment, attempt)
    : payment

/** While another attempt of it is unknown, so is the payment, unless it is paid. */
const stayUnknown = (change: PaymentChange): PaymentChange =>
  change.payment.status === 'completed' || change.payment.unknown
    ? change
    : { ...change, payment: { ...change.payment, unknown: true } }

/**
 * Records what a network answered about an attempt, on the rows as they are locked now: of all who race, one
 * wins. A failed attempt fails the payment only when no other attempt of it is open: a declined push leaves
 * the QR open. It never fails a session's payment: the customer tries again.
 */
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
  const others = (await listOpenAttempts(tx, payment.id)).filter(other => other.id !== next.id)
  const staysOpen = next.state === 'failed' && (others.length > 0 || payment.sessionId !== null)
  const asked = asPaid(payment, next, outcome)
  const action = staysOpen ? ({ kind: 'offered' } as const) : paymentActionOf(outcome, next, asked, account)
  const decided = nextPayment(asked, action, now)
  const change = others.some(other => other.state === 'unknown') ? stayUnknown(decided) : decided
  await applyPaymentChange(tx, appliance, account, payment, change, now)
  if (payment.sessionId && staysOpen && now >= payment.expiresAt) {
    await putJob(tx, 'session.expire', payment.sessionId, now)
    tx.after(() => appliance.notifier.publishJob(now))
  }
  if (change.unmatched && outcome.kind === 'completed') {
    // The payment may be unchanged; its listeners show unmatched money too.
    if (change.payment === payment) tx.after(() => appliance.notifier.publishPayment(payment))
    await holdUnmatched(tx, appliance, next, outcome.amount, change.unmatched, now)
  }
  return change.payment
}

const holdUnmatched = (
  tx: Tx,
  appliance: Appliance,
  attempt: Attempt,
  amount: number,
  reason: Unmatched['reason'],
  now: number,
) =>
  insertUnmatched(tx, {
    id: namedId('unm', appliance.world.ids.uuid(now)),
    accountId: attempt.accountId,
    paymentId: attempt.paymentId,
    attemptId: attempt.id,
    amount,
    reason,
    createdAt: now,
    resolution: null,
    note: null,
    settledBy: null,
    settledAt: null,
  })

/** A network's answer to a status check. */
interface StatusCheck {
  readonly outcome: Outcome
  readonly now: number
  /** When to check again; undefined after yes or no. */
  readonly nextAt: number | undefined
}

/**
 * Checks the status of an attempt with its network and records the answer.
 * @param recordJob records the result of the check job in the same transaction
 * @returns when to check again, or undefined when nothing is left to check
 */
export async function settleAttempt(
  appliance: Appliance,
  attemptId: string,
  recordJob?: RecordJob,
): Promise<number | undefined> {
  const attempt = await findAttempt(appliance.store.read, attemptId)
  if (!attempt || isSettled(attempt.state)) return undefined
  const check = await checkStatus(appliance, attempt)
  await appliance.store.write(async tx => {
    await recordCheck(tx, appliance, attempt, check)
    await recordJob?.(tx, check.nextAt)
  })
  return check.nextAt
}

/**
 * The last check of a payment's open attempts when its time is over. Answers that change something are
 * recorded at once.
 * @returns counts the other answers, in the transaction that the caller has anyway
 */
export async function checkOpenAttempts(
  appliance: Appliance,
  paymentId: string,
): Promise<(tx: Tx) => Promise<void>> {
  const { store } = appliance
  const unchanged: { attempt: Attempt; check: StatusCheck }[] = []
  for (const { id } of await listOpenAttempts(store.read, paymentId)) {
    const attempt = await findAttempt(store.read, id)
    if (!attempt || isSettled(attempt.state)) continue
    const check = await checkStatus(appliance, attempt)
    if (isUnchanged(attempt, check)) unchanged.push({ attempt, check })
    else await store.write(tx => recordCheck(tx, appliance, attempt, check))
  }
  return async tx => {
    for (const { attempt, check } of unchanged) await recordCheck(tx, appliance, attempt, check)
  }
}

async function checkStatus(appliance: Appliance, attempt: Attempt): Promise<StatusCheck> {
  const connector = connectorOf(appliance, attempt.connector)
  const answer = await connector.check(attempt.networkReference)
  const now = appliance.world.clock.now()
  const isClear = answer.kind === 'completed' || answer.kind === 'failed'
  const nextAt = answer.nextCheckAt ?? now + nextCheckMs(connector, now - attempt.createdAt)
  return { outcome: answer, now, nextAt: isClear ? undefined : Math.min(nextAt, now + checkIdleMs) }
}

/** The attempt was waiting for the customer, and still is. */
const isUnchanged = ({ state }: Attempt, { outcome }: StatusCheck) =>
  outcome.kind === 'pending' && state === 'sent'

/** Counts an answer and records what it changes. */
async function recordCheck(
  tx: Tx,
  appliance: Appliance,
  attempt: Attempt,
  check: StatusCheck,
): Promise<void> {
  const { outcome, now } = check
  if (!isUnchanged(attempt, check)) await recordOutcome(tx, appliance, attempt, outcome, now)
  await countStatusCheck(tx, { attemptId: attempt.id, answer: outcome.kind, now })
}

/**
 * After a callback: checks the status even of a failed attempt, because its network may have the money after
 * all. The callback itself decides nothing.
 * @param subject the attempt's id and the callback's number
 * @returns when to check again: no other job checks a failed attempt, and an open one may fail in a moment by
 * an answer older than this callback. So a callback is done only when the network has answered after it.
 */
export async function recheckAttempt(
  appliance: Appliance,
  subject: string,
  recordJob: RecordJob,
): Promise<number | undefined> {
  const attempt = await findAttempt(appliance.store.read, subject.split(':')[0] ?? subject)
  if (!attempt || attempt.state === 'succeeded') return undefined
  const check = await checkStatus(appliance, attempt)
  const isOpen = attempt.state === 'failed' || check.outcome.kind === 'unknown'
  const nextAt = isOpen ? check.nextAt : undefined
  await appliance.store.write(async tx => {
    await recordCheck(tx, appliance, attempt, check)
    await recordJob(tx, nextAt)
  })
  return nextAt
}
