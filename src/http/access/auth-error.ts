// Adds our reason to the error answers of better-auth. Its own format (code, message) stays, so that its
// clients can read the answers; the pages translate the reason.
import type { Params, Reason } from '../../domain/fault.ts'
import { docUrl, type ErrorContext } from '../server/fault.ts'

/** Our reasons by better-auth's code. Any other code gets the reason of the status. */
const reasons: Readonly<Record<string, Reason>> = {
  INVALID_EMAIL: 'login_wrong',
  INVALID_EMAIL_OR_PASSWORD: 'login_wrong',
  PASSWORD_TOO_LONG: 'login_wrong',
  INVALID_PASSWORD: 'password_wrong',
  TOTP_REQUIRED: 'totp_required',
  INVALID_CODE: 'totp_wrong',
  INVALID_BACKUP_CODE: 'backup_code_wrong',
  ACCOUNT_TEMPORARILY_LOCKED: 'second_factor_locked',
  INVALID_TWO_FACTOR_COOKIE: 'login_step_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'login_step_expired',
  TOTP_ALREADY_ENABLED: 'second_factor_on',
  TOTP_NOT_ENABLED: 'second_factor_off',
  TWO_FACTOR_NOT_ENABLED: 'second_factor_off',
  BACKUP_CODES_NOT_ENABLED: 'second_factor_off',
}
/** Our reasons for errors whose code is not listed above. */
const reasonsByStatus: Readonly<Record<number, Reason>> = {
  401: 'not_logged_in',
  403: 'request_from_other_site',
  415: 'body_not_json',
  429: 'too_many_passwords',
}

/**
 * Returns an error response of better-auth with three more fields: our reason, a link to the page about that
 * reason, and the id of the request. The response's own fields, status and cookies stay.
 */
export async function withReason(answer: Response, context: ErrorContext): Promise<Response> {
  const text = await answer.text()
  const body: { code?: unknown } = Object(JSON.parse(text || '{}'))
  const reason = reasons[String(body.code)] ?? reasonsByStatus[answer.status] ?? 'request_unreadable'
  const headers = new Headers(answer.headers)
  headers.delete('content-type')
  headers.delete('content-length')
  const params: Params | undefined =
    reason === 'too_many_passwords' ? { seconds: Number(headers.get('retry-after')) } : undefined
  return Response.json(
    { ...body, reason, params, doc_url: docUrl(reason, context), request_id: context.requestId },
    { status: answer.status, headers },
  )
}
