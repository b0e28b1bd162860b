// The set-up form: what it holds, and what is wrong with it before the box is asked.

export interface ClaimForm {
  readonly store: string
  readonly city: string
  readonly name: string
  readonly email: string
  readonly password: string
}
export type ClaimField = keyof ClaimForm
export type FieldFault = 'field_empty' | 'email_wrong' | 'password_short'

export const emptyClaim: ClaimForm = { store: '', city: 'Dar es Salaam', name: '', email: '', password: '' }
export const passwordLengthMin = 8

/** The claim code of a set-up link's fragment. */
export const claimCodeOf = (fragment: string): string | undefined => /^#claim=([A-Za-z0-9_-]{1,100})$/.exec(fragment)?.[1]

/** What is wrong, by field. */
export function claimFaults(form: ClaimForm): Partial<Record<ClaimField, FieldFault>> {
  const faults: Partial<Record<ClaimField, FieldFault>> = {}
  for (const field of ['store', 'name', 'email', 'password'] as const)
    if (form[field].trim() === '') faults[field] = 'field_empty'
  if (!faults.email && !/^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/.test(form.email.trim())) faults.email = 'email_wrong'
  if (!faults.password && form.password.length < passwordLengthMin) faults.password = 'password_short'
  return faults
}
