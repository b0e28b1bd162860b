// Webhooks: what was sent where, tests, what is sent again; below it the address, the signing secret, and the
// code that checks it.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount, useMay } from '../parts/current-account.tsx'
import { Card } from '../parts/facts.tsx'
import { GuideLink } from '../parts/guide-link.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { webhookForm } from '../settings/setting.model.ts'
import { SettingForm, type SettingProps, useEditing } from '../settings/setting-editing.tsx'
import { WebhookFields } from '../settings/setting-fields.tsx'
import { settings as settingWords } from '../settings/settings.text.ts'
import { DeliveryList } from './delivery-list.tsx'
import { SigningSecretCard } from './webhook-key.tsx'
import { PausedNote } from './webhook-paused.tsx'
import { ResendSheet } from './webhook-resend.tsx'
import { TestSheet } from './webhook-test.tsx'
import { VerifyCard } from './webhook-verify.tsx'
import { webhooks } from './webhooks.text.ts'

addTexts('webhooks', webhooks)
addTexts('settings', settingWords)

/** The page of webhooks. */
export function WebhookPage() {
  const { t } = useTranslation('webhooks')
  const [open, setOpen] = useState<'test' | 'since'>()
  const [timesResent, setTimesResent] = useState(0)
  const close = () => setOpen(undefined)
  const { id } = useAccount()
  const test = useMay('send_events') && <Button onClick={() => setOpen('test')}>{t('test')}</Button>
  return (
    <>
      <PageHead
        title={t('title')}
        guide={<GuideLink guide="webhooks" about={t('title')} />}
        text={
          <>
            {t('text')}{' '}
            <Link to="." search={before => before} hash="address" className="text-link">
              {t('jump')}
            </Link>
          </>
        }
      >
        {test && (
          <>
            <Button variant="default" onClick={() => setOpen('since')}>
              {t('resend_bulk')}
            </Button>
            {test}
          </>
        )}
      </PageHead>
      <PausedNote />
      <DeliveryList actions={test} timesResent={timesResent} />
      <div className="webhook-grid" key={id}>
        <AddressCard />
        <SigningSecretCard />
      </div>
      <VerifyCard />
      <TestSheet open={open === 'test'} onClose={close} />
      <ResendSheet open={open === 'since'} onClose={close} onSent={() => setTimesResent(timesResent + 1)} />
    </>
  )
}

/**
 * Edits the webhook address and hosts, which are fields of the developers' settings. The hash `#address`
 * focuses its first field.
 */
function AddressCard() {
  const { id } = useAccount()
  const queries = useQueryClient()
  const { hash } = useLocation()
  const { data, apiError, retry } = useRead(['settings'], header => api.api.v1.settings.get(header))
  const settings = data?.data
  useEffect(() => {
    if (hash === 'address' && settings) document.querySelector<HTMLInputElement>('#address input')?.focus()
  }, [hash, settings])
  return (
    <div id="address">
      <ApiErrorNote apiError={apiError} retry={retry} />
      {settings ? (
        <AddressForm settings={settings} onSaved={reply => queries.setQueryData([id, 'settings'], reply)} />
      ) : (
        !apiError && (
          <div className="card" aria-busy="true">
            <RowSkeleton rows={4} />
          </div>
        )
      )}
    </div>
  )
}

/** The form of the webhook address and hosts. */
function AddressForm(props: SettingProps) {
  const { t } = useTranslation('settings')
  const { mode } = useAccount()
  const editing = useEditing(webhookForm, props)
  return (
    <Card title={t('webhooks')} text={t('webhooks_text')}>
      <SettingForm name="webhooks" editing={editing} isLocked={!useMay('keys')}>
        <div className="form">
          <WebhookFields editing={editing} mode={mode} />
        </div>
      </SettingForm>
    </Card>
  )
}
