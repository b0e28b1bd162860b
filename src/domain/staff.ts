// Who may make whom what: owners give every role, admins those of developers and cashiers. An account never
// loses its last owner.
import type { Role } from './account.ts'
import { fault } from './fault.ts'

/** A link that makes a person staff. It works once. */
export interface Invitation {
  readonly id: string
  readonly accountId: string
  /** The twin they join too; null where the inviter may not give the role there. */
  readonly twinId: string | null
  /** As the inviter calls them. */
  readonly name: string
  /** Only this address may join; null for any. */
  readonly email: string | null
  readonly role: Role
  /** Of a cashier by PIN, who gets a login by it; null for a new person. */
  readonly staffId: string | null
  /** SHA-256 of the code. */
  readonly hash: string
  /** The staff id of the inviter. */
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
  /** Used or withdrawn. */
  readonly endedAt: number | null
}

/** An invitation is good for seven days. */
export const invitationMs = 7 * 86_400_000

const givenByAdmins: readonly Role[] = ['developer', 'cashier']

/** Whether a person with the role `by` may give this role, or take it away. */
export const mayGiveRole = (by: Role, role: Role): boolean =>
  by === 'owner' || (by === 'admin' && givenByAdmins.includes(role))

/** @throws Fault unless each of the roles may be given and taken by this one */
export function assertMayGiveRoles(by: Role, ...given: readonly Role[]): void {
  if (given.every(role => mayGiveRole(by, role))) return
  throw fault('owner_role_needed')
}

/**
 * Whether a person with the role `by` may set the PIN and the grants of a person with this role. An owner's
 * PIN lets its holder sell and sign as the owner.
 */
export const maySetPinOf = (by: Role, role: Role): boolean => role !== 'owner' || by === 'owner'

/** @throws Fault when an owner would go and none stay */
export function assertOwnerStays(from: Role, to: Role | undefined, owners: number): void {
  if (from === 'owner' && to !== 'owner' && owners <= 1) throw fault('last_owner')
}
