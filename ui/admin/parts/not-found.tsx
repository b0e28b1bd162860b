// The pages for an unknown address and for a missing permission.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { useTitle } from './queries.ts'

/** The page of an unknown address. */
export const NotFound = () => <NoPage icon="question" title="not_found" />

/** The page shown instead of one that the person's role may not open. */
export const NotAllowed = () => <NoPage icon="ban" title="no_access" />

interface NoPageProps {
  readonly icon: 'question' | 'ban'
  readonly title: 'not_found' | 'no_access'
}

/** Draws what both pages share: an icon, a text and the link to Home. */
function NoPage({ icon, title }: NoPageProps) {
  const { t } = useTranslation('admin')
  useTitle(t(title))
  return (
    <EmptyState isOnlyContent icon={icon} title={t(title)} text={t(`${title}_text`)}>
      <Link to="/" className="button-link">
        {t('to_home')}
      </Link>
    </EmptyState>
  )
}
