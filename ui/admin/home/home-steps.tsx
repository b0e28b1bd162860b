// Chooses day, week, month or a range of days, and steps to the one before or after. The choice is kept in
// the address.
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SegmentedControl } from '../../kit/segmented-control.tsx'
import { Icon } from '../parts/icon.tsx'
import type { HomeSearch } from './home.model.ts'

const periods = ['day', 'week', 'month', 'range'] as const

interface HomeStepsProps {
  readonly period: (typeof periods)[number]
  /** A day of the period that is shown; undefined for the current period. */
  readonly shownDay: string | undefined
  /** The days that a range has when it is chosen. */
  readonly range: { readonly from?: string; readonly to?: string }
  /** The address of the period before. */
  readonly before: HomeSearch | undefined
  /** The address of the next period; undefined when that has not begun. */
  readonly after: HomeSearch | undefined
  readonly beforeText: string
  readonly afterText: string
}

/**
 * Shows a control that chooses the kind of period, and arrows that lead to the period before and the next
 * one. The next arrow is grey until that period begins.
 */
export function HomeSteps({ period, shownDay, range, before, after, beforeText, afterText }: HomeStepsProps) {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const daySearch: { day?: string } = shownDay ? { day: shownDay } : {}
  const searchOf = (chosen: (typeof periods)[number]): HomeSearch => {
    if (chosen === 'day') return daySearch
    return { period: chosen, ...(chosen === 'range' ? range : daySearch) }
  }
  return (
    <div className="home-steps">
      <SegmentedControl
        isSmall
        label={t('period')}
        value={period}
        onChange={chosen => void navigate({ to: '/', search: searchOf(chosen) })}
        choices={periods.map(value => ({ value, label: t(`period_${value}`) }))}
      />
      <div className="day-steps">
        <Step icon="before" search={before} text={beforeText} />
        <Step icon="next" search={after} text={afterText} />
      </div>
    </div>
  )
}

interface StepProps {
  readonly icon: 'before' | 'next'
  readonly search: HomeSearch | undefined
  readonly text: string
}

/** Shows an arrow that leads to another period; a grey arrow if there is none. */
const Step = ({ icon, search, text }: StepProps) =>
  search ? (
    <Link to="/" search={search} className="button-link" aria-label={text} title={text}>
      <Icon name={icon} size={18} />
    </Link>
  ) : (
    <span className="button-link" data-off aria-hidden="true">
      <Icon name={icon} size={18} />
    </span>
  )
