// The pages for an unknown address and for a missing permission.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { useTitle } from './queries.ts'

export function NotFound() {
  const { t } = useTranslation('admin')
  useTitle(t('not_found'))
  return (
    <EmptyState alone icon="question" title={t('not_found')} text={t('not_found_text')}>
      <Link to="/" className="button-link">
        {t('to_home')}
      </Link>
    </EmptyState>
  )
}

export function NotAllowed() {
  const { t } = useTranslation('admin')
  useTitle(t('no_access'))
  return (
    <EmptyState alone icon="ban" title={t('no_access')} text={t('no_access_text')}>
      <Link to="/" className="button-link">
        {t('to_home')}
      </Link>
    </EmptyState>
  )
}
