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
export function TimeLeft({ starts, ends }: TimeLeftProps) {
  const { t } = useTranslation('till')
  const now = useServerNow(250)
  const endsAt = Date.parse(ends)
  const wholeMs = Math.max(1, endsAt - Date.parse(starts))
  const leftMs = Math.min(wholeMs, endsAt - now)
  return (
    <div className="time-left" data-soon={leftMs < soonMs || undefined}>
      <svg className="time-bar" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="time-bar-all" width="1000" height="6" />
        <rect className="time-bar-left" width={Math.max(0, (1000 * leftMs) / wholeMs)} height="6" />
      </svg>
      <p role="timer" data-testid="time-left">
        {leftMs > 0 ? t('time_left', { time: countdownOf(leftMs) }) : t('time_up')}
      </p>
    </div>
  )
}
