// Invitations of staff, and the checks of a change of roles: an account always has an owner who can log in.
import type { Role } from './account.ts'
import { fault } from './fault.ts'
import { isLastOwner, type LoginHolder, mayGiveRole } from './staff-role.ts'

/** A link that makes a person staff, once. */
export interface Invitation {
  readonly id: string
  readonly accountId: string
  /** The twin that the person also joins; null when the inviter may not give the role there. */
  readonly twinId: string | null
  readonly name: string // the name that the inviter gave them
  readonly email: string | null // only this address may join; null for any
  readonly role: Role
  readonly staffId: string | null // the id of a cashier with a PIN who gets a login; null for a new person
  readonly hash: string // SHA-256 of the code
  readonly createdBy: string // the staff id of the inviter
  readonly createdAt: number
  readonly expiresAt: number
  readonly endedAt: number | null // when it was used or withdrawn
}

/** An invitation is valid for seven days. */
export const invitationMs = 7 * 86_400_000

/** Checks that the role `by` may give and remove these roles. @throws Fault `owner_role_needed` if not */
export function assertMayGiveRoles(by: Role, ...roles: readonly Role[]): void {
  if (roles.every(role => mayGiveRole(by, role))) return
  throw fault('owner_role_needed')
}

/**
 * Checks that a person can log in before they become an owner. Only an owner can appoint the next one, so a
 * shop whose single owner cannot log in is lost.
 * @throws Fault `owner_needs_login`
 */
export function assertMayBecomeOwner(hasLogin: boolean): void {
  if (!hasLogin) throw fault('owner_needs_login')
}

/**
 * Checks that an account does not lose its last owner (`isLastOwner`) when a person gets another role.
 * @param to the new role; undefined when the person leaves the account
 * @param owners the owners of the account before the change
 * @throws Fault `last_owner`
 */
export function assertOwnerStays(
  { role, ...person }: LoginHolder & { readonly role: Role },
  to: Role | undefined,
  owners: readonly LoginHolder[],
): void {
  if (role === 'owner' && to !== 'owner' && isLastOwner(person, owners)) throw fault('last_owner')
}
