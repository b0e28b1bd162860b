// The day's charts: a bar for each opening hour with the day before behind it, one bar for each payment
// method. Screen readers get the same figures as text.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'
import { chartTopOf, nextHour, type Overview, openingHours, shortMoneyOf } from './home.model.ts'

type Day = Overview['day']

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

interface HourCardProps {
  readonly day: Day
  readonly dayBefore: Day['hours']
  /** What the sums are, below the title. */
  readonly text?: string
}

/** The hour that is pointed at, tapped or chosen with the arrow keys has its figure in the head. */
export function HourCard({ day, dayBefore, ...head }: HourCardProps) {
  const { t } = useTranslation('home')
  const [at, setAt] = useState<number>()
  const { first, last } = openingHours(day.hours, dayBefore)
  const hours = day.hours.slice(first, last + 1)
  const before = dayBefore.slice(first, last + 1)
  const top = chartTopOf(Math.max(...[...hours, ...before].map(({ gross }) => gross)))
  const textOf = ({ hour, gross }: Day['hours'][number]) =>
    t('hour_bar', { from: twoDigits(hour), to: twoDigits(hour + 1), money: moneyOf(gross) })
  const chosen = at === undefined ? undefined : day.hours[at]
  const value = <span className="hours-value">{chosen && textOf(chosen)}</span>
  const best = hours.reduce((best, hour) => (hour.gross > best.gross ? hour : best)).hour
  const hasBefore = before.some(({ gross }) => gross > 0)
  if (day.gross === 0 && !hasBefore)
    return (
      <Card title={t('by_hour')}>
        <EmptyState icon="coins" title={t('no_sales')} text={t('no_sales_text')} />
      </Card>
    )
  return (
    <Card title={t('by_hour')} {...head} side={value}>
      <div
        className="hours"
        style={{ gridTemplateColumns: `repeat(${hours.length}, minmax(0, 1fr))` }}
        role="slider"
        tabIndex={0}
        aria-label={t('by_hour')}
        aria-valuemin={first}
        aria-valuemax={last}
        aria-valuenow={at ?? best}
        aria-valuetext={textOf(day.hours[at ?? best] ?? { hour: 0, gross: 0, count: 0 })}
        onFocus={() => setAt(at => at ?? best)}
        onBlur={() => setAt(undefined)}
        onKeyDown={event => {
          const to = nextHour(event.key, at ?? best, first, last)
          if (to === undefined) return
          event.preventDefault()
          setAt(to)
        }}
        onPointerLeave={event => event.pointerType === 'mouse' && setAt(undefined)}
      >
        <span className="hours-top">{shortMoneyOf(top)}</span>
        <span className="hours-half">{shortMoneyOf(top / 2)}</span>
        {hours.map(hour => (
          <HourBar
            key={hour.hour}
            hour={hour}
            before={dayBefore[hour.hour]?.gross ?? 0}
            top={top}
            isNamed={hours.length <= 12 ? (hour.hour - first) % 2 === 0 : hour.hour % 3 === 0}
            isChosen={hour.hour === at}
            onPoint={setAt}
          />
        ))}
      </div>
      {hasBefore && <p className="hours-ghost-name">{t('day_before_bars')}</p>}
      <SpokenHours hours={hours} textOf={textOf} />
    </Card>
  )
}

interface SpokenHoursProps {
  readonly hours: Day['hours']
  readonly textOf: (hour: Day['hours'][number]) => string
}

/** The same figures for screen readers. */
const SpokenHours = ({ hours, textOf }: SpokenHoursProps) => (
  <ul className="visually-hidden">
    {hours
      .filter(({ gross }) => gross > 0)
      .map(hour => (
        <li key={hour.hour}>{textOf(hour)}</li>
      ))}
  </ul>
)

interface HourBarProps {
  readonly hour: Day['hours'][number]
  /** What the same hour of the day before brought. */
  readonly before: number
  /** The top of the scale. */
  readonly top: number
  readonly isNamed: boolean
  readonly isChosen: boolean
  readonly onPoint: (hour: number) => void
}

const HourBar = ({ hour: { hour, gross }, before, top, isNamed, isChosen, onPoint }: HourBarProps) => (
  <div className="hour" data-at={isChosen || undefined} onPointerEnter={() => onPoint(hour)}>
    <span className="hour-before" style={{ height: `${(before / top) * 100}%` }} />
    <span className="hour-bar" style={{ height: `${(gross / top) * 100}%` }} />
    {isNamed && <span className="hour-name">{twoDigits(hour)}</span>}
  </div>
)

interface MethodChartProps {
  readonly methods: readonly Pick<Day['methods'][number], 'method' | 'gross' | 'count'>[]
}

export function MethodChart({ methods: all }: MethodChartProps) {
  const { t } = useTranslation('home')
  const max = Math.max(1, ...all.map(({ gross }) => gross))
  const used = all.filter(({ count }) => count > 0)
  const methods = (used.length > 0 ? used : all).toSorted((a, b) => b.gross - a.gross)
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
