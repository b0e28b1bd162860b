// The people of a shop: who may change whom into what, and the forms of inviting and joining before
// they are sent.
import type { Role } from '../../../src/domain/account.ts'
import { mayGiveRole } from '../../../src/domain/staff.ts'
import { passwordLengthMin } from '../../kit/login.model.ts'
import { roles } from '../parts/role.model.ts'
import { type PinFault, pinFault } from './staff-pin.model.ts'

export interface Person {
  readonly id: string
  readonly role: Role
}

/** The roles that a person may give, the one with the fewest rights first: most people sell. */
export const rolesGivenBy = (by: Role): Role[] => roles.filter(role => mayGiveRole(by, role)).toReversed()

export interface StaffPermissions {
  /** What the person may become; only what they are when nothing may be changed. */
  readonly roles: readonly Role[]
  readonly mayRename: boolean
  readonly mayRemove: boolean
  readonly mayHandOver: boolean
  /** Why the role stays as it is. */
  readonly why?: 'role_last_owner' | 'role_only_owner'
}

/** What one person may do to another of the same shop, or to themselves. */
export function permissionsOver(me: Person, other: Person, people: readonly Person[]): StaffPermissions {
  const isMine = me.id === other.id
  const isLastOwner = other.role === 'owner' && people.filter(({ role }) => role === 'owner').length <= 1
  const may = mayGiveRole(me.role, other.role)
  const why = isLastOwner ? 'role_last_owner' : may ? undefined : 'role_only_owner'
  return {
    roles: why ? [other.role] : rolesGivenBy(me.role),
    mayRename: isMine || may,
    mayRemove: !isLastOwner && (isMine || may),
    mayHandOver: me.role === 'owner' && !isMine && other.role !== 'owner',
    ...(why ? { why } : {}),
  }
}

/** Who may do most comes first, then by name. */
export const sortByRole = <P extends Person & { readonly name: string }>(people: readonly P[]): P[] =>
  people.toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || a.name.localeCompare(b.name))

/** Whether the second role has fewer rights: roles are ordered by their rights. */
export const losesRights = (from: Role, to: Role): boolean => roles.indexOf(to) > roles.indexOf(from)

type FormFault = 'field_empty' | 'email_wrong' | 'password_short' | PinFault
type Faults<F extends string> = Partial<Record<F, FormFault>>
const isEmail = (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/.test(text.trim())

export interface InviteForm {
  readonly name: string
  readonly email: string
  readonly pin: string
}

/** A cashier needs a PIN, everyone else may be named an e-mail. @param length how many digits a PIN has */
export function inviteFaults(
  { name, email, pin }: InviteForm,
  role: Role,
  length: number,
): Faults<keyof InviteForm> {
  const pinIs = role === 'cashier' ? pinFault(pin, length) : undefined
  const isEmailWrong = role !== 'cashier' && email.trim() !== '' && !isEmail(email)
  return {
    ...(name.trim() === '' ? { name: 'field_empty' as const } : {}),
    ...(isEmailWrong ? { email: 'email_wrong' as const } : {}),
    ...(pinIs ? { pin: pinIs } : {}),
  }
}

export interface JoinForm {
  readonly name: string
  readonly email: string
  readonly password: string
  /** Asked for only when the login has a second factor. */
  readonly totp: string
}

/** @param asksTotp the server has asked for the code */
export function joinFaults(form: JoinForm, asksTotp: boolean): Faults<keyof JoinForm> {
  const faults: Faults<keyof JoinForm> = {}
  for (const field of ['name', 'email', 'password'] as const)
    if (form[field].trim() === '') faults[field] = 'field_empty'
  if (!faults.email && !isEmail(form.email)) faults.email = 'email_wrong'
  if (!faults.password && form.password.length < passwordLengthMin) faults.password = 'password_short'
  if (asksTotp && form.totp.trim() === '') faults.totp = 'field_empty'
  return faults
}

/** The code of an invitation's link: `/admin/join?code=…`. */
export function joinCodeOf({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): string | undefined {
  if (!/^\/admin\/join\/?$/.test(pathname)) return undefined
  return new URLSearchParams(search).get('code')?.trim().slice(0, 100) ?? ''
}
