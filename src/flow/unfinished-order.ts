// Finishes an order of several calls if the process died between two of them. It makes only those calls that
// were certainly not made.

import type { CollectAnswer } from '../connector/connector.ts'
import type { Attempt } from '../domain/attempt.ts'
import { isFinal } from '../domain/payment.ts'
import { findAttempt } from '../store/attempt.ts'
import { findPayment } from '../store/payment.ts'
import type { Appliance } from './appliance.ts'
import { sendAttempt } from './collect.ts'
import { whileSending } from './sending.ts'

/** The answer when no call was made. */
const pending = { kind: 'pending' } as const

/**
 * Makes the calls to the network that an attempt's order still needs. Makes none when the payment has ended
 * or the order has expired, or while another call sends the order.
 * @param checked the attempt as stored when the network was last asked about it
 * @returns the network's answer; `pending` when no call was made
 */
export async function finishOrder(appliance: Appliance, checked: Attempt): Promise<CollectAnswer> {
  const { sending, store, world } = appliance
  const connection = appliance.connections.find(checked.connection)
  const { networkReference, plannedOrder: order } = checked
  if (connection?.reach !== 'network' || !order || sending.has(networkReference)) return pending
  return whileSending<CollectAnswer>(appliance, networkReference, pending, async () => {
    const attempt = await findAttempt(store.read, checked.id)
    const payment = await findPayment(store.read, checked.paymentId)
    if (!attempt || !payment || isFinal(payment.status) || world.clock.now() >= order.expiresAt)
      return pending
    // Each call changes the memo: a call was made after the network was asked.
    if (JSON.stringify(attempt.memo) !== JSON.stringify(checked.memo)) return pending
    return sendAttempt(appliance, connection, attempt, order)
  })
}
