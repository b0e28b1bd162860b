// Filtered pages of deliveries, and the jobs that resend a range of them.
import { and, asc, type Column, desc, eq, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type Delivery, type DeliveryStatus, deliveryQueue } from '../domain/delivery.ts'
import { type EventType, eventTypes } from '../domain/event.ts'
import { type Job, type JobKind, jobId } from '../domain/job.ts'
import { adHocQuery, mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { hiddenFromPlanner } from './event-list.ts'
import { countUpTo, type PeriodRange, periodRange } from './range.ts'
import { job } from './table.ts'
import { delivery } from './webhook-table.ts'

export interface DeliveryFilter extends PeriodRange {
  readonly accountId: string
  readonly status?: DeliveryStatus | undefined
  readonly type?: EventType | undefined
  readonly host?: string | undefined
  /** Id of the payment or payout. */
  readonly subject?: string | undefined
}

/**
 * Returns the conditions of a filter. A payment or payout (the subject) has few deliveries, so the planner
 * must find them by the subject: the other columns are then hidden from the planner.
 */
const conditions = (filter: DeliveryFilter): SQL | undefined => {
  const { accountId, status, type, host, subject } = filter
  const hasValue = (column: Column, value: string) =>
    eq(subject ? hiddenFromPlanner(column) : sql`${column}`, value)
  return and(
    subject ? eq(delivery.subject, subject) : undefined,
    hasValue(delivery.accountId, accountId),
    status ? hasValue(delivery.status, status) : undefined,
    type ? hasValue(delivery.type, type) : undefined,
    host ? hasValue(delivery.host, host) : undefined,
    periodRange(delivery, filter),
  )
}

/**
 * Matches every type, so that a query without a type can use the indexes by status and by host, which have
 * the type before the id. One index for each filter would be five more trees to write.
 */
export const anyType = inArray(delivery.type, [...eventTypes])

/** Returns whether a filter needs one walk of an index for each type (`idsOfEachType`). */
const needsUnion = ({ status, type, host, subject }: DeliveryFilter) =>
  !subject && !type && Boolean(status || host)

/**
 * Selects the ids of deliveries of any type, as one walk for each type. SQLite merges the walks as it goes.
 * PostgreSQL would read each walk to its end, so there each walk gets an order and a limit.
 */
function idsOfEachType(fitsOf: (type: EventType) => SQL | undefined, orderAndLimit: SQL | undefined): SQL {
  const walks = eventTypes.map(type => {
    const walk = sql`select ${delivery.id} as id from ${delivery} where ${fitsOf(type)}`
    return orderAndLimit ? sql`(${walk} ${orderAndLimit})` : walk
  })
  return sql`select id from (${sql.join(walks, sql` union all `)}) walk`
}

/** Selects the ids on a page of deliveries, newest first, as one walk for each type. */
function idPageOfEachType({ planner }: Read, filter: DeliveryFilter, limit: number, offset: number): SQL {
  const orderAndLimit = planner === 'postgres' ? sql`order by id desc limit ${limit + offset}` : undefined
  const ids = idsOfEachType(type => conditions({ ...filter, type }), orderAndLimit)
  return sql`(${ids} order by id desc limit ${limit} offset ${offset})`
}

/** Lists a page of deliveries, newest first. Rows before the offset are skipped in the index. */
export const listDeliveryPage = (
  read: Read,
  filter: DeliveryFilter,
  limit: number,
  offset: number,
): Promise<Delivery[]> =>
  adHocQuery(read, db => {
    const condition = conditions(filter)
    const ids = needsUnion(filter)
      ? idPageOfEachType(read, filter, limit, offset)
      : db
          .select({ id: delivery.id })
          .from(delivery)
          .where(condition)
          .orderBy(desc(delivery.id))
          .limit(limit)
          .offset(offset)
    // Other pages select their ids first, so that rows before the offset are not read.
    const isOnPage = offset === 0 && !needsUnion(filter) ? condition : inArray(delivery.id, ids)
    return db.select().from(delivery).where(isOnPage).orderBy(desc(delivery.id)).limit(limit)
  })

export const countDeliveriesUpTo = (read: Read, filter: DeliveryFilter, max: number): Promise<number> =>
  countUpTo(read, delivery, and(conditions(filter), needsUnion(filter) ? anyType : undefined), max)

const resendKind: JobKind = 'delivery.resend'

type ResendableRange = { accountId: string; status: DeliveryStatus; afterId: string; limit: number }
/** Returns the query for a range of deliveries to resend, oldest first. */
const selectResendableOn = (planner: Read['planner']) =>
  query<ResendableRange, Resendable>((db, param) => {
    const fitsOf = (type: EventType) =>
      and(
        eq(delivery.accountId, param('accountId')),
        eq(delivery.status, param('status')),
        eq(delivery.type, type),
        gt(delivery.id, param('afterId')),
      )
    const orderAndLimit = sql`order by id limit ${param('limit')}`
    const walks = idsOfEachType(fitsOf, planner === 'postgres' ? orderAndLimit : undefined)
    return db
      .select({
        id: delivery.id,
        accountId: delivery.accountId,
        host: delivery.host,
        createdAt: delivery.createdAt,
      })
      .from(delivery)
      .where(inArray(delivery.id, sql`(${walks} ${orderAndLimit})`))
      .orderBy(asc(delivery.id))
  })
const selectResendable = { sqlite: selectResendableOn(undefined), postgres: selectResendableOn('postgres') }
/** Adds the job that resends a delivery. A parked job starts over; another existing job returns no row. */
const upsertJob = mutation<typeof job.$inferSelect, { id: string }>((db, param) =>
  db
    .insert(job)
    .values(rowPlaceholders(job))
    .onConflictDoUpdate({
      target: job.id,
      set: { state: 'waiting', dueAt: param('dueAt'), tries: 0, lastError: null },
      setWhere: eq(job.state, sql`'parked'`),
    })
    .returning({ id: job.id }),
)
type JobDue = Pick<Job, 'state' | 'dueAt'>
const selectWaitingBefore = query<{ subject: string; url: string; id: string }, JobDue>((db, param) =>
  db
    .select({ state: job.state, dueAt: job.dueAt })
    .from(delivery)
    .innerJoin(job, eq(job.id, sql`${`${resendKind}:`} || ${delivery.id}`))
    .where(
      and(
        eq(delivery.subject, param('subject')),
        eq(delivery.url, param('url')),
        lt(delivery.id, param('id')),
        ne(job.state, sql`'parked'`),
      ),
    )
    .limit(1),
)

/** The fields of a delivery that the job needs to resend it. */
export type Resendable = Pick<Delivery, 'id' | 'accountId' | 'host' | 'createdAt'>

/** Lists up to `limit` deliveries of an account and status with ids after `afterId`, oldest first. */
export const listResendable = (
  read: Read,
  accountId: string,
  status: DeliveryStatus,
  afterId: string,
  limit: number,
): Promise<Resendable[]> =>
  selectResendable[read.planner ?? 'sqlite'](read, { accountId, status, afterId, limit })

/**
 * Adds the job that resends a delivery at `dueAt`. A parked job starts over.
 * @returns false if the delivery has such a job already that is not parked
 */
export async function putResend(
  tx: Tx,
  value: Omit<Resendable, 'createdAt'>,
  dueAt: number,
): Promise<boolean> {
  const changedJobs = await upsertJob(tx, {
    id: jobId(resendKind, value.id),
    kind: resendKind,
    subject: value.id,
    queue: deliveryQueue(value),
    state: 'waiting',
    dueAt,
    tries: 0,
    lastError: null,
  })
  return changedJobs.length > 0
}

/**
 * Returns the job that resends an earlier delivery about the same payment or payout to the same address;
 * undefined if there is none, or it is parked.
 */
export const findEarlierResend = async (
  read: Read,
  { subject, url, id }: Delivery,
): Promise<JobDue | undefined> => (await selectWaitingBefore(read, { subject, url, id }))[0]
