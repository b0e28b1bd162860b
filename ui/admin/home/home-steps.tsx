// Chooses day, week or month, and steps to the one before or after. The choice is kept in the address.
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { Icon } from '../parts/icon.tsx'

type Period = 'day' | 'week' | 'month'

interface HomeStepsProps {
  readonly period: Period
  /** A day of the period that is shown; undefined for the current period. */
  readonly shown: string | undefined
  /** A day of the period before. */
  readonly before: string
  /** A day of the next period; undefined when that has not begun. */
  readonly after: string | undefined
  readonly today: string
  readonly beforeText: string
  readonly afterText: string
}

/** Shows the choice of period, and an arrow in each direction; the second is dead at the present. */
export function HomeSteps({ period, shown, before, after, today, beforeText, afterText }: HomeStepsProps) {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const searchOf = (period: Period, day: string | undefined) => ({
    ...(period === 'day' ? {} : { period }),
    ...(day === undefined || day === today ? {} : { day }),
  })
  return (
    <div className="home-steps">
      <SegmentedControl
        isSmall
        label={t('period')}
        value={period}
        onChange={chosen => void navigate({ to: '/', search: searchOf(chosen, shown) })}
        choices={(['day', 'week', 'month'] as const).map(value => ({ value, label: t(`period_${value}`) }))}
      />
      <div className="day-steps">
        <Link
          to="/"
          search={searchOf(period, before)}
          className="button-link"
          aria-label={beforeText}
          title={beforeText}
        >
          <Icon name="before" size={18} />
        </Link>
        {after ? (
          <Link
            to="/"
            search={searchOf(period, after)}
            className="button-link"
            aria-label={afterText}
            title={afterText}
          >
            <Icon name="next" size={18} />
          </Link>
        ) : (
          <span className="button-link" data-off aria-hidden="true">
            <Icon name="next" size={18} />
          </span>
        )}
      </div>
    </div>
  )
}
