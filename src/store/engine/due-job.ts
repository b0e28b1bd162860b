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
const ending = kindList([...moneyKinds, ...expiryKinds])
/** A claimed job is due again when its lease has run out. */
export const dueConditions: Readonly<Record<JobPriority, SQL>> = {
  money: sql`${noQueue} and ${job.kind} in (${kindList(moneyKinds)})`,
  expiry: sql`${noQueue} and ${job.kind} in (${kindList(expiryKinds)})`,
  delivery: sql`${job.queue} is not null and ${isLive}`,
  upkeep: sql`${noQueue} and ${job.kind} not in (${ending})`,
}
/** The new state of a claimed job whose process is gone: due now, or the first that is held for its host. */
export const recoveredState = (now: SQL) => {
  const ofHost = sql`held.state = 'held' and held.queue = ${sql.raw('job.queue')} and held.due_at < ${now}`
  const first = sql`coalesce((select min(held.due_at) from job as held where ${ofHost}), ${now})`
  return {
    state: sql<JobState>`case when ${sql.raw('job.queue')} is null then 'waiting' else 'held' end`,
    dueAt: sql<number>`case when ${sql.raw('job.queue')} is null then ${now} else ${first} end`,
  }
}

/** Makes one value for each priority, the most urgent first. */
export const byPriority = <T>(make: (isDue: SQL) => T) =>
  Object.fromEntries(jobPriorities.map(priority => [priority, make(dueConditions[priority])])) as Record<
    JobPriority,
    T
  >
