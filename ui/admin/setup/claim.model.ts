// The set-up form's values and their validation.
import type { Locale } from '../../../src/domain/profile.ts'
import { passwordLengthMin } from '../../kit/login.model.ts'
import { homeZone } from '../parts/time-zone.model.ts'

/** The form as it is typed. */
export interface ClaimForm {
  readonly store: string
  readonly city: string
  readonly name: string
  readonly email: string
  readonly password: string
  /** The time zone in which the shop's days begin. */
  readonly timeZone: string
  /** The customers' language; until one is chosen, that of the page. */
  readonly locale?: Locale
}
export type ClaimField = Exclude<keyof ClaimForm, 'timeZone' | 'locale'>
export type ClaimFault = 'field_empty' | 'email_wrong' | 'password_short'

export const emptyClaim: ClaimForm = {
  store: '',
  city: 'Dar es Salaam',
  name: '',
  email: '',
  password: '',
  timeZone: homeZone,
}

/** Returns the claim code in the fragment of a set-up link; undefined if there is none. */
export const claimCodeOf = (fragment: string): string | undefined =>
  /^#claim=([A-Za-z0-9_-]{1,100})$/.exec(fragment)?.[1]

/** Returns what is wrong with the form, by field. */
export function claimFaults(form: ClaimForm): Partial<Record<ClaimField, ClaimFault>> {
  const faults: Partial<Record<ClaimField, ClaimFault>> = {}
  for (const field of ['store', 'name', 'email', 'password'] as const)
    if (form[field].trim() === '') faults[field] = 'field_empty'
  if (!faults.email && !/^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/.test(form.email.trim())) faults.email = 'email_wrong'
  if (!faults.password && form.password.length < passwordLengthMin) faults.password = 'password_short'
  return faults
}

/** What the ready page begins with: the practice account, and its first key while it can be shown. */
export interface FirstRun {
  readonly account: string
  /** Undefined when it could not be created: the page of keys creates others. */
  readonly key: string | undefined
}
