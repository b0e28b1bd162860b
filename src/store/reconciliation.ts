// Reconciliations and their differences as rows.
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type {
  DifferenceSource,
  Reconciliation,
  ReconciliationError,
  StoredDifference,
} from '../domain/difference.ts'
import type { MoneyState, OwnEntry } from '../domain/money-entry.ts'
import type { DifferenceResult } from '../domain/reconciliation.ts'
import { flag, whole } from './column.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'

const reconciliation = pgTable('reconciliation', {
  accountId: text().notNull(),
  day: whole().notNull(),
  connection: text().notNull(),
  source: text().$type<DifferenceSource>().notNull(),
  network: text().notNull(),
  checkedAt: whole().notNull(),
  matchedCount: whole().notNull(),
  matchedAmount: whole().notNull(),
  unpaid: whole().notNull(),
  unanswered: whole().notNull(),
  error: text().$type<ReconciliationError>(),
})

const difference = pgTable('difference', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  day: whole().notNull(),
  connection: text().notNull(),
  source: text().$type<DifferenceSource>().notNull(),
  network: text().notNull(),
  key: text().notNull(),
  result: text().$type<DifferenceResult>().notNull(),
  kind: text().$type<OwnEntry['kind']>(),
  isRefund: flag().notNull(),
  subject: text(),
  reference: text(),
  receipt: text(),
  ownAmount: whole(),
  ownState: text().$type<MoneyState>(),
  networkReference: text(),
  networkReceipt: text(),
  networkAmount: whole(),
  networkState: text().$type<MoneyState>(),
  foundAt: whole().notNull(),
  curedAt: whole(),
  seenAt: whole(),
  seenBy: text(),
  note: text(),
})

interface SourceKey {
  readonly accountId: string
  readonly connection: string
  readonly source: DifferenceSource
}

const deleteResult = mutation<SourceKey & { day: number }>((db, param) =>
  db
    .delete(reconciliation)
    .where(
      and(
        eq(reconciliation.accountId, param('accountId')),
        eq(reconciliation.day, param('day')),
        eq(reconciliation.connection, param('connection')),
        eq(reconciliation.source, param('source')),
      ),
    ),
)
const insertResult = mutation<Reconciliation>(db =>
  db.insert(reconciliation).values(rowPlaceholders(reconciliation)),
)
const selectResults = query<{ accountId: string; day: number }, typeof reconciliation.$inferSelect>(
  (db, param) =>
    db
      .select()
      .from(reconciliation)
      .where(and(eq(reconciliation.accountId, param('accountId')), eq(reconciliation.day, param('day'))))
      .orderBy(asc(reconciliation.network), asc(reconciliation.source)),
)

/** Stores the result of a comparison. Replaces an earlier result of the same day, connection and source. */
export async function putReconciliation(tx: Tx, value: Reconciliation): Promise<void> {
  await deleteResult(tx, value)
  await insertResult(tx, value)
}
/** Lists the results of an account's comparisons of a day (YYYYMMDD), in the order of their networks. */
export const listReconciliations = (read: Read, accountId: string, day: number): Promise<Reconciliation[]> =>
  selectResults(read, { accountId, day })

const insertDifferenceRow = mutation<DifferenceRow>(db =>
  db.insert(difference).values(rowPlaceholders(difference)),
)
const deleteDifference = mutation<{ id: string }>((db, param) =>
  db.delete(difference).where(eq(difference.id, param('id'))),
)
const selectDifferenceById = query<{ id: string }, typeof difference.$inferSelect>((db, param) =>
  db
    .select()
    .from(difference)
    .where(eq(difference.id, param('id'))),
)
const selectDifferenceByKey = query<SourceKey & { key: string }, typeof difference.$inferSelect>(
  (db, param) =>
    db
      .select()
      .from(difference)
      .where(
        and(
          eq(difference.accountId, param('accountId')),
          eq(difference.connection, param('connection')),
          eq(difference.source, param('source')),
          eq(difference.key, param('key')),
        ),
      ),
)
const selectDifferencesOfDay = query<
  { accountId: string; day: number; limit: number },
  typeof difference.$inferSelect
>((db, param) =>
  db
    .select()
    .from(difference)
    .where(and(eq(difference.accountId, param('accountId')), eq(difference.day, param('day'))))
    .orderBy(asc(difference.id))
    .limit(sql.placeholder('limit')),
)
const selectOpenDays = query<{ accountId: string }, { day: number; count: number }>((db, param) =>
  db
    .select({ day: difference.day, count: sql<number>`count(*)`.mapWith(Number) })
    .from(difference)
    .where(
      and(
        eq(difference.accountId, param('accountId')),
        isNull(difference.curedAt),
        isNull(difference.seenAt),
      ),
    )
    .groupBy(difference.day)
    .orderBy(desc(difference.day)),
)

type DifferenceRow = typeof difference.$inferSelect

/**
 * Returns the row of a difference. The constraints of the table allow neither the kind nor the result of
 * refunds, so the row holds a flag (`isRefund`) and allowed values in their place. `differenceOf` is the
 * inverse.
 */
function rowOf(value: StoredDifference): DifferenceRow {
  const { kind, result } = value
  const isMissingHere = result === 'refund_missing_here'
  const isRefund = kind === 'refund' || isMissingHere
  const allowedResult = kind === null ? 'missing_here' : 'other_state'
  return {
    ...value,
    isRefund,
    kind: kind === 'refund' ? 'payout' : kind,
    result: isMissingHere ? allowedResult : result,
  }
}

/** Returns the difference of a row, with the kind or result of refunds if the row has the flag `isRefund`. */
function differenceOf({ isRefund, ...row }: DifferenceRow): StoredDifference {
  if (!isRefund) return row
  return row.kind === 'payout' ? { ...row, kind: 'refund' } : { ...row, result: 'refund_missing_here' }
}

/** Stores a difference, and replaces the stored difference with the same id. */
export async function putDifference(tx: Tx, value: StoredDifference): Promise<void> {
  await deleteDifference(tx, value)
  await insertDifferenceRow(tx, rowOf(value))
}
/** Returns a difference; undefined for an unknown id. */
export const findDifference = async (read: Read, id: string): Promise<StoredDifference | undefined> =>
  (await selectDifferenceById(read, { id })).map(differenceOf)[0]
/** Returns the difference with a key in a source of a connection; undefined if there is none. */
export const findDifferenceByKey = async (
  read: Read,
  key: SourceKey & { readonly key: string },
): Promise<StoredDifference | undefined> => (await selectDifferenceByKey(read, key)).map(differenceOf)[0]
/** Lists up to `limit` differences of a day (YYYYMMDD), in the order in which they were first found. */
export const listDifferences = async (
  read: Read,
  accountId: string,
  day: number,
  limit: number,
): Promise<StoredDifference[]> =>
  (await selectDifferencesOfDay(read, { accountId, day, limit })).map(differenceOf)
/** Lists the days with open differences, newest first: neither resolved nor marked as seen. */
export const listOpenDays = (
  read: Read,
  accountId: string,
): Promise<{ readonly day: number; readonly count: number }[]> => selectOpenDays(read, { accountId })
