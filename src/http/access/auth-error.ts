// Adds our reason to the error answers of better-auth. Its own format (code, message) stays, so that its
// clients can read the answers; the pages translate the reason.
import type { Params, Reason } from '../../domain/fault.ts'
import { docUrl, type ErrorContext } from '../server/fault.ts'

/** Reasons by better-auth's code. Any other code gets the reason of its status. */
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
const reasonsByStatus: Readonly<Record<number, Reason>> = {
  401: 'not_logged_in',
  403: 'request_from_other_site',
  415: 'body_not_json',
  429: 'too_many_passwords',
}

/** Adds our reason, a link to its page and the id of the request to an error of better-auth. */
export async function withReason(answered: Response, context: ErrorContext): Promise<Response> {
  const body: { code?: unknown } = Object(JSON.parse((await answered.text()) || '{}'))
  const reason = reasons[String(body.code)] ?? reasonsByStatus[answered.status] ?? 'request_unreadable'
  const headers = new Headers(answered.headers)
  headers.delete('content-type')
  headers.delete('content-length')
  const params: Params | undefined =
    reason === 'too_many_passwords' ? { seconds: Number(headers.get('retry-after')) } : undefined
  return Response.json(
    { ...body, reason, params, doc_url: docUrl(reason, context), request_id: context.requestId },
    { status: answered.status, headers },
  )
}
