// The upgrade of the server: a release and its signature are chosen and uploaded, then installed, with the
// password asked again. The page waits until the server answers again, and shows how the upgrade ended.
import { Button, Progress } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { uploadFile } from '../../kit/upload.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Card } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { PasswordDialog } from '../parts/password-dialog.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { chosenRelease, endOf, nameOf, type Upgrade, upgradeView } from './upgrade.model.ts'

/** How often the page asks the server while an upgrade is in progress. */
const refreshMs = 2_000

/**
 * Uploads a release, installs it, and follows the upgrade. Once this page has started one, `previousEndAt` is
 * when the upgrade before it ended, empty if there was none; an end at any other time is that of the new one.
 */
export function UpgradeCard() {
  const { t } = useTranslation('health')
  const [previousEndAt, setPreviousEndAt] = useState<string>()
  const { data, apiError, retry } = useRead(['upgrade'], header => api.api.v1.upgrade.get(header), {
    underWayMs: previousEndAt === undefined ? undefined : refreshMs,
  })
  const upgrade = data?.data
  const view = upgrade && upgradeView(upgrade, previousEndAt)
  const start = useReauthentication(
    useAction((_: undefined, header) => resultOf(api.api.v1.upgrade.post(undefined, header))),
  )
  const startUpgrade = () => start.run(undefined, () => setPreviousEndAt(upgrade?.last?.at ?? ''))
  return (
    <Card
      title={t('upgrade')}
      text={upgrade ? t('upgrade_running', { version: nameOf(upgrade.running) }) : ''}
      guide={<GuideLink guide="upgrade" about={t('upgrade')} />}
    >
      <div className="support">
        {apiError && previousEndAt === undefined && <ApiErrorNote apiError={apiError} retry={retry} />}
        {view === 'under_way' && <UnderWay phase={apiError ? 'starting' : upgrade?.phase} />}
        {upgrade && view !== 'under_way' && (
          <>
            {upgrade.last && <LastUpgrade last={upgrade.last} end={endOf(upgrade)} />}
            {upgrade.waiting && <p>{t('upgrade_waiting', { version: nameOf(upgrade.waiting) })}</p>}
            {upgrade.waiting && upgrade.may_install && (
              <>
                <p>{t('upgrade_what')}</p>
                {!start.passwordField && <ApiErrorNote apiError={start.apiError} />}
                <Button
                  loading={start.busy && !start.passwordField}
                  onClick={startUpgrade}
                  data-testid="upgrade-start"
                >
                  {t('upgrade_start')}
                </Button>
              </>
            )}
            {upgrade.waiting && !upgrade.may_install && upgrade.command && (
              <>
                <p>{t('upgrade_type')}</p>
                <CopyField label={t('upgrade_command')} text={upgrade.command} />
                <p className="upgrade-hint">{t('upgrade_once')}</p>
              </>
            )}
            <ReleaseUpload />
          </>
        )}
      </div>
      <PasswordDialog action={start} confirm={t('upgrade_start')} onConfirm={startUpgrade} />
    </Card>
  )
}

/** Shows what an upgrade is doing. While the server restarts it does not answer. */
function UnderWay({ phase }: { readonly phase: Upgrade['phase'] | undefined }) {
  const { t } = useTranslation('health')
  return (
    <div role="status" aria-busy="true" data-testid="upgrade-under-way">
      <p>{t(phase === 'preparing' ? 'upgrade_preparing' : 'upgrade_starting')}</p>
    </div>
  )
}

/**
 * Shows how the last upgrade ended, and why if it failed. `end` differs from its outcome if the version that
 * failed to start in time runs after all.
 */
function LastUpgrade({
  last,
  end,
}: {
  readonly last: NonNullable<Upgrade['last']>
  readonly end: ReturnType<typeof endOf>
}) {
  const { t } = useTranslation('health')
  const version = nameOf(last)
  return (
    <div
      className={last.outcome === 'installed' ? 'note' : 'note note-bad'}
      role="status"
      data-testid="upgrade-last"
    >
      <strong>{t(`upgrade_${end}`, { version })}</strong> <Timestamp at={last.at} isExact />
      {last.why && <p className="upgrade-why">{last.why}</p>}
    </div>
  )
}

/** Chooses the two files of a release and uploads them, with a progress bar. */
function ReleaseUpload() {
  const { t } = useTranslation('health')
  const input = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState(0)
  const [chosen, setChosen] = useState<{ readonly file: File; readonly signature: string }>()
  const [isSelectionWrong, setSelectionWrong] = useState(false)
  const upload = useReauthentication(
    useAction((release: { readonly file: File; readonly signature: string }, header) =>
      uploadFile('/api/v1/upgrade/file', release.file, {
        headers: { ...header.headers, 'kaunta-release-signature': btoa(release.signature) },
        onProgress: fraction => setPercent(Math.floor(fraction * 100)),
      }),
    ),
  )
  const choose = async (files: readonly File[]) => {
    const release = await chosenRelease(files)
    setSelectionWrong(!release)
    setChosen(release)
    if (release) upload.run(release)
    if (input.current) input.current.value = ''
  }
  return (
    <>
      {isSelectionWrong && <p className="form-error">{t('upgrade_two')}</p>}
      {!upload.passwordField && <ApiErrorNote apiError={upload.apiError} />}
      {upload.busy && !upload.passwordField && percent > 0 && (
        <Progress value={percent} aria-label={t('upgrade_uploading')} className="upgrade-progress" />
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="upgrade-files"
        onChange={event => void choose([...(event.currentTarget.files ?? [])])}
      />
      <Button
        variant="default"
        loading={upload.busy && !upload.passwordField}
        onClick={() => input.current?.click()}
        data-testid="upgrade-choose"
      >
        {t('upgrade_choose')}
      </Button>
      <p className="upgrade-hint">{t('upgrade_hint')}</p>
      <PasswordDialog
        action={upload}
        confirm={t('upgrade_upload')}
        onConfirm={() => chosen && upload.run(chosen)}
      />
    </>
  )
}
