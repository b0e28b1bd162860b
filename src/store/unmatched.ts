// Unmatched money as rows.
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Unmatched, UnmatchedStatus } from '../domain/unmatched.ts'
import { adHocQuery, mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { hiddenFromPlanner } from './event-list.ts'
import { countUpTo, type IdRange, idRange } from './range.ts'
import { unmatched } from './table.ts'

const insertRow = mutation<Unmatched>(db => db.insert(unmatched).values(rowPlaceholders(unmatched)))
const selectById = query<{ id: string }, Unmatched>((db, param) =>
  db
    .select()
    .from(unmatched)
    .where(eq(unmatched.id, param('id'))),
)
const selectOfPayment = query<{ paymentId: string }, Unmatched>((db, param) =>
  db
    .select()
    .from(unmatched)
    .where(eq(unmatched.paymentId, param('paymentId')))
    .orderBy(asc(unmatched.id)),
)
const selectByReceipt = query<{ accountId: string; receipt: string }, { paymentId: string }>((db, param) =>
  db
    .select({ paymentId: unmatched.paymentId })
    .from(unmatched)
    .where(and(eq(unmatched.accountId, param('accountId')), eq(unmatched.receipt, param('receipt'))))
    .limit(1),
)
const updateRow = mutation<Unmatched>((db, param) =>
  db
    .update(unmatched)
    .set({
      resolution: param('resolution'),
      note: param('note'),
      settledBy: param('settledBy'),
      settledAt: param('settledAt'),
      refundId: param('refundId'),
    })
    .where(eq(unmatched.id, param('id'))),
)

/** Adds confirmed money that fits no open payment. */
export const insertUnmatched = (tx: Tx, value: Unmatched): Promise<unknown> => insertRow(tx, value)
/** Writes how unmatched money was settled, when and by whom; nothing else of it changes. */
export const updateUnmatched = (tx: Tx, value: Unmatched): Promise<unknown> => updateRow(tx, value)
/** Returns unmatched money, settled or not; undefined for an unknown id. */
export const findUnmatched = async (read: Read, id: string): Promise<Unmatched | undefined> =>
  (await selectById(read, { id }))[0]

/** Returns the id of the payment for which unmatched money with this receipt came; undefined if none came. */
export const findUnmatchedByReceipt = async (
  read: Read,
  accountId: string,
  receipt: string,
): Promise<string | undefined> => (await selectByReceipt(read, { accountId, receipt }))[0]?.paymentId

export interface UnmatchedFilter extends IdRange {
  readonly accountId: string
  readonly status: UnmatchedStatus
  /** Only money that came for one of these payments. */
  readonly payments?: readonly string[] | undefined
}

/** Returns the conditions of a filter. If it has payments, the account is hidden from the planner. */
const conditions = ({ accountId, status, payments, ...range }: UnmatchedFilter): SQL | undefined =>
  and(
    payments ? inArray(unmatched.paymentId, [...payments]) : undefined,
    payments ? eq(hiddenFromPlanner(unmatched.accountId), accountId) : eq(unmatched.accountId, accountId),
    status === 'open' ? isNull(unmatched.settledAt) : isNotNull(unmatched.settledAt),
    idRange(unmatched.id, range),
  )

/** Lists a page of unmatched money, newest first. Rows before the offset are skipped in the index. */
export const listUnmatched = (
  read: Read,
  filter: UnmatchedFilter,
  limit: number,
  offset: number,
): Promise<Unmatched[]> =>
  adHocQuery(read, db => {
    const condition = conditions(filter)
    const ids = db
      .select({ id: unmatched.id })
      .from(unmatched)
      .where(condition)
      .orderBy(desc(unmatched.id))
      .limit(limit)
      .offset(offset)
    const isOnPage = offset === 0 ? condition : inArray(unmatched.id, ids)
    return db.select().from(unmatched).where(isOnPage).orderBy(desc(unmatched.id)).limit(limit)
  })
export const countUnmatchedUpTo = (read: Read, filter: UnmatchedFilter, max: number): Promise<number> =>
  countUpTo(read, unmatched, conditions(filter), max)

/** Lists all unmatched money of a payment, settled or not, oldest first. */
export const listUnmatchedOf = (read: Read, paymentId: string): Promise<Unmatched[]> =>
  selectOfPayment(read, { paymentId })
