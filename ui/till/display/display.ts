// The customer displays of this till, and the code that pairs another one.
import { useQuery } from '@tanstack/react-query'
import type { DisplayView } from '../../../src/wire/display.ts'
import type { PairingView } from '../../../src/wire/till.ts'
import { type ApiResult, dataOf, getJson, postJson, sendDelete } from '../../kit/api.ts'
import { queryClient, valueOrThrow } from '../../kit/query.ts'

export type Display = DisplayView
export type Pairing = PairingView

const path = '/api/v1/till/displays'
/** How often the list is loaded again while it is open. */
const refreshMs = 2_000
/** A display reports at least every ten seconds. */
const onlineMs = 20_000

const key = ['displays']

export const useDisplays = () =>
  useQuery({
    queryKey: key,
    queryFn: () => valueOrThrow(dataOf<readonly Display[]>(getJson(path))),
    refetchInterval: refreshMs,
    gcTime: 0,
  }).data

/** A new pairing code. It ends the one before. */
export const newPairing = (): Promise<ApiResult<Pairing>> => dataOf(postJson(path, {}))

export const pairingQrUrl = (code: string): string =>
  `${path}/pairing.svg?code=${encodeURIComponent(code)}&till=1&margin=4`

export async function disconnectDisplay(id: string): Promise<ApiResult<readonly Display[]>> {
  const answer = await dataOf<readonly Display[]>(sendDelete(`${path}/${encodeURIComponent(id)}`))
  if (answer.ok) queryClient.setQueryData(key, answer.value)
  return answer
}

/** Whether the display is connected now. @param now the server's clock */
export const isOnline = ({ last_seen_at }: Display, now: number): boolean =>
  now - Date.parse(last_seen_at) < onlineMs
