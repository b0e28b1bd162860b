// Orders that are being sent, by our references. While an order is being sent, it proves nothing when the
// network does not know it, and its missing calls are not made again. Each node knows the orders of the
// others.

import type { Read } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'

type Sending = Pick<Appliance, 'sending' | 'store'>

const nameOf = (networkReference: string) => `order ${networkReference}`

/**
 * Whether a call that sends this order is running.
 * @param read inside a transaction, that transaction's own
 */
export const isBeingSent = async (
  { sending, store }: Sending,
  networkReference: string,
  read: Read = store.read,
): Promise<boolean> =>
  sending.has(networkReference) || (await store.nodes?.isHeld(nameOf(networkReference), read)) === true

/** Runs a call that sends an order. @returns `otherwise` while another node sends it */
export async function whileSending<T>(
  { sending, store: { nodes } }: Sending,
  networkReference: string,
  otherwise: T,
  send: () => Promise<T>,
): Promise<T> {
  // Add it synchronously, so that only one of two concurrent callers sends.
  sending.add(networkReference)
  try {
    if (!nodes) return await send()
    if (!(await nodes.hold(nameOf(networkReference)))) return otherwise
    try {
      return await send()
    } finally {
      nodes.release(nameOf(networkReference))
    }
  } finally {
    sending.delete(networkReference)
  }
}
