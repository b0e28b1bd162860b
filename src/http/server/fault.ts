// The one table from a fault's kind to an HTTP status and an error_code, and the error envelope.
import { AssertionError, type Fault, type FaultKind, type Problem } from '../../domain/fault.ts'
import type { ErrorView } from '../../wire/money.ts'

const table: Readonly<Record<FaultKind, { readonly status: number; readonly errorCode: string }>> = {
  validation_error: { status: 400, errorCode: 'validation_error' },
  invalid_request: { status: 400, errorCode: 'invalid_request' },
  invalid_state: { status: 400, errorCode: 'invalid_state' },
  method_unavailable: { status: 400, errorCode: 'method_unavailable' },
  insufficient_balance: { status: 400, errorCode: 'insufficient_balance' },
  unauthorized: { status: 401, errorCode: 'unauthorized' },
  insufficient_scope: { status: 403, errorCode: 'insufficient_scope' },
  forbidden: { status: 403, errorCode: 'forbidden' },
  confirmation_required: { status: 403, errorCode: 'confirmation_required' },
  not_found: { status: 404, errorCode: 'not_found' },
  method_not_allowed: { status: 405, errorCode: 'method_not_allowed' },
  conflict: { status: 409, errorCode: 'conflict' },
  payment_expired: { status: 410, errorCode: 'payment_expired' },
  idempotency_mismatch: { status: 422, errorCode: 'validation_error' },
  // The specification answers a key that is too long with 500 PAY_001.
  idempotency_key_too_long: { status: 500, errorCode: 'PAY_001' },
  payload_too_large: { status: 413, errorCode: 'payload_too_large' },
  unsupported_media_type: { status: 415, errorCode: 'unsupported_media_type' },
  misdirected_request: { status: 421, errorCode: 'misdirected_request' },
  rate_limit_exceeded: { status: 429, errorCode: 'rate_limit_exceeded' },
  network_unavailable: { status: 503, errorCode: 'network_unavailable' },
  outcome_unknown: { status: 503, errorCode: 'outcome_unknown' },
  storage_full: { status: 507, errorCode: 'storage_full' },
}

/** The envelope of a fault. */
export function faultView(fault: Fault, requestId: string): ErrorView {
  const { status, errorCode } = table[fault.kind]
  return envelope(status, errorCode, fault.message, fault.problems, requestId)
}

/** The envelope of our own mistake: no detail leaves the box. */
export const internalView = (requestId: string): ErrorView =>
  envelope(
    500,
    'internal_error',
    'something went wrong on our side; the log has the details under this request_id',
    [],
    requestId,
  )

const envelope = (
  code: number,
  error_code: string,
  message: string,
  problems: readonly Problem[],
  request_id: string,
): ErrorView => ({
  status: 'error',
  code,
  error_code,
  message,
  ...(problems.length > 0 ? { errors: problems.map(({ field, message }) => ({ field, message })) } : {}),
  request_id,
})

/** What the log keeps of an unknown error: its kind, its words and where it came from. */
export const errorFacts = (error: unknown): Record<string, string> =>
  error instanceof Error
    ? {
        error: error.name,
        detail: error.message,
        at: /^\s*at .*$/m.exec(error.stack ?? '')?.[0].trim() ?? '',
        ours: String(error instanceof AssertionError),
      }
    : { error: String(error) }
