// A bar for each day of a week or month, with the period before behind it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card } from '../parts/facts.tsx'
import { dayNameOf } from '../parts/time.model.ts'
import { chartTopOf, nextHour, shortMoneyOf } from './home.model.ts'
import { barsOf, type PeriodBar, type PeriodSales } from './period.model.ts'

/** The day that is pointed at, tapped or chosen with the arrow keys has its figure in the head. */
export function DayCard({ sales }: { readonly sales: PeriodSales }) {
  const { t, i18n } = useTranslation(['period', 'home'])
  const [at, setAt] = useState<number>()
  const bars = barsOf(sales)
  const top = chartTopOf(Math.max(...bars.flatMap(({ gross, before }) => [gross, before])))
  const hasBefore = bars.some(({ before }) => before > 0)
  const textOf = ({ date, gross }: PeriodBar) =>
    t('bar', { day: dayNameOf(date, i18n.language), money: moneyOf(gross) })
  const best = bars.reduce((best, { gross }, place) => (gross > (bars[best]?.gross ?? 0) ? place : best), 0)
  const shown = bars[at ?? best]
  if (sales.gross === 0 && !hasBefore) return <NoSales />
  return (
    <Card
      title={t('by_day')}
      {...(sales.refunds > 0 ? { text: t('home:before_refunds') } : {})}
      side={<span className="hours-value">{at !== undefined && shown && textOf(shown)}</span>}
    >
      <div
        className="hours"
        style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
        role="slider"
        tabIndex={0}
        aria-label={t('by_day')}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={at ?? best}
        aria-valuetext={shown && textOf(shown)}
        onFocus={() => setAt(at => at ?? best)}
        onBlur={() => setAt(undefined)}
        onKeyDown={event => {
          const to = nextHour(event.key, at ?? best, 0, bars.length - 1)
          if (to === undefined) return
          event.preventDefault()
          setAt(to)
        }}
        onPointerLeave={event => event.pointerType === 'mouse' && setAt(undefined)}
      >
        <span className="hours-top">{shortMoneyOf(top)}</span>
        <span className="hours-half">{shortMoneyOf(top / 2)}</span>
        {bars.map((bar, place) => (
          <DayBar
            key={bar.date}
            bar={bar}
            top={top}
            name={shortNameOf(bar.date)}
            isChosen={place === at}
            onPoint={() => setAt(place)}
          />
        ))}
      </div>
      {hasBefore && (
        <p className="hours-ghost-name">
          {t(sales.period === 'month' ? 'bars_before_month' : 'bars_before_week')}
        </p>
      )}
    </Card>
  )
}

function NoSales() {
  const { t } = useTranslation('period')
  return (
    <Card title={t('by_day')}>
      <EmptyState icon="coins" title={t('none')} text={t('none_text')} />
    </Card>
  )
}

interface DayBarProps {
  readonly bar: PeriodBar
  /** The top of the scale. */
  readonly top: number
  readonly name: string
  readonly isChosen: boolean
  readonly onPoint: () => void
}

const DayBar = ({ bar: { gross, before, isNamed }, top, name, isChosen, onPoint }: DayBarProps) => (
  <div className="hour" data-at={isChosen || undefined} onPointerEnter={onPoint}>
    <span className="hour-before" style={{ height: `${(before / top) * 100}%` }} />
    <span className="hour-bar" style={{ height: `${(gross / top) * 100}%` }} />
    {isNamed && <span className="hour-name">{name}</span>}
  </div>
)

/** `21`: more would not fit under the bars of a phone. */
const shortNameOf = (date: string) => String(Number(date.slice(8)))
