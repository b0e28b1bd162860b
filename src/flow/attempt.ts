// Attempts: each try to collect a payment, asked about until it is known, and what its outcome does to the
// payment.
import type { Appliance } from '../appliance.ts'
import { type Connector, checkIdleMs, nextCheckMs, type Order } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type Attempt, isSettled, type Method, nextAttempt, type Outcome } from '../domain/attempt.ts'
import { asAsked } from '../domain/channel.ts'
import { assert, Fault } from '../domain/fault.ts'
import { namedId, networkReference } from '../domain/id.ts'
import { nextPayment, type Payment, type PaymentAction, type PaymentChange } from '../domain/payment.ts'
import { feeOf } from '../domain/posting.ts'
import { findAccount } from '../store/account.ts'
import { findAttempt, listOpenAttempts, updateAttempt } from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import { lockPayment } from '../store/payment.ts'
import type { Tx } from '../store/statement.ts'
import { countStatusCheck } from '../store/status-check.ts'
import { insertUnmatched } from '../store/unmatched.ts'
import type { Book } from './delivery.ts'
import { applyPaymentChange } from './payment-change.ts'

const words: Readonly<Record<Method, string>> = { qr: 'QR payments', push: 'mobile money', card: 'cards' }

/** Sandbox accounts have only the simulator, live ones never. */
const serves = (connector: Connector, { mode }: Account, method: Method) =>
  (connector.name === 'simulator') === (mode === 'sandbox') && connector.methods.includes(method)

/** Whether the account has a network for this method. */
export const canTake = (appliance: Appliance, account: Account, method: Method): boolean =>
  appliance.connectors.values().some(connector => serves(connector, account, method))

/** The connector that serves this account and method. */
export function connectorFor(appliance: Appliance, account: Account, method: Method): Connector {
  const connector = appliance.connectors.values().find(one => serves(one, account, method))
  if (connector) return connector
  throw new Fault(
    'method_unavailable',
    `this ${account.mode} account has no network that takes ${words[method]}: connect one under Settings → Networks, or use the sandbox account`,
  )
}

/** The connector an attempt or payout was made through. */
export function connectorOf(appliance: Appliance, name: string): Connector {
  const connector = appliance.connectors.get(name)
  assert(connector, `there is no connector called ${name}`)
  return connector
}

/** A new attempt of a payment and the order it sends. */
export function planAttempt(
  appliance: Appliance,
  account: Account,
  payment: Payment,
  way: {
    readonly method: Method
    readonly phone: string | null
    readonly connector: Connector
    /** How long the checkout page waits for the customer. */
    readonly expiresAt?: number
  },
  now: number,
): { attempt: Attempt; order: Order } {
  const { ids, random } = appliance.world
  const attempt: Attempt = {
    id: ids.uuid(now),
    paymentId: payment.id,
    accountId: account.id,
    connector: way.connector.name,
    networkReference: networkReference(now, random.bytes(10)),
    method: way.method,
    phone: way.phone,
    amount: payment.amount,
    state: 'planned',
    externalReference: null,
    failureReason: null,
    paidAmount: null,
    createdAt: now,
    sentAt: null,
    endedAt: null,
    expiresAt: way.expiresAt ?? null,
  }
  const order: Order = {
    accountId: account.id,
    networkReference: attempt.networkReference,
    paymentId: payment.id,
    method: way.method,
    amount: payment.amount,
    phone: way.phone,
    token: payment.token,
    payee: account.name,
    city: account.city,
    publicUrl: appliance.publicUrl,
    expiresAt: way.expiresAt ?? payment.expiresAt,
  }
  return { attempt, order }
}

/** What an outcome means for the payment of its attempt. */
export function actionOf(
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
      return { kind: 'doubted' }
  }
}

const stillOffered: PaymentAction = { kind: 'offered' }

/**
 * The payment as this attempt asked for it, when a customer who chose another way since has paid it after
 * all.
 */
const asPaid = (payment: Payment, attempt: Attempt, outcome: Outcome): Payment =>
  payment.sessionId && payment.status !== 'completed' && outcome.kind === 'completed'
    ? asAsked(payment, attempt)
    : payment

/** Another attempt of the payment is unknown: so is the payment, unless it is paid. */
const inDoubt = (change: PaymentChange): PaymentChange =>
  change.payment.status === 'completed' || change.payment.unknown
    ? change
    : { ...change, payment: { ...change.payment, unknown: true } }

/**
 * Records what a network said of an attempt, on the rows as they are locked now: of all who race, one wins.
 * A failed attempt fails the payment only when no other attempt of it is open: a declined push leaves the QR
 * standing.
 * A session's payment it never fails: the customer tries again.
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
  const decided = nextPayment(asked, staysOpen ? stillOffered : actionOf(outcome, next, asked, account), now)
  const change = others.some(other => other.state === 'unknown') ? inDoubt(decided) : decided
  await applyPaymentChange(tx, appliance, account, payment, change, now)
  if (payment.sessionId && staysOpen && now >= payment.expiresAt) {
    await putJob(tx, 'session.expire', payment.sessionId, now)
    tx.after(() => appliance.notifier.publishJob(now))
  }
  if (change.unmatched && outcome.kind === 'completed') {
    // The payment may be as it was; whoever looks at it hears of the money all the same.
    if (change.payment === payment) tx.after(() => appliance.notifier.publishPayment(payment))
    await insertUnmatched(tx, {
      id: namedId('unm', appliance.world.ids.uuid(now)),
      accountId: account.id,
      paymentId: payment.id,
      attemptId: next.id,
      amount: outcome.amount,
      reason: change.unmatched,
      createdAt: now,
      resolution: null,
      note: null,
      settledBy: null,
      settledAt: null,
    })
  }
  return change.payment
}

/** What a network answered when it was asked, and when to ask again; undefined when it said yes or no. */
interface Asked {
  readonly outcome: Outcome
  readonly now: number
  readonly next: number | undefined
}

/**
 * Asks the network about an attempt and records what is true.
 * @param book books the job that asks in the transaction that records the answer
 * @returns when to ask again, or undefined when there is nothing left to ask
 */
export async function settleAttempt(
  appliance: Appliance,
  attemptId: string,
  book?: Book,
): Promise<number | undefined> {
  const attempt = await findAttempt(appliance.store.read, attemptId)
  if (!attempt || isSettled(attempt.state)) return undefined
  const asked = await askAbout(appliance, attempt)
  await appliance.store.write(async tx => {
    await recordPoll(tx, appliance, attempt, asked)
    await book?.(tx, asked.next)
  })
  return asked.next
}

/**
 * Asks once more about the open attempts of a payment whose time is over, and records what is true.
 * @returns counts the answers that changed nothing, in the transaction that its caller has anyway
 */
export async function askOnceMore(
  appliance: Appliance,
  paymentId: string,
): Promise<(tx: Tx) => Promise<void>> {
  const { store } = appliance
  const same: { attempt: Attempt; asked: Asked }[] = []
  for (const { id } of await listOpenAttempts(store.read, paymentId)) {
    const attempt = await findAttempt(store.read, id)
    if (!attempt || isSettled(attempt.state)) continue
    const asked = await askAbout(appliance, attempt)
    if (isSame(attempt, asked)) same.push({ attempt, asked })
    else await store.write(tx => recordPoll(tx, appliance, attempt, asked))
  }
  return async tx => {
    for (const { attempt, asked } of same) await recordPoll(tx, appliance, attempt, asked)
  }
}

async function askAbout(appliance: Appliance, attempt: Attempt): Promise<Asked> {
  const connector = connectorOf(appliance, attempt.connector)
  const outcome = await ask(appliance, connector, attempt)
  const now = appliance.world.clock.now()
  const isClear = outcome.kind === 'completed' || outcome.kind === 'failed'
  const nextAt = outcome.nextCheckAt ?? now + nextCheckMs(connector, now - attempt.createdAt)
  return { outcome, now, next: isClear ? undefined : Math.min(nextAt, now + checkIdleMs) }
}

const ask = (appliance: Appliance, connector: Connector, attempt: Attempt) =>
  connector.reach === 'box'
    ? connector.check(appliance.store.read, attempt.networkReference, appliance.world.clock.now())
    : connector.check(attempt.networkReference)

/** It still waits for the customer, as it did. */
const isSame = ({ state }: Attempt, { outcome }: Asked) => outcome.kind === 'pending' && state === 'sent'

/** Counts what was answered, and records what it changes. */
async function recordPoll(tx: Tx, appliance: Appliance, attempt: Attempt, asked: Asked): Promise<void> {
  const { outcome, now } = asked
  if (!isSame(attempt, asked)) await recordOutcome(tx, appliance, attempt, outcome, now)
  await countStatusCheck(tx, { attemptId: attempt.id, answer: outcome.kind, now })
}

/**
 * A callback arrived: it only makes us ask, even where the network had said no, for it may have the money
 * after all.
 * @param subject the attempt's id and the callback's number
 * @returns when to ask again. Nobody else asks about a failed attempt, and an open one may fail in a moment
 * by a no that was
 * on its way before this callback; so a callback is done only when the network answered after it.
 */
export async function recheckAttempt(
  appliance: Appliance,
  subject: string,
  book: Book,
): Promise<number | undefined> {
  const attempt = await findAttempt(appliance.store.read, subject.split(':')[0] ?? subject)
  if (!attempt || attempt.state === 'succeeded') return undefined
  const asked = await askAbout(appliance, attempt)
  const next = attempt.state === 'failed' || asked.outcome.kind === 'unknown' ? asked.next : undefined
  await appliance.store.write(async tx => {
    await recordPoll(tx, appliance, attempt, asked)
    await book(tx, next)
  })
  return next
}
