// Who may give which role to whom: owners give every role, admins give the roles of developers and cashiers.
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
