// Idempotency keys and the answers stored under them.
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { change, query, type Read, slots, type Tx } from './statement.ts'
import { idempotency } from './table.ts'

export type StoredAnswer = typeof idempotency.$inferSelect

const insert = change<StoredAnswer>(db => db.insert(idempotency).values(slots(idempotency)))
const byKey = query<{ accountId: string; key: string }, StoredAnswer>((db, at) =>
  db
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.accountId, at('accountId')), eq(idempotency.key, at('key')))),
)
const fill = change<{ accountId: string; key: string; status: number; body: string }>((db, at) =>
  db
    .update(idempotency)
    .set({ status: at('status'), body: at('body') })
    .where(and(eq(idempotency.accountId, at('accountId')), eq(idempotency.key, at('key')))),
)
const remove = change<{ accountId: string; key: string }>((db, at) =>
  db.delete(idempotency).where(and(eq(idempotency.accountId, at('accountId')), eq(idempotency.key, at('key')))),
)
const forget = change<{ before: number; limit: number }, { key: string }[]>((db, at) =>
  db
    .delete(idempotency)
    .where(
      and(
        lt(idempotency.createdAt, at('before')),
        inArray(
          idempotency.key,
          db
            .select({ key: idempotency.key })
            .from(idempotency)
            .where(lt(idempotency.createdAt, at('before')))
            .limit(sql.placeholder('limit')),
        ),
      ),
    )
    .returning({ key: idempotency.key }),
)

export const insertAnswer = (tx: Tx, value: StoredAnswer): Promise<unknown> => insert(tx, value)
export const findAnswer = async (read: Read, accountId: string, key: string): Promise<StoredAnswer | undefined> =>
  (await byKey(read, { accountId, key }))[0]
/** Stores the answer under a key that was claimed before the network was asked. */
export const fillAnswer = (tx: Tx, value: { accountId: string; key: string; status: number; body: string }): Promise<unknown> =>
  fill(tx, value)
export const removeAnswer = (tx: Tx, accountId: string, key: string): Promise<unknown> => remove(tx, { accountId, key })
/** Forgets up to `limit` keys made before `before`; answers how many. */
export const forgetAnswers = async (tx: Tx, before: number, limit: number): Promise<number> =>
  (await forget(tx, { before, limit })).length
