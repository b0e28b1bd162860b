// A few choices side by side, one of them made. It looks like Mantine's SegmentedControl, which measures its
// parts while it is drawn: on the page that logs in that took a slow tablet a tenth of a second.
import { useId } from 'react'

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  /** Only as wide as its texts, for page heads. */
  readonly isSmall?: boolean
  /** Stacks the choices, for long texts. */
  readonly isTall?: boolean
}

/** Shows all choices at once as a group of radio buttons. */
export function SegmentedControl<T extends string>({
  label,
  value,
  onChange,
  choices,
  isSmall = false,
  isTall = false,
}: SegmentsProps<T>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="segments"
      data-small={isSmall || undefined}
      data-tall={isTall || undefined}
    >
      {choices.map(choice => (
        <label key={choice.value} className="segment">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
