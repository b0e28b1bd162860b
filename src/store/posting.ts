// Postings and the balances stored with them; both are only written together.
import { and, eq, sql } from 'drizzle-orm'
import { assert } from '../domain/fault.ts'
import { type Book, bookChanges, type Posting } from '../domain/posting.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { balance, posting } from './table.ts'

type NewPosting = {
  accountId: string
  subject: string
  reason: string
  fromBook: Book
  toBook: Book
  amount: number
  createdAt: number
}
const nextNumber = sql`(select coalesce(max(${posting.number}), 0) + 1 from ${posting})`
const insertRow = mutation<NewPosting>(db =>
  db.insert(posting).values({ ...rowPlaceholders(posting), number: nextNumber }),
)
const addToBalance = mutation<{ accountId: string; book: Book; amount: number }>((db, param) =>
  db
    .insert(balance)
    .values(rowPlaceholders(balance))
    .onConflictDoUpdate({
      target: [balance.accountId, balance.book],
      set: { amount: sql`${balance.amount} + ${param('amount')}` },
    }),
)
const selectBalance = query<{ accountId: string; book: Book }, { amount: number }>((db, param) =>
  db
    .select({ amount: balance.amount })
    .from(balance)
    .where(and(eq(balance.accountId, param('accountId')), eq(balance.book, param('book')))),
)

/**
 * Adds postings about a subject, such as a payment, and updates the balances of their books, in a fixed order
 * of books so that two transactions never wait for each other. An assert fails for an amount that is not a
 * positive integer.
 */
export async function insertPostings(
  tx: Tx,
  movement: { accountId: string; subject: string; postings: readonly Posting[] },
  now: number,
): Promise<void> {
  const changesByBook = [...bookChanges(movement.postings)]
  changesByBook.sort(([firstBook], [secondBook]) => (firstBook < secondBook ? -1 : 1))
  const sum = changesByBook.reduce((total, [, amount]) => total + amount, 0)
  assert(sum === 0, 'postings must sum to zero')
  for (const { reason, from, to, amount } of movement.postings) {
    assert(Number.isSafeInteger(amount) && amount > 0, `a posting must move a positive amount, not ${amount}`)
    await insertRow(tx, {
      accountId: movement.accountId,
      subject: movement.subject,
      reason,
      fromBook: from,
      toBook: to,
      amount,
      createdAt: now,
    })
  }
  for (const [book, amount] of changesByBook) {
    if (amount !== 0) await addToBalance(tx, { accountId: movement.accountId, book, amount })
  }
}

/** Returns the stored balance of one book, in whole shillings. */
export const findBalance = async (read: Read, accountId: string, book: Book): Promise<number> =>
  (await selectBalance(read, { accountId, book }))[0]?.amount ?? 0
