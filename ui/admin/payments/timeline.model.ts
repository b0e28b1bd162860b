// Turns the server's timeline entries of a payment into the steps a person reads, without repetition.
import type { api } from '../../kit/api.ts'
import { moneyOf } from '../../kit/money.ts'
import { phoneOf } from '../../kit/time.ts'
import type { Tone } from '../parts/figure.tsx'
import type { timeline } from './timeline.text.ts'

type TimelineReply = NonNullable<
  Awaited<ReturnType<ReturnType<typeof api.api.v1.payments>['timeline']['get']>>['data']
>
export type Timeline = TimelineReply['data']
export type TimelineEntry = Timeline['entries'][number]
type Word = keyof typeof timeline.en

/** The values that a step's text can contain. */
type StepValues = {
  readonly status?: string
  readonly ms?: string
  readonly number?: string
  readonly tries?: string
  readonly why?: string
  readonly money?: string
  readonly net?: string
  readonly fees?: string
  readonly receipt?: string
  readonly times?: string
  readonly given?: string
  readonly change?: string
}

/** The page with more about a step. */
export type StepLink = { readonly to: '/webhooks/$id'; readonly id: string } | { readonly to: '/unmatched' }

export interface TimelineStep {
  readonly at: string
  readonly tone: Tone
  /** A key of the timeline's words, or the bare kind of something newer than this page. */
  readonly title: Word | { readonly kind: string }
  readonly values: StepValues
  /** Lines below the title: a text key with its values, or a text as it is. */
  readonly more: readonly ({ readonly key: Word; readonly values: StepValues } | { readonly text: string })[]
  readonly actor: TimelineEntry['actor']
  /** The reason of a failure, as the API names it. */
  readonly reason: string | undefined
  /** What the network answered, as a key, and when it did so last. */
  readonly answer: { readonly key: Word; readonly last: string } | undefined
  readonly link: StepLink | undefined
}

/** The colour of a step by its kind; neutral for all others. */
const tones: Readonly<Record<string, Tone>> = {
  'payment.completed': 'good',
  'payment.confirmed_manually': 'warning',
  'payment.marked_not_paid': 'warning',
  'attempt.succeeded': 'good',
  'session.completed': 'good',
  'delivery.success': 'good',
  'payment.failed': 'bad',
  'attempt.failed': 'bad',
  'delivery.abandoned': 'bad',
  'attempt.unknown': 'warning',
  'payment.reversed': 'bad',
  'sms.reversed': 'bad',
  'payment.paid_twice': 'warning',
  'unmatched.held': 'warning',
  'payment.outcome_unknown': 'warning',
  'cash.sold': 'good',
  'refund.failed': 'bad',
  'refund.declined': 'warning',
}

/** Kinds that are left out, because other entries already show them. */
const hiddenKinds = new Set(['event.created', 'attempt.sent', 'attempt.planned'])

/** Kinds whose title is the text key of the same name. Others have a rule in `titleOf`, or no text at all. */
const knownKinds = new Set<string>([
  'session.created',
  'session.completed',
  'session.expired',
  'session.cancelled',
  'payment.created',
  'payment.completed',
  'payment.failed',
  'payment.voided',
  'payment.expired',
  'payment.confirmed_manually',
  'payment.marked_not_paid',
  'payment.outcome_unknown',
  'payment.outcome_known',
  'attempt.succeeded',
  'attempt.failed',
  'attempt.cancelled',
  'attempt.unknown',
  'delivery.created',
  'delivery.success',
  'delivery.abandoned',
  'unmatched.held',
  'payment.reversed',
  'payment.paid_twice',
  'sms.claimed',
  'sms.reversed',
  'cash.sold',
  'refund.created',
  'refund.approved',
  'refund.declined',
  'refund.completed',
  'refund.failed',
])

/**
 * Whether the network or an SMS reported that the customer took the money of the sale back. An entry about
 * other money that came for the payment names it in `unmatched`.
 */
export const isReversedIn = (entries: readonly Pick<TimelineEntry, 'kind' | 'facts'>[]): boolean =>
  entries.some(
    ({ kind, facts }) =>
      (kind === 'payment.reversed' || kind === 'sms.reversed') && (facts.unmatched ?? null) === null,
  )

/** The text key of a kind: `payment_completed` for `payment.completed`. */
const wordOf = (kind: string) => kind.replace('.', '_') as Word

/**
 * Returns the text key of a step's title; the kind itself if this page is older than the server and does not
 * know it.
 */
function titleOf({ kind, facts }: TimelineEntry): TimelineStep['title'] {
  if (kind === 'attempt.created') return `attempt_created_${facts.method}` as Word
  if (kind === 'attempt.status_checked')
    return facts.times === 1 ? 'attempt_status_checked_once' : 'attempt_status_checked_times'
  if (kind === 'delivery.tried') return isAnswered(facts.status) ? 'delivery_tried_ok' : 'delivery_tried_bad'
  if (kind === 'unmatched.settled') return `unmatched_settled_${facts.resolution}` as Word
  if (kind === 'payment.created' && facts.by_customer === true) return 'payment_created_customer'
  if (kind === 'payment.completed' && facts.late === true) return 'payment_completed_late'
  if (kind === 'refund.created' && facts.way === 'cash') return 'refund_created_cash'
  return knownKinds.has(kind) ? wordOf(kind) : { kind }
}

/** Whether a webhook's HTTP status means that the merchant accepted it. */
const isAnswered = (status: unknown) => typeof status === 'number' && status >= 200 && status < 300

/** Returns the lines below a step's title: fees, phone number, receipt, address or reason. */
function moreOf({ kind, facts }: TimelineEntry): TimelineStep['more'] {
  if (kind === 'payment.completed' && typeof facts.fees === 'number')
    return [
      {
        key: 'payment_completed_net',
        values: { net: moneyOf(Number(facts.net)), fees: moneyOf(facts.fees) },
      },
    ]
  if (kind.startsWith('attempt.') && kind !== 'attempt.created' && kind !== 'attempt.status_checked')
    return [
      ...(facts.phone ? [{ text: phoneOf(String(facts.phone)) }] : []),
      ...(facts.external_reference
        ? [{ key: 'attempt_receipt' as const, values: { receipt: String(facts.external_reference) } }]
        : []),
      ...(typeof facts.paid_amount === 'number'
        ? [{ key: 'attempt_paid' as const, values: { money: moneyOf(facts.paid_amount) } }]
        : []),
    ]
  if (kind === 'attempt.created' && facts.phone) return [{ text: phoneOf(String(facts.phone)) }]
  if (kind === 'delivery.created') return [{ text: String(facts.url) }]
  if (kind === 'payment.confirmed_manually')
    return [{ text: `${facts.reason ?? ''} · ${facts.receipt_number ?? ''}` }]
  if (kind === 'payment.marked_not_paid' || kind === 'refund.created')
    return [{ text: String(facts.reason ?? '') }]
  if (kind === 'cash.sold') return [givenOf(facts)]
  return []
}

/** Returns the line with the cash that the customer gave, and the change. */
const givenOf = ({ given, change }: TimelineEntry['facts']): TimelineStep['more'][number] =>
  Number(change) > 0
    ? { key: 'cash_given', values: { given: moneyOf(Number(given)), change: moneyOf(Number(change)) } }
    : { key: 'cash_exact', values: {} }

/** Returns the values for the texts of a step; empty texts where an entry has none. */
function valuesOf({ facts }: TimelineEntry): TimelineStep['values'] {
  return {
    status: String(facts.status ?? ''),
    ms: String(facts.took_ms ?? ''),
    number: String(facts.number ?? ''),
    tries: String(facts.tries ?? ''),
    times: String(facts.times ?? ''),
    why: String(facts.status ?? facts.error ?? ''),
    money: typeof facts.amount === 'number' ? moneyOf(facts.amount) : '',
  }
}

/** The answers of a network to a status check that have a text. */
const answers = new Set<unknown>(['pending', 'completed', 'failed', 'unknown'])

/**
 * Returns the network's answer to a status check as a text key, and when it last gave it. Undefined for all
 * other entries.
 */
function answerOf({ at, kind, facts }: TimelineEntry): TimelineStep['answer'] {
  if (kind !== 'attempt.status_checked') return undefined
  const key = answers.has(facts.answer) ? (`answer_${facts.answer}` as Word) : 'answer_unknown'
  return { key, last: textOf(facts.last_at) ?? at }
}

/**
 * Returns the page that a step links to: the page of a delivery, or the inbox for unmatched money that is not
 * settled. Undefined for all other steps.
 */
function stepLinkOf(
  { kind, subject }: TimelineEntry,
  entries: readonly TimelineEntry[],
): StepLink | undefined {
  if (kind.startsWith('delivery.')) return { to: '/webhooks/$id', id: subject }
  const isUnsettled =
    kind === 'unmatched.held' &&
    !entries.some(other => other.kind === 'unmatched.settled' && other.subject === subject)
  return isUnsettled ? { to: '/unmatched' } : undefined
}

/** Whether the payment was completed. */
const isPaidIn = (entries: readonly TimelineEntry[]): boolean =>
  entries.some(({ kind }) => kind === 'payment.completed')

/** Returns the colour of a step. A declined request is not shown as a failure once the payment was paid. */
function toneOf({ kind, facts }: TimelineEntry, isPaid: boolean): Tone {
  if (kind === 'attempt.failed' && isPaid) return 'neutral'
  if (kind === 'delivery.tried' && !isAnswered(facts.status)) return 'bad'
  if (kind === 'attempt.status_checked' && facts.answer === 'unknown') return 'warning'
  return tones[kind] ?? 'neutral'
}

/**
 * Whether another entry shows the same fact: the end of an attempt shows the status check that found it, a
 * failed attempt shows the failed payment, and a paid payment shows the paid link.
 */
function isShownElsewhere(
  { kind, subject, facts }: TimelineEntry,
  entries: readonly TimelineEntry[],
): boolean {
  const has = (otherKind: string, otherSubject?: string) =>
    entries.some(
      entry => entry.kind === otherKind && (otherSubject === undefined || entry.subject === otherSubject),
    )
  if (kind === 'attempt.status_checked' && facts.answer === 'completed')
    return has('attempt.succeeded', subject)
  if (kind === 'attempt.status_checked' && facts.answer === 'failed') return has('attempt.failed', subject)
  if (kind === 'payment.failed')
    return entries.some(
      entry => entry.kind === 'attempt.failed' && entry.facts.failure_reason === facts.failure_reason,
    )
  return kind === 'session.completed' && has('payment.completed')
}

/** Returns a fact that is a text; undefined for an empty text and for any other value. */
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * Returns the steps of a timeline in order. A person's action and the state that it led to become one step,
 * with that person as its actor.
 */
export function stepsOf(entries: readonly TimelineEntry[]): TimelineStep[] {
  const isPaid = isPaidIn(entries)
  const actions = entries.filter(({ actor }) => actor !== null)
  const isRepeated = (entry: TimelineEntry) =>
    entry.actor === null && actions.some(({ kind }) => kind === entry.kind)
  return entries
    .filter(entry => !hiddenKinds.has(entry.kind) && !isRepeated(entry) && !isShownElsewhere(entry, entries))
    .map(entry => ({
      at: entry.at,
      tone: toneOf(entry, isPaid),
      title: titleOf(entry),
      values: valuesOf(entry),
      more: moreOf(entry),
      actor: entry.actor,
      reason: textOf(entry.facts.failure_reason),
      answer: answerOf(entry),
      link: stepLinkOf(entry, entries),
    }))
}

/**
 * Returns who acted: a named person, or a text key for everyone else. `me` is the id of the person who looks
 * at the page.
 */
export function stepActorOf(
  actor: TimelineEntry['actor'],
  me: string | undefined,
): Word | { readonly name: string } | undefined {
  if (!actor) return undefined
  if (actor.type !== 'staff') return `who_${actor.type}`
  if (actor.id === me) return 'who_me'
  return actor.name ? { name: actor.name } : 'who_staff'
}
