// The balances in payment SMS of a till number, with which a new message is compared.
import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Balance } from '../domain/sms-match.ts'
import type { Sms } from '../domain/sms-record.ts'
import { query, type Read } from './engine/statement.ts'
import { sms } from './sms-table.ts'

/** Most earlier messages with whose balances a new message is compared. */
const balancesMax = 20

/**
 * Returns the query for the newest messages of a connection that have a balance with a label.
 * @param isInState condition on the state of the messages
 */
const selectNewestWithBalance = (isInState: SQL) =>
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
            isInState,
          ),
        )
        .orderBy(desc(sms.id))
        .limit(balancesMax),
  )
const isNotRejected = ne(sms.state, sql`'rejected'`)
const selectNewestBalances = selectNewestWithBalance(isNotRejected)
const selectClaimedBalances = selectNewestWithBalance(eq(sms.state, sql`'claimed'`))
const selectAnyWithBalance = query<{ connection: string }, { id: string }>((db, param) =>
  db
    .select({ id: sms.id })
    .from(sms)
    .where(and(eq(sms.connection, param('connection')), isNotNull(sms.balance), isNotRejected))
    .limit(1),
)
/** Returns the amounts and balances of those messages that have both. */
const balancesOf = (rows: readonly Pick<Sms, 'amount' | 'balance'>[]): Balance[] =>
  rows.flatMap(({ amount, balance }) => (amount === null || balance === null ? [] : [{ amount, balance }]))

/**
 * Lists the balances with a label in messages of a connection, newest first.
 * @returns `all`: of messages that were not rejected; `claimed`, `waiting`: of messages in that state
 */
export async function listBalances(
  read: Read,
  key: { readonly connection: string; readonly balanceLabel: string },
): Promise<{ readonly all: Balance[]; readonly claimed: Balance[]; readonly waiting: Balance[] }> {
  const newest = await selectNewestBalances(read, key)
  return {
    all: balancesOf(newest),
    // Queried separately, so that many forged messages do not displace the claimed ones within the limit.
    claimed: balancesOf(await selectClaimedBalances(read, key)),
    waiting: balancesOf(newest.filter(({ state }) => state === 'waiting')),
  }
}
/** Returns whether any message of a connection that was not rejected has a balance, with any label. */
export const hasBalances = async (read: Read, connection: string): Promise<boolean> =>
  (await selectAnyWithBalance(read, { connection })).length > 0
