// Takes a parked sale up. The request is remembered until it is answered: a till that reloads or whose tab is
// closed asks again with the same key and gets the same sale. The sale is then held until a draft has it.
import type { ApiError } from '../../kit/api.ts'
import type { Caller } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { type TakenSale, takeParkedSale } from '../../kit/parked-sale.ts'
import { type Draft, isDraft } from '../entry/draft.model.ts'
import { addToDraft } from '../entry/draft.ts'
import { readDraft } from '../entry/draft-storage.ts'
import { newAwaitedRequest } from './awaited.ts'
import { isAwaited, withTaken } from './basket.model.ts'
import { heldSales, holdSale, releaseSale } from './held.ts'

/** A request to take a sale up that has no answer yet. */
interface Taking {
  readonly id: string
  readonly key: string
  /** What was on the screen when the cashier asked for it. */
  readonly draft: Draft
}
/** Returns whether a stored value is a request to take a sale up. */
const isTaking = (value: unknown): value is Taking => {
  const { id, key, draft } = { ...(value as Partial<Taking> | null) }
  return typeof id === 'string' && typeof key === 'string' && isDraft(draft)
}

/** Returns whether another till has the sale. After any other error the same request may still succeed. */
const isTakenElsewhere = (error: ApiError) =>
  error.kind === 'refused' && error.reason === 'parked_sale_not_found'

const awaited = newAwaitedRequest('taking', isTaking)

/** Forgets this request, unless another one has followed. */
function forgetTaking({ account }: Caller, { key }: Taking): void {
  if (awaited.find(account)?.key === key) awaited.store(account, undefined)
}

/**
 * Takes a sale up, after an earlier request without an answer has ended. Returns the error, if there is one.
 */
export async function takeUp(caller: Caller, id: string): Promise<ApiError | undefined> {
  const before = awaited.find(caller.account)
  if (before && before.id !== id) {
    const error = await sendTaking(caller, before)
    if (error && !isTakenElsewhere(error)) return error
  }
  const draft = readDraft(caller.account)
  // A repeated request keeps its idempotency key, so the server answers with the same sale.
  const taking = before?.id === id ? { ...before, draft } : { id, key: newIdempotencyKey(), draft }
  awaited.store(caller.account, taking)
  return sendTaking(caller, taking)
}

/** The requests that have no answer yet, by their idempotency keys. */
const sent = new Map<string, Promise<ApiError | undefined>>()

/**
 * Sends the request, unless a double tap or the opened list has sent it already. Returns the error, if there
 * is one.
 */
function sendTaking(caller: Caller, taking: Taking): Promise<ApiError | undefined> {
  const earlier = sent.get(taking.key)
  if (earlier) return earlier
  const answer = askForSale(caller, taking).finally(() => sent.delete(taking.key))
  sent.set(taking.key, answer)
  return answer
}

/**
 * Asks for the sale. The till then holds it, and adds it to the draft if the cashier still waits for it.
 * Returns the error, if there is one.
 */
async function askForSale(caller: Caller, taking: Taking): Promise<ApiError | undefined> {
  const answer = await takeParkedSale(caller, taking.id, taking.key)
  if (answer.ok) {
    const { account } = caller
    holdSale(account, answer.value)
    forgetTaking(caller, taking)
    if (isAwaited(readDraft(account), taking.draft)) addHeld(account, answer.value)
  } else if (isTakenElsewhere(answer.apiError)) forgetTaking(caller, taking)
  return answer.ok ? undefined : answer.apiError
}

/**
 * Adds a held sale to the draft on the screen, and releases it once that is stored. It stays held if the
 * draft has no room or the screen shows no draft.
 */
export function addHeld(account: string, taken: TakenSale): void {
  // Later, because React must not update another component while it renders this one.
  const releaseLater = () => queueMicrotask(() => releaseSale(account, taken.id))
  if (readDraft(account).taken?.includes(taken.id)) releaseLater()
  else addToDraft(account, draft => withTaken(draft, taken), releaseLater)
}

/** Asks again for a sale whose answer was lost. */
export function resumeTaking(caller: Caller): void {
  const { account } = caller
  const taking = awaited.find(account)
  if (taking) void sendTaking(caller, taking)
  // The page may have ended after `addHeld` stored the draft, before it released the sale.
  const { taken = [] } = readDraft(account)
  for (const { id } of heldSales(account)) if (taken.includes(id)) releaseSale(account, id)
}
