// A bar for each day of a week, month or short range; for each week of a long one.
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { dateOf, dayNameOf } from '../parts/time.model.ts'
import { BarCard } from './bar-card.tsx'
import { barsOf, isByWeek, type PeriodSales, rangeText } from './period.model.ts'

/**
 * Shows a bar chart with a bar for each day or, for a long range, for each week. The bars of the period
 * before are behind them.
 */
export function DayCard({ sales }: { readonly sales: PeriodSales }) {
  const { t, i18n } = useTranslation(['period', 'home'])
  const { language } = i18n
  // A week is named by its first day, without the year at the end.
  const weekNameOf = (date: string) => dateOf(date, language).slice(0, -5)
  const nameOf = isByWeek(sales) ? weekNameOf : shortNameOf
  const bars = barsOf(sales).map(({ from, to, gross, before, isNamed }) => ({
    key: from,
    gross,
    before,
    name: isNamed ? nameOf(from) : undefined,
    text: t('bar', {
      day: from === to ? dayNameOf(from, language) : rangeText(from, to, language),
      money: moneyOf(gross),
    }),
  }))
  const legendKey = sales.period === 'month' ? 'bars_before_month' : 'bars_before_week'
  const rangeBefore = rangeText(sales.before.from, sales.before.to, language)
  return (
    <BarCard
      title={t(isByWeek(sales) ? 'by_week' : 'by_day')}
      {...(sales.refunds > 0 ? { text: t('home:before_refunds') } : {})}
      bars={bars}
      beforeText={sales.period === 'range' ? rangeBefore : t(legendKey)}
      empty={<EmptyState icon="coins" title={t('none')} text={t('none_text')} />}
    />
  )
}

/** Returns the day of the month of a date, `21`: more does not fit under the bars on a phone. */
const shortNameOf = (date: string) => String(Number(date.slice(8)))
