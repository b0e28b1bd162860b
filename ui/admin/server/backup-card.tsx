// The card of back-ups: the last ones, the next one, and a button to back up now.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { digitsOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Card } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction, useRead } from '../parts/queries.ts'

/** Returns a size in MB as a text, at least 1. */
const megabytes = (bytes: number) => digitsOf(Math.max(1, Math.round(bytes / 1_000_000)))

/** Shown for a PostgreSQL database: a person runs it where the dump of the database is. */
const drillCommand = 'kaunta backup --drill --dump FILE'

/**
 * Lists the back-ups, takes a back-up, or restores the newest one as a test. A PostgreSQL database is backed
 * up outside Kaunta, so for it the card has only the command of the test.
 */
export function BackupCard() {
  const { t } = useTranslation('server')
  const { data, apiError, retry } = useRead(['backups'], header => api.api.v1.backups.get(header))
  const runDrill = useAction((_: undefined, header) =>
    resultOf(api.api.v1.backups.drill.post(undefined, header)),
  )
  const takeBackup = useAction((_: undefined, header) => resultOf(api.api.v1.backups.post(undefined, header)))
  const backups = data?.data
  const drill = backups?.drill
  const isPostgres = backups?.state === null
  return (
    <Card
      title={t('backups')}
      text={t(isPostgres ? 'backup_of_database' : 'backups_text')}
      guide={<GuideLink guide="backups" about={t('backups')} />}
    >
      <ApiErrorNote apiError={takeBackup.apiError} />
      {apiError && <ApiErrorNote apiError={apiError} retry={retry} />}
      {drill && isPostgres && (
        <div className="backups">
          <DrillState drill={drill} />
          <p className="backup-next">
            {t('drill_dump')} <CopyField text={drillCommand} label={t('drill_command')} />
          </p>
        </div>
      )}
      {backups && !isPostgres && (
        <div className="backups" aria-busy={takeBackup.busy}>
          {backups.state?.failure && !takeBackup.apiError && (
            <p className="note note-bad">
              <strong>{t('backup_failed')}</strong> {backups.state.failure}
            </p>
          )}
          {backups.state?.log && <LogState log={backups.state.log} />}
          <BackupList items={backups.items} />
          <NextBackup backups={backups} />
          {drill && <DrillState drill={drill} />}
          <ApiErrorNote apiError={runDrill.apiError} />
          <div className="backup-actions">
            <Button
              variant="default"
              loading={runDrill.busy}
              disabled={backups.items.length === 0}
              onClick={() => runDrill.run(undefined)}
              data-testid="drill"
            >
              {t('drill_run')}
            </Button>
            <Button variant="default" loading={takeBackup.busy} onClick={() => takeBackup.run(undefined)}>
              {t('backup_take')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  )
}

type Backups = NonNullable<Awaited<ReturnType<typeof api.api.v1.backups.get>>['data']>['data']

/** Shows when the next back-up is taken, and where its second copy goes. */
function NextBackup({ backups }: { readonly backups: Backups }) {
  const { t } = useTranslation('server')
  return (
    <p className="backup-next">
      {backups.next_at && (
        <>
          {t('backup_next')} <Timestamp at={backups.next_at} isExact />.{' '}
        </>
      )}
      {backups.second_place ? t('backup_second', { folder: backups.second_place }) : t('backup_one_place')}
    </p>
  )
}

/** Lists the back-ups, newest first. */
function BackupList({ items }: Pick<Backups, 'items'>) {
  const { t } = useTranslation('server')
  if (items.length === 0) return <p className="backup-none">{t('backup_none')}</p>
  return (
    <ul className="backup-list">
      {items.map(({ name, taken_at, bytes }) => (
        <li key={name}>
          <Icon name="check" size={18} />
          <Timestamp at={taken_at} isExact />
          <span>{t('backup_size', { megabytes: megabytes(bytes) })}</span>
        </li>
      ))}
    </ul>
  )
}

/** Shows whether the newest back-up could be restored, and when that was tested. */
function DrillState({ drill: { last, late } }: Pick<Backups, 'drill'>) {
  const { t } = useTranslation('server')
  if (last?.failure)
    return (
      <p className="note note-bad" data-testid="drill-state">
        <strong>{t('drill_failed')}</strong> {last.failure}
      </p>
    )
  return (
    <p className={late ? 'note note-warning' : 'backup-next'} data-testid="drill-state">
      {last ? (
        <>
          {t('drill_passed', { payments: digitsOf(last.payments ?? 0) })} <Timestamp at={last.at} isExact />
        </>
      ) : (
        t('drill_none')
      )}{' '}
      {late && t('drill_late')}
    </p>
  )
}

interface LogProps {
  readonly log: {
    readonly safe_until: string | null
    readonly behind: boolean
    readonly failure: string | null
  }
}

/** Shows up to which time the copied log restores all data, and a warning if that copy is behind. */
function LogState({ log: { safe_until, behind, failure } }: LogProps) {
  const { t } = useTranslation('server')
  return (
    <>
      {behind && (
        <p className="note note-bad">
          <strong>{t('backup_log_behind')}</strong> {failure}
        </p>
      )}
      {safe_until && (
        <p className="backup-next">
          {t('backup_log_until')} <Timestamp at={safe_until} isExact />
        </p>
      )}
    </>
  )
}
