// Radio options, each with a sentence that explains it.
import { useId } from 'react'

interface Option<T extends string> {
  readonly value: T
  readonly title: string
  readonly text: string
  /** A word next to the title. */
  readonly mark?: string
}

interface OptionCardsProps<T extends string> {
  readonly legend: string
  /** Whether the legend is for screen readers only, because a card around it has the same title. */
  readonly legendUnseen?: boolean
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly disabled?: boolean
}

/** Draws a choice of one option as cards, each with a title and a sentence. */
export function OptionCards<T extends string>(props: OptionCardsProps<T>) {
  const { legend, legendUnseen = false, options, value, onChange, disabled = false } = props
  const name = useId()
  return (
    <fieldset className="option-cards" disabled={disabled}>
      <legend className={legendUnseen ? 'visually-hidden' : undefined}>{legend}</legend>
      {options.map(option => (
        <label key={option.value} className="option-card">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>
              {option.title}
              {option.mark && <em>{option.mark}</em>}
            </strong>
            <small>{option.text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
