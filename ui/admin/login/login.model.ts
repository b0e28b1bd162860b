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

/** Returns what is wrong with each field of the form; an empty object if the form can be sent. */
export function passwordFaults({
  current,
  next,
}: PasswordForm): Partial<Record<keyof PasswordForm, PasswordFault>> {
  const nextFault = newPasswordFault(next)
  return {
    ...(current === '' ? { current: 'field_empty' as const } : {}),
    ...(nextFault ? { next: nextFault } : {}),
  }
}

/** Returns why the server would refuse a new password; undefined if the password is valid. */
function newPasswordFault(next: string): PasswordFault | undefined {
  if (next === '') return 'field_empty'
  if (next.length < passwordLengthMin) return 'password_short'
  return next.length > passwordLengthMax ? 'password_long' : undefined
}

/**
 * Returns the secret key of an `otpauth:` address, for people who type it into their authenticator app: in
 * groups of four characters, such as `JBSW Y3DP`. Returns an empty string if the address has no key.
 */
export function totpKeyOf(uri: string): string {
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? ''
  return secret.replace(/.{4}(?=.)/g, '$& ') // a space after every four characters, but not at the end
}

/** Returns the first six digits of a typed code: authenticator apps show a space in the middle. */
export const normalizeTotp = (text: string): string => text.replace(/\D/g, '').slice(0, 6)

export type TwoFactorError = 'password' | 'code' | 'slow' | 'other'

/** Reasons that mean a wrong or missing code. */
const codeReasons = ['totp_required', 'totp_wrong', 'backup_code_wrong']

/**
 * Returns what an error of the two-factor routes is about: the password field, the code field, too many
 * attempts (`slow`), or something else (`other`).
 */
export function twoFactorErrorOf(apiError: ApiError): TwoFactorError {
  if (apiError.kind !== 'refused') return 'other'
  if (apiError.status === 429) return 'slow'
  if (apiError.reason === 'password_wrong') return 'password'
  if (codeReasons.some(reason => reason === apiError.reason)) return 'code'
  return 'other'
}

/** Returns the backup codes in an answer of the two-factor routes; an empty list if the answer has none. */
export function backupCodesIn(answer: unknown): string[] {
  // Object() makes any value, also null, safe to read from.
  const { backupCodes }: { backupCodes?: unknown } = Object(answer)
  return Array.isArray(backupCodes) ? backupCodes.map(String) : []
}
