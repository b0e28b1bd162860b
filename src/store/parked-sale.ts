// Parked sales as rows.
import { count, desc, eq, getTableColumns } from 'drizzle-orm'
import type { ParkedSale } from '../domain/parked-sale.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { parkedSale, till } from './till-table.ts'

/** A parked sale without its content, with the name of the till that parked it. */
export type ListedParkedSale = Omit<ParkedSale, 'content'> & { readonly tillName: string | null }
const { content: _, ...listed } = getTableColumns(parkedSale)

const insert = mutation<ParkedSale>(db => db.insert(parkedSale).values(placeholders(parkedSale)))
const remove = mutation<{ id: string }>((db, at) => db.delete(parkedSale).where(eq(parkedSale.id, at('id'))))
const byId = query<{ id: string }, ParkedSale>((db, at) =>
  db
    .select()
    .from(parkedSale)
    .where(eq(parkedSale.id, at('id'))),
)
const ofAccount = query<{ accountId: string }, ListedParkedSale>((db, at) =>
  db
    .select({ ...listed, tillName: till.name })
    .from(parkedSale)
    .leftJoin(till, eq(till.id, parkedSale.tillId))
    .where(eq(parkedSale.accountId, at('accountId')))
    .orderBy(desc(parkedSale.id)),
)
const countOf = query<{ accountId: string }, { count: number }>((db, at) =>
  db
    .select({ count: count() })
    .from(parkedSale)
    .where(eq(parkedSale.accountId, at('accountId'))),
)

export const insertParkedSale = (tx: Tx, value: ParkedSale): Promise<unknown> => insert(tx, value)
export const deleteParkedSale = (tx: Tx, id: string): Promise<unknown> => remove(tx, { id })
export const findParkedSale = async (read: Read, id: string): Promise<ParkedSale | undefined> =>
  (await byId(read, { id }))[0]
/** Lists all parked sales of an account, newest first. */
export const listParkedSales = (read: Read, accountId: string): Promise<ListedParkedSale[]> =>
  ofAccount(read, { accountId })
export const countParkedSales = async (read: Read, accountId: string): Promise<number> =>
  (await countOf(read, { accountId }))[0]?.count ?? 0
