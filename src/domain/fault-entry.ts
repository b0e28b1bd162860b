// The kinds of faults, and the shape of a reason. http/server/fault.ts maps each kind to a status.

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
  | 'precondition_failed'
  | 'idempotency_mismatch'
  | 'idempotency_key_too_long'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'misdirected_request'
  | 'rate_limit_exceeded'
  | 'network_unavailable'
  | 'outcome_unknown'
  | 'storage_full'
  | 'service_unavailable'

/** A reason in the tables. {names} in its message are its params. */
export interface FaultEntry {
  readonly kind: FaultKind
  readonly message: string
  readonly cure?: string // what to do, unless the message explains it
  readonly field?: string // the field or header that the reason is always about
}
