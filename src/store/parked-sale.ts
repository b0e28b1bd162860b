// Parked sales as rows.
import { count, desc, eq, getTableColumns } from 'drizzle-orm'
import type { ParkedSale } from '../domain/parked-sale.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { parkedSale, till } from './till-table.ts'

/** A parked sale without its content, with the name of the till that parked it. */
export type ListedParkedSale = Omit<ParkedSale, 'content'> & { readonly tillName: string | null }
const { content: _, ...listedColumns } = getTableColumns(parkedSale)

const insertRow = mutation<ParkedSale>(db => db.insert(parkedSale).values(rowPlaceholders(parkedSale)))
const deleteRow = mutation<{ id: string }>((db, param) =>
  db.delete(parkedSale).where(eq(parkedSale.id, param('id'))),
)
const selectById = query<{ id: string }, ParkedSale>((db, param) =>
  db
    .select()
    .from(parkedSale)
    .where(eq(parkedSale.id, param('id'))),
)
const selectOfAccount = query<{ accountId: string }, ListedParkedSale>((db, param) =>
  db
    .select({ ...listedColumns, tillName: till.name })
    .from(parkedSale)
    .leftJoin(till, eq(till.id, parkedSale.tillId))
    .where(eq(parkedSale.accountId, param('accountId')))
    .orderBy(desc(parkedSale.id)),
)
const selectCount = query<{ accountId: string }, { count: number }>((db, param) =>
  db
    .select({ count: count() })
    .from(parkedSale)
    .where(eq(parkedSale.accountId, param('accountId'))),
)

export const insertParkedSale = (tx: Tx, value: ParkedSale): Promise<unknown> => insertRow(tx, value)
/** Removes a parked sale, because a till continues it or a person discarded it. */
export const deleteParkedSale = (tx: Tx, id: string): Promise<unknown> => deleteRow(tx, { id })
/** Returns a parked sale with its content; undefined when it is no longer parked. */
export const findParkedSale = async (read: Read, id: string): Promise<ParkedSale | undefined> =>
  (await selectById(read, { id }))[0]
/** Lists all parked sales of an account without their content, newest first. */
export const listParkedSales = (read: Read, accountId: string): Promise<ListedParkedSale[]> =>
  selectOfAccount(read, { accountId })
export const countParkedSales = async (read: Read, accountId: string): Promise<number> =>
  (await selectCount(read, { accountId }))[0]?.count ?? 0
