// A time that runs down, by the page's script. Without scripts it shows the time left when the page was made.
import { countdownOf } from '../kit/time.ts'

interface TimeLeftProps {
  readonly ms: number
  /** The sentence around the time. */
  readonly inside?: (time: string) => string
  /** Shown when no time is left. */
  readonly over: string
}

export function TimeLeft({ ms, inside = time => time, over }: TimeLeftProps) {
  if (ms <= 0) return <span>{over}</span>
  return (
    <span data-left={ms} data-text={inside('{{time}}')} data-over={over}>
      {inside(countdownOf(ms))}
    </span>
  )
}
