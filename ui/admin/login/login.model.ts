// A person's own login: the rules of a new password, the key for the authenticator app, and the errors of the
// second factor.
import type { ApiError } from '../../kit/api-error.model.ts'
import { passwordLengthMin } from '../../kit/login.model.ts'

/** Characters, as the server limits them. */
const passwordLengthMax = 128

export interface PasswordForm {
  readonly current: string
  /** The new password. */
  readonly next: string
}
export type PasswordFault = 'field_empty' | 'password_short' | 'password_long'

/** Returns what is wrong with each field before the form is sent; none when it can be sent. */
export function passwordFaults({
  current,
  next,
}: PasswordForm): Partial<Record<keyof PasswordForm, PasswordFault>> {
  const fault = newPasswordFault(next)
  return {
    ...(current === '' ? { current: 'field_empty' as const } : {}),
    ...(fault ? { next: fault } : {}),
  }
}

/** Returns why a new password is refused; undefined if it is not. */
function newPasswordFault(next: string): PasswordFault | undefined {
  if (next === '') return 'field_empty'
  if (next.length < passwordLengthMin) return 'password_short'
  return next.length > passwordLengthMax ? 'password_long' : undefined
}

/** Returns the key of an `otpauth:` address in groups of four characters, for people who type it. */
export function totpKeyOf(uri: string): string {
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? ''
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

/** Returns at most six digits of what was typed: authenticator apps show a space between them. */
export const normalizeTotp = (text: string): string => text.replace(/\D/g, '').slice(0, 6)

export type TwoFactorError = 'password' | 'code' | 'slow' | 'other'

/** Reasons that mean a wrong or missing code. */
const codeReasons = ['totp_required', 'totp_wrong', 'backup_code_wrong']

/** Returns which field an error of the two-factor routes belongs to; `slow` after too many attempts. */
export function twoFactorErrorOf(apiError: ApiError): TwoFactorError {
  if (apiError.kind !== 'refused') return 'other'
  if (apiError.status === 429) return 'slow'
  if (apiError.reason === 'password_wrong') return 'password'
  if (codeReasons.some(reason => reason === apiError.reason)) return 'code'
  return 'other'
}

/** Returns the backup codes in an answer of the two-factor routes; none if it has none. */
export function backupCodesIn(answer: unknown): string[] {
  const { backupCodes }: { backupCodes?: unknown } = Object(answer)
  return Array.isArray(backupCodes) ? backupCodes.map(String) : []
}
