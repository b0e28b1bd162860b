// Webhooks as the console reads them: filters in the address, how a delivery looks, the result of a test, and
// what is typed into its forms.
import { localTime } from '../../../src/domain/day.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../src/domain/delivery.ts'
import { type EventType, eventTypes } from '../../../src/domain/event.ts'
import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'
import { choiceParam, cursorParam, dayParam, type Query, textParam } from '../parts/query.model.ts'

/** The filters of the deliveries, as in the address. */
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

/** The filters of the event log. */
export const eventSearch = (query: Query) => ({
  ...choiceParam(query, 'type', eventTypes),
  ...textParam(query, 'payment'),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
  ...cursorParam(query),
})
export type EventSearch = ReturnType<typeof eventSearch>

export const deliveryLook: Readonly<
  Record<DeliveryStatus, { readonly tone: Tone; readonly icon: IconName }>
> = {
  pending: { tone: 'open', icon: 'clock' },
  retrying: { tone: 'open', icon: 'again' },
  success: { tone: 'good', icon: 'check' },
  failed: { tone: 'open', icon: 'again' },
  abandoned: { tone: 'bad', icon: 'cross' },
}

/** The host of an address with its port; the address itself when it has none. */
export const hostOfUrl = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url)

export const isPayout = (type: EventType): boolean => type.startsWith('payout.')

/** A body as people read it: JSON one fact to a line, all else as it came. */
export function readableOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Hours of overlap, 0 when nothing is typed; undefined when it is no whole number from 0 to 72. */
export function graceOf(typed: string): number | undefined {
  const hours = typed.trim() === '' ? 0 : /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return hours <= 72 ? hours : undefined
}

const asUtc = (local: string) => Date.parse(`${local.replace(' ', 'T')}Z`)

/** What a field for day and time shows of a moment: `2026-11-21T14:05`. */
export const localOf = (time: number, timeZone: string): string =>
  localTime(time, timeZone).slice(0, 16).replace(' ', 'T')

/** The time in such a field, as the API reads it; undefined while it is incomplete. */
export function momentOf(local: string, timeZone: string): string | undefined {
  const wanted = /^2\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? asUtc(`${local}:00`) : Number.NaN
  if (Number.isNaN(wanted)) return undefined
  const behind = (time: number) => asUtc(localTime(time, timeZone)) - time
  // Twice, since the zone's offset is that of the moment itself.
  const near = wanted - behind(wanted)
  return new Date(wanted - behind(near)).toISOString()
}

export interface TestAnswer {
  readonly response: { readonly status: number } | null
  readonly error: string | null
}

/** The result of a test webhook. */
export const testResultOf = ({ response, error }: TestAnswer): 'delivered' | 'rejected' | 'no_response' =>
  error === null ? 'delivered' : response ? 'rejected' : 'no_response'

export const countKey = (count: number): 'resend_done_zero' | 'resend_done_one' | 'resend_done_other' =>
  count === 0 ? 'resend_done_zero' : count === 1 ? 'resend_done_one' : 'resend_done_other'

const soonMs = 5_000
const overdueMs = 60_000

/**
 * Whether a try is to be expected any moment: then the page looks again. One that is long overdue is not
 * waited for.
 */
export function isDue(
  { status, next_attempt_at: next }: { status: DeliveryStatus; next_attempt_at: string | null },
  now: number,
) {
  if (status === 'retrying') return true
  if (next === null) return false
  const inMs = Date.parse(next) - now
  return inMs < soonMs && inMs > -overdueMs
}
