// The calculations of Home's weeks, months and ranges.

import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import { weightText } from '../../../src/domain/line-item.ts'
import type { api } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'
import { dateOf } from '../parts/time.model.ts'

type PeriodReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.overview.period.get>>['data']>
/** The sales of a day, week, month or range, with those of the period before. */
export type PeriodSales = PeriodReply['data']
/** Cost and profit in shillings; null for people who may not see them. */
type Earned = Pick<PeriodSales, 'cost' | 'profit' | 'sales_without_cost'>
export type PeriodSum = Pick<PeriodSales, 'gross' | 'count' | 'refunded' | 'refunds' | 'net'> & Earned

/**
 * Returns whether any of the sums has a profit to show. Cost and profit are null for people who may not see
 * them, and both 0 if nothing with a cost price was sold.
 */
export const showsProfit = (sums: readonly Pick<Earned, 'cost' | 'profit'>[]): boolean =>
  sums.some(({ cost, profit }) => (cost ?? 0) !== 0 || (profit ?? 0) !== 0)

/** Returns whether a row had sales or refunds in the period before. */
export const hadSales = ({ before }: { readonly before?: Pick<PeriodSum, 'count' | 'refunds'> }): boolean =>
  before !== undefined && (before.count > 0 || before.refunds > 0)

/** Returns all rows in one list, each followed by its sums in the period before, if it has any. */
export const withBefore = <Sum extends object>(rows: readonly (Sum & { readonly before?: Sum })[]): Sum[] =>
  rows.flatMap(row => (row.before ? [row, row.before] : [row]))

/** Returns an amount with a minus sign where it is negative: `−1,200`. */
export const signedDigits = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${digitsOf(Math.abs(amount))}`

/** Returns the profit, or a dash where nothing with a cost price was sold. */
export const profitText = (sum: Pick<Earned, 'cost' | 'profit'>): string =>
  showsProfit([sum]) ? signedDigits(sum.profit ?? 0) : '–'

/** Returns an hour of the day, 0 to 23, as a range: `08:00–09:00`. */
export const hourText = (hour: number): string => {
  const clockTime = (fullHour: number) => `${String(fullHour).padStart(2, '0')}:00`
  return `${clockTime(hour)}–${clockTime((hour + 1) % 24)}`
}

/** Returns the first day of the next period; undefined if that day is in the future. */
export function nextPeriodDay({ to, today }: Pick<PeriodSales, 'to' | 'today'>): string | undefined {
  const next = dayText(dayAfter(readDay(to) ?? 0, 1))
  return next <= today ? next : undefined
}

/** Returns whether the period contains today. */
export const isCurrent = ({ from, to, today }: Pick<PeriodSales, 'from' | 'to' | 'today'>): boolean =>
  from <= today && today <= to

/** Reports of more days than a month show weeks: their chart and table would be too long. */
const daysShownMax = 31

/** The sums of a day, or of seven days. */
export interface SpanSum extends PeriodSum {
  readonly from: string
  readonly to: string
}
/** Returns whether a report shows weeks in place of days. */
export const isByWeek = ({ days }: Pick<PeriodSales, 'days'>): boolean => days.length > daysShownMax

/** Returns the sum of a cost or profit over days; null if the person may not see the figure. */
function sumOrNull(days: Days, name: keyof Earned): number | null {
  let sum = 0
  for (const { [name]: figure } of days) {
    if (figure === null) return null
    sum += figure
  }
  return sum
}

type Days = PeriodSales['days']

/**
 * Returns the sums of each day or, with `byWeek`, of each seven days. Weeks are counted from the first day,
 * so the last week may be shorter.
 */
export function spansOf(days: Days, byWeek: boolean): SpanSum[] {
  const daysPerSpan = byWeek ? 7 : 1
  const firstDays = days.filter((_, index) => index % daysPerSpan === 0)
  return firstDays.map(({ date: from }, spanIndex) => {
    const firstIndex = spanIndex * daysPerSpan
    const span = days.slice(firstIndex, firstIndex + daysPerSpan)
    const sum = (name: Exclude<keyof PeriodSum, keyof Earned>) =>
      span.reduce((total, day) => total + day[name], 0)
    return {
      from,
      to: span.at(-1)?.date ?? from,
      gross: sum('gross'),
      count: sum('count'),
      refunded: sum('refunded'),
      refunds: sum('refunds'),
      net: sum('net'),
      cost: sumOrNull(span, 'cost'),
      profit: sumOrNull(span, 'profit'),
      sales_without_cost: sumOrNull(span, 'sales_without_cost'),
    }
  })
}

/** One bar of the chart; its sums are in shillings. */
export interface PeriodBar {
  readonly from: string
  readonly to: string
  readonly gross: number
  /** Sales of the day at the same place in the period before. */
  readonly before: number
  /** Whether the first day is written under its bar. */
  readonly isNamed: boolean
}

/**
 * Returns a bar for each day or week, with the sales of the day or week at the same place in the period
 * before. Names need room, so not all bars have one: of up to seven days each has, of more days every fifth,
 * and of weeks at most six.
 */
export function barsOf({ days, before }: Pick<PeriodSales, 'days' | 'before'>): PeriodBar[] {
  const byWeek = isByWeek({ days })
  const spans = spansOf(days, byWeek)
  const spansBefore = spansOf(before.days, byWeek)
  const daysPerName = days.length <= 7 ? 1 : 5
  const barsPerName = byWeek ? Math.ceil(spans.length / 6) : daysPerName
  return spans.map(({ from, to, gross }, index) => ({
    from,
    to,
    gross,
    before: spansBefore[index]?.gross ?? 0,
    isNamed: index % barsPerName === 0,
  }))
}

/**
 * Returns the first and last day of the period before that the sales are compared with. While the period
 * shown is not over (`so_far` is set), the comparison ends after as many days as have passed of that period.
 */
export function comparedDaysOf({ days, today, before }: Pick<PeriodSales, 'days' | 'today' | 'before'>) {
  const daysPassed = days.filter(({ date }) => date <= today).length
  const lastCompared = before.so_far ? before.days[daysPassed - 1]?.date : undefined
  return { from: before.from, to: lastCompared ?? before.to }
}

/**
 * Returns the API query for the report with these sales: a range is requested by its first and last day, any
 * other period by its first day.
 */
export const reportQueryOf = ({ period, from, to }: Pick<PeriodSales, 'period' | 'from' | 'to'>) =>
  period === 'range' ? { from, to } : { period, day: from }

/** Returns the next range of the same length, which begins on the day after this range ends. */
export function rangeAfter({ days, to }: Pick<PeriodSales, 'days' | 'to'>) {
  const lastDay = readDay(to) ?? 0
  return { from: dayText(dayAfter(lastDay, 1)), to: dayText(dayAfter(lastDay, days.length)) }
}

/** Formats days as `1 Nov – 15 Nov 2026`, with both years if they differ; a single day as `1 Nov 2026`. */
export function rangeText(from: string, to: string, language: string): string {
  const lastDate = dateOf(to, language)
  if (from === to) return lastDate
  const firstDate = dateOf(from, language)
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  const firstText = isSameYear ? firstDate.slice(0, -5) : firstDate // cuts off a space and the year
  return `${firstText} – ${lastDate}`
}

/** Returns how much of an item was sold: `4`, or `1.25 kg` for items sold by weight. */
export const soldQuantityOf = ({
  quantity,
  by_weight,
}: Pick<PeriodSales['items'][number], 'quantity' | 'by_weight'>): string =>
  by_weight ? weightText(quantity) : digitsOf(quantity)
