// Invites staff: a link whose code works once, for seven days, and only while its author may still grant the
// role.

import type { Account, Role } from '../domain/account.ts'
import { staffActor } from '../domain/actor.ts'
import { badField, fault } from '../domain/fault.ts'
import { idWithPrefix, randomText } from '../domain/id.ts'
import { readName } from '../domain/plain-text.ts'
import { assertMayGiveRoles, type Invitation, invitationMs, mayGiveRole } from '../domain/staff.ts'
import { findAccount, insertMember } from '../store/account.ts'
import type { Read } from '../store/engine/statement.ts'
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

/** 24 letters and digits are 142 bits. */
const codeLength = 24

export interface InvitationRequest {
  readonly name: string
  readonly email: string | undefined
  readonly role: Role
  /** The id of a member without a login. The member gets one and stays the same person. */
  readonly staffId: string | undefined
}

/** @returns the invitation and its code, which is shown only once */
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
    const [here, twin] = await rolesIn(tx, by)
    if (here?.accountId !== by.account.id) throw fault('not_a_member')
    assertMayGiveRoles(here.role, request.role)
    if (request.staffId !== undefined) {
      const member = await findMember(tx, here.accountId, request.staffId)
      if (!member) throw fault('staff_not_found', { id: request.staffId })
      assertMayGiveRoles(here.role, member.role)
    }
    const invitation: Invitation = {
      id: idWithPrefix('inv', ids.uuid(now)),
      accountId: here.accountId,
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

/** Usable invitations of the account, newest first. */
export const openInvitations = (appliance: Appliance, account: Account): Promise<Invitation[]> =>
  listInvitations(appliance.store.read, account.id, appliance.world.clock.now())

/** The open invitation of a code in the account. @throws Fault `not_found` */
export async function getInvitation(
  appliance: Appliance,
  account: Account,
  id: string,
  code: string,
): Promise<Invitation> {
  const invitation = (await openInvitations(appliance, account)).find(
    openInvitation => openInvitation.id === id,
  )
  if (!invitation || !isHashOf(code, invitation.hash)) throw fault('invitation_not_found')
  return invitation
}

/** Withdraws an invitation. Its link stops working when the transaction commits. */
export const withdrawInvitation = (appliance: Appliance, by: AccountAdmin, id: string): Promise<void> =>
  appliance.store.write(async tx => {
    const hasEnded = await endInvitation(tx, by.account.id, id, appliance.world.clock.now())
    if (!hasEnded) throw fault('invitation_not_found')
    await recordAudit(tx, appliance, { account: by.account, by, kind: 'invitation.withdrawn', subject: id })
  })

/** The invitation of a code; undefined when it is unknown, used, withdrawn or expired. */
export async function findOpenInvitation(
  appliance: Appliance,
  read: Read,
  code: string,
): Promise<Invitation | undefined> {
  const invitation = await findInvitation(read, sha256(code))
  return invitation && invitation.endedAt === null && appliance.world.clock.now() < invitation.expiresAt
    ? invitation
    : undefined
}

export const accountOfInvitation = async (
  appliance: Appliance,
  { accountId }: Invitation,
): Promise<Account | undefined> => findAccount(appliance.store.read, accountId)

/**
 * Accepts an invitation, and also makes the person staff of the twin.
 * @throws Fault `forbidden` when the code no longer works
 */
export const acceptInvitation = (
  appliance: Appliance,
  code: string,
  person: { readonly staffId: string; readonly name: string; readonly address: string },
): Promise<{ account: Account; twin: Account | undefined; role: Role }> =>
  appliance.store.write(async tx => {
    const { staffId, name, address } = person
    const now = appliance.world.clock.now()
    const invitation = await findOpenInvitation(appliance, tx, code)
    if (invitation?.staffId && invitation.staffId !== staffId) throw fault('invitation_ended')
    if (!invitation || !(await endInvitation(tx, invitation.accountId, invitation.id, now)))
      throw fault('invitation_ended')
    const joined: Account[] = []
    for (const accountId of invitation.twinId === null
      ? [invitation.accountId]
      : [invitation.accountId, invitation.twinId]) {
      const inviter = await findMember(tx, accountId, invitation.createdBy)
      const account = await findAccount(tx, accountId)
      if (!account || !inviter || !mayGiveRole(inviter.role, invitation.role)) continue
      const member = await findMember(tx, accountId, staffId)
      if (invitation.staffId === null) {
        if (member) throw fault('already_member')
        await insertMember(tx, { staffId, accountId, role: invitation.role, name, createdAt: now })
      } else if (member) await updateRole(tx, accountId, staffId, invitation.role)
      else throw fault('invitation_ended')
      const by = { actor: staffActor(staffId), address }
      await recordAudit(tx, appliance, {
        account,
        by,
        kind: 'staff.joined',
        subject: invitation.id,
        detail: { role: invitation.role },
      })
      joined.push(account)
    }
    const [account, twin] = joined
    if (account?.id !== invitation.accountId) throw fault('inviter_not_allowed')
    return { account, twin, role: invitation.role }
  })
