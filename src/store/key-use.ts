// The times at which API keys were last used, as separate rows: no other write changes them, and no request
// waits for them.
import { eq } from 'drizzle-orm'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { apiKey, keyUse } from './table.ts'

type KeyUse = typeof keyUse.$inferSelect

const upsertRow = mutation<KeyUse>((db, param) =>
  db
    .insert(keyUse)
    .values(rowPlaceholders(keyUse))
    .onConflictDoUpdate({ target: keyUse.keyId, set: { usedAt: param('usedAt') } }),
)
const selectOfAccount = query<{ accountId: string }, { keyId: string; usedAt: number | null }>((db, param) =>
  db
    .select({ keyId: apiKey.id, usedAt: keyUse.usedAt })
    .from(apiKey)
    .leftJoin(keyUse, eq(keyUse.keyId, apiKey.id))
    .where(eq(apiKey.accountId, param('accountId'))),
)

/** Stores when an API key was last used, and replaces the earlier time. */
export const putKeyUse = (tx: Tx, value: KeyUse): Promise<unknown> => upsertRow(tx, value)
/** Lists the API keys of an account with the time of their last use; null for a key without a stored use. */
export const listKeyUses = (read: Read, accountId: string) => selectOfAccount(read, { accountId })
