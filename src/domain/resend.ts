// A delivery that a person sends again: these tries do not count among the five of its job.
//
//   failed | abandoned | success ──► success          the receiver took it
//                                └─► as it was        it did not: what failed before goes on as planned
import { type Delivery, type DeliveryStatus, type DispatchResult, isDelivered } from './delivery.ts'
import type { Job } from './job.ts'

/** Whether a person may send a delivery again. Not before its first try or during a try: it is on its way. */
export const canResend = ({ status }: Pick<Delivery, 'status'>): boolean => resendable.includes(status)
const resendable: readonly DeliveryStatus[] = ['failed', 'success', 'abandoned']

/** Returns the delivery after one manual try. A failed try changes only the last status and error. */
export function nextResentDelivery(delivery: Delivery, result: DispatchResult, now: number): Delivery {
  const answered = { ...delivery, lastStatus: result.status, lastError: result.error }
  if (!isDelivered(result.status)) return answered
  const endedAt = delivery.status === 'success' ? delivery.endedAt : now
  return { ...answered, status: 'success', nextAt: null, lastError: null, endedAt }
}

/** The shortest wait for an earlier resend of the payment. */
const waitMinMs = 1_000
/**
 * Returns when a resend is due that has to wait for an earlier resend of the same payment (ms since 1970).
 * @param earlier the job of the earlier resend; if it waits itself, this one is not due before it
 */
export const checkAgainAt = (earlier: Pick<Job, 'state' | 'dueAt'>, now: number): number =>
  Math.max(now + waitMinMs, earlier.state === 'waiting' ? earlier.dueAt : 0)

/** The number of every manual try; the numbers of counted tries begin at 1. */
export const manualTryNumber = 0

/** The bodies of events, and the requests and responses of tries, are kept for 60 days. */
export const bodiesKeptMs = 60 * 86_400_000
