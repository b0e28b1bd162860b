// Payment SMS as rows, and the sales that one may be for.
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { idFrom } from '../domain/id.ts'
import { expirySecondsMax } from '../domain/payment-limit.ts'
import type { OpenSale } from '../domain/sms-match.ts'
import type { Sms, SmsStatus } from '../domain/sms-record.ts'
import { belongsToPayment, isOpenAttempt } from './attempt.ts'
import { mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { countUpTo, type IdRange, idRange, listPage } from './range.ts'
import { sms } from './sms-table.ts'
import { attempt, payment } from './table.ts'

const insert = mutation<Sms>(db => db.insert(sms).values(placeholders(sms)))
const byId = query<{ id: string }, typeof sms.$inferSelect>((db, at) =>
  db
    .select()
    .from(sms)
    .where(eq(sms.id, at('id'))),
)
const byUniqueId = query<{ accountId: string; uniqueId: string }, typeof sms.$inferSelect>((db, at) =>
  db
    .select()
    .from(sms)
    .where(and(eq(sms.accountId, at('accountId')), eq(sms.uniqueId, at('uniqueId')))),
)
const byFingerprint = query<{ accountId: string; fingerprint: string }, typeof sms.$inferSelect>((db, at) =>
  db
    .select()
    .from(sms)
    .where(and(eq(sms.accountId, at('accountId')), eq(sms.fingerprint, at('fingerprint')))),
)
const waitingOfAmount = query<{ connection: string; amount: number }, { paidAt: number | null }>((db, at) =>
  db
    .select({ paidAt: sms.paidAt })
    .from(sms)
    .where(
      and(eq(sms.connection, at('connection')), eq(sms.amount, at('amount')), eq(sms.state, sql`'waiting'`)),
    )
    .orderBy(desc(sms.id))
    .limit(100),
)
const chosenByPeople = query<{ connection: string; template: string; limit: number }, { id: string }>(
  (db, at) =>
    db
      .select({ id: sms.id })
      .from(sms)
      .where(
        and(
          eq(sms.connection, at('connection')),
          eq(sms.template, at('template')),
          eq(sms.state, sql`'claimed'`),
          isNotNull(sms.staffId),
        ),
      )
      .limit(sql.placeholder('limit')),
)
const update = mutation<Sms>((db, at) =>
  db
    .update(sms)
    .set({
      state: at('state'),
      reason: at('reason'),
      paymentId: at('paymentId'),
      staffId: at('staffId'),
      tillId: at('tillId'),
      endedAt: at('endedAt'),
      note: at('note'),
    })
    .where(eq(sms.id, at('id'))),
)

export const insertSms = (tx: Tx, value: Sms): Promise<unknown> => insert(tx, value)
export const updateSms = (tx: Tx, value: Sms): Promise<unknown> => update(tx, value)
export const findSms = async (read: Read, id: string): Promise<Sms | undefined> =>
  (await byId(read, { id }))[0]
export const findSmsByUniqueId = async (
  read: Read,
  key: { readonly accountId: string; readonly uniqueId: string },
): Promise<Sms | undefined> => (await byUniqueId(read, key))[0]
export const findSmsByFingerprint = async (
  read: Read,
  key: { readonly accountId: string; readonly fingerprint: string },
): Promise<Sms | undefined> => (await byFingerprint(read, key))[0]

/** Lists the payment times of the messages of an amount that wait for a sale. */
export const listWaitingPaidAt = async (
  read: Read,
  key: { readonly connection: string; readonly amount: number },
): Promise<number[]> => (await waitingOfAmount(read, key)).flatMap(({ paidAt }) => paidAt ?? [])

/** Counts the messages of a template for which people chose a sale, up to `limit`. */
export const countChosenSms = async (
  read: Read,
  key: { readonly connection: string; readonly template: string; readonly limit: number },
): Promise<number> => (await chosenByPeople(read, key)).length

const salesOfConnection = query<{ accountId: string; connection: string }, OpenSale>((db, at) =>
  db
    .select({
      paymentId: payment.id,
      attemptId: attempt.id,
      amount: attempt.amount,
      createdAt: attempt.createdAt,
      expiresAt: sql<number>`coalesce(${attempt.expiresAt}, ${payment.expiresAt})`.mapWith(Number),
    })
    .from(payment)
    .innerJoin(attempt, belongsToPayment(payment.id))
    .where(
      and(
        eq(payment.accountId, at('accountId')),
        eq(payment.status, sql`'pending'`),
        eq(attempt.connection, at('connection')),
        isOpenAttempt,
      ),
    )
    .orderBy(desc(payment.id))
    .limit(500),
)
/** Lists the open sales over a connection, newest first. */
export const listOpenSales = (
  read: Read,
  key: { readonly accountId: string; readonly connection: string },
): Promise<OpenSale[]> => salesOfConnection(read, key)

const endedOfAmount = query<
  { accountId: string; amount: number; fromId: string; since: number },
  { endedAt: number | null }
>((db, at) =>
  db
    .select({ endedAt: payment.endedAt })
    .from(payment)
    .where(
      and(
        eq(payment.accountId, at('accountId')),
        eq(payment.amount, at('amount')),
        gte(payment.id, at('fromId')),
        gte(payment.endedAt, at('since')),
      ),
    )
    .limit(20),
)
/** Lists when payments of an amount ended, since a time. */
export const listEndedAt = async (
  read: Read,
  key: { readonly accountId: string; readonly amount: number; readonly since: number },
): Promise<number[]> => {
  const fromId = idFrom(key.since - expirySecondsMax * 1_000)
  return (await endedOfAmount(read, { ...key, fromId })).flatMap(({ endedAt }) => endedAt ?? [])
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

/** Lists a page of messages, newest first. */
export const listSms = (read: Read, filter: SmsFilter, limit: number, offset: number): Promise<Sms[]> =>
  listPage(read, sms, { fits: conditions(filter), order: [desc(sms.id)] }, limit, offset)
export const countSmsUpTo = (read: Read, filter: SmsFilter, max: number): Promise<number> =>
  countUpTo(read, sms, conditions(filter), max)

const openOfConnection = query<{ connection: string }, typeof sms.$inferSelect>((db, at) =>
  db
    .select()
    .from(sms)
    .where(and(eq(sms.connection, at('connection')), eq(sms.state, sql`'waiting'`)))
    .orderBy(desc(sms.id))
    .limit(50),
)
/** Lists the newest messages of a connection that wait for a sale. */
export const listOpenSmsOfConnection = (read: Read, connection: string): Promise<Sms[]> =>
  openOfConnection(read, { connection })

const openReversals = query<{ accountId: string }, { text: string | null }>((db, at) =>
  db
    .select({ text: sms.text })
    .from(sms)
    .where(and(eq(sms.accountId, at('accountId')), isNull(sms.endedAt), eq(sms.reason, sql`'sms_reversal'`)))
    .orderBy(desc(sms.id))
    .limit(100),
)
/** Lists the sealed texts of the newest reversals that wait for a person. */
export const listOpenReversals = async (read: Read, accountId: string): Promise<string[]> =>
  (await openReversals(read, { accountId })).flatMap(({ text }) => text ?? [])

const newestOpen = query<{ accountId: string }, { receivedAt: number }>((db, at) =>
  db
    .select({ receivedAt: sms.receivedAt })
    .from(sms)
    .where(and(eq(sms.accountId, at('accountId')), isNull(sms.endedAt)))
    .orderBy(desc(sms.id))
    .limit(1),
)
const newestEnded = query<{ accountId: string }, { receivedAt: number }>((db, at) =>
  db
    .select({ receivedAt: sms.receivedAt })
    .from(sms)
    .where(and(eq(sms.accountId, at('accountId')), isNotNull(sms.endedAt)))
    .orderBy(desc(sms.id))
    .limit(1),
)
/** Returns when the newest message of an account was received. */
export async function newestSmsAt(read: Read, accountId: string): Promise<number | undefined> {
  const newest = [...(await newestOpen(read, { accountId })), ...(await newestEnded(read, { accountId }))]
  return newest.length === 0 ? undefined : Math.max(...newest.map(({ receivedAt }) => receivedAt))
}

const saleOver = query<
  { accountId: string; connection: string; fromId: string; beforeId: string },
  { createdAt: number }
>((db, at) =>
  db
    .select({ createdAt: attempt.createdAt })
    .from(payment)
    .innerJoin(attempt, belongsToPayment(payment.id))
    .where(
      and(
        eq(payment.accountId, at('accountId')),
        gte(payment.id, at('fromId')),
        lt(payment.id, at('beforeId')),
        eq(attempt.connection, at('connection')),
      ),
    )
    .orderBy(desc(payment.id))
    .limit(1),
)
/** Returns when the newest sale over a connection was made in a period. */
export const newestSaleOver = async (
  read: Read,
  { from, before, ...key }: { accountId: string; connection: string; from: number; before: number },
): Promise<number | undefined> =>
  (await saleOver(read, { ...key, fromId: idFrom(from), beforeId: idFrom(before) }))[0]?.createdAt

const withText = query<{ after: string; before: string; limit: number }, { id: string }>((db, at) =>
  db
    .select({ id: sms.id })
    .from(sms)
    .where(and(gt(sms.id, at('after')), lt(sms.id, at('before'))))
    .orderBy(asc(sms.id))
    .limit(sql.placeholder('limit')),
)
const emptyTexts = mutation<{ after: string; last: string }>((db, at) =>
  db
    .update(sms)
    .set({ text: null })
    .where(and(gt(sms.id, at('after')), lte(sms.id, at('last')))),
)
/** Lists the messages of a range, oldest first. */
export const listSmsIds = async (
  read: Read,
  range: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<string[]> => (await withText(read, range)).map(({ id }) => id)
export const clearSmsTexts = (
  tx: Tx,
  piece: { readonly after: string; readonly last: string },
): Promise<unknown> => emptyTexts(tx, piece)
