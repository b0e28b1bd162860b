// The displays of this till: which there are, and the code that pairs one more.
import { useQuery } from '@tanstack/react-query'
import type { DisplayView } from '../../../src/wire/display.ts'
import type { PairingView } from '../../../src/wire/till.ts'
import { type ApiResult, dataOf, getJson, postJson, sendDelete } from '../../kit/api.ts'
import { queryClient, valueOrThrow } from '../../kit/query.ts'

export type Display = DisplayView
export type Pairing = PairingView

const path = '/api/v1/till/displays'
/** How often the box is asked whether a device has come. */
const lookEveryMs = 2_000
/** A display asks at least every ten seconds. */
const presentMs = 20_000

const key = ['displays']

/** Asks for as long as the screen that shows them is open. */
export const useDisplays = () =>
  useQuery({
    queryKey: key,
    queryFn: () => valueOrThrow(dataOf<readonly Display[]>(getJson(path))),
    refetchInterval: lookEveryMs,
    gcTime: 0,
  }).data

/** A code for one more; the code before opens nothing any more. */
export const newPairing = (): Promise<ApiResult<Pairing>> => dataOf(postJson(path, {}))

export const pairingQrUrl = (code: string): string =>
  `${path}/pairing.svg?code=${encodeURIComponent(code)}&till=1&margin=4`

/** Takes a display away. */
export async function takeDisplay(id: string): Promise<ApiResult<readonly Display[]>> {
  const answer = await dataOf<readonly Display[]>(sendDelete(`${path}/${encodeURIComponent(id)}`))
  if (answer.ok) queryClient.setQueryData(key, answer.value)
  return answer
}

/** Whether it is there now, by the box's clock. */
export const isPresent = ({ last_seen_at }: Display, now: number): boolean =>
  now - Date.parse(last_seen_at) < presentMs
