// Stores audit entries that the owners of an account have not acknowledged yet.
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { AuditAction, AuditEntry } from '../domain/audit-log.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { auditEntry, ownerNotice } from './table.ts'

type OwnerNoticeRow = typeof ownerNotice.$inferSelect

const insert = mutation<OwnerNoticeRow>(db => db.insert(ownerNotice).values(placeholders(ownerNotice)))
const ofAccount = query<{ accountId: string }, AuditEntry>((db, at) =>
  db
    .select(getTableColumns(auditEntry))
    .from(ownerNotice)
    .innerJoin(auditEntry, eq(auditEntry.id, ownerNotice.entryId))
    .where(eq(ownerNotice.accountId, at('accountId')))
    .orderBy(asc(ownerNotice.entryId))
    .limit(20),
)
const ofKind = query<{ accountId: string; kind: AuditAction }, { id: string }>((db, at) =>
  db
    .select({ id: ownerNotice.entryId })
    .from(ownerNotice)
    .innerJoin(auditEntry, eq(auditEntry.id, ownerNotice.entryId))
    .where(and(eq(ownerNotice.accountId, at('accountId')), eq(auditEntry.kind, at('kind'))))
    .limit(1),
)
const remove = mutation<OwnerNoticeRow, { entryId: string }>((db, at) =>
  db
    .delete(ownerNotice)
    .where(and(eq(ownerNotice.accountId, at('accountId')), eq(ownerNotice.entryId, at('entryId'))))
    .returning({ entryId: ownerNotice.entryId }),
)

export const insertOwnerNotice = (tx: Tx, value: OwnerNoticeRow): Promise<unknown> => insert(tx, value)
/** Lists the entries that wait for an owner, oldest first, at most 20. */
export const listOwnerNotices = (read: Read, accountId: string): Promise<AuditEntry[]> =>
  ofAccount(read, { accountId })
/** Returns whether an entry of this kind waits for an owner. */
export const hasOwnerNotice = async (read: Read, accountId: string, kind: AuditAction): Promise<boolean> =>
  (await ofKind(read, { accountId, kind })).length > 0
/** Removes a notice. @returns whether it was waiting */
export const removeOwnerNotice = async (tx: Tx, value: OwnerNoticeRow): Promise<boolean> =>
  (await remove(tx, value)).length > 0
