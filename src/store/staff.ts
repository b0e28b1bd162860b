// The staff of an account as rows: members with their roles, and invitations that wait to be used.
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Role } from '../domain/account.ts'
import type { Invitation } from '../domain/staff.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { invitation } from './staff-table.ts'
import { member } from './table.ts'

export type Member = typeof member.$inferSelect

const ofAccount = query<{ accountId: string }, Member>((db, at) =>
  db
    .select()
    .from(member)
    .where(eq(member.accountId, at('accountId')))
    .orderBy(asc(member.staffId)),
)
const memberRow = query<{ accountId: string; staffId: string }, Member>((db, at) =>
  db
    .select()
    .from(member)
    .where(and(eq(member.staffId, at('staffId')), eq(member.accountId, at('accountId')))),
)
const owners = query<{ accountId: string }, { count: number }>((db, at) =>
  db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(member)
    .where(and(eq(member.accountId, at('accountId')), eq(member.role, sql`'owner'`))),
)
const allOwners = query<object, { staffId: string }>(db =>
  db
    .selectDistinct({ staffId: member.staffId })
    .from(member)
    .where(eq(member.role, sql`'owner'`))
    .orderBy(asc(member.staffId)),
)
const setRole = mutation<{ accountId: string; staffId: string; role: Role }>((db, at) =>
  db
    .update(member)
    .set({ role: at('role') })
    .where(and(eq(member.staffId, at('staffId')), eq(member.accountId, at('accountId')))),
)
const drop = mutation<{ accountId: string; staffId: string }>((db, at) =>
  db.delete(member).where(and(eq(member.staffId, at('staffId')), eq(member.accountId, at('accountId')))),
)

/** Lists all members of an account. */
export const listMembers = (read: Read, accountId: string): Promise<Member[]> =>
  ofAccount(read, { accountId })
export const findMember = async (
  read: Read,
  accountId: string,
  staffId: string,
): Promise<Member | undefined> => (await memberRow(read, { accountId, staffId }))[0]
export const countOwners = async (read: Read, accountId: string): Promise<number> =>
  (await owners(read, { accountId }))[0]?.count ?? 0
/** Lists the owners of all accounts on this server. */
export const listOwners = async (read: Read): Promise<string[]> =>
  (await allOwners(read, {})).map(({ staffId }) => staffId)
export const updateRole = (tx: Tx, accountId: string, staffId: string, role: Role): Promise<unknown> =>
  setRole(tx, { accountId, staffId, role })
export const dropMember = (tx: Tx, accountId: string, staffId: string): Promise<unknown> =>
  drop(tx, { accountId, staffId })

const insert = mutation<Invitation>(db => db.insert(invitation).values(placeholders(invitation)))
const open = query<{ accountId: string; now: number }, Invitation>((db, at) =>
  db
    .select()
    .from(invitation)
    .where(
      and(
        eq(invitation.accountId, at('accountId')),
        isNull(invitation.endedAt),
        gt(invitation.expiresAt, at('now')),
      ),
    )
    .orderBy(desc(invitation.id)),
)
const byHash = query<{ hash: string }, Invitation>((db, at) =>
  db
    .select()
    .from(invitation)
    .where(eq(invitation.hash, at('hash'))),
)
const end = mutation<{ id: string; accountId: string; now: number }, { id: string }>((db, at) =>
  db
    .update(invitation)
    .set({ endedAt: at('now') })
    .where(
      and(eq(invitation.id, at('id')), eq(invitation.accountId, at('accountId')), isNull(invitation.endedAt)),
    )
    .returning({ id: invitation.id }),
)

export const insertInvitation = (tx: Tx, value: Invitation): Promise<unknown> => insert(tx, value)
/** Lists the invitations that can still be used, newest first. */
export const listInvitations = (read: Read, accountId: string, now: number): Promise<Invitation[]> =>
  open(read, { accountId, now })
export const findInvitation = async (read: Read, hash: string): Promise<Invitation | undefined> =>
  (await byHash(read, { hash }))[0]
/** Marks an invitation used or withdrawn; of two callers only one succeeds. */
export const endInvitation = async (tx: Tx, accountId: string, id: string, now: number): Promise<boolean> =>
  (await end(tx, { id, accountId, now })).length > 0
