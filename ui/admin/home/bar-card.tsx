// A chart of bars, one for each hour or day, with those of the period before behind them.
import { type ReactNode, useState } from 'react'
import { Card } from '../parts/facts.tsx'
import { chartTopOf, nextHour, shortMoneyOf } from './home.model.ts'

/** Sums in whole shillings. */
interface Bar {
  readonly key: string | number
  readonly gross: number
  readonly before: number
  /** Under the bar; absent where names would not fit. */
  readonly name?: string | undefined
  /** The bar in words. */
  readonly text: string
}

interface BarCardProps {
  readonly title: string
  /** What the sums are, below the title. */
  readonly text?: string
  readonly bars: readonly Bar[]
  /** The number of the first bar, such as its hour. */
  readonly first?: number
  /** What the bars behind are. */
  readonly beforeText: string
  /** Instead of bars, where nothing was sold. */
  readonly empty: ReactNode
}

/** The head shows the bar that is pointed at, tapped or chosen with the arrow keys. */
export function BarCard({ title, bars, first = 0, beforeText, empty, ...head }: BarCardProps) {
  const [at, setAt] = useState<number>()
  const hasBefore = bars.some(({ before }) => before > 0)
  if (!hasBefore && bars.every(({ gross }) => gross === 0)) return <Card title={title}>{empty}</Card>
  const top = chartTopOf(Math.max(...bars.flatMap(({ gross, before }) => [gross, before])))
  const best = bars.reduce((best, { gross }, place) => (gross > (bars[best]?.gross ?? 0) ? place : best), 0)
  const chosen = at === undefined ? undefined : bars[at]
  return (
    <Card title={title} {...head} side={<span className="hours-value">{chosen?.text}</span>}>
      <div
        className="hours"
        style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={first}
        aria-valuemax={first + bars.length - 1}
        aria-valuenow={first + (at ?? best)}
        aria-valuetext={bars[at ?? best]?.text}
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
        {bars.map(({ key, gross, before, name }, place) => (
          <div
            key={key}
            className="hour"
            data-at={place === at || undefined}
            onPointerEnter={() => setAt(place)}
          >
            <span className="hour-before" style={{ height: `${(before / top) * 100}%` }} />
            <span className="hour-bar" style={{ height: `${(gross / top) * 100}%` }} />
            {name !== undefined && <span className="hour-name">{name}</span>}
          </div>
        ))}
      </div>
      {hasBefore && <p className="hours-ghost-name">{beforeText}</p>}
      <ul className="visually-hidden">
        {bars
          .filter(({ gross }) => gross > 0)
          .map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
      </ul>
    </Card>
  )
}
