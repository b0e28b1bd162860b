// The calculations of Home's weeks and months.

import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import { weightText } from '../../../src/domain/line-item.ts'
import type { api } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'

type PeriodReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.overview.period.get>>['data']>
/** The sales of a day, week or month, with those of the period before. */
export type PeriodSales = PeriodReply['data']
/** Cost and profit in shillings; null for people who may not see them. */
type Earned = Pick<PeriodSales, 'cost' | 'profit' | 'sales_without_cost'>
export type PeriodSum = Pick<PeriodSales, 'gross' | 'count' | 'refunded' | 'refunds' | 'net'> & Earned

/** Returns whether profit can be shown: some item with a cost price was sold, and the person may see it. */
export const showsProfit = (sums: readonly Pick<Earned, 'cost' | 'profit'>[]): boolean =>
  sums.some(({ cost, profit }) => Boolean(cost) || Boolean(profit))

/** Returns an amount with a minus sign where it is negative: `−1,200`. */
export const signedDigits = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${digitsOf(Math.abs(amount))}`

/** Returns the profit, or a dash where nothing with a cost price was sold. */
export const profitText = (sum: Pick<Earned, 'cost' | 'profit'>): string =>
  showsProfit([sum]) ? signedDigits(sum.profit ?? 0) : '–'

/** Returns an hour of the day as a range: `08:00–09:00`. */
export const hourText = (hour: number): string => {
  const clock = (clockHour: number) => `${String(clockHour).padStart(2, '0')}:00`
  return `${clock(hour)}–${clock((hour + 1) % 24)}`
}

/** Returns the first day of the next period; undefined when that is in the future. */
export function nextPeriodDay({ to, today }: Pick<PeriodSales, 'to' | 'today'>): string | undefined {
  const next = dayText(dayAfter(readDay(to) ?? 0, 1))
  return next <= today ? next : undefined
}

/** Returns whether the period contains today. */
export const isCurrent = ({ from, to, today }: Pick<PeriodSales, 'from' | 'to' | 'today'>): boolean =>
  from <= today && today <= to

/** One bar of the chart; its sums are in shillings. */
export interface PeriodBar {
  readonly date: string
  readonly gross: number
  /** Sales of the day at the same place in the period before. */
  readonly before: number
  /** Whether the day is written under its bar. */
  readonly isNamed: boolean
}

/**
 * Returns a bar for each day, with the day at the same place in the period before. In a month only every
 * fifth bar has its day below it.
 */
export const barsOf = ({ days, before }: Pick<PeriodSales, 'days' | 'before'>): PeriodBar[] =>
  days.map(({ date, gross }, index) => ({
    date,
    gross,
    before: before.days[index]?.gross ?? 0,
    isNamed: days.length <= 7 || index % 5 === 0,
  }))

/** Returns how much of an item was sold: `4`, or `1.25 kg` for items sold by weight. */
export const soldQuantityOf = ({
  quantity,
  by_weight,
}: Pick<PeriodSales['items'][number], 'quantity' | 'by_weight'>): string =>
  by_weight ? weightText(quantity) : digitsOf(quantity)
