// Stores the networks that accounts are connected to. Credentials are sealed.
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Mode } from '../domain/account.ts'
import { isOpenAttempt } from './attempt.ts'
import { flag, whole } from './column.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { refund } from './refund-table.ts'
import { account, attempt, payout } from './table.ts'

const network = pgTable('network', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  name: text().notNull(),
  merchant: text().notNull(),
  credentials: text().notNull(),
  connected: flag().notNull(),
  enabled: flag().notNull(),
  createdAt: whole().notNull(),
})
/** An account's connection to a network. */
export type NetworkRow = typeof network.$inferSelect

/** A connection with the mode of its account, which does not change. */
export interface StoredNetwork {
  readonly row: NetworkRow
  readonly mode: Mode
}

const selectAll = query<Record<string, never>, NetworkRow & { mode: Mode }>(db =>
  db
    .select({ ...getTableColumns(network), mode: account.mode })
    .from(network)
    .innerJoin(account, eq(account.id, network.accountId)),
)
const insertRow = mutation<NetworkRow>(db => db.insert(network).values(rowPlaceholders(network)))
const updateRow = mutation<NetworkRow>((db, param) =>
  db
    .update(network)
    .set({ credentials: param('credentials'), connected: param('connected'), enabled: param('enabled') })
    .where(eq(network.id, param('id'))),
)
const deleteRow = mutation<{ id: string }>((db, param) =>
  db.delete(network).where(eq(network.id, param('id'))),
)
const selectOpenAttempt = query<{ id: string }, { id: string }>((db, param) =>
  db
    .select({ id: attempt.id })
    .from(attempt)
    .where(and(eq(attempt.connection, param('id')), isOpenAttempt))
    .limit(1),
)
const selectPendingPayout = query<{ id: string }, { id: string }>((db, param) =>
  db
    .select({ id: payout.id })
    .from(payout)
    .where(and(eq(payout.connection, param('id')), eq(payout.status, sql`'pending'`)))
    .limit(1),
)
const selectPendingRefund = query<{ id: string }, { id: string }>((db, param) =>
  db
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.connection, param('id')), eq(refund.status, sql`'pending'`)))
    .limit(1),
)

/** Lists the connections of all accounts, with sealed credentials. */
export const listNetworks = async (read: Read): Promise<StoredNetwork[]> =>
  (await selectAll(read, {})).map(({ mode, ...row }) => ({ row, mode }))
/** Adds a connection of an account, with sealed credentials. */
export const insertNetwork = (tx: Tx, value: NetworkRow): Promise<unknown> => insertRow(tx, value)
/** Writes the sealed credentials of a connection, and whether it is connected and enabled. */
export const updateNetwork = (tx: Tx, value: NetworkRow): Promise<unknown> => updateRow(tx, value)
/** Removes a connection, which must have no open orders (`hasOpenOrders`). */
export const removeNetwork = (tx: Tx, id: string): Promise<unknown> => deleteRow(tx, { id })
/** Returns whether any attempt, payout or refund over this connection has no final outcome yet. */
export const hasOpenOrders = async (read: Read, id: string): Promise<boolean> =>
  (await selectOpenAttempt(read, { id })).length > 0 ||
  (await selectPendingPayout(read, { id })).length > 0 ||
  (await selectPendingRefund(read, { id })).length > 0
