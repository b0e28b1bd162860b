// What we recorded of a day, to be compared with its networks: attempts, payouts and payment SMS as rows.
import { and, asc, eq, gt, inArray, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import type { AttemptState } from '../domain/attempt.ts'
import { namedId } from '../domain/id.ts'
import type { ManualConfirmation } from '../domain/payment.ts'
import type { PayoutStatus } from '../domain/payout.ts'
import { query, type Read } from './engine/statement.ts'
import { sms } from './sms-table.ts'
import { attempt, payment, payout } from './table.ts'

/** A page of ids of an account: after one, before another. */
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
const payouts = query<IdPage, PayoutOfDay>((db, at) =>
  db
    .select({
      id: payout.id,
      connector: payout.connector,
      connection: payout.connection,
      networkReference: payout.networkReference,
      status: payout.status,
      amount: payout.amount,
      externalReference: payout.externalReference,
    })
    .from(payout)
    .where(
      and(
        eq(payout.accountId, at('accountId')),
        gt(payout.id, at('after')),
        lt(payout.id, at('before')),
        notInArray(payout.state, ['waiting', 'planned']),
        sql`coalesce(${payout.failureReason}, '') <> 'not_sent'`,
        sql`coalesce(${payout.approval}, '') not in ('declined', 'expired')`,
      ),
    )
    .orderBy(asc(payout.id))
    .limit(sql.placeholder('limit')),
)
/** Those that were sent, or may have been. */
export const listPayoutsOfDay = (read: Read, page: IdPage): Promise<PayoutOfDay[]> => payouts(read, page)

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
/** Messages that report money and that no person has put aside. @param page of ids without their name */
export const listSmsOfDay = (
  read: Read,
  page: IdPage & { readonly connection: string },
): Promise<SmsOfDay[]> =>
  messages(read, { ...page, after: namedId('sms', page.after), before: namedId('sms', page.before) })
