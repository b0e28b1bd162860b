// The calculations of Home: comparisons, the scales and keys of charts, and the days to step to.
import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import type { api } from '../../kit/api.ts'
import { choiceParam, dayParam, type Query } from '../parts/query.model.ts'
import { dayTextOf } from '../parts/time.model.ts'

type OverviewReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.overview.get>>['data']>
/** The figures of a day, the state of the server, and what needs attention. */
export type Overview = OverviewReply['data']
export type OwnerNotice = Overview['attention']['owner_notices'][number]

/** Reads from the address the period or range that Home shows; none for today. */
export const homeSearch = (query: Query) => ({
  ...choiceParam(query, 'period', ['week', 'month', 'range']),
  ...dayParam(query, 'day'),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
})
export type HomeSearch = ReturnType<typeof homeSearch>

/** Reads from the address the day whose summary is shown; none for today. */
export const summarySearch = (query: Query) => dayParam(query, 'day')

/** How sales compare with earlier ones. */
export interface SalesChange {
  readonly kind: 'more' | 'less' | 'same' | 'nothing'
  /** Whole percent of the earlier sales, without a sign. */
  readonly percent: number
}

/** Compares two sums in shillings. `nothing` means that there were no sales before to compare with. */
export function salesChangeOf(now: number, before: number): SalesChange {
  if (before === 0) return { kind: 'nothing', percent: 0 }
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { kind: 'same', percent: 0 }
  return { kind: percent > 0 ? 'more' : 'less', percent: Math.abs(percent) }
}

/**
 * Returns the sales of an earlier day until the present time of day, in shillings. While an earlier day is
 * shown, whole days are compared.
 */
export const grossByNow = (earlier: Overview['yesterday']): number => earlier.so_far?.gross ?? earlier.gross

/** Returns the top of a scale that fits `max`: a round number whose half is also round. */
export function chartTopOf(max: number): number {
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  return [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map(step => step * power).find(top => top >= max) ?? max
}

/** Shillings of each unit, the largest first. */
const moneyUnits: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]
/** Returns an amount where there is little room: `120k`, `1.5M`. */
export function shortMoneyOf(amount: number): string {
  const [unit, name] = moneyUnits.find(([size]) => amount >= size) ?? [1, '']
  return `${Math.round((amount / unit) * 10) / 10}${name}`
}

type Hours = Overview['day']['hours']

/** A chart shows at least this many hours. */
const hoursMin = 8

/**
 * Returns the first and last hour with a sale on this day or the day it is compared with. The range is
 * widened to at least 8 hours.
 */
export function openingHours(day: Hours, compared: Hours): { readonly first: number; readonly last: number } {
  const hoursWithSales = [...day, ...compared].filter(({ gross }) => gross > 0).map(({ hour }) => hour)
  // Without sales, these bounds lead to the hours 8 to 15.
  const from = Math.min(...hoursWithSales, 23)
  const to = Math.max(...hoursWithSales, 0)
  const missingHours = Math.max(0, hoursMin - (to - from + 1))
  const first = Math.max(0, Math.min(from - Math.ceil(missingHours / 2), 24 - hoursMin))
  return { first, last: Math.min(23, Math.max(to, first + hoursMin - 1)) }
}

/**
 * Returns the bar of a chart that a key leads to; undefined for other keys. Bars are numbered from `first` to
 * `last`.
 */
export function barAfterKey(key: string, bar: number, first: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(first, bar - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, bar + 1)
  if (key === 'Home') return first
  return key === 'End' ? last : undefined
}

/** The page on which each of the first steps is done. */
export const stepPages = {
  sale: '/till',
  products: '/products',
  till: '/tills',
  pin: '/staff',
  backup: '/settings/server',
  network: '/networks',
} as const

/**
 * Returns today’s date in the shop. The overview of today contains it; otherwise it comes from the server’s
 * clock.
 */
export const todayOf = ({ day, yesterday, now }: Overview, timeZone: string): string =>
  yesterday.so_far ? day.date : dayTextOf(now, timeZone)

/** Returns the dates before and after the day shown; `after` is undefined if it is in the future. */
export function neighbourDaysOf(
  shownDay: string,
  today: string,
): { before: string; after: string | undefined } {
  const day = readDay(shownDay) ?? 0
  const after = dayText(dayAfter(day, 1))
  return { before: dayText(dayAfter(day, -1)), after: after <= today ? after : undefined }
}

/** Returns the first and last of the seven days that end with the day `to`. */
export const weekUntil = (to: string) => ({ from: dayText(dayAfter(readDay(to) ?? 0, -6)), to })
