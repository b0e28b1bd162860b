// What went over the wire: headers and a body, readable, and to be copied exactly as they were.
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { readableOf } from './webhook.model.ts'
import { webhooks } from './webhooks.text.ts'

addTexts('webhooks', webhooks)

/** Lists HTTP headers, folded; draws nothing if there are none. */
export function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('webhooks')
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return (
    <details className="http-headers">
      <summary>
        {t('headers')} <span className="muted">({entries.length})</span>
      </summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/**
 * Shows a body in readable form. The button copies it exactly as it was sent. `emptyText` is shown where
 * there is no body.
 */
export function BodyText({ body, emptyText }: { readonly body: string | null; readonly emptyText: string }) {
  const { t } = useTranslation('webhooks')
  if (!body) return <p className="muted">{emptyText}</p>
  return (
    <div className="http-body">
      <pre>{readableOf(body)}</pre>
      <CopyButton text={body} label={t('verify_copy')} done={t('verify_copied')} />
    </div>
  )
}
