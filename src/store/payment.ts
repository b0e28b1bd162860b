// Payments as rows. Lists and searches are in payment-list.ts, stored totals in payment-total.ts.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { noteText, noteWords } from '../domain/note.ts'
import type { Payment } from '../domain/payment.ts'
import type { Product } from '../domain/product.ts'
import { saleOfPayment, totalsOfSale } from '../domain/sale-total.ts'
import { type ShownPayment, shownOfPayment } from '../domain/shown-payment.ts'
import { belongsToPayment, isOpenAttempt } from './attempt.ts'
import {
  adHocQuery,
  mutation,
  query,
  type Read,
  type ReadNow,
  rowPlaceholders,
  type Tx,
} from './engine/statement.ts'
import { changePaymentTotal, countNewPayment } from './payment-total.ts'
import { countRefundsOfSale } from './refund-total.ts'
import { addSaleTotals } from './sale-total.ts'
import { moveBack, moveSold } from './sold-stock.ts'
import { attempt, networkToken, noteWord, payment } from './table.ts'

const insertRow = mutation<Payment>(db => db.insert(payment).values(rowPlaceholders(payment)))
const insertNoteWord = mutation<typeof noteWord.$inferSelect>(db =>
  db.insert(noteWord).values(rowPlaceholders(noteWord)),
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
  db.insert(networkToken).values(rowPlaceholders(networkToken)).onConflictDoNothing(),
)
/** Networks rarely repeat a token. Older versions stored a till number as the token of each of its sales. */
const networkTokensMax = 100
const selectByNetworkToken = query<{ token: string }, { number: number }>((db, param) =>
  db
    .select({ number: networkToken.paymentNumber })
    .from(networkToken)
    .where(eq(networkToken.token, param('token')))
    .orderBy(desc(networkToken.paymentNumber))
    .limit(networkTokensMax),
)
/** Hides the status from the planner (`|| ''`), so that it finds the payment by its receipt. */
const selectPaidWith = query<
  { accountId: string; externalReference: string; endedFrom: number; endedUntil: number },
  { id: string }
>((db, param) =>
  db
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.accountId, param('accountId')),
        eq(payment.externalReference, param('externalReference')),
        sql`${payment.status} || '' = 'completed'`,
        sql`coalesce(${payment.endedAt}, 0) between ${param('endedFrom')} and ${param('endedUntil')}`,
      ),
    )
    .limit(1),
)
/** Selects an open attempt of a payment: only then is a payment that has ended still checked. */
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
      tillNumber: param('tillNumber'),
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
/** Returns whether a session changed the method, amount or customer of its payment. */
const isRevised = (before: Payment, after: Payment) =>
  (['type', 'amount', 'phone', 'customer'] as const).some(name => before[name] !== after[name])

/** Adds a payment, if completed, to the totals of sales, or takes it out when `sign` is -1. */
async function countSale(tx: Tx, value: Payment, timeZone: string, sign: 1 | -1): Promise<void> {
  const sale = saleOfPayment(value)
  if (sale) await addSaleTotals(tx, totalsOfSale(sale, timeZone, sign))
}

/**
 * Takes the goods of a payment out of stock when it is completed, and brings them back when it no longer is.
 * @returns the products for which tills now show another number left
 */
async function movePaidStock(
  tx: Tx,
  { wasPaid }: { readonly wasPaid: boolean },
  after: Payment,
): Promise<readonly Product[]> {
  const { accountId, id, staffId, lineItems, endedAt, createdAt } = after
  const isPaid = after.status === 'completed'
  if (isPaid === wasPaid) return []
  const cause = { accountId, subject: id, staffId, now: endedAt ?? createdAt }
  return isPaid ? moveSold(tx, lineItems, cause) : moveBack(tx, id, { kind: 'reversal', ...cause })
}

/**
 * Adds a new payment, counts it in the totals of its day in the account's time zone, and indexes the words of
 * its note.
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
  await movePaidStock(tx, { wasPaid: false }, value)
  for (const word of noteWords(`${noteText(value.metadata)} ${description}`.trim()))
    await insertNoteWord(tx, { accountId: value.accountId, word, paymentNumber: value.number })
}

/**
 * Writes what may change in a payment. If its status, type or amount changed, also moves it between totals.
 * If it became completed, or no longer is, also moves its goods out of stock, or back.
 * @returns the products for which tills now show another number left
 */
export async function updatePayment(
  tx: Tx,
  before: Payment,
  after: Payment,
  timeZone: string,
): Promise<readonly Product[]> {
  // Refunds are counted by the type of their payment, so they are taken out before it changes.
  const hasNewType = before.type !== after.type
  if (hasNewType) await countRefundsOfSale(tx, { paymentId: before.id, cashSaleId: null }, -1)
  await updateRow(tx, after)
  if (before.token !== after.token) await insertNetworkToken(tx, after)
  if (isRevised(before, after)) await updateRevised(tx, after)
  if (hasNewType) await countRefundsOfSale(tx, { paymentId: after.id, cashSaleId: null }, 1)
  const changesTotals = before.status !== after.status || hasNewType || before.amount !== after.amount
  if (!changesTotals) return []
  await changePaymentTotal(tx, before, timeZone, -1)
  await changePaymentTotal(tx, after, timeZone, 1)
  await countSale(tx, before, timeZone, -1)
  await countSale(tx, after, timeZone, 1)
  return movePaidStock(tx, { wasPaid: before.status === 'completed' }, after)
}

/** Returns a payment; undefined for an unknown id. */
export const findPayment = async (read: Read, id: string): Promise<Payment | undefined> =>
  (await selectById(read, { id }))[0]

/**
 * Returns an account's payment synchronously, with only the columns that views show, because each text column
 * takes time to read. Undefined if the account has no such payment.
 */
export const findShownPaymentNow = (read: ReadNow, accountId: string, id: string): ShownPayment | undefined =>
  selectShownById.readNow(read, { accountId, id })[0]

/** Indexes a payment by the token that its network gave it. */
export const insertNetworkToken = (tx: Tx, { token, number }: Payment): Promise<unknown> =>
  insertToken(tx, { token, paymentNumber: number })

/** Lists the numbers of the newest payments to which a network gave this token, newest first. */
export const listNetworkToken = async (read: Read, token: string): Promise<number[]> =>
  (await selectByNetworkToken(read, { token })).map(({ number }) => number)

/**
 * Returns the newest payment among these numbers that has a token: tokens repeat after nine million payments.
 * Undefined if none has it.
 */
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

/**
 * Returns the id of a completed payment that was paid with this receipt or network reference; undefined if
 * there is none. The payment ended in the given period, both bounds included (ms); at any time by default.
 */
export const findPaymentByReceipt = async (
  read: Read,
  accountId: string,
  externalReference: string,
  { endedFrom, endedUntil } = { endedFrom: 0, endedUntil: Number.MAX_SAFE_INTEGER },
): Promise<string | undefined> =>
  (await selectPaidWith(read, { accountId, externalReference, endedFrom, endedUntil }))[0]?.id
