// Finds the payment SMS that report a reversal, so that money that was taken back completes no sale.
import { and, desc, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { idWithPrefix, lowestIdAt } from '../domain/id.ts'
import { query, type Read } from './engine/statement.ts'
import { sms } from './sms-table.ts'

const reversalsMax = 100

/**
 * Returns the query for the newest reversals, at most `reversalsMax`.
 * @param isOpenOrSettled condition on reversals that wait for a person, or on those that a person has settled
 */
const selectReversals = (isOpenOrSettled: SQL) =>
  query<{ accountId: string; fromId: string }, { text: string | null }>((db, param) =>
    db
      .select({ text: sms.text })
      .from(sms)
      .where(
        and(
          eq(sms.accountId, param('accountId')),
          gte(sms.id, param('fromId')),
          eq(sms.reason, sql`'sms_reversal'`),
          isOpenOrSettled,
        ),
      )
      .orderBy(desc(sms.id))
      .limit(reversalsMax),
  )
const selectOpenReversals = selectReversals(isNull(sms.endedAt))
const selectSettledReversals = selectReversals(isNotNull(sms.endedAt))

/**
 * Lists the sealed texts of the newest payment SMS that report a reversal: up to `reversalsMax` that wait for
 * a person, and up to `reversalsMax` that came at `since` (ms) or later and that a person has settled.
 */
export async function listReversals(
  read: Read,
  { accountId, since }: { readonly accountId: string; readonly since: number },
): Promise<string[]> {
  const open = await selectOpenReversals(read, { accountId, fromId: '' })
  const fromId = idWithPrefix('sms', lowestIdAt(since))
  const settled = await selectSettledReversals(read, { accountId, fromId })
  return [...open, ...settled].flatMap(({ text }) => text ?? [])
}
