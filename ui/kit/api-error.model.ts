// Why a request failed, read from the API's answer: its reason and params, never its sentence.
import type { Reason } from '../../src/domain/fault.ts'
import { errors } from './errors.text.ts'
import { digitsOf } from './money.ts'

/** What a text is chosen by. */
export interface ApiFailure {
  /** Undefined when the page has no text for it: a newer server, or an answer that is not the API's. */
  readonly reason: Reason | undefined
  readonly params: Readonly<Record<string, string | number>>
}

export type ApiError =
  /** No answer came: whether it was done is unknown. */
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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const withText = new Set<unknown>(Object.keys(errors.en))

/** Says that the page has texts for these reasons, too. */
export function addReasons(reasons: readonly string[]): void {
  for (const reason of reasons) withText.add(reason)
}

const isReason = (value: unknown): value is Reason => withText.has(value)

/** The failure in an answer of the API, or in a part of one. */
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

/** An error envelope as a page needs it. That of better-auth has its own `code` in addition to our reason. */
export function apiErrorOf(status: number, body: unknown, retryAfter: string | null): ApiError {
  const envelope = isRecord(body) ? body : {}
  const errorCode = String(envelope.error_code ?? envelope.code ?? '')
  const problems = Array.isArray(envelope.errors) ? envelope.errors.filter(isRecord) : []
  // One that names a field asks for that field, such as the code of a second factor.
  if (status === 401 && errorCode === 'unauthorized' && problems.length === 0) return { kind: 'logged_out' }
  return {
    kind: 'refused',
    status,
    errorCode,
    ...failureOf(envelope),
    fields: problems.map(problem => String(problem.field)),
    problems: Object.fromEntries(
      problems.map(problem => [String(problem.field), failureOf(problem)] as const).reverse(),
    ),
    retryAfterMs: Number(retryAfter ?? 0) * 1_000 || 0, // 0 for a date
  }
}

/**
 * Whether what was asked for under an idempotency key may have been done, by this try or one before: no
 * answer came, or one that was given before the key was looked up.
 */
export const mayBeDone = (apiError: ApiError): boolean =>
  apiError.kind !== 'refused' ||
  apiError.status >= 500 ||
  apiError.status === 429 ||
  apiError.reason === 'request_in_progress' ||
  apiError.reason === 'reauthentication_needed'

/** The params as a text shows them: bounds and amounts with commas. */
export const textParams = (params: ApiFailure['params']): ApiFailure['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) =>
      typeof value === 'number' && ['min', 'max', 'amount'].includes(name)
        ? [name, digitsOf(value)]
        : [name, value],
    ),
  )

/** The general text for an error without a known reason, by its status and code. */
export function fallbackFor({ status, errorCode }: ApiRejection) {
  if (errorCode === 'method_unavailable') return 'error_no_network'
  if (status === 403) return 'error_forbidden'
  if (status === 404) return 'error_gone'
  if (status === 409 || errorCode === 'invalid_state') return 'error_changed'
  if (status === 429) return 'error_busy'
  if (status === 507) return 'error_disk_full'
  return errorCode === 'validation_error' ? 'error_field' : 'error_server'
}
