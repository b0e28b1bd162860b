// The people of an account: their roles, and their end. Whoever does it is judged by their roles as they are
// in that transaction, on the account and on its twin; where they have none, nothing is touched.
import type { Appliance } from '../appliance.ts'
import type { Account, Role } from '../domain/account.ts'
import type { RequestedByStaff } from '../domain/actor.ts'
import { fault } from '../domain/fault.ts'
import { assertMayGive, assertOwnerStays } from '../domain/staff.ts'
import { countOwners, dropMember, findMember, listMembers, type Member, updateRole } from '../store/staff.ts'
import type { Tx } from '../store/statement.ts'
import { leaveTills } from '../store/till.ts'
import { recordAudit } from './audit-log.ts'

/** A person who does something to others on an account. */
export interface AccountAdmin extends RequestedByStaff {
  readonly account: Account
}

/** Everybody who belongs to the account. */
export const staffOf = (appliance: Appliance, account: Account): Promise<Member[]> =>
  listMembers(appliance.store.read, account.id)

const idsOf = ({ id, twinId }: Account) => (twinId === null ? [id] : [id, twinId])

/** Where the boss belongs to: the account and its twin, with their role in each. */
export async function rolesIn(
  tx: Tx,
  { account, staffId }: AccountAdmin,
): Promise<{ accountId: string; role: Role }[]> {
  const places: { accountId: string; role: Role }[] = []
  for (const accountId of idsOf(account)) {
    const member = await findMember(tx, accountId, staffId)
    if (member) places.push({ accountId, role: member.role })
  }
  return places
}

/**
 * Where both the boss and the other person belong to. @throws Fault `not_found` unless they share the account
 * itself
 */
async function sharedPlaces(
  tx: Tx,
  by: AccountAdmin,
  staffId: string,
): Promise<{ accountId: string; role: Role; theirs: Role }[]> {
  const shared: { accountId: string; role: Role; theirs: Role }[] = []
  for (const { accountId, role } of await rolesIn(tx, by)) {
    const member = await findMember(tx, accountId, staffId)
    if (member) shared.push({ accountId, role, theirs: member.role })
  }
  if (shared[0]?.accountId !== by.account.id) throw fault('staff_not_found', { id: staffId.slice(0, 60) })
  return shared
}

/** Gives somebody another role. @param renamed whether their name changes with it, which is noted too */
export const changeStaff = (
  appliance: Appliance,
  by: AccountAdmin,
  staffId: string,
  wish: { role?: Role | undefined; renamed: boolean },
) =>
  appliance.store.write(async tx => {
    for (const { accountId, role, theirs } of await sharedPlaces(tx, by, staffId)) {
      const to = wish.role ?? theirs
      if (by.staffId !== staffId || to !== theirs) assertMayGive(role, theirs, to)
      assertOwnerStays(theirs, to, await countOwners(tx, accountId))
      if (to === theirs && !wish.renamed) continue
      await updateRole(tx, accountId, staffId, to)
      const detail = {
        ...(to === theirs ? {} : { from: theirs, to }),
        ...(wish.renamed ? { fields: 'name' } : {}),
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
 * Takes somebody off the account and its twin; from the commit on their credentials open neither. They leave
 * the tills they are signed in
 * on, or they would be there again if they came back; shifts stay as they are.
 */
export const removeStaff = (appliance: Appliance, by: AccountAdmin, staffId: string): Promise<void> =>
  appliance.store.write(async tx => {
    for (const { accountId, role, theirs } of await sharedPlaces(tx, by, staffId)) {
      if (by.staffId !== staffId) assertMayGive(role, theirs)
      assertOwnerStays(theirs, undefined, await countOwners(tx, accountId))
      await dropMember(tx, accountId, staffId)
      await leaveTills(tx, accountId, staffId)
      await recordAudit(tx, appliance, {
        account: { id: accountId },
        by,
        kind: 'staff.removed',
        subject: staffId,
        detail: { role: theirs },
      })
    }
  })

/** Makes somebody else the owner and its owner an admin. */
export const handOver = (appliance: Appliance, by: AccountAdmin, staffId: string): Promise<void> =>
  appliance.store.write(async tx => {
    if (by.staffId === staffId) throw fault('already_owner')
    for (const { accountId, role } of await sharedPlaces(tx, by, staffId)) {
      if (role !== 'owner') continue
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
