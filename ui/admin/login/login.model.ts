// A person's own login: changing its password, the key for the authenticator app, and what went wrong in
// words.
import type { ApiError } from '../../kit/api-error.model.ts'
import { passwordLengthMin } from '../../kit/login.model.ts'

const passwordLengthMax = 128

export interface PasswordForm {
  readonly current: string
  readonly next: string
}
export type PasswordFault = 'field_empty' | 'password_short' | 'password_long'

export function passwordFaults({
  current,
  next,
}: PasswordForm): Partial<Record<keyof PasswordForm, PasswordFault>> {
  const fault = nextFault(next)
  return {
    ...(current === '' ? { current: 'field_empty' as const } : {}),
    ...(fault ? { next: fault } : {}),
  }
}

function nextFault(next: string): PasswordFault | undefined {
  if (next === '') return 'field_empty'
  if (next.length < passwordLengthMin) return 'password_short'
  return next.length > passwordLengthMax ? 'password_long' : undefined
}

/** The key of an `otpauth:` address in groups of four, for those who type it. */
export function totpKeyOf(uri: string): string {
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? ''
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

/** What was typed as a code, without the spaces that apps show. */
export const normalizeTotp = (text: string): string => text.replace(/\D/g, '').slice(0, 6)

export type TwoFactorError = 'password' | 'code' | 'slow' | 'other'

const codeReasons = ['totp_required', 'totp_wrong', 'backup_code_wrong']

/** What an error of the two-factor routes means. */
export function twoFactorErrorOf(apiError: ApiError): TwoFactorError {
  if (apiError.kind !== 'refused') return 'other'
  if (apiError.status === 429) return 'slow'
  if (apiError.reason === 'password_wrong') return 'password'
  if (codeReasons.some(reason => reason === apiError.reason)) return 'code'
  return 'other'
}

/** The backup codes of an answer. */
export function backupCodesIn(answer: unknown): string[] {
  const { backupCodes }: { backupCodes?: unknown } = Object(answer)
  return Array.isArray(backupCodes) ? backupCodes.map(String) : []
}
