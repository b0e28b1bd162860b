// Payment SMS as rows, and the sales that one may be for.
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { lowestIdAt } from '../domain/id.ts'
import { expirySecondsMax } from '../domain/payment-limit.ts'
import type { OpenSale } from '../domain/sms-match.ts'
import type { Sms, SmsStatus } from '../domain/sms-record.ts'
import { belongsToPayment, isOpenAttempt } from './attempt.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { countUpTo, type IdRange, idRange, listPage } from './range.ts'
import { sms } from './sms-table.ts'
import { attempt, payment } from './table.ts'

const insertRow = mutation<Sms>(db => db.insert(sms).values(rowPlaceholders(sms)))
const selectById = query<{ id: string }, typeof sms.$inferSelect>((db, param) =>
  db
    .select()
    .from(sms)
    .where(eq(sms.id, param('id'))),
)
const selectByUniqueId = query<{ accountId: string; uniqueId: string }, typeof sms.$inferSelect>(
  (db, param) =>
    db
      .select()
      .from(sms)
      .where(and(eq(sms.accountId, param('accountId')), eq(sms.uniqueId, param('uniqueId')))),
)
const selectByFingerprint = query<{ accountId: string; fingerprint: string }, typeof sms.$inferSelect>(
  (db, param) =>
    db
      .select()
      .from(sms)
      .where(and(eq(sms.accountId, param('accountId')), eq(sms.fingerprint, param('fingerprint')))),
)
const selectByPayment = query<{ paymentId: string }, { id: string }>((db, param) =>
  db
    .select({ id: sms.id })
    .from(sms)
    .where(eq(sms.paymentId, param('paymentId'))),
)
const waitingMax = 100
const selectWaitingOfAmount = query<
  { connection: string; amount: number; exceptId: string },
  { paidAt: number | null }
>((db, param) =>
  db
    .select({ paidAt: sms.paidAt })
    .from(sms)
    .where(
      and(
        eq(sms.connection, param('connection')),
        eq(sms.amount, param('amount')),
        ne(sms.id, param('exceptId')),
        eq(sms.state, sql`'waiting'`),
      ),
    )
    .orderBy(desc(sms.id))
    .limit(waitingMax),
)
const selectChosenByPeople = query<{ connection: string; template: string; limit: number }, { id: string }>(
  (db, param) =>
    db
      .select({ id: sms.id })
      .from(sms)
      .where(
        and(
          eq(sms.connection, param('connection')),
          eq(sms.template, param('template')),
          eq(sms.state, sql`'claimed'`),
          isNotNull(sms.staffId),
        ),
      )
      .limit(sql.placeholder('limit')),
)
const updateRow = mutation<Sms>((db, param) =>
  db
    .update(sms)
    .set({
      state: param('state'),
      reason: param('reason'),
      template: param('template'),
      balance: param('balance'),
      balanceLabel: param('balanceLabel'),
      paymentId: param('paymentId'),
      staffId: param('staffId'),
      tillId: param('tillId'),
      endedAt: param('endedAt'),
      note: param('note'),
    })
    .where(eq(sms.id, param('id'))),
)

/** Adds a payment SMS that a phone forwarded. */
export const insertSms = (tx: Tx, value: Sms): Promise<unknown> => insertRow(tx, value)
/** Writes what may change in a payment SMS: its state, its sale, who chose the sale, and its balance. */
export const updateSms = (tx: Tx, value: Sms): Promise<unknown> => updateRow(tx, value)
/** Returns a payment SMS; undefined for an unknown id. */
export const findSms = async (read: Read, id: string): Promise<Sms | undefined> =>
  (await selectById(read, { id }))[0]
/** Returns the payment SMS of an account with this unique id of its provider; undefined if there is none. */
export const findSmsByUniqueId = async (
  read: Read,
  key: { readonly accountId: string; readonly uniqueId: string },
): Promise<Sms | undefined> => (await selectByUniqueId(read, key))[0]
/** Returns the payment SMS of an account with this fingerprint, to recognize a message forwarded twice. */
export const findSmsByFingerprint = async (
  read: Read,
  key: { readonly accountId: string; readonly fingerprint: string },
): Promise<Sms | undefined> => (await selectByFingerprint(read, key))[0]

/** Returns whether a payment has a payment SMS already: a second message cannot be used for it. */
export const hasSms = async (read: Read, paymentId: string): Promise<boolean> =>
  (await selectByPayment(read, { paymentId })).length > 0

/** Lists the payment times (ms) of the newest other messages of an amount that wait, at most `waitingMax`. */
export const listWaitingPaidAt = async (
  read: Read,
  key: { readonly connection: string; readonly amount: number; readonly exceptId: string },
): Promise<number[]> => (await selectWaitingOfAmount(read, key)).flatMap(({ paidAt }) => paidAt ?? [])

/** Counts the messages of a template for which people chose a sale, up to `limit`. */
export const countChosenSms = async (
  read: Read,
  key: { readonly connection: string; readonly template: string; readonly limit: number },
): Promise<number> => (await selectChosenByPeople(read, key)).length

const openSalesMax = 500
const selectOpenSales = query<{ accountId: string; connection: string }, OpenSale>((db, param) =>
  db
    .select({
      paymentId: payment.id,
      attemptId: attempt.id,
      amount: attempt.amount,
      createdAt: attempt.createdAt,
      expiresAt: sql<number>`coalesce(${attempt.expiresAt}, ${payment.expiresAt})`.mapWith(Number),
      hasSms: sql<boolean>`exists (select 1 from ${sms} where ${sms.paymentId} = ${payment.id})`.mapWith(
        Boolean,
      ),
    })
    .from(payment)
    .innerJoin(attempt, belongsToPayment(payment.id))
    .where(
      and(
        eq(payment.accountId, param('accountId')),
        eq(payment.status, sql`'pending'`),
        eq(attempt.connection, param('connection')),
        isOpenAttempt,
      ),
    )
    .orderBy(desc(payment.id))
    .limit(openSalesMax),
)
/** Lists the newest open sales over a connection, newest first; at most `openSalesMax`. */
export const listOpenSales = (
  read: Read,
  key: { readonly accountId: string; readonly connection: string },
): Promise<OpenSale[]> => selectOpenSales(read, key)

const endedMax = 20
const selectEndedOfAmount = query<
  { accountId: string; amount: number; fromId: string; since: number },
  { endedAt: number | null }
>((db, param) =>
  db
    .select({ endedAt: payment.endedAt })
    .from(payment)
    .where(
      and(
        eq(payment.accountId, param('accountId')),
        eq(payment.amount, param('amount')),
        gte(payment.id, param('fromId')),
        gte(payment.endedAt, param('since')),
      ),
    )
    .limit(endedMax),
)
/** Lists when payments of this amount ended since a time; milliseconds. At most `endedMax` times. */
export const listEndedAt = async (
  read: Read,
  key: { readonly accountId: string; readonly amount: number; readonly since: number },
): Promise<number[]> => {
  // A payment that ended after `since` was created no earlier than the longest expiry time before `since`.
  const fromId = lowestIdAt(key.since - expirySecondsMax * 1_000)
  const payments = await selectEndedOfAmount(read, { ...key, fromId })
  return payments.flatMap(({ endedAt }) => endedAt ?? [])
}

export interface SmsFilter extends IdRange {
  readonly accountId: string
  readonly status: SmsStatus
}

const conditions = (filter: SmsFilter): SQL | undefined =>
  and(
    eq(sms.accountId, filter.accountId),
    filter.status === 'open' ? isNull(sms.endedAt) : isNotNull(sms.endedAt),
    idRange(sms.id, filter),
  )

/** Lists a page of the payment SMS that fit a filter, newest first. */
export const listSms = (read: Read, filter: SmsFilter, limit: number, offset: number): Promise<Sms[]> =>
  listPage(read, sms, { condition: conditions(filter), order: [desc(sms.id)] }, limit, offset)
export const countSmsUpTo = (read: Read, filter: SmsFilter, max: number): Promise<number> =>
  countUpTo(read, sms, conditions(filter), max)

const openSmsMax = 50
const selectOpenOfConnection = query<{ connection: string }, typeof sms.$inferSelect>((db, param) =>
  db
    .select()
    .from(sms)
    .where(and(eq(sms.connection, param('connection')), eq(sms.state, sql`'waiting'`)))
    .orderBy(desc(sms.id))
    .limit(openSmsMax),
)
/** Lists the newest messages of a connection that wait for a sale; at most `openSmsMax`. */
export const listOpenSmsOfConnection = (read: Read, connection: string): Promise<Sms[]> =>
  selectOpenOfConnection(read, { connection })

const selectNewestOpen = query<{ accountId: string }, { receivedAt: number }>((db, param) =>
  db
    .select({ receivedAt: sms.receivedAt })
    .from(sms)
    .where(and(eq(sms.accountId, param('accountId')), isNull(sms.endedAt)))
    .orderBy(desc(sms.id))
    .limit(1),
)
const selectNewestEnded = query<{ accountId: string }, { receivedAt: number }>((db, param) =>
  db
    .select({ receivedAt: sms.receivedAt })
    .from(sms)
    .where(and(eq(sms.accountId, param('accountId')), isNotNull(sms.endedAt)))
    .orderBy(desc(sms.id))
    .limit(1),
)
/** Returns when the newest payment SMS of an account was received; undefined before the first one. */
export async function newestSmsAt(read: Read, accountId: string): Promise<number | undefined> {
  const newest = [
    ...(await selectNewestOpen(read, { accountId })),
    ...(await selectNewestEnded(read, { accountId })),
  ]
  return newest.length === 0 ? undefined : Math.max(...newest.map(({ receivedAt }) => receivedAt))
}

const selectNewestSale = query<
  { accountId: string; connection: string; fromId: string; from: number; before: number },
  { createdAt: number }
>((db, param) =>
  db
    .select({ createdAt: attempt.createdAt })
    .from(payment)
    .innerJoin(attempt, belongsToPayment(payment.id))
    .where(
      and(
        eq(payment.accountId, param('accountId')),
        gte(payment.id, param('fromId')),
        gte(payment.createdAt, param('from')),
        lt(payment.createdAt, param('before')),
        eq(attempt.connection, param('connection')),
      ),
    )
    .orderBy(desc(payment.id))
    .limit(1),
)
/** Returns when the newest sale over a connection was made in a period (ms); undefined if there was none. */
export async function newestSaleOver(
  read: Read,
  period: { accountId: string; connection: string; from: number; before: number },
): Promise<number | undefined> {
  const fromId = lowestIdAt(period.from)
  const [newestSale] = await selectNewestSale(read, { ...period, fromId })
  return newestSale?.createdAt
}

const selectIds = query<{ after: string; before: string; limit: number }, { id: string }>((db, param) =>
  db
    .select({ id: sms.id })
    .from(sms)
    .where(and(gt(sms.id, param('after')), lt(sms.id, param('before'))))
    .orderBy(asc(sms.id))
    .limit(sql.placeholder('limit')),
)
const emptyTexts = mutation<{ after: string; last: string }>((db, param) =>
  db
    .update(sms)
    .set({ text: null })
    .where(and(gt(sms.id, param('after')), lte(sms.id, param('last')))),
)
/** Lists up to `limit` ids of payment SMS between `after` and `before`, both excluded, oldest first. */
export const listSmsIds = async (
  read: Read,
  range: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<string[]> => (await selectIds(read, range)).map(({ id }) => id)
/** Removes the texts of the payment SMS with ids after `after`, up to and including `last`. */
export const clearSmsTexts = (
  tx: Tx,
  piece: { readonly after: string; readonly last: string },
): Promise<unknown> => emptyTexts(tx, piece)
