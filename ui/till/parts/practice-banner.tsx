// The banner on every screen of a practice till: no real money moves.
import { useTranslation } from 'react-i18next'

/** Shows that this till only practises. */
export function PracticeBanner() {
  const { t } = useTranslation('till')
  return (
    <section className="practice-banner" aria-label={t('practice_banner')}>
      <p>
        <strong>{t('practice_banner')}</strong> <span>{t('practice_text')}</span>
      </p>
    </section>
  )
}
