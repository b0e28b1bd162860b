// What the pages of payment networks read and send, in one place.
import { useEffect } from 'react'
import { api, resultOf } from '../../kit/api.ts'
import { useAction, useRead } from '../parts/queries.ts'

/** How often networks and routing are read again. */
const everyMs = 30_000
/** How often while the first SMS is awaited: the owner watches this page with the phone in hand. */
const waitingMs = 2_000

/**
 * Reads the networks of the account every 30 seconds; every 2 seconds while `isWaiting` for the first SMS of
 * a till number and the page is visible.
 */
export function useNetworks(isWaiting = false) {
  const { data, apiError, retry } = useRead(['networks'], header => api.api.v1.networks.get(header), {
    everyMs,
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      if (!document.hidden) retry()
    }, waitingMs)
    return () => clearInterval(timer)
  }, [isWaiting, retry])
  return { networks: data?.data.items, apiError, retry }
}

/** Reads which networks take each way of paying, in which order. */
export function useRouting() {
  const { data, apiError, retry } = useRead(['routing'], header => api.api.v1.routing.get(header), {
    everyMs,
  })
  return { ways: data?.data.items, apiError, retry }
}

/** What may be changed; an absent property stays as it is. */
interface NetworkChange {
  readonly credentials?: Record<string, string>
  readonly enabled?: boolean
  /** Creates a new secret; the phone in use can no longer send SMS. */
  readonly replace_phone?: boolean
}

/** Connects a network, changes it, or switches it on and off. */
export const useChangeNetwork = (name: string) =>
  useAction((change: NetworkChange, header) => resultOf(api.api.v1.networks({ name }).put(change, header)))
/** Deletes the stored credentials of a network. */
export const useDisconnectNetwork = (name: string) =>
  useAction((_: undefined, header) => resultOf(api.api.v1.networks({ name }).delete(undefined, header)))
/** Asks each product of a network for something harmless. */
export const useTestNetwork = (name: string) =>
  useAction((_: undefined, header) => resultOf(api.api.v1.networks({ name }).test.post(undefined, header)))
