// Payments as rows, with the stored totals of lists and reports. Lists and searches are in payment-list.ts.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '../domain/day.ts'
import { noteText, noteWords } from '../domain/note.ts'
import type { Payment, PaymentStatus, PaymentType } from '../domain/payment.ts'
import type { Product } from '../domain/product.ts'
import { saleOfPayment, totalsOfSale } from '../domain/sale-total.ts'
import { type ShownPayment, shownOfPayment } from '../domain/shown-payment.ts'
import { belongsToPayment, isOpenAttempt } from './attempt.ts'
import {
  adHocQuery,
  mutation,
  placeholders,
  query,
  type Read,
  type ReadNow,
  type Tx,
} from './engine/statement.ts'
import { addSaleTotals, countRefundsOfPayment } from './sale-total.ts'
import { moveBack, moveSold } from './sold-stock.ts'
import { attempt, networkToken, noteWord, payment } from './table.ts'
import { paymentTotal, total } from './total-table.ts'

const insertRow = mutation<Payment>(db => db.insert(payment).values(placeholders(payment)))
const insertNoteWord = mutation<typeof noteWord.$inferSelect>(db =>
  db.insert(noteWord).values(placeholders(noteWord)),
)
const selectById = query<{ id: string }, typeof payment.$inferSelect>((db, param) =>
  db
    .select()
    .from(payment)
    .where(eq(payment.id, param('id'))),
)
const shownColumns = Object.fromEntries(shownOfPayment.map(name => [name, payment[name]])) as {
  [Name in (typeof shownOfPayment)[number]]: (typeof payment)[Name]
}
const selectShownById = query<{ accountId: string; id: string }, ShownPayment>((db, param) =>
  db
    .select(shownColumns)
    .from(payment)
    .where(and(eq(payment.id, param('id')), eq(payment.accountId, param('accountId')))),
)
const insertToken = mutation<typeof networkToken.$inferSelect>(db =>
  db.insert(networkToken).values(placeholders(networkToken)).onConflictDoNothing(),
)
const selectByNetworkToken = query<{ token: string }, { number: number }>((db, param) =>
  db
    .select({ number: networkToken.paymentNumber })
    .from(networkToken)
    .where(eq(networkToken.token, param('token')))
    .orderBy(desc(networkToken.paymentNumber)),
)
const selectPaidWith = query<{ accountId: string; externalReference: string }, { id: string }>((db, param) =>
  db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.accountId, param('accountId')),
        eq(payment.externalReference, param('externalReference')),
        sql`${payment.status} || '' = 'completed'`,
      ),
    )
    .limit(1),
)
/** An open attempt: the only reason to check a payment that has ended. */
const openAttempt = sql`(select 1 from ${attempt} where ${belongsToPayment(payment.id)} and ${isOpenAttempt})`
const updateRow = mutation<Payment>((db, param) =>
  db
    .update(payment)
    .set({
      status: param('status'),
      connector: param('connector'),
      channelType: param('channelType'),
      provider: param('provider'),
      token: param('token'),
      qr: param('qr'),
      paymentUrl: param('paymentUrl'),
      externalReference: param('externalReference'),
      fees: param('fees'),
      failureReason: param('failureReason'),
      late: param('late', payment.late),
      unknown: param('unknown', payment.unknown),
      dueAt: sql`case when ${param('status')} = 'pending' or exists ${openAttempt} then ${payment.dueAt} end`,
      endedAt: param('endedAt'),
      shiftId: param('shiftId'),
      manualConfirmation: param('manualConfirmation', payment.manualConfirmation),
    })
    .where(eq(payment.id, param('id'))),
)

/** Changes the method or the amount of a session's payment. */
const updateRevised = mutation<Payment>((db, param) =>
  db
    .update(payment)
    .set({
      type: param('type'),
      amount: param('amount'),
      phone: param('phone'),
      customer: param('customer', payment.customer),
    })
    .where(eq(payment.id, param('id'))),
)
const isRevised = (before: Payment, after: Payment) =>
  (['type', 'amount', 'phone', 'customer'] as const).some(name => before[name] !== after[name])

type TotalChange = {
  accountId: string
  day: number
  type: PaymentType
  status: PaymentStatus
  count: number
  amount: number
}
const addToDayTotal = mutation<TotalChange>((db, param) =>
  db
    .insert(total)
    .values(placeholders(total))
    .onConflictDoUpdate({
      target: [total.accountId, total.day, total.type, total.status],
      set: {
        count: sql`${total.count} + ${param('count')}`,
        amount: sql`${total.amount} + ${param('amount')}`,
      },
    }),
)

const addToPaymentTotal = mutation<TotalChange>((db, param) =>
  db
    .insert(paymentTotal)
    .values(placeholders(paymentTotal))
    .onConflictDoUpdate({
      target: [paymentTotal.accountId, paymentTotal.type, paymentTotal.status],
      set: {
        count: sql`${paymentTotal.count} + ${param('count')}`,
        amount: sql`${paymentTotal.amount} + ${param('amount')}`,
      },
    }),
)

/** Adds to the totals of the day and of all days. */
async function addTotal(tx: Tx, change: TotalChange): Promise<void> {
  await addToDayTotal(tx, change)
  await addToPaymentTotal(tx, change)
}

const totalChange = (value: Payment, timeZone: string, sign: 1 | -1): TotalChange => ({
  accountId: value.accountId,
  day: dayOf(value.createdAt, timeZone),
  type: value.type,
  status: value.status,
  count: sign,
  amount: sign * value.amount,
})
const changeTotal = (tx: Tx, value: Payment, timeZone: string, sign: 1 | -1) =>
  addTotal(tx, totalChange(value, timeZone, sign))

/** Counts a new payment; where possible, once for its whole group. */
async function countNewPayment(tx: Tx, value: Payment, timeZone: string): Promise<void> {
  const added = totalChange(value, timeZone, 1)
  if (!tx.deferredSums) return addTotal(tx, added)
  const key = `${added.accountId} ${added.type} ${added.status} ${added.day}`
  const sum = tx.deferredSums.get(key)
  if (!sum) return void tx.deferredSums.set(key, { change: added, write: to => addTotal(to, added) })
  sum.change.count += added.count
  sum.change.amount += added.amount
}

/** Counts a completed payment among the sales. */
async function countSale(tx: Tx, value: Payment, timeZone: string, sign: 1 | -1): Promise<void> {
  const sale = saleOfPayment(value)
  if (sale) await addSaleTotals(tx, totalsOfSale(sale, timeZone, sign))
}

/** Moves the stock of what a payment sold: when it is completed, and when it no longer is. */
async function movePaidStock(tx: Tx, wasPaid: boolean, after: Payment): Promise<readonly Product[]> {
  const { accountId, id, staffId, lineItems, endedAt, createdAt } = after
  const isPaid = after.status === 'completed'
  if (isPaid === wasPaid) return []
  const cause = { accountId, subject: id, staffId, now: endedAt ?? createdAt }
  return isPaid ? moveSold(tx, lineItems, cause) : moveBack(tx, id, { kind: 'reversal', ...cause })
}

const quarterMs = 900_000
const quarter = sql<number>`${payment.createdAt} / ${sql.raw(String(quarterMs))}`.mapWith(Number)
const selectSumsByQuarter = query<
  { accountId: string },
  Omit<TotalChange, 'accountId' | 'day'> & { quarter: number }
>((db, param) =>
  db
    .select({
      quarter,
      type: payment.type,
      status: payment.status,
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`sum(${payment.amount})`.mapWith(Number),
    })
    .from(payment)
    .where(eq(payment.accountId, param('accountId')))
    .groupBy(quarter, payment.type, payment.status),
)
const deleteDayTotals = mutation<{ accountId: string }>((db, param) =>
  db.delete(total).where(eq(total.accountId, param('accountId'))),
)

/**
 * Counts every payment of an account again, by the days of another time zone. This takes some 3 s for a
 * million payments, once in an account's life.
 */
export async function recountTotals(tx: Tx, accountId: string, timeZone: string): Promise<void> {
  await deleteDayTotals(tx, { accountId })
  for (const { quarter, ...counted } of await selectSumsByQuarter(tx, { accountId }))
    await addToDayTotal(tx, { accountId, day: dayOf(quarter * quarterMs, timeZone), ...counted })
}

/**
 * Adds a new payment, counts it on its day in the account's time zone, and indexes the words of its note.
 * @param description text of its payment link, whose words are indexed, too
 */
export async function insertPayment(
  tx: Tx,
  value: Payment,
  timeZone: string,
  description = '',
): Promise<void> {
  await insertRow(tx, value)
  await countNewPayment(tx, value, timeZone)
  await countSale(tx, value, timeZone, 1)
  await movePaidStock(tx, false, value)
  for (const word of noteWords(`${noteText(value.metadata)} ${description}`.trim()))
    await insertNoteWord(tx, { accountId: value.accountId, word, paymentNumber: value.number })
}

/**
 * Writes what may change in a payment, and moves it between the totals when its status, type or amount
 * changed.
 * @returns the products of which tills now show another number as left
 */
export async function updatePayment(
  tx: Tx,
  before: Payment,
  after: Payment,
  timeZone: string,
): Promise<readonly Product[]> {
  const isMoved = before.type !== after.type
  if (isMoved) await countRefundsOfPayment(tx, before.id, -1)
  await updateRow(tx, after)
  if (before.token !== after.token) await insertNetworkToken(tx, after)
  if (isRevised(before, after)) await updateRevised(tx, after)
  if (isMoved) await countRefundsOfPayment(tx, after.id, 1)
  const isCounted =
    before.status !== after.status || before.type !== after.type || before.amount !== after.amount
  if (!isCounted) return []
  await changeTotal(tx, before, timeZone, -1)
  await changeTotal(tx, after, timeZone, 1)
  await countSale(tx, before, timeZone, -1)
  await countSale(tx, after, timeZone, 1)
  return movePaidStock(tx, before.status === 'completed', after)
}

/** Returns the payment in the writer's turn: nothing changes it until this transaction ends. */
export const lockPayment = async (tx: Tx, id: string): Promise<Payment | undefined> =>
  (await selectById(tx, { id }))[0]

export const findPayment = async (read: Read, id: string): Promise<Payment | undefined> =>
  (await selectById(read, { id }))[0]

/**
 * Returns the shown columns of an account's payment at once. Other columns are not read, because each costs a
 * string.
 */
export const findShownPaymentNow = (read: ReadNow, accountId: string, id: string): ShownPayment | undefined =>
  selectShownById.now(read, { accountId, id })[0]

/** Indexes a payment by the token that its network gave it. */
export const insertNetworkToken = (tx: Tx, { token, number }: Payment): Promise<unknown> =>
  insertToken(tx, { token, paymentNumber: number })

/** Lists the numbers of payments to which a network gave this token, newest first. */
export const listNetworkToken = async (read: Read, token: string): Promise<number[]> =>
  (await selectByNetworkToken(read, { token })).map(({ number }) => number)

/** Returns the newest payment among these numbers that has this token: tokens repeat after nine million. */
export const findPaymentByToken = async (
  read: Read,
  token: string,
  numbers: readonly number[],
): Promise<Payment | undefined> => {
  const rows = await adHocQuery(read, db =>
    db
      .select()
      .from(payment)
      .where(and(inArray(payment.number, [...numbers]), sql`${payment.token} || '' = ${token}`))
      .orderBy(desc(payment.number))
      .limit(1),
  )
  return rows[0]
}

/** Returns the id of a completed payment that was paid with this receipt or network reference. */
export const findPaymentByReceipt = async (
  read: Read,
  accountId: string,
  externalReference: string,
): Promise<string | undefined> => (await selectPaidWith(read, { accountId, externalReference }))[0]?.id
