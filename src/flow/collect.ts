// Collecting: one attempt of a payment, sent through its connector. Creating a payment, a checkout's pay and
// a push all collect this way; they differ in what they plan.
import type { Appliance } from '../appliance.ts'
import { type CollectAnswer, type CollectOrder, type Connector, nextCheckMs } from '../connector/connector.ts'
import type { Account } from '../domain/account.ts'
import { type Attempt, type Method, nextAttempt } from '../domain/attempt.ts'
import { assert } from '../domain/fault.ts'
import { networkReference } from '../domain/id.ts'
import { nextPayment, type Payment } from '../domain/payment.ts'
import { insertAttempt } from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import { keepNetworkToken } from '../store/payment.ts'
import type { Tx } from '../store/statement.ts'
import { paymentActionOf, recordOutcome } from './attempt.ts'
import { type SentOrder, sendOrder } from './connector.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { networkWaitMs } from './timeout.ts'

/** How an attempt asks the customer. */
export interface AttemptRequest {
  readonly method: Method
  /** E.164; for a push. */
  readonly phone: string | null
  readonly connector: Connector
  /** How long the checkout page waits for the customer. */
  readonly expiresAt?: number
}

/** A new attempt of a payment and the order it sends; not stored yet. */
export function planAttempt(
  appliance: Appliance,
  account: Account,
  payment: Payment,
  { method, phone, connector, expiresAt }: AttemptRequest,
  now: number,
): { attempt: Attempt; order: CollectOrder } {
  const { ids, random } = appliance.world
  const attempt: Attempt = {
    id: ids.uuid(now),
    paymentId: payment.id,
    accountId: account.id,
    connector: connector.name,
    networkReference: networkReference(now, random.bytes(10)),
    method,
    phone,
    amount: payment.amount,
    state: 'planned',
    externalReference: null,
    failureReason: null,
    paidAmount: null,
    createdAt: now,
    sentAt: null,
    endedAt: null,
    expiresAt: expiresAt ?? null,
  }
  const order: CollectOrder = {
    accountId: account.id,
    networkReference: attempt.networkReference,
    paymentId: payment.id,
    method,
    amount: payment.amount,
    phone,
    token: payment.token,
    payee: account.name,
    city: account.city,
    publicUrl: appliance.publicUrl,
    expiresAt: expiresAt ?? payment.expiresAt,
  }
  return { attempt, order }
}

/** A payment as its next attempt asks for it. */
export interface CollectPlan extends AttemptRequest {
  readonly account: Account
  readonly payment: Payment
  readonly now: number
  /** Writes the payment, before its attempt. */
  save(tx: Tx, payment: Payment): Promise<unknown>
}

type Planned = CollectPlan & ReturnType<typeof planAttempt>

/** Sends one attempt of the payment that `plan` decides on. */
export const collect = (
  appliance: Appliance,
  connector: Connector,
  request: IdempotentRequest<Payment> | undefined,
  plan: (tx: Tx, now: number) => Promise<CollectPlan>,
): Promise<SentOrder<CollectAnswer, Payment>> =>
  sendOrder<Planned, CollectAnswer, Payment>(appliance, connector, request, {
    async plan(tx, now) {
      const planned = await plan(tx, now)
      return { ...planned, ...planAttempt(appliance, planned.account, planned.payment, planned, now) }
    },
    callLocal: (local, tx, { order, now }) => local.collect(tx, order, now),
    callNetwork: (network, { order }) => network.collect(order),
    save: (tx, planned, answer) => savePlan(tx, appliance, planned, answer),
    record: (tx, { attempt }, answer) =>
      recordOutcome(tx, appliance, attempt, answer, appliance.world.clock.now()),
  })

/** Writes payment, attempt and check job, as they are after the answer of a local connector. */
async function savePlan(
  tx: Tx,
  appliance: Appliance,
  { account, payment, attempt, connector, now, save }: Planned,
  answer: CollectAnswer | undefined,
): Promise<Payment> {
  const saved = answer ? answered(account, payment, attempt, answer, now) : { payment, attempt }
  await save(tx, saved.payment)
  if (saved.payment.token !== payment.token) await keepNetworkToken(tx, saved.payment)
  await insertAttempt(tx, saved.attempt)
  const waitMs = answer ? connector.checkFirstMs : nextCheckMs(connector, networkWaitMs * 2)
  const checkAt = answer?.nextCheckAt ?? now + waitMs
  await putJob(tx, 'attempt.check', attempt.id, checkAt)
  tx.after(() => appliance.notifier.publishJob(checkAt))
  return saved.payment
}

function answered(account: Account, payment: Payment, attempt: Attempt, answer: CollectAnswer, now: number) {
  const next = nextAttempt(attempt, answer, now)
  const change = nextPayment(payment, paymentActionOf(answer, next, payment, account), now)
  assert(change.payment.status === 'pending', 'a local connector only takes orders')
  return { payment: change.payment, attempt: next }
}
