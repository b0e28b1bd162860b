// The customer's side of a session: pay, try again, cancel an attempt. Each `pay` is one attempt of the
// session's one payment.
import type { Connection } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { actorOf } from '../domain/actor.ts'
import type { Attempt } from '../domain/attempt.ts'
import { methodOf, paymentOfAttempt, typeOfSession } from '../domain/channel.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import type { Customer, Payment } from '../domain/payment.ts'
import type { Phone } from '../domain/phone.ts'
import type { SessionMethod } from '../domain/profile.ts'
import {
  assertLinkPushes,
  assertPhonePushes,
  assertPushGap,
  phonePushesMax,
  pushWindowMs,
} from '../domain/push-limit.ts'
import { attemptExpiresAt, nextSession, type Session } from '../domain/session.ts'
import { amountToPay } from '../domain/session-amount.ts'
import { isOpen } from '../domain/session-status.ts'
import { findAccount } from '../store/account.ts'
import {
  findAttempt,
  listAttempts,
  listOpenAttempts,
  listUnpaidPushTimes,
  updateAttempt,
} from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayment, insertPayment, updatePayment } from '../store/payment.ts'
import { findSessionByToken, updateSession } from '../store/session.ts'
import type { Appliance } from './appliance.ts'
import { askLastTime } from './attempt-check.ts'
import { planCancels } from './cancel-plan.ts'
import { type CollectPlan, collect } from './collect.ts'
import { routeFor } from './connector.ts'
import { draftPayment } from './create-payment.ts'
import { cancelReplaced, checkReplaced, isWaiting } from './replaced-attempt.ts'
import { type SessionWithPayment, sessionWithPayment } from './session.ts'
import { currentTimeZone } from './time-zone.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

/** The checked input of a customer. */
export interface PayRequest {
  readonly method: SessionMethod
  readonly amount: number | undefined // whole shillings; only if the customer chooses the amount
  readonly phone: Phone | undefined
  readonly customer: Customer
  readonly answers: Readonly<Record<string, string>>
  readonly urlMetadata: Readonly<Record<string, unknown>> | undefined
  /** Whether the customer wants another prompt, so this attempt replaces the waiting one. */
  readonly replaces: boolean
}

/** The facts that a session's page shows: the session, its payment and newest attempt. */
export interface CheckoutProgress {
  readonly session: Session
  readonly payment: Payment | undefined
  readonly attempt: Attempt | undefined
}

/**
 * Returns the session whose page has this token, with its payment and newest attempt.
 * @throws Fault `checkout_not_found`
 */
export async function progressOf(appliance: Appliance, token: string): Promise<CheckoutProgress> {
  const { read } = appliance.store
  const session = await findSessionByToken(read, token)
  if (!session) throw fault('checkout_not_found')
  const payment = session.paymentId ? await findPayment(read, session.paymentId) : undefined
  const [attempt] = payment ? await listAttempts(read, payment.id) : []
  return { session, payment, attempt }
}

/** Returns whether the customer can still begin to pay. */
export const isPayable = (session: Session, now: number): boolean =>
  isOpen(session.status) && now < session.expiresAt

/** What the page of a session shows. */
export type CheckoutPhase = 'form' | 'waiting' | 'unknown' | 'paid' | 'expired' | 'cancelled'

/**
 * Returns the phase that the page shows. An unknown attempt takes precedence over every state except a
 * completed session, because paying again could charge the customer twice.
 */
export function phaseOf({ session, attempt, payment }: CheckoutProgress, now: number): CheckoutPhase {
  if (session.status === 'completed') return 'paid'
  if (payment?.unknown || attempt?.state === 'unknown' || attempt?.state === 'planned') return 'unknown'
  if (session.status === 'cancelled') return 'cancelled'
  if (isOpen(session.status) && attempt && isWaiting(attempt, now)) return 'waiting'
  return isPayable(session, now) ? 'form' : 'expired'
}

/** Returns the phone that a push would go to, in E.164; null when the customer pays by another method. */
const pushPhoneOf = ({ method, phone }: PayRequest) =>
  method === 'mobile_money' ? (phone?.e164 ?? null) : null

/**
 * Refuses another push when its payment link or its phone has reached its limit, or when the last prompt may
 * still ring. Pushes are counted in the database, so that the limits survive a restart.
 * @param limits the server's running time, and how long a prompt rings; milliseconds
 * @throws Fault `link_pushes_used_up`, `phone_pushes_used_up` or `push_too_soon`
 */
async function assertMayPush(
  tx: Tx,
  payment: Payment | undefined,
  phone: string,
  now: number,
  limits: { readonly ranMs: number; readonly promptMs: number },
): Promise<void> {
  const attempts = payment ? await listAttempts(tx, payment.id) : []
  assertLinkPushes(attempts, now)
  const period = { phone, after: now - pushWindowMs, now }
  assertPhonePushes(await listUnpaidPushTimes(tx, period, phonePushesMax), now)
  assertPushGap(attempts, { ...limits, phone })
}

/** Drafts the session's first payment with the customer's choices. It stores nothing. */
function draftSessionPayment(
  appliance: Appliance,
  account: Account,
  session: Session,
  request: PayRequest,
  connection: Connection,
  now: number,
): Payment {
  const page = `${appliance.publicUrl}/checkout/${session.token}`
  const draft = draftPayment(
    appliance,
    account,
    {
      type: typeOfSession[request.method],
      amount: amountToPay(session, request.amount),
      expiresInSeconds: undefined,
      phone: request.phone,
      customer: request.customer,
      metadata: session.metadata,
      lineItems: session.lineItems,
      webhookUrl: session.webhookUrl ?? undefined,
      redirectUrl: page,
      cancelUrl: page,
      apiVersion: session.apiVersion,
      createdBy: actorOf(session),
    },
    connection,
    now,
  )
  return { ...draft, sessionId: session.id, expiresAt: session.expiresAt, dueAt: null }
}

/** Returns the payment with the choices of a new attempt, without the previous attempt's code or page. */
function reviseForAttempt(payment: Payment, session: Session, request: PayRequest): Payment {
  const method = methodOf[typeOfSession[request.method]]
  const amount = amountToPay(session, request.amount)
  const attemptPayment = paymentOfAttempt(payment, { method, amount, phone: pushPhoneOf(request) })
  return {
    ...attemptPayment,
    customer: { ...attemptPayment.customer, ...request.customer },
    unknown: false,
    qr: null,
    paymentUrl: null,
    tillNumber: null,
  }
}

/**
 * Plans a new attempt to pay a session, and cancels the attempts that the new one replaces. The plan's `save`
 * writes the session, and creates or changes its payment.
 * @throws Fault `checkout_ended`, and as `cancelReplaced` and `assertMayPush`
 */
async function planPay(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  sessionId: string,
  request: PayRequest,
  connection: Connection,
  now: number,
): Promise<CollectPlan> {
  const before = await sessionWithPayment(tx, sessionId)
  const begunSession = nextSession(before.session, { kind: 'begun' }, now)
  if (!isPayable(begunSession, now)) throw fault('checkout_ended', { status: 'expired' })
  if (before.payment) await cancelReplaced(tx, appliance, before.payment.id, request.replaces, now)
  const phone = pushPhoneOf(request)
  const limits = { ranMs: appliance.ranMs(), promptMs: connection.facts.times.promptMs }
  if (phone !== null) await assertMayPush(tx, before.payment, phone, now, limits)
  const payment = before.payment
    ? reviseForAttempt(before.payment, before.session, request)
    : draftSessionPayment(appliance, account, before.session, request, connection, now)
  const method = methodOf[payment.type]
  return {
    account,
    payment,
    method,
    phone,
    connection,
    isFirst: !before.payment,
    expiresAt: attemptExpiresAt(method, before.session, now),
    now,
    async save(tx, offered) {
      await savePayment(tx, await currentTimeZone(tx, appliance, account), before, offered)
      await updateSession(tx, before.session, {
        ...begunSession,
        paymentId: offered.id,
        answers: request.answers,
        urlMetadata: request.urlMetadata ?? begunSession.urlMetadata,
      })
      appliance.notifier.publishPayment(tx, offered)
    },
  }
}

/** Inserts the session's first payment, or updates the payment that the session has. */
const savePayment = (
  tx: Tx,
  timeZone: string,
  { payment: before, session }: SessionWithPayment,
  payment: Payment,
) =>
  before
    ? updatePayment(tx, before, payment, timeZone)
    : insertPayment(tx, payment, timeZone, session.description ?? '')

/**
 * Makes one attempt to pay the session whose page has this token. It sends nothing when a last status check
 * finds that an attempt that it would replace was paid.
 * @throws Fault `wrong_choice`, `network_unreachable` when certainly nothing was sent, or as `routeFor`,
 * `checkReplaced` and `planPay`
 */
export async function paySession(
  appliance: Appliance,
  token: string,
  request: PayRequest,
): Promise<CheckoutProgress> {
  const { session, payment } = await progressOf(appliance, token)
  const account = await findAccount(appliance.store.read, session.accountId)
  assert(account, 'a session has an account')
  if (!session.allowedMethods.includes(request.method))
    throw badField('payment_method', 'wrong_choice', { choices: session.allowedMethods.join(', ') })
  const route = routeFor(appliance, account, {
    collect: methodOf[typeOfSession[request.method]],
    provider: request.phone?.provider,
  })
  if (payment && isPayable(session, appliance.world.clock.now())) {
    const isPaid = await checkReplaced(appliance, payment.id, request.replaces)
    if (isPaid) return progressOf(appliance, token)
  }
  const order = await collect(appliance, route, undefined, (tx, now) =>
    planPay(tx, appliance, account, session.id, request, route[0], now),
  )
  const isUnsent = order.kind === 'sent' && order.answer?.kind === 'failed' && order.answer.unsent
  if (isUnsent) throw fault('network_unreachable')
  return progressOf(appliance, token)
}

/**
 * Cancels an attempt, unless its network reports it as paid; the session stays open.
 * @throws Fault `attempt_not_found`, `attempt_paid`, or `payment_outcome_unknown` until its network answers
 */
export async function cancelAttempt(appliance: Appliance, token: string, attemptId: string): Promise<void> {
  const { session, payment } = await progressOf(appliance, token)
  // The customer may have approved the attempt already, so ask its network first. If the network does not
  // answer in time, cancel the attempt anyway, so that the customer can try again.
  const openAttempts = payment ? await listOpenAttempts(appliance.store.read, payment.id) : []
  if (openAttempts.some(({ id, state }) => id === attemptId && state === 'sent'))
    await withTimeout(appliance, networkWaitMs, askLastTime(appliance, attemptId))
  await appliance.store.write(async tx => {
    const { payment } = await sessionWithPayment(tx, session.id)
    const attempt = await findAttempt(tx, attemptId)
    if (!attempt || attempt.paymentId !== payment?.id) throw fault('attempt_not_found')
    if (attempt.state === 'failed' || attempt.state === 'cancelled') return
    if (attempt.state === 'succeeded') throw fault('attempt_paid')
    if (attempt.state !== 'sent') throw fault('payment_outcome_unknown')
    const now = appliance.world.clock.now()
    await updateAttempt(tx, { ...attempt, state: 'cancelled', endedAt: now })
    await planCancels(tx, appliance, [attempt], now)
    if (now < session.expiresAt) return
    // Only this attempt kept the overdue session open, so it can expire now.
    await putJob(tx, 'session.expire', session.id, now)
    appliance.notifier.publishJob(tx, now)
  })
}
