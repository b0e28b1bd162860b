// Who may give which role to whom: owners give every role, admins give the roles of developers and cashiers.
// Also decides which owner cannot be removed.
import type { Role } from './account.ts'

const rolesGivenByAdmins: readonly Role[] = ['developer', 'cashier']

/** Whether a person with the role `by` may give or remove this role. */
export const mayGiveRole = (by: Role, role: Role): boolean =>
  by === 'owner' || (by === 'admin' && rolesGivenByAdmins.includes(role))

/**
 * Whether a person who may manage staff may set the PIN and the grants of a person with `role`. Only owners
 * may do so for an owner: anyone with an owner's PIN can sell and approve as that owner.
 * @param by the role of the person who makes the change
 */
export const maySetPinOf = (by: Role, role: Role): boolean => role !== 'owner' || by === 'owner'

/** A person, and whether they can log in; a person with only a PIN cannot. */
export interface LoginHolder {
  readonly id: string
  readonly hasLogin: boolean
}

/**
 * Whether an owner cannot be removed. An owner who can log in must stay unless another owner can log in too,
 * because only an owner with a login can appoint the next. An owner with only a PIN must stay if there is no
 * other owner.
 * @param owners all owners of the shop
 */
export function isLastOwner(owner: LoginHolder, owners: readonly LoginHolder[]): boolean {
  const others = owners.filter(({ id }) => id !== owner.id)
  return owner.hasLogin ? !others.some(other => other.hasLogin) : others.length === 0
}
