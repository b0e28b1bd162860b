// The second step of a login: whether there is one, what may be typed, and what a refusal is about.
import type { Trouble } from './api-error.model.ts'

/** Whether the right password was answered by asking for a code. */
export const wantsCode = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'twoFactorRedirect' in value && value.twoFactorRedirect === true

export type CodeWay = 'totp' | 'backup'

/** A code as it is sent: apps show spaces that do not count. */
export const codeTyped = (text: string, way: CodeWay): string =>
  way === 'totp' ? text.replace(/\D/g, '').slice(0, 6) : text.replace(/\s/g, '')

export type CodeTrouble = 'wrong' | 'over' | 'locked' | 'slow' | 'other'

/** What a refused code means: wrong, begin again with the password, or wait. */
export function codeTroubleOf(trouble: Trouble): CodeTrouble {
  if (trouble.kind !== 'refused') return 'other'
  if (trouble.errorCode === 'INVALID_CODE' || trouble.errorCode === 'INVALID_BACKUP_CODE') return 'wrong'
  if (trouble.errorCode === 'ACCOUNT_TEMPORARILY_LOCKED') return 'locked'
  if (trouble.status === 429) return 'slow'
  return trouble.status === 401 || trouble.status === 400 ? 'over' : 'other'
}
