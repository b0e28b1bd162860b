// Makes a phone ring again for its existing order, if the network can. One order is paid at most once,
// whatever the customer approves.

import type { CollectResult, NetworkConnection } from '../connector/connector.ts'
import { unsent } from '../domain/answer.ts'
import type { Attempt, CollectOrder } from '../domain/attempt.ts'
import { assert, fault } from '../domain/fault.ts'
import { networkReference } from '../domain/id.ts'
import { isFinal, type Payment } from '../domain/payment.ts'
import { assertPushGap } from '../domain/push-limit.ts'
import { listAttempts, updateMemo } from '../store/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { recordOutcome } from './attempt.ts'
import { throughCircuit } from './circuit.ts'
import { saveStep } from './collect.ts'
import { type SentOrder, sendOrder } from './connector.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { sendInSteps } from './network-call.ts'
import { countOnce } from './phone-push.ts'

/** An order whose phone can ring again. */
interface RingingOrder {
  readonly attempt: Attempt
  readonly order: CollectOrder
  readonly connection: NetworkConnection
}

/**
 * Returns the newest order that was pushed to this phone, if it is open and its network can push it again.
 * @param attempts the payment's attempts, newest first
 */
export function ringingOrderOf(
  { connections, world }: Appliance,
  attempts: readonly Attempt[],
  phone: string,
): RingingOrder | undefined {
  const attempt = attempts.find(eachAttempt => eachAttempt.method === 'push' && eachAttempt.phone === phone)
  const connection = attempt && connections.find(attempt.connection)
  const order = attempt?.plannedOrder
  if (attempt?.state !== 'sent' || connection?.reach !== 'network' || !connection.pushAgain) return undefined
  return order && world.clock.now() < order.expiresAt ? { attempt, order, connection } : undefined
}

/**
 * Pushes an open order to its phone again. A network that refuses this push may still collect the order, so a
 * refused push counts as not sent, and a status check decides.
 * @throws Fault `payment_not_pushable`, `attempt_outcome_unknown`, or as `assertPushGap` and `countOnce`
 */
export const pushAgain = (
  appliance: Appliance,
  { attempt: { id, paymentId }, order, connection }: RingingOrder,
  request: IdempotentRequest<Payment> | undefined,
): Promise<SentOrder<CollectResult, Payment>> => {
  const countPush = countOnce(appliance)
  return sendOrder<{ attempt: Attempt; payment: Payment }, CollectResult, Payment>(
    appliance,
    [connection],
    request,
    {
      async plan(tx, now) {
        const payment = await findPayment(tx, paymentId)
        assert(payment, 'the payment was found a moment ago')
        if (isFinal(payment.status)) throw fault('payment_not_pushable', { status: payment.status })
        const attempts = await listAttempts(tx, paymentId)
        const attempt = attempts.find(eachAttempt => eachAttempt.id === id)
        if (attempt?.state !== 'sent' || attempts.some(({ state }) => state === 'unknown'))
          throw fault('attempt_outcome_unknown')
        const { promptMs } = connection.facts.times
        assertPushGap(attempts, { phone: order.phone ?? '', ranMs: appliance.ranMs(), promptMs })
        countPush(order.phone)
        const again = networkReference(now, appliance.world.random.bytes(10))
        return {
          payment,
          attempt: { ...attempt, memo: { ...attempt.memo, again }, ranAt: appliance.ranMs() },
        }
      },
      async save(tx, { attempt, payment }) {
        await updateMemo(tx, id, attempt.memo ?? {}, attempt.ranAt)
        return payment
      },
      callLocal: async () => undefined,
      async callNetwork(network, { attempt: { memo } }) {
        const answer = await throughCircuit(appliance, network, { collect: 'push' }, () =>
          sendInSteps(appliance, network, {
            order,
            memo: memo ?? {},
            send: async call => network.pushAgain?.(call) ?? unsent,
            saveMemo: newMemo => saveStep(appliance, { id, paymentId }, newMemo),
          }),
        )
        return answer.kind === 'failed' ? unsent : answer
      },
      record: (tx, { attempt }, answer) => recordPush(tx, appliance, attempt, answer),
      reroute: async () => undefined,
    },
  )
}

/** Records the answer to a repeated push. After a "no" the order may have ended, so its status is checked. */
async function recordPush(
  tx: Tx,
  appliance: Appliance,
  attempt: Attempt,
  answer: CollectResult,
): Promise<Payment> {
  const now = appliance.world.clock.now()
  if (answer.kind !== 'failed') return recordOutcome(tx, appliance, attempt, answer, now)
  await putJob(tx, 'attempt.check', attempt.id, now)
  appliance.notifier.publishJob(tx, now)
  const payment = await findPayment(tx, attempt.paymentId)
  assert(payment, 'an attempt has its payment')
  return payment
}
