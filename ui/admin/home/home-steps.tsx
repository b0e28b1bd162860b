// Day, week or month, and the way to the one before and after: all of it is in the address.
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { Icon } from '../parts/icon.tsx'

type Period = 'day' | 'week' | 'month'

interface HomeStepsProps {
  readonly period: Period
  /** A day of the period looked at; undefined for the current one. */
  readonly shown: string | undefined
  readonly before: string
  /** Undefined where the next one has not begun. */
  readonly after: string | undefined
  readonly today: string
  readonly beforeText: string
  readonly afterText: string
}

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
