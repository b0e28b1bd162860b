// The one table from a fault's kind to an HTTP status and an error_code, and the error envelope.
import { AssertionError, type Fault, type Params, type Problem } from '../../domain/fault.ts'
import type { FaultKind } from '../../domain/fault-entry.ts'
import type { ErrorCode, ErrorView } from '../../wire/error.ts'

const statusByKind: Readonly<Record<FaultKind, { readonly status: number; readonly errorCode: ErrorCode }>> =
  {
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
    precondition_failed: { status: 412, errorCode: 'precondition_failed' },
    idempotency_mismatch: { status: 422, errorCode: 'validation_error' },
    // The specification answers a key that is too long with 500 PAY_001.
    idempotency_key_too_long: { status: 500, errorCode: 'PAY_001' },
    payload_too_large: { status: 413, errorCode: 'payload_too_large' },
    unsupported_media_type: { status: 415, errorCode: 'unsupported_media_type' },
    misdirected_request: { status: 421, errorCode: 'misdirected_request' },
    rate_limit_exceeded: { status: 429, errorCode: 'rate_limit_exceeded' },
    network_unavailable: { status: 503, errorCode: 'network_unavailable' },
    outcome_unknown: { status: 503, errorCode: 'outcome_unknown' },
    service_unavailable: { status: 503, errorCode: 'service_unavailable' },
    storage_full: { status: 507, errorCode: 'storage_full' },
  }

/** What the envelope holds in addition to the error. */
export interface ErrorContext {
  readonly requestId: string
  /** The address of this server, which serves the page that explains the errors. */
  readonly publicUrl: string
}

/** Returns the HTTP status and the `error_code` of a kind of fault. */
export const statusAndCode = (kind: FaultKind) => statusByKind[kind]
/** Returns the HTTP status of a fault. */
export const statusOf = ({ kind }: Fault): number => statusByKind[kind].status

/** Returns the error envelope of a fault. */
export function faultView(
  { kind, reason, message, params, problems }: Fault,
  context: ErrorContext,
): ErrorView {
  const { status, errorCode } = statusByKind[kind]
  return {
    status: 'error',
    code: status,
    error_code: errorCode,
    reason,
    message,
    ...paramsView(params),
    ...(problems.length > 0 ? { errors: problems.map(problemView) } : {}),
    doc_url: docUrl(reason, context),
    request_id: context.requestId,
  }
}

/** Returns the envelope of an internal error, without detail. */
export const internalView = (context: ErrorContext): ErrorView => ({
  status: 'error',
  code: 500,
  error_code: 'internal_error',
  reason: 'internal_error',
  message: 'something went wrong on our side; the log has the details under this request_id',
  doc_url: docUrl('internal_error', context),
  request_id: context.requestId,
})

/** Returns the address of the page that explains a reason. */
export const docUrl = (reason: string, { publicUrl }: ErrorContext) => `${publicUrl}/docs/errors#${reason}`

/** Returns one invalid field, as the error envelope lists it. */
const problemView = ({ field, message, reason, params }: Problem) => ({
  field,
  message,
  reason,
  ...paramsView(params),
})

/** Returns the parameters of an error, or no field when there are none. */
const paramsView = (params: Params) => (Object.keys(params).length > 0 ? { params } : {})

/**
 * Returns what the log records of an internal error: its name, its message, the first line of its stack, and
 * whether one of our own assertions failed.
 */
export function errorFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: String(error) }
  const [firstStackLine = ''] = /^\s*at .*$/m.exec(error.stack ?? '') ?? []
  return {
    error: error.name,
    detail: error.message,
    at: firstStackLine.trim(),
    ours: String(error instanceof AssertionError),
  }
}
