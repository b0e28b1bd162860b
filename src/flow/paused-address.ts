// Webhook addresses that answered 410 Gone to the last try of a delivery: their deliveries wait until a
// person resumes the address.

import type { Account } from '../domain/account.ts'
import { deliveryQueue } from '../domain/delivery.ts'
import { fault } from '../domain/fault.ts'
import { updateDelivery } from '../store/event.ts'
import { putJob } from '../store/job.ts'
import {
  listPausedAddresses,
  listPausedDeliveries,
  type PausedAddress,
  unpauseAddress,
} from '../store/paused-address.ts'
import type { Appliance } from './appliance.ts'

/** The number of deliveries that one transaction makes due. */
const pieceSize = 500

/** Returns the account's paused addresses, sorted. */
export const pausedAddressesOf = ({ store }: Appliance, account: Account): Promise<PausedAddress[]> =>
  listPausedAddresses(store.read, account.id)

/**
 * Resumes deliveries to a paused webhook address. A job then sends them, the oldest first.
 * @throws Fault `address_not_paused`
 */
export async function resumeAddress(
  { store, notifier, world }: Appliance,
  account: Account,
  url: string,
): Promise<void> {
  const now = world.clock.now()
  await store.write(async tx => {
    if (!(await unpauseAddress(tx, account.id, url))) throw fault('address_not_paused')
    await putJob(tx, 'address.resume', `${account.id} ${url}`, now)
    notifier.publishJob(tx, now)
  })
}

/**
 * Makes a few hundred deliveries of a resumed address due.
 * @param subject the account's id and the address
 * @returns when to continue; undefined when none are left
 */
export const releaseAddress = (
  { store, notifier, world }: Appliance,
  subject: string,
): Promise<number | undefined> =>
  store.write(async tx => {
    const now = world.clock.now()
    const [accountId = '', url = ''] = subject.split(' ')
    const waiting = await listPausedDeliveries(tx, accountId, url, pieceSize)
    for (const delivery of waiting) {
      await updateDelivery(tx, { ...delivery, nextAt: now })
      // Jobs of earlier deliveries are due earlier, so that they are sent first.
      const dueAt = Math.min(delivery.createdAt, now)
      await putJob(tx, 'delivery.send', delivery.id, dueAt, deliveryQueue(delivery))
    }
    notifier.publishJob(tx, now)
    return waiting.length < pieceSize ? undefined : now
  })
