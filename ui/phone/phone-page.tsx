// The page around the handset: what it is, and which numbers answer automatically.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import { OfflineBanner } from '../kit/page.tsx'
import { LanguageSelect } from '../kit/preference.tsx'
import { Handset } from './handset.tsx'

/** The endings of numbers that answer automatically (src/domain/simulation.ts). */
const endings = ['789', '019', '029', '039', '049', '099', '129'] as const

/** Shows the practice phone and the test numbers. */
export function PhonePage() {
  const { t } = useTranslation('phone')
  const [isOff, setOff] = useState(false)
  if (isOff) return <SwitchedOffPage onRetry={() => setOff(false)} />
  return (
    <main className="phone-page">
      <OfflineBanner />
      <header className="phone-page-head">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </div>
        <LanguageSelect isBare />
      </header>
      <Handset onSwitchedOff={() => setOff(true)} />
      <section className="test-numbers" aria-labelledby="test-numbers">
        <h2 id="test-numbers">{t('test_numbers')}</h2>
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
    </main>
  )
}

/** Explains that the phone is switched off for all accounts of this server. */
function SwitchedOffPage({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation('phone')
  return (
    <div className="phone-page phone-off">
      <header className="phone-page-head">
        <p>{t('title')}</p>
        <LanguageSelect isBare />
      </header>
      <main>
        <Icon name="phone" size={48} />
        <h1>{t('off_title')}</h1>
        <p>{t('off_text')}</p>
        <Button size="lg" variant="default" onClick={onRetry}>
          {t('off_again')}
        </Button>
      </main>
    </div>
  )
}
