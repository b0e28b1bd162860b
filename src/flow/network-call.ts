// Calls a network within a time limit. It never throws, because a failed call may have arrived.

import type {
  Call,
  CollectAnswer,
  Connection,
  Facts,
  NetworkConnection,
  Step,
} from '../connector/connector.ts'
import type { Absent, Asking } from '../domain/answer.ts'
import type { Attempt, Memo } from '../domain/attempt.ts'
import { nextCheckMs } from '../domain/check-pace.ts'
import { isFinal } from '../domain/payment.ts'
import { findPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { isBeingSent, whileSending } from './sending.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'

const noAnswer = { kind: 'unknown' } as const
type Unknown = typeof noAnswer
/** The longest wait between two checks of a failed order: one day. */
const failedCheckWaitMaxMs = 86_400_000
/** No order needs more calls than this; a connector that makes more is in a loop. */
const stepsMax = 8

/** Returns for how long the server has run since an order began (`ranAt`), milliseconds. */
export const ageMsOf = ({ ranMs }: Appliance, { ranAt }: { readonly ranAt: number }): number =>
  Math.max(0, ranMs() - ranAt)

/**
 * Makes one call to a network, and aborts it when it exceeds the network's time limit.
 * @returns the network's answer; `unknown` when the call throws or exceeds its time
 */
export async function callNetwork<Answer>(
  appliance: Appliance,
  { id, connector, facts }: NetworkConnection,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | Unknown> {
  const { log } = appliance.world
  const abort = new AbortController()
  const start = async () => call(abort.signal) // async, so that a synchronous throw is caught too
  const answer = await withTimeout<Answer | Unknown>(
    appliance,
    facts.times.callMs,
    start().catch(error => {
      log('error', 'a connector threw', { connection: id, connector, error: String(error) })
      return noAnswer
    }),
  )
  if (answer !== undefined) return answer
  abort.abort()
  return noAnswer
}

/** Returns the facts about an attempt that decide whether the answer to its status check counts. */
export const askingOf = async (
  appliance: Appliance,
  connection: Connection | undefined,
  attempt: Attempt,
): Promise<Asking> => ({
  ageMs: ageMsOf(appliance, attempt),
  arrivesMs: connection?.facts.times.arrivesMs ?? 0,
  isBeingSent: await isBeingSent(appliance, attempt.networkReference),
  isKnown: attempt.yesCount > 0,
})

/**
 * Returns whether an answer can be recorded. An amount that is not positive whole shillings makes it invalid.
 */
const isValidAnswer = (answer: CollectAnswer | Step) =>
  answer.kind !== 'completed' || (Number.isSafeInteger(answer.amount) && answer.amount > 0)

/**
 * Makes one call about an order that was sent before, such as a status check.
 * @returns the network's answer; `unknown` when the answer is missing or invalid, or there is no order
 */
export async function callAbout(
  appliance: Appliance,
  connection: NetworkConnection,
  attempt: Attempt,
  ask: (call: Call) => Promise<CollectAnswer | Step | undefined>,
): Promise<CollectAnswer | Step> {
  const { plannedOrder: order, memo, state } = attempt
  if (!order) return noAnswer
  const isEnded = state === 'failed' || state === 'cancelled'
  // An attempt stays open when its payment is voided or paid by another attempt.
  const payment = await findPayment(appliance.store.read, attempt.paymentId)
  const isPaymentFinal = payment !== undefined && isFinal(payment.status)
  const call = { order, memo: memo ?? {}, ageMs: ageMsOf(appliance, attempt), isEnded, isPaymentFinal }
  const answer = await callNetwork(appliance, connection, signal => ask({ ...call, signal }))
  if (answer && isValidAnswer(answer)) return answer
  const { id, connector } = connection
  appliance.world.log('error', 'a network confirmed no whole amount', { connection: id, connector })
  return noAnswer
}

/** How an order is sent in one or several calls. */
interface Sending<Order, Answer> {
  readonly order: Order
  readonly memo?: Memo // what earlier calls stored; none for a new order
  send(call: Call<Order>): Promise<Answer | Step>
  /** Stores what the next call needs. @returns false when the next call must not be made any more */
  saveMemo(memo: Memo): Promise<boolean>
}

/** Excludes `absent`: that a network does not yet know an order that is being sent proves nothing. */
type Sent<Answer> = Exclude<Answer, Step | Absent>

/** Returns whether the network does not know the order. */
const isAbsent = ({ kind }: { readonly kind: string }) => kind === 'absent'
/** Returns whether the answer is a step, after which the order needs another call. */
export const isStep = (answer: { readonly kind: string }): answer is Step => answer.kind === 'step'

/**
 * Sends an order in one or several calls. After each step, its memo is stored before the next call, so that a
 * restart does not repeat a call.
 * @returns the network's answer; `unknown` when a call fails, `saveMemo` stops the steps, or they do not end
 */
export async function sendInSteps<
  Order extends { readonly networkReference: string },
  Answer extends { readonly kind: string },
>(
  appliance: Appliance,
  connection: NetworkConnection,
  { order, memo: storedMemo = {}, send, saveMemo }: Sending<Order, Answer>,
): Promise<Sent<Answer> | Unknown> {
  return whileSending<Sent<Answer> | Unknown>(appliance, order.networkReference, noAnswer, async () => {
    let memo = storedMemo
    for (let step = 0; step < stepsMax; step++) {
      const call = { order, memo, ageMs: 0 }
      const answer = await callNetwork(appliance, connection, signal => send({ ...call, signal }))
      if (!isStep(answer)) return isAbsent(answer) ? noAnswer : (answer as Sent<Answer>)
      memo = { ...memo, ...answer.memo }
      if (!(await saveMemo(memo))) return noAnswer
    }
    appliance.world.log('error', 'a connector never ends its steps', { connection: connection.id })
    return noAnswer
  })
}

/**
 * Returns the wait before the first check of an order that is being sent, milliseconds. `nextCheckMs` returns
 * half of an age, so the wait is as long as a request waits for its network, within the network's limits.
 */
export const firstCheckWaitMs = ({ checks }: Facts): number => nextCheckMs(checks, 2 * networkWaitMs)

/** Returns the wait before a failed order's next check, milliseconds; undefined after the last check. */
export const failedCheckWaitMs = ({ checks, times }: Facts, ageMs: number): number | undefined =>
  ageMs < times.watchMs
    ? Math.min(failedCheckWaitMaxMs, Math.max(checks.firstMs, Math.floor(ageMs / 2)))
    : undefined
