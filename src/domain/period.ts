// Periods of reports: a day, a week from Monday to Sunday, a month, or any range of days, as days YYYYMMDD.
import { dayAfter, dayText } from './day.ts'

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]
/** What a report is about: a period, or any range of days. */
export const reportPeriods = [...periods, 'range'] as const

/** The tables of a report, by their names in its answer. */
export const periodTables = [
  'days',
  'methods',
  'tills',
  'cashiers',
  'hours',
  'items',
  'categories',
  'taxes',
] as const
export type PeriodTable = (typeof periodTables)[number]

/** Both days are included. */
export interface Days {
  readonly first: number
  readonly last: number
}

/** The most days of a range: a leap year. */
export const rangeDaysMax = 366

/** Which days a report has: the period that contains a day, by default today, or a range. */
export type PeriodRequest =
  | { readonly period: Period; readonly day: number | undefined }
  | { readonly period: 'range'; readonly days: Days }

/** Returns 0 for Monday to 6 for Sunday. */
const weekdayOf = (day: number) => (new Date(`${dayText(day)}T00:00:00Z`).getUTCDay() + 6) % 7

/** Returns the first day of the month of a day YYYYMMDD. */
const firstOfMonth = (day: number) => day - (day % 100) + 1

/** Returns the month that a day YYYYMMDD belongs to. The day 31 days after its first is in the next month. */
function monthOf(day: number): Days {
  const first = firstOfMonth(day)
  const dayInNextMonth = dayAfter(first, 31)
  return { first, last: dayAfter(firstOfMonth(dayInNextMonth), -1) }
}

/** Returns the day, week or month to which a day YYYYMMDD belongs. */
export function periodWith(period: Period, day: number): Days {
  if (period === 'day') return { first: day, last: day }
  if (period === 'month') return monthOf(day)
  const first = dayAfter(day, -weekdayOf(day))
  return { first, last: dayAfter(first, 6) }
}

/** Returns the period of the same kind that ends the day before this one begins. */
export const periodBefore = (period: Period, { first }: Days): Days => periodWith(period, dayAfter(first, -1))
/** Returns the period of the same kind that begins the day after this one ends. */
export const periodAfter = (period: Period, { last }: Days): Days => periodWith(period, dayAfter(last, 1))

/** Returns how many days a period has; 0 or less if it ends before it begins. */
export const dayCountOf = ({ first, last }: Days): number =>
  Math.round((Date.parse(dayText(last)) - Date.parse(dayText(first))) / 86_400_000) + 1

/** Returns the range of the same length that ends the day before this range begins. */
export const rangeBefore = (days: Days): Days => ({
  first: dayAfter(days.first, -dayCountOf(days)),
  last: dayAfter(days.first, -1),
})

/** Returns the days of a report, `shown`, and the days `before` with which the report compares them. */
export function reportDays(request: PeriodRequest, today: number): { shown: Days; before: Days } {
  if (request.period === 'range') return { shown: request.days, before: rangeBefore(request.days) }
  const shown = periodWith(request.period, request.day ?? today)
  return { shown, before: periodBefore(request.period, shown) }
}

/** Lists every day YYYYMMDD of a period. */
export function daysOf({ first, last }: Days): number[] {
  const days: number[] = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day)
  return days
}

/**
 * Returns as many days of the previous period, `before`, as have passed of the current one, today included.
 * If the previous period is shorter, returns all of its days. Undefined if the current period has not begun,
 * or today is its last day.
 */
export function daysSoFar({ first, last }: Days, before: Days, today: number): Days | undefined {
  if (today >= last || today < first) return undefined
  const passedDays = daysOf({ first, last: today }).length
  return { first: before.first, last: daysOf(before).at(passedDays - 1) ?? before.last }
}
