// The customer's side of a session: pay, try again, give up an attempt. Each `pay` is one attempt of the
// session's one payment.
import type { Appliance } from '../appliance.ts'
import { type Answer, type Connector, nextCheckMs } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type Attempt, nextAttempt } from '../domain/attempt.ts'
import { asAsked, methodOf, typeOfSession } from '../domain/channel.ts'
import { assert, badField, Fault } from '../domain/fault.ts'
import { type Customer, nextPayment, type Payment } from '../domain/payment.ts'
import type { Phone } from '../domain/phone.ts'
import type { SessionMethod } from '../domain/profile.ts'
import { attemptExpiresAt, isOpen, nextSession, type Session } from '../domain/session.ts'
import { findAccount } from '../store/account.ts'
import {
  findAttempt,
  insertAttempt,
  listAttempts,
  listOpenAttempts,
  updateAttempt,
} from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import { findPayment, insertPayment, updatePayment } from '../store/payment.ts'
import { findSessionByToken, updateSession } from '../store/session.ts'
import type { Tx } from '../store/statement.ts'
import { actionOf, connectorFor, planAttempt, recordOutcome } from './attempt.ts'
import { draftPayment } from './create-payment.ts'
import { networkWaitMs, withTimeout } from './idempotency.ts'
import { applyPaymentChange } from './payment-change.ts'
import { lockBoth } from './session.ts'

/** What the customer chose and typed, checked. */
export interface PayRequest {
  readonly method: SessionMethod
  /** Whole shillings; only where the customer chooses. */
  readonly amount: number | undefined
  readonly phone: Phone | undefined
  readonly customer: Customer
  readonly answers: Readonly<Record<string, string>>
  readonly urlMetadata: Readonly<Record<string, unknown>> | undefined
  /**
   * The customer was asked before and wants to be asked again: the attempt that waits is given up for this
   * one.
   */
  readonly again: boolean
}

/** Where the customer stands: the newest attempt is what the page tells of. */
export interface CheckoutProgress {
  readonly session: Session
  readonly payment: Payment | undefined
  readonly attempt: Attempt | undefined
}

/** After this long without an answer the customer may ask to be asked again. */
export const retryAfterMs = 30_000

/** The session behind a token and where its customer stands. @throws Fault `not_found` */
export async function progressOf(appliance: Appliance, token: string): Promise<CheckoutProgress> {
  const { read } = appliance.store
  const session = await findSessionByToken(read, token)
  if (!session)
    throw new Fault(
      'not_found',
      'there is no checkout at this address: check the link, or ask the shop for a new one',
    )
  const payment = session.paymentId ? await findPayment(read, session.paymentId) : undefined
  const [attempt] = payment ? await listAttempts(read, payment.id) : []
  return { session, payment, attempt }
}

/** Whether the customer can still begin to pay: the state and the time both say so. */
export const isPayable = (session: Session, now: number): boolean =>
  isOpen(session.status) && now < session.expiresAt

/** Whether an attempt still waits for the customer; one whose time is over only waits for the network. */
export const isWaiting = ({ state, expiresAt }: Attempt, now: number): boolean =>
  state === 'sent' && (expiresAt === null || now < expiresAt)

/**
 * Gives up what waits for the customer, when they may; nobody is asked, and money that comes all the same is
 * booked.
 */
async function giveUp(tx: Tx, open: readonly Attempt[], again: boolean, now: number): Promise<void> {
  for (const attempt of open) {
    const mayReplace =
      attempt.state === 'sent' &&
      (!isWaiting(attempt, now) || (again && now >= attempt.createdAt + retryAfterMs))
    if (!mayReplace)
      throw new Fault(
        'conflict',
        attempt.state === 'sent'
          ? 'a payment is already in progress: finish it on the phone, or cancel it first'
          : 'the network has not said whether the last attempt was paid: paying again could charge twice; wait until it is known',
      )
    await updateAttempt(tx, { ...attempt, state: 'cancelled', endedAt: now })
  }
}

function amountOf(
  { allowCustomAmount, amount, amountMin, amountMax }: Session,
  given: number | undefined,
): number {
  if (!allowCustomAmount) return amount
  if (given === undefined) throw badField('amount', `is required: from ${amountMin} to ${amountMax}`)
  if (given < amountMin || given > amountMax)
    throw badField('amount', `must be from ${amountMin} to ${amountMax}`)
  return given
}

const plainPhone = ({ method, phone }: PayRequest) =>
  method === 'mobile_money' ? (phone?.e164 ?? null) : null

/** The session's payment as this try asks for it: the one it has, or its first. */
async function paymentFor(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  locked: Awaited<ReturnType<typeof lockBoth>>,
  request: PayRequest,
  connector: Connector,
  now: number,
): Promise<Payment> {
  const { session } = locked
  const amount = amountOf(session, request.amount)
  const type = typeOfSession[request.method]
  if (locked.payment) {
    const asked = asAsked(locked.payment, { method: methodOf[type], amount, phone: plainPhone(request) })
    const payment = {
      ...asked,
      customer: { ...asked.customer, ...request.customer },
      unknown: false,
      qr: null,
      paymentUrl: null,
    }
    await updatePayment(tx, locked.payment, payment, account.timeZone)
    return payment
  }
  const page = `${appliance.publicUrl}/checkout/${session.token}`
  const draft = await draftPayment(
    tx,
    appliance,
    account,
    {
      type,
      amount,
      expiresInSeconds: undefined,
      phone: request.phone,
      customer: request.customer,
      metadata: session.metadata,
      lineItems: session.lineItems,
      webhookUrl: session.webhookUrl ?? undefined,
      redirectUrl: page,
      cancelUrl: page,
      apiVersion: session.apiVersion,
      createdBy: session.createdBy,
    },
    connector,
    now,
  )
  const payment = { ...draft, sessionId: session.id, expiresAt: session.expiresAt }
  await insertPayment(tx, payment, account.timeZone)
  return payment
}

async function plan(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  sessionId: string,
  request: PayRequest,
  connector: Connector,
) {
  const now = appliance.world.clock.now()
  const locked = await lockBoth(tx, sessionId)
  const begun = nextSession(locked.session, { kind: 'begun' }, now)
  if (!isPayable(begun, now))
    throw new Fault('payment_expired', 'the time of this checkout is over: ask the shop for a new link')
  if (locked.payment) await giveUp(tx, await listOpenAttempts(tx, locked.payment.id), request.again, now)
  const payment = await paymentFor(tx, appliance, account, locked, request, connector, now)
  const way = {
    method: methodOf[payment.type],
    phone: plainPhone(request),
    connector,
    expiresAt: attemptExpiresAt(methodOf[payment.type], locked.session, now),
  }
  const { attempt, order } = planAttempt(appliance, account, payment, way, now)
  const session = {
    ...begun,
    paymentId: payment.id,
    answers: request.answers,
    urlMetadata: request.urlMetadata ?? begun.urlMetadata,
  }
  await updateSession(tx, locked.session, session)
  return { session, payment, attempt, order, now }
}

async function keep(tx: Tx, appliance: Appliance, attempt: Attempt, checkAt: number): Promise<void> {
  await insertAttempt(tx, attempt)
  await putJob(tx, 'attempt.check', attempt.id, checkAt)
  tx.after(() => appliance.notifier.publishJob(checkAt))
}

/**
 * A network that could certainly not be reached: nothing was sent, and the customer can try again at once.
 */
function assertSent(answer: Answer): void {
  if (answer.kind === 'failed' && answer.unsent)
    throw new Fault(
      'network_unavailable',
      'the payment network cannot be reached: nothing was sent and nobody was charged; try again in a moment',
    )
}

/**
 * One try to pay a session.
 * @throws Fault `payment_expired` when it has ended, `conflict` while another try is in progress or unknown
 */
export async function paySession(
  appliance: Appliance,
  token: string,
  request: PayRequest,
): Promise<CheckoutProgress> {
  const { store, world } = appliance
  const { session } = await progressOf(appliance, token)
  const account = await findAccount(store.read, session.accountId)
  assert(account, 'a session has an account')
  if (!session.allowedMethods.includes(request.method))
    throw badField('payment_method', `must be one of ${session.allowedMethods.join(', ')}`)
  const connector = connectorFor(appliance, account, methodOf[typeOfSession[request.method]])
  if (connector.reach === 'box')
    return store.write(async tx => {
      const planned = await plan(tx, appliance, account, session.id, request, connector)
      const answer = await connector.collect(tx, planned.order, planned.now)
      const attempt = nextAttempt(planned.attempt, answer, planned.now)
      await keep(tx, appliance, attempt, answer.nextCheckAt ?? planned.now + connector.checkFirstMs)
      const action = actionOf(answer, attempt, planned.payment, account)
      const change = nextPayment(planned.payment, action, planned.now)
      await applyPaymentChange(tx, appliance, account, planned.payment, change, planned.now)
      return { session: planned.session, payment: change.payment, attempt }
    })
  const planned = await store.write(async tx => {
    const fresh = await plan(tx, appliance, account, session.id, request, connector)
    await keep(tx, appliance, fresh.attempt, fresh.now + nextCheckMs(connector, networkWaitMs * 2))
    return fresh
  })
  const recorded = connector.collect(planned.order).then(async answer => {
    await store.write(tx => recordOutcome(tx, appliance, planned.attempt, answer, world.clock.now()))
    return answer
  })
  const answer = await withTimeout(appliance, networkWaitMs, recorded)
  if (answer) assertSent(answer)
  return progressOf(appliance, token)
}

/**
 * Gives up one attempt: the session stays open for another.
 * @throws Fault `conflict` while the network has not said whether it was paid
 */
export async function cancelAttempt(appliance: Appliance, token: string, attemptId: string): Promise<void> {
  const { session } = await progressOf(appliance, token)
  await appliance.store.write(async tx => {
    const { payment } = await lockBoth(tx, session.id)
    const attempt = await findAttempt(tx, attemptId)
    if (!attempt || attempt.paymentId !== payment?.id)
      throw new Fault('not_found', 'this checkout has no such attempt')
    if (attempt.state === 'failed' || attempt.state === 'cancelled') return
    if (attempt.state === 'succeeded')
      throw new Fault('invalid_state', 'this attempt is paid: it cannot be cancelled')
    if (attempt.state !== 'sent')
      throw new Fault(
        'conflict',
        'the network has not said whether this attempt was paid: wait until it is known',
      )
    const now = appliance.world.clock.now()
    await updateAttempt(tx, { ...attempt, state: 'cancelled', endedAt: now })
    if (now < session.expiresAt) return
    // It was all that kept the session from expiring.
    await putJob(tx, 'session.expire', session.id, now)
    tx.after(() => appliance.notifier.publishJob(now))
  })
}
