// The two ways to refuse: a Fault when the caller may not or cannot, an assert when we are wrong.
// http/server/fault.ts is the one table from a fault's kind to a status and an error_code.

export type FaultKind =
  | 'validation_error'
  | 'invalid_request'
  | 'invalid_state'
  | 'method_unavailable'
  | 'insufficient_balance'
  | 'unauthorized'
  | 'insufficient_scope'
  | 'forbidden'
  | 'confirmation_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'payment_expired'
  | 'idempotency_mismatch'
  | 'idempotency_key_too_long'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'misdirected_request'
  | 'rate_limit_exceeded'
  | 'network_unavailable'
  | 'outcome_unknown'
  | 'storage_full'

/**
 * One thing wrong with a request: the field's path in the request (`details.amount`) and what to do about it.
 */
export type Problem = { readonly field: string; readonly message: string }

/** The caller may not or cannot. Thrown inside a write it rolls that write back. */
export class Fault extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message)
    this.name = 'Fault'
  }
}

/** A fault about one field; the message begins with the field's name. */
export const badField = (field: string, message: string): Fault =>
  new Fault('validation_error', `${field} ${message}`, [{ field, message: `${field} ${message}` }])

/** We are wrong: ends as a 500 without detail and a full log line. */
export class AssertionError extends Error {
  override name = 'AssertionError'
}

export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new AssertionError(sentence)
}
