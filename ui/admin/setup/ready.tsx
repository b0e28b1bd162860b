// The page after set-up: links for a first practice sale, and the first key and webhook for developers.
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../kit/card-page.tsx'
import { addTexts } from '../../kit/language.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Icon } from '../parts/icon.tsx'
import type { FirstRun } from './claim.model.ts'
import { FirstWebhook } from './first-webhook.tsx'
import { setup } from './setup.text.ts'

addTexts('admin', setup)

interface ReadyProps {
  readonly firstRun: FirstRun
  readonly onConsole: () => void
}

/** Shows the first links and the key, which is shown only now. `onConsole` leads to the console. */
export function ReadyPage({ firstRun, onConsole }: ReadyProps) {
  const { t } = useTranslation('admin')
  return (
    <CardPage title={t('ready_title')} text={t('ready_text')} isWide>
      <AppLinks />
      <section className="ready-more">
        <h2>{t('ready_developers')}</h2>
        {firstRun.key && (
          <div className="ready-key">
            <p>
              <strong>{t('ready_key')}</strong> {t('ready_key_text')}
            </p>
            <CopyField text={firstRun.key} label={t('the_key')} />
          </div>
        )}
        <FirstWebhook account={firstRun.account} />
      </section>
      <button type="button" className="quiet-link" onClick={onConsole}>
        {t('to_console')}
      </button>
    </CardPage>
  )
}

/** Links to the till and to the practice phone. */
function AppLinks() {
  const { t } = useTranslation('admin')
  return (
    <nav className="start-links">
      <a className="start-link start-link-main" href="/till#practice" target="_blank" rel="noreferrer">
        <Icon name="qr" size={36} />
        <span>
          <strong>{t('open_till')}</strong>
          <small>{t('open_till_text')}</small>
        </span>
        <Icon name="link" />
      </a>
      <a className="start-link" href="/phone" target="_blank" rel="noreferrer">
        <Icon name="phone" size={36} />
        <span>
          <strong>{t('open_phone')}</strong>
          <small>{t('open_phone_text')}</small>
        </span>
        <Icon name="link" />
      </a>
    </nav>
  )
}
