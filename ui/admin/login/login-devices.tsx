// The devices a person is logged in on, and logging out one or all others.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Card } from '../parts/facts.tsx'
import { StateChip, Timestamp } from '../parts/figure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useAction, useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'

type LoginsReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.logins.get>>['data']>
/** One device with its login. */
type LoginEntry = LoginsReply['data'][number]

/**
 * Lists the devices that the person is logged in on, this device first, with buttons that log out another
 * device or all others.
 */
export function LoginDevices() {
  const { t } = useTranslation('login')
  const { data, apiError, retry } = useRead(['logins'], header => api.api.v1.logins.get(header))
  const [isDialogOpen, setDialogOpen] = useState(false)
  const endLogin = useAction((id: string, header) =>
    resultOf(api.api.v1.logins({ id }).delete(undefined, header)),
  )
  const endOtherLogins = useAction((_: undefined, header) =>
    resultOf(api.api.v1.logins.delete(undefined, header)),
  )
  const logins = [...(data?.data ?? [])].sort((a, b) => Number(b.current) - Number(a.current))
  const hasOthers = logins.length > 1
  return (
    <Card
      title={t('logins')}
      text={data ? t(hasOthers ? 'logins_text' : 'logins_only_this') : ''}
      isFlush
      side={
        hasOthers && (
          <Button variant="default" onClick={() => setDialogOpen(true)}>
            {t('logins_log_out')}
          </Button>
        )
      }
    >
      {apiError && <ApiErrorNote apiError={apiError} retry={retry} />}
      {!data && !apiError && <RowSkeleton rows={2} />}
      <ApiErrorNote apiError={endLogin.apiError} />
      <ul className="device-list">
        {logins.map(entry => (
          <Device key={entry.id} entry={entry} onEnd={() => endLogin.run(entry.id)} />
        ))}
      </ul>
      <ConfirmDialog
        title={t('logins_log_out_title')}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        confirm={t('logins_log_out_confirm')}
        isDanger
        onConfirm={() => endOtherLogins.run(undefined, () => setDialogOpen(false))}
        isBusy={endOtherLogins.busy}
        apiError={endOtherLogins.apiError}
      >
        <p>{t('logins_log_out_text')}</p>
      </ConfirmDialog>
    </Card>
  )
}

/**
 * Shows a device with its network address, when the person logged in and when they last used it. A button
 * logs it out, except on the device that shows the page.
 */
function Device({ entry, onEnd }: { readonly entry: LoginEntry; readonly onEnd: () => void }) {
  const { t } = useTranslation('login')
  // The server names a device in English: `Chrome on Android`, or only `Chrome` or `unknown`.
  const [browser = '', system] = entry.device.split(' on ')
  const browserName = browser === 'unknown' ? t('device_unknown') : browser
  const device = system ? t('device_on', { browser, system }) : browserName
  // The place of the time differs by language. A line break in its place splits the text there.
  const [since, afterSince] = t('login_since', { when: '\n' }).split('\n')
  const [seen, afterSeen] = t('login_seen', { when: '\n' }).split('\n')
  return (
    <li className="device">
      <span className="device-mark">
        <Icon name={/Android|iOS/.test(device) ? 'phone' : 'tablet'} size={20} />
      </span>
      <div className="device-name">
        <strong title={entry.user_agent}>{device}</strong>
        <span>
          {entry.address} · {since}
          <Timestamp at={entry.created_at} />
          {afterSince}, {seen}
          <Timestamp at={entry.seen_at} />
          {afterSeen}
        </span>
      </div>
      {entry.current ? (
        <StateChip tone="open" icon="check" text={t('login_this')} />
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('login_log_out_of', { device, address: entry.address })}
          onClick={onEnd}
        >
          {t('login_log_out')}
        </Button>
      )}
    </li>
  )
}
