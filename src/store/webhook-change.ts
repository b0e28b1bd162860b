// Changes of a live account's webhooks that no owner has acknowledged, as rows beside their audit entries.
import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import type { AuditEntry } from '../domain/audit-log.ts'
import { mutation, placeholders, query, type Read, type Tx } from './statement.ts'
import { auditEntry } from './table.ts'
import { webhookChange } from './webhook-table.ts'

type WebhookChangeRow = typeof webhookChange.$inferSelect

const insert = mutation<WebhookChangeRow>(db => db.insert(webhookChange).values(placeholders(webhookChange)))
const ofAccount = query<{ accountId: string }, AuditEntry>((db, at) =>
  db
    .select(getTableColumns(auditEntry))
    .from(webhookChange)
    .innerJoin(auditEntry, eq(auditEntry.id, webhookChange.entryId))
    .where(eq(webhookChange.accountId, at('accountId')))
    .orderBy(asc(webhookChange.entryId))
    .limit(20),
)
const remove = mutation<WebhookChangeRow, { entryId: string }[]>((db, at) =>
  db
    .delete(webhookChange)
    .where(and(eq(webhookChange.accountId, at('accountId')), eq(webhookChange.entryId, at('entryId'))))
    .returning({ entryId: webhookChange.entryId }),
)

export const insertWebhookChange = (tx: Tx, value: WebhookChangeRow): Promise<unknown> => insert(tx, value)
/** Oldest first, at most 20. */
export const listWebhookChanges = (read: Read, accountId: string): Promise<AuditEntry[]> =>
  ofAccount(read, { accountId })
/** Whether there was one. */
export const removeWebhookChange = async (tx: Tx, value: WebhookChangeRow): Promise<boolean> =>
  (await remove(tx, value)).length > 0
