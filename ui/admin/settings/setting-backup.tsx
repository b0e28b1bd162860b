// The card of back-ups: the last ones, the next one, and a button to back up now.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Card } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { useAction, useRead } from '../parts/queries.ts'

const megabytes = (bytes: number) => digitsOf(Math.max(1, Math.round(bytes / 1_000_000)))

export function BackupCard() {
  const { t } = useTranslation('settings')
  const { data, apiError, retry } = useRead(['backups'], named => api.api.v1.backups.get(named))
  const take = useAction((_: undefined, named) => resultOf(api.api.v1.backups.post(undefined, named)))
  const backups = data?.data
  return (
    <Card title={t('backups')} text={t('backups_text')}>
      <ApiErrorNote apiError={take.apiError} />
      {apiError && <ApiErrorNote apiError={apiError} retry={retry} />}
      {backups && (
        <div className="backups" aria-busy={take.busy}>
          {backups.state?.failure && !take.apiError && (
            <p className="note note-bad">
              <strong>{t('backup_failed')}</strong> {backups.state.failure}
            </p>
          )}
          {backups.items.length === 0 ? (
            <p className="backup-none">{t('backup_none')}</p>
          ) : (
            <ul className="backup-list">
              {backups.items.map(({ name, taken_at, bytes }) => (
                <li key={name}>
                  <Icon name="check" size={18} />
                  <Timestamp at={taken_at} exact />
                  <span>{t('backup_size', { megabytes: megabytes(bytes) })}</span>
                </li>
              ))}
            </ul>
          )}
          <p className="backup-next">
            {backups.next_at && (
              <>
                {t('backup_next')} <Timestamp at={backups.next_at} exact />.{' '}
              </>
            )}
            {backups.second_place
              ? t('backup_second', { folder: backups.second_place })
              : t('backup_one_place')}
          </p>
          <Button variant="default" loading={take.busy} onClick={() => take.run(undefined)}>
            {t('backup_take')}
          </Button>
        </div>
      )}
    </Card>
  )
}
