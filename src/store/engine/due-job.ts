// Which jobs are due, by priority. SQLite uses an index only for a condition in the words of that index.
import { type SQL, sql } from 'drizzle-orm'
import {
  expiryKinds,
  type JobKind,
  type JobPriority,
  type JobState,
  jobPriorities,
  moneyKinds,
} from '../../domain/job.ts'
import { job } from '../table.ts'

const kindList = (kinds: readonly JobKind[]) => sql.raw(kinds.map(kind => `'${kind}'`).join(', '))
const isLive = sql`${job.state} in ('waiting', 'claimed')`
const noQueue = sql`${job.queue} is null and ${isLive}`
const urgentKinds = kindList([...moneyKinds, ...expiryKinds])
/**
 * Conditions on the jobs of each priority, waiting or claimed: a claimed job is due when its lease has
 * ended.
 */
export const dueConditions: Readonly<Record<JobPriority, SQL>> = {
  money: sql`${noQueue} and ${job.kind} in (${kindList(moneyKinds)})`,
  expiry: sql`${noQueue} and ${job.kind} in (${kindList(expiryKinds)})`,
  delivery: sql`${job.queue} is not null and ${isLive}`,
  upkeep: sql`${noQueue} and ${job.kind} not in (${urgentKinds})`,
}
/**
 * Returns SQL for the new state and due time of a claimed job whose process is gone. The job waits and is due
 * now; a delivery is held instead, before all others of its host.
 */
export const recoveredState = (now: SQL) => {
  const isHeldEarlier = sql`held.state = 'held' and held.queue = ${sql.raw('job.queue')} and held.due_at < ${now}`
  const firstDueAt = sql`coalesce((select min(held.due_at) from job as held where ${isHeldEarlier}), ${now})`
  return {
    state: sql<JobState>`case when ${sql.raw('job.queue')} is null then 'waiting' else 'held' end`,
    dueAt: sql<number>`case when ${sql.raw('job.queue')} is null then ${now} else ${firstDueAt} end`,
  }
}

/**
 * Returns a record with the result of `make` for each priority, the most urgent first.
 * @param make receives the SQL condition on the jobs of a priority
 */
export const byPriority = <T>(make: (isDue: SQL) => T) =>
  Object.fromEntries(jobPriorities.map(priority => [priority, make(dueConditions[priority])])) as Record<
    JobPriority,
    T
  >
