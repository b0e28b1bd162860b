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

const path = '/api/v1/till/displays'
/** How often the open list is loaded again, because no event tells which displays are online. */
const refreshMs = 10_000
/** A display counts as online this long after its last report; it reports at least every ten seconds. */
const onlineMs = 20_000

const key = ['displays']

/**
 * Returns the displays of this till; undefined while they load. `count` is how many the till has, so that a
 * new one shows at once.
 */
export function useDisplays(count: number): readonly Display[] | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a display came or went
  useEffect(() => void queryClient.invalidateQueries({ queryKey: key }), [count])
  return useQuery({
    queryKey: key,
    queryFn: () => valueOrThrow(dataOf<readonly Display[]>(getJson(path))),
    refetchInterval: refreshMs,
    gcTime: 0,
  }).data
}

/** Requests a new pairing code, which ends the previous one. */
export const newPairing = (): Promise<ApiResult<Pairing>> => dataOf(postJson(path, {}))

/** Returns the address of the picture of a pairing code. */
export const pairingQrUrl = (code: string): string =>
  `${path}/pairing.svg?code=${encodeURIComponent(code)}&till=1&margin=4`

/** Disconnects a display, and shows the list without it. */
export async function disconnectDisplay(id: string): Promise<ApiResult<readonly Display[]>> {
  const answer = await dataOf<readonly Display[]>(sendDelete(`${path}/${encodeURIComponent(id)}`))
  if (answer.ok) {
    queryClient.setQueryData(key, answer.value)
    void refreshTill()
  }
  return answer
}

/** Returns whether a display is connected. `now` is the server's clock in ms. */
export const isOnline = ({ last_seen_at }: Display, now: number): boolean =>
  now - Date.parse(last_seen_at) < onlineMs
