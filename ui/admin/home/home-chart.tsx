// The day's charts: a bar for each opening hour, and one for each payment method.
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Money } from '../parts/figure.tsx'
import { BarCard } from './bar-card.tsx'
import { type Overview, openingHours } from './home.model.ts'

type Day = Overview['day']

/** Returns an hour with two digits: `08` for 8. */
const twoDigits = (hour: number) => String(hour).padStart(2, '0')

interface HourCardProps {
  readonly day: Day
  /** Hours of the day before, shown behind. */
  readonly dayBefore: Day['hours']
  /** What the sums are; shown below the title. */
  readonly text?: string
}

/**
 * Shows a bar for each opening hour. For room, only some hours have their name below the bar: every second
 * one or, in a chart of more than 12 hours, those that are multiples of 3.
 */
export function HourCard({ day, dayBefore, ...head }: HourCardProps) {
  const { t } = useTranslation('home')
  const { first, last } = openingHours(day.hours, dayBefore)
  const hasManyHours = last - first >= 12
  const isNamed = (hour: number) => (hasManyHours ? hour % 3 === 0 : (hour - first) % 2 === 0)
  const bars = day.hours.slice(first, last + 1).map(({ hour, gross }) => ({
    key: hour,
    gross,
    before: dayBefore[hour]?.gross ?? 0,
    name: isNamed(hour) ? twoDigits(hour) : undefined,
    text: t('hour_bar', { from: twoDigits(hour), to: twoDigits(hour + 1), money: moneyOf(gross) }),
  }))
  const empty = <EmptyState icon="coins" title={t('no_sales')} text={t('no_sales_text')} />
  return (
    <BarCard
      {...head}
      title={t('by_hour')}
      beforeText={t('day_before_bars')}
      bars={bars}
      first={first}
      empty={empty}
    />
  )
}

interface MethodChartProps {
  readonly methods: readonly Pick<Day['methods'][number], 'method' | 'gross' | 'count'>[]
}

/** Lists the payment methods that were used, the highest sum first. Lists all methods if none was used. */
export function MethodChart({ methods: allMethods }: MethodChartProps) {
  const { t } = useTranslation('home')
  const max = Math.max(1, ...allMethods.map(({ gross }) => gross)) // at least 1, because it divides
  const used = allMethods.filter(({ count }) => count > 0)
  const methods = (used.length > 0 ? used : allMethods).toSorted((a, b) => b.gross - a.gross)
  return (
    <ul className="methods">
      {methods.map(({ method, gross, count }) => (
        <li key={method} className="method">
          <span className="method-name">{t(`method_${method}`)}</span>
          <span className="method-sum">
            <Money amount={gross} />
          </span>
          <span className="gauge method-gauge" aria-hidden="true">
            <span style={{ width: `${(gross / max) * 100}%` }} />
          </span>
          <span className="method-count">{t('paid', { count, formatted: digitsOf(count) })}</span>
        </li>
      ))}
    </ul>
  )
}
