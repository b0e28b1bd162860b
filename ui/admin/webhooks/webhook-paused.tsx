// Addresses that answered 410 Gone: nothing is sent there until a person resumes them.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useMay } from '../parts/current-account.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { useAction, useRead } from '../parts/queries.ts'

/**
 * Lists the paused webhook addresses, each with a button that resumes it; draws nothing if none is paused.
 */
export function PausedNote() {
  const { t } = useTranslation('webhooks')
  const maySend = useMay('send_events')
  const { data } = useRead(['paused'], header => api.api.v1.webhooks.paused.get(header), { everyMs: 60_000 })
  const resume = useAction((url: string, header) =>
    resultOf(api.api.v1.webhooks.paused.resume.post({ url }, header)),
  )
  const paused = data?.data ?? []
  if (paused.length === 0) return null
  return (
    <section className="note note-bad paused-note">
      <h2>{t('paused_title')}</h2>
      <p>{t('paused_text')}</p>
      <ApiErrorNote apiError={resume.apiError} />
      <ul>
        {paused.map(({ url, delivery_id, paused_at }) => (
          <li key={url}>
            <span className="paused-url">{url}</span>
            <span>
              {t('paused_since')} <Timestamp at={paused_at} />
            </span>
            <Link to="/webhooks/$id" params={{ id: delivery_id }}>
              {t('paused_delivery')}
            </Link>
            {maySend && (
              <Button
                variant="default"
                size="compact-md"
                loading={resume.busy}
                onClick={() => resume.run(url)}
              >
                {t('resume')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
