// Parks a sale. The request is remembered until it is answered, because the server may have parked the sale
// although its answer was lost. A cashier who then sells or changes it would leave a copy with the server.
import type { ApiError, ApiResult } from '../../kit/api.ts'
import type { Caller } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { type ParkedSale, type ParkRequest, sendParkedSale, takeParkedSale } from '../../kit/parked-sale.ts'
import { readStored, writeStored } from '../../kit/storage.ts'
import { type Draft, isDraft } from '../entry/draft.model.ts'
import { addToDraft } from '../entry/draft.ts'
import { readDraft } from '../entry/draft-storage.ts'
import { isSameDraft } from './basket.model.ts'

/** The key is per account, because the sale does not exist on another one. */
const parkingStorageKey = (account: string) => `till.parking.${account}`

/** A request to park a sale that has no answer yet. */
interface Parking {
  readonly key: string
  readonly request: ParkRequest
  /** The draft that was on the screen, and what stays on it. */
  readonly draft: Draft
  readonly left: Draft
  /** The key of the request that takes the sale back if the cashier went on without it. */
  readonly undoKey: string
}
/** Returns whether a stored value is a request to park a sale. */
const isParking = (value: unknown): value is Parking => {
  const { key, undoKey, request, draft, left } = { ...(value as Partial<Parking> | null) }
  return (
    typeof key === 'string' &&
    typeof undoKey === 'string' &&
    typeof request === 'object' &&
    isDraft(draft) &&
    isDraft(left)
  )
}

/** The request without an answer, if the browser refuses to store it. */
let inMemory: Parking | undefined
/** Returns the request of this account that has no answer yet; undefined if there is none. */
const pendingParking = ({ account }: Caller) => inMemory ?? readStored(parkingStorageKey(account), isParking)
/** Stores the request; undefined removes it. It is only in memory if the browser refuses. */
function storeParking({ account }: Caller, parking: Parking | undefined): void {
  inMemory = writeStored(parkingStorageKey(account), parking) ? undefined : parking
}

/** The draft that a cashier parks, and what the draft becomes. */
interface Split {
  readonly draft: Draft
  readonly left: Draft
}

/**
 * Parks a sale. An earlier request without an answer is repeated if it is the same; otherwise what it parked
 * is taken back first. Returns the error, if there is one.
 */
export async function parkSale(
  caller: Caller,
  request: ParkRequest,
  { draft, left }: Split,
): Promise<ApiError | undefined> {
  const before = pendingParking(caller)
  const isSameRequest = before && JSON.stringify(before.request) === JSON.stringify(request)
  if (before && !isSameRequest) {
    const error = await takeBack(caller, before)
    if (error) return error
  }
  const parking = isSameRequest
    ? before
    : { key: newIdempotencyKey(), undoKey: newIdempotencyKey(), request, draft, left }
  storeParking(caller, parking)
  const answer = await sendParking(caller, parking)
  return answer.ok ? undefined : answer.apiError
}

/** Sends the request, and forgets it once the answer is certain. */
async function sendParking(caller: Caller, { key, request }: Parking): Promise<ApiResult<ParkedSale>> {
  const answer = await sendParkedSale(caller, request, key)
  if (answer.ok || isFinal(answer.apiError)) storeParking(caller, undefined)
  return answer
}

/** Invalid, not found, too large: sending the same request again cannot succeed. */
const finalStatuses = [400, 404, 413]
/**
 * Returns whether a request was rejected for good. It did not succeed at an earlier try either, because the
 * server would then have repeated that answer.
 */
const isFinal = (error: ApiError) => error.kind === 'refused' && finalStatuses.includes(error.status)

/**
 * Undoes a request whose answer was lost: parks the sale for certain, then takes it up. Returns the error, if
 * there is one.
 */
async function takeBack(caller: Caller, parking: Parking): Promise<ApiError | undefined> {
  const answer = await sendParkedSale(caller, parking.request, parking.key)
  if (!answer.ok) {
    if (!isFinal(answer.apiError)) return answer.apiError
    storeParking(caller, undefined)
    return undefined
  }
  const taken = await takeParkedSale(caller, answer.value.id, parking.undoKey)
  if (!taken.ok && !isFinal(taken.apiError)) return taken.apiError
  storeParking(caller, undefined)
  return undefined
}

/**
 * Ends a request whose answer was lost. If the screen still shows what was parked, the sale is parked now.
 * Otherwise the cashier has sold or changed it, and the copy is taken back.
 */
export async function resumeParking(caller: Caller): Promise<void> {
  const parking = pendingParking(caller)
  if (!parking) return
  const { account } = caller
  if (!isSameDraft(readDraft(account), parking.draft)) {
    await takeBack(caller, parking)
    return
  }
  const answer = await sendParking(caller, parking)
  if (answer.ok) addToDraft(account, draft => (isSameDraft(draft, parking.draft) ? parking.left : draft))
}
