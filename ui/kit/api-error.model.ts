// Why a request failed, read from the API's answer: its reason and params, never its sentence.
import type { Reason } from '../../src/domain/fault.ts'
import { errors } from './errors.text.ts'
import { digitsOf } from './money.ts'

/** What is wrong with a request or with one of its fields; a text is chosen by it. */
export interface ApiFailure {
  /** Undefined if the page has no text for it: the server is newer, or the answer is not from the API. */
  readonly reason: Reason | undefined
  readonly params: Readonly<Record<string, string | number>>
}

/** Why a call has no value. */
export type ApiError =
  /** No answer came, so whether the request was carried out is unknown. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'logged_out' }
  | (ApiFailure & {
      readonly kind: 'refused'
      readonly status: number
      readonly errorCode: string
      readonly fields: readonly string[]
      /** The first problem of each field. */
      readonly problems: Readonly<Record<string, ApiFailure>>
      readonly retryAfterMs: number
    })
export type ApiRejection = Extract<ApiError, { kind: 'refused' }>

/** Returns whether a value is an object (or an array) whose fields can be read. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The reasons that the page has texts for. */
const knownReasons = new Set<unknown>(Object.keys(errors.en))

/** Adds reasons whose texts the page has loaded. */
export function addReasons(reasons: readonly string[]): void {
  for (const reason of reasons) knownReasons.add(reason)
}

const isReason = (value: unknown): value is Reason => knownReasons.has(value)

/**
 * Reads the failure from an answer of the API or from one of its `errors`. Other values than texts and
 * numbers are left out of `params`.
 */
export function failureOf({ reason, params }: Readonly<Record<string, unknown>>): ApiFailure {
  const entries = isRecord(params) ? Object.entries(params) : []
  return {
    reason: isReason(reason) ? reason : undefined,
    params: Object.fromEntries(
      entries.flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
      ),
    ),
  }
}

/**
 * Reads an error envelope. better-auth's own envelopes have `code` instead of `error_code`. `retryAfter` is
 * the header, in seconds; a date counts as 0.
 */
export function apiErrorOf(status: number, body: unknown, retryAfter: string | null): ApiError {
  const envelope = isRecord(body) ? body : {}
  const errorCode = String(envelope.error_code ?? envelope.code ?? '')
  const problems = Array.isArray(envelope.errors) ? envelope.errors.filter(isRecord) : []
  // A 401 with a problem asks for that field, such as the code of a second factor.
  if (status === 401 && errorCode === 'unauthorized' && problems.length === 0) return { kind: 'logged_out' }
  return {
    kind: 'refused',
    status,
    errorCode,
    ...failureOf(envelope),
    fields: problems.map(problem => String(problem.field)),
    // Reversed, so that the first problem of a field is the one that stays.
    problems: Object.fromEntries(
      problems.map(problem => [String(problem.field), failureOf(problem)] as const).reverse(),
    ),
    retryAfterMs: Number(retryAfter ?? 0) * 1_000 || 0, // 0 for a date
  }
}

/**
 * Returns whether a request with an idempotency key may have been carried out, now or at an earlier try: no
 * answer came, or the server answered before it looked the key up.
 */
export const mayBeDone = (apiError: ApiError): boolean =>
  apiError.kind !== 'refused' ||
  apiError.status >= 500 ||
  apiError.status === 429 ||
  apiError.reason === 'request_in_progress' ||
  apiError.reason === 'reauthentication_needed'

/** Params that texts show with commas. */
const groupedParams = ['min', 'max', 'amount', 'sum', 'price', 'left', 'count']

/** Returns the params as texts show them: bounds, amounts and counts get commas. */
export const textParams = (params: ApiFailure['params']): ApiFailure['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) =>
      typeof value === 'number' && groupedParams.includes(name) ? [name, digitsOf(value)] : [name, value],
    ),
  )

/** Returns the key in `kit` of the general text for an error without a known reason. */
export function fallbackFor({ status, errorCode }: ApiRejection) {
  if (errorCode === 'method_unavailable') return 'error_no_network'
  if (status === 403) return 'error_forbidden'
  if (status === 404) return 'error_gone'
  if (status === 409 || errorCode === 'invalid_state') return 'error_changed'
  if (status === 429) return 'error_busy'
  if (status === 507) return 'error_disk_full'
  return errorCode === 'validation_error' ? 'error_field' : 'error_server'
}
