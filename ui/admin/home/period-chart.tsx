// A bar for each day of a week or month.
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { dayNameOf } from '../parts/time.model.ts'
import { BarCard } from './bar-card.tsx'
import { barsOf, type PeriodSales } from './period.model.ts'

/** Shows the chart, with the days of the period before behind. */
export function DayCard({ sales }: { readonly sales: PeriodSales }) {
  const { t, i18n } = useTranslation(['period', 'home'])
  const bars = barsOf(sales).map(({ date, gross, before, isNamed }) => ({
    key: date,
    gross,
    before,
    name: isNamed ? shortNameOf(date) : undefined,
    text: t('bar', { day: dayNameOf(date, i18n.language), money: moneyOf(gross) }),
  }))
  return (
    <BarCard
      title={t('by_day')}
      {...(sales.refunds > 0 ? { text: t('home:before_refunds') } : {})}
      bars={bars}
      beforeText={t(sales.period === 'month' ? 'bars_before_month' : 'bars_before_week')}
      empty={<EmptyState icon="coins" title={t('none')} text={t('none_text')} />}
    />
  )
}

/** Returns the day of the month, `21`: more does not fit under the bars of a phone. */
const shortNameOf = (date: string) => String(Number(date.slice(8)))
