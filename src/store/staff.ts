// The staff of an account as rows: members with their roles, and invitations that wait to be used.
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Role } from '../domain/account.ts'
import type { Invitation } from '../domain/staff.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { invitation } from './staff-table.ts'
import { member } from './table.ts'

export type Member = typeof member.$inferSelect

const selectOfAccount = query<{ accountId: string }, Member>((db, param) =>
  db
    .select()
    .from(member)
    .where(eq(member.accountId, param('accountId')))
    .orderBy(asc(member.staffId)),
)
const selectMember = query<{ accountId: string; staffId: string }, Member>((db, param) =>
  db
    .select()
    .from(member)
    .where(and(eq(member.staffId, param('staffId')), eq(member.accountId, param('accountId')))),
)
const selectOwners = query<{ accountId: string }, { staffId: string }>((db, param) =>
  db
    .select({ staffId: member.staffId })
    .from(member)
    .where(and(eq(member.accountId, param('accountId')), eq(member.role, sql`'owner'`)))
    .orderBy(asc(member.staffId)),
)
const selectAllOwners = query<object, { staffId: string }>(db =>
  db
    .selectDistinct({ staffId: member.staffId })
    .from(member)
    .where(eq(member.role, sql`'owner'`))
    .orderBy(asc(member.staffId)),
)
const setRole = mutation<{ accountId: string; staffId: string; role: Role }>((db, param) =>
  db
    .update(member)
    .set({ role: param('role') })
    .where(and(eq(member.staffId, param('staffId')), eq(member.accountId, param('accountId')))),
)
const deleteMember = mutation<{ accountId: string; staffId: string }>((db, param) =>
  db
    .delete(member)
    .where(and(eq(member.staffId, param('staffId')), eq(member.accountId, param('accountId')))),
)

/** Lists all members of an account, in the order of their ids. */
export const listMembers = (read: Read, accountId: string): Promise<Member[]> =>
  selectOfAccount(read, { accountId })
/** Returns the membership of a person in an account; undefined if they do not belong to it. */
export const findMember = async (
  read: Read,
  accountId: string,
  staffId: string,
): Promise<Member | undefined> => (await selectMember(read, { accountId, staffId }))[0]
export const listOwnersOf = async (read: Read, accountId: string): Promise<string[]> =>
  (await selectOwners(read, { accountId })).map(({ staffId }) => staffId)
/** Lists the ids of the owners of all accounts on this server, each once. */
export const listOwners = async (read: Read): Promise<string[]> =>
  (await selectAllOwners(read, {})).map(({ staffId }) => staffId)
export const updateRole = (tx: Tx, accountId: string, staffId: string, role: Role): Promise<unknown> =>
  setRole(tx, { accountId, staffId, role })
/** Removes a person from an account, with their PIN and grants. */
export const dropMember = (tx: Tx, accountId: string, staffId: string): Promise<unknown> =>
  deleteMember(tx, { accountId, staffId })

const insertInvitationRow = mutation<Invitation>(db =>
  db.insert(invitation).values(rowPlaceholders(invitation)),
)
const selectOpenInvitations = query<{ accountId: string; now: number }, Invitation>((db, param) =>
  db
    .select()
    .from(invitation)
    .where(
      and(
        eq(invitation.accountId, param('accountId')),
        isNull(invitation.endedAt),
        gt(invitation.expiresAt, param('now')),
      ),
    )
    .orderBy(desc(invitation.id)),
)
const selectInvitationByHash = query<{ hash: string }, Invitation>((db, param) =>
  db
    .select()
    .from(invitation)
    .where(eq(invitation.hash, param('hash'))),
)
const setInvitationEnded = mutation<{ id: string; accountId: string; now: number }, { id: string }>(
  (db, param) =>
    db
      .update(invitation)
      .set({ endedAt: param('now') })
      .where(
        and(
          eq(invitation.id, param('id')),
          eq(invitation.accountId, param('accountId')),
          isNull(invitation.endedAt),
        ),
      )
      .returning({ id: invitation.id }),
)

/** Adds an invitation. Only a hash of the secret in its link is stored. */
export const insertInvitation = (tx: Tx, value: Invitation): Promise<unknown> =>
  insertInvitationRow(tx, value)
/** Lists the invitations that can still be used, newest first. */
export const listInvitations = (read: Read, accountId: string, now: number): Promise<Invitation[]> =>
  selectOpenInvitations(read, { accountId, now })
/** Returns the invitation whose link has a secret with this hash, even if the invitation has ended. */
export const findInvitation = async (read: Read, hash: string): Promise<Invitation | undefined> =>
  (await selectInvitationByHash(read, { hash }))[0]
/** Ends an invitation that was used or withdrawn. @returns false when the invitation had ended before */
export const endInvitation = async (tx: Tx, accountId: string, id: string, now: number): Promise<boolean> =>
  (await setInvitationEnded(tx, { id, accountId, now })).length > 0
