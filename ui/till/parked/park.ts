// Parks a sale. The request is remembered until it is answered, because the server may have parked the sale
// although its answer was lost. A cashier who then sells or changes it would leave a copy with the server.
import type { ApiError, ApiResult } from '../../kit/api.ts'
import type { Caller } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { type ParkedSale, type ParkRequest, sendParkedSale, takeParkedSale } from '../../kit/parked-sale.ts'
import { type Draft, isDraft } from '../entry/draft.model.ts'
import { addToDraft } from '../entry/draft.ts'
import { readDraft } from '../entry/draft-storage.ts'
import { newAwaitedRequest } from './awaited.ts'
import { isSameDraft } from './basket.model.ts'

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

const awaited = newAwaitedRequest('parking', isParking)

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
  const before = awaited.find(caller.account)
  const isSameRequest = before && JSON.stringify(before.request) === JSON.stringify(request)
  if (before && !isSameRequest) {
    const error = await takeBack(caller, before)
    if (error) return error
  }
  const parking = isSameRequest
    ? before
    : { key: newIdempotencyKey(), undoKey: newIdempotencyKey(), request, draft, left }
  awaited.store(caller.account, parking)
  const answer = await sendParking(caller, parking)
  return answer.ok ? undefined : answer.apiError
}

/** Sends the request, and forgets it once the answer is certain. */
async function sendParking(caller: Caller, { key, request }: Parking): Promise<ApiResult<ParkedSale>> {
  const answer = await sendParkedSale(caller, request, key)
  if (answer.ok || isFinal(answer.apiError)) awaited.store(caller.account, undefined)
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
    awaited.store(caller.account, undefined)
    return undefined
  }
  const taken = await takeParkedSale(caller, answer.value.id, parking.undoKey)
  if (!taken.ok && !isFinal(taken.apiError)) return taken.apiError
  awaited.store(caller.account, undefined)
  return undefined
}

/**
 * Ends a request whose answer was lost. If the screen still shows what was parked, the sale is parked now.
 * Otherwise the cashier has sold or changed it, and the copy is taken back.
 */
export async function resumeParking(caller: Caller): Promise<void> {
  const parking = awaited.find(caller.account)
  if (!parking) return
  const { account } = caller
  if (!isSameDraft(readDraft(account), parking.draft)) {
    await takeBack(caller, parking)
    return
  }
  const answer = await sendParking(caller, parking)
  if (answer.ok) addToDraft(account, draft => (isSameDraft(draft, parking.draft) ? parking.left : draft))
}
