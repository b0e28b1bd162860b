// The error responses of the API reference. Each combination of error kinds under one status is one shared
// component, named by its kinds; each kind has one shared example.
import { Type } from '@sinclair/typebox'
import { badField, type Fault, fault } from '../../domain/fault.ts'
import type { FaultKind } from '../../domain/fault-entry.ts'
import { keyLengthMax } from '../../flow/idempotency.ts'
import { ErrorView } from '../../wire/error.ts'
import { faultView, internalView } from '../server/fault.ts'

/** The kind of an error response: that of a fault, or an internal error. */
export type ErrorKind = FaultKind | 'internal_error'

/** What each kind means, for the description of a response. */
const kindTexts: Readonly<Record<ErrorKind, string>> = {
  validation_error: 'A field is missing or invalid; `errors` names each',
  invalid_request: 'The payment is not pending',
  invalid_state: 'Its state does not allow this: it has ended, was settled already, or is still in use',
  method_unavailable: 'The account has no network for this payment method: connect one under Shop → Networks',
  insufficient_balance: 'Amount and fee exceed the available balance',
  unauthorized: 'The credential is missing, unknown, revoked or expired',
  insufficient_scope: 'The key lacks the scope, or the role does not allow this',
  forbidden: 'Another account’s data, or a request from another site',
  confirmation_required:
    'A login cookie needs a recent password for this: confirm it at `POST /api/v1/me/confirm` first',
  not_found: 'The account has no such object',
  method_not_allowed: 'This path has other methods',
  conflict: 'The same thing is in progress or already done',
  payment_expired: 'The session has ended: expired, completed or cancelled',
  precondition_failed: 'The object has changed since the answer that `If-Match` names',
  idempotency_mismatch: 'This Idempotency-Key was used for a different request',
  idempotency_key_too_long: `The Idempotency-Key has more than ${keyLengthMax} characters`,
  payload_too_large: 'The body exceeds 256 KiB, or an image 2 MiB',
  unsupported_media_type: 'The Content-Type is not application/json, or not an image type for an image',
  misdirected_request: 'The Host header is not an address of this server, or the page needs https',
  rate_limit_exceeded: 'Too many requests in this minute: wait for `Retry-After` seconds',
  network_unavailable: 'The network could not be reached; nothing was sent',
  outcome_unknown: 'The outcome is unknown: send the request again with the same Idempotency-Key',
  service_unavailable: 'Too many streams are open: try again after `Retry-After` seconds',
  storage_full: 'The disk is full; nothing was saved',
  internal_error: 'An error on our side; the log has it under the `request_id`',
}
const isErrorKind = (name: string): name is ErrorKind => name in kindTexts
const errorKinds = Object.keys(kindTexts).filter(isErrorKind)

/** One fault of each kind, for the examples. */
const faultExamples: Readonly<Record<FaultKind, Fault>> = {
  validation_error: badField('amount', 'too_low', { min: 500 }),
  invalid_request: fault('payment_not_pushable', { status: 'completed' }),
  invalid_state: fault('payment_not_voidable', { status: 'completed' }),
  method_unavailable: fault('network_for_method_missing', { mode: 'live', method: 'card' }),
  insufficient_balance: fault('payout_balance_too_low', { total: 51_500, fee: 1_500, available: 40_000 }),
  unauthorized: fault('key_unknown'),
  insufficient_scope: fault('scope_missing', { scope: 'collection:create' }),
  forbidden: fault('not_a_member'),
  confirmation_required: fault('reauthentication_needed'),
  not_found: fault('payment_not_found', { reference: '3f2b8c1e-5d7a-4a5e-9a53-6d1f0c2b7e90' }),
  method_not_allowed: fault('method_not_allowed', {
    method: 'DELETE',
    path: '/v1/payments',
    methods: 'GET, POST',
  }),
  conflict: fault('payment_outcome_unknown'),
  payment_expired: fault('checkout_ended', { status: 'expired' }),
  precondition_failed: fault('product_changed', { id: 'prod_019a2f4c1b7d7c31a5e28f60d4b9c317' }),
  idempotency_mismatch: fault('idempotency_key_reused', { key: 'order-1042' }),
  idempotency_key_too_long: fault('idempotency_key_too_long', { max: keyLengthMax, length: 36 }),
  payload_too_large: fault('body_too_large', { size: '256 KiB' }),
  unsupported_media_type: fault('body_not_json'),
  misdirected_request: fault('host_unknown'),
  rate_limit_exceeded: fault('too_many_requests', { limit: 100, seconds: 12 }),
  network_unavailable: fault('network_unreachable'),
  outcome_unknown: fault('write_unconfirmed'),
  service_unavailable: fault('caller_streams_used_up', { max: 200, seconds: 30 }),
  storage_full: fault('disk_full'),
}

const context = { requestId: 'req_0123456789ab000000', publicUrl: 'http://127.0.0.1:8080' }

/** Returns the example of an error of this kind, as the envelope of a response. */
const errorView = (kind: ErrorKind) =>
  kind === 'internal_error' ? internalView(context) : faultView(faultExamples[kind], context)

/** Response headers by name, as components of the document. */
export const headers = {
  'X-Ratelimit-Limit': { description: 'Requests per minute', schema: Type.Integer() },
  'X-Ratelimit-Remaining': { description: 'Requests left in this minute', schema: Type.Integer() },
  'X-Ratelimit-Reset': {
    description: 'Seconds until the minute ends',
    schema: Type.Integer({ minimum: 1, maximum: 60 }),
  },
  'Retry-After': { description: 'Seconds to wait', schema: Type.Integer() },
  'X-Request-Id': { description: 'Identifies this request in the log', schema: Type.String() },
  'Idempotent-Replayed': {
    description: 'This is the stored answer of an earlier request',
    schema: Type.Literal('true'),
  },
}
/** The headers of every rate-limited response. */
export const limitHeaders = ['X-Ratelimit-Limit', 'X-Ratelimit-Remaining', 'X-Ratelimit-Reset'] as const
/** Returns references to headers of the document. */
export const headerReferences = (names: readonly (keyof typeof headers)[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

/** Between the kinds in the name of a shared response. */
const separator = '_or_'

/** Returns references to the shared responses for these kinds, by status. */
export function errorResponses(kinds: readonly ErrorKind[]) {
  const sortedKinds = errorKinds.filter(kind => kinds.includes(kind))
  const byStatus = Map.groupBy(sortedKinds, kind => errorView(kind).code)
  return Object.fromEntries(
    [...byStatus].map(([status, kindsOfStatus]) => [
      status,
      { $ref: `#/components/responses/${kindsOfStatus.join(separator)}` },
    ]),
  )
}

/** Returns the components of the document for these shared responses: the responses and their examples. */
export function errorComponents(names: readonly string[]) {
  const usedKinds = errorKinds.filter(kind => names.some(name => name.split(separator).includes(kind)))
  return {
    responses: Object.fromEntries(
      names.map(name => [name, errorResponse(name.split(separator).filter(isErrorKind))]),
    ),
    examples: Object.fromEntries(usedKinds.map(kind => [kind, { value: errorView(kind) }])),
  }
}

/** Builds the OpenAPI response that documents these error kinds, which share one status. */
function errorResponse(kinds: readonly ErrorKind[]) {
  const examples = Object.fromEntries(kinds.map(kind => [kind, { $ref: `#/components/examples/${kind}` }]))
  const isRateLimited = kinds.includes('rate_limit_exceeded')
  return {
    description: kinds.map(kind => `\`${errorView(kind).error_code}\`: ${kindTexts[kind]}`).join('\n\n'),
    headers: headerReferences(
      isRateLimited ? ['X-Request-Id', 'Retry-After', ...limitHeaders] : ['X-Request-Id'],
    ),
    content: { 'application/json': { schema: ErrorView, examples } },
  }
}
