// Orders whose calls are under way, by our references: while one is, that its network does not know it says nothing, and
// what is missing of it is not sent a second time. Of several nodes each knows those of the others.

import type { Read } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'

type Sending = Pick<Appliance, 'sending' | 'store'>

const nameOf = (networkReference: string) => `order ${networkReference}`

/** Whether a call that sends this order is under way. @param read a transaction asks with its own */
export const isBeingSent = async (
  { sending, store }: Sending,
  networkReference: string,
  read: Read = store.read,
): Promise<boolean> =>
  sending.has(networkReference) || (await store.nodes?.isHeld(nameOf(networkReference), read)) === true

/**
 * Does what sends an order.
 * @returns `otherwise` while another node sends it
 */
export async function whileSending<T>(
  { sending, store: { nodes } }: Sending,
  networkReference: string,
  otherwise: T,
  send: () => Promise<T>,
): Promise<T> {
  // At once: of two that come here in the same moment, one sends.
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
