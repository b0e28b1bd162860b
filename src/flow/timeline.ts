// The timeline of a payment: everything stored about it in order of time. That is its states, attempts,
// status checks, events, deliveries and refunds, and the actions of people. Callbacks are not stored, but the
// status check after each callback is.

import type { Account } from '../domain/account.ts'
import { type Actor, actorOf, staffActor } from '../domain/actor.ts'
import { type Attempt, isSettled } from '../domain/attempt.ts'
import type { AuditAction, AuditEntry } from '../domain/audit-log.ts'
import type { Delivery } from '../domain/delivery.ts'
import type { Event, EventType } from '../domain/event.ts'
import type { JobKind } from '../domain/job.ts'
import { isFinal, type Payment } from '../domain/payment.ts'
import { maskPhone } from '../domain/phone.ts'
import { type Session, sessionReference } from '../domain/session.ts'
import type { Shift } from '../domain/shift.ts'
import type { Till } from '../domain/till.ts'
import type { Unmatched } from '../domain/unmatched.ts'
import { listAttempts } from '../store/attempt.ts'
import { listAuditEntriesOn } from '../store/audit-log.ts'
import type { Read } from '../store/engine/statement.ts'
import { type Dispatch, listDeliveries, listDispatches, listEvents } from '../store/event.ts'
import { findJob } from '../store/job.ts'
import { listRefundsOf } from '../store/refund.ts'
import { findSession } from '../store/session.ts'
import { findShift } from '../store/shift.ts'
import { listStatusChecks, type StatusCheck } from '../store/status-check.ts'
import { findTill } from '../store/till.ts'
import { listUnknownPeriods, type UnknownPeriod } from '../store/unknown-period.ts'
import { listUnmatchedOf } from '../store/unmatched.ts'
import { stamp } from '../wire/money.ts'
import type { Appliance } from './appliance.ts'
import { getPayment } from './payment.ts'
import { type Entry, entryAt, refundEntries } from './timeline-entry.ts'

/** A job that is due later. */
interface ScheduledJob {
  readonly at: number
  readonly kind: JobKind
  readonly subject: string
  readonly state: string
}

/** What happened to a sale, and its jobs that are due later. */
export interface Timeline {
  readonly reference: string
  readonly soldBy: Actor
  readonly session: Session | undefined
  readonly till: Till | undefined // the till of the sale, and the shift that counts it
  readonly shift: Shift | undefined
  /** In order of time; if two have the same time, a cause comes before its effect. */
  readonly entries: readonly Entry[]
  readonly scheduled: readonly ScheduledJob[]
}

/** Returns the entry of a new payment. It has no actor if a link's customer created the payment. */
const createdEntry = (payment: Payment): Entry => ({
  at: payment.createdAt,
  kind: 'payment.created',
  subject: payment.id,
  actor: payment.sessionId === null ? actorOf(payment) : null,
  facts: {
    payment_type: payment.type,
    amount: payment.amount,
    ...(payment.sessionId === null ? {} : { by_customer: true }),
  },
})

/** Returns the entries of an attempt: created, sent, ended. @param phoneOf masks the number if needed */
function attemptEntries(attempt: Attempt, phoneOf: (phone: string) => string): Entry[] {
  const { id, method, connector, networkReference, amount, state } = attempt
  const phone = attempt.phone === null ? null : phoneOf(attempt.phone)
  const createdFacts = { method, phone, amount, connector, network_reference: networkReference, state }
  const { externalReference, failureReason, paidAmount } = attempt
  const endedFacts = {
    external_reference: externalReference,
    failure_reason: failureReason,
    paid_amount: paidAmount,
    phone,
  }
  return [
    ...entryAt(attempt.createdAt, 'attempt.created', id, createdFacts),
    ...entryAt(attempt.sentAt, 'attempt.sent', id, { method, connector }),
    ...entryAt(attempt.endedAt, `attempt.${state}`, id, endedFacts),
  ]
}

/** Returns one entry for equal answers in a row, at the time of the first, so that its effects come later. */
const statusCheckEntry = ({ attemptId, answer, times, firstAt, lastAt }: StatusCheck): Entry[] =>
  entryAt(firstAt, 'attempt.status_checked', attemptId, { answer, times, last_at: stamp(lastAt) })

/** Returns the entries for the beginning and end of a period in which the payment's outcome was unknown. */
const unknownPeriodEntries = ({ paymentId, beganAt, endedAt }: UnknownPeriod): Entry[] => [
  ...entryAt(beganAt, 'payment.outcome_unknown', paymentId, {}),
  ...entryAt(endedAt, 'payment.outcome_known', paymentId, {}),
]

/** Returns the entries of an event: the new state of the payment, and the event itself. */
function changeEntries(payment: Payment, event: Event): Entry[] {
  return [
    ...entryAt(event.createdAt, event.type, payment.id, stateFacts(payment, event)),
    ...entryAt(event.createdAt, 'event.created', event.id, { type: event.type }),
  ]
}

/** Returns the facts of an event's state. The payment holds only the facts of its current state. */
function stateFacts(payment: Payment, { type }: Event): Entry['facts'] {
  const { status, amount, fees, late, provider, failureReason } = payment
  if (type !== `payment.${status}`) return { failure_reason: null }
  if (fees === null) return { failure_reason: failureReason }
  return { fees, net: amount - fees, late, provider }
}

/** Returns the entries of a delivery: created, each try, ended. */
function entriesOfDelivery(delivery: Delivery, tries: readonly Dispatch[]): Entry[] {
  const { id, eventId, url, status } = delivery
  return [
    ...entryAt(delivery.createdAt, 'delivery.created', id, {
      event: eventId,
      url,
      status,
      tries: delivery.tries,
    }),
    ...tries.flatMap(dispatch =>
      entryAt(dispatch.sentAt, 'delivery.tried', id, {
        number: dispatch.number,
        status: dispatch.status,
        error: dispatch.error,
        took_ms: dispatch.tookMs,
      }),
    ),
    ...entryAt(delivery.endedAt, `delivery.${status}`, id, { tries: delivery.tries }),
  ]
}

/** The event that each action of a person creates in its transaction. */
const eventOfAction: Partial<Record<AuditAction, EventType>> = {
  'payment.voided': 'payment.voided',
  'payment.confirmed_manually': 'payment.completed',
  'payment.marked_not_paid': 'payment.failed',
}

/** Returns the entry of a person's action, at the time of the event that it created if that is earlier. */
function auditEntry(entry: AuditEntry, events: readonly Event[]): Entry {
  const { id, kind, address, detail, createdAt } = entry
  const createdEvent = events.find(({ type }) => type === eventOfAction[kind])
  return {
    at: Math.min(createdAt, createdEvent?.createdAt ?? createdAt),
    kind,
    subject: id,
    actor: actorOf(entry),
    facts: { ...detail, address },
  }
}

/** Returns the entries of unmatched money: held in suspense, settled. */
function unmatchedEntries(unmatched: Unmatched, attempts: readonly Attempt[]): Entry[] {
  const { id, attemptId, amount, reason, createdAt, resolution, settledBy, settledAt } = unmatched
  const attempt = attempts.find(eachAttempt => eachAttempt.id === attemptId)
  const heldFacts = { amount, reason, external_reference: attempt?.externalReference ?? null }
  const settler = settledBy === null ? null : staffActor(settledBy)
  return [
    ...entryAt(createdAt, 'unmatched.held', id, heldFacts),
    ...entryAt(settledAt, 'unmatched.settled', id, { amount, resolution }, settler),
  ]
}

/** Returns the entries of the payment's link: created, ended. */
function sessionEntries(session: Session | undefined): Entry[] {
  if (!session) return []
  const reference = sessionReference(session.id)
  return [
    ...entryAt(session.createdAt, 'session.created', reference, {}, actorOf(session)),
    ...entryAt(session.endedAt, `session.${session.status}`, reference, {}),
  ]
}

/** The order of entries with the same time, from cause to effect, by the pattern of their kind. */
const ranks = [
  /^session\.created$/,
  /^payment\.created$/,
  /^attempt\.(created|sent)$/,
  /^attempt\.status_checked$/,
  /^attempt\./,
  /^unmatched\./,
  /^payment\.outcome_(unknown|known)$/,
  /^payment\./,
  /^session\./,
  /^refund\./,
  /^event\./,
  /^delivery\.created$/,
  /^delivery\.tried$/,
  /^delivery\./,
]
/** Actions of people come after rank 2, new and sent attempts, and before rank 3, their status checks. */
const auditRank = 2.5

/**
 * Sorts by time, then from cause to effect. Entries with the same time and rank keep their order.
 * @param audited actions of people
 */
function sortEntries(audited: readonly Entry[], others: readonly Entry[]): Entry[] {
  const auditedEntries = audited.map(entry => ({ entry, rank: auditRank }))
  const otherEntries = others.map(entry => ({
    entry,
    rank: ranks.findIndex(pattern => pattern.test(entry.kind)),
  }))
  return [...auditedEntries, ...otherEntries]
    .toSorted((a, b) => a.entry.at - b.entry.at || a.rank - b.rank)
    .map(({ entry }) => entry)
}

/**
 * Returns the payment's jobs that are due later, soonest first. Its expiry and the checks of its attempts may
 * have no row: then they are due at the payment's `dueAt`.
 * @param subjects the kind of each job, and the id of its subject
 */
async function scheduledJobsOf(
  read: Read,
  { dueAt }: Payment,
  subjects: readonly (readonly [JobKind, string])[],
): Promise<ScheduledJob[]> {
  const scheduled: ScheduledJob[] = []
  for (const [kind, subject] of subjects) {
    const job = await findJob(read, kind, subject)
    if (job) scheduled.push({ at: job.dueAt, kind, subject, state: job.state })
    else if (dueAt !== null && (kind === 'payment.expire' || kind === 'attempt.check'))
      scheduled.push({ at: dueAt, kind, subject, state: 'waiting' })
  }
  return scheduled.toSorted((a, b) => a.at - b.at)
}

/**
 * Returns what happened to a payment, oldest first, and its jobs that are due later.
 * @param seesPhones whether phone numbers are unmasked
 * @throws Fault as `getPayment`
 */
export async function timelineOf(
  appliance: Appliance,
  account: Account,
  reference: string,
  seesPhones: boolean,
): Promise<Timeline> {
  const { read } = appliance.store
  const payment = await getPayment(appliance, account, reference)
  const { id } = payment
  const session = payment.sessionId ? await findSession(read, payment.sessionId) : undefined
  const attempts = (await listAttempts(read, id)).toReversed()
  const deliveries = (await listDeliveries(read, id)).toReversed()
  const deliveryEntries: Entry[] = []
  for (const delivery of deliveries)
    deliveryEntries.push(...entriesOfDelivery(delivery, await listDispatches(read, delivery.id)))
  const checkEntries: Entry[] = []
  for (const attempt of attempts)
    checkEntries.push(...(await listStatusChecks(read, attempt.id)).flatMap(statusCheckEntry))
  const events = await listEvents(read, id)
  const audited = (await listAuditEntriesOn(read, account.id, id)).map(entry => auditEntry(entry, events))
  const entries = sortEntries(audited, [
    ...sessionEntries(session),
    createdEntry(payment),
    ...attempts.flatMap(attempt => attemptEntries(attempt, seesPhones ? phone => phone : maskPhone)),
    ...checkEntries,
    ...(await listUnmatchedOf(read, id)).flatMap(money => unmatchedEntries(money, attempts)),
    ...(await listUnknownPeriods(read, id)).flatMap(unknownPeriodEntries),
    ...events.flatMap(event => changeEntries(payment, event)),
    ...(await listRefundsOf(read, id)).flatMap(refundEntries),
    ...deliveryEntries,
  ])
  const jobs: [JobKind, string][] = []
  if (!isFinal(payment.status)) jobs.push(['payment.expire', id])
  if (session) jobs.push(['session.expire', session.id])
  for (const attempt of attempts) if (!isSettled(attempt.state)) jobs.push(['attempt.check', attempt.id])
  for (const delivery of deliveries) if (delivery.endedAt === null) jobs.push(['delivery.send', delivery.id])
  const scheduled = await scheduledJobsOf(read, payment, jobs)
  const till = payment.tillId ? await findTill(read, payment.tillId) : undefined
  const shift = payment.shiftId ? await findShift(read, payment.shiftId) : undefined
  return { reference: id, soldBy: actorOf(payment), session, till, shift, entries, scheduled }
}
