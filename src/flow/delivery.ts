// Sends a webhook: marks the try, calls outside any transaction, records the receiver's answer. Deliveries of
// one payment to one address are in order: a later one gets its job when the earlier one ends. A paused
// address gets none.

import {
  beginTry,
  type Delivery,
  deliveryQueue,
  isAddressGone,
  isDeliveryFinal,
  nextDelivery,
  pauseDelivery,
} from '../domain/delivery.ts'
import { assert } from '../domain/fault.ts'
import { findAccount } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import {
  findDelivery,
  findDeliveryToSend,
  findEarlierDelivery,
  findNextDelivery,
  insertDispatch,
  updateDelivery,
} from '../store/event.ts'
import { addJob } from '../store/job.ts'
import { findPausedAddress, pauseAddress } from '../store/paused-address.ts'
import type { Appliance } from './appliance.ts'
import { dispatchResultOf, responseBodyMax, type SentDispatch, sendWebhook } from './dispatch.ts'

/** Records the job as done, or as due again at `nextAt`, in the transaction that records the try. */
export type RecordJob = (tx: Tx, nextAt: number | undefined) => Promise<unknown>

/**
 * Makes one try of a delivery, unless it has ended or must wait. It does not check `nextAt`: the job decides
 * when to try, because the due times of jobs are corrected when the clock is set.
 * @param recordJob records when the job is due again, in the transaction that records the try
 * @param answered called before the result is recorded, with whether the receiver answered at all
 * @returns when the delivery is due again; undefined when it has ended, or waits for an earlier delivery or a
 * paused address
 */
export async function sendDelivery(
  appliance: Appliance,
  deliveryId: string,
  recordJob: RecordJob,
  answered: (hasAnswered: boolean) => void,
): Promise<number | undefined> {
  const { store } = appliance
  const delivery = await findDeliveryToSend(store.read, deliveryId)
  if (!delivery || isDeliveryFinal(delivery)) return undefined
  if (delivery.earlierId && (await endJobBehindEarlier(appliance, delivery, recordJob))) return undefined
  if (delivery.pausedUrl) return parkDelivery(appliance, delivery, recordJob)
  if (!delivery.body) return abandonDelivery(appliance, delivery, recordJob)

  const account = await findAccount(store.read, delivery.accountId)
  assert(account, 'a delivery has its account')

  const changesStatus = beginTry(delivery) !== delivery
  if (changesStatus && !(await recordBegin(appliance, deliveryId, recordJob))) return undefined
  const message = { id: delivery.eventId, type: delivery.type, body: delivery.body }
  const dispatch = await sendWebhook(appliance, account, message, delivery.url)
  answered(dispatch.answer.kind === 'answered')
  return recordTry(appliance, deliveryId, dispatch, recordJob)
}

/**
 * Records that a try begins. If someone has just resent the delivery successfully, it ends the job instead.
 * @returns whether to make the try: false when the delivery has ended
 */
const recordBegin = (appliance: Appliance, deliveryId: string, recordJob: RecordJob): Promise<boolean> =>
  appliance.store.write(async tx => {
    const current = await findDelivery(tx, deliveryId)
    const isOpen = current !== undefined && !isDeliveryFinal(current)
    if (isOpen) await updateDelivery(tx, beginTry(current))
    else await recordJob(tx, undefined)
    return isOpen
  })

/**
 * Records the result of a try, when the delivery is due again, and what follows from its end.
 * @returns when the delivery is due again; undefined when it has ended
 */
const recordTry = (
  appliance: Appliance,
  deliveryId: string,
  { sentAt, headers, answer }: SentDispatch,
  recordJob: RecordJob,
) =>
  appliance.store.write(async tx => {
    const { clock, ids } = appliance.world
    const now = clock.now()
    const current = await findDelivery(tx, deliveryId)
    assert(current, 'a delivery is never deleted')
    // A delivery that someone resent successfully during this try has ended, and stays as it is.
    const next = isDeliveryFinal(current)
      ? current
      : nextDelivery(current, dispatchResultOf(appliance, answer), now)
    if (next.tries > current.tries)
      await insertDispatch(tx, {
        id: ids.uuid(now),
        deliveryId,
        number: next.tries,
        sentAt,
        tookMs: Math.round(answer.tookMs),
        requestHeaders: headers,
        status: next.lastStatus,
        responseHeaders: answer.kind === 'answered' ? answer.headers : {},
        responseBody: answer.kind === 'answered' ? answer.body.slice(0, responseBodyMax) : '',
        error: next.lastError,
      })
    if (next !== current) await saveDelivery(tx, appliance, next, now)
    await recordJob(tx, next.nextAt ?? undefined)
    return next.nextAt ?? undefined
  })

/**
 * Stores a delivery after a try. If it has ended, the next delivery of its payment becomes due, and an
 * address that answered 410 Gone is paused.
 */
async function saveDelivery(
  tx: Tx,
  { notifier, world }: Appliance,
  delivery: Delivery,
  now: number,
): Promise<void> {
  await updateDelivery(tx, delivery)
  if (!isDeliveryFinal(delivery)) return
  const later = await findNextDelivery(tx, delivery)
  if (later) {
    await addJob(tx, 'delivery.send', later.id, now, deliveryQueue(later))
    notifier.publishJob(tx, now)
  }
  if (!isAddressGone(delivery)) return
  const { accountId, url, id: deliveryId, host } = delivery
  await pauseAddress(tx, { accountId, url, deliveryId, createdAt: now })
  tx.afterCommit(() =>
    world.log('warn', 'a webhook address answered 410 Gone and is paused', { account: accountId, host }),
  )
}

/**
 * Ends the job of a delivery while an earlier delivery of its payment is open. The end of the earlier
 * delivery adds a new job; it cannot come between the check and the end of this job, which are one
 * transaction.
 * @returns false when the earlier delivery has just ended, so that this one can be sent
 */
const endJobBehindEarlier = (
  appliance: Appliance,
  delivery: Delivery,
  recordJob: RecordJob,
): Promise<boolean> =>
  appliance.store.write(async tx => {
    if (!(await findEarlierDelivery(tx, delivery))) return false
    await recordJob(tx, undefined)
    return true
  })

/**
 * Parks a delivery until its address is resumed, and ends its job.
 * @returns undefined, or the current time to run the job again if a person has just resumed the address
 */
const parkDelivery = (appliance: Appliance, { id, accountId, url }: Delivery, recordJob: RecordJob) =>
  appliance.store.write(async tx => {
    const isPaused = await findPausedAddress(tx, accountId, url)
    const current = await findDelivery(tx, id)
    const nextAt = isPaused ? undefined : appliance.world.clock.now()
    if (isPaused && current && !isDeliveryFinal(current)) await updateDelivery(tx, pauseDelivery(current))
    await recordJob(tx, nextAt)
    return nextAt
  })

/** Abandons a delivery whose body was pruned while its address was paused. */
const abandonDelivery = (appliance: Appliance, { id }: Delivery, recordJob: RecordJob) =>
  appliance.store.write(async tx => {
    const now = appliance.world.clock.now()
    const lastError = 'not sent: its body was removed after 60 days'
    const current = await findDelivery(tx, id)
    if (current && !isDeliveryFinal(current))
      await saveDelivery(
        tx,
        appliance,
        { ...current, status: 'abandoned', lastStatus: null, lastError, nextAt: null, endedAt: now },
        now,
      )
    await recordJob(tx, undefined)
    return undefined
  })
