// After the set-up: the two doors that matter now, as large as they matter.
import { useTranslation } from 'react-i18next'
import { Front } from '../kit/front.tsx'
import { Icon } from '../kit/icon.tsx'

export function Ready({ onConsole }: { readonly onConsole: () => void }) {
  const { t } = useTranslation('admin')
  return (
    <Front title={t('ready_title')} text={t('ready_text')} wide>
      <Doors />
      <button type="button" className="quiet-link" onClick={onConsole}>
        {t('to_console')}
      </button>
    </Front>
  )
}

/** Links to the till and to the practice phone. */
export function Doors() {
  const { t } = useTranslation('admin')
  return (
    <nav className="doors">
      <a className="door door-first" href="/till">
        <Icon name="qr" size={36} />
        <span>
          <strong>{t('open_till')}</strong>
          <small>{t('open_till_text')}</small>
        </span>
        <Icon name="next" />
      </a>
      <a className="door" href="/phone" target="_blank" rel="noreferrer">
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
