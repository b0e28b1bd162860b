// What follows the answer to a request that creates a sale: done, rejected, or sent again with its key.
import type { ApiResult } from '../../kit/api.ts'

/** What to do after an answer. */
export type RequestStep<T> =
  | { readonly kind: 'created'; readonly value: T }
  /** Send the request again, with its key. */
  | { readonly kind: 'retry'; readonly inMs: number }
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'rejected' }

export interface RequestContext {
  readonly tries: number
  /** The caller is a paired till, where a cashier who was signed out signs in again. */
  readonly atTill: boolean
  /** A 409 means that the same request is still under way; otherwise it is a rejection. */
  readonly retryOnConflict: boolean
}

/** The first retry waits this long, and each further one twice as long, up to the longest. */
const retryMs = 500
const retryMaxMs = 4_000

/** Returns the next step after an answer. A request that the server may have carried out is sent again. */
export function afterRequest<T>(
  answer: ApiResult<T>,
  { tries, atTill, retryOnConflict }: RequestContext,
): RequestStep<T> {
  if (answer.ok) return { kind: 'created', value: answer.value }
  const { apiError } = answer
  const delayMs = Math.min(retryMaxMs, retryMs * 2 ** tries)
  if (apiError.kind === 'unreachable') return { kind: 'retry', inMs: delayMs }
  if (apiError.kind === 'logged_out' || (atTill && apiError.reason === 'cashier_not_signed_in'))
    return { kind: 'sign_in' }
  if (apiError.status === 429) return { kind: 'retry', inMs: Math.max(apiError.retryAfterMs, 1_000) }
  if (apiError.status >= 500 || (apiError.status === 409 && retryOnConflict))
    return { kind: 'retry', inMs: delayMs }
  return { kind: 'rejected' }
}
