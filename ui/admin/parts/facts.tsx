// A card, and a list of names and values in it. Empty values are left out.
import type { ReactNode } from 'react'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** Whether a fact has a value to show; 0 counts as a value. */
const hasValue = ({ value }: Fact) => value !== undefined && value !== null && value !== '' && value !== false

/** Draws names with their values as a description list. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.filter(hasValue).map(({ name, value }) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface CardProps {
  readonly title?: string
  readonly text?: string
  /** A `GuideLink` to what explains the card. */
  readonly guide?: ReactNode
  /** A link or a button next to the title. */
  readonly side?: ReactNode
  /** What is inside reaches to the edges. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** Draws a white box with an optional head: title, text, guide link, and `side` next to the title. */
export const Card = ({ title, text, guide, side, isFlush = false, children }: CardProps) => (
  <section className="card">
    {title !== undefined && (
      <header className="card-head">
        <div>
          <h2>{title}</h2>
          {text !== undefined && <p>{text}</p>}
          {guide}
        </div>
        {side}
      </header>
    )}
    <div className={isFlush ? 'card-flush' : 'card-body'}>{children}</div>
  </section>
)
