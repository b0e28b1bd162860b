// Idempotency keys and the answers stored under them.
import { and, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import type { FirstRead } from './engine/group-body.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { idempotency } from './table.ts'

export type StoredAnswer = typeof idempotency.$inferSelect

const insertRow = mutation<StoredAnswer>(db => db.insert(idempotency).values(rowPlaceholders(idempotency)))
const selectByKey = query<{ accountId: string; key: string }, typeof idempotency.$inferSelect>((db, param) =>
  db
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.accountId, param('accountId')), eq(idempotency.key, param('key')))),
)
/** Columns of an answer, and the position of its key in the lists, from 1. */
const answerColumns = { place: sql<number>`place`, ...getTableColumns(idempotency) }
/**
 * Finds the answers under many keys, on PostgreSQL. Because of the limit, its planner looks up each key in
 * the index. `accountIds` and `keys` are array texts of equal length.
 */
const selectByKeys = query<{ accountIds: string; keys: string }, StoredAnswer & { place: number }>(
  (db, param) => {
    const answer = db
      .select()
      .from(idempotency)
      .where(and(eq(idempotency.accountId, sql`of_account`), eq(idempotency.key, sql`of_key`)))
      .limit(1)
      .as('idempotency')
    const requestedKeys = sql`unnest(${param('accountIds')}::text[], ${param('keys')}::text[])
      with ordinality asked (of_account, of_key, place)`
    return db.select(answerColumns).from(requestedKeys).innerJoinLateral(answer, sql`true`)
  },
)
const setAnswer = mutation<{ accountId: string; key: string; status: number; body: string }>((db, param) =>
  db
    .update(idempotency)
    .set({ status: param('status'), body: param('body') })
    .where(and(eq(idempotency.accountId, param('accountId')), eq(idempotency.key, param('key')))),
)
const deleteRow = mutation<{ accountId: string; key: string }>((db, param) =>
  db
    .delete(idempotency)
    .where(and(eq(idempotency.accountId, param('accountId')), eq(idempotency.key, param('key')))),
)
const deleteOld = mutation<{ upTo: number; limit: number }, { key: string }>((db, param) =>
  db
    .delete(idempotency)
    .where(
      inArray(
        sql`(${idempotency.ranAt}, ${idempotency.accountId}, ${idempotency.key})`,
        db
          .select({ ranAt: idempotency.ranAt, accountId: idempotency.accountId, key: idempotency.key })
          .from(idempotency)
          .where(lte(idempotency.ranAt, param('upTo')))
          .orderBy(idempotency.ranAt)
          .limit(sql.placeholder('limit')),
      ),
    )
    .returning({ key: idempotency.key }),
)

/** Claims an idempotency key, whose answer is null until it is known. Rejects if the key is taken. */
export const claimKey = (tx: Tx, value: StoredAnswer): Promise<unknown> => insertRow(tx, value)
/** Returns the answer under an idempotency key of an account; undefined when the key is unused. */
export const findAnswer = async (
  read: Read,
  accountId: string,
  key: string,
): Promise<StoredAnswer | undefined> => (await selectByKey(read, { accountId, key }))[0]
/**
 * Returns the read of `findAnswer` for `Store.write`. On PostgreSQL, a group of writes runs it as one
 * statement for all bodies that begin with it.
 */
export function answerRead(accountId: string, key: string): FirstRead {
  const [text] = selectByKey.textAndValues({ accountId, key })
  const many = ([accountIds = '', keys = '']: readonly string[]) =>
    selectByKeys.textAndValues({ accountIds, keys })
  return { text, values: [accountId, key], many }
}
/** Stores the answer under a key that was claimed without one, before a network was asked. */
export const fillAnswer = (
  tx: Tx,
  value: { accountId: string; key: string; status: number; body: string },
): Promise<unknown> => setAnswer(tx, value)
/** Frees an idempotency key that has expired. */
export const removeAnswer = (tx: Tx, accountId: string, key: string): Promise<unknown> =>
  deleteRow(tx, { accountId, key })
/**
 * Deletes up to `limit` keys that were claimed when the running time was `upTo` milliseconds or less.
 * @returns the number of deleted keys
 */
export const forgetAnswers = async (tx: Tx, upTo: number, limit: number): Promise<number> =>
  (await deleteOld(tx, { upTo, limit })).length
