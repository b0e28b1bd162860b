// Our records of a day, to be compared with its networks: attempts, payouts and payment SMS as rows.
import { and, asc, eq, gt, inArray, isNotNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { AttemptState } from '../domain/attempt.ts'
import { namedId } from '../domain/id.ts'
import type { ManualConfirmation } from '../domain/manual-decision.ts'
import type { PayoutStatus } from '../domain/payout.ts'
import { query, type Read } from './engine/statement.ts'
import { refund } from './refund-table.ts'
import { sms } from './sms-table.ts'
import { attempt, payment, payout } from './table.ts'

/** A page of an account's ids, after `after` and before `before`. */
interface IdPage {
  readonly accountId: string
  readonly after: string
  readonly before: string
  readonly limit: number
}

export interface AttemptOfDay {
  readonly id: string
  readonly paymentId: string
  readonly connector: string
  readonly connection: string
  readonly networkReference: string
  readonly state: AttemptState
  readonly amount: number
  readonly paidAmount: number | null
  readonly externalReference: string | null
  readonly manualConfirmation: ManualConfirmation | null
  readonly refunded: number // of its payment, whole shillings
}
const attempts = query<IdPage, AttemptOfDay>((db, at) =>
  db
    .select({
      id: attempt.id,
      paymentId: attempt.paymentId,
      connector: attempt.connector,
      connection: attempt.connection,
      networkReference: attempt.networkReference,
      state: attempt.state,
      amount: attempt.amount,
      paidAmount: attempt.paidAmount,
      externalReference: attempt.externalReference,
      manualConfirmation: payment.manualConfirmation,
      refunded: payment.refunded,
    })
    .from(attempt)
    .innerJoin(payment, eq(payment.id, attempt.paymentId))
    .where(
      and(gt(attempt.id, at('after')), lt(attempt.id, at('before')), eq(attempt.accountId, at('accountId'))),
    )
    .orderBy(asc(attempt.id))
    .limit(sql.placeholder('limit')),
)
export const listAttemptsOfDay = (read: Read, page: IdPage): Promise<AttemptOfDay[]> => attempts(read, page)

export interface PayoutOfDay {
  readonly id: string
  readonly connector: string
  readonly connection: string
  readonly networkReference: string
  readonly status: PayoutStatus
  readonly amount: number
  readonly externalReference: string | null
}
const sentOrders = (table: typeof payout | typeof refund) => {
  const of = table as typeof payout
  return query<IdPage, PayoutOfDay>((db, at) =>
    db
      .select({
        id: of.id,
        connector: of.connector,
        connection: of.connection,
        networkReference: of.networkReference,
        status: of.status,
        amount: of.amount,
        externalReference: of.externalReference,
      })
      .from(of)
      .where(
        and(
          eq(of.accountId, at('accountId')),
          gt(of.id, at('after')),
          lt(of.id, at('before')),
          notInArray(of.state, ['waiting', 'planned']),
          sql`coalesce(${of.failureReason}, '') not in ('not_sent', 'withdrawn', 'wallet_not_named', 'float_empty')`,
          ne(of.connection, sql`'cash'`),
          sql`coalesce(${of.approval}, '') not in ('declined', 'expired')`,
        ),
      )
      .orderBy(asc(of.id))
      .limit(sql.placeholder('limit')),
  )
}
const payouts = sentOrders(payout)
const refunds = sentOrders(refund)
/** Lists payouts that were sent, or may have been; `listRefundsOfDay` does so for refunds sent as payouts. */
export const listPayoutsOfDay = (read: Read, page: IdPage): Promise<PayoutOfDay[]> => payouts(read, page)
export const listRefundsOfDay = (read: Read, page: IdPage): Promise<PayoutOfDay[]> => refunds(read, page)

const givenBack = query<{ paymentId: string }, { amount: number }>((db, at) =>
  db
    .select({ amount: sql<number>`coalesce(sum(${refund.amount}), 0)`.mapWith(Number) })
    .from(refund)
    .where(
      and(
        eq(refund.paymentId, at('paymentId')),
        eq(refund.way, sql`'network'`),
        eq(refund.status, sql`'completed'`),
      ),
    ),
)
/** Adds up what networks gave back of a payment for us, in whole shillings. */
export const refundedByNetwork = async (read: Read, paymentId: string): Promise<number> =>
  (await givenBack(read, { paymentId }))[0]?.amount ?? 0

interface SmsOfDay {
  readonly id: string
  readonly transactionId: string | null
  readonly amount: number | null
  readonly paymentId: string | null
  readonly paidAt: number | null
  readonly receivedAt: number
}
const messages = query<IdPage & { connection: string }, SmsOfDay>((db, at) =>
  db
    .select({
      id: sms.id,
      transactionId: sms.transactionId,
      amount: sms.amount,
      paymentId: sms.paymentId,
      paidAt: sms.paidAt,
      receivedAt: sms.receivedAt,
    })
    .from(sms)
    .where(
      and(
        gt(sms.id, at('after')),
        lt(sms.id, at('before')),
        eq(sms.accountId, at('accountId')),
        eq(sms.connection, at('connection')),
        inArray(sms.state, ['waiting', 'claimed']),
        isNotNull(sms.amount),
      ),
    )
    .orderBy(asc(sms.id))
    .limit(sql.placeholder('limit')),
)
/** Lists messages that report money and that no person has put aside. @param page ids without their prefix */
export const listSmsOfDay = (
  read: Read,
  page: IdPage & { readonly connection: string },
): Promise<SmsOfDay[]> =>
  messages(read, { ...page, after: namedId('sms', page.after), before: namedId('sms', page.before) })
