// The calculations of Home's weeks and months.

import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import { weightText } from '../../../src/domain/line-item.ts'
import type { api } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'

type PeriodReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.overview.period.get>>['data']>
export type PeriodSales = PeriodReply['data']
type Earned = Pick<PeriodSales, 'cost' | 'profit' | 'sales_without_cost'>
export type PeriodSum = Pick<PeriodSales, 'gross' | 'count' | 'refunded' | 'refunds' | 'net'> & Earned

/** Whether anything was sold that has a cost price. */
export const showsProfit = (sums: readonly Pick<Earned, 'cost' | 'profit'>[]): boolean =>
  sums.some(({ cost, profit }) => Boolean(cost) || Boolean(profit))

/** `−1,200` */
export const signedDigits = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${digitsOf(Math.abs(amount))}`

/** A dash where nothing was sold that has a cost price. */
export const profitText = (sum: Pick<Earned, 'cost' | 'profit'>): string =>
  showsProfit([sum]) ? signedDigits(sum.profit ?? 0) : '–'

/** `08:00–09:00` */
export const hourText = (hour: number): string => {
  const clock = (clockHour: number) => `${String(clockHour).padStart(2, '0')}:00`
  return `${clock(hour)}–${clock((hour + 1) % 24)}`
}

/** The first day of the next period; undefined when it has not begun. */
export function nextPeriodDay({ to, today }: Pick<PeriodSales, 'to' | 'today'>): string | undefined {
  const next = dayText(dayAfter(readDay(to) ?? 0, 1))
  return next <= today ? next : undefined
}

/** Whether today belongs to it. */
export const isCurrent = ({ from, to, today }: Pick<PeriodSales, 'from' | 'to' | 'today'>): boolean =>
  from <= today && today <= to

export interface PeriodBar {
  readonly date: string
  readonly gross: number
  /** What the same day of the period before brought. */
  readonly before: number
  readonly isNamed: boolean
}

/** Each day with the one at the same place in the period before. Of many days every fifth has its name. */
export const barsOf = ({ days, before }: Pick<PeriodSales, 'days' | 'before'>): PeriodBar[] =>
  days.map(({ date, gross }, place) => ({
    date,
    gross,
    before: before.days[place]?.gross ?? 0,
    isNamed: days.length <= 7 || place % 5 === 0,
  }))

/** `4`, or `1.25 kg`. */
export const soldQuantityOf = ({
  quantity,
  by_weight,
}: Pick<PeriodSales['items'][number], 'quantity' | 'by_weight'>): string =>
  by_weight ? weightText(quantity) : digitsOf(quantity)
