// Reads our records of a day, to be compared with its networks: attempts, payouts and payment SMS.
import {
  and,
  asc,
  between,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { AttemptState } from '../domain/attempt.ts'
import type { Span } from '../domain/day.ts'
import type { ManualConfirmation } from '../domain/manual-decision.ts'
import type { PayoutStatus, RefundOrigin } from '../domain/payout.ts'
import { query, type Read } from './engine/statement.ts'
import { rangeOfPeriod } from './period.ts'
import type { IdRange } from './range.ts'
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
}
const selectAttempts = query<IdPage & Span, AttemptOfDay>((db, param) =>
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
    })
    .from(attempt)
    .innerJoin(payment, eq(payment.id, attempt.paymentId))
    .where(
      and(
        gt(attempt.id, param('after')),
        lt(attempt.id, param('before')),
        gte(attempt.createdAt, param('from')),
        lt(attempt.createdAt, param('to')),
        eq(attempt.accountId, param('accountId')),
      ),
    )
    .orderBy(asc(attempt.id))
    .limit(sql.placeholder('limit')),
)
/**
 * Lists the attempts of a page that began in a period, with the manual confirmation of their payments, oldest
 * first.
 */
export const listAttemptsOfDay = (read: Read, page: IdPage & Span): Promise<AttemptOfDay[]> =>
  selectAttempts(read, page)

export interface PayoutOfDay {
  readonly id: string
  readonly connector: string
  readonly connection: string
  readonly networkReference: string
  readonly status: PayoutStatus
  readonly amount: number
  readonly externalReference: string | null
}
/** Returns the columns of payouts or refunds that a reconciliation compares. */
const orderColumns = (table: typeof payout | typeof refund) => ({
  id: table.id,
  connector: table.connector,
  connection: table.connection,
  networkReference: table.networkReference,
  status: table.status,
  amount: table.amount,
  externalReference: table.externalReference,
})
/** Matches payouts or refunds that were sent to a network, or may have been. */
const wereSent = (table: typeof payout | typeof refund) =>
  and(
    notInArray(table.state, ['waiting', 'planned']),
    sql`coalesce(${table.failureReason}, '') not in ('not_sent', 'withdrawn', 'wallet_not_named', 'float_empty')`,
    ne(table.connection, sql`'cash'`),
    sql`coalesce(${table.approval}, '') not in ('declined', 'expired')`,
  )
/** Matches the payouts or refunds of an account whose ids are in the range of a page. */
const isInPage = (table: typeof payout | typeof refund, param: (name: keyof IdPage) => SQL) =>
  and(eq(table.accountId, param('accountId')), gt(table.id, param('after')), lt(table.id, param('before')))
const selectPayouts = query<IdPage, PayoutOfDay>((db, param) =>
  db
    .select(orderColumns(payout))
    .from(payout)
    .where(and(isInPage(payout, param), wereSent(payout)))
    .orderBy(asc(payout.id))
    .limit(sql.placeholder('limit')),
)
/** Lists the payouts of a page that were sent to a network, or may have been, oldest first. */
export const listPayoutsOfDay = (read: Read, page: IdPage): Promise<PayoutOfDay[]> =>
  selectPayouts(read, page)

export interface RefundOfDay extends PayoutOfDay {
  readonly origin: RefundOrigin | null
}
const selectRefunds = query<IdPage, RefundOfDay>((db, param) =>
  db
    .select({ ...orderColumns(refund), origin: refund.origin })
    .from(refund)
    .where(and(isInPage(refund, param), wereSent(refund)))
    .orderBy(asc(refund.id))
    .limit(sql.placeholder('limit')),
)
/** Lists the refunds of a page that were sent to a network, or may have been, oldest first. */
export const listRefundsOfDay = (read: Read, page: IdPage): Promise<RefundOfDay[]> =>
  selectRefunds(read, page)

type NetworkRefundPage = Omit<IdPage, 'before'>
export interface NetworkRefund {
  readonly id: string
  readonly amount: number // whole shillings
  readonly status: PayoutStatus
  readonly origin: RefundOrigin | null
  readonly unmatchedId: string | null
}
const networkRefundColumns = {
  id: refund.id,
  amount: refund.amount,
  status: refund.status,
  origin: refund.origin,
  unmatchedId: refund.unmatchedId,
}
/** Matches refunds that networks made for us, or were asked to make. */
const areNetworkRefunds = () =>
  and(eq(refund.way, sql`'network'`), inArray(refund.status, ['pending', 'completed']), wereSent(refund))
const selectNetworkRefunds = query<NetworkRefundPage, NetworkRefund>((db, param) =>
  db
    .select(networkRefundColumns)
    .from(refund)
    .where(and(eq(refund.accountId, param('accountId')), gt(refund.id, param('after')), areNetworkRefunds()))
    .orderBy(asc(refund.id))
    .limit(sql.placeholder('limit')),
)
/** Lists a page of the refunds that networks made for us, or were asked to make, oldest first. */
export const listNetworkRefunds = (read: Read, page: NetworkRefundPage): Promise<NetworkRefund[]> =>
  selectNetworkRefunds(read, page)

const selectNetworkRefundsOfPayment = query<{ paymentId: string }, NetworkRefund>((db, param) =>
  db
    .select(networkRefundColumns)
    .from(refund)
    .where(and(eq(refund.paymentId, param('paymentId')), areNetworkRefunds()))
    .orderBy(asc(refund.id)),
)
/** Lists all refunds of a payment that networks made for us, or were asked to make, oldest first. */
export const listNetworkRefundsOf = (read: Read, paymentId: string): Promise<NetworkRefund[]> =>
  selectNetworkRefundsOfPayment(read, { paymentId })

interface SmsOfDay {
  readonly id: string
  readonly transactionId: string | null
  readonly amount: number | null
  readonly paymentId: string | null
  readonly paidAt: number | null
  readonly receivedAt: number
}
type SmsPeriod = Omit<IdPage, 'after' | 'before'> & Span & { readonly connection: string }
const selectSms = query<SmsPeriod & IdRange, SmsOfDay>((db, param) =>
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
        between(sms.id, param('fromId'), param('beforeId')),
        gte(sms.receivedAt, param('from')),
        lt(sms.receivedAt, param('to')),
        eq(sms.accountId, param('accountId')),
        eq(sms.connection, param('connection')),
        inArray(sms.state, ['waiting', 'claimed']),
        isNotNull(sms.amount),
      ),
    )
    .orderBy(asc(sms.id))
    .limit(sql.placeholder('limit')),
)
/**
 * Lists up to `limit` payment SMS of a connection that were received in a period, oldest first. Messages
 * without an amount, and those that were set aside, are left out.
 */
export const listSmsOfDay = async (read: Read, period: SmsPeriod): Promise<SmsOfDay[]> => {
  const { accountId, from, to } = period
  const { fromId, beforeId } = await rangeOfPeriod(read, 'sms', accountId, { from, to })
  return selectSms(read, { ...period, fromId, beforeId })
}
