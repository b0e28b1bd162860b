// A chart of bars, one for each hour or day, with those of the period before behind them.
import { type ReactNode, useState } from 'react'
import { Card } from '../parts/facts.tsx'
import { barAfterKey, chartTopOf, shortMoneyOf } from './home.model.ts'

/** One bar; its sums are in whole shillings. */
interface Bar {
  readonly key: string | number
  readonly gross: number
  readonly before: number
  /** The text below the bar; absent where names would not fit. */
  readonly name?: string | undefined
  /** The bar in words, for the head of the card and for screen readers. */
  readonly text: string
}

interface BarCardProps {
  readonly title: string
  /** What the sums are; shown below the title. */
  readonly text?: string
  readonly bars: readonly Bar[]
  /** The number of the first bar, such as its hour. */
  readonly first?: number
  /** What the bars behind show, as a legend. */
  readonly beforeText: string
  /** Shown in place of the bars when nothing was sold. */
  readonly empty: ReactNode
}

/**
 * Shows a bar chart. It is a slider, so that keyboards and screen readers can go from bar to bar, starting at
 * the highest. The head of the card shows the bar that is pointed at, tapped or chosen with the arrow keys.
 * If no bar has sales, now or in the period before, shows `empty` in place of the chart.
 */
export function BarCard({ title, bars, first = 0, beforeText, empty, ...head }: BarCardProps) {
  const [chosenIndex, setChosenIndex] = useState<number>()
  const hasBefore = bars.some(({ before }) => before > 0)
  if (!hasBefore && bars.every(({ gross }) => gross === 0)) return <Card title={title}>{empty}</Card>
  const grosses = bars.map(({ gross }) => gross)
  const highestIndex = grosses.indexOf(Math.max(...grosses))
  const scaleTop = chartTopOf(Math.max(...grosses, ...bars.map(({ before }) => before)))
  const currentIndex = chosenIndex ?? highestIndex
  const chosenText = chosenIndex === undefined ? undefined : bars[chosenIndex]?.text
  return (
    <Card title={title} {...head} side={<span className="hours-value">{chosenText}</span>}>
      <div
        className="hours"
        style={{ gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={first}
        aria-valuemax={first + bars.length - 1}
        aria-valuenow={first + currentIndex}
        aria-valuetext={bars[currentIndex]?.text}
        onFocus={() => setChosenIndex(currentIndex)}
        onBlur={() => setChosenIndex(undefined)}
        onKeyDown={event => {
          const next = barAfterKey(event.key, currentIndex, 0, bars.length - 1)
          if (next === undefined) return
          event.preventDefault()
          setChosenIndex(next)
        }}
        onPointerLeave={event => {
          if (event.pointerType === 'mouse') setChosenIndex(undefined)
        }}
      >
        <span className="hours-top">{shortMoneyOf(scaleTop)}</span>
        <span className="hours-half">{shortMoneyOf(scaleTop / 2)}</span>
        {bars.map(({ key, gross, before, name }, index) => (
          <div
            key={key}
            className="hour"
            data-at={index === chosenIndex || undefined}
            onPointerEnter={() => setChosenIndex(index)}
          >
            <span className="hour-before" style={{ height: `${(before / scaleTop) * 100}%` }} />
            <span className="hour-bar" style={{ height: `${(gross / scaleTop) * 100}%` }} />
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
