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
 * Returns the conditions of a filter. A payment has few deliveries, so the planner must find them by the
 * payment: the other columns are then hidden from it.
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
 * PostgreSQL would read each to its end, so there each walk gets an order and a limit.
 */
const idsOfEachType = (fitsOf: (type: EventType) => SQL | undefined, orderAndLimit: SQL | undefined): SQL =>
  sql`select id from (${sql.join(
    eventTypes.map(type => {
      const walk = sql`select ${delivery.id} as id from ${delivery} where ${fitsOf(type)}`
      return orderAndLimit ? sql`(${walk} ${orderAndLimit})` : walk
    }),
    sql` union all `,
  )}) walk`

/** Lists a page of deliveries, newest first. Rows before the offset are skipped in the index. */
export const listDeliveryPage = (
  read: Read,
  filter: DeliveryFilter,
  limit: number,
  offset: number,
): Promise<Delivery[]> =>
  adHocQuery(read, db => {
    const fits = conditions(filter)
    const orderAndLimit =
      read.planner === 'postgres' ? sql`order by id desc limit ${limit + offset}` : undefined
    const ids = needsUnion(filter)
      ? sql`(${idsOfEachType(type => conditions({ ...filter, type }), orderAndLimit)} order by id desc limit ${limit} offset ${offset})`
      : db
          .select({ id: delivery.id })
          .from(delivery)
          .where(fits)
          .orderBy(desc(delivery.id))
          .limit(limit)
          .offset(offset)
    // Other pages select their ids first, so that no whole rows are read only to be skipped.
    const isOnPage = offset === 0 && !needsUnion(filter) ? fits : inArray(delivery.id, ids)
    return db.select().from(delivery).where(isOnPage).orderBy(desc(delivery.id)).limit(limit)
  })

/** Counts the deliveries that fit a filter, up to `max`. */
export const countDeliveriesUpTo = (read: Read, filter: DeliveryFilter, max: number): Promise<number> =>
  countUpTo(read, delivery, and(conditions(filter), needsUnion(filter) ? anyType : undefined), max)

const resendKind: JobKind = 'delivery.resend'

type ResendableRange = { accountId: string; status: DeliveryStatus; afterId: string; limit: number }
/** Returns the query for deliveries of a status after an id, for either planner. */
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
    return db
      .select({
        id: delivery.id,
        accountId: delivery.accountId,
        host: delivery.host,
        createdAt: delivery.createdAt,
      })
      .from(delivery)
      .where(
        inArray(
          delivery.id,
          sql`(${idsOfEachType(fitsOf, planner === 'postgres' ? orderAndLimit : undefined)} ${orderAndLimit})`,
        ),
      )
      .orderBy(asc(delivery.id))
  })
const selectResendable = { sqlite: selectResendableOn(undefined), postgres: selectResendableOn('postgres') }
/** Adds the one job that sends a delivery again; a parked one starts over. */
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

/** What the job that sends a delivery again needs to know of it. */
export type Resendable = Pick<Delivery, 'id' | 'accountId' | 'host' | 'createdAt'>

/** Lists up to `limit` deliveries of a status after this id, oldest first. */
export const listResendable = (
  read: Read,
  accountId: string,
  status: DeliveryStatus,
  afterId: string,
  limit: number,
): Promise<Resendable[]> =>
  selectResendable[read.planner ?? 'sqlite'](read, { accountId, status, afterId, limit })

/** Adds the job that sends a delivery again at `dueAt`. @returns false if such a job was waiting already */
export async function putResend(
  tx: Tx,
  { id, ...delivery }: Omit<Resendable, 'createdAt'>,
  dueAt: number,
): Promise<boolean> {
  const row = {
    id: jobId(resendKind, id),
    kind: resendKind,
    subject: id,
    queue: deliveryQueue(delivery),
    dueAt,
    tries: 0,
    lastError: null,
  } as const
  return (await upsertJob(tx, { ...row, state: 'waiting' })).length > 0
}

/**
 * Returns the job of an earlier delivery about the same payment or payout to the same address that is to be
 * sent again.
 */
export const findEarlierResend = async (
  read: Read,
  { subject, url, id }: Delivery,
): Promise<JobDue | undefined> => (await selectWaitingBefore(read, { subject, url, id }))[0]
