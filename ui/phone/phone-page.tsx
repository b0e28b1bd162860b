// The page around the handset: what it is, and which numbers answer automatically.
import { useTranslation } from 'react-i18next'
import { OfflineBanner } from '../kit/page.tsx'
import { LanguageSwitch } from '../kit/preference.tsx'
import { Handset } from './handset.tsx'

const endings = ['789', '019', '029', '039', '049', '099', '129'] as const

export function PhonePage() {
  const { t } = useTranslation('phone')
  return (
    <div className="phone-page">
      <OfflineBanner />
      <header className="phone-page-head">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </div>
        <LanguageSwitch bare />
      </header>
      <Handset />
      <section className="test-numbers">
        <h2>{t('test_numbers')}</h2>
        <p>{t('test_numbers_text')}</p>
        <dl>
          {endings.map(ending => (
            <div key={ending}>
              <dt>…{ending}</dt>
              <dd>{t(`test_number_${ending}`)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('test_number_other')}</dt>
            <dd>{t('test_number_other_text')}</dd>
          </div>
        </dl>
      </section>
    </div>
  )
}
