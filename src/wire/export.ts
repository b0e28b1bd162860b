// The columns of each export. Amounts are whole shillings; times are in UTC and in the account's time zone.
import { actorOf, formatActor } from '../domain/actor.ts'
import type { AuditEntry } from '../domain/audit-log.ts'
import type { Cell } from '../domain/csv.ts'
import { localTime } from '../domain/day.ts'
import type { Payment } from '../domain/payment.ts'
import type { Payout } from '../domain/payout.ts'
import { type Session, sessionReference } from '../domain/session.ts'
import { stamp } from './money.ts'
import { payoutChannel, recipientView } from './payout.ts'

/** The columns of a file, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row, timeZone: string) => Cell>>

const local = (time: number | null, timeZone: string) => (time === null ? null : localTime(time, timeZone))

export const paymentColumns: Columns<Payment> = {
  reference: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => local(createdAt, timeZone),
  status: ({ status }) => status,
  payment_type: ({ type }) => type,
  amount: ({ amount }) => amount,
  fees: ({ fees }) => fees,
  net: ({ amount, fees }) => (fees === null ? null : amount - fees),
  currency: ({ currency }) => currency,
  channel: ({ channelType }) => channelType,
  provider: ({ provider }) => provider,
  external_reference: ({ externalReference }) => externalReference,
  payment_token: ({ token }) => token,
  phone: ({ phone, customer }) => phone ?? customer.phone ?? null,
  first_name: ({ customer }) => customer.first_name ?? null,
  last_name: ({ customer }) => customer.last_name ?? null,
  email: ({ customer }) => customer.email ?? null,
  failure_reason: ({ failureReason }) => failureReason,
  late: ({ late }) => late,
  outcome_unknown: ({ unknown }) => unknown,
  ended_at: ({ endedAt }) => stamp(endedAt),
  ended_local: ({ endedAt }, timeZone) => local(endedAt, timeZone),
  session: ({ sessionId }) => (sessionId === null ? null : sessionReference(sessionId)),
  created_by: row => formatActor(actorOf(row)),
  metadata: ({ metadata }) => JSON.stringify(metadata),
  line_items: ({ lineItems }) => JSON.stringify(lineItems ?? []),
}

export const payoutColumns: Columns<Payout> = {
  reference: ({ id }) => id,
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => local(createdAt, timeZone),
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

export const sessionColumns: Columns<Session> = {
  reference: ({ id }) => sessionReference(id),
  created_at: ({ createdAt }) => stamp(createdAt),
  created_local: ({ createdAt }, timeZone) => local(createdAt, timeZone),
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
  created_local: ({ createdAt }, timeZone) => local(createdAt, timeZone),
  kind: ({ kind }) => kind,
  actor: entry => formatActor(actorOf(entry)),
  subject: ({ subject }) => subject,
  detail: ({ detail }) => JSON.stringify(detail),
  address: ({ address }) => address,
  actor_name: ({ actorName }) => actorName,
  subject_name: ({ subjectName }) => subjectName,
}
