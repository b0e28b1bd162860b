// The columns of each export. Amounts are whole shillings; times are in UTC and in the account's time zone.
import { actorOf, formatActor, staffActor } from '../domain/actor.ts'
import type { AuditEntry } from '../domain/audit-log.ts'
import type { Cell } from '../domain/csv.ts'
import { localTime } from '../domain/day.ts'
import { numberToPay } from '../domain/number-to-pay.ts'
import type { Payment } from '../domain/payment.ts'
import type { Payout } from '../domain/payout.ts'
import { pendingReasonOf, type Refund, refundStatus, walletOf } from '../domain/refund.ts'
import { type Session, sessionReference } from '../domain/session.ts'
import type { CashSale } from '../domain/shift.ts'
import { lineItemsView } from './line-item.ts'
import { stamp } from './money.ts'
import { payoutChannel, recipientView } from './payout.ts'
import { refundLinesView, refundRecipient } from './refund.ts'

/** The columns of a file, in order: for each head, a function that returns the cell of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row, timeZone: string) => Cell>>

/** Returns a time as text in the account's time zone; null for null. @param time milliseconds */
const localTimeOf = (time: number | null, timeZone: string) =>
  time === null ? null : localTime(time, timeZone)

export const paymentColumns: Columns<Payment> = {
  reference: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => localTimeOf(createdAt, timeZone),
  status: ({ status }) => status,
  payment_type: ({ type }) => type,
  amount: ({ amount }) => amount,
  fees: ({ fees }) => fees,
  net: ({ amount, fees }) => (fees === null ? null : amount - fees),
  currency: ({ currency }) => currency,
  channel: ({ channelType }) => channelType,
  provider: ({ provider }) => provider,
  external_reference: ({ externalReference }) => externalReference,
  payment_token: payment => numberToPay(payment),
  phone: ({ phone, customer }) => phone ?? customer.phone ?? null,
  first_name: ({ customer }) => customer.first_name ?? null,
  last_name: ({ customer }) => customer.last_name ?? null,
  email: ({ customer }) => customer.email ?? null,
  failure_reason: ({ failureReason }) => failureReason,
  late: ({ late }) => late,
  outcome_unknown: ({ unknown }) => unknown,
  ended_at: ({ endedAt }) => stamp(endedAt),
  ended_local: ({ endedAt }, timeZone) => localTimeOf(endedAt, timeZone),
  session: ({ sessionId }) => (sessionId === null ? null : sessionReference(sessionId)),
  created_by: row => formatActor(actorOf(row)),
  metadata: ({ metadata }) => JSON.stringify(metadata),
  line_items: ({ lineItems }) => JSON.stringify(lineItemsView(lineItems)),
  refunded: ({ refunded }) => refunded,
}

/** A row of the file of sales: a payment or a cash sale, with the names of its till and cashier. */
export interface ExportedSale {
  readonly id: string
  readonly payment: Payment | undefined
  readonly cash: CashSale | undefined
  /** Refunds of the cash sale, in whole shillings. */
  readonly cashRefunded: number
  readonly till: string | null
  readonly cashier: string | null
}

/** The columns of a cash sale, under the heads of payments. */
const cashColumns: Columns<CashSale> = {
  reference: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => localTimeOf(createdAt, timeZone),
  payment_type: () => 'cash',
  amount: ({ amount }) => amount,
  fees: () => 0,
  net: ({ amount }) => amount,
  currency: () => 'TZS',
  ended_at: ({ voidedAt, createdAt }) => stamp(voidedAt ?? createdAt),
  ended_local: ({ voidedAt, createdAt }, timeZone) => localTimeOf(voidedAt ?? createdAt, timeZone),
  created_by: ({ cashier }) => formatActor(staffActor(cashier)),
  metadata: ({ note }) => JSON.stringify(note === null ? {} : { note }),
  line_items: ({ lineItems }) => JSON.stringify(lineItemsView(lineItems)),
}

/** Returns the sum of a sale's refunds, in whole shillings. */
const refundedAmountOf = ({ payment, cashRefunded }: ExportedSale): number =>
  payment?.refunded ?? cashRefunded

/** Returns the status of a sale. As in the console, a refund makes a completed sale (partly) refunded. */
function saleStatus(sale: ExportedSale): string {
  const refunded = refundedAmountOf(sale)
  const amount = sale.payment?.amount ?? sale.cash?.amount ?? 0
  const status = sale.payment?.status ?? 'completed'
  if (status !== 'completed' || refunded === 0) return status
  return refunded < amount ? 'partly_refunded' : 'refunded'
}

/** Returns the cell of a sale in a column of payments; null if cash sales do not have the column. */
function saleCell(name: string, { payment, cash }: ExportedSale, timeZone: string): Cell {
  if (cash) return cashColumns[name]?.(cash, timeZone) ?? null
  if (payment) return paymentColumns[name]?.(payment, timeZone) ?? null
  return null
}

/** The columns of payments, with cells for cash sales, too. */
const paymentColumnsOfSale = Object.keys(paymentColumns).map(
  name => [name, (sale: ExportedSale, timeZone: string) => saleCell(name, sale, timeZone)] as const,
)

export const saleColumns: Columns<ExportedSale> = {
  ...Object.fromEntries(paymentColumnsOfSale),
  status: sale => saleStatus(sale),
  refunded: sale => refundedAmountOf(sale),
  till: ({ till }) => till,
  cashier: ({ cashier }) => cashier,
}

export const payoutColumns: Columns<Payout> = {
  reference: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => localTimeOf(createdAt, timeZone),
  status: ({ status }) => status,
  amount: ({ amount }) => amount,
  fees: ({ fees }) => fees,
  total: ({ amount, fees }) => amount + fees,
  currency: () => 'TZS',
  channel: payout => payoutChannel(payout).type,
  provider: payout => payoutChannel(payout).provider,
  recipient_name: payout => recipientView(payout).name,
  recipient_phone: payout => recipientView(payout).phone,
  recipient_account: payout => recipientView(payout).account,
  narration: ({ narration }) => narration,
  external_reference: ({ externalReference }) => externalReference,
  failure_reason: ({ failureReason }) => failureReason,
  completed_at: ({ completedAt }) => stamp(completedAt),
  ended_at: ({ endedAt }) => stamp(endedAt),
  created_by: row => formatActor(actorOf(row)),
  metadata: ({ metadata }) => JSON.stringify(metadata),
}

/** Returns the wallet of a refund with a masked number; null for a refund without one. */
const recipientOf = (refund: Refund) => refundRecipient(walletOf(refund))

export const refundColumns: Columns<Refund> = {
  reference: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => localTimeOf(createdAt, timeZone),
  status: refundStatus,
  pending_reason: pendingReasonOf,
  amount: ({ amount }) => amount,
  fees: ({ fees }) => fees,
  currency: () => 'TZS',
  way: ({ way }) => way,
  payment_reference: ({ paymentId, cashSaleId }) => paymentId ?? cashSaleId,
  unmatched_id: ({ unmatchedId }) => unmatchedId,
  reason: ({ reason }) => reason,
  provider: refund => recipientOf(refund)?.provider ?? null,
  recipient_name: refund => recipientOf(refund)?.name ?? null,
  recipient_phone: refund => recipientOf(refund)?.phone ?? null,
  external_reference: ({ externalReference }) => externalReference,
  failure_reason: refund => (refundStatus(refund) === 'failed' ? refund.failureReason : null),
  completed_at: refund => (refundStatus(refund) === 'completed' ? stamp(refund.completedAt) : null),
  ended_at: ({ endedAt }) => stamp(endedAt),
  created_by: row => formatActor(actorOf(row)),
  till: ({ tillId }) => tillId,
  shift: ({ shiftId }) => shiftId,
  metadata: ({ metadata }) => JSON.stringify(metadata),
  line_items: ({ lineItems }) => JSON.stringify(refundLinesView(lineItems)),
}

export const sessionColumns: Columns<Session> = {
  reference: ({ id }) => sessionReference(id),
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => localTimeOf(createdAt, timeZone),
  status: ({ status }) => status,
  amount: ({ amount }) => amount,
  currency: () => 'TZS',
  description: ({ description }) => description,
  customer_name: ({ customer }) => customer.name,
  customer_phone: ({ customer }) => customer.phone,
  customer_email: ({ customer }) => customer.email,
  payment: ({ paymentId }) => paymentId,
  late: ({ late }) => late,
  expires_at: ({ expiresAt }) => stamp(expiresAt),
  ended_at: ({ endedAt }) => stamp(endedAt),
  answers: ({ answers }) => JSON.stringify(answers),
  created_by: row => formatActor(actorOf(row)),
  metadata: ({ metadata }) => JSON.stringify(metadata),
}

/** An entry with the known names of its actor and of its subject, if that is a person. */
export interface NamedAuditEntry extends AuditEntry {
  readonly actorName: string | null
  readonly subjectName: string | null
}

export const auditColumns: Columns<NamedAuditEntry> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => localTimeOf(createdAt, timeZone),
  kind: ({ kind }) => kind,
  actor: entry => formatActor(actorOf(entry)),
  subject: ({ subject }) => subject,
  detail: ({ detail }) => JSON.stringify(detail),
  address: ({ address }) => address,
  actor_name: ({ actorName }) => actorName,
  subject_name: ({ subjectName }) => subjectName,
}
