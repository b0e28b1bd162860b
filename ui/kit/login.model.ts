// The second step of a login: whether there is one, what may be typed, and what an error means.
import type { ApiError } from './api-error.model.ts'

/** The shortest password that the server accepts. */
export const passwordLengthMin = 8

/** Returns whether the server answered the right password by asking for a second factor. */
export const isTwoFactorRequired = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'twoFactorRedirect' in value &&
  value.twoFactorRedirect === true

export type CodeMethod = 'totp' | 'backup'

/** The length of an authenticator app's code. */
export const totpDigits = 6

/** Returns a typed code as it is sent, without the spaces that apps show. */
export const normalizeCode = (text: string, method: CodeMethod): string =>
  method === 'totp' ? text.replace(/\D/g, '').slice(0, totpDigits) : text.replace(/\s/g, '')

export type CodeError = 'wrong' | 'over' | 'locked' | 'slow' | 'other'

/**
 * Returns what a rejected code means: it is wrong, the password is needed again (`over`), too many were wrong
 * (`locked`), or they came too fast (`slow`).
 */
export function codeErrorOf(apiError: ApiError): CodeError {
  if (apiError.kind !== 'refused') return 'other'
  if (apiError.reason === 'totp_wrong' || apiError.reason === 'backup_code_wrong') return 'wrong'
  if (apiError.reason === 'second_factor_locked') return 'locked'
  if (apiError.status === 429) return 'slow'
  return apiError.status === 401 || apiError.status === 400 ? 'over' : 'other'
}
