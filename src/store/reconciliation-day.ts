// Reads our records of a day, to be compared with its networks: attempts, payouts and payment SMS.
import { and, asc, eq, gt, inArray, isNotNull, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AttemptState } from '../domain/attempt.ts'
import { idWithPrefix } from '../domain/id.ts'
import type { ManualConfirmation } from '../domain/manual-decision.ts'
import type { PayoutStatus, RefundOrigin } from '../domain/payout.ts'
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
const orderColumns = (of: typeof payout | typeof refund) => ({
  id: of.id,
  connector: of.connector,
  connection: of.connection,
  networkReference: of.networkReference,
  status: of.status,
  amount: of.amount,
  externalReference: of.externalReference,
})
/** Orders that were sent, or may have been. */
const wereSent = (of: typeof payout | typeof refund) =>
  and(
    notInArray(of.state, ['waiting', 'planned']),
    sql`coalesce(${of.failureReason}, '') not in ('not_sent', 'withdrawn', 'wallet_not_named', 'float_empty')`,
    ne(of.connection, sql`'cash'`),
    sql`coalesce(${of.approval}, '') not in ('declined', 'expired')`,
  )
const inPage = (of: typeof payout | typeof refund, at: (name: keyof IdPage) => SQL) =>
  and(eq(of.accountId, at('accountId')), gt(of.id, at('after')), lt(of.id, at('before')))
const payouts = query<IdPage, PayoutOfDay>((db, at) =>
  db
    .select(orderColumns(payout))
    .from(payout)
    .where(and(inPage(payout, at), wereSent(payout)))
    .orderBy(asc(payout.id))
    .limit(sql.placeholder('limit')),
)
/** Lists payouts that were sent, or may have been. */
export const listPayoutsOfDay = (read: Read, page: IdPage): Promise<PayoutOfDay[]> => payouts(read, page)

export interface RefundOfDay extends PayoutOfDay {
  readonly origin: RefundOrigin | null
}
const refunds = query<IdPage, RefundOfDay>((db, at) =>
  db
    .select({ ...orderColumns(refund), origin: refund.origin })
    .from(refund)
    .where(and(inPage(refund, at), wereSent(refund)))
    .orderBy(asc(refund.id))
    .limit(sql.placeholder('limit')),
)
/** Lists refunds that were sent, or may have been. */
export const listRefundsOfDay = (read: Read, page: IdPage): Promise<RefundOfDay[]> => refunds(read, page)

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
/** Refunds that networks made for us, or were asked to make. */
const areNetworkRefunds = () =>
  and(eq(refund.way, sql`'network'`), inArray(refund.status, ['pending', 'completed']), wereSent(refund))
const networkRefunds = query<NetworkRefundPage, NetworkRefund>((db, at) =>
  db
    .select(networkRefundColumns)
    .from(refund)
    .where(and(eq(refund.accountId, at('accountId')), gt(refund.id, at('after')), areNetworkRefunds()))
    .orderBy(asc(refund.id))
    .limit(sql.placeholder('limit')),
)
/** Lists the refunds that networks made for us, or were asked to make. */
export const listNetworkRefunds = (read: Read, page: NetworkRefundPage): Promise<NetworkRefund[]> =>
  networkRefunds(read, page)

const networkRefundsOf = query<{ paymentId: string }, NetworkRefund>((db, at) =>
  db
    .select(networkRefundColumns)
    .from(refund)
    .where(and(eq(refund.paymentId, at('paymentId')), areNetworkRefunds()))
    .orderBy(asc(refund.id)),
)
/** Lists those of a payment. */
export const listNetworkRefundsOf = (read: Read, paymentId: string): Promise<NetworkRefund[]> =>
  networkRefundsOf(read, { paymentId })

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
  messages(read, {
    ...page,
    after: idWithPrefix('sms', page.after),
    before: idWithPrefix('sms', page.before),
  })
