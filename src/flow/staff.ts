// Changes the roles of an account's people, and removes people. A change applies to the account and to its
// twin, where the transaction reads the current roles. Where the person has no role, nothing changes.

import type { Account, Role } from '../domain/account.ts'
import type { RequestedByStaff } from '../domain/actor.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { assertMayBecomeOwner, assertMayGiveRoles, assertOwnerStays } from '../domain/staff.ts'
import { listMemberships } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { dropMember, findMember, listMembers, listOwnersOf, type Member, updateRole } from '../store/staff.ts'
import { countRemoval, putStaffName } from '../store/staff-name.ts'
import { signOutOfTills } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'

/** A person who manages others on an account. */
export interface AccountAdmin extends RequestedByStaff {
  readonly account: Account
}

/** A person whose role is changed, or who is removed. */
interface Colleague {
  readonly staffId: string
  /** The staff ids, of this person and the owners, that can log in. A person with only a PIN cannot. */
  readonly logins: ReadonlySet<string>
}

/** Returns the account's staff. */
export const staffOf = (appliance: Appliance, account: Account): Promise<Member[]> =>
  listMembers(appliance.store.read, account.id)

/** Returns the ids of an account and, if it has one, its twin. */
const accountIdsOf = ({ id, twinId }: Account) => (twinId === null ? [id] : [id, twinId])

/** Returns the staff ids of the owners of an account and of its twin. */
export async function ownersOf({ store }: Appliance, account: Account): Promise<string[]> {
  const ownersByAccount = accountIdsOf(account).map(id => listOwnersOf(store.read, id))
  return (await Promise.all(ownersByAccount)).flat()
}

/** Returns the admin's roles in the account and its twin; an account in which they have none is left out. */
export async function rolesIn(
  tx: Tx,
  { account, staffId }: AccountAdmin,
): Promise<{ accountId: string; role: Role }[]> {
  const memberships: { accountId: string; role: Role }[] = []
  for (const accountId of accountIdsOf(account)) {
    const member = await findMember(tx, accountId, staffId)
    if (member) memberships.push({ accountId, role: member.role })
  }
  return memberships
}

/**
 * Returns those of the admin's account and its twin to which another person also belongs, with the roles of
 * both people.
 * @throws Fault `staff_not_found` unless both belong to this account
 */
async function sharedAccounts(
  tx: Tx,
  by: AccountAdmin,
  staffId: string,
): Promise<{ accountId: string; adminRole: Role; role: Role }[]> {
  const shared: { accountId: string; adminRole: Role; role: Role }[] = []
  for (const { accountId, role: adminRole } of await rolesIn(tx, by)) {
    const member = await findMember(tx, accountId, staffId)
    if (member) shared.push({ accountId, adminRole, role: member.role })
  }
  if (shared[0]?.accountId !== by.account.id) throw fault('staff_not_found', { id: shortValue(staffId) })
  return shared
}

/**
 * Checks that an account still has an owner who can log in after a change.
 * @param change the person's role before and after it; `to` is undefined when the person is removed
 * @throws Fault `last_owner`
 */
async function assertOwnerStaysIn(
  tx: Tx,
  accountId: string,
  { staffId, logins }: Colleague,
  change: { from: Role; to: Role | undefined },
): Promise<void> {
  const owners = (await listOwnersOf(tx, accountId)).map(id => ({ id, hasLogin: logins.has(id) }))
  assertOwnerStays({ id: staffId, hasLogin: logins.has(staffId), role: change.from }, change.to, owners)
}

/**
 * Changes a person's role and name in the account and its twin. Other merchants keep their name for them.
 * @throws Fault `staff_not_found`, or as `assertMayGiveRoles`, `assertMayBecomeOwner` and `assertOwnerStays`
 */
export const changeStaff = (
  appliance: Appliance,
  by: AccountAdmin,
  person: Colleague,
  change: { role?: Role | undefined; name?: string | undefined },
) =>
  appliance.store.write(async tx => {
    const { staffId, logins } = person
    for (const { accountId, adminRole, role } of await sharedAccounts(tx, by, staffId)) {
      const to = change.role ?? role
      const isOwnName = by.staffId === staffId && to === role // which everyone may change
      if (!isOwnName) assertMayGiveRoles(adminRole, role, to)
      if (to === 'owner' && role !== 'owner') assertMayBecomeOwner(logins.has(staffId))
      await assertOwnerStaysIn(tx, accountId, person, { from: role, to })
      if (to === role && !change.name) continue
      await updateRole(tx, accountId, staffId, to)
      if (change.name) await putStaffName(tx, { accountId, staffId, name: change.name })
      const detail = {
        ...(to === role ? {} : { from: role, to }),
        ...(change.name ? { fields: 'name' } : {}),
      }
      await recordAudit(tx, appliance, {
        account: { id: accountId },
        by,
        kind: 'staff.changed',
        subject: staffId,
        detail,
      })
    }
  })

/**
 * Removes a person from the account and its twin. Their credentials stop working when this commits. They are
 * also signed out of tills: otherwise they would still be signed in if they were added again. Their shifts
 * stay.
 * @returns whether the person still belongs to another merchant, so that their logins must not end
 * @throws Fault `staff_not_found`, or as `assertMayGiveRoles` and `assertOwnerStays`
 */
export const removeStaff = (
  appliance: Appliance,
  by: AccountAdmin,
  person: Colleague,
): Promise<{ isElsewhere: boolean }> =>
  appliance.store.write(async tx => {
    const { staffId } = person
    for (const { accountId, adminRole, role } of await sharedAccounts(tx, by, staffId)) {
      const isLeaving = by.staffId === staffId // which everyone may do
      if (!isLeaving) assertMayGiveRoles(adminRole, role)
      await assertOwnerStaysIn(tx, accountId, person, { from: role, to: undefined })
      await dropMember(tx, accountId, staffId)
      await countRemoval(tx, accountId, staffId)
      await signOutOfTills(tx, accountId, staffId)
      await recordAudit(tx, appliance, {
        account: { id: accountId },
        by,
        kind: 'staff.removed',
        subject: staffId,
        detail: { role },
      })
    }
    return { isElsewhere: (await listMemberships(tx, staffId)).length > 0 }
  })

/**
 * Makes another person the owner, and the present owner an admin, in the account and its twin.
 * @param by the present owner
 * @throws Fault `already_owner` or `staff_not_found`, or as `assertMayBecomeOwner`
 */
export const transferOwnership = (
  appliance: Appliance,
  by: AccountAdmin,
  { staffId, logins }: Colleague,
): Promise<void> =>
  appliance.store.write(async tx => {
    if (by.staffId === staffId) throw fault('already_owner')
    const accounts = await sharedAccounts(tx, by, staffId)
    assertMayBecomeOwner(logins.has(staffId))
    for (const { accountId, adminRole } of accounts) {
      if (adminRole !== 'owner') continue
      await updateRole(tx, accountId, staffId, 'owner')
      await updateRole(tx, accountId, by.staffId, 'admin')
      await recordAudit(tx, appliance, {
        account: { id: accountId },
        by,
        kind: 'owner.handed_over',
        subject: staffId,
      })
    }
  })
