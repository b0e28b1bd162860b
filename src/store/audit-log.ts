// Audit entries as rows: added, listed, never changed.
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../domain/actor.ts'
import type { AuditAction, AuditEntry } from '../domain/audit-log.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { countUpTo, listPage, type PeriodRange, periodRange } from './range.ts'
import { auditEntry } from './table.ts'

const insertRow = mutation<AuditEntry>(db => db.insert(auditEntry).values(rowPlaceholders(auditEntry)))

const selectOnSubject = query<{ accountId: string; subject: string }, AuditEntry>((db, param) =>
  db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.subject, param('subject')), eq(auditEntry.accountId, param('accountId'))))
    .orderBy(asc(auditEntry.id)),
)

/** Adds an entry. Entries are never changed or removed. */
export const insertAuditEntry = (tx: Tx, value: AuditEntry): Promise<unknown> => insertRow(tx, value)

/** Lists the entries about one subject, oldest first. */
export const listAuditEntriesOn = (read: Read, accountId: string, subject: string): Promise<AuditEntry[]> =>
  selectOnSubject(read, { accountId, subject })

export interface AuditFilter extends PeriodRange {
  readonly accountId: string
  readonly kind?: AuditAction | undefined
  /** The actor whose entries to list. For a person with a till: only what they did at that till. */
  readonly actor?: Actor | undefined
}

/** Returns the conditions on the columns of the actor. For a person at a till, both must match. */
function actorConditions(actor: Actor): (SQL | undefined)[] {
  switch (actor.kind) {
    case 'staff':
      return [
        eq(auditEntry.staffId, actor.staffId),
        actor.tillId === null ? undefined : eq(auditEntry.tillId, actor.tillId),
      ]
    case 'till':
      return [eq(auditEntry.tillId, actor.tillId)]
    case 'key':
      return [eq(auditEntry.keyId, actor.keyId)]
    case 'server':
      // This expression must stay the same as in the index.
      return [sql`coalesce(${auditEntry.staffId}, ${auditEntry.tillId}, ${auditEntry.keyId}) is null`]
  }
}

const conditions = (filter: AuditFilter): SQL | undefined =>
  and(
    eq(auditEntry.accountId, filter.accountId),
    filter.kind && eq(auditEntry.kind, filter.kind),
    ...(filter.actor ? actorConditions(filter.actor) : []),
    periodRange(auditEntry, filter),
  )

/** Lists a page of entries, newest first. */
export const listAuditEntries = (
  read: Read,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<AuditEntry[]> =>
  listPage(read, auditEntry, { condition: conditions(filter), order: [desc(auditEntry.id)] }, limit, offset)

export const countAuditEntriesUpTo = (read: Read, filter: AuditFilter, max: number): Promise<number> =>
  countUpTo(read, auditEntry, conditions(filter), max)
