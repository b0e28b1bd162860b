// The day's charts: 24 bars for sales by hour, one bar for each payment method. Screen readers get the same
// figures as text.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'
import { chartTopOf, nextHour, type Overview, shortMoneyOf } from './home.model.ts'

type Day = Overview['day']

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

/** The hour that is pointed at, tapped or chosen with the arrow keys has its figure in the head. */
export function HourCard({ day }: { readonly day: Day }) {
  const { t } = useTranslation('home')
  const [at, setAt] = useState<number>()
  const top = chartTopOf(Math.max(...day.hours.map(({ gross }) => gross)))
  const textOf = ({ hour, gross }: Day['hours'][number]) =>
    t('hour_bar', { from: twoDigits(hour), to: twoDigits(hour + 1), money: moneyOf(gross) })
  const chosen = at === undefined ? undefined : day.hours[at]
  const best = day.hours.reduce((best, hour) => (hour.gross > best.gross ? hour : best)).hour
  if (day.gross === 0)
    return (
      <Card title={t('by_hour')}>
        <EmptyState icon="coins" title={t('no_sales')} text={t('no_sales_text')} />
      </Card>
    )
  return (
    <Card title={t('by_hour')} side={<span className="hours-value">{chosen && textOf(chosen)}</span>}>
      <div
        className="hours"
        role="slider"
        tabIndex={0}
        aria-label={t('by_hour')}
        aria-valuemin={0}
        aria-valuemax={23}
        aria-valuenow={at ?? best}
        aria-valuetext={textOf(day.hours[at ?? best] ?? { hour: 0, gross: 0, count: 0 })}
        onFocus={() => setAt(at => at ?? best)}
        onBlur={() => setAt(undefined)}
        onKeyDown={event => {
          const to = nextHour(event.key, at ?? best)
          if (to === undefined) return
          event.preventDefault()
          setAt(to)
        }}
        onPointerLeave={event => event.pointerType === 'mouse' && setAt(undefined)}
      >
        <span className="hours-top">{shortMoneyOf(top)}</span>
        <span className="hours-half">{shortMoneyOf(top / 2)}</span>
        {day.hours.map(({ hour, gross }) => (
          <div
            key={hour}
            className="hour"
            data-at={hour === at || undefined}
            onPointerEnter={() => setAt(hour)}
          >
            <span className="hour-bar" style={{ height: `${(gross / top) * 100}%` }} />
            {hour % 3 === 0 && <span className="hour-name">{twoDigits(hour)}</span>}
          </div>
        ))}
      </div>
      <ul className="visually-hidden">
        {day.hours
          .filter(({ gross }) => gross > 0)
          .map(hour => (
            <li key={hour.hour}>{textOf(hour)}</li>
          ))}
      </ul>
    </Card>
  )
}

export function MethodChart({ day }: { readonly day: Day }) {
  const { t } = useTranslation('home')
  const max = Math.max(1, ...day.methods.map(({ gross }) => gross))
  const methods = [...day.methods].sort((a, b) => b.gross - a.gross)
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
