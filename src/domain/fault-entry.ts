// The kinds of faults, and what the tables of reasons hold for each. http/server/fault.ts gives each kind its status.

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
  | 'service_unavailable'

/** A reason in the tables. {names} in its message are its params. */
export interface FaultEntry {
  readonly kind: FaultKind
  readonly message: string
  /** What to do, where the message does not say it. */
  readonly cure?: string
  /** The one field or header it is always about. */
  readonly field?: string
}
