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

/** Reads from the address which period or range Home shows. Home shows today if there is none. */
export const homeSearch = (query: Query) => ({
  ...choiceParam(query, 'period', ['week', 'month', 'range']),
  ...dayParam(query, 'day'),
  ...dayParam(query, 'from'),
  ...dayParam(query, 'to'),
})
export type HomeSearch = ReturnType<typeof homeSearch>

/** Reads from the address the day of the summary. The page shows today if there is none. */
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
 * Returns the sales of an earlier day in shillings: while today is shown, only those until the current time
 * of day; while a past day is shown (`so_far` is null), those of the whole day.
 */
export const grossByNow = (earlier: Overview['yesterday']): number => earlier.so_far?.gross ?? earlier.gross

/** Returns the top of a scale that fits `max`: a round number whose half is also round. */
export function chartTopOf(max: number): number {
  if (max <= 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(max)) // 1,000 for 4,700
  const tops = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map(step => step * magnitude)
  return tops.find(top => top >= max) ?? max
}

/** Shillings of each unit, the largest first. */
const moneyUnits: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]
/** Formats an amount for little room, with at most one decimal: `120k`, `1.5M`. */
export function shortMoneyOf(amount: number): string {
  const [unit, suffix] = moneyUnits.find(([size]) => amount >= size) ?? [1, '']
  return `${Math.round((amount / unit) * 10) / 10}${suffix}`
}

type Hours = Overview['day']['hours']

/** A chart shows at least this many hours. */
const hoursMin = 8

/**
 * Returns the first and last hour (0 to 23) with a sale on this day or on the day that it is compared with. A
 * shorter range is widened on both sides to 8 hours. Returns 8 and 15 if neither day has sales.
 */
export function openingHours(day: Hours, compared: Hours): { readonly first: number; readonly last: number } {
  const hoursWithSales = [...day, ...compared].filter(({ gross }) => gross > 0).map(({ hour }) => hour)
  if (hoursWithSales.length === 0) return { first: 8, last: 15 }
  const firstSale = Math.min(...hoursWithSales)
  const lastSale = Math.max(...hoursWithSales)
  const missingHours = Math.max(0, hoursMin - (lastSale - firstSale + 1))
  const widenedFirst = firstSale - Math.ceil(missingHours / 2)
  const first = Math.max(0, Math.min(widenedFirst, 24 - hoursMin))
  return { first, last: Math.min(23, Math.max(lastSale, first + hoursMin - 1)) }
}

/**
 * Returns the number of the bar that a pressed key leads to from `bar`: arrow keys step to a neighbour, Home
 * and End go to the ends. Undefined for other keys. Bars are numbered from `first` to `last`.
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
 * Returns today’s date in the shop. An overview of today, which alone has `so_far`, names that date; for a
 * past day, the date comes from the server’s clock.
 */
export const todayOf = ({ day, yesterday, now }: Overview, timeZone: string): string =>
  yesterday.so_far ? day.date : dayTextOf(now, timeZone)

/** Returns the dates before and after the day shown; `after` is undefined if that day is in the future. */
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
