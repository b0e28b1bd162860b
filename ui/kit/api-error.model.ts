// Why the box did not do what was asked, in three kinds, read from its answer.

export type ApiError =
  /** No answer came: whether the box did it is unknown. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'logged_out' }
  /** The box said no, in words that say what to do. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly errorCode: string
      readonly message: string
      readonly fields: readonly string[]
      /** The box's words on the first problem of each field. */
      readonly problems: Readonly<Record<string, string>>
      readonly retryAfterMs: number
    }
export type ApiRefusal = Extract<ApiError, { kind: 'refused' }>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The words of an error envelope; better-auth's is of another shape. */
export function apiErrorOf(status: number, body: unknown, retryAfter: string | null): ApiError {
  const envelope = isRecord(body) ? body : {}
  const errorCode = String(envelope.error_code ?? envelope.code ?? '')
  const problems = Array.isArray(envelope.errors) ? envelope.errors : []
  // One that names a field asks for that field, such as the code of a second factor.
  if (status === 401 && errorCode === 'unauthorized' && problems.length === 0) return { kind: 'logged_out' }
  return {
    kind: 'refused',
    status,
    errorCode,
    message: String(envelope.message ?? ''),
    fields: problems.flatMap(problem => (isRecord(problem) ? [String(problem.field)] : [])),
    problems: Object.fromEntries(
      problems
        .flatMap(problem => (isRecord(problem) ? [[String(problem.field), String(problem.message)]] : []))
        .reverse(),
    ),
    retryAfterMs: Number(retryAfter ?? 0) * 1_000 || 0,
  }
}
