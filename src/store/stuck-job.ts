// Counts jobs that failed too often, for the whole server or for one account.
import { and, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import { jobRetryMs, jobTriesMax } from '../domain/job.ts'
import { session } from './checkout-table.ts'
import { dueConditions } from './engine/due-job.ts'
import { query, type Read } from './engine/statement.ts'
import { refund } from './refund-table.ts'
import { attempt, job, payment, payout } from './table.ts'
import { delivery } from './webhook-table.ts'

const counted = sql<number>`count(*)`.mapWith(Number)
type Count = { count: number }

/** Matches parked jobs: deliveries that Kaunta gave up because of its own failures. */
const isParked = eq(job.state, sql`'parked'`)
/**
 * Matches jobs of one priority that failed at least `tries` times but are still tried. They are due again
 * soon, so only jobs that are due until `until` are searched.
 */
const isFailing = (isDue: SQL, until: SQL, tries: SQL) =>
  and(isDue, lte(job.dueAt, until), eq(job.state, sql`'waiting'`), gte(job.tries, tries))
const ownJobConditions = [dueConditions.money, dueConditions.expiry, dueConditions.upkeep]

/** Length of the id of an attempt or payout. The subject of a recheck is such an id, followed by a number. */
const uuidLength = 36

/** Matches jobs whose subject belongs to an account. Jobs for the server's own work belong to no account. */
function belongsToAccount(accountId: SQL) {
  /** Matches if the account has a row with this id in a table. */
  const owns = (
    table: typeof attempt | typeof payout | typeof refund | typeof payment | typeof session | typeof delivery,
    id: SQL,
  ) => sql`exists (select 1 from ${table} where ${table.id} = ${id} and ${table.accountId} = ${accountId})`
  const subject = sql`${job.subject}`
  const uuid = sql`substr(${job.subject}, 1, ${sql.raw(String(uuidLength))})`
  return or(
    owns(payment, subject),
    owns(session, subject),
    owns(delivery, subject),
    owns(attempt, uuid),
    owns(payout, uuid),
    owns(refund, uuid),
    // For `address.resume`, the subject is an account and an address.
    sql`substr(${job.subject}, 1, length(${accountId}) + 1) = ${accountId} || ' '`,
  )
}

const selectParkedCount = query<object, Count>(db => db.select({ count: counted }).from(job).where(isParked))
const selectParkedCountOf = query<{ accountId: string }, Count>((db, param) =>
  db
    .select({ count: counted })
    .from(job)
    .where(and(isParked, belongsToAccount(param('accountId')))),
)
const failingCountQueries = ownJobConditions.map(isDue =>
  query<{ until: number; tries: number }, Count>((db, param) =>
    db
      .select({ count: counted })
      .from(job)
      .where(isFailing(isDue, param('until'), param('tries'))),
  ),
)
const failingCountQueriesOf = ownJobConditions.map(isDue =>
  query<{ accountId: string; until: number; tries: number }, Count>((db, param) =>
    db
      .select({ count: counted })
      .from(job)
      .where(and(isFailing(isDue, param('until'), param('tries')), belongsToAccount(param('accountId')))),
  ),
)

/** Returns parameters of `isFailing`: the latest due time of failing jobs, and their fewest tries. */
const failingParams = (now: number) => ({
  until: now + jobRetryMs(Number.POSITIVE_INFINITY),
  tries: jobTriesMax,
})
const sumCounts = (...rows: Count[][]) => rows.flat().reduce((sum, { count }) => sum + count, 0)

/** Counts the stuck jobs of the whole server: parked jobs, and failing jobs that are still tried. */
export async function countStuckJobs(read: Read, now: number): Promise<number> {
  const params = failingParams(now)
  const parked = await selectParkedCount(read, {})
  const failing = await Promise.all(failingCountQueries.map(selectCount => selectCount(read, params)))
  return sumCounts(parked, ...failing)
}
/** Counts the stuck jobs about payments, payouts, refunds, checkout sessions and webhooks of one account. */
export async function countStuckJobsOf(read: Read, accountId: string, now: number): Promise<number> {
  const params = { accountId, ...failingParams(now) }
  const parked = await selectParkedCountOf(read, { accountId })
  const failing = await Promise.all(failingCountQueriesOf.map(selectCount => selectCount(read, params)))
  return sumCounts(parked, ...failing)
}
