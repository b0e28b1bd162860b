// Creating a payment, once per idempotency key. A connector in the box: one transaction. A network: plan →
// call → record.
import type { Appliance } from '../appliance.ts'
import type { Answer, BoxConnector, Connector, NetworkConnector } from '../connector/connector.ts'
import { nextCheckMs } from '../connector/connector.ts'
import type { Account, ApiVersion } from '../domain/account.ts'
import { type Attempt, nextAttempt } from '../domain/attempt.ts'
import { channelOf, methodOf } from '../domain/channel.ts'
import { paymentToken } from '../domain/damm.ts'
import { assert, badField, Fault } from '../domain/fault.ts'
import { idFrom } from '../domain/id.ts'
import { keptItems, type LineItem } from '../domain/line-item.ts'
import { afterNetworkFailure } from '../domain/network-health.ts'
import {
  type Customer,
  type Metadata,
  nextPayment,
  type Payment,
  type PaymentType,
  tailLength,
} from '../domain/payment.ts'
import type { Provider } from '../domain/phone.ts'
import { placeOf } from '../domain/till.ts'
import { insertAttempt, listAttempts } from '../store/attempt.ts'
import { fillAnswer, insertAnswer } from '../store/idempotency.ts'
import { putJob } from '../store/job.ts'
import { findPayment, insertPayment, isTokenUsed } from '../store/payment.ts'
import type { Tx } from '../store/statement.ts'
import { success } from '../wire/money.ts'
import { paymentView } from '../wire/payment.ts'
import { actionOf, connectorFor, planAttempt, recordOutcome, settleAttempt } from './attempt.ts'
import {
  type IdempotentRequest,
  networkWaitMs,
  runExclusive,
  type StoredResponse,
  storedAnswer,
  withTimeout,
} from './idempotency.ts'

/** A request that has passed every check of its shape. */
export interface PaymentRequest {
  readonly type: PaymentType
  /** Whole shillings. */
  readonly amount: number
  readonly expiresInSeconds: number | undefined
  /** E.164 with the network its prefix suggests. */
  readonly phone: { readonly e164: string; readonly provider: Provider | undefined } | undefined
  readonly customer: Customer
  readonly metadata: Metadata
  readonly lineItems?: readonly LineItem[] | undefined
  readonly webhookUrl: string | undefined
  /** Where a card payer goes afterwards. */
  readonly redirectUrl?: string | undefined
  readonly cancelUrl?: string | undefined
  readonly apiVersion: ApiVersion
  readonly createdBy: string
}

/** A payment token is not used again for 90 days. */
const tokenRestMs = 90 * 86_400_000

/** Creates a payment and answers it as JSON; the same key and request get the same answer. */
export async function createPayment(
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  once: IdempotentRequest | undefined,
): Promise<StoredResponse> {
  if (account.amountMax !== null && request.amount > account.amountMax)
    throw badField('details.amount', `must be at most ${account.amountMax}, this account's own limit`)
  const connector = connectorFor(appliance, account, methodOf[request.type])
  if (connector.reach === 'box')
    return appliance.store.write(tx => createInBox(tx, appliance, account, request, once, connector))
  const call = () => createOverNetwork(appliance, account, request, once, connector)
  return once ? runExclusive(appliance, account.id, once, call) : call()
}

const answered = (payment: Payment): StoredResponse => ({
  status: 201,
  body: JSON.stringify(success(201, paymentView(payment))),
  replayed: false,
})

async function newToken(tx: Tx, appliance: Appliance, now: number): Promise<string> {
  for (;;) {
    const token = paymentToken(appliance.world.random.bytes(8))
    if (!(await isTokenUsed(tx, token, idFrom(now - tokenRestMs)))) return token
  }
}

/** The payment a request asks for, as it is before anything was sent; not stored yet. */
export async function draftPayment(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  connector: Connector,
  now: number,
): Promise<Payment> {
  const id = appliance.world.ids.uuid(now)
  return {
    id,
    accountId: account.id,
    type: request.type,
    status: 'pending',
    amount: request.amount,
    currency: 'TZS',
    connector: connector.name,
    ...channelOf(request.type, request.phone?.provider),
    phone: request.phone?.e164 ?? null,
    customer: request.customer,
    metadata: request.metadata,
    webhookUrl: request.webhookUrl ?? null,
    apiVersion: request.apiVersion,
    token: await newToken(tx, appliance, now),
    tail: id.slice(-tailLength),
    qr: null,
    paymentUrl: null,
    redirectUrl: request.redirectUrl ?? null,
    cancelUrl: request.cancelUrl ?? null,
    externalReference: null,
    fees: null,
    failureReason: null,
    late: false,
    unknown: false,
    createdBy: request.createdBy,
    createdAt: now,
    expiresAt: now + (request.expiresInSeconds ?? account.expirySeconds) * 1_000,
    endedAt: null,
    sessionId: null,
    ...placeOf(request.createdBy),
    shiftId: null,
    manualConfirmation: null,
    lineItems: keptItems(request.lineItems),
  }
}

async function plan(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  connector: Connector,
  now: number,
) {
  const payment = await draftPayment(tx, appliance, account, request, connector, now)
  const method = methodOf[request.type]
  return {
    payment,
    ...planAttempt(
      appliance,
      account,
      payment,
      { method, phone: method === 'push' ? payment.phone : null, connector },
      now,
    ),
  }
}

async function keep(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payment: Payment,
  attempt: Attempt,
  checkAt: number,
) {
  await insertPayment(tx, payment, account.timeZone)
  await insertAttempt(tx, attempt)
  await putJob(tx, 'payment.expire', payment.id, payment.expiresAt)
  await putJob(tx, 'attempt.check', attempt.id, checkAt)
  tx.after(() => appliance.notifier.publishJob(Math.min(checkAt, payment.expiresAt)))
}

async function createInBox(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  once: IdempotentRequest | undefined,
  connector: BoxConnector,
): Promise<StoredResponse> {
  const now = appliance.world.clock.now()
  const stored = once && (await storedAnswer(tx, appliance, account.id, once))
  if (stored?.body && stored.status !== null)
    return { status: stored.status, body: stored.body, replayed: true }
  const planned = await plan(tx, appliance, account, request, connector, now)
  const answer = await connector.collect(tx, planned.order, now)
  const attempt = nextAttempt(planned.attempt, answer, now)
  const { payment } = nextPayment(planned.payment, actionOf(answer, attempt, planned.payment, account), now)
  assert(payment.status === 'pending', 'a connector in the box only takes orders')
  await keep(tx, appliance, account, payment, attempt, answer.nextCheckAt ?? now + connector.checkFirstMs)
  const answer201 = answered(payment)
  if (once)
    await insertAnswer(tx, {
      accountId: account.id,
      key: once.key,
      fingerprint: once.fingerprint,
      subject: payment.id,
      status: answer201.status,
      body: answer201.body,
      createdAt: now,
      ranAt: appliance.ranMs(),
    })
  return answer201
}

async function createOverNetwork(
  appliance: Appliance,
  account: Account,
  request: PaymentRequest,
  once: IdempotentRequest | undefined,
  connector: NetworkConnector,
): Promise<StoredResponse> {
  const { store, world } = appliance
  const planned = await store.write(async tx => {
    const now = world.clock.now()
    const stored = once && (await storedAnswer(tx, appliance, account.id, once))
    if (stored) return { stored }
    const fresh = await plan(tx, appliance, account, request, connector, now)
    await keep(
      tx,
      appliance,
      account,
      fresh.payment,
      fresh.attempt,
      now + nextCheckMs(connector, networkWaitMs * 2),
    )
    if (once)
      await insertAnswer(tx, {
        accountId: account.id,
        key: once.key,
        fingerprint: once.fingerprint,
        subject: fresh.payment.id,
        status: null,
        body: null,
        createdAt: now,
        ranAt: appliance.ranMs(),
      })
    return { fresh }
  })
  if (planned.stored) {
    const { status, body, subject } = planned.stored
    if (body && status !== null) return { status, body, replayed: true }
    return resume(appliance, account, subject, once)
  }
  const { order, attempt } = planned.fresh
  const recorded = connector.collect(order).then(answer =>
    store.write(tx =>
      recordOutcome(tx, appliance, attempt, answer, world.clock.now()).then(payment => ({
        payment,
        answer,
      })),
    ),
  )
  const spoken = await withTimeout(appliance, networkWaitMs, recorded)
  const payment = spoken?.payment ?? planned.fresh.payment
  return answerOf(appliance, account, payment, spoken?.answer ?? { kind: 'unknown' }, once)
}

/** The same key after a crash or an unknown outcome: the same payment goes on, nothing is sent again. */
async function resume(
  appliance: Appliance,
  account: Account,
  paymentId: string,
  once: IdempotentRequest | undefined,
): Promise<StoredResponse> {
  const { read } = appliance.store
  const attempts = await listAttempts(read, paymentId)
  await withTimeout(
    appliance,
    networkWaitMs,
    Promise.all(attempts.map(attempt => settleAttempt(appliance, attempt.id))),
  )
  const payment = await findPayment(read, paymentId)
  assert(payment, 'a claimed key has its payment')
  return answerOf(
    appliance,
    account,
    payment,
    payment.unknown ? { kind: 'unknown' } : { kind: 'pending' },
    once,
  )
}

/** Whether the customer has what is needed to pay: for a push that is nothing but the phone. */
const isOffered = ({ type, qr, paymentUrl }: Payment) =>
  type === 'mobile' || (type === 'card' ? paymentUrl : qr) !== null

async function answerOf(
  appliance: Appliance,
  account: Account,
  payment: Payment,
  answer: Answer,
  once: IdempotentRequest | undefined,
): Promise<StoredResponse> {
  const isSilent = payment.status === 'pending' && !isOffered(payment)
  if (isSilent || (answer.kind === 'failed' && answer.unsent))
    appliance.weather.set(
      account.id,
      afterNetworkFailure(appliance.weather.get(account.id) ?? {}, payment, appliance.world.clock.now()),
    )
  if (answer.kind === 'failed' && answer.unsent)
    throw new Fault(
      'network_unavailable',
      'the payment network cannot be reached: nothing was sent and nobody was charged; try again with a new Idempotency-Key',
    )
  if (isSilent)
    throw new Fault(
      'network_unavailable',
      'the payment network did not answer in time: send the same request with the same Idempotency-Key to go on with this payment',
    )
  const answer201 = answered(payment)
  if (once)
    await appliance.store.write(tx =>
      fillAnswer(tx, {
        accountId: account.id,
        key: once.key,
        status: answer201.status,
        body: answer201.body,
      }),
    )
  return answer201
}
