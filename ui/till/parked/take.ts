// Takes a parked sale up. The request is remembered until its lines are in the stored draft: a till that
// reloads, or whose answer is lost, asks again with the same key and gets the same sale.
import type { ApiError } from '../../kit/api.ts'
import type { Caller } from '../../kit/caller.ts'
import { newIdempotencyKey } from '../../kit/idempotency-key.ts'
import { takeParkedSale } from '../../kit/parked-sale.ts'
import { readStored, writeStored } from '../../kit/storage.ts'
import { addToDraft } from '../entry/draft.ts'
import { withTaken } from './basket.model.ts'

/** Per account: on another one the sale does not exist. */
const takingStorageKey = (account: string) => `till.taking.${account}`

interface Taking {
  readonly id: string
  readonly key: string
}
const isTaking = (value: unknown): value is Taking =>
  typeof (value as Taking | null)?.id === 'string' && typeof (value as Taking).key === 'string'

/** Whether another till has it. After any other error the same request may still succeed. */
const isGone = (error: ApiError) => error.kind === 'refused' && error.reason === 'parked_sale_not_found'

const underWay = ({ account }: Caller) => readStored(takingStorageKey(account), isTaking, 'closed')
const remember = ({ account }: Caller, taking: Taking | undefined) =>
  writeStored(takingStorageKey(account), taking, 'closed')

/** Forgets this request, unless another one has followed. */
function forget(caller: Caller, { key }: Taking): void {
  if (underWay(caller)?.key === key) remember(caller, undefined)
}

/** Takes up a sale, after an earlier one that still has no answer. @returns the error, if there is one */
export async function takeUp(caller: Caller, id: string): Promise<ApiError | undefined> {
  const before = underWay(caller)
  if (before && before.id !== id) {
    const error = await ask(caller, before)
    if (error && !isGone(error)) return error
  }
  const taking = before?.id === id ? before : { id, key: newIdempotencyKey() }
  remember(caller, taking)
  return ask(caller, taking)
}

async function ask(caller: Caller, taking: Taking): Promise<ApiError | undefined> {
  const answer = await takeParkedSale(caller, taking.id, taking.key)
  if (answer.ok)
    addToDraft(
      draft => withTaken(draft, answer.value),
      () => forget(caller, taking),
    )
  else if (isGone(answer.apiError)) forget(caller, taking)
  return answer.ok ? undefined : answer.apiError
}

/** Asks again for a sale whose answer was lost. */
export function resumeTaking(caller: Caller): void {
  const taking = underWay(caller)
  if (taking) void ask(caller, taking)
}
