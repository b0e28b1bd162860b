// The calculations of Home's weeks and months.

import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import { weightText } from '../../../src/domain/line-item.ts'
import type { api } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'

type PeriodReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.overview.period.get>>['data']>
export type PeriodSales = PeriodReply['data']
export type PeriodSum = Pick<PeriodSales, 'gross' | 'count' | 'refunded' | 'refunds' | 'net'>

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
