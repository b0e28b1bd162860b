// The people of a shop: who may change whom into what, and the forms of inviting and joining before
// they are sent.
import type { Role } from '../../../src/domain/account.ts'
import { isLastOwner, mayGiveRole } from '../../../src/domain/staff-role.ts'
import { passwordLengthMin } from '../../kit/login.model.ts'
import { roles } from '../parts/role.model.ts'
import { type PinFault, pinFault } from './staff-pin.model.ts'

export interface Person {
  readonly id: string
  readonly role: Role
}

/** A person with the e-mail of their login; empty for a person who only has a PIN. */
interface Colleague extends Person {
  readonly email: string
}

/**
 * Returns the roles that a person of role `by` may give. The role with the fewest rights is first, because
 * most people only sell.
 */
export const rolesGivenBy = (by: Role): Role[] => roles.filter(role => mayGiveRole(by, role)).toReversed()

export interface StaffPermissions {
  /** The roles that the person may get; only their own when nothing may be changed. */
  readonly roles: readonly Role[]
  readonly mayRename: boolean
  readonly mayRemove: boolean
  readonly mayHandOver: boolean
  /** The text key of why the role cannot be changed. */
  readonly why?: 'role_last_owner' | 'role_only_owner'
}

/** Returns a person's id, and whether they can log in. */
const loginOf = ({ id, email }: Colleague) => ({ id, hasLogin: email !== '' })

/**
 * Returns what one person may do to another of the same shop, or to themselves. The last owner can neither
 * lose the role nor be removed, and a person without a login cannot become an owner.
 */
export function permissionsOver(
  me: Person,
  other: Colleague,
  people: readonly Colleague[],
): StaffPermissions {
  const isMine = me.id === other.id
  const isOwner = other.role === 'owner'
  const owners = people.filter(({ role }) => role === 'owner').map(loginOf)
  const isLast = isOwner && isLastOwner(loginOf(other), owners)
  const { hasLogin } = loginOf(other)
  const mayManage = mayGiveRole(me.role, other.role)
  const whyNot = mayManage ? undefined : 'role_only_owner'
  const why = isLast ? 'role_last_owner' : whyNot
  return {
    roles: why ? [other.role] : rolesGivenBy(me.role).filter(role => role !== 'owner' || isOwner || hasLogin),
    mayRename: isMine || mayManage,
    mayRemove: !isLast && (isMine || mayManage),
    mayHandOver: me.role === 'owner' && !isMine && !isOwner && hasLogin,
    ...(why ? { why } : {}),
  }
}

/** Sorts people by role, the one with most rights first, then by name. */
export const sortByRole = <P extends Person & { readonly name: string }>(people: readonly P[]): P[] =>
  people.toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || a.name.localeCompare(b.name))

/** Whether the second role has fewer rights: roles are ordered by their rights. */
export const losesRights = (from: Role, to: Role): boolean => roles.indexOf(to) > roles.indexOf(from)

type FormFault = 'field_empty' | 'email_wrong' | 'password_short' | PinFault
type Faults<F extends string> = Partial<Record<F, FormFault>>
/** Whether a text looks like an e-mail address. */
const isEmail = (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/.test(text.trim())

export interface InviteForm {
  readonly name: string
  readonly email: string
  readonly pin: string
}

/**
 * Returns what is wrong with the form that adds a person. A cashier needs a PIN of `length` digits; for
 * everyone else an e-mail is optional.
 */
export function inviteFaults(
  { name, email, pin }: InviteForm,
  role: Role,
  length: number,
): Faults<keyof InviteForm> {
  const faultOfPin = role === 'cashier' ? pinFault(pin, length) : undefined
  const isEmailWrong = role !== 'cashier' && email.trim() !== '' && !isEmail(email)
  return {
    ...(name.trim() === '' ? { name: 'field_empty' as const } : {}),
    ...(isEmailWrong ? { email: 'email_wrong' as const } : {}),
    ...(faultOfPin ? { pin: faultOfPin } : {}),
  }
}

export interface JoinForm {
  readonly name: string
  readonly email: string
  readonly password: string
  /** Asked for only when the login has a second factor. */
  readonly totp: string
}

/**
 * Returns what is wrong with the form of an invited person. `asksTotp`: the server has asked for the code of
 * the second factor.
 */
export function joinFaults(form: JoinForm, asksTotp: boolean): Faults<keyof JoinForm> {
  const faults: Faults<keyof JoinForm> = {}
  for (const field of ['name', 'email', 'password'] as const)
    if (form[field].trim() === '') faults[field] = 'field_empty'
  if (!faults.email && !isEmail(form.email)) faults.email = 'email_wrong'
  if (!faults.password && form.password.length < passwordLengthMin) faults.password = 'password_short'
  if (asksTotp && form.totp.trim() === '') faults.totp = 'field_empty'
  return faults
}
