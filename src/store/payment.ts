// Payments as rows, with the kept totals that lists and reports count by.
import { and, between, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '../domain/day.ts'
import { type Payment, type PaymentStatus, type PaymentType, referenceLength, tailLength } from '../domain/payment.ts'
import { ask, change, query, type Read, rowQuery, slots, type Tx } from './statement.ts'
import { payment, total } from './table.ts'

const insert = change<Payment>(db => db.insert(payment).values(slots(payment)))
const byId = rowQuery<{ id: string }, typeof payment>(payment, (db, at) =>
  db
    .select()
    .from(payment)
    .where(eq(payment.id, at('id'))),
)
const byIdLocked = query<{ id: string }, Payment>((db, at) =>
  db
    .select()
    .from(payment)
    .where(eq(payment.id, at('id')))
    .for('update'),
)
const byToken = query<{ token: string }, Payment>((db, at) =>
  db
    .select()
    .from(payment)
    .where(eq(payment.token, at('token')))
    .orderBy(desc(payment.id))
    .limit(1),
)
const tokenSince = query<{ token: string; id: string }, { id: string }>((db, at) =>
  db
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.token, at('token')), gte(payment.id, at('id'))))
    .limit(1),
)
const paidWith = query<{ accountId: string; externalReference: string }, { id: string }>((db, at) =>
  db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.accountId, at('accountId')),
        eq(payment.externalReference, at('externalReference')),
        sql`${payment.status} || '' = 'completed'`,
      ),
    )
    .limit(1),
)
const newest = query<object, { id: string }>(db => db.select({ id: payment.id }).from(payment).orderBy(desc(payment.id)).limit(1))
const update = change<Payment>((db, at) =>
  db
    .update(payment)
    .set({
      status: at('status'),
      channelType: at('channelType'),
      provider: at('provider'),
      token: at('token'),
      qr: at('qr'),
      paymentUrl: at('paymentUrl'),
      externalReference: at('externalReference'),
      fees: at('fees'),
      failureReason: at('failureReason'),
      late: at('late', payment.late),
      unknown: at('unknown', payment.unknown),
      endedAt: at('endedAt'),
      shiftId: at('shiftId'),
      byHand: at('byHand', payment.byHand),
    })
    .where(eq(payment.id, at('id'))),
)

/** A session's payment may be asked for in another way, or by another amount, than before. */
const revise = change<Payment>((db, at) =>
  db
    .update(payment)
    .set({ type: at('type'), amount: at('amount'), phone: at('phone'), customer: at('customer', payment.customer) })
    .where(eq(payment.id, at('id'))),
)
const isRevised = (before: Payment, after: Payment) =>
  (['type', 'amount', 'phone', 'customer'] as const).some(name => before[name] !== after[name])

type TotalChange = { accountId: string; day: number; type: PaymentType; status: PaymentStatus; count: number; amount: number }
const count = change<TotalChange>((db, at) =>
  db
    .insert(total)
    .values(slots(total))
    .onConflictDoUpdate({
      target: [total.accountId, total.day, total.type, total.status],
      set: { count: sql`${total.count} + ${at('count')}`, amount: sql`${total.amount} + ${at('amount')}` },
    }),
)

const tally = (tx: Tx, value: Payment, timeZone: string, sign: 1 | -1) =>
  count(tx, {
    accountId: value.accountId,
    day: dayOf(value.createdAt, timeZone),
    type: value.type,
    status: value.status,
    count: sign,
    amount: sign * value.amount,
  })

const quarterMs = 900_000
const quarter = sql<number>`${payment.createdAt} / ${sql.raw(String(quarterMs))}`.mapWith(Number)
const byQuarter = query<{ accountId: string }, Omit<TotalChange, 'accountId' | 'day'> & { quarter: number }>((db, at) =>
  db
    .select({
      quarter,
      type: payment.type,
      status: payment.status,
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`sum(${payment.amount})`.mapWith(Number),
    })
    .from(payment)
    .where(eq(payment.accountId, at('accountId')))
    .groupBy(quarter, payment.type, payment.status),
)
const dropTotals = change<{ accountId: string }>((db, at) => db.delete(total).where(eq(total.accountId, at('accountId'))))

/** Counts every payment of an account again, by days of another time zone: some 3 s at a million payments, once in an account's life. */
export async function recountTotals(tx: Tx, accountId: string, timeZone: string): Promise<void> {
  await dropTotals(tx, { accountId })
  for (const { quarter, ...counted } of await byQuarter(tx, { accountId }))
    await count(tx, { accountId, day: dayOf(quarter * quarterMs, timeZone), ...counted })
}

/** Adds a new payment and counts it on its day in the account's time zone. */
export async function insertPayment(tx: Tx, value: Payment, timeZone: string): Promise<void> {
  await insert(tx, value)
  await tally(tx, value, timeZone, 1)
}

/** Writes what may change of a payment, and moves it between the totals when its status, type or amount did. */
export async function updatePayment(tx: Tx, before: Payment, after: Payment, timeZone: string): Promise<void> {
  await update(tx, after)
  if (isRevised(before, after)) await revise(tx, after)
  if (before.status === after.status && before.type === after.type && before.amount === after.amount) return
  await tally(tx, before, timeZone, -1)
  await tally(tx, after, timeZone, 1)
}

/** The payment as nobody else can change it until this transaction ends. */
export const lockPayment = async (tx: Tx, id: string): Promise<Payment | undefined> =>
  (await (tx.locks ? byIdLocked : byId)(tx, { id }))[0]

export const findPayment = async (read: Read, id: string): Promise<Payment | undefined> => (await byId(read, { id }))[0]

/** The newest payment with this token: a token comes back after 90 days. */
export const findPaymentByToken = async (read: Read, token: string): Promise<Payment | undefined> =>
  (await byToken(read, { token }))[0]

/** Whether a payment with an id from `sinceId` on has this token. */
export const isTokenUsed = async (read: Read, token: string, sinceId: string): Promise<boolean> =>
  (await tokenSince(read, { token, id: sinceId })).length > 0

/** A completed payment that this receipt, or network's reference, has paid for. */
export const findPaid = async (read: Read, accountId: string, externalReference: string): Promise<string | undefined> =>
  (await paidWith(read, { accountId, externalReference }))[0]?.id

/** The newest id of all, so that new ids follow it. */
export const newestPaymentId = async (read: Read): Promise<string | undefined> => (await newest(read, {}))[0]?.id

export interface PaymentFilter {
  readonly accountId: string
  readonly status?: PaymentStatus | undefined
  readonly type?: PaymentType | undefined
  /** E.164. */
  readonly phone?: string | undefined
  readonly externalReference?: string | undefined
  readonly token?: string | undefined
  /** Asked for at this till. */
  readonly tillId?: string | undefined
  /** The whole reference, or how it ends (six characters or more). */
  readonly reference?: string | undefined
  /** Ids from this one on. */
  readonly fromId?: string | undefined
  /** Ids before this one, which is only the beginning of an id (`idFrom`) and so none itself. */
  readonly beforeId?: string | undefined
}

/** A whole reference is one row; an ending is found by its last six characters and then compared in full. */
function referenceIs(reference: string): SQL[] {
  if (reference.length === referenceLength) return [eq(payment.id, reference)]
  const ending = [eq(payment.tail, reference.slice(-tailLength))]
  if (reference.length > tailLength)
    ending.push(sql`substr(${payment.id}, ${referenceLength + 1 - reference.length}) = ${reference}`)
  return ending
}

/** Few payments have it: SQLite must find them by it. */
const isRare = ({ phone, externalReference, token, reference, tillId }: PaymentFilter) =>
  Boolean(phone || externalReference || token || reference || tillId)

/**
 * Compares a column whose values many payments share. Beside a rare one it hides from the planner, which knows nothing of how many
 * there are and would walk all completed payments in search of a token.
 */
const common = (filter: PaymentFilter, column: typeof payment.status | typeof payment.type, value: string | undefined) =>
  value === undefined ? undefined : isRare(filter) ? sql`${column} || '' = ${value}` : sql`${column} = ${value}`

const conditions = (filter: PaymentFilter): SQL | undefined =>
  and(
    eq(payment.accountId, filter.accountId),
    common(filter, payment.status, filter.status),
    common(filter, payment.type, filter.type),
    filter.phone ? eq(payment.phone, filter.phone) : undefined,
    filter.externalReference ? eq(payment.externalReference, filter.externalReference) : undefined,
    filter.token ? eq(payment.token, filter.token) : undefined,
    filter.tillId ? eq(payment.tillId, filter.tillId) : undefined,
    ...(filter.reference ? referenceIs(filter.reference) : []),
    idRange(filter),
  )

/** Two bounds are one `between`: as two comparisons SQLite takes the index of the account alone and walks past all other statuses. */
function idRange({ fromId, beforeId }: PaymentFilter): SQL | undefined {
  if (fromId && beforeId) return between(payment.id, fromId, beforeId)
  return fromId ? gte(payment.id, fromId) : beforeId ? lt(payment.id, beforeId) : undefined
}

/** A page of payments, newest first. What an offset skips is skipped in the index, without a look at its rows. */
export const listPayments = (read: Read, filter: PaymentFilter, limit: number, offset: number): Promise<Payment[]> =>
  ask(read, db => {
    const fits = conditions(filter)
    const ids = db.select({ id: payment.id }).from(payment).where(fits).orderBy(desc(payment.id)).limit(limit).offset(offset)
    const wanted = offset === 0 ? fits : inArray(payment.id, ids)
    return db.select().from(payment).where(wanted).orderBy(desc(payment.id)).limit(limit)
  })

const sumCounts = sql<number>`coalesce(sum(${total.count}), 0)`.mapWith(Number)

/** How many payments there are by account, status and type, from the kept totals. */
export async function countPayments(read: Read, filter: Pick<PaymentFilter, 'accountId' | 'status' | 'type'>): Promise<number> {
  const rows = await ask(read, db =>
    db
      .select({ count: sumCounts })
      .from(total)
      .where(
        and(
          eq(total.accountId, filter.accountId),
          filter.status && eq(total.status, filter.status),
          filter.type && eq(total.type, filter.type),
        ),
      ),
  )
  return rows[0]?.count ?? 0
}

/** How many payments fit a filter, up to `most`: a jump to the last that counts is half the work of counting so many. */
export async function countPaymentsUpTo(read: Read, filter: PaymentFilter, most: number): Promise<number> {
  const fits = conditions(filter)
  const last = await ask(read, db =>
    db
      .select({ id: payment.id })
      .from(payment)
      .where(fits)
      .limit(1)
      .offset(most - 1),
  )
  if (last.length > 0) return most
  const rows = await ask(read, db =>
    db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(payment)
      .where(fits),
  )
  return rows[0]?.count ?? 0
}
