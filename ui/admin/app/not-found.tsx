// Addresses that lead nowhere, and pages that are not for this person.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../parts/empty-state.tsx'
import { useTitle } from '../parts/queries.ts'

export function NotFound() {
  const { t } = useTranslation('admin')
  useTitle(t('lost'))
  return (
    <EmptyState alone icon="question" title={t('lost')} text={t('lost_text')}>
      <Link to="/" className="button-link">
        {t('to_home')}
      </Link>
    </EmptyState>
  )
}

export function NotAllowed() {
  const { t } = useTranslation('admin')
  useTitle(t('not_yours'))
  return (
    <EmptyState alone icon="ban" title={t('not_yours')} text={t('not_yours_text')}>
      <Link to="/" className="button-link">
        {t('to_home')}
      </Link>
    </EmptyState>
  )
}
