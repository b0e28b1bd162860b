// Orders that are being sent, by our references. While an order is being sent, it proves nothing when the
// network does not know it, and its missing calls are not made again. Each node knows the orders of the
// others.

import type { Read } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'

type Sending = Pick<Appliance, 'sending' | 'store'>

const lockNameOf = (networkReference: string) => `order ${networkReference}`

/**
 * Returns whether a call that sends this order is running, on this node or another.
 * @param read inside a transaction, that transaction's own
 */
export const isBeingSent = async (
  { sending, store }: Sending,
  networkReference: string,
  read: Read = store.read,
): Promise<boolean> =>
  sending.has(networkReference) || (await store.nodes?.isHeld(lockNameOf(networkReference), read)) === true

/**
 * Runs a call that sends an order, and marks the order as being sent until the call ends. The caller must
 * have checked that no other call on this node is sending it.
 * @returns the result of `send`; `resultIfElsewhere`, without calling it, while another node sends the order
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
