// Payments and payouts with an unknown outcome, in one list. Their indexes hold these few alone.
import { and, desc, eq, sql } from 'drizzle-orm'
import { query, type Read } from './statement.ts'
import { payment, payout } from './table.ts'

export interface UnknownRow {
  readonly kind: 'payment' | 'payout'
  readonly id: string
}

const newestPayments = query<{ accountId: string; limit: number }, { id: string }>((db, at) =>
  db
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.accountId, at('accountId')), eq(payment.unknown, sql`1`)))
    .orderBy(desc(payment.number))
    .limit(sql.placeholder('limit')),
)
const newestPayouts = query<{ accountId: string; limit: number }, { id: string }>((db, at) =>
  db
    .select({ id: payout.id })
    .from(payout)
    .where(and(eq(payout.accountId, at('accountId')), eq(payout.state, sql`'unknown'`)))
    .orderBy(desc(payout.id))
    .limit(sql.placeholder('limit')),
)

/** A page, newest first. */
export async function listUnknown(
  read: Read,
  accountId: string,
  limit: number,
  offset: number,
): Promise<UnknownRow[]> {
  const all = { accountId, limit: offset + limit }
  const payments = (await newestPayments(read, all)).map(({ id }) => ({ kind: 'payment', id }) as const)
  const payouts = (await newestPayouts(read, all)).map(({ id }) => ({ kind: 'payout', id }) as const)
  // Ids are in the order of time.
  return [...payments, ...payouts].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(offset, offset + limit)
}

const counted = sql<number>`count(*)`.mapWith(Number)
const payouts = query<{ accountId: string }, { count: number }>((db, at) =>
  db
    .select({ count: counted })
    .from(payout)
    .where(and(eq(payout.accountId, at('accountId')), eq(payout.state, sql`'unknown'`))),
)
const payments = query<{ accountId: string }, { count: number }>((db, at) =>
  db
    .select({ count: counted })
    .from(payment)
    .where(and(eq(payment.accountId, at('accountId')), eq(payment.unknown, sql`1`))),
)

/** How many payments and payouts of an account have no outcome yet. */
export async function countUnknown(read: Read, accountId: string) {
  const [paymentCount] = await payments(read, { accountId })
  const [payoutCount] = await payouts(read, { accountId })
  return { payments: paymentCount?.count ?? 0, payouts: payoutCount?.count ?? 0 }
}
