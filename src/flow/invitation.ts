// Invites staff: a link whose code works once, for seven days, and only while its author may still grant the
// role.

import type { Account, Role } from '../domain/account.ts'
import { staffActor } from '../domain/actor.ts'
import { badField, fault } from '../domain/fault.ts'
import { idWithPrefix, randomText } from '../domain/id.ts'
import { readName } from '../domain/plain-text.ts'
import { assertMayGiveRoles, type Invitation, invitationMs } from '../domain/staff.ts'
import { mayGiveRole } from '../domain/staff-role.ts'
import { findAccount, insertMember, listMemberships } from '../store/account.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { isHashOf, sha256 } from '../store/hash.ts'
import {
  endInvitation,
  findInvitation,
  findMember,
  insertInvitation,
  listInvitations,
  updateRole,
} from '../store/staff.ts'
import type { Store } from '../store/store.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { type AccountAdmin, rolesIn } from './staff.ts'

/** The length of the code in a link; 24 letters and digits are 142 bits. */
const codeLength = 24

/** Whom to invite, and as what. */
export interface InvitationRequest {
  readonly name: string
  readonly email: string | undefined
  readonly role: Role
  /** The id of a member without a login. The member gets one and stays the same person. */
  readonly staffId: string | undefined
}

/**
 * Invites a person to the account, and to its twin if the author may grant the role there.
 * @returns the invitation and its code, which is shown only once
 * @throws Fault naming `name`, `not_a_member`, `staff_not_found`, or `owner_role_needed` for a role that the
 * author may not grant
 */
export function createInvitation(
  appliance: Appliance,
  by: AccountAdmin,
  request: InvitationRequest,
  write: Store['write'],
): Promise<{ invitation: Invitation; code: string }> {
  const name = readName('name', request.name)
  if (name === '') throw badField('name', 'empty')
  const { clock, ids, random } = appliance.world
  const now = clock.now()
  const code = randomText(codeLength, random.bytes)
  return write(async tx => {
    const [member, twin] = await rolesIn(tx, by)
    if (member?.accountId !== by.account.id) throw fault('not_a_member')
    assertMayGiveRoles(member.role, request.role)
    if (request.staffId !== undefined) {
      const invitedMember = await findMember(tx, member.accountId, request.staffId)
      if (!invitedMember) throw fault('staff_not_found', { id: request.staffId })
      assertMayGiveRoles(member.role, invitedMember.role)
    }
    const invitation: Invitation = {
      id: idWithPrefix('inv', ids.uuid(now)),
      accountId: member.accountId,
      twinId: twin && mayGiveRole(twin.role, request.role) ? twin.accountId : null,
      name,
      email: request.email?.toLowerCase() ?? null,
      role: request.role,
      staffId: request.staffId ?? null,
      hash: sha256(code),
      createdBy: by.staffId,
      createdAt: now,
      expiresAt: now + invitationMs,
      endedAt: null,
    }
    await insertInvitation(tx, invitation)
    const detail = { role: request.role }
    await recordAudit(tx, appliance, {
      account: by.account,
      by,
      kind: 'invitation.created',
      subject: invitation.id,
      detail,
    })
    return { invitation, code }
  })
}

/** Returns the invitations to the account that can still be accepted, newest first. */
export const openInvitations = (appliance: Appliance, account: Account): Promise<Invitation[]> =>
  listInvitations(appliance.store.read, account.id, appliance.world.clock.now())

/**
 * Returns an invitation that can still be accepted, if the code is right.
 * @throws Fault `invitation_not_found`, also for a wrong code
 */
export async function getInvitation(
  appliance: Appliance,
  account: Account,
  id: string,
  code: string,
): Promise<Invitation> {
  const invitations = await openInvitations(appliance, account)
  const invitation = invitations.find(openInvitation => openInvitation.id === id)
  if (!invitation || !isHashOf(code, invitation.hash)) throw fault('invitation_not_found')
  return invitation
}

/**
 * Withdraws an invitation. Its link stops working when the transaction commits.
 * @throws Fault `invitation_not_found`, also for one that has ended
 */
export const withdrawInvitation = (appliance: Appliance, by: AccountAdmin, id: string): Promise<void> =>
  appliance.store.write(async tx => {
    const wasOpen = await endInvitation(tx, by.account.id, id, appliance.world.clock.now())
    if (!wasOpen) throw fault('invitation_not_found')
    await recordAudit(tx, appliance, { account: by.account, by, kind: 'invitation.withdrawn', subject: id })
  })

/** Returns the invitation of a code; undefined when it is unknown, used, withdrawn or expired. */
export async function findOpenInvitation(
  appliance: Appliance,
  read: Read,
  code: string,
): Promise<Invitation | undefined> {
  const invitation = await findInvitation(read, sha256(code))
  if (!invitation || invitation.endedAt !== null) return undefined
  return appliance.world.clock.now() < invitation.expiresAt ? invitation : undefined
}

export const accountOfInvitation = async (
  appliance: Appliance,
  { accountId }: Invitation,
): Promise<Account | undefined> => findAccount(appliance.store.read, accountId)

/**
 * Checks that the inviter may give a login to a person who is staff already. The login opens all accounts of
 * the person, so the inviter must be allowed to grant the person's role in each of them, except cashier.
 * @throws Fault `inviter_not_allowed`
 */
async function assertMayGiveLogin(tx: Tx, { createdBy }: Invitation, staffId: string): Promise<void> {
  for (const { account, role } of await listMemberships(tx, staffId)) {
    if (role === 'cashier') continue
    const inviter = await findMember(tx, account.id, createdBy)
    if (!inviter || !mayGiveRole(inviter.role, role)) throw fault('inviter_not_allowed')
  }
}

/**
 * Makes a person staff of one account. A person who is staff already keeps their role, unless they are a
 * cashier: an old invitation must not replace a role that they got since.
 * @param invitation its `staffId` is null for a person who was not staff when invited
 * @returns the role that the person now has
 * @throws Fault `already_member`, or `invitation_ended` for an invited cashier who has left
 */
async function joinAccount(
  tx: Tx,
  { staffId: invitedId, role }: Invitation,
  person: Omit<Parameters<typeof insertMember>[1], 'role'>,
): Promise<Role> {
  const { accountId, staffId } = person
  const member = await findMember(tx, accountId, staffId)
  if (invitedId === null) {
    if (member) throw fault('already_member')
    await insertMember(tx, { ...person, role })
    return role
  }
  if (!member) throw fault('invitation_ended')
  if (member.role !== 'cashier') return member.role
  await updateRole(tx, accountId, staffId, role)
  return role
}

/** An account that a person has joined, and their role there. */
export interface JoinedAccount {
  readonly account: Account
  readonly role: Role
}

/**
 * Accepts an invitation: makes the person staff of the account, and of the twin if the inviter may still
 * grant the role there.
 * @throws Fault `invitation_ended` when the code no longer works, `already_member`, or `inviter_not_allowed`
 * when its author may no longer grant the role
 */
export const acceptInvitation = (
  appliance: Appliance,
  code: string,
  person: { readonly staffId: string; readonly name: string; readonly address: string },
): Promise<{ joined: JoinedAccount; twin: JoinedAccount | undefined }> =>
  appliance.store.write(async tx => {
    const { staffId, name, address } = person
    const now = appliance.world.clock.now()
    const invitation = await findOpenInvitation(appliance, tx, code)
    const isForOther = invitation?.staffId && invitation.staffId !== staffId
    if (!invitation || isForOther) throw fault('invitation_ended')
    const wasOpen = await endInvitation(tx, invitation.accountId, invitation.id, now)
    if (!wasOpen) throw fault('invitation_ended')
    if (invitation.staffId !== null) await assertMayGiveLogin(tx, invitation, staffId)
    const joinedAccounts: JoinedAccount[] = []
    const accountIds = [invitation.accountId, invitation.twinId].filter(id => id !== null)
    for (const accountId of accountIds) {
      const inviter = await findMember(tx, accountId, invitation.createdBy)
      const account = await findAccount(tx, accountId)
      if (!account || !inviter || !mayGiveRole(inviter.role, invitation.role)) continue
      const role = await joinAccount(tx, invitation, { staffId, accountId, name, createdAt: now })
      await recordAudit(tx, appliance, {
        account,
        by: { actor: staffActor(staffId), address },
        kind: 'staff.joined',
        subject: invitation.id,
        detail: { role },
      })
      joinedAccounts.push({ account, role })
    }
    const [joined, twin] = joinedAccounts
    if (joined?.account.id !== invitation.accountId) throw fault('inviter_not_allowed')
    return { joined, twin }
  })
