// A time that runs down, by the page's script. Without scripts it shows the time left when the page was made.
import { countdownOf } from '../kit/time.ts'

interface TimeLeftProps {
  readonly ms: number
  /** Returns the sentence with the time in it; by default the time alone. */
  readonly sentence?: (time: string) => string
  /** Shown when no time is left. */
  readonly overText: string
  /**
   * With scripts only: another sentence, with the seconds in it, and the button that is pressed when no time
   * is left.
   */
  readonly autoPress?: { readonly text: string; readonly buttonSelector: string } | undefined
}

/** Shows the time left, which the page's script counts down, or `overText` when there is none. */
export function TimeLeft({ ms, sentence = time => time, overText, autoPress }: TimeLeftProps) {
  if (ms <= 0) return <span>{overText}</span>
  return (
    <span
      data-left={ms}
      data-text={autoPress?.text ?? sentence('{{time}}')}
      data-over={overText}
      data-send={autoPress?.buttonSelector}
    >
      {sentence(countdownOf(ms))}
    </span>
  )
}
