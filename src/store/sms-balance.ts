// The balances in payment SMS of a till number, with which a new message is compared.
import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Balance } from '../domain/sms-match.ts'
import type { Sms } from '../domain/sms-record.ts'
import { query, type Read } from './engine/statement.ts'
import { sms } from './sms-table.ts'

/** Finds the 20 newest messages with a balance of a label. @param inState condition on their states */
const selectNewestWithBalance = (inState: SQL) =>
  query<{ connection: string; balanceLabel: string }, Pick<Sms, 'state' | 'amount' | 'balance'>>(
    (db, param) =>
      db
        .select({ state: sms.state, amount: sms.amount, balance: sms.balance })
        .from(sms)
        .where(
          and(
            eq(sms.connection, param('connection')),
            eq(sms.balanceLabel, param('balanceLabel')),
            isNotNull(sms.balance),
            inState,
          ),
        )
        .orderBy(desc(sms.id))
        .limit(20),
  )
const notRejected = ne(sms.state, sql`'rejected'`)
const selectNewestBalances = selectNewestWithBalance(notRejected)
const selectClaimedBalances = selectNewestWithBalance(eq(sms.state, sql`'claimed'`))
const selectAnyWithBalance = query<{ connection: string }, { id: string }>((db, param) =>
  db
    .select({ id: sms.id })
    .from(sms)
    .where(and(eq(sms.connection, param('connection')), isNotNull(sms.balance), notRejected))
    .limit(1),
)
const balancesOf = (rows: readonly Pick<Sms, 'amount' | 'balance'>[]): Balance[] =>
  rows.flatMap(({ amount, balance }) => (amount === null || balance === null ? [] : [{ amount, balance }]))

/** Lists the last balances of this label, newest first: all of them, and those in one state. */
export async function listBalances(
  read: Read,
  key: { readonly connection: string; readonly balanceLabel: string },
): Promise<{ readonly all: Balance[]; readonly claimed: Balance[]; readonly waiting: Balance[] }> {
  const newest = await selectNewestBalances(read, key)
  return {
    all: balancesOf(newest),
    // A separate query, so that many invented messages cannot push out claimed ones.
    claimed: balancesOf(await selectClaimedBalances(read, key)),
    waiting: balancesOf(newest.filter(({ state }) => state === 'waiting')),
  }
}
/** Returns whether any message over a connection had a balance, of any label. */
export const hasBalances = async (read: Read, connection: string): Promise<boolean> =>
  (await selectAnyWithBalance(read, { connection })).length > 0
