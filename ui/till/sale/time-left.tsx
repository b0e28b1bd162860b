// How long the customer can still pay, by the server's clock.
import { useTranslation } from 'react-i18next'
import { useServerNow } from '../../kit/clock.ts'
import { countdownOf } from '../../kit/time.ts'

/** The bar changes its colour when less than this is left. */
const soonMs = 60_000

interface TimeLeftProps {
  /** When the offer began, and when it ends, as ISO times. */
  readonly starts: string
  readonly ends: string
}

/** Shows the time left as a bar and as a countdown. */
export function TimeLeft({ starts, ends: until }: TimeLeftProps) {
  const { t } = useTranslation('till')
  const now = useServerNow(250)
  const ends = Date.parse(until)
  const whole = Math.max(1, ends - Date.parse(starts))
  const left = Math.min(whole, ends - now)
  return (
    <div className="time-left" data-soon={left < soonMs || undefined}>
      <svg className="time-bar" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="time-bar-all" width="1000" height="6" />
        <rect className="time-bar-left" width={Math.max(0, (1000 * left) / whole)} height="6" />
      </svg>
      <p role="timer" data-testid="time-left">
        {left > 0 ? t('time_left', { time: countdownOf(left) }) : t('time_up')}
      </p>
    </div>
  )
}
