// Which jobs are due, by priority, in the words of their indexes.
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

const listed = (kinds: readonly JobKind[]) => sql.raw(kinds.map(kind => `'${kind}'`).join(', '))
const isLive = sql`${job.state} in ('waiting', 'claimed')`
const noQueue = sql`${job.queue} is null and ${isLive}`
const ending = listed([...moneyKinds, ...expiryKinds])
/** A lease that ran out is due again. */
export const dueConditions: Readonly<Record<JobPriority, SQL>> = {
  money: sql`${noQueue} and ${job.kind} in (${listed(moneyKinds)})`,
  expiry: sql`${noQueue} and ${job.kind} in (${listed(expiryKinds)})`,
  delivery: sql`${job.queue} is not null and ${isLive}`,
  upkeep: sql`${noQueue} and ${job.kind} not in (${ending})`,
}
/**
 * What becomes of a claimed job whose process is gone: it is due at once, or held for its host before all
 * others, as when it was claimed.
 */
export const recovered = (now: SQL) => {
  const ofHost = sql`held.state = 'held' and held.queue = ${sql.raw('job.queue')} and held.due_at < ${now}`
  const first = sql`coalesce((select min(held.due_at) from job as held where ${ofHost}), ${now})`
  return {
    state: sql<JobState>`case when ${sql.raw('job.queue')} is null then 'waiting' else 'held' end`,
    dueAt: sql<number>`case when ${sql.raw('job.queue')} is null then ${now} else ${first} end`,
  }
}

/** One of something for each priority, the most urgent first. */
export const byPriority = <T>(make: (isDue: SQL) => T) =>
  Object.fromEntries(jobPriorities.map(priority => [priority, make(dueConditions[priority])])) as Record<
    JobPriority,
    T
  >
