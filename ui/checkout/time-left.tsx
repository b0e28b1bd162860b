// A time that runs down, by the page's script. Without scripts it shows the time left when the page was made.
import { countdownOf } from '../kit/time.ts'

interface TimeLeftProps {
  readonly ms: number
  /** The sentence around the time. */
  readonly inside?: (time: string) => string
  /** Shown when no time is left. */
  readonly over: string
  /**
   * With scripts only: another sentence, with the seconds in it, and the button (a selector) that is pressed
   * when no time is left.
   */
  readonly sends?: { readonly text: string; readonly button: string } | undefined
}

/** Shows the time left, which the page's script counts down, or `over` when there is none. */
export function TimeLeft({ ms, inside = time => time, over, sends }: TimeLeftProps) {
  if (ms <= 0) return <span>{over}</span>
  return (
    <span
      data-left={ms}
      data-text={sends?.text ?? inside('{{time}}')}
      data-over={over}
      data-send={sends?.button}
    >
      {inside(countdownOf(ms))}
    </span>
  )
}
