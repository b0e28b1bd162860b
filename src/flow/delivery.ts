// Sending a webhook: mark the try, call outside any transaction, record what the receiver said. Deliveries
// about one payment to one address go in order: a later one has no job until the earlier one ends and gives
// it one. While an address is paused nothing is sent.
import type { Appliance } from '../appliance.ts'
import { beginTry, type Delivery, isGone, isOver, nextDelivery, pausedDelivery } from '../domain/delivery.ts'
import { assert } from '../domain/fault.ts'
import { findAccount } from '../store/account.ts'
import {
  findDelivery,
  findEarlierDelivery,
  findNextDelivery,
  findSending,
  insertDispatch,
  updateDelivery,
} from '../store/event.ts'
import { addJob } from '../store/job.ts'
import { findPausedAddress, pauseAddress } from '../store/paused-address.ts'
import type { Tx } from '../store/statement.ts'
import { bodyKeptMax, dispatch, resultOf, type Tried } from './dispatch.ts'

/**
 * Books the job, due again at `next` or done, in the transaction that records what it did: one commit for
 * both.
 */
export type Book = (tx: Tx, next: number | undefined) => Promise<unknown>

/**
 * Tries a delivery once. When, its job says: that moves with a clock that is set, and `nextAt` does not.
 * @returns when it is due again; undefined when it has ended, waits for an earlier one, or for its address to
 * be resumed
 */
export async function sendDelivery(
  appliance: Appliance,
  deliveryId: string,
  book: Book,
): Promise<number | undefined> {
  const { store } = appliance
  const found = await findSending(store.read, deliveryId)
  if (!found || isOver(found)) return undefined
  if (found.earlierId && (await waitsBehind(appliance, found, book))) return undefined
  if (found.pausedUrl) return putAside(appliance, found, book)
  if (!found.body) return giveUp(appliance, found, book)

  const account = await findAccount(store.read, found.accountId)
  assert(account, 'a delivery has its account')

  const begun = beginTry(found)
  if (begun !== found) await store.write(tx => updateDelivery(tx, begun))
  const message = { id: found.eventId, type: found.type, body: found.body }
  return record(appliance, deliveryId, await dispatch(appliance, account, message, found.url), book)
}

/** Writes down what a try came to, what follows from it, and when the next is due. */
const record = (appliance: Appliance, deliveryId: string, { sentAt, headers, answer }: Tried, book: Book) =>
  appliance.store.write(async tx => {
    const { clock, ids } = appliance.world
    const now = clock.now()
    const current = await findDelivery(tx, deliveryId)
    assert(current, 'a delivery is never deleted')
    // Sent by hand meanwhile, and taken.
    const next = isOver(current) ? current : nextDelivery(current, resultOf(appliance, answer), now)
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
        responseBody: answer.kind === 'answered' ? answer.body.slice(0, bodyKeptMax) : '',
        error: next.lastError,
      })
    if (next !== current) await keep(tx, appliance, next, now)
    await book(tx, next.nextAt ?? undefined)
    return next.nextAt ?? undefined
  })

/**
 * Keeps a delivery; one that is over lets the next of its payment go, and one that ended in 410 Gone pauses
 * its address.
 */
async function keep(
  tx: Tx,
  { notifier: watch, world }: Appliance,
  delivery: Delivery,
  now: number,
): Promise<void> {
  await updateDelivery(tx, delivery)
  if (!isOver(delivery)) return
  const later = await findNextDelivery(tx, delivery)
  if (later) {
    await addJob(tx, 'delivery.send', later.id, now, later.host)
    tx.after(() => watch.publishJob(now))
  }
  if (!isGone(delivery)) return
  const { accountId, url, id: deliveryId, host } = delivery
  await pauseAddress(tx, { accountId, url, deliveryId, createdAt: now })
  tx.after(() =>
    world.log('warn', 'a webhook address answered 410 Gone and is paused', { account: accountId, host }),
  )
}

/**
 * Ends the job of a delivery that has an earlier one before it, in the transaction that sees it there: so the
 * earlier one, when it ends,
 * either finds no job and makes one, or finds one that has not looked yet.
 * @returns false when the earlier one has ended just now
 */
const waitsBehind = (appliance: Appliance, delivery: Delivery, book: Book): Promise<boolean> =>
  appliance.store.write(async tx => {
    if (!(await findEarlierDelivery(tx, delivery))) return false
    await book(tx, undefined)
    return true
  })

/** Lets a delivery wait for its address; unless that was resumed just now. */
const putAside = (appliance: Appliance, { id, accountId, url }: Delivery, book: Book) =>
  appliance.store.write(async tx => {
    const isPaused = await findPausedAddress(tx, accountId, url)
    const current = await findDelivery(tx, id)
    const next = isPaused ? undefined : appliance.world.clock.now()
    if (isPaused && current && !isOver(current)) await updateDelivery(tx, pausedDelivery(current))
    await book(tx, next)
    return next
  })

/** What it had to say was removed long ago, while its address was paused. */
const giveUp = (appliance: Appliance, delivery: Delivery, book: Book) =>
  appliance.store.write(async tx => {
    const now = appliance.world.clock.now()
    const lastError = 'not sent: its body was removed after 60 days'
    await keep(
      tx,
      appliance,
      { ...delivery, status: 'abandoned', lastStatus: null, lastError, nextAt: null, endedAt: now },
      now,
    )
    await book(tx, undefined)
    return undefined
  })
