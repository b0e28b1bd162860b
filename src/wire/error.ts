// The error envelope. Its schema, with every reason, is for the API document; the server needs only its
// types.
import { type Static, Type } from '@sinclair/typebox'
import { listReasons, type Reason } from '../domain/fault.ts'
import { choice } from './choice.ts'

const Params = Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()]), {
  description: 'The values in the message, by name',
})

/** Each `error_code`; http/server/fault.ts has its status. */
const errorCodes = [
  'validation_error',
  'invalid_request',
  'invalid_state',
  'method_unavailable',
  'insufficient_balance',
  'unauthorized',
  'insufficient_scope',
  'forbidden',
  'confirmation_required',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payment_expired',
  'precondition_failed',
  'payload_too_large',
  'unsupported_media_type',
  'misdirected_request',
  'rate_limit_exceeded',
  'PAY_001',
  'internal_error',
  'network_unavailable',
  'outcome_unknown',
  'service_unavailable',
  'storage_full',
] as const
export type ErrorCode = (typeof errorCodes)[number]

const internalReason = 'internal_error'
export const ReasonText = choice<Reason | typeof internalReason>(
  [...listReasons().map(({ reason }) => reason), internalReason],
  {
    title: 'Reason',
    description:
      'For programs: why exactly; snake_case and stable. `doc_url` explains it. A newer version may have more',
  },
)

export const ErrorView = Type.Object(
  {
    status: Type.Literal('error'),
    code: Type.Integer({ description: 'HTTP status' }),
    error_code: choice(errorCodes, {
      description: 'For programs: it stays the same when the message changes',
    }),
    message: Type.String({ description: 'For people: what is wrong and what to do' }),
    reason: ReasonText,
    params: Type.Optional(Params),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(),
          message: Type.String(),
          reason: ReasonText,
          params: Type.Optional(Params),
        }),
        { description: 'Every invalid field' },
      ),
    ),
    doc_url: Type.String({ description: 'The page that explains the reason' }),
    request_id: Type.String({
      description: 'Identifies this request in the log; also the header X-Request-Id',
    }),
  },
  { title: 'Error' },
)
export type ErrorView = Static<typeof ErrorView>
