// The merchant's side of a checkout session: creates, reads, cancels and expires it.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { methodOf, typeOfSession } from '../domain/channel.ts'
import { assert, badField, fault, shortValue } from '../domain/fault.ts'
import { randomText } from '../domain/id.ts'
import { isExpired } from '../domain/job.ts'
import { isFinal, nextPayment, type Payment } from '../domain/payment.ts'
import { amountMin } from '../domain/payment-limit.ts'
import { type Profile, type SessionMethod, sessionMethods } from '../domain/profile.ts'
import { isInScope, type SalesScope } from '../domain/sales-scope.ts'
import { heldUntil, nextSession, type Session, type SessionAction, sessionIdOf } from '../domain/session.ts'
import { isOpen } from '../domain/session-status.ts'
import { findAccount } from '../store/account.ts'
import { listOpenAttempts } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { dropJob, putJob } from '../store/job.ts'
import { findPayment } from '../store/payment.ts'
import { findSession, insertSession, updateSession } from '../store/session.ts'
import type { Store } from '../store/store.ts'
import type { Appliance } from './appliance.ts'
import { checkOpenAttempts } from './attempt-check.ts'
import { recordAudit } from './audit-log.ts'
import { hasConnection, routeFor } from './connector.ts'
import { applyPaymentChange } from './payment-change.ts'
import { assertNotOfTwin } from './twin.ts'

/** Characters of the token in a link; 22 letters and digits cannot be guessed. */
const tokenLength = 22
/** Characters of the code in a short link. */
const codeLength = 8

/** A checked request. The other fields come from the profile, the clock and random bytes. */
export type SessionRequest = Pick<
  Session,
  | 'amount'
  | 'allowCustomAmount'
  | 'amountMin'
  | 'amountMax'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'lineItems'
  | 'customFields'
  | 'display'
  | 'apiVersion'
  | 'staffId'
  | 'tillId'
  | 'keyId'
> & {
  readonly allowedMethods: readonly SessionMethod[] | undefined
  readonly redirectUrl: string | null | undefined // undefined: the profile's
  readonly webhookUrl: string | undefined
  readonly expiresInSeconds: number
}

/**
 * Returns the payment methods of a new session: of the requested ones, or else of the profile's, those for
 * which the account has a network. If the request names none and none of the profile's is possible, all
 * methods with a network: so a shop with only a till number has links too.
 * @param requested undefined if the request names none
 * @throws Fault `methods_empty`, or as `routeFor` when no method is possible
 */
function methodsFor(
  appliance: Appliance,
  account: Account,
  requested: readonly SessionMethod[] | undefined,
  profileMethods: readonly SessionMethod[],
): SessionMethod[] {
  const purposeOf = (method: SessionMethod) => ({ collect: methodOf[typeOfSession[method]] })
  const possibleMethods = (methods: readonly SessionMethod[]) =>
    methods.filter(method => hasConnection(appliance, account, purposeOf(method)))
  const preferred = requested ?? profileMethods
  const possible = possibleMethods(preferred)
  if (possible.length > 0) return possible
  const others = requested ? [] : possibleMethods(sessionMethods)
  if (others.length > 0) return others
  // No method is possible, so `routeFor` throws the reason for the first one.
  for (const method of preferred) routeFor(appliance, account, purposeOf(method))
  throw badField('allowed_methods', 'methods_empty')
}

/**
 * Creates a session with the branding of its profile.
 * @param write runs the transaction, once per idempotency key if the request has one
 * @throws Fault `above_account_limit`, or as `methodsFor`
 */
export async function createSession(
  appliance: Appliance,
  account: Account,
  profile: Profile,
  request: SessionRequest,
  write: Store['write'] = appliance.store.write,
): Promise<Session> {
  const { clock, ids, random } = appliance.world
  assertWithinLimit(account, 'amount', request.amount)
  assertWithinLimit(account, 'max_amount', request.amountMax)
  const { expiresInSeconds, allowedMethods, redirectUrl, webhookUrl, ...fields } = request
  const methods = methodsFor(appliance, account, allowedMethods, profile.allowedMethods)
  return write(async tx => {
    const now = clock.now()
    const session: Session = {
      ...fields,
      id: ids.uuid(now),
      accountId: account.id,
      profileId: profile.id,
      paymentId: null,
      token: randomText(tokenLength, random.bytes),
      shortCode: randomText(codeLength, random.bytes),
      status: 'pending',
      allowedMethods: methods,
      redirectUrl: redirectUrl === undefined ? profile.redirectUrl : redirectUrl,
      webhookUrl: webhookUrl ?? profile.webhookUrl,
      answers: {},
      urlMetadata: null,
      late: false,
      createdAt: now,
      expiresAt: now + expiresInSeconds * 1_000,
      endedAt: null,
    }
    await insertSession(tx, session)
    await putJob(tx, 'session.expire', session.id, session.expiresAt)
    appliance.notifier.publishJob(tx, session.expiresAt)
    return session
  })
}

/** Checks that an amount is not above the account's limit. @throws Fault `above_account_limit` */
function assertWithinLimit({ amountMax: max }: Account, field: string, amount: number): void {
  if (max !== null && amount > max) throw badField(field, 'above_account_limit', { min: amountMin, max })
}

/**
 * Returns a session that the caller may see.
 * @throws Fault `session_not_found`, also for a session of another account or outside the caller's scope, or
 * as `assertNotOfTwin`
 */
export async function getSession(
  appliance: Appliance,
  account: Account,
  reference: string,
  salesScope: SalesScope = {},
): Promise<Session> {
  const id = sessionIdOf(reference)
  const session = id ? await findSession(appliance.store.read, id) : undefined
  assertNotOfTwin(account, session?.accountId)
  if (session?.accountId !== account.id || !isInScope(salesScope, session))
    throw fault('session_not_found', { reference: shortValue(reference) })
  return session
}

/** A session, and the payment that its customer began. */
export interface SessionWithPayment {
  readonly session: Session
  readonly payment: Payment | undefined
}

/** Returns a session and its payment, as this transaction sees them. */
export async function sessionWithPayment(tx: Tx, sessionId: string): Promise<SessionWithPayment> {
  const session = await findSession(tx, sessionId)
  assert(session, 'a session is never deleted')
  const payment = session.paymentId === null ? undefined : await findPayment(tx, session.paymentId)
  assert(payment || session.paymentId === null, 'a payment is never deleted')
  return { session, payment }
}

/**
 * Ends an open session, and its payment if that is still pending.
 * @param before the session and payment as stored
 * @throws Fault as `nextSession`
 */
export async function endSession(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  before: SessionWithPayment,
  action: SessionAction & { readonly kind: 'cancelled' | 'expired' },
  now: number,
) {
  const { session, payment } = before
  const endedSession = nextSession(session, action, now)
  if (payment && !isFinal(payment.status)) {
    const change = nextPayment(payment, { kind: action.kind === 'cancelled' ? 'voided' : 'expired' }, now)
    // This also ends the session.
    await applyPaymentChange(tx, appliance, account, payment, change, now)
    return
  }
  await updateSession(tx, session, endedSession)
  appliance.notifier.publishSession(tx, endedSession)
  await dropJob(tx, 'session.expire', session.id)
}

/**
 * Cancels a session, and voids its payment if that is still pending. Money that arrives afterwards is booked
 * as late.
 * @returns the session in its new state
 * @throws Fault `session_not_cancellable` when the session has ended, or as `getSession`
 */
export async function cancelSession(
  appliance: Appliance,
  account: Account,
  reference: string,
  by: RequestedBy & { readonly salesScope: SalesScope },
): Promise<Session> {
  const { id } = await getSession(appliance, account, reference, by.salesScope)
  await appliance.store.write(async tx => {
    const before = await sessionWithPayment(tx, id)
    await endSession(tx, appliance, account, before, { kind: 'cancelled' }, appliance.world.clock.now())
    const { payment } = before
    if (!payment || isFinal(payment.status)) return
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'payment.voided',
      subject: payment.id,
      detail: { amount: payment.amount },
    })
  })
  return getSession(appliance, account, reference, by.salesScope)
}

/**
 * Expires a session whose time is over, after a last status check of its open attempts. While an attempt may
 * still bring money, the session stays open for some time longer (`heldUntil`).
 * @returns when to try again, milliseconds since 1970; undefined when the session has ended
 */
export async function expireSession(appliance: Appliance, sessionId: string): Promise<number | undefined> {
  const { store, world } = appliance
  const session = await findSession(store.read, sessionId)
  if (!session || !isOpen(session.status)) return undefined
  if (!isExpired(session, world.clock.now())) return session.expiresAt
  const countChecks = session.paymentId ? await checkOpenAttempts(appliance, session.paymentId) : undefined
  return store.write(async tx => {
    await countChecks?.(tx)
    const before = await sessionWithPayment(tx, sessionId)
    const now = world.clock.now()
    if (!isOpen(before.session.status)) return undefined
    const { createdAt, expiresAt } = before.session
    const openAttempts = before.payment ? await listOpenAttempts(tx, before.payment.id) : []
    const until = heldUntil(before.session, openAttempts)
    // If the clock was set back after the session was created, only durations can be trusted.
    const heldMs = now < createdAt ? until - expiresAt : until - now
    if (heldMs > 0) return now + heldMs
    const account = await findAccount(tx, before.session.accountId)
    assert(account, 'a session has an account')
    await endSession(tx, appliance, account, before, { kind: 'expired' }, now)
    return undefined
  })
}
