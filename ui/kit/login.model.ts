// The second step of a login: whether there is one, what may be typed, and what an error means.
import type { ApiError } from './api-error.model.ts'

/** As the server requires. */
export const passwordLengthMin = 8

/** Whether the right password was answered by asking for a code. */
export const isTwoFactorRequired = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'twoFactorRedirect' in value &&
  value.twoFactorRedirect === true

export type CodeMethod = 'totp' | 'backup'

/** A code as it is sent: apps show spaces that do not count. */
export const normalizeCode = (text: string, way: CodeMethod): string =>
  way === 'totp' ? text.replace(/\D/g, '').slice(0, 6) : text.replace(/\s/g, '')

export type CodeError = 'wrong' | 'over' | 'locked' | 'slow' | 'other'

/** What a rejected code means: wrong, start again with the password, or wait. */
export function codeErrorOf(apiError: ApiError): CodeError {
  if (apiError.kind !== 'refused') return 'other'
  if (apiError.reason === 'totp_wrong' || apiError.reason === 'backup_code_wrong') return 'wrong'
  if (apiError.reason === 'second_factor_locked') return 'locked'
  if (apiError.status === 429) return 'slow'
  return apiError.status === 401 || apiError.status === 400 ? 'over' : 'other'
}
