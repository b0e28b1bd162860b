// Tracks the orders that are being sent, by our references. If the network does not know such an order, that
// proves nothing, and its missing calls are not made again. Each node sees the orders of the others.

import type { Read } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'

type Sending = Pick<Appliance, 'sending' | 'store'>

const lockNameOf = (networkReference: string) => `order ${networkReference}`

/**
 * Returns whether a call that sends this order is running, on this node or another.
 * @param read the transaction, when the caller is inside one
 */
export const isBeingSent = async (
  { sending, store }: Sending,
  networkReference: string,
  read: Read = store.read,
): Promise<boolean> =>
  sending.has(networkReference) || (await store.nodes?.isHeld(lockNameOf(networkReference), read)) === true

/**
 * Calls `send`, and marks the order as being sent until `send` has ended. The caller must have checked that
 * this node is not sending the order already.
 * @returns the result of `send`; `resultIfElsewhere`, without calling `send`, if another node sends it
 */
export async function whileSending<T>(
  { sending, store: { nodes } }: Sending,
  networkReference: string,
  resultIfElsewhere: T,
  send: () => Promise<T>,
): Promise<T> {
  // Added before the first `await`, so that the check of the next caller finds it.
  sending.add(networkReference)
  try {
    if (!nodes) return await send()
    if (!(await nodes.hold(lockNameOf(networkReference)))) return resultIfElsewhere
    try {
      return await send()
    } finally {
      nodes.release(lockNameOf(networkReference))
    }
  } finally {
    sending.delete(networkReference)
  }
}
