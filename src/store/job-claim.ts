// Claimed jobs. A claim is a lease whose due time is also its token: a job that became due again has another
// one, and recording a result then changes nothing. On PostgreSQL a claim also names its node: only that node
// records a result or claims the job again, even if the lease has ended by another node's clock.
import { and, asc, eq, getTableColumns, inArray, lte, min, or, type SQL, sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { type Job, type JobPriority, type JobState, leaseMs } from '../domain/job.ts'
import { whole } from './column.ts'
import { byPriority, recoveredState } from './engine/due-job.ts'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { releaseDuePayments } from './payment-due.ts'
import { job, jobColumns } from './table.ts'

/** The table of jobs with the column that only PostgreSQL has. */
const nodeJob = pgTable('job', {
  ...jobColumns(),
  // Named, because drizzle knows the columns of a table by its name, and those of `table.ts` have no node.
  node: whole('node'),
})

type Node = { node: number | undefined }
type Claim = Node & { id: string; lease: number }
interface Place {
  state: JobState
  dueAt: number
  tries: number
  lastError: string | null
}
const isClaimed = sql`${job.state} = 'claimed'`

function claimStatements(amongNodes: boolean) {
  const ofNode = (param: (name: 'node') => SQL) => (amongNodes ? sql`node = ${param('node')}` : undefined)
  const mayClaim = (param: (name: 'node') => SQL) =>
    amongNodes ? or(sql`${job.state} = 'waiting'`, ofNode(param)) : undefined
  const isOurs = (param: (name: keyof Claim) => SQL) =>
    and(eq(job.id, param('id')), isClaimed, eq(job.dueAt, param('lease')), ofNode(param))
  const claimValues = (param: (name: 'lease' | 'node') => SQL) => ({
    state: sql<JobState>`'claimed'`,
    dueAt: param('lease'),
    tries: sql`${job.tries} + 1`,
    node: amongNodes ? param('node') : undefined,
  })
  return {
    due: byPriority(isDue =>
      mutation<Node & { now: number; lease: number; limit: number }, Job>((db, param) => {
        const due = db
          .select({ id: job.id })
          .from(job)
          .where(and(isDue, mayClaim(param), lte(job.dueAt, param('now'))))
          .orderBy(asc(job.dueAt))
          .limit(sql.placeholder('limit'))
        return db
          .update(nodeJob)
          .set(claimValues(param))
          .where(inArray(job.id, due))
          .returning(getTableColumns(job))
      }),
    ),
    held: mutation<Claim, Job>((db, param) =>
      db
        .update(nodeJob)
        .set(claimValues(param))
        .where(and(eq(job.id, param('id')), sql`${job.state} = 'held'`))
        .returning(getTableColumns(job)),
    ),
    remove: mutation<Claim>((db, param) => db.delete(job).where(isOurs(param))),
    move: mutation<Claim & Place>((db, param) =>
      db
        .update(job)
        .set({
          state: param('state'),
          dueAt: param('dueAt'),
          tries: param('tries'),
          lastError: param('lastError'),
        })
        .where(isOurs(param)),
    ),
    renew: mutation<Claim & { dueAt: number }, Job>((db, param) =>
      db
        .update(job)
        .set({ dueAt: param('dueAt') })
        .where(isOurs(param))
        .returning(),
    ),
    earliest: byPriority(isDue =>
      query<Node, { dueAt: number | null }>((db, param) =>
        db
          .select({ dueAt: min(job.dueAt) })
          .from(job)
          .where(and(isDue, mayClaim(param))),
      ),
    ),
  }
}

const ofOne = claimStatements(false)
const ofMany = claimStatements(true)
const statements = ({ node }: { readonly node?: number | undefined }) => (node === undefined ? ofOne : ofMany)

/**
 * Claims due jobs, at most `max` of each priority, the most urgent first; each is ours until its lease ends.
 * Payments become jobs as they are claimed, so that a backlog of them stays small.
 */
export async function claimJobs(
  tx: Tx,
  now: number,
  max: Readonly<Record<JobPriority, number>>,
): Promise<Job[]> {
  const lease = now + leaseMs
  const { node } = tx
  const claim = async (priority: JobPriority, limit: number): Promise<Job[]> => {
    // In SQLite an update that finds nothing takes twenty times as long as this check.
    const dueAt = limit > 0 ? await nextClaimAt(tx, priority, node) : undefined
    if (dueAt === undefined || dueAt > now) return []
    const claimed = await statements(tx).due[priority](tx, { now, lease, limit, node })
    // PostgreSQL returns them in any order. An id made earlier is lower.
    return claimed.sort((eachJob, next) => (eachJob.id < next.id ? -1 : 1))
  }
  const money = await claim('money', max.money)
  const expiry = await claim('expiry', max.expiry)
  const placesLeft = max.expiry - expiry.length
  if (placesLeft > 0 && (await releaseDuePayments(tx, now, placesLeft)) > 0) {
    money.push(...(await claim('money', max.money - money.length)))
    expiry.push(...(await claim('expiry', placesLeft)))
  }
  return [
    ...money,
    ...expiry,
    ...(await claim('delivery', max.delivery)),
    ...(await claim('upkeep', max.upkeep)),
  ]
}

/** Claims a job that is held for its host; undefined when it is no longer held. */
export async function claimHeldJob(tx: Tx, id: string, now: number): Promise<Job | undefined> {
  return (await statements(tx).held(tx, { id, lease: now + leaseMs, node: tx.node }))[0]
}

/** Removes a claimed job that is done. */
export const finishJob = (tx: Tx, { id, dueAt: lease }: Job): Promise<unknown> =>
  statements(tx).remove(tx, { id, lease, node: tx.node })

/** Puts a claimed job back: due again, held for its queue, or parked. */
export const moveJob = (
  tx: Tx,
  { id, dueAt: lease }: Job,
  to: Place & { state: 'waiting' | 'held' | 'parked' },
): Promise<unknown> => statements(tx).move(tx, { id, lease, node: tx.node, ...to })

/**
 * Extends the lease of a running job until `dueAt`. @returns false when the job became due again, or is not
 * ours
 */
export const renewJob = async (tx: Tx, { id }: Job, lease: number, dueAt: number): Promise<boolean> =>
  (await statements(tx).renew(tx, { id, lease, dueAt, node: tx.node })).length > 0

/** When the next job of a priority is due. @param node counts only jobs that this node may claim */
export const nextClaimAt = async (
  read: Read,
  priority: JobPriority,
  node: number | undefined,
): Promise<number | undefined> =>
  (await statements({ node }).earliest[priority](read, { node }))[0]?.dueAt ?? undefined

const recoverWhere = <P extends object>(
  isLost: (param: (name: keyof P & string) => SQL) => SQL | undefined,
) =>
  mutation<P & { now: number }>((db, param) =>
    db
      .update(job)
      .set(recoveredState(param('now')))
      .where(and(isClaimed, isLost(param))),
  )
const recoverAll = recoverWhere(() => undefined)
const recoverOfGoneNodes = recoverWhere<{ living: string }>(
  param => sql`(node is null or node <> all (${param('living')}::bigint[]))`,
)
const recoverOfThisNode = recoverWhere<Node>(param => sql`node = ${param('node')}`)

/** Makes all claimed jobs due at once. Only for a process that has the store alone. */
export const recoverJobs = (tx: Tx, now: number): Promise<unknown> => recoverAll(tx, { now })
/** Makes jobs due at once that nodes other than the `living` ones have claimed. */
export const recoverJobsOfGone = (tx: Tx, now: number, living: readonly number[]): Promise<unknown> =>
  recoverOfGoneNodes(tx, { now, living: `{${living.join()}}` })
/** Makes jobs due at once that this node has claimed and does not run. */
export const recoverOwnJobs = (tx: Tx, now: number): Promise<unknown> =>
  recoverOfThisNode(tx, { now, node: tx.node })
