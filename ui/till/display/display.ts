// The customer displays of this till, and the code that pairs another one.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DisplayView } from '../../../src/wire/display.ts'
import type { PairingView } from '../../../src/wire/till.ts'
import { type ApiResult, dataOf, getJson, postJson, sendDelete } from '../../kit/api.ts'
import { queryClient, valueOrThrow } from '../../kit/query.ts'
import { refreshTill } from '../../kit/till.ts'

export type Display = DisplayView
export type Pairing = PairingView

const displaysPath = '/api/v1/till/displays'
/** How often the list is loaded again while it is open: no event reports which displays are online. */
const refreshMs = 10_000
/** A display counts as online this long after its last report; it reports at least every ten seconds. */
const onlineMs = 20_000

const displaysKey = ['displays']

/**
 * Returns the displays of this till; undefined while they load. Loads them again when `count`, the number of
 * displays that the till has, changes.
 */
export function useDisplays(count: number): readonly Display[] | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a display was connected or disconnected
  useEffect(() => void queryClient.invalidateQueries({ queryKey: displaysKey }), [count])
  return useQuery({
    queryKey: displaysKey,
    queryFn: () => valueOrThrow(dataOf<readonly Display[]>(getJson(displaysPath))),
    refetchInterval: refreshMs,
    gcTime: 0,
  }).data
}

/** Requests a new pairing code, which ends the previous one. */
export const newPairing = (): Promise<ApiResult<Pairing>> => dataOf(postJson(displaysPath, {}))

/** Returns the address of the QR code that holds a pairing code. */
export const pairingQrUrl = (code: string): string =>
  `${displaysPath}/pairing.svg?code=${encodeURIComponent(code)}&till=1&margin=4`

/** Disconnects a display. Returns the list without it, and shows that list. */
export async function disconnectDisplay(id: string): Promise<ApiResult<readonly Display[]>> {
  const answer = await dataOf<readonly Display[]>(sendDelete(`${displaysPath}/${encodeURIComponent(id)}`))
  if (answer.ok) {
    queryClient.setQueryData(displaysKey, answer.value)
    void refreshTill()
  }
  return answer
}

/** Returns whether a display is connected. `now` is the server's clock in ms. */
export const isOnline = ({ last_seen_at }: Display, now: number): boolean =>
  now - Date.parse(last_seen_at) < onlineMs
