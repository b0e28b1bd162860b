// Unmatched money as rows.
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Unmatched } from '../domain/unmatched.ts'
import { change, query, type Read, slots, type Tx } from './statement.ts'
import { unmatched } from './table.ts'

const insert = change<Unmatched>(db => db.insert(unmatched).values(slots(unmatched)))
const byId = query<{ id: string }, Unmatched>((db, at) =>
  db
    .select()
    .from(unmatched)
    .where(eq(unmatched.id, at('id'))),
)
const open = query<{ accountId: string }, Unmatched>((db, at) =>
  db
    .select()
    .from(unmatched)
    .where(and(eq(unmatched.accountId, at('accountId')), isNull(unmatched.settledAt)))
    .orderBy(desc(unmatched.id))
    .limit(100),
)
const ofPayment = query<{ paymentId: string }, Unmatched>((db, at) =>
  db
    .select()
    .from(unmatched)
    .where(eq(unmatched.paymentId, at('paymentId')))
    .orderBy(asc(unmatched.id)),
)
const update = change<Unmatched>((db, at) =>
  db
    .update(unmatched)
    .set({ resolution: at('resolution'), note: at('note'), settledBy: at('settledBy'), settledAt: at('settledAt') })
    .where(eq(unmatched.id, at('id'))),
)

export const insertUnmatched = (tx: Tx, value: Unmatched): Promise<unknown> => insert(tx, value)
export const updateUnmatched = (tx: Tx, value: Unmatched): Promise<unknown> => update(tx, value)
export const findUnmatched = async (read: Read, id: string): Promise<Unmatched | undefined> => (await byId(read, { id }))[0]
/** What waits for a person, newest first, at most 100. */
export const listUnmatched = (read: Read, accountId: string): Promise<Unmatched[]> => open(read, { accountId })
/** All that was held of a payment, settled or not, oldest first. */
export const listUnmatchedOf = (read: Read, paymentId: string): Promise<Unmatched[]> => ofPayment(read, { paymentId })
