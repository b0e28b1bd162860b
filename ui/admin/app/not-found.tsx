// Addresses that lead nowhere, and pages that are not for this person.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Empty } from '../parts/empty-state.tsx'
import { useTitle } from '../parts/queries.ts'

export function NoPage() {
  const { t } = useTranslation('admin')
  useTitle(t('lost'))
  return (
    <Empty alone icon="question" title={t('lost')} text={t('lost_text')}>
      <Link to="/" className="button-link">
        {t('to_home')}
      </Link>
    </Empty>
  )
}

export function NotYours() {
  const { t } = useTranslation('admin')
  useTitle(t('not_yours'))
  return (
    <Empty alone icon="ban" title={t('not_yours')} text={t('not_yours_text')}>
      <Link to="/" className="button-link">
        {t('to_home')}
      </Link>
    </Empty>
  )
}
