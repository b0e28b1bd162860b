// Resends deliveries on request: a single one, or all since a given time. Jobs send them in order. A resend
// is one try, repeated only if it could not leave the server.

import type { Account } from '../domain/account.ts'
import { type Delivery, type DeliveryStatus, deliveryQueue, stallMaxMs } from '../domain/delivery.ts'
import { assert, fault } from '../domain/fault.ts'
import { idWithPrefix, lowestIdAt } from '../domain/id.ts'
import {
  bodiesKeptMs,
  canResend,
  checkAgainAt,
  manualTryNumber,
  nextResentDelivery,
} from '../domain/resend.ts'
import { findAccount } from '../store/account.ts'
import { findEarlierResend, listResendable, putResend, type Resendable } from '../store/delivery-list.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findDelivery, findEvent, findNextDelivery, insertDispatch, updateDelivery } from '../store/event.ts'
import { addJob, dropJob } from '../store/job.ts'
import { findPausedAddress } from '../store/paused-address.ts'
import type { Appliance } from './appliance.ts'
import { dispatchResultOf, responseBodyMax, type SentDispatch, sendWebhook } from './dispatch.ts'

/** The most deliveries whose resends one transaction schedules. */
const batchSize = 500
/** The time between two scheduled resends: 200 a second, so that new events are sent in between. */
const paceMs = 5
const dayMs = 86_400_000

/** Returns a delivery of the account. @throws Fault `delivery_not_found` */
export async function getDelivery({ store }: Appliance, account: Account, id: string): Promise<Delivery> {
  const delivery = await findDelivery(store.read, id)
  if (delivery?.accountId !== account.id) throw fault('delivery_not_found', { id: id.slice(0, 100) })
  return delivery
}

/**
 * Schedules a resend of a delivery. A delivery that is still being sent is returned without a resend.
 * @throws Fault `delivery_not_found`, `event_body_removed` when its body was pruned, or `address_paused` when
 * it waits because its address is paused
 */
export async function retryDelivery(appliance: Appliance, account: Account, id: string): Promise<Delivery> {
  const { store, notifier, world } = appliance
  const delivery = await getDelivery(appliance, account, id)
  const event = await findEvent(store.read, delivery.eventId)
  if (!event?.body) throw fault('event_body_removed', { days: bodiesKeptMs / dayMs })
  if (!canResend(delivery)) {
    if (await findPausedAddress(store.read, account.id, delivery.url)) throw fault('address_paused')
    return delivery
  }
  const now = world.clock.now()
  await store.write(async tx => {
    await putResend(tx, delivery, now)
    notifier.publishJob(tx, now)
  })
  return delivery
}

/** The deliveries to resend. */
export interface RetryRange {
  readonly since: number // deliveries created from this time on, milliseconds since 1970
  readonly statuses: readonly DeliveryStatus[]
}

/**
 * Schedules resends of deliveries in the range whose bodies are still stored.
 * @returns how many were not scheduled already
 */
export async function retrySince(
  appliance: Appliance,
  account: Account,
  { since, statuses }: RetryRange,
): Promise<number> {
  const { store, notifier, world } = appliance
  const start = world.clock.now()
  const from = Math.max(since, start - bodiesKeptMs)
  const resendableStatuses = statuses.filter(status => canResend({ status }))
  let afterId = idWithPrefix('del', lowestIdAt(from))
  let count = 0
  for (;;) {
    const deliveries = await nextDeliveries(appliance, account, resendableStatuses, afterId)
    const last = deliveries.at(-1)
    if (!last) return count
    afterId = last.id
    const dueAt = start + count * paceMs
    // An id may contain a later time than the creation of its delivery (store/period.ts).
    const createdInRange = deliveries.filter(({ createdAt }) => createdAt >= from)
    count += await store.write(tx => {
      notifier.publishJob(tx, dueAt)
      return putResends(tx, createdInRange, dueAt)
    })
  }
}

/**
 * Returns the next `batchSize` deliveries in order of creation, so that a payment's events stay in order.
 * @param afterId the last delivery of the previous batch
 */
async function nextDeliveries(
  { store }: Appliance,
  account: Account,
  statuses: readonly DeliveryStatus[],
  afterId: string,
): Promise<Resendable[]> {
  const deliveries: Resendable[] = []
  for (const status of statuses)
    deliveries.push(...(await listResendable(store.read, account.id, status, afterId, batchSize)))
  return deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, batchSize)
}

/** Schedules resends `paceMs` apart, first at `dueAt`. @returns how many were not scheduled already */
async function putResends(tx: Tx, deliveries: readonly Resendable[], dueAt: number): Promise<number> {
  let count = 0
  for (const delivery of deliveries) if (await putResend(tx, delivery, dueAt + count * paceMs)) count++
  return count
}

/**
 * Resends a delivery once. An earlier resend of the same payment goes first.
 * @param onDispatched called before the result is recorded, with whether the receiver has answered at all
 * @returns when to try again, milliseconds since 1970, if an earlier resend goes first or this one could not
 * leave the server; otherwise undefined
 */
export async function resendDelivery(
  appliance: Appliance,
  deliveryId: string,
  onDispatched: (hasAnswered: boolean) => void,
): Promise<number | undefined> {
  const { store, notifier, world } = appliance
  const delivery = await findDelivery(store.read, deliveryId)
  if (!delivery || !canResend(delivery)) return undefined
  // Regular tries are sent in order, so earlier deliveries have ended: only other resends can come first.
  const earlier = await findEarlierResend(store.read, delivery)
  if (earlier) return checkAgainAt(earlier, world.clock.now())
  const event = await findEvent(store.read, delivery.eventId)
  const account = await findAccount(store.read, delivery.accountId)
  assert(event && account, 'a delivery has its event and account')
  if (!event.body) return undefined
  notifier.publishResent(delivery)
  const dispatch = await sendWebhook(appliance, account, event, delivery.url)
  onDispatched(dispatch.answer.kind === 'answered')
  return recordResend(appliance, deliveryId, dispatch)
}

/**
 * Records the result of a resend. A first success schedules the payment's next delivery.
 * @returns when to resend, milliseconds since 1970, if the event could not leave the server; else undefined
 */
const recordResend = (
  appliance: Appliance,
  deliveryId: string,
  { sentAt, headers, answer }: SentDispatch,
): Promise<number | undefined> =>
  appliance.store.write(async tx => {
    const { clock, ids } = appliance.world
    const now = clock.now()
    const before = await findDelivery(tx, deliveryId)
    assert(before, 'a delivery is never deleted')
    const result = dispatchResultOf(appliance, answer)
    const after = nextResentDelivery(before, result, now)
    await updateDelivery(tx, after)
    // The event could not leave the server, so this is not a try.
    if (result.isOurs) return now + stallMaxMs
    await insertDispatch(tx, {
      id: ids.uuid(now),
      deliveryId,
      number: manualTryNumber,
      sentAt,
      tookMs: Math.round(answer.tookMs),
      requestHeaders: headers,
      status: result.status,
      responseHeaders: answer.kind === 'answered' ? answer.headers : {},
      responseBody: answer.kind === 'answered' ? answer.body.slice(0, responseBodyMax) : '',
      error: result.error,
    })
    const isNewlyDelivered = after.status === 'success' && before.status !== 'success'
    if (isNewlyDelivered) await releaseNextDelivery(tx, appliance, after, now)
    return undefined
  })

/**
 * Drops the next regular try of a delivery that a resend has delivered, and schedules the payment's next
 * delivery, which waited for this one.
 */
async function releaseNextDelivery(
  tx: Tx,
  { notifier }: Appliance,
  delivery: Delivery,
  now: number,
): Promise<void> {
  await dropJob(tx, 'delivery.send', delivery.id)
  const nextDelivery = await findNextDelivery(tx, delivery)
  if (!nextDelivery) return
  await addJob(tx, 'delivery.send', nextDelivery.id, now, deliveryQueue(nextDelivery))
  notifier.publishJob(tx, now)
}
