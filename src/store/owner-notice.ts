// Stores audit entries that the owners of an account have not acknowledged yet.
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { AuditAction, AuditEntry } from '../domain/audit-log.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { auditEntry, ownerNotice } from './table.ts'

/** Most entries that are shown at once. */
const noticesMax = 20

type OwnerNoticeRow = typeof ownerNotice.$inferSelect

const insertRow = mutation<OwnerNoticeRow>(db => db.insert(ownerNotice).values(rowPlaceholders(ownerNotice)))
const selectOfAccount = query<{ accountId: string }, AuditEntry>((db, param) =>
  db
    .select(getTableColumns(auditEntry))
    .from(ownerNotice)
    .innerJoin(auditEntry, eq(auditEntry.id, ownerNotice.entryId))
    .where(eq(ownerNotice.accountId, param('accountId')))
    .orderBy(asc(ownerNotice.entryId))
    .limit(noticesMax),
)
const selectOfKind = query<{ accountId: string; kind: AuditAction }, { id: string }>((db, param) =>
  db
    .select({ id: ownerNotice.entryId })
    .from(ownerNotice)
    .innerJoin(auditEntry, eq(auditEntry.id, ownerNotice.entryId))
    .where(and(eq(ownerNotice.accountId, param('accountId')), eq(auditEntry.kind, param('kind'))))
    .limit(1),
)
const deleteRow = mutation<OwnerNoticeRow, { entryId: string }>((db, param) =>
  db
    .delete(ownerNotice)
    .where(and(eq(ownerNotice.accountId, param('accountId')), eq(ownerNotice.entryId, param('entryId'))))
    .returning({ entryId: ownerNotice.entryId }),
)

/** Stores that the owners see an audit entry until one of them acknowledges it. */
export const insertOwnerNotice = (tx: Tx, value: OwnerNoticeRow): Promise<unknown> => insertRow(tx, value)
/** Lists the audit entries that wait for an owner to acknowledge them, oldest first, at most `noticesMax`. */
export const listOwnerNotices = (read: Read, accountId: string): Promise<AuditEntry[]> =>
  selectOfAccount(read, { accountId })
/** Returns whether an audit entry of this kind waits for an owner to acknowledge it. */
export const hasOwnerNotice = async (read: Read, accountId: string, kind: AuditAction): Promise<boolean> =>
  (await selectOfKind(read, { accountId, kind })).length > 0
/** Removes a notice that an owner acknowledged. @returns false when there is no such notice any more */
export const removeOwnerNotice = async (tx: Tx, value: OwnerNoticeRow): Promise<boolean> =>
  (await deleteRow(tx, value)).length > 0
