// What the pages of payment networks read and send, in one place.
import { useEffect } from 'react'
import { api, resultOf } from '../../kit/api.ts'
import { useAction, useRead } from '../parts/queries.ts'

const everyMs = 30_000
/** The owner looks at the phone and at this page in turn. */
const waitingMs = 2_000

/** The networks of the account, read again while the page is open. @param isWaiting for the first SMS */
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

export function useRouting() {
  const { data, apiError, retry } = useRead(['routing'], header => api.api.v1.routing.get(header), {
    everyMs,
  })
  return { ways: data?.data.items, apiError, retry }
}

interface NetworkChange {
  readonly credentials?: Record<string, string>
  readonly enabled?: boolean
  readonly replace_phone?: boolean
}

export const useChangeNetwork = (name: string) =>
  useAction((change: NetworkChange, header) => resultOf(api.api.v1.networks({ name }).put(change, header)))
export const useDisconnectNetwork = (name: string) =>
  useAction((_: undefined, header) => resultOf(api.api.v1.networks({ name }).delete(undefined, header)))
export const useTestNetwork = (name: string) =>
  useAction((_: undefined, header) => resultOf(api.api.v1.networks({ name }).test.post(undefined, header)))
