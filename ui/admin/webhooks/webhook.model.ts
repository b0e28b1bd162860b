// Webhooks as the console reads them: filters in the address, how a delivery looks, the result of a test, and
// what is typed into its forms.
import { localTime } from '../../../src/domain/day.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../src/domain/delivery.ts'
import { type EventType, eventTypes } from '../../../src/domain/event.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import { choiceParam, cursorParam, dayParam, type Query, textParam } from '../parts/query.model.ts'

/** Reads the filters of the deliveries from the address. */
export const deliverySearch = (query: Query) => ({
  ...choiceParam(query, 'status', deliveryStatuses),
  ...choiceParam(query, 'type', eventTypes),
  ...textParam(query, 'payment'),
  ...textParam(query, 'host'),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
export type DeliverySearch = ReturnType<typeof deliverySearch>

/** Reads the filters of the event log from the address. */
export const eventSearch = (query: Query) => ({
  ...choiceParam(query, 'type', eventTypes),
  ...textParam(query, 'payment'),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
export type EventSearch = ReturnType<typeof eventSearch>

/** Colour and icon of each status of a delivery. */
export const deliveryChips: Readonly<
  Record<DeliveryStatus, { readonly tone: Tone; readonly icon: IconName }>
> = {
  pending: { tone: 'open', icon: 'clock' },
  retrying: { tone: 'open', icon: 'again' },
  success: { tone: 'good', icon: 'check' },
  failed: { tone: 'open', icon: 'again' },
  abandoned: { tone: 'bad', icon: 'cross' },
}

/** Returns the host of an address with its port; the address itself when it has none. */
export const hostOfUrl = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url)

/** Whether an event is about a payout, and not a payment. */
export const isPayout = (type: EventType): boolean => type.startsWith('payout.')

/** Returns JSON with a line for each field; every other body as it is. */
export function readableOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The longest overlap of two signing secrets that the server takes, in hours. */
const graceHoursMax = 72

/**
 * Returns the typed hours of overlap, 0 when nothing is typed; undefined for anything but a whole number from
 * 0 to 72.
 */
export function graceOf(text: string): number | undefined {
  const typed = text.trim()
  if (typed === '') return 0
  return /^\d{1,2}$/.test(typed) && Number(typed) <= graceHoursMax ? Number(typed) : undefined
}

/** Returns a local time in ms as if it were UTC. */
const asUtc = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/** Returns a time as a field for day and time shows it: `2026-11-21T14:05`. */
export const localOf = (time: number, timeZone: string): string =>
  localTime(time, timeZone).slice(0, 16).replace(' ', 'T')

/** Returns the time typed into a field for day and time, as the API expects it; undefined if incomplete. */
export function momentOf(local: string, timeZone: string): string | undefined {
  const localMs = /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? asUtc(`${local}:00`) : Number.NaN
  if (Number.isNaN(localMs)) return undefined
  const offsetAt = (time: number) => asUtc(localTime(time, timeZone)) - time
  // Twice, since the zone's offset at `localMs` may differ from the one at the resulting time.
  const estimate = localMs - offsetAt(localMs)
  return new Date(localMs - offsetAt(estimate)).toISOString()
}

export interface TestAnswer {
  readonly response: { readonly status: number } | null
  readonly error: string | null
}

/** Returns the result of a test webhook. The server sets an error also when the receiver rejects it. */
export function testResultOf({ response, error }: TestAnswer): 'delivered' | 'rejected' | 'no_response' {
  if (error === null) return 'delivered'
  return response ? 'rejected' : 'no_response'
}

/** Returns the text key for a number of events that are sent again. */
export function countKey(count: number): 'resend_done_zero' | 'resend_done_one' | 'resend_done_other' {
  if (count === 0) return 'resend_done_zero'
  return count === 1 ? 'resend_done_one' : 'resend_done_other'
}

/** An attempt that is due within this time is expected on the page. */
const soonMs = 5_000
/** An attempt that is overdue for longer is not expected any more. */
const overdueMs = 60_000

/**
 * Whether an attempt is expected now, so that the page reads again. An attempt that is long overdue is not
 * expected.
 */
export function isDue(
  { status, next_attempt_at: next }: { status: DeliveryStatus; next_attempt_at: string | null },
  now: number,
) {
  // A try is under way.
  if (status === 'retrying') return true
  if (next === null) return false
  const inMs = Date.parse(next) - now
  return inMs < soonMs && inMs > -overdueMs
}
