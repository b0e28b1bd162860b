// Claimed jobs. A claim is a lease whose due time is also its token: a job that became due again has another
// one, and recording a result then changes nothing. On PostgreSQL a claim also names its node: only that node
// records a result or claims the job again, even if the lease has ended by another node's clock.
import { and, asc, eq, getTableColumns, inArray, lte, min, or, type SQL, sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { type Job, type JobPriority, type JobState, leaseMs } from '../domain/job.ts'
import { whole } from './column.ts'
import { byPriority, recoveredState } from './engine/due-job.ts'
import { mutation, query, type Read, type Tx } from './engine/statement.ts'
import { queueDuePayments } from './payment-due.ts'
import { job, jobColumns } from './table.ts'

/** The table of jobs with the column that only PostgreSQL has. */
const nodeJob = pgTable('job', {
  ...jobColumns(),
  // Named, because drizzle knows the columns of a table by its name, and those of `table.ts` have no node.
  node: whole('node'),
})

/** The node that claims; undefined on SQLite, where there is only one. */
type NodeParam = { node: number | undefined }
/** A claimed job: its id, and the end of its lease in milliseconds. */
type Claim = NodeParam & { id: string; lease: number }
/** How a job is put back into the queue. */
interface Requeue {
  state: JobState
  dueAt: number
  tries: number
  lastError: string | null
}
const isClaimed = sql`${job.state} = 'claimed'`

interface ClaimOptions {
  /** Whether several nodes share the database (PostgreSQL), so that a claim names its node. */
  readonly amongNodes: boolean
}

/** Returns the conditions and values that the statements about claims share. */
function claimConditions({ amongNodes }: ClaimOptions) {
  const isOfNode = (param: (name: 'node') => SQL) => (amongNodes ? sql`node = ${param('node')}` : undefined)
  return {
    /** Matches jobs that a node may claim: waiting ones and its own. Undefined for a node that is alone. */
    mayClaim: (param: (name: 'node') => SQL) =>
      amongNodes ? or(sql`${job.state} = 'waiting'`, isOfNode(param)) : undefined,
    /** Matches the job of a claim, unless the job became due again. */
    isOurs: (param: (name: keyof Claim) => SQL) =>
      and(eq(job.id, param('id')), isClaimed, eq(job.dueAt, param('lease')), isOfNode(param)),
    /** Returns the columns that a claim sets. */
    claimValues: (param: (name: 'lease' | 'node') => SQL) => ({
      state: sql<JobState>`'claimed'`,
      dueAt: param('lease'),
      tries: sql`${job.tries} + 1`,
      node: amongNodes ? param('node') : undefined,
    }),
  }
}

/** Returns the statements that claim jobs, and that finish, requeue or extend a claim. */
function claimStatements(options: ClaimOptions) {
  const { mayClaim, isOurs, claimValues } = claimConditions(options)
  return {
    claimDue: byPriority(isDue =>
      mutation<NodeParam & { now: number; lease: number; limit: number }, Job>((db, param) => {
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
    claimHeld: mutation<Claim, Job>((db, param) =>
      db
        .update(nodeJob)
        .set(claimValues(param))
        .where(and(eq(job.id, param('id')), sql`${job.state} = 'held'`))
        .returning(getTableColumns(job)),
    ),
    deleteClaimed: mutation<Claim>((db, param) => db.delete(job).where(isOurs(param))),
    requeue: mutation<Claim & Requeue>((db, param) =>
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
    extendLease: mutation<Claim & { dueAt: number }, Job>((db, param) =>
      db
        .update(job)
        .set({ dueAt: param('dueAt') })
        .where(isOurs(param))
        .returning(),
    ),
    selectEarliest: byPriority(isDue =>
      query<NodeParam, { dueAt: number | null }>((db, param) =>
        db
          .select({ dueAt: min(job.dueAt) })
          .from(job)
          .where(and(isDue, mayClaim(param))),
      ),
    ),
  }
}

const soleStatements = claimStatements({ amongNodes: false })
const nodeStatements = claimStatements({ amongNodes: true })
/** Returns the statements for a process that has the database alone, or for one node among several. */
const statementsFor = ({ node }: { readonly node?: number | undefined }) =>
  node === undefined ? soleStatements : nodeStatements

/**
 * Claims due jobs, at most `max` of each priority, and returns them, the most urgent priority first. Due
 * payments become jobs here, only as many as can be claimed now, so that few job rows are written.
 */
export async function claimJobs(
  tx: Tx,
  now: number,
  max: Readonly<Record<JobPriority, number>>,
): Promise<Job[]> {
  const lease = now + leaseMs
  const { node } = tx
  /** Claims the due jobs of a priority, in the order of their ids. */
  const claimOf = async (priority: JobPriority, limit: number): Promise<Job[]> => {
    // In SQLite an update that finds nothing takes twenty times as long as this check.
    const dueAt = limit > 0 ? await nextClaimAt(tx, priority, node) : undefined
    if (dueAt === undefined || dueAt > now) return []
    const claimed = await statementsFor(tx).claimDue[priority](tx, { now, lease, limit, node })
    // PostgreSQL returns jobs in any order. An id made earlier is lower.
    return claimed.sort((first, second) => (first.id < second.id ? -1 : 1))
  }
  const money = await claimOf('money', max.money)
  const expiry = await claimOf('expiry', max.expiry)
  const expiryRoom = max.expiry - expiry.length
  const queuedPayments = expiryRoom > 0 ? await queueDuePayments(tx, now, expiryRoom) : 0
  // Their new jobs check attempts (money) and end payments (expiry).
  if (queuedPayments > 0) {
    money.push(...(await claimOf('money', max.money - money.length)))
    expiry.push(...(await claimOf('expiry', expiryRoom)))
  }
  const delivery = await claimOf('delivery', max.delivery)
  const upkeep = await claimOf('upkeep', max.upkeep)
  return [...money, ...expiry, ...delivery, ...upkeep]
}

/** Claims a job that is held for its host; undefined when it is no longer held. */
export async function claimHeldJob(tx: Tx, id: string, now: number): Promise<Job | undefined> {
  return (await statementsFor(tx).claimHeld(tx, { id, lease: now + leaseMs, node: tx.node }))[0]
}

/** Removes a claimed job that is done, unless it became due again in the meantime. */
export const finishJob = (tx: Tx, { id, dueAt: lease }: Job): Promise<unknown> =>
  statementsFor(tx).deleteClaimed(tx, { id, lease, node: tx.node })

/** Puts a claimed job back into the queue: waiting until a time, held for its host, or parked. */
export const moveJob = (
  tx: Tx,
  { id, dueAt: lease }: Job,
  to: Requeue & { state: 'waiting' | 'held' | 'parked' },
): Promise<unknown> => statementsFor(tx).requeue(tx, { id, lease, node: tx.node, ...to })

/**
 * Extends the lease of a running job.
 * @param lease end of the present lease, in milliseconds
 * @param dueAt end of the extended lease
 * @returns false when the job became due again, or another node claimed it
 */
export const renewJob = async (tx: Tx, { id }: Job, lease: number, dueAt: number): Promise<boolean> =>
  (await statementsFor(tx).extendLease(tx, { id, lease, dueAt, node: tx.node })).length > 0

/**
 * Returns when the next job of a priority is due; undefined when there is none.
 * @param node if set, only jobs that this node may claim count
 */
export const nextClaimAt = async (
  read: Read,
  priority: JobPriority,
  node: number | undefined,
): Promise<number | undefined> =>
  (await statementsFor({ node }).selectEarliest[priority](read, { node }))[0]?.dueAt ?? undefined

/**
 * Returns a statement that makes claimed jobs due at once.
 * @param isLost returns the condition on jobs whose process is gone; undefined for all claimed jobs
 */
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
const recoverOfThisNode = recoverWhere<NodeParam>(param => sql`node = ${param('node')}`)

/** Makes all claimed jobs due at once. Only a process that has the store for itself may call this. */
export const recoverJobs = (tx: Tx, now: number): Promise<unknown> => recoverAll(tx, { now })
/** Makes claimed jobs due at once if their node is not among the `living` nodes. */
export const recoverJobsOfGone = (tx: Tx, now: number, living: readonly number[]): Promise<unknown> =>
  recoverOfGoneNodes(tx, { now, living: `{${living.join()}}` })
/** Makes all jobs that this node has claimed due at once. Call it only while the node runs none of them. */
export const recoverOwnJobs = (tx: Tx, now: number): Promise<unknown> =>
  recoverOfThisNode(tx, { now, node: tx.node })
